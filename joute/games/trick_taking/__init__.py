"""What card games of four seats and thirty-two cards share: cards, their names, and worlds that fit what a seat knows."""

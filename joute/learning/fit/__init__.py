"""Linear evaluations fitted to self-play."""

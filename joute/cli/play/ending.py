"""How a game ended, in words."""

from rich.console import Group, RenderableType
from rich.text import Text

from joute.cli.play.seats import HUMAN
from joute.cli.render.tables import number, table
from joute.i18n import say


def ending(scores: list[float], texts: list[str]) -> RenderableType:
    """Who won, and the score of every seat."""
    drawn = table(say("seat"), say("player"), say("score"), "", numbers="> >")
    humans = texts.count(HUMAN)
    for seat, (score, text) in enumerate(zip(scores, texts, strict=True)):
        player = say("you") if text == HUMAN and humans == 1 else say("human") if text == HUMAN else text
        drawn.add_row(str(seat), player, number(score, 0 if score == int(score) else 2), _word(score, scores))
    return Group(Text(sentence(scores, texts), "bold green"), Text(), drawn)


def sentence(scores: list[float], texts: list[str]) -> str:
    """The result in a sentence."""
    winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
    if len(winners) == len(scores):
        return say("The game is a draw.") if len(scores) > 1 else say("The game is over.")
    if len(winners) > 1:
        return say("Seats {seats} share the win.", seats=", ".join(map(str, winners)))
    if texts.count(HUMAN) == 1:
        if texts[winners[0]] == HUMAN:
            return say("You win!")
        return say("You lose: seat {seat} ({player}) wins.", seat=winners[0], player=texts[winners[0]])
    return say("Seat {seat} ({player}) wins.", seat=winners[0], player=say(texts[winners[0]]))


def _word(score: float, scores: list[float]) -> str:
    if scores.count(score) == len(scores):
        return say("draw")
    if score < max(scores):
        return say("lost")
    return say("won") if scores.count(score) == 1 else say("shared")

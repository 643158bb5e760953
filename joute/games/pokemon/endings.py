"""Endings of few creatures, solved exactly: what `joute solve pokemon` prints."""

from dataclasses import replace

from joute.core import registry
from joute.core.errors import Unfit
from joute.core.game import Game
from joute.core.opinion import Opinion, Unit
from joute.core.state import State
from joute.i18n import say_count
from joute.search.lookahead.simultaneous import Simultaneous

POSITIONS = 4_000_000  # searched at most, for each of two bounds


def opinions(game: Game, state: State) -> dict[int, Opinion]:
    """The equilibrium of a position from the side of each trainer that chooses, in chances to win."""
    solver = registry.agent(f"simultaneous:prove={POSITIONS}", game)
    assert isinstance(solver, Simultaneous)
    found = {seat: solver.solve(game.view(state, seat), seat) for seat in game.movers(state)}
    return {seat: as_chances(game, opinion) for seat, opinion in found.items()}


def as_chances(game: Game, opinion: Opinion | None) -> Opinion:
    """The same opinion with chances to win instead of scores, a draw as half a win; of other choices only bounds are known."""
    if opinion is None:
        raise Unfit(
            "{game} could not be solved within {positions}: endings of up to three creatures usually can",
            game=game.name,
            positions=say_count("{n} position", "{n} positions", POSITIONS),
        )
    taken = [replace(judgement, value=chance(judgement.value) if judgement.weight else None) for judgement in opinion.judgements]
    return replace(opinion, judgements=taken, value=chance(opinion.value), matrix=None, unit=Unit.WIN)


def chance(score: float | None) -> float | None:
    """A mean score between -1 and 1 as a chance to win."""
    return None if score is None else (1 + score) / 2

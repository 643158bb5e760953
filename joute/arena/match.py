"""One game between agents."""

from collections.abc import Callable, Mapping, Sequence

from joute.arena.referee import Seats
from joute.core.agent import Agent
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.core.record import FAULT, GameRecord
from joute.core.session import Session
from joute.core.state import Json, State

Watcher = Callable[[State], None]


def match(
    game: Game,
    agents: Sequence[Agent],
    seed: int = 0,
    opening: Sequence[Mapping[int, str]] = (),
    agent_seed: int | None = None,
    watch: Watcher | None = None,
    opinions: bool = False,
) -> GameRecord:
    """Play a game from the seed, each agent seeing only its view, and record it, with the agents' opinions if asked.

    The opening is played first. The agents' own random generators are seeded from `agent_seed`, by default the game's seed.
    """
    if len(agents) != game.spec.seats:
        raise JouteError(f"{game.name} has {game.spec.seats} seats here; {len(agents)} agents were given")
    session = Session.begin(game, [agent.text for agent in agents], seed)
    record = session.record
    record.opening = len(opening)
    seats = Seats(game, agents, seed if agent_seed is None else agent_seed, opinions)
    try:
        for given in opening:
            _apply(session, seats, game.check(session.state, given))
        while not session.over and not seats.decided:
            chosen = {seat: seats.choose(session.state, seat, session.ply) for seat in game.movers(session.state)}
            if seats.decided:
                break
            numbers = game.check(session.state, {seat: one.number for seat, one in chosen.items()})
            seconds = {seat: round(one.seconds, 6) for seat, one in chosen.items()}
            _apply(session, seats, numbers, seconds, {seat: one.info for seat, one in chosen.items() if one.info})
            if watch:
                watch(session.state)
        session.forfeit(seats.faults)
        record.versions = seats.versions
    finally:
        seats.leave(record.scores, record.ended or FAULT)
    return record


def _apply(
    session: Session,
    seats: Seats,
    numbers: Mapping[int, int],
    seconds: Mapping[int, float] | None = None,
    opinions: Mapping[int, Json] | None = None,
) -> None:
    """Apply the actions; events are worked out only if a bot wants them."""
    if seats.listening:
        seats.see(session.apply(numbers, seconds, opinions))
    else:
        session.step(numbers, seconds, opinions)

"""One game between agents."""

from collections.abc import Callable, Mapping, Sequence

from joute.arena.referee import Seats
from joute.core.agent import Agent
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.core.record import COMPLETE, FAULT, GameRecord, judged
from joute.core.state import State

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
    """Play a game from the seed, each agent seeing only its view, and record it, with what the agents thought if asked.

    An opening is played before anybody chooses. The agents' own dice come from the same seed, unless they get another:
    then the same chance can meet other whims.
    """
    if len(agents) != game.spec.seats:
        raise JouteError(f"{game.name} has {game.spec.seats} seats here; {len(agents)} agents were given")
    state = game.new(seed)
    record = GameRecord.begin(game, [agent.text for agent in agents], seed)
    record.opening = len(opening)
    seats = Seats(game, agents, seed if agent_seed is None else agent_seed, opinions)
    try:
        for given in opening:
            _play(game, state, seats, game.check(state, given))
            record.note(given, dict.fromkeys(given, 0.0))
        while not game.over(state) and not seats.decided:
            turn = len(record.choices)
            chosen = {seat: seats.choose(state, seat, turn) for seat in game.movers(state)}
            if seats.decided:
                break
            numbers = game.check(state, {seat: one.number for seat, one in chosen.items()})
            record.note(
                {seat: game.actions[number].name for seat, number in numbers.items()},
                {seat: round(one.seconds, 6) for seat, one in chosen.items()},
                {seat: one.info for seat, one in chosen.items() if one.info},
            )
            _play(game, state, seats, numbers)
            if watch:
                watch(state)
        record.faults = seats.faults
        record.scores = judged(game, state, seats.faults)
        record.ended = COMPLETE if game.over(state) else FAULT
        record.versions = seats.versions
    finally:
        seats.leave(record.scores, record.ended or FAULT)
    return record


def _play(game: Game, state: State, seats: Seats, numbers: Mapping[int, int]) -> None:
    """Play the choices, and tell what happened to those who listen."""
    if seats.listening:
        seats.see(game.play(state, numbers))
    else:
        game.step(state, numbers)

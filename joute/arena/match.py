"""One game between agents."""

import time
from collections.abc import Callable, Mapping, Sequence

from joute.arena.record import Record
from joute.dice import seed_of
from joute.errors import JouteError
from joute.game import Game, State
from joute.opinion import Agent

Watcher = Callable[[State], None]


def match(
    game: Game,
    agents: Sequence[Agent],
    seed: int = 0,
    opening: Sequence[Mapping[int, str]] = (),
    agent_seed: int | None = None,
    watch: Watcher | None = None,
) -> Record:
    """Play a game from the seed, each agent seeing only its view, and record it.

    An opening is played before anybody chooses. The agents' own dice come from the same seed, unless they get another:
    then the same chance can meet other whims.
    """
    whims = seed if agent_seed is None else agent_seed
    if len(agents) != game.spec.seats:
        raise JouteError(f"{game.name} has {game.spec.seats} seats here; {len(agents)} agents were given")
    state = game.new(seed)
    record = Record.begin(game, [agent.text for agent in agents], seed)
    record.opening = len(opening)
    for given in opening:
        game.step(state, game.check(state, given))
        record.note(given, dict.fromkeys(given, 0.0))
    while not game.over(state):
        numbers: dict[int, int] = {}
        seconds: dict[int, float] = {}
        for seat in game.movers(state):
            began = time.perf_counter()
            choice = agents[seat].choose(game.view(state, seat), seat, seed_of(whims, len(record.choices), seat))
            seconds[seat] = round(time.perf_counter() - began, 6)
            numbers[seat] = int(choice)
        numbers = game.check(state, numbers)
        record.note({seat: game.actions[number].name for seat, number in numbers.items()}, seconds)
        game.step(state, numbers)
        if watch:
            watch(state)
    record.scores = game.returns(state)
    return record

"""Speed measured in one run: compiled rules against the same rules in plain Python, searches, start-up and other libraries."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import TypeAlias, cast

import numpy as np

from joute.core import registry, settings
from joute.core.game import Game
from joute.core.rng import seeded
from joute.core.state import States
from joute.jit.record_proxy import StatesProxy
from joute.search.baselines.random import random_games

ROUNDS = 5  # alternating, so that a noisy machine disturbs both sides alike
SLICE = 0.3  # seconds of one measurement

Progress = Callable[[int, int], None]
Rate = Callable[[], float]  # measures once: work per second
Figures: TypeAlias = "dict[str, float | str | Figures]"


def bench(names: Sequence[str] = (), search: bool = True, peers: bool = False, progress: Progress | None = None) -> Figures:
    """Every figure for these games (default: all)."""
    chosen = list(names) or list(registry.GAMES)
    games: Figures = {}
    if peers:
        from joute.cli.bench.open_spiel import import_pyspiel

        import_pyspiel()  # before minutes of measuring
    for done, name in enumerate(chosen):
        games[name] = _game_figures(registry.game(name), search, peers)
        if progress:
            progress(done + 1, len(chosen) + 1)
    report: Figures = {"games": games, "startup": startup(registry.address(registry.game(chosen[0])))}
    if search:
        report["matrix_9x9_microseconds"] = round(matrix_microseconds(), 2)
    if progress:
        progress(len(chosen) + 1, len(chosen) + 1)
    return report


def _game_figures(game: Game, search: bool, peers: bool) -> Figures:
    figures: Figures = {"playouts": playout_figures(game)}
    if search:
        figures["searches"] = cast(Figures, search_figures(game))
    if peers:
        from joute.cli.bench.open_spiel import compare

        figures["peers"] = compare(game)
    return figures


BUDGETS = {  # of a measurement
    "alpha_beta": "alpha_beta:nodes=200000",
    "determinized": "determinized:iterations=50000,exploration=0.7",
    "ismcts": "ismcts:iterations=50000,exploration=0.7,belief=uniform",
    "mcts": "mcts:iterations=50000,exploration=0.7",
    "smmcts": "smmcts:iterations=20000,exploration=0.2",
}
LONG = 0.5  # seconds of a search whose threads are compared, so that starting a thread does not count
THREADED = {"determinized": 0.7, "ismcts": 0.7, "mcts": 0.7, "smmcts": 0.2}
"""Searches with threads, and the exploration that they are measured with in all games."""
TABLES = (2, 4)  # numbers of seats that ismcts is measured with, if the game has such an option
DEPTHS = {"expectiminimax": (2,), "simultaneous": (2, 3)}  # searches measured by the time of a choice


def search_figures(game: Game) -> dict[str, dict[str, float]]:
    """Nodes per second from the first decision (also with two and four seats), what a second thread adds, the time of a choice."""
    playing = registry.agent_names(game)
    figures: dict[str, dict[str, float]] = {}
    for name, text in BUDGETS.items():
        if name in playing:
            figures[name] = {"per_second": round(best(search_rate(game, text)))}
    for name, exploration in THREADED.items():
        if name in playing:
            figures[name]["two_threads"] = two_threads(game, f"{name}:seconds={LONG},exploration={exploration}")
    if seats := tables(game):
        figures["ismcts"] |= {f"per_second_{count}_seats": round(best(search_rate(seats[count], BUDGETS["ismcts"]))) for count in seats}
    for name, depths in DEPTHS.items():
        if name in playing:
            figures[name] = {f"depth_{depth}_median_ms": round(1000 * move_seconds(game, f"{name}:depth={depth}"), 2) for depth in depths}
    return figures


def tables(game: Game) -> dict[int, Game]:
    """The game with two and with four seats, if the number of seats is an option."""
    if "seats" not in {row.name for row in settings.table(game.definition.options)}:
        return {}
    return {seats: registry.game(game.name, seats=seats) for seats in TABLES}


def two_threads(game: Game, text: str) -> float:
    """The iterations of two threads over those of one, measured in turn: the median of the quotients."""
    one, two = search_rate(game, text), search_rate(game, f"{text},threads=2")
    rates = [one()]
    quotients = []
    for _ in range(2 * ROUNDS):
        both = two()
        rates.append(one())
        quotients.append(2 * both / (rates[-2] + rates[-1]))
    return round(median(quotients), 2)


def move_seconds(game: Game, text: str, games: int = 3) -> float:
    """The median time of a choice over positions from games between careful (or random) players."""
    agent = registry.agent(text, game)
    player = registry.agent("careful" if game.definition.states_itself("careful") else "random", game)
    times: list[float] = []
    for seed in range(games):
        state, turn = game.new(seed), 0
        while not game.over(state):
            seats = game.movers(state)
            if turn % 5 == 0:
                view = game.view(state, seats[0])
                agent.consider(view, seats[0], turn)  # the first call may compile
                times.append(agent.consider(view, seats[0], turn).seconds)
            game.play(state, {seat: player.choose(game.view(state, seat), seat, turn) for seat in seats})
            turn += 1
    return median(times)


def best(rate: Rate) -> float:
    """The best of several measurements, the least disturbed one."""
    return max(rate() for _ in range(ROUNDS))


def ratio(ours: Rate, theirs: Rate) -> Figures:
    """The best of both rates, measured in turn, and the median of their quotients."""
    pairs = [(ours(), theirs()) for _ in range(ROUNDS)]
    return {
        "ours_per_second": round(max(mine for mine, _ in pairs)),
        "theirs_per_second": round(max(other for _, other in pairs)),
        "ratio": round(median(mine / other for mine, other in pairs), 1),
    }


def play_random(game: Game, games: int, states: States, compiled: bool = True) -> tuple[int, float]:
    """Play that number of random games: the number of choices, and the seconds they took."""
    spec = game.spec
    buffers = np.zeros(spec.widest, np.int64), np.zeros(spec.seats, np.int64), np.zeros(max(1, spec.outcomes)), np.zeros(spec.seats)
    began = time.perf_counter()
    if compiled:
        choices = random_games(states, games, *buffers, seeded(1, "bench"))
    else:
        choices = random_games.plain(cast(States, StatesProxy(states)), games, *buffers, seeded(1, "bench"))
    return int(choices), time.perf_counter() - began


def compiled_games_rate(game: Game) -> Rate:
    """Compiled random games per second, each from before the first chance event."""
    states, games = game.laid_out().array, 1
    play_random(game, 1, states)
    while play_random(game, games, states)[1] < SLICE:
        games *= 2
    return lambda: games / play_random(game, games, states)[1]


def playout_figures(game: Game) -> Figures:
    """Random games, compiled and with the same rules in plain Python."""
    states = game.laid_out().array
    games_rate = best(compiled_games_rate(game))
    choices, _ = play_random(game, 1000, states)
    plain_choices, plain_seconds = play_random(game, 3, states, compiled=False)
    choices_rate = games_rate * choices / 1000
    return {
        "games_per_second": round(games_rate),
        "choices_per_second": round(choices_rate),
        "plain_choices_per_second": round(plain_choices / plain_seconds),
        "ratio_to_plain": round(choices_rate / (plain_choices / plain_seconds), 1),
    }


def search_rate(game: Game, text: str) -> Rate:
    """Nodes or iterations per second of a search, from the first position."""
    agent = registry.agent(text, game)
    view = game.view(game.new(1), game.movers(game.new(1))[0])

    def measure() -> float:
        opinion = agent.consider(view, view.viewer or 0, seed=1)
        return opinion.nodes / max(opinion.seconds, 1e-9)

    measure()
    return measure


def matrix_microseconds(count: int = 20_000) -> float:
    """The time to solve a random 9x9 matrix game."""
    from joute.search.lookahead.matrix_game import solve_many

    matrices = np.random.default_rng(1).normal(size=(count, 9, 9))
    solve_many(matrices[:1])
    seconds = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        solve_many(matrices)
        seconds.append(time.perf_counter() - began)
    return 1e6 * min(seconds) / count


FIRST_SEARCH = """
import joute
game = joute.game({name!r})
state = game.new(1)
seat = game.movers(state)[0]
joute.agent("{agent}", game).consider(game.view(state, seat), seat)
"""


def startup(name: str) -> Figures:
    """Seconds of a process that lists the games, that searches once from the cache, and that searches once with an empty cache."""
    playing = registry.agent_names(registry.game(name))
    agent = next(f"{search}:iterations=100" for search in ("mcts", "ismcts", "smmcts") if search in playing)
    program = FIRST_SEARCH.format(name=name, agent=agent)
    process_seconds([sys.executable, "-c", program])
    with tempfile.TemporaryDirectory() as empty:
        cold = process_seconds([sys.executable, "-c", program], JOUTE_CACHE=empty)
    return {
        "list_games": round(min(process_seconds([sys.executable, "-m", "joute", "games"]) for _ in range(3)), 2),
        "first_search": round(min(process_seconds([sys.executable, "-c", program]) for _ in range(3)), 2),
        "first_search_nothing_compiled": round(cold, 2),
    }


def process_seconds(command: list[str], **environment: str) -> float:
    """The run time of a process."""
    began = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, **environment})
    return time.perf_counter() - began

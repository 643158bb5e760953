"""Speed, as ratios measured in one run: compiled rules against the same rules in plain Python, searches, start-up, and peers."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

import numpy as np

from joute.core import registry, settings
from joute.core.game import Game
from joute.core.rng import seeded
from joute.core.state import Json
from joute.jit.proxy import StatesProxy
from joute.search.baselines.random import random_games

ROUNDS = 5  # alternating, so that a noisy machine disturbs both sides alike
SLICE = 0.3  # seconds of one measurement

Progress = Callable[[int, int], None]
Rate = Callable[[], float]  # measures once: work a second


def bench(names: Sequence[str] = (), search: bool = True, peers: bool = False, progress: Progress | None = None) -> Json:
    """Every figure for the games named (all of them when none is)."""
    chosen = list(names) or list(registry.GAMES)
    report: Json = {"games": {}}
    for done, name in enumerate(chosen):
        game = registry.game(name)
        report["games"][name] = _game_figures(game, search)
        if peers:
            from joute.cli.bench.open_spiel import compare

            report["games"][name]["peers"] = compare(game)
        if progress:
            progress(done + 1, len(chosen) + 1)
    report["startup"] = startup(chosen[0])
    if search:
        report["matrix_9x9_microseconds"] = round(matrix_microseconds(), 2)
    if progress:
        progress(len(chosen) + 1, len(chosen) + 1)
    return report


def _game_figures(game: Game, search: bool) -> Json:
    figures: Json = {"playouts": playout_figures(game)}
    if search:
        figures["searches"] = search_figures(game)
    return figures


BUDGETS = {  # what each search is given for a measurement; a game that it refuses is left out
    "alpha_beta": "alpha_beta:nodes=200000",
    "determinized": "determinized:iterations=50000,exploration=0.7",
    "ismcts": "ismcts:iterations=50000,exploration=0.7,belief=uniform",
    "mcts": "mcts:iterations=50000,exploration=0.7",
    "smmcts": "smmcts:iterations=20000,exploration=0.2",
}
LONG = 0.5  # seconds of a search whose threads are compared: the start of a thread must not count
THREADED = {"determinized": 0.7, "ismcts": 0.7, "mcts": 0.7, "smmcts": 0.2}
"""Searches that can share their iterations among threads, each with one exploration for all games, whatever suits each game best."""
TABLES = (2, 4)  # seats that ismcts is measured with, where a game can be played by so many
DEPTHS = {"expectiminimax": (2,), "simultaneous": (2, 3)}  # searches that are measured by the time of a move


def search_figures(game: Game) -> Json:
    """Iterations or nodes a second from the first decision (of two and of four seats), what a second thread adds, the time of a move."""
    playing = registry.agent_names(game)
    figures: Json = {}
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
    """The game at tables of two and of four, where the number of seats is an option."""
    if "seats" not in {row.name for row in settings.table(game.definition.options)}:
        return {}
    return {seats: registry.game(game.name, seats=seats) for seats in TABLES}


def two_threads(game: Game, text: str) -> float:
    """How many times the iterations of one thread two threads make: one, two and one again in turn, the median of the quotients."""
    one, two = search_rate(game, text), search_rate(game, f"{text},threads=2")
    rates = [one()]
    quotients = []
    for _ in range(2 * ROUNDS):
        both = two()
        rates.append(one())
        quotients.append(2 * both / (rates[-2] + rates[-1]))
    return round(median(quotients), 2)


def move_seconds(game: Game, text: str, games: int = 3) -> float:
    """The median time of a choice over positions met in play between careful (or random) players."""
    agent = registry.agent(text, game)
    passer_by = registry.agent("careful" if game.definition.states_itself("careful") else "random", game)
    times: list[float] = []
    for seed in range(games):
        state, turn = game.new(seed), 0
        while not game.over(state):
            seats = game.movers(state)
            if turn % 5 == 0:
                view = game.view(state, seats[0])
                agent.consider(view, seats[0], turn)  # the first call may compile
                times.append(agent.consider(view, seats[0], turn).seconds)
            game.play(state, {seat: passer_by.choose(game.view(state, seat), seat, turn) for seat in seats})
            turn += 1
    return median(times)


def best(rate: Rate) -> float:
    """The best of several measurements: what the machine can do undisturbed."""
    return max(rate() for _ in range(ROUNDS))


def ratio(ours: Rate, theirs: Rate) -> Json:
    """Both rates measured in turn, and the median of the quotients of each round."""
    pairs = [(ours(), theirs()) for _ in range(ROUNDS)]
    return {
        "ours_per_second": round(max(mine for mine, _ in pairs)),
        "theirs_per_second": round(max(other for _, other in pairs)),
        "ratio": round(median(mine / other for mine, other in pairs), 1),
    }


def play_random(game: Game, games: int, search: Any, states: Any, seed: int = 1) -> tuple[int, float]:
    """So many random games: the choices made and the seconds they took."""
    spec = game.spec
    buffers = np.zeros(spec.widest, np.int64), np.zeros(spec.seats, np.int64), np.zeros(max(1, spec.outcomes)), np.zeros(spec.seats)
    began = time.perf_counter()
    choices = search(states, games, *buffers, seeded(seed, "bench"))
    return int(choices), time.perf_counter() - began


def before_chance(game: Game) -> Any:
    """The array of a game before its first chance event, so that every playout deals anew."""
    return game.laid_out().array


def compiled_games_rate(game: Game) -> Rate:
    """Compiled random games a second."""
    states, games = before_chance(game), 1
    play_random(game, 1, random_games, states)
    while play_random(game, games, random_games, states)[1] < SLICE:
        games *= 2
    return lambda: games / play_random(game, games, random_games, states)[1]


def playout_figures(game: Game) -> Json:
    """Random play to the end, compiled against the same rules in plain Python."""
    states = before_chance(game)
    games_rate = best(compiled_games_rate(game))
    choices, _ = play_random(game, 1000, random_games, states)
    plain_choices, plain_seconds = play_random(game, 3, random_games.plain, StatesProxy(states))
    choices_rate = games_rate * choices / 1000
    return {
        "games_per_second": round(games_rate),
        "choices_per_second": round(choices_rate),
        "plain_choices_per_second": round(plain_choices / plain_seconds),
        "ratio_to_plain": round(choices_rate / (plain_choices / plain_seconds), 1),
    }


def search_rate(game: Game, text: str) -> Rate:
    """Iterations or nodes of a search a second, from the first position."""
    agent = registry.agent(text, game)
    view = game.view(game.new(1), game.movers(game.new(1))[0])

    def measure() -> float:
        opinion = agent.consider(view, view.viewer or 0, seed=1)
        return opinion.nodes / max(opinion.seconds, 1e-9)

    measure()
    return measure


def matrix_microseconds(count: int = 20_000) -> float:
    """The time to solve a random matrix game of nine by nine."""
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
game = joute.game("{name}")
state = game.new(1)
seat = game.movers(state)[0]
joute.agent("{agent}", game).consider(game.view(state, seat), seat)
"""


def startup(name: str) -> Json:
    """Seconds from the start of a process: to list the games, to a first search from the cache, and with nothing compiled yet."""
    agent = "mcts:iterations=100" if "mcts" in registry.agent_names(registry.game(name)) else "ismcts:iterations=100"
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
    """How long a process takes from start to end."""
    began = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, **environment})
    return time.perf_counter() - began

"""Steps a second with random actions: joute.batch, our compiled playouts, and the same games in OpenSpiel, PettingZoo and pgx.

python benchmarks/batch.py                  # Connect Four and Kuhn poker; a peer that is not installed is left out
python benchmarks/batch.py --seconds 2 --rounds 5 --json

A step is one decision of one game, drawing a random legal action included. All take turns, and the figures are medians over the rounds.
Beside the steps a second on two threads (one for OpenSpiel, PettingZoo and our playouts, which have one) stand those for each second of
processor time, which a busy machine affects less: doubled, they are what two idle cores give. pgx writes an observation with every step;
`batch, observed` does the same.
"""

import argparse
import json
import os
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import joute

THREADS, GAMES = 2, 4096
EXAMPLES = {"connect_four": "examples/connect4/connect4.py", "kuhn_poker": "examples/kuhn/kuhn.py"}
PETTINGZOO = {"connect_four": "connect_four_v3", "kuhn_poker": "leduc_holdem_v4"}  # it has no Kuhn poker: Leduc is its nearest
SLICE = 64  # steps of a batch between two looks at the clock

Work = Callable[[], int]  # does some work, and returns the number of steps


def our_batch(name: str, observed: bool, threads: int = THREADS) -> Work:
    """Random actions in a batch."""
    games = joute.batch(EXAMPLES[name], n=GAMES, seed=1, threads=threads)

    def work() -> int:
        for _ in range(SLICE):
            if observed:
                games.observe()
            games.step(games.sample())
        return SLICE * GAMES

    return work


def our_playouts(name: str) -> Work:
    """Random games in compiled code, as `joute bench` measures them."""
    from joute.cli.bench.speed import play_random

    game = joute.game(EXAMPLES[name])
    states = game.laid_out().array
    return lambda: play_random(game, 20_000, states)[0]


def open_spiel(name: str) -> Work:
    """Random games through OpenSpiel's Python API."""
    import pyspiel

    game, rng = pyspiel.load_game(name), np.random.default_rng(1)

    def work() -> int:
        steps = 0
        for _ in range(200):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])  # all equally likely in Kuhn poker
                    continue
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
                steps += 1
        return steps

    return work


def pettingzoo(name: str) -> Work:
    """Random games in PettingZoo's classic environments."""
    import importlib

    env, rng = importlib.import_module(f"pettingzoo.classic.{PETTINGZOO[name]}").raw_env(), np.random.default_rng(1)

    def work() -> int:
        steps = 0
        for _ in range(10):
            env.reset()
            while not any(env.terminations.values()):
                seen, *_, info = env.last()
                mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
                env.step(int(rng.choice(np.flatnonzero(mask))))
                steps += 1
        return steps

    return work


def pgx(name: str) -> Work:
    """Random actions in pgx on the processor: games are replaced in the same step, and a scan keeps everything in compiled code."""
    import jax
    import pgx as library

    env = library.make(name)
    step = jax.vmap(library.auto_reset_wrapper(env).step) if hasattr(library, "auto_reset_wrapper") else None
    if step is None:
        from pgx.experimental.wrappers import auto_reset

        step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: Any) -> Any:
        state, key = carry
        key, drawn, stepped = jax.random.split(key, 3)
        odds = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        return (step(state, jax.random.categorical(drawn, odds, axis=1), jax.random.split(stepped, GAMES)), key), None

    run = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=SLICE)[0])
    carry = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), GAMES)), jax.random.PRNGKey(2)

    def work() -> int:
        nonlocal carry
        carry = jax.block_until_ready(run(carry))
        return SLICE * GAMES

    return work


SIDES: dict[str, Callable[[str], Work]] = {
    "batch": lambda name: our_batch(name, observed=False),
    "batch, one thread": lambda name: our_batch(name, observed=False, threads=1),
    "batch, observed": lambda name: our_batch(name, observed=True),
    "our playouts": our_playouts,
    "OpenSpiel, Python": open_spiel,
    "PettingZoo": pettingzoo,
    "pgx": pgx,
}


def rates(work: Work, seconds: float) -> tuple[float, float]:
    """Steps a second of the clock, and of the processor."""
    began, processor, steps = time.perf_counter(), time.process_time(), 0
    while time.perf_counter() - began < seconds:
        steps += work()
    return steps / (time.perf_counter() - began), steps / (time.process_time() - processor)


def measure(name: str, seconds: float, rounds: int) -> dict[str, list[float]]:
    """The median rates of every side that is installed."""
    works = {}
    for side, make in SIDES.items():
        try:
            works[side] = make(name)
            works[side]()  # compiles
        except ImportError as error:
            print(f"{side} is left out: {error}", flush=True)
    found: dict[str, list[tuple[float, float]]] = {side: [] for side in works}
    for _ in range(rounds):
        for side, work in works.items():
            found[side].append(rates(work, seconds))
    return {side: [statistics.median(rate) for rate in zip(*pairs, strict=True)] for side, pairs in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", default=list(EXAMPLES), choices=list(EXAMPLES))
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = {name: measure(name, asked.seconds, asked.rounds) for name in asked.games}
    if asked.json:
        print(json.dumps({"load": os.getloadavg()[0], "rates": found}))
        return
    for name, sides in found.items():
        print(f"\n{name}, load {os.getloadavg()[0]:.1f}: M steps a second, and a second of processor time; the batch is faster by")
        for side, (clock, processor) in sides.items():
            ratio = [ours / theirs for ours, theirs in zip(sides["batch"], (clock, processor), strict=True)]
            print(f"  {side:18} {clock / 1e6:9.4f} {processor / 1e6:9.4f}   {ratio[0]:8.2f} {ratio[1]:8.2f}")


if __name__ == "__main__":
    main()

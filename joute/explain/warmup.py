"""Compiles what explanations of a game need, in a process of its own; the code goes into the cache."""

import contextlib
import os
import sys
from pathlib import Path

from joute.arena.warmup import later_state, prepared_file
from joute.core import registry
from joute.core.game import Game
from joute.explain.choice import explain_choice
from joute.explain.surrogate_path import shipped_model, surrogate_path
from joute.review.warmup import NICENESS

SAMPLES = 200


def compile_explanation(game: Game) -> None:
    """Explain a decision a few choices into a random game, with few samples."""
    game = game.fast()
    state = later_state(game)
    while not game.over(state):
        for seat in game.movers(state):
            view = game.view(state, seat)
            if len(legal := game.legal(view, seat)) > 1:
                explain_choice(game, view, seat, legal[0], samples=SAMPLES)
                if (model := shipped_model(game)) is not None:
                    surrogate_path(model, game, view, seat)
                return
        game.step(state, {seat: game.legal_numbers(state, seat)[0] for seat in game.movers(state)})


def explained_file(name: str) -> Path:
    """The file that is there once what explanations of a game need was compiled for this version of Joute."""
    found = prepared_file(name)
    return found.with_name(f"explain-{found.name}")


def main(name: str) -> None:
    """Compile a game in a process that yields to others."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    game = registry.game(name)
    compile_explanation(game)
    with contextlib.suppress(OSError):
        explained_file(game.name).touch()


if __name__ == "__main__":
    main(sys.argv[1])

"""Compiles what a game, its levels and its reviews need, in a process of its own; the code goes into the cache."""

import contextlib
import json
import os
import sys

from joute.arena.warmup import QUICK, compile_agent, compile_rules, later_state, prepared_file
from joute.core import registry
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.i18n import in_every_language
from joute.jit.compile_error import CannotCompile
from joute.review.decision_review import decision_review
from joute.review.judge import judge

NICENESS = 10  # of a process that only compiles: games that are being played come first
SAMPLES = 200
PROBLEM = "joute problem "  # begins the line that says why: a game may print lines of its own


def parts(name: str) -> int:
    """How many parts of a game are compiled: the rules, the levels, and reviews."""
    return 2 + len(registry.define(name).levels)


def compile_review(game: Game) -> None:
    """Judge a decision a few choices into a random game, with few samples."""
    game = game.fast()
    agent = registry.agent(registry.advisor_name(game), game, QUICK)
    state = later_state(game)
    for seat in game.movers(state)[:1]:
        view = game.view(state, seat)
        judged = judge(game, view, seat, game.legal(view, seat)[0], agent, samples=SAMPLES)
        decision_review(game, view, seat, judged, 0)


def main(name: str) -> None:
    """Compile a game in a process that yields to others, and print how many parts are done, or why a rule cannot be compiled."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    game = registry.game(name)
    compile_rules(game)
    print(1, flush=True)
    name = game.name
    for done, level in enumerate(game.definition.levels, 2):
        try:
            compile_agent(game, level)
        except JouteError as error:
            print(f"level {level} of {name} cannot be compiled: {error}", file=sys.stderr)
        print(done, flush=True)
    compile_review(game)
    print(parts(name), flush=True)
    with contextlib.suppress(OSError):
        prepared_file(name).touch()


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except CannotCompile as refusal:
        print(refusal, file=sys.stderr)
        print(PROBLEM + json.dumps(in_every_language(refusal.__str__)), flush=True)
        sys.exit(1)

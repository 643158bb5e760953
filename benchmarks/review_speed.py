"""How long a review takes: a match of four deals of Cœurs, first with few samples (key moments), then with all.

    python benchmarks/review_speed.py             # Cœurs
    python benchmarks/review_speed.py pokemon     # another game, with its usual options

The game is compiled before the clock starts. One thread; a server judges on as many as it has. The time of a processor says what it
takes on an idle machine.
"""

import sys
import time

import joute
from joute.review.game_review import FULL, QUICK, review


def main() -> None:
    """Play a game of the level `hard`, and review it twice."""
    name = sys.argv[1] if len(sys.argv) > 1 else "coeurs"
    game = joute.game(name)
    review(joute.match(game, ["hard"] * game.spec.seats, seed=1), "expert", 100)
    record = joute.match(game, ["hard"] * game.spec.seats, seed=6000)
    for samples in (QUICK, FULL):
        began, work = time.perf_counter(), time.process_time()
        found = review(record, "expert", samples)
        free = sum(one["free"] for one in found["decisions"])
        seconds, work = time.perf_counter() - began, time.process_time() - work
        judged = f"{name}: {len(found['decisions'])} decisions, {free} free, {samples} samples each"
        print(f"{judged}: {seconds:.1f} s, {work:.1f} s of a processor", flush=True)


if __name__ == "__main__":
    main()

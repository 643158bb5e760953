"""How true reviews are: judgements and reasons of many decisions, tested in other sampled worlds with many more samples.

    python benchmarks/review_truth.py --games coeurs,love_letter,pokemon,diamant,morpion --json
    python benchmarks/review_truth.py --games coeurs --decisions 50 --show

Decisions of the level `hard` (its seeds are 5000 and more; weights of facts were fitted on others), now and then replaced by a random
action, are judged as a review judges them. Then:
- `intervals`: the share of the stated 95 % intervals that contain the value of 100 times the samples;
- `mistakes`: actions called a mistake, and how many of them are within 1 % of the best then;
- `clear`: decisions in which the best action is clear, and the share of them that gets a reason;
- `reasons`: sentences, and the share of them that passes a test in fresh worlds (`joute.review.reasons.verified`); sentences with nothing
  to compare with, as a fact of one of two actions, are counted apart as `trivial`.
Proven values are exact and counted apart. Tune on other seeds: `--first-seed 2000 --truth 4` is fast, and says nothing about intervals.
"""

import argparse
import json
import sys
import time
from typing import Any

import joute
from joute.arena.statistics.estimates import student_quantile
from joute.core.rng import below, seeded
from joute.review.game_review import verdict
from joute.review.judge import BATCHES, CLEAR, judge, judged_again
from joute.review.reasons import Finding, contrast, reasons, verified

GAMES = ("coeurs", "love_letter", "diamant", "pokemon", "morpion")
SAMPLES = {"pokemon": 600, "morpion": 600}  # for a decision; a continuation takes a hundred times longer than in the others
USUAL_SAMPLES, FACTOR, FIRST_SEED, RANDOM_ONCE_IN = 4_000, 100, 5_000, 6


def measure(
    name: str, decisions: int, samples: int, first_seed: int = FIRST_SEED, factor: int = FACTOR, show: bool = False
) -> dict[str, Any]:
    """Judge some decisions of a game, and test what was said."""
    game = joute.game(name).fast()
    level, advisor = joute.agent("hard", game), joute.agent("expert", game).unerring
    rng, seed, began = seeded("review truth", name), first_seed, time.perf_counter()
    quantile = student_quantile(0.975, BATCHES - 1)
    counts = dict.fromkeys(
        (
            "decisions",
            "exact",
            "values",
            "contained",
            "mistakes",
            "false_mistakes",
            "clear",
            "explained",
            "sentences",
            "holds",
            "fails",
            "trivial",
        ),
        0,
    )
    failed: list[str] = []
    missing: list[str] = []
    while counts["decisions"] < decisions:
        state, seed = game.new(seed), seed + 1
        while not game.over(state) and counts["decisions"] < decisions:
            choices = {}
            for seat in game.movers(state):
                view = game.view(state, seat)
                legal = game.legal_numbers(view, seat)
                at_random = below(rng, RANDOM_ONCE_IN) == 0
                choices[seat] = legal[below(rng, len(legal))] if at_random else int(level.choose(view, seat, seed))
                if len(legal) < 2 or (not at_random and below(rng, 3)):
                    continue
                judged = judge(game, view, seat, choices[seat], advisor, 0, samples=samples, seed=seed)
                counts["decisions"] += 1
                if judged.exact:
                    counts["exact"] += 1
                    continue
                truth = judged_again(game, view, seat, judged, advisor.belief, factor * samples, seed + 1)
                fresh = judged_again(game, view, seat, judged, advisor.belief, 4 * samples, seed + 2)
                for one in judged.judgements:
                    if one.value is not None and one.error is not None and one.action in judged.finalists:
                        counts["values"] += 1
                        counts["contained"] += abs(one.value - (truth.judgement(one.action).value or 0.0)) <= quantile * one.error
                if judged.mistake:
                    counts["mistakes"] += 1
                    counts["false_mistakes"] += (truth.cost or 0.0) < CLEAR * judged.span
                said = reasons(game, view, seat, judged)
                if contrast(judged) is not None:
                    counts["clear"] += 1
                    counts["explained"] += bool(said)
                    if not said:
                        missing.append(f"{seed} {' > '.join(game.spoken(action) for action in contrast(judged) or ())}")
                if show:
                    print(
                        f"\n{game.spoken(judged.played)}: {verdict(game, judged)['en']}", *(one.sentence["en"] for one in said), sep="\n  "
                    )
                for reason in said:
                    counts["sentences"] += 1
                    result = verified(game, view, seat, reason, fresh)
                    counts[result] += 1
                    if result is Finding.FAILS:
                        failed.append(f"{reason.kind}: {reason.sentence['en']}")
            game.step(state, choices)
            print(f"\r{name}: {counts['decisions']} of {decisions}", end="", file=sys.stderr)
    print(file=sys.stderr)
    return {
        "game": name,
        "samples": samples,
        **counts,
        "intervals_that_contain": share(counts["contained"], counts["values"]),
        "clear_explained": share(counts["explained"], counts["clear"]),
        "reasons_that_hold": share(counts["holds"], counts["holds"] + counts["fails"]),
        "failed": failed[:20],
        "missing": missing[:20],
        "seconds": round(time.perf_counter() - began, 1),
    }


def share(part: int, whole: int) -> float | None:
    """A share, rounded; None of nothing."""
    return round(part / whole, 3) if whole else None


def main() -> None:
    """Measure the games named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--decisions", type=int, default=200)
    parser.add_argument("--samples", type=int, default=0, help="for a decision; 0: as the game allows")
    parser.add_argument("--first-seed", type=int, default=FIRST_SEED)
    parser.add_argument("--truth", type=int, default=FACTOR, help="how many times the samples the true values have")
    parser.add_argument("--show", action="store_true", help="print every judgement with its reasons")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    for name in given.games.split(","):
        samples = given.samples or SAMPLES.get(name, USUAL_SAMPLES)
        found = measure(name, given.decisions, samples, given.first_seed, given.truth, given.show)
        if given.json:
            print(json.dumps(found), flush=True)
        else:
            print(*(f"{key}: {value}" for key, value in found.items() if key != "failed"), sep="\n", flush=True)


if __name__ == "__main__":
    main()

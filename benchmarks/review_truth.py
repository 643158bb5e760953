"""How true reviews are: judgements and reasons of many decisions, tested in other sampled worlds with many more samples.

    python benchmarks/review_truth.py --games coeurs,love_letter,pokemon,diamant,morpion --json
    python benchmarks/review_truth.py --games coeurs --decisions 50 --show

Decisions of the level `hard` (its seeds are 5000 and more; weights of facts were fitted on others), one in six of them replaced by a random
action, are judged as a review judges them. Then:
- `intervals`: the share of the stated 95 % intervals that contain the value of 100 times the samples, whose own error counts, too;
- `mistakes`: actions called a mistake, and how many of them are within 1 % of the best then;
- `clear`: decisions in which the best action is clear, and the share of them that gets a reason;
- `reasons`: sentences, and the share of them that passes a test in fresh worlds (`joute.review.reasons.verified`); sentences with nothing
  to compare with, as a fact of one of two actions, are counted apart as `trivial`. Those are tested over all the other decisions:
  `supported` are sentences whose number goes with the values of actions there, in the direction said, by more than two standard errors.
Proven values are exact: the reasons beside them are counted (`exact_clear`, `exact_explained`) and not tested. Tune on other seeds:
`--first-seed 2000 --truth 4` is fast, and says nothing about intervals.
"""

import argparse
import json
import math
import sys
import time
from typing import Any, NamedTuple

import numpy as np

import joute
from joute.arena.statistics.estimates import student_quantile
from joute.core.rng import below, seeded
from joute.review.continuations import tracked
from joute.review.decision_review import verdict
from joute.review.judge import BATCHES, CLEAR, Assessment, judge, judged_again
from joute.review.reasons import Finding, Reason, contrast, reasons, verified

GAMES = ("coeurs", "love_letter", "diamant", "pokemon", "morpion")
SAMPLES = {"morpion": 600}  # for a decision; most positions are proven
SECONDS = {"morpion": 2.0}  # for a decision, as in a review: its solver would go on for minutes
FEW = 4  # actions of a game
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
            "exact_clear",
            "exact_explained",
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
            "supported",
        ),
        0,
    )
    rows: list[Described] = []
    trivial: list[tuple[int, Reason]] = []
    failed: list[str] = []
    missing: list[str] = []
    outside: list[list[float]] = []  # value, standard error, and the value of many more samples
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
                judged = judge(game, view, seat, choices[seat], advisor, SECONDS.get(name, 0), samples=samples, seed=seed)
                counts["decisions"] += 1
                if judged.exact:
                    counts["exact"] += 1
                    if contrast(judged) is not None:
                        counts["exact_clear"] += 1
                        counts["exact_explained"] += bool(said := reasons(game, view, seat, judged))
                        if show:
                            print_decision(game, judged, said)
                    continue
                truth = judged_again(game, view, seat, judged, advisor.belief, factor * samples, seed + 1)
                fresh = judged_again(game, view, seat, judged, advisor.belief, 4 * samples, seed + 2)
                for one in judged.judgements:
                    if one.value is not None and one.error is not None and one.action in judged.finalists:
                        counts["values"] += 1
                        again = truth.judgement(one.action)
                        true, doubt = again.value or 0.0, math.hypot(one.error, again.error or 0.0)
                        if abs(one.value - true) <= quantile * doubt:
                            counts["contained"] += 1
                        else:
                            outside.append([round(number, 4) for number in (one.value, one.error, true)])
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
                    print_decision(game, judged, said)
                rows.append(Described.of(game, view, seat, fresh))
                for reason in said:
                    counts["sentences"] += 1
                    result = verified(game, view, seat, reason, fresh)
                    counts[result] += 1
                    if result is Finding.TRIVIAL:
                        trivial.append((len(rows) - 1, reason))
                    if result is Finding.FAILS:
                        failed.append(f"{reason.kind}: {reason.sentence['en']}")
            game.step(state, choices)
            print(f"\r{name}: {counts['decisions']} of {decisions}", end="", file=sys.stderr)
    print(file=sys.stderr)
    counts["supported"] = sum(is_supported(game, rows, place, reason) for place, reason in trivial)
    return {
        "game": name,
        "samples": samples,
        **counts,
        "intervals_that_contain": share(counts["contained"], counts["values"]),
        "clear_explained": share(counts["explained"], counts["clear"]),
        "reasons_that_hold": share(counts["holds"], counts["holds"] + counts["fails"]),
        "trivial_supported": share(counts["supported"], counts["trivial"]),
        "failed": failed[:20],
        "missing": missing[:20],
        "outside": outside,
        "seconds": round(time.perf_counter() - began, 1),
    }


def print_decision(game: joute.Game, judged: Assessment, said: list[Reason]) -> None:
    """The verdict and its reasons, in both languages."""
    for language in ("en", "fr"):
        print(f"\n{game.spoken(judged.played)}: {verdict(game, judged)[language]}", *(one.sentence[language] for one in said), sep="\n  ")


class Described(NamedTuple):
    """The judged actions of a decision in fresh worlds, all numbers without their mean in the decision."""

    numbers: dict[str, np.ndarray]  # by fact or consequence: [action]
    values: np.ndarray  # [action]
    which: np.ndarray  # [action, action of the game]

    @classmethod
    def of(cls, game: joute.Game, view: joute.State, seat: int, fresh: Assessment) -> "Described":
        """What fresh samples say of the judged actions."""
        assert fresh.samples is not None
        facts = [game.facts(view, seat, action) for action in fresh.finalists]
        came = fresh.samples.consequences.mean(axis=0)
        numbers = {fact.name: np.array([one[fact.name] for one in facts]) for fact in game.definition.facts}
        numbers |= {fact.name: came[:, index] for index, fact in enumerate(tracked(game))}
        which = np.equal.outer([int(action) for action in fresh.finalists], list(game.actions)).astype(float)
        return cls(
            {name: column - column.mean() for name, column in numbers.items()},
            centred(fresh.samples.values.mean(axis=0)),
            which - which.mean(axis=0),
        )


def centred(values: np.ndarray) -> np.ndarray:
    """Without the mean."""
    return np.asarray(values - values.mean())


def is_supported(game: joute.Game, rows: list[Described], place: int, reason: Reason) -> bool:
    """Whether, over all the other decisions, more of the number of a sentence goes with a better or a worse action, as the sentence has it.

    Of a game with few actions, what an action is worth on the whole is left out: the number must tell more than which action it is.
    """
    others = [one for number, one in enumerate(rows) if number != place]
    x, y = (np.concatenate(columns) for columns in zip(*((one.numbers[reason.name], one.values) for one in others), strict=True))
    if len(game.actions) <= FEW:
        which = np.concatenate([one.which for one in others])
        x, y = (column - which @ np.linalg.lstsq(which, column, rcond=None)[0] for column in (x, y))
    if not (strength := float(x @ x)):
        return False
    slope = float(x @ y) / strength
    error = float(np.sqrt(((y - slope * x) ** 2 * x**2).sum())) / strength
    return bool(slope * np.sign(reason.values[0] - reason.values[1]) > 2 * error)


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
            print(*(f"{key}: {value}" for key, value in found.items() if key not in ("failed", "outside")), sep="\n", flush=True)


if __name__ == "__main__":
    main()

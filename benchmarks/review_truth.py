"""How true reviews are: judgements and reasons of many decisions, tested in other sampled worlds with many more samples.

    python benchmarks/review_truth.py --games coeurs,love_letter,pokemon,diamant,morpion --json
    python benchmarks/review_truth.py --games coeurs --decisions 50 --show
    python benchmarks/review_truth.py --games pokemon --checkpoint truth --json    # goes on where it was interrupted

Decisions of the level `hard` (its seeds are 9000 and more; weights of facts and thresholds were chosen on others), one in six of them
replaced by a random action, are judged as a review judges them. Then:
- `intervals`: the share of the stated 95 % intervals that contain the value of 100 times the samples, whose own error counts, too;
- `mistakes`: actions called a mistake, and how many of them are within 1 % of the best then;
- `clear`: decisions in which the best action is clear, and the share of them that gets a reason;
- `reasons`: sentences, and the share of them that passes a test in fresh worlds (`joute.review.reason_check`); sentences with nothing to
  compare with, as a fact of one of two actions, are counted apart as `trivial`. Those are tested over all the other decisions:
  `supported` are sentences whose number goes with the values of actions there, in the direction said, by more than two standard errors.
Proven values are exact: the reasons beside them are counted (`exact_clear`, `exact_explained`) and not tested. Tune on other seeds:
`--first-seed 2000 --truth 4` is fast, and says nothing about intervals.
"""

import argparse
import json
import math
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import joute
from joute.arena.statistics.estimates import student_quantile
from joute.core.agent import Agent
from joute.core.rng import below, seeded
from joute.review.assessment import BATCHES, Assessment, contrast
from joute.review.continuations import tracked
from joute.review.decision_review import verdict
from joute.review.judge import CLEAR, judge, judged_again
from joute.review.reason_check import Finding, verified
from joute.review.reasons import Reason, reasons

GAMES = ("coeurs", "love_letter", "diamant", "pokemon", "morpion")
SAMPLES = {"morpion": 600}  # for a decision; most positions are proven
SECONDS = {"morpion": 2.0}  # for a decision, as in a review: its solver would go on for minutes
FEW = 4  # actions of a game
USUAL_SAMPLES, FACTOR, FIRST_SEED, RANDOM_ONCE_IN = 4_000, 100, 9_000, 6
COUNTED = (
    "exact", "exact_clear", "exact_explained", "values", "contained", "mistakes", "false_mistakes", "clear", "explained", "sentences",
    "holds", "fails", "trivial",
)  # fmt: skip


class Decision(NamedTuple):
    """A decision of a seat that is to be judged."""

    view: joute.State
    seat: int
    action: int  # played
    seed: int


@dataclass(frozen=True)
class Measure:
    """What is measured of a game, and with how much work."""

    name: str
    decisions: int
    samples: int  # for a decision
    first_seed: int = FIRST_SEED
    factor: int = FACTOR  # how many times the samples the true values have
    show: bool = False

    def run(self, checkpoint: Path | None = None) -> dict[str, Any]:
        """Judge the decisions and test what was said; those in the file of a run that was interrupted are not judged again."""
        game = joute.game(self.name).fast()
        advisor, began = joute.agent("expert", game).unerring, time.perf_counter()
        found = [json.loads(line) for line in checkpoint.read_text().splitlines()] if checkpoint and checkpoint.is_file() else []
        for number, decision in enumerate(decisions(game, self.first_seed)):
            if number >= self.decisions:
                break
            if number >= len(found):
                found.append(self.tested(game, decision, advisor))
                if checkpoint:
                    with checkpoint.open("a") as file:
                        file.write(json.dumps(found[-1]) + "\n")
            print(f"\r{self.name}: {number + 1} of {self.decisions}", end="", file=sys.stderr)
        print(file=sys.stderr)
        return {
            "game": self.name,
            "samples": self.samples,
            "times": self.factor,
            **summary(game, found[: self.decisions]),
            "seconds": round(time.perf_counter() - began, 1),
        }

    def tested(self, game: joute.Game, decision: Decision, advisor: Agent) -> dict[str, Any]:
        """Judge a decision and test what was said of it: counts, and what the summary needs besides."""
        view, seat, action, seed = decision
        judged = judge(game, view, seat, action, advisor, SECONDS.get(self.name, 0), samples=self.samples, seed=seed)
        said, pair = reasons(game, view, seat, judged), contrast(judged)
        if self.show:
            print_decision(game, judged, said)
        if judged.exact:
            return {"exact": 1, "exact_clear": int(pair is not None), "exact_explained": int(pair is not None and bool(said))}
        truth = judged_again(game, view, seat, judged, advisor.belief, self.factor * self.samples, seed + 1)
        fresh = judged_again(game, view, seat, judged, advisor.belief, 4 * self.samples, seed + 2)
        inside, outside = intervals(judged, truth)
        found: dict[str, Any] = {
            "values": inside + len(outside),
            "contained": inside,
            "outside": outside,
            "mistakes": int(judged.mistake),
            "false_mistakes": int(judged.mistake and (truth.cost or 0.0) < CLEAR * judged.span),
            "clear": int(pair is not None),
            "explained": int(pair is not None and bool(said)),
            "sentences": len(said),
            "described": described(game, view, seat, fresh),
            "unsure": [],  # sentences with nothing to compare with: the name of the number, and the direction
            "failed": [],
            "missing": [] if pair is None or said else [f"{seed} {game.spoken(pair[0])} > {game.spoken(pair[1])}"],
        }
        for reason in said:
            result = verified(game, view, seat, reason, fresh)
            found[result] = found.get(result, 0) + 1
            if result is Finding.TRIVIAL:
                found["unsure"].append([reason.name, float(np.sign(reason.values[0] - reason.values[1]))])
            if result is Finding.FAILS:
                found["failed"].append(f"{reason.kind}: {reason.sentence['en']}")
        return found


def decisions(game: joute.Game, first_seed: int) -> Iterator[Decision]:
    """Decisions of games that the level `hard` plays, with some random actions: every random one, and one in three of the others."""
    level, rng, seed = joute.agent("hard", game), seeded("review truth", game.name), first_seed
    while True:
        state, seed = game.new(seed), seed + 1
        while not game.over(state):
            choices = {}
            for seat in game.movers(state):
                view = game.view(state, seat)
                legal = game.legal_numbers(view, seat)
                at_random = below(rng, RANDOM_ONCE_IN) == 0
                choices[seat] = legal[below(rng, len(legal))] if at_random else int(level.choose(view, seat, seed))
                if len(legal) > 1 and (at_random or not below(rng, 3)):
                    yield Decision(view, seat, choices[seat], seed)
            game.step(state, choices)


def intervals(judged: Assessment, truth: Assessment) -> tuple[int, list[list[float]]]:
    """The number of stated intervals that contain the true value; of the others the value, its standard error, and the true value."""
    quantile, inside, outside = student_quantile(0.975, BATCHES - 1), 0, []
    for one in judged.judgements:
        if one.value is not None and one.error is not None and one.action in judged.finalists:
            again = truth.judgement(one.action)
            true, doubt = again.value or 0.0, math.hypot(one.error, again.error or 0.0)
            if abs(one.value - true) <= quantile * doubt:
                inside += 1
            else:
                outside.append([round(number, 4) for number in (one.value, one.error, true)])
    return inside, outside


def summary(game: joute.Game, found: list[dict[str, Any]]) -> dict[str, Any]:
    """The counts of all decisions, and the shares that are asked for."""
    counts = {name: sum(one.get(name, 0) for one in found) for name in COUNTED}
    rows = [Described.of(one["described"]) if "described" in one else None for one in found]
    unsure = [(place, *sentence) for place, one in enumerate(found) for sentence in one.get("unsure", [])]
    counts["supported"] = sum(is_supported(game, rows, place, name, direction) for place, name, direction in unsure)
    return {
        "decisions": len(found),
        **counts,
        "intervals_that_contain": share(counts["contained"], counts["values"]),
        "clear_explained": share(counts["explained"], counts["clear"]),
        "reasons_that_hold": share(counts["holds"], counts["holds"] + counts["fails"]),
        "trivial_supported": share(counts["supported"], counts["trivial"]),
        "failed": [text for one in found for text in one.get("failed", [])][:20],
        "missing": [text for one in found for text in one.get("missing", [])][:20],
        "outside": [values for one in found for values in one.get("outside", [])],
    }


def print_decision(game: joute.Game, judged: Assessment, said: list[Reason]) -> None:
    """The verdict and its reasons, in both languages."""
    for language in ("en", "fr"):
        print(f"\n{game.spoken(judged.played)}: {verdict(game, judged)[language]}", *(one.sentence[language] for one in said), sep="\n  ")


def described(game: joute.Game, view: joute.State, seat: int, fresh: Assessment) -> dict[str, Any]:
    """What fresh samples say of the judged actions: the facts, the mean consequences, the values, and which actions they are."""
    assert fresh.samples is not None
    facts = [game.facts(view, seat, action) for action in fresh.finalists]
    came = fresh.samples.consequences.mean(axis=0)
    numbers = {fact.name: [one[fact.name] for one in facts] for fact in game.definition.facts}
    numbers |= {fact.name: came[:, index].round(6).tolist() for index, fact in enumerate(tracked(game))}
    values = fresh.samples.values.mean(axis=0).round(6).tolist()
    return {"numbers": numbers, "values": values, "actions": [int(action) for action in fresh.finalists]}


class Described(NamedTuple):
    """The judged actions of a decision in fresh worlds, all numbers without their mean in the decision."""

    numbers: dict[str, np.ndarray]  # by fact or consequence: [action]
    values: np.ndarray  # [action]
    actions: list[int]

    @classmethod
    def of(cls, stored: dict[str, Any]) -> "Described":
        """From what `described` has noted."""
        numbers = {name: centred(np.array(column)) for name, column in stored["numbers"].items()}
        return cls(numbers, centred(np.array(stored["values"])), stored["actions"])

    def which(self, actions: list[int]) -> np.ndarray:
        """Which action of the game each of them is: [action, action of the game]."""
        which = np.equal.outer(self.actions, actions).astype(float)
        return np.asarray(which - which.mean(axis=0))


def centred(values: np.ndarray) -> np.ndarray:
    """Without the mean."""
    return np.asarray(values - values.mean())


def is_supported(game: joute.Game, rows: list[Described | None], place: int, name: str, direction: float) -> bool:
    """Whether, over all the other decisions, more of the number of a sentence goes with a better or a worse action, as the sentence has it.

    Of a game with few actions, what an action is worth on the whole is left out: the number must tell more than which action it is.
    """
    others = [one for number, one in enumerate(rows) if number != place and one is not None]
    x, y = (np.concatenate(columns) for columns in zip(*((one.numbers[name], one.values) for one in others), strict=True))
    if len(game.actions) <= FEW:
        actions = [int(action) for action in game.actions]
        which = np.concatenate([one.which(actions) for one in others])
        x, y = (column - which @ np.linalg.lstsq(which, column, rcond=None)[0] for column in (x, y))
    if not (strength := float(x @ x)):
        return False
    slope = float(x @ y) / strength
    error = float(np.sqrt(((y - slope * x) ** 2 * x**2).sum())) / strength
    return bool(slope * direction > 2 * error)


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
    parser.add_argument("--checkpoint", type=Path, help="folder with a file for each game: a run that was interrupted goes on")
    parser.add_argument("--show", action="store_true", help="print every judgement with its reasons")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    if given.checkpoint:
        given.checkpoint.mkdir(parents=True, exist_ok=True)
    for name in given.games.split(","):
        samples = given.samples or SAMPLES.get(name, USUAL_SAMPLES)
        wanted = Measure(name, given.decisions, samples, given.first_seed, given.truth, given.show)
        stem = f"{name}-{wanted.samples}-{wanted.first_seed}-{wanted.factor}.jsonl"
        found = wanted.run(given.checkpoint / stem if given.checkpoint else None)
        if given.json:
            print(json.dumps(found), flush=True)
        else:
            print(*(f"{key}: {value}" for key, value in found.items() if key not in ("failed", "outside")), sep="\n", flush=True)


if __name__ == "__main__":
    main()

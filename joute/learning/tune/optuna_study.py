"""A tuning's side of Optuna: proposals from what was seen, a file that lasts, and what mattered (extra `learn`)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from joute.core.errors import JouteError
from joute.core.rng import seed_of
from joute.core.state import Json
from joute.learning.tune.search_space import Space

if TYPE_CHECKING:
    from optuna import Study
    from optuna.distributions import BaseDistribution

GENERATION = 8  # proposals that are judged together
BY_LOT = 1  # proposals follow what was seen from the start on, first of all the start itself
TELLING = 16  # trials before it can be said what mattered
NAME = "tuning"  # of the study in its file
OPENING = b'{"op_code":'  # how Optuna's journals begin


@dataclass(frozen=True)
class Trial:
    """One proposal, and how it did."""

    values: dict[str, float]
    text: str
    rungs: dict[int, float]  # the share of the point after so many blocks

    @property
    def blocks(self) -> int:
        """How many blocks it played."""
        return max(self.rungs)

    @property
    def share(self) -> float:
        """Its share after all of them."""
        return self.rungs[self.blocks]

    def gain(self, start: "Trial") -> float:
        """How much more it got than the start on the same blocks."""
        return self.share - start.rungs[self.blocks]


def widened(space: Space, trials: Sequence[Trial]) -> Space:
    """The ranges after these trials, the start first: after every generation, those at whose edge the best so far lies reach further."""
    for seen in range(1 + GENERATION, len(trials) + 1, GENERATION):
        best = max(trials[:seen], key=lambda trial: (trial.blocks, trial.share))
        space = Space(space.agent, [dial.widened(best.values[dial.name]) for dial in space.dials])
    return space


def optuna_here() -> Any:
    """Optuna, silent."""
    try:
        import optuna
    except ImportError as error:
        raise JouteError("tuning needs Optuna: pip install 'joute[learn]'") from error
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    return optuna


def distributions(space: Space) -> "dict[str, BaseDistribution]":
    """The ranges as Optuna says them, each on the scale that is searched evenly."""
    kinds = optuna_here().distributions
    return {
        dial.name: (kinds.IntDistribution if dial.whole and not dial.unit else kinds.FloatDistribution)(
            dial.spread(dial.low), dial.spread(dial.high), log=dial.logarithmic
        )
        for dial in space.dials
    }


def propose(space: Space, trials: Sequence[Trial], count: int, seed: int) -> list[dict[str, float]]:
    """So many proposals, from the trials so far and the seed: the first trial is the start, against which all others count."""
    optuna, ranges = optuna_here(), distributions(space)
    study = optuna.create_study(direction="maximize", sampler=optuna.samplers.RandomSampler(0))
    study.add_trials([_frozen(space, trial, trial.gain(trials[0])) for trial in trials])
    proposals = []
    for number in range(len(trials), len(trials) + count):
        own = seed_of(seed, "proposal", number) % 2**32
        study.sampler = optuna.samplers.TPESampler(n_startup_trials=BY_LOT, multivariate=True, constant_liar=True, seed=own)
        asked = study.ask(ranges).params
        proposals.append({dial.name: dial.value(asked[dial.name]) for dial in space.dials})
    return proposals


def importances(space: Space, trials: Sequence[Trial], blocks: int) -> dict[str, float]:
    """How much each setting mattered for being among the best after the first blocks (PED-ANOVA, Watanabe et al. 2023); empty: too few."""
    if len(trials) < TELLING:
        return {}
    optuna, ranges = optuna_here(), distributions(space)
    if len(ranges) == 1:
        return dict.fromkeys(ranges, 1.0)
    study = optuna.create_study(direction="maximize")
    study.add_trials([_frozen(space, trial, trial.rungs[blocks]) for trial in trials])
    found = optuna.importance.get_param_importances(study, evaluator=optuna.importance.PedAnovaImportanceEvaluator())
    return {name: round(float(found.get(name, 0.0)), 4) for name in ranges}


def _frozen(space: Space, trial: Trial, value: float, given_up: bool = False) -> Any:
    trials = optuna_here().trial
    return trials.create_trial(
        state=trials.TrialState.PRUNED if given_up else trials.TrialState.COMPLETE,
        value=value,
        params={dial.name: dial.spread(trial.values[dial.name]) for dial in space.dials},
        distributions=distributions(space),
        intermediate_values=trial.rungs,
        user_attrs={"agent": trial.text, "values": trial.values},
    )


class Logbook:
    """The file of a tuning: an Optuna study whose whole generations outlive a kill."""

    def __init__(self, file: Path, space: Space, plan: Json, resume: bool) -> None:
        optuna_here()
        self.file, self.space = file, space
        if file.exists() and not resume:
            file.replace(file.with_name(f"{file.stem}.before{file.suffix}"))
        self._study = self._opened()
        begun = self._study.user_attrs.get("plan")
        if begun is None:
            self._study.set_user_attr("plan", plan)
        elif begun != json.loads(json.dumps(plan)):
            differing = [name for name in plan if begun.get(name) != json.loads(json.dumps(plan[name]))]
            raise JouteError(f"the tuning in {file} was begun with another {' and '.join(differing)}; it cannot go on with this one")

    def _opened(self) -> "Study":
        optuna = optuna_here()
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self._mend()
            backend = optuna.storages.journal.JournalFileBackend(str(self.file))
            return optuna.create_study(
                study_name=NAME, storage=optuna.storages.JournalStorage(backend), direction="maximize", load_if_exists=True
            )
        except (OSError, ValueError, KeyError) as error:
            raise JouteError(f"{self.file} cannot be used to keep a tuning: {error}") from error

    def _mend(self) -> None:
        """A line that a kill cut short is taken off; a file that is no journal is left alone."""
        if not self.file.exists():
            return
        text = self.file.read_bytes()
        if text and not text.startswith(OPENING):
            raise ValueError("it is something else")
        if not text.endswith(b"\n"):
            self.file.write_bytes(text[: text.rfind(b"\n") + 1])

    @property
    def seconds(self) -> float:
        """The time that was spent on what is kept."""
        return float(self._study.user_attrs.get("seconds", 0.0))

    @property
    def blocks(self) -> int:
        """The first rung of what is kept; 0: nothing is."""
        kept = self._study.get_trials(deepcopy=False)
        return min(map(int, kept[0].intermediate_values)) if kept else 0

    def read(self) -> list[Trial]:
        """The start and whole generations after it; what a kill cut short is forgotten."""
        kept = [
            Trial(
                dict(one.user_attrs["values"]),
                one.user_attrs["agent"],
                {int(rung): share for rung, share in one.intermediate_values.items()},
            )
            for one in self._study.get_trials(deepcopy=False)
        ]
        whole = kept[: len(kept) and 1 + (len(kept) - 1) // GENERATION * GENERATION]
        if len(whole) < len(kept):
            plan, seconds = self._study.user_attrs["plan"], self.seconds
            optuna_here().delete_study(study_name=NAME, storage=self._study._storage)
            self._study = self._opened()
            self._study.set_user_attr("plan", plan)
            self.write(whole, whole, seconds)
        return whole

    def write(self, fresh: Sequence[Trial], trials: Sequence[Trial], seconds: float) -> None:
        """Keep these trials; those that won their generation are complete, those given up before are pruned."""
        longest, space = max(trial.blocks for trial in trials), widened(self.space, trials)
        for trial in fresh:
            self._study.add_trial(_frozen(space, trial, trial.gain(trials[0]), trial.blocks < longest))
        self._study.set_user_attr("seconds", seconds)

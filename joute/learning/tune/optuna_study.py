"""Suggestions of trials by Optuna, the journal that stores them, and the importance of each parameter (extra `learn`)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from joute.core.errors import JouteError
from joute.core.rng import seed_of
from joute.i18n import listed
from joute.learning.tune.search_space import SearchSpace

if TYPE_CHECKING:
    from optuna import Study
    from optuna.distributions import BaseDistribution
    from optuna.trial import FrozenTrial

GENERATION = 8  # trials that are suggested and raced together
STARTUP_TRIALS = 1  # before the sampler uses the results: only the start
MIN_TRIALS = 16  # for importances
STUDY = "tuning"  # its name in the file
JOURNAL_START = b'{"op_code":'  # of Optuna's journals


@dataclass(frozen=True)
class Trial:
    """Values of the parameters, and their results."""

    values: dict[str, float]
    text: str  # of the agent
    rungs: dict[int, float]  # number of blocks -> share of the point

    @property
    def blocks(self) -> int:
        """The number of blocks it played."""
        return max(self.rungs)

    @property
    def share(self) -> float:
        """Its share after all of them."""
        return self.rungs[self.blocks]

    def gain(self, start: "Trial") -> float:
        """The difference to the share of the start on the same blocks."""
        return self.share - start.rungs[self.blocks]


def widen_ranges(space: SearchSpace, trials: Sequence[Trial]) -> SearchSpace:
    """The ranges after these trials, the start first: after each generation, those are wider at whose edge the best trial lies."""
    for seen in range(1 + GENERATION, len(trials) + 1, GENERATION):
        best = max(trials[:seen], key=lambda trial: (trial.blocks, trial.share))
        space = SearchSpace(space.agent, [parameter.widened(best.values[parameter.name]) for parameter in space.parameters])
    return space


def import_optuna() -> ModuleType:
    """Optuna, without its messages."""
    try:
        import optuna
    except ImportError as error:
        raise JouteError("tuning needs Optuna: pip install 'joute[learn]'") from error
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    return optuna


def distributions(space: SearchSpace) -> "dict[str, BaseDistribution]":
    """The ranges for Optuna, each on the scale that is searched uniformly."""
    kinds = import_optuna().distributions
    return {
        one.name: (kinds.IntDistribution if one.integer and not one.unit else kinds.FloatDistribution)(
            one.to_scale(one.low), one.to_scale(one.high), log=one.logarithmic
        )
        for one in space.parameters
    }


def suggest(space: SearchSpace, trials: Sequence[Trial], count: int, seed: int) -> list[dict[str, float]]:
    """Values for new trials, from the trials so far (the start first) and the seed."""
    optuna, ranges = import_optuna(), distributions(space)
    study = optuna.create_study(direction="maximize", sampler=optuna.samplers.RandomSampler(0))
    study.add_trials([_frozen(space, trial, trial.gain(trials[0])) for trial in trials])
    suggestions = []
    for number in range(len(trials), len(trials) + count):
        own_seed = seed_of(seed, "proposal", number) % 2**32
        study.sampler = optuna.samplers.TPESampler(n_startup_trials=STARTUP_TRIALS, multivariate=True, constant_liar=True, seed=own_seed)
        places = study.ask(ranges).params
        suggestions.append({one.name: one.from_scale(places[one.name]) for one in space.parameters})
    return suggestions


def importances(space: SearchSpace, trials: Sequence[Trial], blocks: int) -> dict[str, float]:
    """The importance of each parameter for the result after the first rung (PED-ANOVA, Watanabe et al. 2023); empty: too few trials."""
    if len(trials) < MIN_TRIALS:
        return {}
    optuna, ranges = import_optuna(), distributions(space)
    if len(ranges) == 1:
        return dict.fromkeys(ranges, 1.0)
    study = optuna.create_study(direction="maximize")
    study.add_trials([_frozen(space, trial, trial.rungs[blocks]) for trial in trials])
    found = optuna.importance.get_param_importances(study, evaluator=optuna.importance.PedAnovaImportanceEvaluator())
    return {name: round(float(found.get(name, 0.0)), 4) for name in ranges}


def _frozen(space: SearchSpace, trial: Trial, value: float, pruned: bool = False) -> "FrozenTrial":
    trials = import_optuna().trial
    made: FrozenTrial = trials.create_trial(
        state=trials.TrialState.PRUNED if pruned else trials.TrialState.COMPLETE,
        value=value,
        params={one.name: one.to_scale(trial.values[one.name]) for one in space.parameters},
        distributions=distributions(space),
        intermediate_values=trial.rungs,
        user_attrs={"agent": trial.text, "values": trial.values},
    )
    return made


class TuningJournal:
    """The file of a tuning: an Optuna study, from which whole generations can be resumed."""

    def __init__(self, file: Path, space: SearchSpace, plan: Mapping[str, object], resume: bool) -> None:
        import_optuna()
        self.file, self.space = file, space
        if file.exists() and not resume:
            self._check()
            file.replace(file.with_name(f"{file.stem}.before{file.suffix}"))
        self._study = self._open()
        stored = self._study.user_attrs.get("plan")
        if stored is None:
            self._study.set_user_attr("plan", dict(plan))
        elif stored != json.loads(json.dumps(dict(plan))):
            differing = [name for name in plan if stored.get(name) != json.loads(json.dumps(plan[name]))]
            raise JouteError(
                "the tuning in {file} was started with another {differing}; it cannot be resumed with this one",
                file=file,
                differing=listed(differing),
            )

    def _open(self) -> "Study":
        optuna = import_optuna()
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self._remove_partial_line()
            storage = optuna.storages.JournalStorage(optuna.storages.journal.JournalFileBackend(str(self.file)))
            study: Study = optuna.create_study(study_name=STUDY, storage=storage, direction="maximize", load_if_exists=True)
            return study
        except (OSError, ValueError, KeyError) as error:
            raise JouteError("{file} cannot be used as the journal of a tuning: {error}", file=self.file, error=error) from error

    def _check(self) -> None:
        """Refuse a file that is no journal."""
        with self.file.open("rb") as source:
            start = source.read(len(JOURNAL_START))
        if start and start != JOURNAL_START:
            raise JouteError("{file} cannot be used as the journal of a tuning: it is not a journal", file=self.file)

    def _remove_partial_line(self) -> None:
        """Remove a last line that was cut short."""
        if not self.file.exists():
            return
        self._check()
        text = self.file.read_bytes()
        if not text.endswith(b"\n"):
            self.file.write_bytes(text[: text.rfind(b"\n") + 1])

    @property
    def seconds(self) -> float:
        """The time spent on the trials in the file."""
        return float(self._study.user_attrs.get("seconds", 0.0))

    @property
    def blocks(self) -> int:
        """The first rung of the trials in the file; 0 if there are none."""
        stored = self._study.get_trials(deepcopy=False)
        return min(map(int, stored[0].intermediate_values)) if stored else 0

    def read(self) -> list[Trial]:
        """The start and the whole generations after it; an incomplete generation is dropped."""
        stored = [
            Trial(
                dict(one.user_attrs["values"]),
                one.user_attrs["agent"],
                {int(rung): share for rung, share in one.intermediate_values.items()},
            )
            for one in self._study.get_trials(deepcopy=False)
        ]
        whole = stored[: len(stored) and 1 + (len(stored) - 1) // GENERATION * GENERATION]
        if len(whole) < len(stored):
            plan, seconds = self._study.user_attrs["plan"], self.seconds
            import_optuna().delete_study(study_name=STUDY, storage=self._study._storage)
            self._study = self._open()
            self._study.set_user_attr("plan", plan)
            self.write(whole, whole, seconds)
        return whole

    def write(self, new: Sequence[Trial], trials: Sequence[Trial], seconds: float) -> None:
        """Add the new trials; the winners of their generation are complete, the others pruned."""
        longest, space = max(trial.blocks for trial in trials), widen_ranges(self.space, trials)
        for trial in new:
            self._study.add_trial(_frozen(space, trial, trial.gain(trials[0]), trial.blocks < longest))
        self._study.set_user_attr("seconds", seconds)

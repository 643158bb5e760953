"""Expert iteration (Anthony, Tian and Barber 2017), for any game with features: generations of a search and a network.

1. A search plays itself, from the second generation on with the network. Each decision is an example: the values that the search gives
   the actions, what it chose, and what came of the game.
2. A new network learns from the examples of the last generations.
3. A gate: inside the same search, the new network plays duplicate games among players with the network before, and among players of a
   reference that never changes. It takes over if it leads the one before and does not clearly fall back against the reference.

Rounds are short, so that a training can be stopped and resumed in any step; the same seed gives the same bits.
"""

import hashlib
import shutil
import tempfile
import weakref
from concurrent.futures import Executor as ThreadPool
from dataclasses import fields, replace
from pathlib import Path
from statistics import fmean
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from joute.arena.block import Block, block_leads, block_openings
from joute.arena.executor import Executor, ProcessPool, SerialExecutor
from joute.arena.statistics.estimates import mean_interval
from joute.arena.worker import BlockJob, BlockWorker, ScheduledBlock
from joute.core import registry
from joute.core.errors import BadSetting
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.core.settings import text_of_value
from joute.core.state import Json
from joute.i18n import say, say_count
from joute.learning.checkpoint import Arrays, network_arrays, restore_networks
from joute.learning.distil.dataset import SELF, Dataset, DatasetJob, DatasetWorker, joined, teacher_objective
from joute.learning.distil.training import HELD_OUT, NetworkTraining, check_network, new_network, packed_weights
from joute.learning.dqn.opponents import limited_by_time
from joute.learning.dqn.qnetwork import QNetwork
from joute.learning.dqn.vector_env import output_size
from joute.learning.expert.settings import ExpertSettings, first_search, network_search
from joute.search.network.weights import NetworkWeights

WORKERS = 2  # processes that play, if playing in parallel is allowed
GAMES_PER_JOB, JOBS_PER_ROUND = 2, 4
PLAY, LEARN, GATE = "play", "learn", "gate"  # steps of a generation
PREVIOUS, REFERENCE = "previous", "reference"  # opponents at the gate


class Lead(TypedDict):
    """The lead over other players in points a game, and its interval over duplicate deals."""

    mean: float
    interval: list[float]


class Generation(TypedDict):
    """What came of a generation."""

    number: int
    examples: int  # decisions that its network has learnt from
    error: float  # of its values on decisions held out
    surprise: float  # mean cross-entropy of the search's choices on decisions held out, in nats
    random_surprise: float
    leads: dict[str, Lead]  # over the search with the network before, and over the reference
    accepted: bool


class ExpertWorker:
    """Plays games to learn from, and blocks of the gate."""

    def __init__(self) -> None:
        self._games, self._blocks = DatasetWorker(), BlockWorker()

    def run(self, job: DatasetJob | BlockJob) -> Dataset | list[Block]:
        """The decisions of games, or the results of blocks."""
        return self._games.run(job) if isinstance(job, DatasetJob) else self._blocks.run(job)

    def close(self) -> None:
        """Close the agents."""
        self._blocks.close()


class ValuesAlone:
    """A network without its policy."""

    def __init__(self, network: QNetwork, actions: int) -> None:
        self.network, self.actions = network, actions

    def predict(self, rows: NDArray[np.float32], /) -> NDArray[np.float32]:
        """The value of every action."""
        return self.network.predict(rows)[:, : self.actions]


class ExpertLearner:
    """A network, and the search that teaches it and asks it."""

    def __init__(self, game: Game, chosen: ExpertSettings, seed: int) -> None:
        self.game, self.settings, self.seed = game, chosen, seed
        self.first_search = text_of_value(chosen.first_search) or first_search(game, chosen.iterations)
        self.search = text_of_value(chosen.search) or network_search(game, chosen.iterations)
        self.reference = text_of_value(chosen.reference) or self.first_search
        self.objective = teacher_objective(game, self.first_search)
        self.network = self.candidate = self._new_network()
        self.pool: list[QNetwork] = []
        self.generations: list[Generation] = []
        self.step, self.played = PLAY, 0  # games of this generation
        self.parts: list[Dataset] = []  # of this generation
        self.window: list[Dataset] = []  # one of each generation before
        self.results: dict[str, list[float]] = {}  # leads at the gate, by opponent and block
        self._training: NetworkTraining | None = None
        self._executor: Executor[DatasetJob | BlockJob, Dataset | list[Block]] | None = None
        self._folder: Path | None = None  # of weights that searches in other processes read
        self._check()

    def _check(self) -> None:
        """Refuse searches that cannot serve, before anything is played."""
        agents = [registry.agent(text, self.game) for text in (self.first_search, self._search_with(self.network), self.reference)]
        for agent in agents:
            if limited_by_time(agent):
                raise BadSetting(
                    "train: {agent} is limited by time, so training would not be reproducible; set iterations, nodes or depth",
                    agent=agent.text,
                )
        if agents[0].unit is not agents[1].unit:
            raise BadSetting("train: {first} and {search} have different aims", first=self.first_search, search=self.search)

    # --- what a training asks for ---------------------------------------------------------------------------------------------------

    @property
    def generation(self) -> Generation | None:
        """The last that was completed."""
        return self.generations[-1] if self.generations else None

    @property
    def episodes(self) -> int:
        """Games of completed generations."""
        return self.settings.games * len(self.generations)

    @property
    def evaluation_interval(self) -> int:
        """A generation."""
        return self.settings.games

    @property
    def loss(self) -> float:
        """The error of the last network's values on decisions held out."""
        return self.generations[-1]["error"] if self.generations else 0.0

    @property
    def figures(self) -> dict[str, float]:
        """What the log shows."""
        last = self.generation
        found: dict[str, float] = {"generation": len(self.generations), "games": self.episodes + self.played}
        found |= {"error": last["error"] if last else 0.0, "cross-entropy": last["surprise"] if last else 0.0}
        for name in (PREVIOUS, REFERENCE):
            found[f"lead over {name}"] = last["leads"][name]["mean"] if last and name in last["leads"] else 0.0
        found["accepted"] = float(last["accepted"]) if last else 0.0
        return found

    @property
    def status(self) -> str:
        """What it is doing."""
        head = say("generation {number}", number=len(self.generations) + 1)
        if self.step == PLAY:
            return f"{head}: " + say_count("{done} of {n} game played", "{done} of {n} games played", self.settings.games, done=self.played)
        if self.step == LEARN:
            done = self._training.epochs if self._training else 0
            return f"{head}: " + say("learning, pass {done} of {all}", done=done, all=self.settings.epochs)
        done, all_blocks = sum(map(len, self.results.values())), self.settings.gate_blocks * len(self._opponents())
        return f"{head}: " + say("the new network proves itself, duplicate game {done} of {all}", done=done, all=all_blocks)

    @property
    def evaluated(self) -> ValuesAlone:
        """The network that the search asks."""
        return ValuesAlone(self.network, output_size(self.game))

    def weights(self, made: Json) -> NetworkWeights:
        """That network as it plays."""
        searches = {"first_search": self.first_search, "search": self.search, "reference": self.reference}
        return packed_weights(self.game, self.objective, self.network, made | searches | {"generations": self.generations})

    def round(self, pool: ThreadPool | None = None) -> None:
        """A few games, a pass over the examples, or a few blocks of the gate; on several processes if a pool is given."""
        if self._executor is None:
            self._executor = SerialExecutor(ExpertWorker) if pool is None else ProcessPool(ExpertWorker, WORKERS)
        {PLAY: self._play, LEARN: self._learn, GATE: self._prove}[self.step]()

    def close(self) -> None:
        """End the processes, and delete the files that they read."""
        if self._executor is not None:
            self._executor.close()
            self._executor = None
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    # --- the steps of a generation ---------------------------------------------------------------------------------------------------

    def _play(self) -> None:
        """The next games of the search against itself."""
        assert self._executor is not None
        teacher = self._search_with(self.network) if self._accepted else self.first_search
        seed = seed_of(self.seed, "generation", len(self.generations))
        last = min(self.played + GAMES_PER_JOB * JOBS_PER_ROUND, self.settings.games)
        jobs = [
            DatasetJob(
                registry.address(self.game),
                vars(self.game.options),
                teacher,
                range(first, min(first + GAMES_PER_JOB, last)),
                seed,
                SELF,
                self.settings.epsilon,
            )
            for first in range(self.played, last, GAMES_PER_JOB)
        ]
        for part in self._executor.map(jobs):
            assert isinstance(part, Dataset)
            self.parts.append(part)
        self.played = last
        if last == self.settings.games:
            self.window = [*self.window, joined(self.parts)][-self.settings.window :]
            self.parts = []
            self.step = LEARN

    def _learn(self) -> None:
        """A pass over the examples; the last of each generation are held out for a test."""
        if self._training is None:
            examples = joined([part.part(slice(-held_out(part))) for part in self.window])
            self._training = NetworkTraining(self.game, examples, self.settings, seed_of(self.seed, "network", len(self.generations)))
        self._training.epoch()
        if self._training.epochs == self.settings.epochs:
            self.candidate, self._training, self.step = self._training.network, None, GATE

    def _opponents(self) -> dict[str, str]:
        """Whom the new network meets."""
        before = {PREVIOUS: self._search_with(self.network)} if self._accepted else {}
        return before | {REFERENCE: self.reference}

    def _prove(self) -> None:
        """The next blocks of the gate; after the last one, the decision."""
        assert self._executor is not None
        opponents, blocks = self._opponents(), self.settings.gate_blocks
        opponent = next(name for name in opponents if len(self.results.get(name, [])) < blocks)
        seed = seed_of(self.seed, "gate", len(self.generations))
        players = [self._search_with(self.candidate), *[opponents[opponent]] * (self.game.spec.seats - 1)]
        job = BlockJob.of(self.game, seed, players, records=False)
        openings = block_openings(self.game, blocks, seed, "balanced")
        done = len(self.results.setdefault(opponent, []))
        numbers = range(done, min(done + JOBS_PER_ROUND, blocks))
        for played in self._executor.map([replace(job, blocks=[ScheduledBlock((), number, openings[number])]) for number in numbers]):
            assert isinstance(played, list)
            self.results[opponent] += [lead for block in played for lead in block_leads(block.games, 0)]
        if all(len(self.results.get(name, [])) == blocks for name in opponents):
            self._decide()

    def _decide(self) -> None:
        """Accept or reject the new network, and begin the next generation."""
        leads = {name: lead_of(values) for name, values in self.results.items()}
        before = self._accepted["leads"][REFERENCE]["mean"] if self._accepted else -np.inf
        accepted = (PREVIOUS not in leads or leads[PREVIOUS]["mean"] > 0.0) and leads[REFERENCE]["interval"][1] >= before
        last = self.window[-1]
        tested = check_network(self.candidate, last.part(slice(-held_out(last), None)))
        self.generations.append(
            Generation(
                number=len(self.generations) + 1,
                examples=sum(len(part) - held_out(part) for part in self.window),
                error=tested.error,
                surprise=tested.surprise,
                random_surprise=tested.random_surprise,
                accepted=accepted,
                leads=leads,
            )
        )
        self.network = self.candidate if accepted else self.network
        self.step, self.played, self.results = PLAY, 0, {}

    @property
    def _accepted(self) -> Generation | None:
        """The last generation whose network was accepted."""
        return next((one for one in reversed(self.generations) if one["accepted"]), None)

    def _search_with(self, network: QNetwork) -> str:
        """The search that asks this network, whose file other processes can read."""
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="joute-"))
            weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        weights = packed_weights(self.game, self.objective, network, {})
        file = self._folder / f"{hashlib.sha256(weights.flat.tobytes()).hexdigest()[:16]}.safetensors"
        if not file.exists():
            weights.save(file)
        return f"{self.search},weights={file}"

    def _new_network(self) -> QNetwork:
        return new_network(self.game, self.settings, seed_of(self.seed, "network"))

    # --- what is saved ------------------------------------------------------------------------------------------------------------

    def state(self) -> Arrays:
        """Everything that the next round depends on; a network that is learning starts again from its examples."""
        arrays = network_arrays({"network": self.network, "candidate": self.candidate})
        for name, parts in (("window", self.window), ("parts", [joined(self.parts)] if self.parts else [])):
            arrays |= {f"{name}.{number}.{key}": array for number, part in enumerate(parts) for key, array in vars(part).items()}
        numbers: Json = {"step": self.step, "played": self.played, "results": self.results, "generations": self.generations}
        return Arrays(arrays, numbers)

    def restore(self, state: Arrays) -> None:
        """Continue from such a state."""
        arrays, numbers = state
        self.network, self.candidate = self._new_network(), self._new_network()
        restore_networks({"network": self.network, "candidate": self.candidate}, arrays)
        self.step, self.played = numbers["step"], numbers["played"]
        self.results, self.generations = numbers["results"], numbers["generations"]
        self.window, self.parts = _datasets("window", arrays), _datasets("parts", arrays)


def _datasets(name: str, arrays: dict[str, NDArray[Any]]) -> list[Dataset]:
    """The datasets of that name in a checkpoint."""
    count = len({key.split(".")[1] for key in arrays if key.startswith(f"{name}.")})
    return [Dataset(**{part.name: arrays[f"{name}.{number}.{part.name}"] for part in fields(Dataset)}) for number in range(count)]


def held_out(part: Dataset) -> int:
    """The number of decisions of a generation that its networks do not learn from."""
    return max(1, len(part) // HELD_OUT)


def lead_of(blocks: list[float]) -> Lead:
    """The mean lead over blocks, and its interval."""
    bounds = mean_interval(blocks)
    assert bounds is not None, "a gate has at least three blocks"
    return Lead(mean=fmean(blocks), interval=list(bounds))

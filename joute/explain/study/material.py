"""The material of a study: positions from games of the agent, two sets of questions of equal difficulty, and examples with reasons.

Questions and examples come from different games. A position is taken only if the agent decides the same with other seeds: what it does by
chance, nobody can predict. No action is the answer to more than half of the questions: else naming the usual one would do. The material is
a file beside the plan, so that every participant and every later reader has the same.
"""

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

from joute.arena.block import block_openings
from joute.arena.match import match
from joute.core import registry
from joute.core.agent import Agent
from joute.core.errors import JouteError, system_reason
from joute.core.game import Game
from joute.core.record import GameRecord
from joute.core.rng import below, seed_of, seeded
from joute.core.state import Json, State
from joute.explain.study.plan import StudyPlan
from joute.review.decision_review import decision_review
from joute.review.judge import judge
from joute.review.reasons import ReasonInfo, Texts

FORMAT = 1
GAMES_EACH = 20  # games that are tried for each position wanted, before giving up
TRIES = 12  # positions of a game that are looked at
MOST_ALIKE = 0.5  # share of questions, or of examples, in which the agent plays the same action

Role: TypeAlias = Literal["a", "b", "example"]  # one of the two sets of questions, or an example
Facts: TypeAlias = dict[str, dict[str, float]]  # by action and name
Use = TypeVar("Use")
Element = TypeVar("Element")
Progress: TypeAlias = Callable[[int, int], None]  # positions found, positions wanted


@dataclass(frozen=True)
class StudyItem:
    """A position: a question, or an example with its explanation."""

    id: str
    role: Role
    record: int  # which of the records
    ply: int
    seat: int  # the agent's
    legal: list[str]
    action: str  # what the agent plays
    agreement: float  # share of its repeated decisions that were the same
    verdict: Texts = field(default_factory=dict)  # of an example, by language
    reasons: list[ReasonInfo] = field(default_factory=list)  # of an example
    facts: Facts = field(default_factory=dict)  # of every legal action: what a player would say of it


@dataclass(frozen=True)
class StudyMaterial:
    """All positions of a study, with the games that they come from."""

    version: str  # of the plan
    agent: str  # its version
    items: list[StudyItem]
    records: list[Json]

    def role(self, role: Role) -> list[StudyItem]:
        """The items of one role."""
        return [item for item in self.items if item.role == role]

    def item(self, id: str) -> StudyItem:
        """The item of that id."""
        return next(item for item in self.items if item.id == id)

    def to_json(self) -> Json:
        """For its file."""
        return {"joute study material": FORMAT, **asdict(self)}

    @classmethod
    def from_json(cls, said: Mapping[str, Any]) -> "StudyMaterial":
        """What `to_json` gave."""
        items = [StudyItem(**item) for item in said["items"]]
        return cls(said["version"], said["agent"], items, list(said["records"]))


@dataclass(frozen=True)
class _Found:
    """A decision that can be used."""

    record: GameRecord
    ply: int
    seat: int
    state: State
    action: str
    legal: list[str]
    agreement: float


def prepare(plan: StudyPlan, progress: Progress | None = None) -> StudyMaterial:
    """Choose the positions of a study from games of the agent; the same plan gives the same, unless time limits end a decision."""
    game = plan.open().fast()
    agent = registry.agent(plan.agent, game)
    judging = registry.agent(plan.design.judge or registry.advisor_name(game), game).unerring
    wanted = 2 * plan.design.questions + plan.design.examples
    records: list[GameRecord] = []
    items: list[StudyItem] = []

    def add(found: _Found, role: Role, explained: tuple[Texts, list[ReasonInfo]] = ({}, [])) -> None:
        if not records or records[-1] is not found.record:
            records.append(found.record)
        facts = _facts(game, found) if game.definition.facts else {}
        place = (len(records) - 1, found.ply, found.seat)
        name = f"{'q' if role != 'example' else 'e'}{len(items) + 1}"
        items.append(StudyItem(name, role, *place, found.legal, found.action, found.agreement, *explained, facts))

    alike: Counter[str] = Counter()
    most = math.ceil(MOST_ALIKE * plan.design.examples)

    def explain(found: _Found) -> tuple[Texts, list[ReasonInfo]] | None:
        return _explained(plan, game, judging, found) if alike[found.action] < most else None

    for found, explained in _decisions(plan, game, agent, "examples", explain):
        alike[found.action] += 1
        add(found, "example", explained)
        if progress:
            progress(len(items), wanted)
        if len(items) == plan.design.examples:
            break
    else:
        raise JouteError(
            "only {found} of {wanted} examples with reasons were found, at most half of them with the same action: "
            "ask for fewer, or name another judge or agent",
            found=len(items),
            wanted=plan.design.examples,
        )
    questions: list[_Found] = []
    asked: Counter[str] = Counter()
    for found, _ in _decisions(plan, game, agent, "questions", lambda found: asked[found.action] < plan.design.questions or None):
        questions.append(found)
        asked[found.action] += 1
        if progress:
            progress(len(items) + len(questions), wanted)
        if len(questions) == 2 * plan.design.questions:
            break
    else:
        raise JouteError(
            "only {found} of {wanted} positions were found where repeated decisions agree and at most half are the same action: "
            "ask for fewer questions, fewer repeats or fewer legal actions",
            found=len(questions),
            wanted=2 * plan.design.questions,
        )
    for found, role in zip(questions, _matched(questions, plan.seed), strict=True):
        add(found, role)
    return StudyMaterial(plan.version, agent.version, items, [_plain(record) for record in records])


def _plain(record: GameRecord) -> Json:
    """A record without times, which differ from run to run."""
    record.seconds = [{} for _ in record.choices]
    return record.to_json()


def _decisions(
    plan: StudyPlan, game: Game, agent: Agent, purpose: Literal["examples", "questions"], use: Callable[[_Found], Use | None]
) -> Iterator[tuple[_Found, Use]]:
    """Decisions of the agent for which `use` returns something, a few from each game, in random order; no position comes twice."""
    others = registry.agent(plan.design.opponents, game) if plan.design.opponents else agent
    games = GAMES_EACH * (plan.design.examples if purpose == "examples" else 2 * plan.design.questions)
    seen: set[str] = set()
    for number, opening in enumerate(block_openings(game, games, seed_of(plan.seed, purpose) >> 1, "balanced")):
        seed = seed_of(plan.seed, "study", purpose, number)
        own = number % game.spec.seats
        seated = [agent if seat == own or not plan.design.opponents else others for seat in range(game.spec.seats)]
        record = match(game, seated, seed, opening)
        states = [state for state, _ in record.replay(game)]
        places = [
            (ply, seat)
            for ply, row in enumerate(record.choices)
            for seat in sorted(row)
            if ply >= record.opening and seated[seat] is agent and len(game.legal_numbers(states[ply], seat)) >= plan.design.actions
        ]
        taken = 0
        for ply, seat in shuffled(places, seed)[:TRIES]:
            found = _stable(plan, game, agent, record, ply, seat, states[ply])
            key = json.dumps(game.to_json(game.view(states[ply], seat)), sort_keys=True)
            if found is None or key in seen or (used := use(found)) is None:
                continue
            seen.add(key)
            yield found, used
            taken += 1
            if taken == plan.design.per_game:
                break


def _stable(plan: StudyPlan, game: Game, agent: Agent, record: GameRecord, ply: int, seat: int, state: State) -> _Found | None:
    """The decision, if the agent decides the same with every other seed."""
    view, played = game.view(state, seat), record.choices[ply][seat]
    for repeat in range(plan.design.repeats):
        if game.actions[int(agent.choose(view, seat, seed_of(record.seed, ply, seat, "again", repeat)))].name != played:
            return None
    return _Found(record, ply, seat, state, played, [action.name for action in game.legal(state, seat)], 1.0)


def _explained(plan: StudyPlan, game: Game, judging: Agent, found: _Found) -> tuple[Texts, list[ReasonInfo]] | None:
    """The judgement of the agent's action with its reasons; None if no reason supports it."""
    view = game.view(found.state, found.seat)
    seed = seed_of(found.record.seed, found.ply, found.seat) >> 1
    judged = judge(game, view, found.seat, found.action, judging, plan.design.seconds, samples=plan.design.samples, seed=seed)
    review = decision_review(game, view, found.seat, judged, found.ply)
    supported = judged.mixing or (judged.best == judged.played and not judged.undecided)
    return (review["verdict"], review["reasons"]) if supported and review["reasons"] else None


def shuffled(elements: Sequence[Element], seed: int) -> list[Element]:
    """The elements in a random order."""
    left, rng = list(elements), seeded(seed, "order")
    return [left.pop(int(below(rng, len(left)))) for _ in elements]


def _facts(game: Game, found: _Found) -> Facts:
    view = game.view(found.state, found.seat)
    return {name: game.facts(view, found.seat, name) for name in found.legal}


def _matched(questions: Sequence[_Found], seed: int) -> list[Role]:
    """A set for each question: of two with about as many legal actions, and the same answer if possible, one goes into each set."""
    rng = seeded(seed, "sets")
    order = sorted(range(len(questions)), key=lambda place: (len(questions[place].legal), questions[place].action, place))
    roles: list[Role] = ["a"] * len(questions)
    for first in range(0, len(order), 2):
        roles[order[first + int(below(rng, 2))]] = "b"
    return roles


# --- the file -----------------------------------------------------------------------------------------------------------------------------


def material_file(plan_file: Path) -> Path:
    """Where the material of a plan is: beside it."""
    return plan_file.with_name(f"{plan_file.stem}.material.json")


def read_material(plan: StudyPlan, file: Path) -> StudyMaterial:
    """The material in a file, checked against the plan."""
    try:
        said = json.loads(file.read_bytes())
    except OSError as error:
        raise JouteError("{file} cannot be read: {error}", file=file, error=system_reason(error)) from error
    except ValueError as error:
        raise JouteError("{file} is not JSON: {error}", file=file, error=error) from error
    if not isinstance(said, dict) or said.get("joute study material") != FORMAT:
        raise JouteError("{file} is not the material of a study", file=file)
    if said.get("version") != plan.version:
        raise JouteError("{file} belongs to another version of the plan: joute study prepare makes it again", file=file)
    try:
        return StudyMaterial.from_json(said)
    except (KeyError, TypeError) as error:
        raise JouteError("{file} is not the material of a study: {error}", file=file, error=error) from error


def write_material(material: StudyMaterial, file: Path) -> None:
    """Write the material to its file."""
    try:
        file.write_text(json.dumps(material.to_json(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise JouteError("{file} cannot be written: {error}", file=file, error=system_reason(error)) from error

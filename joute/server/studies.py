"""Studies that people take part in: consent, one page after another, answers, and withdrawal.

What the agent plays in a question is never sent. A participant is a random token of their own, not the person who plays at tables.
"""

from dataclasses import asdict
from pathlib import Path
from typing import Literal, cast

from typing_extensions import TypedDict

from joute.core.errors import JouteError
from joute.core.game import Game
from joute.core.record import GameRecord
from joute.core.state import Json
from joute.explain.study.design import StudyCell, StudyStep, assign, steps
from joute.explain.study.material import StudyItem, StudyMaterial, material_file, read_material
from joute.explain.study.plan import REASONS, StudyPlan, read_plan
from joute.explain.study.responses import answered
from joute.review.reasons import ReasonInfo, Texts
from joute.review.replayed_game import ReplayedGame
from joute.server.async_store import AsyncStore
from joute.server.client_messages import StudyAnswering
from joute.server.errors import Refused
from joute.server.server_messages import Bilingual, GameEvent, View
from joute.server.tables.config import agent_name
from joute.server.tables.game_view import game_view
from joute.server.tables.projection import game_events, title
from joute.store.studies import StoredParticipant

LONGEST = 200  # letters of a token


class StudyInfo(TypedDict):
    """A study, before one takes part."""

    name: str  # in its address
    title: Bilingual  # of the study
    consent: Bilingual  # what participants agree to
    game: str  # its name
    game_title: Bilingual  # its title
    agent: str  # a level, or an agent's text
    questions: int  # before the examples, and again after them
    examples: int  # between the questions
    minutes: int  # about how long it takes


class StudyPosition(TypedDict):
    """A position, as the agent's seat sees it."""

    view: View  # of the seat
    seat: int  # the agent's
    names: list[str]  # of the players, by seat
    options: Json  # of the game that are not the default
    legal: list[str]  # the possible answers
    events: list[GameEvent]  # that led to the position
    story: list[GameEvent]  # everything so far, those events included


class StudyExample(TypedDict):
    """What the agent plays in an example, and why."""

    action: str  # what it plays
    verdict: Texts | None  # a sentence by language; null: the participant's group sees none
    reasons: list[ReasonInfo]  # at most three; empty: the participant's group sees none


class StudyScore(TypedDict):
    """How well a participant predicted the agent."""

    before: int  # correct answers before the examples
    after: int  # correct answers after them
    asked: int  # number of questions each time


class StudyPage(TypedDict):
    """What a participant sees next."""

    phase: Literal["before", "example", "after", "over"]  # a question, an example, or the end
    place: int  # number of pages before this one
    pages: int  # in all
    position: StudyPosition | None  # null: it is over
    example: StudyExample | None  # of an example
    score: StudyScore | None  # when it is over


class StudyJoined(TypedDict):
    """The token of a participant, which is not stored and cannot be shown again, and the first page."""

    token: str  # to be sent with everything else
    page: StudyPage  # the first one


def read_studies(files: str) -> list["ServedStudy"]:
    """The studies of these files, separated by commas; an error names the file."""
    found = []
    for name in filter(None, (part.strip() for part in files.split(","))):
        plan = read_plan(Path(name))
        found.append(ServedStudy(plan, read_material(plan, material_file(Path(name)))))
    if len({study.plan.name for study in found}) < len(found):
        raise JouteError("two studies have the same name")
    return found


class ServedStudy:
    """A study with its positions."""

    def __init__(self, plan: StudyPlan, material: StudyMaterial) -> None:
        self.plan, self.material = plan, material
        self.game: Game = plan.open()
        self._positions: dict[str, StudyPosition] = {}
        self._replays: dict[int, ReplayedGame] = {}

    def info(self) -> StudyInfo:
        """What one should know before taking part."""
        plan = self.plan
        return {
            "name": plan.name,
            "title": cast(Bilingual, plan.title_texts),
            "consent": cast(Bilingual, plan.consent_texts),
            "game": self.game.name,
            "game_title": title(self.game),
            "agent": plan.agent,
            "questions": plan.design.questions,
            "examples": plan.design.examples,
            "minutes": plan.minutes,
        }

    def steps(self, participant: StoredParticipant) -> list[StudyStep]:
        """What a participant gets, in order."""
        return steps(self.plan, self.material, StudyCell(participant.arm, participant.order), participant.id)

    def position(self, item: StudyItem) -> StudyPosition:
        """A position as its seat sees it: nothing of what came after it."""
        if item.id not in self._positions:
            if item.record not in self._replays:
                self._replays[item.record] = ReplayedGame(GameRecord.from_json(self.material.records[item.record]), self.game)
            before = self._replays[item.record].steps[: item.ply + 1]
            happened = [[] if events is None else game_events(events, item.seat) for _, events in before]
            view = self.game.view(before[-1][0], item.seat)
            self._positions[item.id] = {
                "view": game_view(self.game, view),
                "seat": item.seat,
                "names": [agent_name(seat) for seat in range(self.game.spec.seats)],
                "options": dict(self.plan.options),
                "legal": item.legal,
                "events": happened[-1],
                "story": [event for events in happened for event in events],
            }
        return self._positions[item.id]


class Studies:
    """The studies of this server and their participants."""

    def __init__(self, store: AsyncStore, studies: list[ServedStudy]) -> None:
        self.store = store
        self._studies = {study.plan.name: study for study in studies}

    def listed(self) -> list[StudyInfo]:
        """All studies."""
        return [study.info() for study in self._studies.values()]

    def find(self, name: str) -> ServedStudy:
        """The study of that name."""
        if name not in self._studies:
            raise Refused("not_found")
        return self._studies[name]

    async def join(self, name: str) -> StudyJoined:
        """A new participant, who has agreed."""
        study = self.find(name)
        plan = study.plan

        def group(counts: object, number: int) -> tuple[str, str]:
            counted = {StudyCell(*key): n for key, n in cast(dict[tuple[str, str], int], counts).items()}
            cell = assign(plan, counted, number)
            return cell.arm, cell.order

        pages = 2 * plan.design.questions + plan.design.examples
        participant, token = await self.store.run(self.store.store.studies.join, plan.name, plan.version, pages, group)
        return {"token": token, "page": await self._page(study, participant)}

    async def page(self, name: str, token: str) -> StudyPage:
        """Where a participant is."""
        study = self.find(name)
        return await self._page(study, await self._participant(study, token))

    async def answer(self, name: str, asked: StudyAnswering) -> StudyPage:
        """Store an answer, or that an example was read; returns the next page."""
        study = self.find(name)
        participant = await self._participant(study, asked.token)
        pages = study.steps(participant)
        if asked.place != participant.done or asked.place >= len(pages):
            raise Refused("answered")
        step = pages[asked.place]
        if step.phase != "example" and asked.action not in step.item.legal:
            raise Refused("illegal", step.item.legal)
        plan = study.plan
        row = answered(plan.name, plan.version, participant.id, participant.arm, participant.order, step, asked.action, asked.seconds)
        if not await self.store.run(self.store.store.studies.answer, participant.id, asdict(row)):
            raise Refused("answered")
        return await self._page(study, await self._participant(study, asked.token))

    async def withdraw(self, name: str, token: str) -> None:
        """Delete a participant with all answers."""
        participant = await self._participant(self.find(name), token)
        await self.store.run(self.store.store.studies.withdraw, participant.id)

    async def _participant(self, study: ServedStudy, token: str) -> StoredParticipant:
        found = await self.store.run(self.store.store.studies.of_token, token) if len(token) <= LONGEST else None
        if found is None or (found.study, found.version) != (study.plan.name, study.plan.version):
            raise Refused("no_token")
        return found

    async def _page(self, study: ServedStudy, participant: StoredParticipant) -> StudyPage:
        pages = study.steps(participant)
        page: StudyPage = {
            "phase": "over",
            "place": participant.done,
            "pages": len(pages),
            "position": None,
            "example": None,
            "score": None,
        }
        if participant.done >= len(pages):
            return {**page, "score": await self._score(study, participant)}
        step = pages[participant.done]
        position = await self.store.run(study.position, step.item)
        return {**page, "phase": step.phase, "position": position, "example": example(step, participant.arm)}

    async def _score(self, study: ServedStudy, participant: StoredParticipant) -> StudyScore:
        rows = await self.store.run(self.store.store.studies.answers, study.plan.name, participant.id)
        before, after = (sum(bool(row["correct"]) for row in rows if row["phase"] == phase) for phase in ("before", "after"))
        return {"before": before, "after": after, "asked": study.plan.design.questions}


def example(step: StudyStep, arm: str) -> StudyExample | None:
    """What the agent plays in an example, with reasons if the participant's group sees them; nothing of a question."""
    if step.phase != "example":
        return None
    explained = arm == REASONS
    item = step.item
    return {"action": item.action, "verdict": item.verdict if explained else None, "reasons": item.reasons if explained else []}

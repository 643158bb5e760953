"""The analysis board: any position of a finished game or of no game at all, actions tried for every seat, and opinions on them.

Nothing is stored: a client sends the whole analysis each time. What a live game hides cannot come out, since only records of finished games
and what the client itself sends are looked at; an opinion is formed from the view of the seat that decides.
"""

import asyncio
import json
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar, cast

from joute.core import registry, settings
from joute.core.analysis import Analysis, imported, reading
from joute.core.errors import IllegalMove, JouteError
from joute.core.game import Game
from joute.core.record import GameRecord
from joute.core.record_text import record_to_text
from joute.core.rng import plain_seed, read_seed, seed_of
from joute.core.state import State
from joute.i18n import Sentence, in_every_language, say_in_every_language
from joute.review.game_review import FULL, QUICK
from joute.review.judge import Deadline, SamplingBudget
from joute.review.review_info import DecisionReview
from joute.review.single_decision import review_action
from joute.review.value_range import unit_of
from joute.server.agents.agent_pool import AgentTask
from joute.server.agents.policy import analyst
from joute.server.client_messages import MOST_ROWS, AnalysisQuestion, AnalysisRequest, ImportedText
from joute.server.errors import Refused
from joute.server.finished_games import CachedReplay, FinishedGames
from joute.server.ratings.eligibility import unrated
from joute.server.reviews import LONGEST
from joute.server.server_messages import AnalysisImport, AnalysisPosition, Bilingual, GameEvent, RecordSeat
from joute.server.tables.game_view import game_view
from joute.server.tables.new_table import opened
from joute.server.tables.projection import game_events, title

Result = TypeVar("Result")

THREADS = 2  # that replay analyses
WAITING = 32  # analyses that wait for them or are at work; more are refused
QUESTIONS = 8  # opinions that are being formed at once
EACH = 2  # of them for one person: another question lets the oldest of these end at once
CACHED = 64  # opinions
PATIENCE = 10.0  # seconds that a question waits for a game to be compiled
LONGEST_NAME = 24  # of a player
RATED: Sentence = "You are playing a rated game of this kind: finish it first."
PREPARING: Sentence = "The agents of this game are still being prepared: ask again in a moment."
TOO_LONG: Sentence = "This game is too long for the analysis board: {rows} rows of actions, at most {most}."
NOT_TO_MOVE: Sentence = "This seat does not choose here."


class AnalysisSource(NamedTuple):
    """Where an analysis starts, looked up on the event loop."""

    game: Game
    replay: CachedReplay | None
    players: list[RecordSeat] | None


class AnalysisBoard:
    """Positions and opinions for clients that analyse."""

    def __init__(self, records: FinishedGames) -> None:
        self.records, self.tables = records, records.tables
        self._threads = ThreadPoolExecutor(THREADS, "analysis")
        self._waiting = 0
        self._asked: defaultdict[int, list[AgentTask]] = defaultdict(list)  # by person, the oldest first
        self._opinions: OrderedDict[str, DecisionReview] = OrderedDict()

    async def position(self, asked: AnalysisRequest) -> AnalysisPosition:
        """The position that an analysis leads to, and how."""
        source = await self.source(asked)
        return await self.in_thread(lambda: described(analysed(asked, source), asked.viewer, source.players))

    async def opinion(self, asked: AnalysisQuestion, person: int) -> DecisionReview:
        """An action judged from what its seat knows, in a thread of the agents' pool that gives way to agents at tables."""
        source = await self.source(asked)
        game, text = source.game, analyst(asked.agent, source.game, self.tables.settings)
        self.refuse_help(person, game.name)
        key = json.dumps([text, asked.model_dump(exclude={"viewer", "names", "agent"})], sort_keys=True)
        if key not in self._opinions:
            analysis = await self.in_thread(lambda: analysed(asked, source))
            action = decided(analysis, asked.seat, asked.action)
            await self._prepared(game.name)
            review, curtailed = await self._judge(analysis, asked, action, text, person)
            if curtailed:
                return review
            self._opinions[key] = review
            while len(self._opinions) > CACHED:
                self._opinions.popitem(last=False)
        self._opinions.move_to_end(key)
        return self._opinions[key]

    async def imported(self, asked: ImportedText) -> AnalysisImport:
        """A record or a position that somebody has as text."""
        return await self.in_thread(lambda: read_import(asked.text, self._game))

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def source(self, asked: AnalysisRequest) -> AnalysisSource:
        """Where an analysis starts, and who plays."""
        if asked.record is not None:
            replay = await self.records.replay(asked.record)
            return AnalysisSource(replay.game, replay, (await self.records.one(asked.record, None))["seats"])
        name, options = asked.game, dict(asked.options)
        if asked.position is not None:
            name = name or cast(str | None, asked.position.get("game"))
            options = options or asked.position.get("options") or {}
        if not isinstance(name, str) or not isinstance(options, dict):
            raise Refused("bad_message", [{"field": "game", "problem": "the name of a game, or a record"}])
        game = self._game(name, options)
        players: list[RecordSeat] = [{"name": name, "guest": None, "agent": None} for name in asked.names or []]
        return AnalysisSource(game, None, players if len(players) == game.spec.seats else None)

    def _game(self, name: str, options: dict[str, Any]) -> Game:
        return self.tables.games.find(name, settings.changed(opened(name, options, None, self.tables.settings).options))

    async def _prepared(self, game: str) -> None:
        """Wait until a game is compiled, for a while: after an installation it takes minutes."""
        self.tables.preparation.hurry(game)
        try:
            await asyncio.wait_for(self.tables.preparation.ready(game), PATIENCE)
        except TimeoutError:
            raise Refused("busy", wait=PATIENCE, text=said(PREPARING)) from None
        self.tables.preparation.require(game)

    def refuse_help(self, person: int, game: str) -> None:
        """Refuse somebody who plays a rated game of that kind, in which an opinion would be help."""
        tables = [actor.table for actor in self.tables.tables.values() if actor.table.game.name == game]
        if any(table.status == "playing" and table.seat_of(person) is not None and unrated(table) is None for table in tables):
            raise Refused("not_allowed", text=said(RATED))

    async def _judge(
        self, analysis: Analysis, asked: AnalysisQuestion, action: str | None, text: str, person: int
    ) -> tuple[DecisionReview, bool]:
        """The judgement, and whether it was ended early since others needed the thread."""
        game = analysis.game
        if sum(map(len, self._asked.values())) >= QUESTIONS:
            raise Refused("busy", wait=1.0)
        own = self._asked[person]
        for older in own[: max(0, len(own) - EACH + 1)]:
            older.curtail()
        seed = seed_of(analysis.origin.seed if analysis.origin else asked.seed or 0, analysis.ply, asked.seat) >> 1
        samples = FULL if asked.samples == "full" else QUICK
        agent, view = registry.agent(text, game), game.view(analysis.state, asked.seat)
        deadline = Deadline(self.tables.settings.analyst_seconds)
        task = AgentTask(agent, view, asked.seat, seed, LONGEST, deadline, person=person, background=True)

        def work() -> DecisionReview:
            task.began = time.monotonic()
            return review_action(game, view, asked.seat, action, agent, SamplingBudget(samples, seed, deadline), analysis.ply)

        own.append(task)
        try:
            return await self.tables.pool.run(task, work), task.curtailed
        finally:
            own.remove(task)
            if not own:
                self._asked.pop(person, None)

    async def in_thread(self, work: Callable[[], Result]) -> Result:
        """The result of some work, off the event loop."""
        if self._waiting >= WAITING:
            raise Refused("busy", wait=1.0)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1


# --- from a request to a position ------------------------------------------------------------------------------------------------


def analysed(asked: AnalysisRequest, source: AnalysisSource) -> Analysis:
    """The analysis that a request describes; a wrong part is refused with a sentence."""
    analysis = started(asked, source)
    for number, row in enumerate(asked.actions):
        try:
            analysis.play({int(seat): action for seat, action in row.items()})
        except IllegalMove as error:
            raise Refused("illegal", {"row": number, "legal": legal_by_seat(analysis.game, analysis.state)}, text=sentence(error)) from None
    if asked.viewer is not None and asked.viewer >= analysis.game.spec.seats:
        raise Refused("bad_seats", {"seats": analysis.game.spec.seats})
    return analysis


def started(asked: AnalysisRequest, source: AnalysisSource) -> Analysis:
    """The analysis before the actions that were tried."""
    game, replay, seed = source.game, source.replay, chosen_seed(asked.seed)

    def start() -> Analysis:
        if replay is not None:
            states = [state for state, _ in replay.steps]
            return Analysis.of_record(replay.record, game, states, len(states) - 1 if asked.ply is None else asked.ply, seed)
        if asked.position is None:
            return Analysis.begun(game, seed or 0, asked.names or ())
        with reading(game.name):
            return Analysis.of_position(game, asked.position, seed)

    try:
        return start()
    except JouteError:
        raise Refused("bad_position", text=complaint(start)) from None


def chosen_seed(seed: int | str | None) -> int | None:
    """The seed of a request."""
    try:
        return None if seed is None else read_seed(seed)
    except ValueError:
        raise Refused("bad_message", [{"field": "seed", "problem": "a whole number of at most 128 bits"}]) from None


def decided(analysis: Analysis, seat: int, action: str | None) -> str | None:
    """The action of a question as the game spells it; refuse it if it is not the seat's turn or not legal."""
    game, state = analysis.game, analysis.state
    if seat not in game.movers(state):
        raise Refused("not_your_turn", text=said(NOT_TO_MOVE))
    if action is None:
        return None
    try:
        return game.actions[game.checked_action(state, seat, action)].name
    except IllegalMove as error:
        raise Refused("illegal", {"row": len(analysis.tried), "legal": legal_by_seat(game, state)}, text=sentence(error)) from None


def legal_by_seat(game: Game, state: State) -> dict[str, list[str]]:
    """The legal actions of all movers."""
    return {str(seat): [action.name for action in game.legal(state, seat)] for seat in game.movers(state)}


def described(analysis: Analysis, viewer: int | None, players: list[RecordSeat] | None) -> AnalysisPosition:
    """A position of an analysis for a client."""
    game, state, record = analysis.game, analysis.state, analysis.record()
    view = state if viewer is None else game.view(state, viewer)
    path = [(tried, game_events(tried.events, viewer)) for tried in analysis.tried]
    over = game.over(state)
    events: list[GameEvent] = path[-1][1] if path else []
    return {
        "game": game.name,
        "title": title(game),
        "options": settings.changed(game.options),
        "seats": game.spec.seats,
        "unit": unit_of(game).value,
        "players": players,
        "ply": analysis.ply,
        "view": game_view(game, view),
        "position": game.to_json(state),
        "view_text": {"en": game.show(view, "en"), "fr": game.show(view, "fr")},
        "record": None if record is None else record.to_json(),
        "record_text": None if record is None else record_to_text(record),
        "movers": game.movers(state),
        "legal": legal_by_seat(game, state),
        "events": events,
        "path": [
            {"choices": {str(seat): action for seat, action in tried.choices.items()}, "events": happened} for tried, happened in path
        ],
        "over": over,
        "scores": game.returns(state) if over else None,
        "sampled": analysis.sampled,
    }


# --- import ----------------------------------------------------------------------------------------------------------------------


def read_import(text: str, find: Callable[[str, dict[str, Any]], Game]) -> AnalysisImport:
    """An analysis of a text; a record is one of its rows of actions, from the first position."""
    try:
        found = imported(text, find)
    except JouteError:
        raise Refused("bad_record", text=complaint(lambda: imported(text, find))) from None
    if found.record is None:
        analysis = {"game": found.game.name, "options": settings.changed(found.game.options), "position": found.position}
        return {"kind": "position", "analysis": analysis}
    return {"kind": "record", "analysis": analysis_of_record(found.game, found.record)}


def analysis_of_record(game: Game, record: GameRecord) -> dict[str, Any]:
    """An analysis that a client can ask for again: the rows of a record as actions."""
    if len(record.choices) > MOST_ROWS:
        raise Refused("too_large", text=said(TOO_LONG, rows=len(record.choices), most=MOST_ROWS))
    rows = [{str(seat): action for seat, action in row.items()} for row in record.choices]
    names = shown_names(record.names, game.spec.seats)
    analysis = {"game": game.name, "options": settings.changed(game.options), "seed": plain_seed(record.seed), "actions": rows}
    return analysis | ({"names": names} if names else {})


def shown_names(names: object, seats: int) -> list[str]:
    """The players' names of a record, as far as a client can show them."""
    if not isinstance(names, list) or len(names) != seats or not all(isinstance(name, str) for name in names):
        return []
    return ["".join(letter for letter in name if letter.isprintable())[:LONGEST_NAME] for name in names]


def sentence(error: JouteError) -> Bilingual:
    """What an error says, in every language."""
    return cast(Bilingual, in_every_language(lambda: str(error)))


def complaint(work: Callable[[], object]) -> Bilingual:
    """What is wrong, in every language: games say parts of their sentences while they read, so that they read once for each."""

    def said_here() -> str:
        try:
            work()
        except JouteError as error:
            return str(error)
        return ""

    return cast(Bilingual, in_every_language(said_here))


def said(text: Sentence, **values: str | int) -> Bilingual:
    """A sentence of ours, in every language."""
    return cast(Bilingual, dict(say_in_every_language(text, **values)))

"""The report of a tournament as data: its plan, standings, summary and the courses of one game or of several."""

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Final, Literal

from joute.arena.statistics.standings import standings
from joute.arena.tournament.game_statistics import GameStatistics, course
from joute.arena.tournament.report_data import CourseData, StandingsData, TournamentData
from joute.core.agent import Agent
from joute.core.errors import BadRecord, JouteError, UnknownName
from joute.core.game import Game
from joute.core.rng import plain_seed
from joute.core.state_json import json_safe
from joute.store.store import Store

PAGE_SIZE = 2000  # games read at once when one is searched for

MAX_COURSES = 500  # games in one report
ALL: Final = "all"
GameNumbers = Sequence[int] | Literal["all"]

FindJudge = Callable[[Sequence[str]], Agent | None]  # the judge of a game, given the agents from the best down


def no_judge(_: Sequence[str]) -> None:
    """No judge: only the players' own values are reported."""


def no_progress(done: int, total: int) -> None:
    """Nobody watches."""


def tournament_report(
    store: Store,
    name: str,
    game: Game,
    game_id: str | None = None,
    find_judge: FindJudge = no_judge,
    numbers: GameNumbers | None = None,
    progress: Callable[[int, int], None] = no_progress,
) -> TournamentData:
    """Plan, standings and summary of the tournament, and the course of one of its games, or of those with these numbers."""
    plan = store.plan(name)
    ledger = store.tournament(plan)
    standing = standings(ledger.blocks(), plan.agents, winners_only=game.spec.utility == "win").to_json()
    if not standing["games"]:
        raise JouteError("{name} has no games yet; go on with: joute tournament {game} … --name {name}", name=name, game=plan.game)
    chosen = None if numbers is None else _ids(store, name, numbers)
    report: TournamentData = json_safe(
        {
            "tournament": plan.name,
            "game": plan.game,
            "options": plan.options,
            "format": plan.format,
            "seed": plain_seed(plan.seed),
            "openings": plan.openings,
            "limits": plan.limits,
            "made": plan.made,
            "command": plan.made.get("command", ""),
            "standings": standing,
            **GameStatistics(plan, game, ledger.blocks()).to_json(),
            "course": _course(store, name, game, standing, game_id, find_judge) if chosen is None else None,
            "courses": None if chosen is None else _courses(store, game, chosen, find_judge(_ranked(standing)), numbers == ALL, progress),
        }
    )
    return report


def _course(store: Store, name: str, game: Game, standing: StandingsData, game_id: str | None, find_judge: FindJudge) -> CourseData | None:
    """The course of the requested game, or of the first one between the two best agents."""
    chosen = game_id or _between_the_best(store, name, standing)
    record = store.record(chosen, name) if chosen else None
    if game_id and record is None:
        raise UnknownName("{name} has no game {game_id} with a record; joute games-of {name} lists its games", name=name, game_id=game_id)
    if chosen is None or record is None:
        return None
    try:
        return course(chosen, game, record, find_judge(_ranked(standing)))
    except BadRecord:  # played under other rules, and not requested
        if game_id:
            raise
        return None


def _ranked(standing: StandingsData) -> list[str]:
    return [row["agent"] for row in standing["agents"]]


def _ids(store: Store, name: str, numbers: GameNumbers) -> dict[int, str]:
    """The ids of the games with these numbers: their places in the list of games, from 1."""
    page = store.games_of(name, size=MAX_COURSES)
    wanted = page.total if isinstance(numbers, str) else len(numbers)
    if wanted > MAX_COURSES:
        raise JouteError("{count} games are too many for a page; choose at most {most}: --games 1,3,7", count=wanted, most=MAX_COURSES)
    found = {number: one.id for number, one in enumerate(page.rows, 1)}
    if isinstance(numbers, str):
        return found
    if max(numbers) > page.total:
        raise UnknownName("{name} has no game {number}; its last one is {last}", name=name, number=max(numbers), last=page.total)
    return {number: found.get(number) or store.games_of(name, page=number - 1, size=1).rows[0].id for number in numbers}


def _courses(
    store: Store, game: Game, chosen: Mapping[int, str], judge: Agent | None, lenient: bool, progress: Callable[[int, int], None]
) -> list[CourseData]:
    """The courses of these games; a game without a record, or played under other rules, is refused or left out."""
    found: list[CourseData] = []
    for done, (number, game_id) in enumerate(chosen.items()):
        progress(done, len(chosen))
        try:
            record = store.record(game_id)
            if record is None:
                raise BadRecord("game {number} has no record", number=number)
            found.append(course(game_id, game, record, judge, number))
        except BadRecord:
            if not lenient:
                raise
    return found


def _between_the_best(store: Store, name: str, standing: StandingsData) -> str | None:
    best = [row["number"] for row in standing["agents"] if row["games"]][:2]
    for page in count():
        found = store.games_of(name, best[0], page=page, size=PAGE_SIZE).rows
        for one in found:
            if best[-1] in one.meeting:
                return one.id
        if len(found) < PAGE_SIZE:
            return None
    return None

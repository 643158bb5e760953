"""The report of a tournament as data: its plan, standings, summary and the course of one game."""

from collections.abc import Callable, Sequence
from itertools import count

from joute.arena.statistics.standings import standings
from joute.arena.tournament.game_statistics import GameStatistics, course
from joute.arena.tournament.report_data import CourseData, StandingsData, TournamentData
from joute.core.agent import Agent
from joute.core.errors import BadRecord, JouteError, UnknownName
from joute.core.game import Game
from joute.core.state_json import json_safe
from joute.store.store import Store

PAGE_SIZE = 2000  # games read at once when one is searched for

FindJudge = Callable[[Sequence[str]], Agent | None]  # the judge of a game, given the agents from the best down


def no_judge(_: Sequence[str]) -> None:
    """No judge: only the players' own values are reported."""


def tournament_report(store: Store, name: str, game: Game, game_id: str | None = None, find_judge: FindJudge = no_judge) -> TournamentData:
    """Plan, standings and summary of the tournament, and the course of one of its games."""
    plan = store.plan(name)
    ledger = store.tournament(plan)
    standing = standings(ledger.blocks(), plan.agents).to_json()
    if not standing["games"]:
        raise JouteError("{name} has no games yet; go on with: joute tournament {game} … --name {name}", name=name, game=plan.game)
    report: TournamentData = json_safe(
        {
            "tournament": plan.name,
            "game": plan.game,
            "options": plan.options,
            "format": plan.format,
            "seed": plan.seed,
            "openings": plan.openings,
            "limits": plan.limits,
            "made": plan.made,
            "command": plan.made.get("command", ""),
            "standings": standing,
            **GameStatistics(plan, game, ledger.blocks()).to_json(),
            "course": _course(store, name, game, standing, game_id, find_judge),
        }
    )
    return report


def _course(store: Store, name: str, game: Game, standing: StandingsData, game_id: str | None, find_judge: FindJudge) -> CourseData | None:
    """The course of the requested game, or of the first one between the two best agents."""
    chosen = game_id or _between_the_best(store, name, standing)
    record = store.record(chosen) if chosen else None
    if game_id and (record is None or record.game != game.name):
        raise UnknownName("{name} has no game {game_id} with a record; joute games-of {name} lists its games", name=name, game_id=game_id)
    if chosen is None or record is None:
        return None
    ranked = [row["agent"] for row in standing["agents"]]
    try:
        return course(chosen, game, record, find_judge(ranked))
    except BadRecord:  # played under other rules, and not requested
        if game_id:
            raise
        return None


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

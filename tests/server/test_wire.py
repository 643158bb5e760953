"""The types of the wire are what the server sends, what the client is compiled against and what the docs say."""

import importlib
from pathlib import Path
from typing import Any

import pytest
from server.conforms import check_message, problems
from server.served import Client, served
from stored import cup

from joute.core import registry
from joute.review import review_info
from joute.server import server_messages
from joute.server.ratings.ladder import LadderPage
from joute.server.sockets.bots import BotInfo
from joute.server.tables.config import TableSeat
from joute.server.tables.log import CHANGES, Begun, Choice, Joined, LogEntry, PaceChanged, Resigned
from joute.server.tournament_queries import TournamentGames, TournamentInfo
from joute.store import Store

TOOLS = str(Path(__file__).parents[2] / "tools")


def test_the_client_s_types_and_the_docs_are_written_from_the_server_s_types(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(TOOLS)
    assert importlib.import_module("wire_types").main(["--check"]) == 0, capsys.readouterr().out


def test_every_route_answers_with_its_type(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path}/joute.sqlite") as store:
        cup(store)
        with served(store) as server:
            ada = server.person("Ada")
            for path, hint in routes(ada).items():
                assert not (found := problems(ada.get(path), hint, path)), found[:5]


def routes(ada: Client) -> dict[str, Any]:
    """Every route that answers JSON of a known shape, and its type."""
    seats = [{"who": "me"}, {"who": "agent", "agent": "random"}]
    over = ada.table("morpion", seats=seats, clock={"bank": 60, "increment": 1})["id"]
    ada.play(over)
    ada.say(over, type="resign")
    playing = ada.table("coeurs", seats=[{"who": "me"}, *[{"who": "agent", "agent": "random"}] * 3])["id"]
    ada.table("morpion", seats=[{"who": "me"}, {"who": "open"}], public=True)
    tournament = ada.get("/api/tournaments")[0]["id"]
    game = ada.get(f"/api/tournaments/{tournament}/games")["games"][0]["record"]
    by_game = {f"/api/games/{name}": server_messages.GameInfo for name in registry.GAMES} | {
        f"/api/games/{name}/rules": server_messages.RulesText for name in registry.GAMES
    }
    return by_game | {
        "/api/games": list[server_messages.GameInfo],
        "/api/reactions": list[server_messages.ReactionInfo],
        "/api/me": server_messages.PersonInfo,
        "/api/tables": server_messages.TableList,
        f"/api/tables/{playing}": server_messages.TableInfo,
        f"/api/tables/{playing}/state": server_messages.StateMessage,
        f"/api/tables/{over}/state": server_messages.StateMessage,
        "/api/records": server_messages.RecordList,
        f"/api/records/{over}": server_messages.RecordInfo,
        f"/api/records/{game}": server_messages.RecordInfo,
        f"/api/records/{over}/steps": server_messages.StepList,
        f"/api/records/{over}/review?agent=random": server_messages.RecordReview,
        f"/api/records/{over}/decisions/0/0?agent=alpha_beta:depth=2": review_info.DecisionReview,
        "/api/ladder?game=morpion": LadderPage,
        "/api/tournaments": list[TournamentInfo],
        f"/api/tournaments/{tournament}": TournamentInfo,
        f"/api/tournaments/{tournament}/games": TournamentGames,
        "/api/bots": list[BotInfo],
    }


def test_a_field_too_many_or_too_few_or_of_another_type_is_found() -> None:
    check_message({"type": "pong", "id": None})
    for wrong in ({"type": "pong"}, {"type": "pong", "id": "7"}, {"type": "pong", "id": 7, "more": 1}):
        with pytest.raises(AssertionError):
            check_message(wrong)


@pytest.mark.parametrize(
    "change",
    [
        Joined(1, "bot", 7, "Deep"),
        Begun([TableSeat("person", 3), TableSeat("agent", agent="easy", out=True)], None),
        Choice(0, "a1"),
        Resigned(1),
        PaceChanged(None),
        PaceChanged(0.5),
    ],
)
def test_an_entry_is_read_back_as_it_was_written(change: Any) -> None:
    entry = LogEntry(5, 1.5, change)
    stored = entry.to_json()
    assert stored["what"] == change.what
    assert LogEntry.from_json(5, stored) == entry


def test_every_change_has_a_name_of_its_own() -> None:
    assert len(CHANGES) == 15

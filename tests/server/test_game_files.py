"""Games in files of one's own: refused with a sentence if they fail, else offered like Joute's own."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server.served import Client, Served, served, wait_until

from joute.core.errors import JouteError
from joute.core.layout import Card, Cell, Grid, Hand, layout_json
from joute.server.game_files import check_game_files
from joute.server.settings import read
from joute.server.tables.game_view import OWN_BOARDS
from joute.store import Store

ROOT = Path(__file__).parents[2]
CONNECT4, KUHN, NIM = (f"{ROOT}/examples/{name}/{name}.py" for name in ("connect4", "kuhn", "nim"))
GOOFSPIEL = f"{ROOT}/tests/small/goofspiel.py"  # all choose at once, and it has no layout
FILES = ",".join([CONNECT4, KUHN, NIM, GOOFSPIEL])


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("files")


@pytest.fixture(scope="module")
def server(place: Path) -> Iterator[Served]:
    with Store.open(f"sqlite:///{place}/joute.sqlite") as store, served(store, games=FILES) as running:
        yield running


def against(game: str, level: str, **more: Any) -> dict[str, Any]:
    return {"game": game, "seats": [{"who": "me"}, {"who": "agent", "agent": level}], **more}


def played_out(person: Client, table: str) -> None:
    """Play the first legal action until the game is over."""

    def step() -> bool:
        state = person.state(table)
        if state["result"] is None and state["turn"]["mine"]:
            person.play(table)
        return state["result"] is not None

    wait_until(step)


def test_games_of_files_are_offered_with_levels(server: Served) -> None:
    found = {game["name"]: game for game in server.stranger().get("/api/games")}
    assert {"coeurs", "connect4", "kuhn", "nim", "goofspiel"} <= set(found)
    assert [level["title"]["fr"] for level in found["kuhn"]["levels"]] == ["Facile", "Moyen", "Difficile", "Expert"]
    assert found["nim"]["options"][0]["name"] == "sticks"
    assert "four in a line" in server.stranger().get("/api/games/connect4/rules")["en"]


def test_a_server_without_the_file_does_not_offer_the_game(place: Path) -> None:
    with Store.open(f"sqlite:///{place}/other.sqlite") as store, served(store) as plain:
        ada = plain.person("Ada")
        assert "connect4" not in [game["name"] for game in ada.get("/api/games")]
        assert ada.refused("GET", "/api/games/connect4") == "not_found"
        assert ada.refused("POST", "/api/tables", against("connect4", "easy")) == "not_found"


def test_a_game_against_a_level_is_played_hinted_stored_and_replayed(server: Served) -> None:
    ada = server.person("Ada")
    table = ada.post("/api/tables", against("nim", "medium", options={"sticks": 9}))["id"]
    view = ada.state(table)["view"]
    assert view["board"]["fr"]["parts"] == [{"kind": "pile", "count": 9, "title": "bâtons"}]
    assert view["board"]["fr"]["names"] == {"one": "un", "two": "deux", "three": "trois"}
    with ada.socket(table) as line:
        assert line.ask(type="hint", unrated=True)["opinion"]["action"] in ("one", "two", "three")
    played_out(ada, table)
    wait_until(lambda: ada.request("GET", f"/api/records/{table}").status_code == 200)
    assert ada.get("/api/records")["records"][0]["title"]["en"] == "Nim"
    steps = ada.get(f"/api/records/{table}/steps")["steps"]
    assert steps[0]["view"]["board"]["en"]["parts"][0]["count"] == 9
    assert "count" in steps[-1]["view"]["board"]["en"]["parts"][0]
    decision = ada.get(f"/api/records/{table}/decisions/0/0")
    assert decision["seat"] == 0
    assert decision["verdict"]


def test_two_people_play_where_all_choose_at_once_and_a_third_watches(server: Served) -> None:
    ada, bob, eve = (server.person(name) for name in ("Ada", "Bob", "Eve"))
    table = ada.table("goofspiel", seats=[{"who": "me"}, {"who": "open"}])["id"]
    bob.post(f"/api/tables/{table}/join")
    seen = ada.state(table)["view"]["board"]
    assert seen["movers"] == [0, 1]
    assert seen["en"]["text"]
    assert "parts" not in seen["en"]
    while ada.state(table)["result"] is None:
        ada.play(table)
        bob.play(table)
    assert eve.state(table)["result"] is not None


def test_records_of_a_game_that_is_no_longer_offered_stay_listed(place: Path, server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = server.person("Ada")
    table = ada.post("/api/tables", against("kuhn", "easy"))["id"]
    played_out(ada, table)
    wait_until(lambda: ada.request("GET", f"/api/records/{table}").status_code == 200)
    monkeypatch.setattr("joute.core.registry._files", {})
    with Store.open(f"sqlite:///{place}/joute.sqlite") as store, served(store) as plain:
        again = Client(plain.url, ada.token)
        assert again.get("/api/records")["records"][0]["title"] == {"en": "kuhn", "fr": "kuhn"}
        refusal = again.request("GET", f"/api/records/{table}/steps")
        assert refusal.status_code == 404
        assert "--game" in refusal.json()["text"]["en"]


# --- files that are refused -----------------------------------------------------------------------------------------------------

BROKEN = {
    "def layout(": ("def layot(", "name 'layout' is not defined"),
    'return [Pile(int(state.sticks), {"en"': ('return [Pile(int(state.stiks), {"en"', "stiks"),
    "words = {": ('words = {"odd": {1, 2}, ', "set is not JSON serializable"),
    '    "nim",\n': ('    "coeurs",\n', "another game called coeurs"),
    '"nim", {"en"': ('"Nim!", {"en"', "small letters"),
    "DEFINITION =": ("DEFINED =", "no DEFINITION"),
}


@pytest.mark.parametrize("place", [place for place in BROKEN if place in Path(NIM).read_text(encoding="utf-8")])
def test_a_file_that_fails_is_refused_with_a_sentence(tmp_path: Path, place: str) -> None:
    wrong, reason = BROKEN[place]
    file = tmp_path / "mine.py"
    file.write_text(Path(NIM).read_text(encoding="utf-8").replace(place, wrong), encoding="utf-8")
    with pytest.raises(JouteError) as raised:
        check_game_files(read({}, {"games": str(file)}))
    assert reason in str(raised.value)
    assert "\n" not in str(raised.value)
    assert str(file) in str(raised.value)


def test_the_same_game_twice_and_a_missing_file_are_refused() -> None:
    with pytest.raises(JouteError, match="another game called nim"):
        check_game_files(read({}, {"games": f"{NIM},{NIM}"}))
    with pytest.raises(JouteError, match=r"missing\.py"):
        check_game_files(read({}, {"games": "missing.py"}))


# --- layouts --------------------------------------------------------------------------------------------------------------------


def test_a_layout_is_sent_without_what_it_leaves_out() -> None:
    grid = Grid([[Cell("X", 0, actions=("a", "b")), Cell()]])
    assert layout_json([grid, Hand([Card(hidden=True)])]) == [
        {"kind": "grid", "rows": [[{"text": "X", "seat": 0, "actions": ["a", "b"]}, {}]]},
        {"kind": "hand", "cards": [{"hidden": True}]},
    ]


def test_the_server_knows_which_games_have_a_board_in_the_client() -> None:
    client = (ROOT / "web" / "src" / "games" / "index.ts").read_text(encoding="utf-8")
    assert set(re.findall(r"^  (\w+): \(\) => import", client, re.MULTILINE)) == OWN_BOARDS

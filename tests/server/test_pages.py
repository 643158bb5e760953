"""A page's head links to what the page will need."""

import json
from pathlib import Path

import pytest
from server.served import Served

from joute.server.http.static_files import page_with_head

CHUNKS = {
    "index.html": {"file": "assets/index.js", "imports": ["_words.js"], "css": ["assets/index.css"]},
    "_words.js": {"file": "assets/words.js"},
    "_motion.js": {"file": "assets/motion.js"},
    "src/pages/Home.svelte": {"file": "assets/Home.js", "imports": ["index.html"]},
    "src/pages/Table.svelte": {"file": "assets/Table.js", "imports": ["index.html", "_words.js"], "css": ["assets/Table.css"]},
    "src/games/coeurs/index.ts": {"file": "assets/coeurs.js", "imports": ["_motion.js", "_words.js"], "css": ["assets/coeurs.css"]},
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text("<html><head><title>Joute</title>\n  </head><body></body></html>")
    (tmp_path / "chunks.json").write_text(json.dumps(CHUNKS))
    return tmp_path


def test_a_table_names_its_page_and_its_board_but_not_what_every_page_names(folder: Path) -> None:
    page = page_with_head(folder, "table/K3V9P2WZ", "coeurs")
    head = page.partition("</head>")[0]
    for script in ("Table.js", "coeurs.js", "motion.js"):
        assert head.count(f'<link rel="modulepreload" crossorigin href="/assets/{script}">') == 1
    for style in ("Table.css", "coeurs.css"):
        assert head.count(f'<link rel="stylesheet" crossorigin href="/assets/{style}">') == 1
    assert "words.js" not in head
    assert "index.js" not in head
    assert '<meta name="joute-table" content="k3v9p2wz coeurs">' in head


def test_a_table_that_is_not_in_memory_names_the_page_alone(folder: Path) -> None:
    head = page_with_head(folder, 'table/"><script>', None)
    assert "Table.js" in head
    assert "coeurs" not in head
    assert "joute-table" not in head
    assert "<script>" not in head


def test_the_first_page_asks_for_its_script_and_the_games_at_once(folder: Path) -> None:
    assert '<link rel="modulepreload" crossorigin href="/assets/Home.js">' in page_with_head(folder, "", None)
    assert '<link rel="preload" as="fetch" crossorigin href="/api/games">' in page_with_head(folder, "", None)
    assert "/api/games" not in page_with_head(folder, "games", None)


def test_the_game_at_a_private_table_is_not_named(server: Served) -> None:
    person, tables = server.person(), server.services.tables
    seats = [{"who": "me"}, {"who": "open"}]
    shown = person.table("morpion", seats=seats)["id"]
    private = person.table("morpion", seats=seats, spectators=False)["id"]
    assert tables.game_at(f"table/{shown.upper()}") == "morpion"
    assert tables.game_at(f"table/{private}") is None
    assert tables.game_at(f"record/{shown}") is None
    assert tables.game_at("") is None

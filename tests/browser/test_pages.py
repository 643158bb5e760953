"""Every page can be used by everybody, and is there at once."""

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser.conftest import DESKTOP, PHONE, PICTURES
from browser.house import House
from browser.playing import SMALL, click, open_table, play_on
from playwright.sync_api import BrowserContext, Page, expect

pytestmark = pytest.mark.slow
Visit = Callable[..., BrowserContext]
CLIENT = Path(__file__).parents[2] / "joute" / "server" / "client"
LARGEST = 120_000  # bytes of compressed script and style until a game can be played


def violations(page: Page) -> list[str]:
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]})
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found.response["violations"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/new/diamant", "/games", "/arena", "/nowhere"])
def test_axe_finds_nothing_on(house: House, visit: Visit, path: str, scheme: str) -> None:
    page = visit(PHONE if scheme == "dark" else DESKTOP, "fr-FR" if scheme == "dark" else "en-GB", scheme).new_page()
    page.goto(f"{house.url}{path}")
    page.wait_for_selector("h1")
    page.wait_for_timeout(300)
    assert violations(page) == []
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"page-{path.strip('/').replace('/', '-') or 'home'}-{scheme}.png", full_page=True)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", SMALL)
def test_axe_finds_nothing_at_the_table_of(house: House, visit: Visit, game: str, scheme: str) -> None:
    page = visit(DESKTOP if scheme == "dark" else PHONE, "en-GB", scheme).new_page()
    open_table(page, house.url, game)
    play_on(page, game, click, 1)
    assert violations(page) == []


@pytest.mark.parametrize("game", SMALL)
def test_little_is_loaded_before_a_game_can_be_played(house: House, visit: Visit, game: str) -> None:
    page = visit(PHONE).new_page()
    fetched: set[str] = set()
    page.on("request", lambda request: fetched.add(request.url.removeprefix(house.url)))
    page.add_init_script("navigator.serviceWorker.register = () => new Promise(() => {})")  # it fetches the rest later, in peace
    open_table(page, house.url, game)
    files = [CLIENT / name.lstrip("/") for name in fetched if name.startswith("/assets/") and name.endswith((".js", ".css"))]
    assert files
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) <= LARGEST


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_rules_are_at_hand_during_play(house: House, visit: Visit, device: dict[str, Any]) -> None:
    page = visit(device).new_page()
    open_table(page, house.url, "love_letter")
    page.get_by_role("button", name="Rules").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Guard")
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()

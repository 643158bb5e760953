"""Every page can be used by everybody, and is there at once."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser.conftest import DESKTOP, PHONE, PICTURES
from browser.live_server import LiveServer
from browser.playing import SMALL, click, fits, my_turn, open_table, play_on, tap
from playwright.sync_api import BrowserContext, Page, expect

Visit = Callable[..., BrowserContext]
CLIENT = Path(__file__).parents[2] / "joute" / "server" / "http" / "static"
SMALL_PHONE: dict[str, Any] = PHONE | {"viewport": {"width": 360, "height": 640}}
LARGEST = 120_000  # bytes of compressed script and style until a game can be played


def violations(page: Page) -> list[str]:
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]})
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found.response["violations"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/new/diamant", "/games", "/arena", "/analysis", "/analysis?game=love_letter", "/nowhere"])
def test_axe_finds_nothing_on(server: LiveServer, visit: Visit, path: str, scheme: str) -> None:
    page = visit(PHONE if scheme == "dark" else DESKTOP, "fr-FR" if scheme == "dark" else "en-GB", scheme).new_page()
    page.goto(f"{server.url}{path}")
    page.wait_for_selector("h1")
    page.wait_for_timeout(300)
    assert violations(page) == []
    PICTURES.mkdir(parents=True, exist_ok=True)
    name = re.sub(r"\W+", "-", path.strip("/")) or "home"
    page.screenshot(path=PICTURES / f"page-{name}-{scheme}.png", full_page=True)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", SMALL)
def test_axe_finds_nothing_at_the_table_of(server: LiveServer, visit: Visit, game: str, scheme: str) -> None:
    page = visit(DESKTOP if scheme == "dark" else PHONE, "en-GB", scheme).new_page()
    open_table(page, server.url, game)
    play_on(page, game, click, 1)
    assert violations(page) == []


@pytest.mark.parametrize("game", SMALL)
def test_little_is_loaded_before_a_game_can_be_played(server: LiveServer, visit: Visit, game: str) -> None:
    page = visit(PHONE).new_page()
    fetched: set[str] = set()
    page.on("request", lambda request: fetched.add(request.url.removeprefix(server.url)))
    page.add_init_script("navigator.serviceWorker.register = () => new Promise(() => {})")  # it fetches the rest later, in peace
    open_table(page, server.url, game)
    files = [CLIENT / name.lstrip("/") for name in fetched if name.startswith("/assets/") and name.endswith((".js", ".css"))]
    assert files
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) <= LARGEST


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_rules_are_at_hand_during_play(server: LiveServer, visit: Visit, device: dict[str, Any]) -> None:
    page = visit(device).new_page()
    open_table(page, server.url, "love_letter")
    page.get_by_role("button", name="Rules").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Guard")
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


@pytest.mark.parametrize(
    "path", ["/", "/new/pokemon", "/new/love_letter", "/games", "/arena", "/analysis", "/analysis?game=pokemon", "/nowhere"]
)
def test_a_small_phone_shows_the_whole_width_of(server: LiveServer, visit: Visit, path: str) -> None:
    page = visit(SMALL_PHONE, "fr-FR").new_page()
    page.goto(f"{server.url}{path}")
    page.wait_for_selector("h1")
    page.wait_for_timeout(300)
    assert fits(page)


@pytest.mark.parametrize("game", SMALL)
def test_no_word_of_a_tool_is_cut_on_a_small_phone_at(server: LiveServer, visit: Visit, game: str) -> None:
    page = visit(SMALL_PHONE, "fr-FR").new_page()
    open_table(page, server.url, game)
    play_on(page, game, tap, 1)
    if not my_turn(page):
        return
    cut = page.locator(".tools .button").evaluate_all(
        "(tools) => tools.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)"
    )
    assert cut == []
    page.get_by_role("button", name="Réagir").tap()
    expect(page.get_by_role("button", name="Bien joué")).to_be_in_viewport(ratio=1)
    assert fits(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Abandon").tap()
    expect(page.get_by_role("button", name="Oui, abandonner")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Annuler").tap()
    expect(page.get_by_role("button", name="Abandon")).to_be_visible()


def test_a_game_is_told_apart_before_it_is_chosen(server: LiveServer, visit: Visit) -> None:
    page = visit(PHONE).new_page()
    page.goto(server.url)
    expect(page.locator('[data-game="morpion"]')).to_contain_text("Four of your marks in a row")
    page.get_by_role("button", name="About Love Letter").tap()
    expect(page.get_by_role("dialog")).to_contain_text("2–6 players")
    expect(page.get_by_role("dialog")).to_contain_text("Hidden information, chance")
    assert violations(page) == []
    page.get_by_role("button", name="Rules", exact=True).tap()
    expect(page.get_by_role("dialog")).to_contain_text("Guard")

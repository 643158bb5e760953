"""Games in files of one's own, on the board that is drawn from their views: played, watched, hinted, reviewed."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser.conftest import DESKTOP, PHONE
from browser.live_server import LiveServer
from browser.playing import Press, click, fits, keys, open_table, play_on, tap
from browser.test_pages import violations
from playwright.sync_api import BrowserContext, expect

ROOT = Path(__file__).parents[2]
FILES = [f"{ROOT}/examples/{name}/{name}.py" for name in ("connect4", "kuhn", "nim")] + [f"{ROOT}/tests/small/goofspiel.py"]
WAYS = {
    "connect4": (PHONE, tap, "fr-FR", "dark"),
    "kuhn": (PHONE, tap, "en-GB", "light"),
    "nim": (DESKTOP, keys, "en-GB", "dark"),
    "goofspiel": (DESKTOP, click, "fr-FR", "light"),
}
PATIENCE = 120_000  # milliseconds: rules are compiled when the first game is reviewed


@pytest.fixture(scope="module")
def offering(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    running = LiveServer(tmp_path_factory.mktemp("offering"), "games=" + ",".join(FILES), "warm=no")
    running.start()
    yield running
    running.stop()


@pytest.mark.parametrize("game", WAYS)
def test_a_whole_game_of_a_file_is_played(offering: LiveServer, visit: Callable[..., BrowserContext], game: str) -> None:
    device, way, locale, scheme = WAYS[game]
    press: Press = way
    page = visit(device, locale, scheme).new_page()
    open_table(page, offering.url, game, "easy")
    expect(page.locator("[data-board=generic]")).to_be_visible()
    assert violations(page) == []
    assert play_on(page, game, press) > 0
    assert page.locator(".end h2").inner_text()
    assert fits(page), "the page scrolls sideways"
    assert violations(page) == []


def test_connect_four_is_played_from_the_first_page_hinted_and_reviewed(offering: LiveServer, visit: Callable[..., BrowserContext]) -> None:
    page = visit(PHONE).new_page()
    page.goto(offering.url)
    card = page.locator("[data-game=connect4]")
    expect(card).to_contain_text("Perfect information")
    card.get_by_role("combobox").select_option("easy")
    card.get_by_role("button", name="Play Connect Four").tap()
    page.wait_for_selector(".status.mine")
    page.get_by_role("button", name="Hint", exact=True).tap()
    page.get_by_role("button", name="Go on, unrated").tap()
    expect(page.locator(".squares .advised, .squares [data-mark=best]")).to_have_count(1, timeout=PATIENCE)
    played = page.locator(".squares .piece").count()
    play_on(page, "connect4", tap, 1)
    expect(page.locator(".squares .last")).to_have_count(1)
    assert page.locator(".squares .piece").count() > played
    play_on(page, "connect4", tap)
    page.get_by_role("link", name="See what happened").tap()
    page.get_by_role("button", name="Review the game").tap()
    expect(page.locator(".players .accuracy").first).to_be_visible(timeout=PATIENCE)
    page.get_by_role("tab", name="This decision").tap()
    page.get_by_role("button", name="One step forward").tap()
    page.wait_for_selector("[data-verdict]", timeout=PATIENCE)
    expect(page.locator(".squares [data-mark]").first).to_be_visible()
    assert violations(page) == []

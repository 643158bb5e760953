"""The type family that comes with the client, and a win's celebration."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from browser.conftest import PHONE
from browser.live_server import LiveServer
from browser.playing import open_table
from playwright.sync_api import BrowserContext, Page, expect

Visit = Callable[..., BrowserContext]
CLIENT = Path(__file__).parents[2] / "joute" / "server" / "http" / "static"

SEEN = """() => {
    window.pieces = 0
    new MutationObserver(() => {
        window.pieces = Math.max(window.pieces, document.querySelectorAll('.celebration i').length)
    }).observe(document, { childList: true, subtree: true })
}"""


def test_the_type_family_comes_from_the_server_and_its_figures_stand_below_each_other(server: LiveServer, visit: Visit) -> None:
    page = visit(locale="fr-FR").new_page()
    with page.expect_response("**/*.woff2") as font:
        page.goto(server.url)
    assert font.value.headers["content-type"] == "font/woff2"
    expect(page.get_by_text("Cœurs").first).to_be_visible()
    page.wait_for_function("document.fonts.status === 'loaded' && [...document.fonts].some((face) => face.status === 'loaded')")
    loaded = page.evaluate("[...document.fonts].filter((face) => face.status === 'loaded').map((face) => face.family)")
    assert loaded == ["Bricolage Grotesque"]  # one file is enough for French
    widths = page.evaluate(
        """() => ['1111', '0000', '4752'].map((figures) => {
            const shown = Object.assign(document.createElement('span'), { className: 'number', textContent: figures })
            document.body.append(shown)
            return shown.getBoundingClientRect().width
        })"""
    )
    assert len(set(widths)) == 1


def test_the_type_family_is_cached_for_use_without_a_connection() -> None:
    fonts = {f"/assets/{file.name}" for file in (CLIENT / "assets").glob("*.woff2")}
    assert len(fonts) == 2
    assert fonts <= set(re.findall(r"/assets/[\w.-]+", (CLIENT / "sw.js").read_text()))


def win(page: Page, friend: Page, server: LiveServer) -> None:
    """A game that the other one resigns."""
    friend.goto(server.url)
    table = open_table(page, server.url, "morpion", seed=None, seats=[{"who": "me"}, {"who": "open"}])
    send = """async ([path, body]) => (await fetch(`/api/tables/${path}`, {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).status"""
    friend.evaluate("fetch('/api/me')")
    assert friend.evaluate(send, [f"{table}/join", {"seat": 1}]) < 300
    expect(page.locator(".status.mine")).to_be_visible()
    assert friend.evaluate(send, [f"{table}/messages", {"type": "resign"}]) < 300
    expect(page.locator(".end")).to_be_visible()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_win_is_celebrated_for_two_seconds_unless_less_motion_is_asked_for(server: LiveServer, visit: Visit, motion: str) -> None:
    page, friend = visit(PHONE).new_page(), visit().new_page()
    page.emulate_media(reduced_motion="reduce" if motion == "reduce" else "no-preference")
    page.add_init_script(f"({SEEN})()")
    win(page, friend, server)
    page.wait_for_function("() => document.querySelectorAll('.celebration').length === 0")
    assert (page.evaluate("window.pieces") > 0) == (motion == "no-preference")

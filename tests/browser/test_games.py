"""A whole game of each of the five against a level: by touch on a phone, by mouse and by keys alone on a desktop."""

from collections.abc import Callable
from typing import Any

import pytest
from browser.conftest import DESKTOP, PHONE, PICTURES
from browser.live_server import LiveServer
from browser.playing import SMALL, Press, click, fits, keys, open_table, play_on, tap
from browser.test_pages import violations
from playwright.sync_api import BrowserContext

WAYS: dict[str, tuple[dict[str, Any], Press, str, str]] = {
    "touch on a phone": (PHONE, tap, "en-GB", "light"),
    "a mouse": (DESKTOP, click, "fr-FR", "dark"),
    "keys alone": (DESKTOP, keys, "en-GB", "light"),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", SMALL)
def test_a_whole_game_is_played_with(server: LiveServer, visit: Callable[..., BrowserContext], game: str, way: str) -> None:
    device, press, locale, scheme = WAYS[way]
    page = visit(device, locale, scheme).new_page()
    open_table(page, server.url, game)
    PICTURES.mkdir(parents=True, exist_ok=True)
    made = play_on(page, game, press, 2)
    page.screenshot(path=PICTURES / f"{game}-{way.replace(' ', '-')}-middle.png", full_page=True)
    made += play_on(page, game, press)
    assert made > 0
    assert page.locator(".end h2").inner_text()
    assert fits(page), "the page scrolls sideways"
    assert violations(page) == []
    page.screenshot(path=PICTURES / f"{game}-{way.replace(' ', '-')}-end.png", full_page=True)

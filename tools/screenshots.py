"""The pictures of the README and the docs: `python tools/screenshots.py` plays on a real server, and writes docs/pictures/*.webp.

It needs Chromium (tools/chromium) and the built client (make client).
"""

import base64
import shutil
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures"
SMALL = 120_000  # bytes of a picture at most
PATIENCE = 90_000  # milliseconds: searches are compiled first
CONNECT4 = ROOT / "examples" / "connect4" / "connect4.py"
CHOICES = range(3, 6)  # playable cards when the picture of the table is taken


@contextmanager
def visited(*settings: str) -> "Iterator[tuple[Browser, str]]":
    """A real server and a real browser: the browser, and the server's address."""
    sys.path.insert(0, str(ROOT / "tests"))
    from browser import playing
    from browser.live_server import FLAGS, LiveServer
    from playwright.sync_api import sync_playwright

    playing.PATIENCE = PATIENCE
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = LiveServer(Path(folder), *settings)
        server.start()
        try:
            yield playwright.chromium.launch(executable_path=chromium, args=FLAGS), server.url
        finally:
            server.stop()


def main(*wanted: str) -> None:
    """Play, take the pictures, and compress them; names on the command line choose some."""
    with visited(f"games={CONNECT4}") as (browser, url):
        page = visitor(browser)
        if not wanted or "table" in wanted or "review" in wanted:
            table(page, url)
            review(page)
        if not wanted or "own_game" in wanted:
            own_game(page, url)
        if not wanted or "own_game_phone" in wanted:
            own_game_phone(visitor(browser, width=390, height=760, device_scale_factor=2, has_touch=True, is_mobile=True), url)


def visitor(browser: "Browser", width: int = 1100, height: int = 760, **device: Any) -> "Page":
    """A visitor with a window of the size of a picture."""
    context = browser.new_context(viewport={"width": width, "height": height}, locale="en-GB", reduced_motion="reduce", **device)
    context.set_default_timeout(PATIENCE)
    return context.new_page()


def table(page: "Page", url: str) -> None:
    """A table of Cœurs in the middle of a deal, with a hint."""
    from browser.playing import click, my_turn, open_table, play_on

    open_table(page, url, "coeurs")
    while my_turn(page) and page.locator(".hand button.playable").count() not in CHOICES:
        play_on(page, "coeurs", click, 1)
    page.get_by_role("button", name="Hint", exact=True).click()
    page.wait_for_selector(".why .decision")
    save(page, "table")


def review(page: "Page") -> None:
    """The review of that game, once it is over."""
    from browser.playing import click, play_on

    play_on(page, "coeurs", click)
    page.get_by_role("link", name="See what happened").click()
    page.get_by_role("button", name="Review the game").click()
    page.locator("progress").wait_for(state="detached")
    page.locator("[data-moment]").first.click()  # the decision that cost most, and why
    page.locator("[data-verdict]").wait_for()
    save(page, "review")


def own_game(page: "Page", url: str) -> None:
    """A table of Connect Four, a game of a file, with a hint."""
    from browser.playing import GLANCE, ask_advice, open_table, play_on

    columns = iter("dced")
    open_table(page, url, "connect4", "medium")
    play_on(page, "connect4", lambda page, _: page.locator(f'[data-cell="{next(columns, "a")}6"]').click(timeout=GLANCE), 4)
    ask_advice(page, "Hint")
    page.mouse.move(0, 0)
    save(page, "own_game")


def own_game_phone(page: "Page", url: str) -> None:
    """The same on a phone, in the middle of a game."""
    from browser.playing import GLANCE, open_table, play_on

    columns = iter("dcedc")
    open_table(page, url, "connect4", "medium", seed=None)
    play_on(page, "connect4", lambda page, _: page.locator(f'[data-cell="{next(columns, "a")}6"]').tap(timeout=GLANCE), 5)
    save(page, "own_game_phone")


def save(page: "Page", name: str, small: int = SMALL) -> None:
    """Write what the page shows as WebP, of falling quality until it is small."""
    for quality in range(90, 20, -10):
        shot = page.context.new_cdp_session(page).send("Page.captureScreenshot", {"format": "webp", "quality": quality})
        picture = base64.b64decode(shot["data"])
        if len(picture) <= small:
            break
    (PICTURES / f"{name}.webp").write_bytes(picture)
    print(f"docs/pictures/{name}.webp: {len(picture):,} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])

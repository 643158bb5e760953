"""Film strips for docs/browser.md: `python tools/film_strip.py` plays a round of Love Letter and a turn of Pokémon at normal speed.

A picture every 300 ms of what the scene showed becomes one picture, docs/pictures/film_<game>.webp; `python tools/film_strip.py pokemon`
makes only that one. It needs Chromium (tools/chromium) and the built client (make client).
"""

import argparse
from bisect import bisect_right
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from screenshots import PATIENCE, save, visited

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

INTERVAL = 0.3  # seconds between two pictures
WINDOW: "ViewportSize" = {"width": 600, "height": 860}
COLUMNS, WIDTH = 14, 100  # pictures in a row, and the width of one in pixels
SMALL = 200_000  # bytes of a strip at most
PAGE = """<style>
  body { margin: 8px; display: grid; gap: 6px; grid-template-columns: repeat(%d, %dpx); background: #fff; font: 11px system-ui }
  figure { margin: 0 } img { display: block; width: 100%% } figcaption { text-align: center; color: #444 }
</style>"""


class Film:
    """What a page shows, each change with its time."""

    def __init__(self, page: "Page") -> None:
        self.pictures: list[tuple[float, str]] = []  # seconds, and a picture in base 64
        self.line = page.context.new_cdp_session(page)
        self.line.on("Page.screencastFrame", self._add)
        self.line.send("Page.startScreencast", {"format": "jpeg", "quality": 85, "maxWidth": 2 * WIDTH, "maxHeight": 3 * WIDTH})

    def _add(self, shown: dict[str, Any]) -> None:
        self.pictures.append((shown["metadata"]["timestamp"], shown["data"]))
        self.line.send("Page.screencastFrameAck", {"sessionId": shown["sessionId"]})

    def cut(self) -> list[str]:
        """A picture for each interval: the last one before its end."""
        self.line.send("Page.stopScreencast")
        times = [time for time, _ in self.pictures]
        length = int((times[-1] - times[0]) / INTERVAL) + 1
        return [self.pictures[bisect_right(times, times[0] + number * INTERVAL) - 1][1] for number in range(length)]


def round_of_love_letter(page: "Page", url: str) -> Film:
    """From the first card to the sheet at the end of the round, and the next deal."""
    from browser.playing import answer, my_turn, open_table

    open_table(page, url, "love_letter", options={}, seed=SEED, seats=[{"who": "me"}, *[{"who": "agent", "agent": "easy"}] * 2])
    my_turn(page)
    film = Film(page)
    while not page.locator(".moment").count():
        if page.locator(".status.mine").count():
            page.wait_for_timeout(300)
            answer(page, "love_letter", deliberately)
        page.wait_for_timeout(50)
    page.wait_for_timeout(1_500)
    page.locator(".moment .button").click()
    page.wait_for_timeout(3_000)
    return film


def turn_of_pokemon(page: "Page", url: str) -> Film:
    """Two attacks, from the choice to the next choice."""
    from browser.playing import click, my_turn, open_table, play_on

    open_table(page, url, "pokemon", options={}, seed=SEED)
    play_on(page, "pokemon", click, 2)
    my_turn(page)
    film = Film(page)
    page.wait_for_timeout(300)
    play_on(page, "pokemon", click, 1)
    my_turn(page)
    page.wait_for_timeout(600)
    return film


SEED = 7
STRIPS: dict[str, Callable[["Page", str], Film]] = {"love_letter": round_of_love_letter, "pokemon": turn_of_pokemon}


def deliberately(page: "Page", selector: str) -> None:
    """Presses, and leaves time to see what that did."""
    page.locator(selector).first.click()
    page.wait_for_timeout(300)


def strip(browser: "Browser", game: str, pictures: list[str]) -> None:
    """All pictures in rows, each with its time in seconds."""
    page = browser.new_page(viewport={"width": COLUMNS * (WIDTH + 6) + 10, "height": 100})
    times = [f"{number * INTERVAL:.1f} s" for number in range(len(pictures))]
    figures = [
        f'<figure><img src="data:image/jpeg;base64,{one}"><figcaption>{at}</figcaption></figure>'
        for one, at in zip(pictures, times, strict=True)
    ]
    page.set_content(PAGE % (COLUMNS, WIDTH) + "".join(figures))
    page.wait_for_function("[...document.images].every((image) => image.complete)")
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": COLUMNS * (WIDTH + 6) + 10, "height": height})
    save(page, f"film_{game}", SMALL)
    page.close()


def main() -> None:
    """Play, film, and write the strips."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", help=f"only these of {', '.join(STRIPS)}")
    games = parser.parse_args().game or list(STRIPS)
    with visited() as (browser, url):
        for game in games:
            context = browser.new_context(viewport=WINDOW, locale="en-GB")
            context.set_default_timeout(PATIENCE)
            pictures = STRIPS[game](context.new_page(), url).cut()
            context.close()
            strip(browser, game, pictures)


if __name__ == "__main__":
    main()

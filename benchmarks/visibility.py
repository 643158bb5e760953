"""What can be seen of a game: for how long every event stands on the screen, from the first to the last of a whole game.

    python benchmarks/visibility.py                  # short games of all five, on a phone and on a desktop; needs Chromium
    python benchmarks/visibility.py coeurs --usual   # one game with its usual options, which takes minutes

The page is looked at in every frame of the screen (`tests/browser/watching.py`), at normal speed. An event is one sentence of the log.
"""

import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from browser.conftest import DESKTOP, PHONE
from browser.live_server import FLAGS, LiveServer
from browser.playing import HANDS, SMALL, click, open_table, play_on, tap
from browser.watching import by_event, shown, watch

LEAST, TRICK = 500.0, 1000.0  # milliseconds
TAP_OR_CLICK = {"phone": (PHONE, tap), "desktop": (DESKTOP, click)}


def look(browser: Browser, url: str, game: str, device: str, usual: bool) -> dict[str, Any]:
    """Play a whole game, and return what could be seen of it."""
    profile, press = TAP_OR_CLICK[device]
    context = browser.new_context(**profile)
    watch(context)
    page = context.new_page()
    open_table(page, url, game, options={} if usual else SMALL[game])
    moves = play_on(page, game, press)
    found = shown(page)
    context.close()
    events = [one for one in by_event(found) if one.text]
    full = [one.milliseconds for one in found if one.cards == 4 and "trick" in one.text]
    return {
        "game": game,
        "device": device,
        "moves": moves,
        "events": len(events),
        "shortest": round(min(one.milliseconds for one in events)),
        "too_short": [f"{one.text}: {one.milliseconds:.0f}" for one in events if one.milliseconds < LEAST],
        "tricks": len(full),
        "shortest_trick": round(min(full)) if full else None,
    }


def main(arguments: list[str]) -> None:
    """Print a table as JSON, and fail if something was too short."""
    usual = "--usual" in arguments
    games = [name for name in arguments if not name.startswith("-")] or list(HANDS)
    place = Path(tempfile.mkdtemp(prefix="joute-visibility-"))
    server = LiveServer(place)
    server.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
            rows = [look(browser, server.url, game, device, usual) for game in games for device in TAP_OR_CLICK]
            browser.close()
    finally:
        server.stop()
        shutil.rmtree(place, ignore_errors=True)
    print(json.dumps(rows, indent=2, ensure_ascii=False))
    if any(row["too_short"] or (row["shortest_trick"] or TRICK) < TRICK for row in rows):
        sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])

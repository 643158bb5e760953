"""How much script a frame takes while games are shown: Chromium's own trace of a desktop page, at normal speed.

    python benchmarks/frames.py                # all games; needs Chromium, and the packages of the extra `dev`
    python benchmarks/frames.py diamant 6      # one game, six moves

A frame is a rendering of the page's main thread; what the compositor renders alone has no script. Counted is the processor time of all
script between two frames: timers, messages, event handlers, animation callbacks and microtasks.
"""

import json
import shutil
import sys
import tempfile
from bisect import bisect_right
from collections import Counter
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from browser.live_server import FLAGS, LiveServer
from browser.playing import HANDS, click, open_table, play_on

DESKTOP = {"width": 1440, "height": 900}
CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "v8"]
SCRIPT = {"FunctionCall", "EvaluateScript", "TimerFire", "FireAnimationFrame", "EventDispatch", "RunMicrotasks", "V8.RunMicrotasks"}
FRAME = "Commit"  # of a rendered frame to the compositor
MOVES = 8
BUDGET = 8.0  # milliseconds


def trace(browser: Browser, url: str, game: str, moves: int) -> list[dict[str, Any]]:
    """What Chromium records while some moves of a game are played and shown."""
    page = browser.new_context(viewport=DESKTOP).new_page()
    open_table(page, url, game, options={})
    page.wait_for_selector(".board > *")
    found: list[dict[str, Any]] = []
    session = browser.new_browser_cdp_session()
    session.on("Tracing.dataCollected", lambda message: found.extend(message["value"]))
    ended: list[object] = []
    session.on("Tracing.tracingComplete", lambda message: ended.append(message))
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": {"includedCategories": CATEGORIES}})
    play_on(page, game, click, moves)
    session.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(100)
    page.context.close()
    return found


def script_of_frames(events: list[dict[str, Any]]) -> list[float]:
    """The milliseconds of script before each frame of the busiest main thread."""
    thread = Counter((event["pid"], event["tid"]) for event in events if event["name"] == FRAME).most_common(1)[0][0]
    mine = sorted((event for event in events if (event["pid"], event["tid"]) == thread), key=lambda event: event["ts"])
    starts = [event["ts"] for event in mine if event["name"] == FRAME]
    taken = [0.0] * (len(starts) + 1)
    done = 0.0
    for event in mine:
        if event["name"] in SCRIPT and event["ph"] == "X" and event["ts"] >= done:  # others are part of one before
            done = event["ts"] + event.get("dur", 0)
            taken[bisect_right(starts, event["ts"])] += event.get("tdur", event.get("dur", 0)) / 1000
    return taken[1:]


def summary(frames: list[float]) -> dict[str, float]:
    ordered = sorted(frames)
    return {
        "frames": len(ordered),
        "median ms": round(ordered[len(ordered) // 2], 2),
        "95 % ms": round(ordered[int(len(ordered) * 0.95)], 2),
        "worst ms": round(ordered[-1], 2),
        "under 8 ms": round(sum(taken < BUDGET for taken in ordered) / len(ordered), 4),
    }


def main(games: list[str], moves: int) -> None:
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        server = LiveServer(Path(place), "warm=no")
        server.start()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        try:
            for game in games:
                print(json.dumps({game: summary(script_of_frames(trace(browser, server.url, game, moves)))}), flush=True)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(sys.argv[1:2] or list(HANDS), int(sys.argv[2]) if len(sys.argv) > 2 else MOVES)

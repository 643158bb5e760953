"""How soon a phone can play: seconds from the address to a board that answers, on a slow line and a slow processor.

    python benchmarks/phone.py        # needs Chromium, and the packages of the extra `dev`

The profile is the usual one for a cheap phone: 1.6 Mbit/s down, 150 ms there and back, a processor four times slower than this one.
"""

import json
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from browser.conftest import PHONE
from browser.live_server import FLAGS, LiveServer
from browser.playing import SMALL, open_table

DOWN, UP, WAY = 1.6e6 / 8, 0.75e6 / 8, 150  # bytes a second, bytes a second, milliseconds
SLOWER = 4
TIMES = 5
REST = 3.0  # seconds in which nothing but the page itself asks for the processor


WATCH = """selector => {
  const look = () => { if (window.ready === undefined && document.querySelector(selector)) window.ready = performance.now() }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
}"""  # a page that is asked again and again by a test's driver has less time for itself


def seconds_to(browser: Browser, address: str, ready: str) -> float:
    """From an empty cache to the moment at which that can be pressed, as the page's own clock says."""
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.add_init_script(f"({WATCH})({json.dumps(ready)})")
    protocol = context.new_cdp_session(page)
    protocol.send("Network.enable")
    protocol.send(
        "Network.emulateNetworkConditions", {"offline": False, "latency": WAY, "downloadThroughput": DOWN, "uploadThroughput": UP}
    )
    protocol.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address, wait_until="commit")
    taken = None
    while taken is None:
        time.sleep(REST)
        taken = page.evaluate("window.ready")
    context.close()
    return float(taken) / 1000


def summary(times: list[float]) -> dict[str, float]:
    return {"median": round(statistics.median(times), 2), "worst": round(max(times), 2)}


def main() -> None:
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        server = LiveServer(Path(place), "warm=no")  # the compiler would take the processor from the phone
        server.start()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        try:
            found = {"home": summary([seconds_to(browser, server.url, ".play") for _ in range(TIMES)])}
            for game in SMALL:
                watcher = browser.new_context()
                table = open_table(watcher.new_page(), server.url, game)
                watcher.close()
                found[game] = summary([seconds_to(browser, f"{server.url}/table/{table}", ".board > *") for _ in range(TIMES)])
        finally:
            browser.close()
            server.stop()
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()

"""What one hears: every sound rendered by the browser itself, and the switch."""

import json
from collections.abc import Callable
from pathlib import Path

from browser.conftest import PHONE
from browser.live_server import LiveServer
from browser.playing import my_turn, open_table
from playwright.sync_api import BrowserContext, Page, expect

Visit = Callable[..., BrowserContext]
CHUNKS = Path(__file__).parents[2] / "joute" / "server" / "http" / "static" / "chunks.json"

RENDER = """async (file) => {
    const { SOUNDS, lengthOf, perform } = await import(file)
    const rate = 44100
    const heard = {}
    for (const sound of SOUNDS) {
        const context = new OfflineAudioContext(1, Math.ceil((lengthOf(sound) + 0.5) * rate), rate)
        perform(sound, context, 1, 0)
        const samples = (await context.startRendering()).getChannelData(0)
        const peak = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0)
        const last = samples.findLastIndex((one) => Math.abs(one) > peak / 200) / rate
        const power = samples.reduce((sum, one) => sum + one * one, 0) / (lengthOf(sound) * rate)
        heard[sound] = { length: lengthOf(sound), last, peak, loudness: Math.sqrt(power) }
    }
    return heard
}"""

COUNT = """() => {
    window.sources = 0
    for (const kind of [AudioBufferSourceNode, OscillatorNode]) {
        const start = kind.prototype.start
        kind.prototype.start = function (...when) { window.sources++; return start.apply(this, when) }
    }
    window.vibrations = []
    navigator.vibrate = (pattern) => { window.vibrations.push(pattern); return true }
}"""


def sources(page: Page) -> int:
    return int(page.evaluate("window.sources"))


def test_every_sound_is_audible_short_and_does_not_clip(server: LiveServer, visit: Visit) -> None:
    page = visit().new_page()
    page.goto(server.url)
    heard = page.evaluate(RENDER, "/" + json.loads(CHUNKS.read_text())["src/lib/sounds.ts"]["file"])
    assert len(heard) == 15
    for sound, made in heard.items():
        print(sound, {name: round(value, 3) for name, value in made.items()})
        assert 0.01 < made["loudness"] < 0.35, sound
        assert 0.1 < made["peak"] < 1, sound  # at full volume; the client plays at half of it
        assert made["length"] <= 1.3, sound
        assert 0.4 * made["length"] < made["last"] <= made["length"], sound


def test_sound_is_on_after_the_first_tap_and_its_switch_is_remembered(server: LiveServer, visit: Visit) -> None:
    page = visit(PHONE, sound=True).new_page()
    page.add_init_script(f"({COUNT})()")
    open_table(page, server.url, "morpion")
    assert my_turn(page)
    assert sources(page) == 0  # the page was not touched yet
    switch = page.get_by_role("button", name="Sound")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.tap()
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.tap()
    page.wait_for_function("window.sources > 0")
    assert page.evaluate("window.vibrations").count([30]) >= 1
    switch.tap()
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")
    page.locator("h1").first.dispatch_event("pointerup")
    assert sources(page) == 0

"""A game that can be watched: every event is visible for a while, nothing waits at instant speed, a tap shows the next event."""

from collections.abc import Callable

from browser.conftest import PHONE
from browser.live_server import LiveServer
from browser.playing import answer, my_turn, open_table, play_on, tap
from browser.watching import by_event, shown, watch
from playwright.sync_api import BrowserContext, expect

LEAST = 480  # milliseconds: half a second, less one frame of the screen
TRICK = 1000  # milliseconds that a full trick stays


def test_every_card_and_every_full_trick_can_be_seen(server: LiveServer, visit: Callable[..., BrowserContext]) -> None:
    context = visit(PHONE, speed="normal")
    watch(context)
    page = context.new_page()
    open_table(page, server.url, "coeurs", "easy", options={"deals": 1})
    play_on(page, "coeurs", tap, 3)
    my_turn(page)
    found = shown(page)
    events = by_event(found)
    assert len([one for one in events if "trick" in one.text]) >= 2
    assert [one for one in events if one.text and one.milliseconds < LEAST] == []
    full = [one.milliseconds for one in found if one.cards == 4 and "trick" in one.text]
    assert full
    assert min(full) >= TRICK


def test_a_tap_shows_the_next_event_and_skipping_all_of_them(server: LiveServer, visit: Callable[..., BrowserContext]) -> None:
    page = visit(speed="slow").new_page()
    open_table(page, server.url, "coeurs", "easy", options={"deals": 1})
    room, log = page.locator(".room"), page.locator("p[role=log]")
    if my_turn(page):
        answer(page, "coeurs", lambda page, selector: page.locator(selector).first.click())
    expect(room).to_have_attribute("data-busy", "true")
    before = log.inner_text()
    page.locator(".curtain").click()
    expect(log).not_to_have_text(before)
    page.get_by_role("button", name="Skip").click()
    expect(room).to_have_attribute("data-busy", "false")


def test_at_instant_speed_nothing_waits(server: LiveServer, visit: Callable[..., BrowserContext]) -> None:
    context = visit(speed="instant")
    watch(context)
    page = context.new_page()
    open_table(page, server.url, "love_letter", "easy", options={"rounds": 1})
    play_on(page, "love_letter", lambda page, selector: page.locator(selector).first.click(timeout=5000), 2)
    assert [one for one in shown(page) if one.milliseconds] == []


def test_a_hidden_page_catches_up(server: LiveServer, visit: Callable[..., BrowserContext]) -> None:
    page = visit(speed="slow").new_page()
    open_table(page, server.url, "coeurs", "easy", options={"deals": 1})
    if my_turn(page):
        answer(page, "coeurs", lambda page, selector: page.locator(selector).first.click())
    expect(page.locator(".room")).to_have_attribute("data-busy", "true")
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true }); document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".room")).to_have_attribute("data-busy", "false")

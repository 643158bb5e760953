"""Menus and sheets: they close by Escape and by a tap outside, give the focus back, and hide nothing that is said."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from browser.conftest import DESKTOP, PHONE
from browser.live_server import LiveServer
from browser.playing import my_turn, open_table
from browser.test_pages import violations
from playwright.sync_api import BrowserContext, Locator, Page, expect

Visit = Callable[..., BrowserContext]
DEVICES = [pytest.param(DESKTOP, id="desktop"), pytest.param(PHONE, id="phone")]

UPPERMOST = """() => {
    const bubble = document.querySelector('[data-said]')
    if (!bubble) return false
    const box = bubble.getBoundingClientRect()
    bubble.style.pointerEvents = 'auto'  // a point finds only what takes taps
    const found = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    bubble.style.pointerEvents = ''
    return found === bubble
}"""


def at_a_table(page: Page, server: LiveServer) -> str:
    table = open_table(page, server.url, "love_letter")
    assert my_turn(page)
    return table


def react(page: Page, table: str) -> None:
    """A reaction that comes over the wire."""
    status = page.evaluate(
        """async (table) => (await fetch(`/api/tables/${table}/messages`, { method: 'POST',
            headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ type: 'react', reaction: 'hello' }) })).status""",
        table,
    )
    assert status < 300


def tap_outside(page: Page) -> None:
    page.mouse.click(4, 70)


@pytest.mark.parametrize("device", DEVICES)
def test_the_reactions_close_by_escape_and_by_a_tap_outside(server: LiveServer, visit: Visit, device: dict[str, Any]) -> None:
    page = visit(device).new_page()
    at_a_table(page, server)
    opener, offer = page.get_by_role("button", name="React"), page.get_by_role("button", name="Well played")
    ways: list[Callable[[], None]] = [lambda: page.keyboard.press("Escape"), lambda: tap_outside(page)]
    for close in ways:
        opener.click()
        expect(offer).to_be_in_viewport(ratio=1)
        expect(opener).to_have_attribute("aria-expanded", "true")
        assert violations(page) == []
        close()
        expect(offer).to_be_hidden()
        expect(opener).to_have_attribute("aria-expanded", "false")
    opener.click()
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()


@pytest.mark.parametrize("device", DEVICES)
def test_a_reaction_is_a_bubble_at_the_line_of_its_player_above_any_menu(server: LiveServer, visit: Visit, device: dict[str, Any]) -> None:
    page = visit(device).new_page()
    table = at_a_table(page, server)
    page.get_by_role("button", name="React").click()
    page.get_by_role("button", name="Well played").click()
    bubble = page.locator("[data-said]")
    expect(bubble).to_have_text("Well played!")
    expect(page.get_by_role("button", name="React")).to_be_focused()
    seat = bubble.get_attribute("data-said")
    line = page.locator(f'[data-player="{seat}"]').first.bounding_box()
    said = bubble.bounding_box()
    assert line
    assert said
    below, above = abs(said["y"] - line["y"] - line["height"]), abs(line["y"] - said["y"] - said["height"])
    assert min(below, above) < 16
    assert line["x"] <= said["x"] + said["width"] / 2 <= line["x"] + line["width"]
    page.get_by_role("button", name="React").click()
    expect(page.get_by_role("button", name="Well played")).to_be_visible()
    react(page, table)  # on another of one's devices: the menu stays open here
    page.wait_for_function(UPPERMOST)
    expect(page.get_by_role("button", name="Well played")).to_be_visible()
    page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)


def closes(page: Page, opener: Locator, sheet: Locator, close: Callable[[], None]) -> None:
    opener.click()
    expect(sheet).to_be_visible()
    close()
    expect(sheet).to_be_hidden()
    expect(opener).to_be_focused()


def test_sheets_close_by_escape_by_a_tap_outside_and_by_their_button_and_give_the_focus_back(server: LiveServer, visit: Visit) -> None:
    page = visit(PHONE).new_page()
    at_a_table(page, server)
    sheet = page.get_by_role("dialog")
    for name in ("Settings", "Rules", "Story"):
        opener = page.get_by_role("button", name=re.compile(name))
        closes(page, opener, sheet, lambda: page.keyboard.press("Escape"))
        closes(page, opener, sheet, lambda: tap_outside(page))
        closes(page, opener, sheet, lambda: page.get_by_role("button", name="Close").click())


def test_a_text_marked_beyond_the_edge_of_a_sheet_does_not_close_it(server: LiveServer, visit: Visit) -> None:
    page = visit().new_page()
    page.goto(server.url)
    page.get_by_role("button", name="Settings").click()
    box = page.get_by_role("heading", name="Settings").bounding_box()
    assert box
    page.mouse.move(box["x"] + 40, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(20, box["y"] + 10)
    page.mouse.up()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_question_is_cancelled_by_escape_and_gives_the_focus_back(server: LiveServer, visit: Visit) -> None:
    page = visit().new_page()
    at_a_table(page, server)
    resign = page.get_by_role("button", name="Resign")
    resign.click()
    expect(page.get_by_role("button", name="Yes, resign")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Yes, resign")).to_be_hidden()
    expect(resign).to_be_focused()

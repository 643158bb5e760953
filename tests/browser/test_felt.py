"""The felt of Cœurs in a browser: the hand is always visible, the felt keeps its size, and every deal has a row on the score sheet."""

from collections.abc import Callable

from browser.conftest import PHONE
from browser.live_server import LiveServer
from browser.playing import my_turn, open_table, play_on, tap
from playwright.sync_api import BrowserContext, expect

# of the part of each card that no other card covers, the shorter side, in pixels; the least of all cards
FREE = """() => Math.min(...[...document.querySelectorAll('.hand button')].map((card) => {
    const { left, right, top, bottom } = card.getBoundingClientRect()
    const mine = (x, y) => document.elementFromPoint(x, y)?.closest('.hand button') === card
    let wide = 0, high = 0
    for (let x = left + 0.5; x < right; x++) wide += mine(x, top + 20)
    for (let y = top + 0.5; y < bottom; y++) high += mine(left + 20, y)
    return Math.min(wide, high)
}))"""
LYING = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}


def test_a_finger_hits_each_card_of_a_hand_on_a_small_phone(server: LiveServer, visit: Callable[..., BrowserContext]) -> None:
    page = visit(PHONE | {"viewport": {"width": 360, "height": 740}}).new_page()
    open_table(page, server.url, "coeurs", "random", options={"deals": 1})
    assert my_turn(page)
    cards = page.locator(".hand button")
    for left in (8, 7, 6):
        assert cards.count() == left
        assert page.evaluate(FREE) >= 44
        play_on(page, "coeurs", tap, 1)
        assert my_turn(page)


def test_the_settings_are_at_the_table_where_the_header_has_no_room(server: LiveServer, visit: Callable[..., BrowserContext]) -> None:
    page = visit(LYING).new_page()
    open_table(page, server.url, "coeurs", "random")
    sound = page.get_by_role("button", name="Sound")
    expect(sound).to_be_in_viewport(ratio=1)
    sound.tap()
    expect(sound).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Settings").tap()
    expect(page.get_by_role("dialog").get_by_text("Slow", exact=True)).to_be_visible()


def test_a_deal_on_a_phone_that_lies_on_its_side(server: LiveServer, visit: Callable[..., BrowserContext]) -> None:
    page = visit(LYING).new_page()
    open_table(page, server.url, "coeurs")
    assert my_turn(page)
    felt, size = page.locator(".coeurs"), {"width": 844, "height": 390}
    before = felt.bounding_box()
    for card in page.locator(".hand button").all():
        box = card.bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= size["width"]
        assert 0 <= box["y"] <= box["y"] + box["height"] <= size["height"]
    play_on(page, "coeurs", tap)
    after = felt.bounding_box()
    assert before is not None
    assert after is not None
    assert [after["width"], after["height"]] == [before["width"], before["height"]]
    page.locator(".end").get_by_role("button", name="Close").tap()
    page.get_by_role("button", name="Score sheet").tap()
    row = page.locator('[data-deal="1"] td')
    expect(row).to_have_count(4)
    points = [int(text.replace("−", "-")) for text in row.all_inner_texts()]
    assert sum(points) in (-40, 40)  # eight hearts at 5 points each, or a slam

"""The felt of Cœurs in a browser: the hand is always visible, the felt keeps its size, and every deal has a row on the score sheet."""

from collections.abc import Callable

from browser.live_server import LiveServer
from browser.playing import my_turn, open_table, play_on, tap
from playwright.sync_api import BrowserContext, expect

LYING = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}


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

"""Barbu in a browser: a contract is chosen from cards, a Réussite is laid out by suits, and the sheet has a box for every deal."""

from collections.abc import Callable

from browser.conftest import PHONE
from browser.live_server import LiveServer
from browser.playing import answer, fits, my_turn, open_table, tap
from playwright.sync_api import BrowserContext, Page, expect

WIDTH, HEIGHT = 844, 390
LYING = {"viewport": {"width": WIDTH, "height": HEIGHT}, "has_touch": True, "is_mobile": True}


def play_deal(page: Page) -> None:
    """My cards and passes until the next contract is chosen, or the game is over."""
    while my_turn(page) and page.locator("[data-contract]:not(:disabled)").count() == 0:
        answer(page, "barbu", tap)


def test_a_reussite_on_a_phone_is_laid_out_by_suits_and_stands_on_the_sheet(
    server: LiveServer, visit: Callable[..., BrowserContext]
) -> None:
    page = visit(PHONE).new_page()
    open_table(page, server.url, "barbu", "random")
    assert my_turn(page)
    expect(page.locator("[data-contract]:not(:disabled)")).to_have_count(6)
    assert fits(page)
    page.locator("[data-contract=reussite]").tap()
    assert my_turn(page)
    laid = page.locator("[data-laid]")
    for card in laid.all():
        assert (card.get_attribute("data-laid") or "")[-1] in "DSCH"
    assert fits(page)
    play_deal(page)
    expect(page.locator("[data-contract]:not(:disabled)")).to_have_count(5)
    page.get_by_role("button", name="Score sheet").tap()
    box = page.locator('[data-box="0 reussite"] .box > span')
    expect(box).to_have_count(4)
    points = sorted(int(text.split()[-1].replace("−", "-")) for text in box.all_inner_texts())
    assert points == [0, 0, 50, 100]


def test_contracts_and_hand_are_within_reach_on_a_phone_that_lies_on_its_side(
    server: LiveServer, visit: Callable[..., BrowserContext]
) -> None:
    page = visit(LYING).new_page()
    open_table(page, server.url, "barbu", "random")
    assert my_turn(page)
    for button in page.locator("[data-contract]").all():
        box = button.bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= WIDTH
        assert 0 <= box["y"] <= box["y"] + box["height"] <= HEIGHT
        assert box["height"] >= 44
    page.locator("[data-contract=plis]").tap()
    assert my_turn(page)
    before = page.locator(".hand button").count()
    answer(page, "barbu", tap)
    assert my_turn(page)
    assert page.locator(".hand button").count() < before


def test_on_a_short_phone_neither_the_contracts_nor_a_reussite_lie_over_my_line_or_my_hand(
    server: LiveServer, visit: Callable[..., BrowserContext]
) -> None:
    page = visit({**PHONE, "viewport": {"width": 390, "height": 740}}).new_page()
    open_table(page, server.url, "barbu", "random")
    assert my_turn(page)
    assert lowest(page, "[data-contract]") <= highest(page, ".south .player, .hand button")
    page.locator("[data-contract=reussite]").tap()
    assert my_turn(page)
    assert highest(page, ".layout") >= lowest(page, ".north .player")
    assert lowest(page, ".layout") <= highest(page, ".south .player, .hand button")


EDGE = """([selector, edge]) => {
    const boxes = [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect()).filter((box) => box.height > 0)
    return edge === 'top' ? Math.min(...boxes.map((box) => box.top)) : Math.max(...boxes.map((box) => box.bottom))
}"""


def lowest(page: Page, selector: str) -> float:
    """The lower edge of the lowest of these."""
    return float(page.evaluate(EDGE, [selector, "bottom"]))


def highest(page: Page, selector: str) -> float:
    """The upper edge of the highest of these."""
    return float(page.evaluate(EDGE, [selector, "top"]))

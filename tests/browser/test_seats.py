"""Seats at a new table are put in order by hand: dragged with a mouse or a finger, or moved by their buttons."""

from collections.abc import Callable

import pytest
from browser.conftest import DESKTOP, PHONE
from browser.live_server import LiveServer
from playwright.sync_api import BrowserContext, Page, expect

Visit = Callable[..., BrowserContext]
Drag = Callable[[Page, int, int], None]

FIRST = ["me", "level:easy", "level:hard", "level:expert"]


def new_table(page: Page, server: LiveServer) -> None:
    """A table of four whose seats can all be told apart."""
    page.goto(f"{server.url}/new/diamant")
    for seat, name in enumerate(FIRST, 1):
        page.get_by_label(f"Seat {seat}", exact=True).select_option(name)


def order(page: Page) -> list[str]:
    return [str(page.get_by_label(f"Seat {seat}", exact=True).input_value()) for seat in range(1, len(FIRST) + 1)]


def middle(page: Page, seat: int) -> tuple[float, float]:
    """Where a seat's handle is."""
    box = page.locator(".handle").nth(seat - 1).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def by_mouse(page: Page, seat: int, to: int) -> None:
    (x, y), (_, end) = middle(page, seat), middle(page, to)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 5, (y + end) / 2)
    page.mouse.move(x + 5, end)
    page.mouse.up()


def by_finger(page: Page, seat: int, to: int) -> None:
    (x, y), (_, end) = middle(page, seat), middle(page, to)
    finger = page.context.new_cdp_session(page)
    for kind, at in (("touchStart", y), ("touchMove", (y + end) / 2), ("touchMove", end)):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": at}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("drag", [by_mouse, by_finger])
def test_a_seat_is_dragged_to_another_place_and_the_others_make_room(server: LiveServer, visit: Visit, drag: Drag) -> None:
    page = visit(PHONE if drag is by_finger else DESKTOP).new_page()
    new_table(page, server)
    page.locator(".handle").last.scroll_into_view_if_needed()
    drag(page, 1, 3)
    assert order(page) == ["level:easy", "level:hard", "me", "level:expert"]
    drag(page, 4, 1)
    assert order(page) == ["level:expert", "level:easy", "level:hard", "me"]
    drag(page, 2, 2)
    assert order(page) == ["level:expert", "level:easy", "level:hard", "me"]


def test_escape_puts_a_dragged_seat_back(server: LiveServer, visit: Visit) -> None:
    page = visit().new_page()
    new_table(page, server)
    (x, y), (_, end) = middle(page, 1), middle(page, 3)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, end)
    expect(page.locator(".lifted")).to_have_count(1)
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator(".lifted")).to_have_count(0)
    assert order(page) == FIRST


def test_the_keys_move_a_seat_by_its_buttons(server: LiveServer, visit: Visit) -> None:
    page = visit().new_page()
    new_table(page, server)
    page.get_by_role("button", name="Move seat 1 down").press("Enter")
    assert order(page) == ["level:easy", "me", "level:hard", "level:expert"]
    page.get_by_role("button", name="Move seat 4 up").press("Enter")
    assert order(page) == ["level:easy", "me", "level:expert", "level:hard"]

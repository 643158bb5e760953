"""A battle of Pokémon in a browser: a move's details by a long press and by a key, and a whole turn that can be seen."""

from collections.abc import Callable

from browser.conftest import PHONE
from browser.live_server import LiveServer
from browser.playing import answer, click, my_turn, open_table, question
from browser.watching import by_event, shown, watch
from playwright.sync_api import BrowserContext, Page, expect

LEAST = 480  # milliseconds: half a second, less one frame of the screen


def in_battle(page: Page, server: LiveServer) -> None:
    """Both have sent their first creature."""
    open_table(page, server.url, "pokemon", "random")
    assert my_turn(page)
    answer(page, "pokemon", click)
    assert my_turn(page)
    expect(page.locator(".attacks button").first).to_be_enabled()


def test_a_long_press_shows_a_move_and_does_not_choose_it(server: LiveServer, visit: Callable[..., BrowserContext]) -> None:
    page = visit(PHONE).new_page()
    in_battle(page, server)
    move, asked = page.locator(".attacks button:not(:disabled)").first, question(page)
    name = move.locator("strong").inner_text()
    move.dispatch_event("pointerdown")
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("heading", name=name)).to_be_visible()
    expect(sheet).to_contain_text("PP")
    move.dispatch_event("pointerup")
    move.dispatch_event("click")  # as a finger that is lifted makes one
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    assert question(page) == asked
    assert my_turn(page)


def test_the_key_i_shows_the_move_that_has_the_focus(server: LiveServer, visit: Callable[..., BrowserContext]) -> None:
    page = visit().new_page()
    in_battle(page, server)
    move = page.locator(".attacks button:not(:disabled)").nth(1)
    move.focus()
    page.keyboard.press("i")
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("heading", name=move.locator("strong").inner_text())).to_be_visible()
    page.keyboard.press("Escape")
    expect(move).to_be_focused()


def test_every_step_of_a_turn_can_be_seen(server: LiveServer, visit: Callable[..., BrowserContext]) -> None:
    context = visit(PHONE, speed="normal")
    watch(context)
    page = context.new_page()
    in_battle(page, server)
    before = len(shown(page))
    answer(page, "pokemon", click)
    my_turn(page)
    events = [one for one in by_event(shown(page)[before:]) if one.text]
    assert len(events) >= 3  # mine, theirs, the next turn
    assert [one for one in events if one.milliseconds < LEAST] == []
    sentences = page.locator(".story li").all_inner_texts()
    assert [one.text for one in events if one.text not in sentences] == []  # the strip has the whole turn

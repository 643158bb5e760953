"""A slow line and a line that repeats itself: nothing that a person has begun to choose is lost, nothing is chosen twice."""

import json
from collections.abc import Callable

from browser.live_server import LiveServer
from browser.playing import my_turn, open_table
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

Visit = Callable[..., BrowserContext]


class Line:
    """What goes over a page's WebSocket, which can be held up and said again."""

    def __init__(self, page: Page) -> None:
        self.held = False
        self.waiting: list[str | bytes] = []
        self.said: list[str | bytes] = []
        self.heard: list[str | bytes] = []
        self.page: WebSocketRoute | None = None
        page.route_web_socket("**/socket?*", self.open)

    def open(self, page: WebSocketRoute) -> None:
        self.page, server = page, page.connect_to_server()

        def to_server(message: str | bytes) -> None:
            self.said.append(message)
            server.send(message)

        def to_page(message: str | bytes) -> None:
            self.heard.append(message)
            self.waiting.append(message)
            if not self.held:
                self.release()

        page.on_message(to_server)
        server.on_message(to_page)

    def release(self) -> None:
        assert self.page is not None
        for message in self.waiting:
            self.page.send(message)
        self.waiting.clear()


def test_a_choice_on_its_way_cannot_be_made_again(server: LiveServer, visit: Visit) -> None:
    page = visit().new_page()
    line = Line(page)
    open_table(page, server.url, "love_letter", seed=2)
    assert my_turn(page)
    line.held = True
    page.locator('.card.playable[data-card="priest"]').click()  # two sit here: there is nobody else to look at
    page.locator("[data-act]").click()
    expect(page.locator(".status")).to_have_text("Your choice is on its way.")
    expect(page.locator(".card.playable, .choose")).to_have_count(0)
    line.held = False
    line.release()
    assert my_turn(page)
    assert [json.loads(one)["action"] for one in line.said if '"play"' in str(one)] == ["priest>1"]


def test_a_choice_half_made_outlives_the_same_question_told_again(server: LiveServer, visit: Visit) -> None:
    page = visit().new_page()
    line = Line(page)
    open_table(page, server.url, "love_letter", seats=[{"who": "me"}, *[{"who": "agent", "agent": "easy"}] * 2])
    assert my_turn(page)
    page.locator('.card.playable[data-card="baron"]').click()
    expect(page.locator(".choose")).to_have_count(2)
    assert line.page is not None
    line.page.send(next(message for message in line.heard if '"state"' in str(message)))
    line.page.send('{"type": "thinking", "seats": [1]}')
    expect(page.locator(".dots")).to_have_count(1)  # so the page has heard both
    expect(page.locator(".choose")).to_have_count(2)

"""The analysis board: any position, tried on, judged, shared, read and set up."""

import json
import re
from collections.abc import Callable
from pathlib import Path

from browser.conftest import DESKTOP, PHONE
from browser.live_server import LiveServer
from browser.playing import click, fits, open_table, play_on
from browser.test_pages import violations
from playwright.sync_api import BrowserContext, Page, expect

Visit = Callable[..., BrowserContext]

PATIENCE = 120_000  # milliseconds: rules are compiled before the first opinion
REFUSED = ("status of 400", "status of 503")  # what the browser notes when the server refuses something, or prepares a game


def ready(page: Page, at: int | None = None) -> None:
    """Waits until a position is shown, with that many rows before it."""
    wanted = "" if at is None else f'[data-at="{at}"]'
    page.wait_for_selector(f'.room{wanted}[data-busy="false"]', timeout=PATIENCE)


def analyse(page: Page, url: str, query: str) -> None:
    page.goto(f"{url}/analysis?{query}")
    ready(page)


def tried(page: Page) -> list[str]:
    return page.locator("[data-row]").all_inner_texts()


def test_a_position_of_a_game_is_tried_on_judged_and_shared(server: LiveServer, visit: Visit) -> None:
    page = visit(DESKTOP, forgiven=REFUSED).new_page()
    table = open_table(page, server.url, "coeurs")
    play_on(page, "coeurs", click)
    page.goto(f"{server.url}/record/{table}#8")
    page.get_by_role("link", name="Analyse from here").click()
    ready(page, 0)
    assert page.url.endswith(f"/analysis?record={table}&ply=8")

    # 1. Actions for whoever is to move, with open cards; back, and another one replaces what follows.
    for number in range(3):
        page.locator(".hand button.playable").first.click()
        ready(page, number + 1)
    first = tried(page)
    assert len(first) == 3
    page.locator("h1").click()  # the arrows belong to the board while it has the focus
    page.keyboard.press("ArrowLeft")
    ready(page, 2)
    page.keyboard.press("ArrowRight")
    ready(page, 3)
    page.locator("[data-row]").first.click()
    ready(page, 1)
    assert tried(page) == first
    page.locator(".hand button.playable").last.click()
    ready(page, 2)
    assert tried(page)[:1] == first[:1]
    assert len(tried(page)) in (2, 3)  # the same card as before leaves the rest as it was

    # 2. An opinion with reasons and marks; why not another action; the agent plays.
    page.locator("[data-row]").first.click()
    ready(page, 1)
    page.get_by_role("button", name="Opinion", exact=True).click()
    expect(page.locator("[data-verdict]")).not_to_be_empty(timeout=PATIENCE)
    expect(page.locator('.hand [data-mark="best"]')).to_have_count(1)
    others = page.locator('[data-judged]:not(:has([data-mark="best"]))')
    if others.count():
        name = others.first.locator(".action").inner_text()
        others.first.click()
        expect(page.locator(".question")).to_have_text(f"Why not {name}?")
        ready(page, 1)
    assert violations(page) == []
    page.get_by_role("button", name="Let the agent play").click()
    ready(page, 2)

    # 3. The address carries it all: somebody else sees the same.
    friend = visit(PHONE).new_page()
    friend.goto(page.url)
    ready(friend, 2)
    assert tried(friend) == tried(page)
    cards = ".hand [data-card]"
    mine, theirs = (sorted(one.locator(cards).evaluate_all("found => found.map((one) => one.dataset.card)")) for one in (page, friend))
    assert mine == theirs
    assert len(mine) > 1

    # 4. What a seat does not know is not shown, and is chosen for others only on request.
    expect(page.locator(".others.open")).to_have_count(3)
    page.locator(".tools select").select_option("1")
    ready(page, 2)
    expect(page.locator(".others.open")).to_have_count(0)
    expect(page.locator(".others")).to_have_count(3)
    assert "viewer=1" in page.url


def test_a_battle_takes_an_action_of_each_side_and_its_record_is_saved_and_read(server: LiveServer, visit: Visit) -> None:
    page = visit(DESKTOP, forgiven=REFUSED).new_page()
    analyse(page, server.url, "game=pokemon&seed=3")
    for creature in range(2):
        page.locator(f'[data-mover="{creature}"][aria-pressed="true"]').wait_for()
        page.locator(".bench button:not(:disabled)").nth(creature).click()
    ready(page, 1)
    expect(page.locator("[data-row] .choice")).to_have_count(2)
    page.get_by_role("button", name="Save", exact=True).click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Record (JSON)").click()
    record = Path(saved.value.path()).read_text(encoding="utf-8")
    assert json.loads(record)["game"] == "pokemon"
    before = tried(page)

    page.goto(f"{server.url}/analysis")
    page.get_by_role("button", name="Read a text or a file").click()
    page.locator("dialog textarea").fill("neither a game nor a position")
    page.get_by_role("button", name="Read it").click()
    expect(page.locator("#unread")).not_to_be_empty()
    assert page.locator("dialog textarea").input_value() == "neither a game nor a position"
    page.locator("dialog textarea").fill(record)
    page.get_by_role("button", name="Read it").click()
    ready(page, 1)
    assert tried(page) == before


def test_on_a_phone_a_position_is_set_up_refused_and_accepted(server: LiveServer, visit: Visit) -> None:
    page = visit(PHONE, locale="fr-FR", forgiven=REFUSED).new_page()
    analyse(page, server.url, "game=morpion&seed=1")
    assert fits(page)
    page.get_by_role("button", name="Composer").tap()
    page.locator('[data-square="f6"]').tap()
    page.locator('[data-square="f7"]').tap()
    expect(page.locator('[data-check="bad"]')).to_have_text(re.compile("2 X et 0 O"))
    expect(page.get_by_role("button", name="Prendre cette position")).to_be_disabled()
    page.locator('[data-square="f7"]').tap()  # now an O
    expect(page.locator('[data-check="good"]')).to_be_visible()
    assert fits(page)
    assert violations(page) == []
    page.get_by_role("button", name="Prendre cette position").tap()
    ready(page, 0)
    expect(page.locator('[data-cell="f7"]')).to_have_attribute("aria-label", "f7, O")
    page.locator('[data-cell="g6"]').tap()
    page.locator(".under .primary").tap()
    ready(page, 1)
    assert fits(page)
    assert violations(page) == []

    # As text: what is wrong is said, and nothing is lost.
    page.get_by_role("button", name="Composer").tap()
    page.locator(".edit summary").tap()
    page.locator(".edit textarea").fill('{"game": "morpion", "board": ["X')
    expect(page.locator('[data-check="bad"]')).to_contain_text("JSON")
    page.get_by_role("button", name="Annuler").tap()
    ready(page, 1)


def test_a_link_that_was_cut_says_so_and_offers_a_new_analysis(server: LiveServer, visit: Visit) -> None:
    page = visit(PHONE).new_page()
    page.goto(f"{server.url}/analysis?game=morpion&p=AAAA")
    expect(page.get_by_role("alert")).to_contain_text("It may have been cut")
    expect(page.get_by_role("button", name="Begin")).to_be_enabled()
    assert fits(page)
    assert violations(page) == []
    page.get_by_role("combobox").select_option("diamant")
    page.get_by_role("button", name="Begin").tap()
    ready(page, 0)
    assert "game=diamant" in page.url

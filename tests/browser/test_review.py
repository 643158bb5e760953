"""The review of a game that is over: how everybody played, the moments that decided, why, why not, and once more from there."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from browser.conftest import DESKTOP, PHONE, PICTURES
from browser.live_server import LiveServer
from browser.playing import click, fits, open_table, play_on, tap
from browser.test_pages import violations
from playwright.sync_api import BrowserContext, Page, expect

Visit = Callable[..., BrowserContext]

PATIENCE = 120_000  # milliseconds: rules are compiled when the first game is reviewed


def reviewed(page: Page, url: str, game: str, start: str) -> str:
    """Plays a short game, and asks for its review."""
    table = open_table(page, url, game)
    play_on(page, game, tap if page.evaluate("navigator.maxTouchPoints > 0") else click)
    page.goto(f"{url}/record/{table}")
    page.get_by_role("button", name=start).click()
    expect(page.locator(".players .accuracy").first).to_be_visible(timeout=PATIENCE)
    page.wait_for_function("() => !document.querySelector('progress')", timeout=PATIENCE)
    return table


def test_a_review_says_how_everybody_played_and_why_and_plays_on_from_a_decision(server: LiveServer, visit: Visit) -> None:
    page = visit(DESKTOP).new_page()
    reviewed(page, server.url, "coeurs", "Review the game")

    # 1. Overview: accuracy, mistakes, at most three moments, a curve for everybody within 0 and 100 %.
    expect(page.locator(".players .accuracy")).to_have_count(4)
    for text in page.locator(".players .accuracy").all_inner_texts():
        assert 0 <= int(text.rstrip("%")) <= 100
    assert page.locator("[data-moment]").count() <= 3
    expect(page.locator("[data-curve]")).to_have_count(4)
    expect(page.locator(".grid text")).to_have_text(["0%", "50%", "100%"])
    assert violations(page) == []

    # 2. A decision: a verdict, and the same marks on the board as in the list.
    page.get_by_role("tab", name="This decision").click()
    forward = page.get_by_role("button", name="One step forward")
    while page.locator("[data-judged]").count() < 3:
        forward.click()
    expect(page.locator("[data-verdict]")).not_to_be_empty()
    assert 1 <= page.locator(".scene [data-mark]").count() <= 2
    played = page.locator(".decision h2").inner_text()
    assert violations(page) == []

    # 3. Why not another action? Its verdict, and back.
    other = page.locator('[data-judged]:not(:has([data-mark="played"], [data-mark="best"]))').first
    name = other.locator(".action").inner_text()
    other.click()
    expect(page.locator(".question")).to_have_text(f"Why not {name}?")
    expect(page.locator("[data-verdict]")).to_contain_text(re.compile(name.split()[-1]))
    expect(page.locator('.scene [data-mark="asked"]')).to_have_count(1)
    assert page.locator(".decision h2").inner_text() == played
    page.locator("details summary").click()
    expect(page.locator(".decision table tbody tr").first).to_be_visible()
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / "review-why-not.png", full_page=True)
    assert violations(page) == []
    page.get_by_role("button", name=re.compile("^Back to")).click()
    expect(page.locator(".question")).to_have_count(0)

    # 4. The files.
    with page.expect_download() as saved:
        page.get_by_role("button", name="Review (JSON)").click()
    assert len(json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))["seats"]) == 4

    # 5. Once more from here, at a table of one's own.
    record = page.url
    page.get_by_role("button", name="Try again from here").click()
    page.wait_for_url("**/table/*")
    assert page.url != record
    expect(page.locator(".status.mine")).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize(("locale", "start", "decision", "board"), [("fr-FR", "Analyser la partie", "Cette décision", "Sur le plateau")])
def test_on_a_phone_one_asks_why_not_by_a_tap_on_the_board(  # one word each of the language
    server: LiveServer, visit: Visit, locale: str, start: str, decision: str, board: str
) -> None:
    page = visit(PHONE, locale=locale).new_page()
    reviewed(page, server.url, "morpion", start)
    assert fits(page)
    page.get_by_role("tab", name=decision).tap()
    page.get_by_role("button", name=board).tap()
    cell = page.locator('[data-cell][aria-disabled="false"]:not(:has([data-mark]))').first
    name = cell.get_attribute("data-cell")
    cell.tap()
    page.locator(".under .primary").tap()
    expect(page.locator(".question")).to_have_text(f"Pourquoi pas {name}\u00a0?")
    expect(page.locator('[data-cell]:has([data-mark="asked"])')).to_have_attribute("data-cell", str(name))
    assert fits(page)
    assert violations(page) == []

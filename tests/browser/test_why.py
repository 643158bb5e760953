"""What an agent's opinion looks like, also where it has little to say."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from browser.conftest import PICTURES
from browser.live_server import LiveServer
from browser.playing import click, my_turn, open_table, play_on
from browser.test_pages import violations
from playwright.sync_api import BrowserContext, expect

Visit = Callable[..., BrowserContext]

LINE = "figure .line"


def opinion(**answer: Any) -> dict[str, Any]:
    """An agent's word on a choice in the mine: neither way is better."""
    even = [{"action": action, "value": 0.5, "visits": 10, "weight": None} for action in ("explore", "return")]
    word = {"action": "return", "judgements": even, "value": 0.5, "pv": [], "depth": None, "nodes": 20, "seconds": 0.01}
    return word | {"beliefs": {}, "matrix": None, "remark": {}, "unit": "win"} | answer


def decision(ply: int, seat: int) -> dict[str, Any]:
    """What the analyst says of one decision: nothing was won or lost by it."""
    return {"ply": ply, "seat": seat, "agent": "hard", "action": "return", "cost": 0.0, "opinion": opinion()}


def test_the_review_of_a_game_that_was_even_all_along_has_a_level_curve(server: LiveServer, visit: Visit) -> None:
    page = visit().new_page()
    open_table(page, server.url, "diamant")
    play_on(page, "diamant", click)
    decisions = [decision(ply, seat) for ply in (0, 1) for seat in (0, 1)]
    even = {"status": "done", "done": 4, "of": 4, "agent": "hard", "unit": "win", "decisions": decisions}
    page.route("**/api/records/*/analysis", lambda route: route.fulfill(json=even))
    page.get_by_role("link", name="See what happened").click()
    expect(page.get_by_text("No decision cost anything")).to_be_visible()
    expect(page.locator(".grid text")).to_have_text(["50%"])
    heights = page.locator(LINE).evaluate_all("(lines) => lines.map((line) => line.getBBox().height)")
    assert heights == [0, 0]
    assert violations(page) == []


@pytest.mark.parametrize(("locale", "hint", "words"), [("en-GB", "Hint", "worth the same"), ("fr-FR", "Conseil", "se valent")])
def test_a_mixture_is_advised_as_the_matrix_has_it_and_explained(
    server: LiveServer, visit: Visit, locale: str, hint: str, words: str
) -> None:
    page = visit(locale=locale).new_page()
    open_table(page, server.url, "pokemon", options={})  # with six creatures each, no single one is the right lead
    assert my_turn(page)
    page.get_by_role("button", name=hint, exact=True).click()
    expect(page.locator(".opinion .mixture")).to_contain_text(words)
    said = page.locator(".opinion .figures").all_inner_texts()
    matrix = page.locator(".opinion tbody th .soft").all_inner_texts()
    bars = [re.split(r" · ", figures)[0] for figures in said]
    assert bars == matrix[: len(bars)]
    assert percentage(bars[0]) >= percentage(bars[1]) > 0
    assert violations(page) == []


def percentage(text: str) -> int:
    return int(re.sub(r"\D", "", text))


@pytest.mark.parametrize(
    ("locale", "play", "resign", "sure", "review", "check", "noted"),
    [
        ("en-GB", "Play Pokémon", "Resign", "Yes, resign", "See what happened", "Check the deal", "the one that this browser got"),
        (
            "fr-FR",
            "Jouer à Pokémon",
            "Abandon",
            "Oui, abandonner",
            "Voir ce qui s’est passé",
            "Vérifier la donne",
            "celui que ce navigateur a reçu",
        ),
    ],
)
def test_the_review_checks_the_deal_against_what_was_noted_before_the_game(  # one word each of two languages
    server: LiveServer, visit: Visit, locale: str, play: str, resign: str, sure: str, review: str, check: str, noted: str
) -> None:
    page = visit(locale=locale).new_page()
    page.goto(server.url)
    page.get_by_role("button", name=play, exact=True).click()
    page.get_by_role("button", name=resign, exact=True).click()
    page.get_by_role("button", name=sure).click()
    page.get_by_role("link", name=review).click()
    page.get_by_role("button", name=check).click()
    expect(page.locator("[aria-labelledby=fair] li")).to_have_count(5)
    expect(page.locator("[aria-labelledby=fair] li").first).to_contain_text(noted)
    assert page.locator("[aria-labelledby=fair] .bad").count() == 0
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"review-fair-deal-{locale}.png", full_page=True)
    assert violations(page) == []

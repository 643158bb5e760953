"""What an agent's opinion looks like, also where it has little to say."""

import re
from collections.abc import Callable

import pytest
from browser.conftest import PICTURES
from browser.live_server import LiveServer
from browser.playing import ask_advice, my_turn, open_table
from browser.test_pages import violations
from playwright.sync_api import BrowserContext, expect

Visit = Callable[..., BrowserContext]


@pytest.mark.parametrize(("locale", "hint", "words"), [("en-GB", "Hint", "mix:"), ("fr-FR", "Conseil", "mélangez")])
def test_a_mixture_is_advised_in_a_sentence_with_its_matrix_behind_it(
    server: LiveServer, visit: Visit, locale: str, hint: str, words: str
) -> None:
    page = visit(locale=locale).new_page()
    open_table(page, server.url, "pokemon", options={})  # with six creatures each, no single one is the right lead
    assert my_turn(page)
    ask_advice(page, hint)
    expect(page.locator(".decision .mix")).to_contain_text(words)
    expect(page.locator(".decision table").last).to_be_hidden()
    page.locator(".decision summary").first.click()
    matrix = [percentage(text) for text in page.locator(".decision table").last.locator("tbody th .soft").all_inner_texts()]
    assert matrix[0] >= matrix[1] > 0
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

"""The options of a new table: teams by a picker of creatures, and wrong values that are named."""

from collections.abc import Callable
from typing import Any

import pytest
from browser.conftest import DESKTOP, PHONE
from browser.live_server import LiveServer
from browser.playing import fits
from browser.test_pages import violations
from playwright.sync_api import BrowserContext, Page, expect

Visit = Callable[..., BrowserContext]
BOTH = pytest.mark.parametrize(("device", "locale"), [(DESKTOP, "en-GB"), (PHONE, "fr-FR")], ids=["desktop", "phone"])
WORDS = {
    "en-GB": ["Remove Charmander, place 6", "Add Pikachu", "Save this team", "Name of the team", "Save", "Random team", "Open the table"],
    "fr-FR": [
        "Retirer Salamèche, place 6",
        "Ajouter Pikachu",
        "Garder cette équipe",
        "Nom de l’équipe",
        "Enregistrer",
        "Équipe au hasard",
        "Ouvrir la table",
    ],
}


def team(page: Page) -> list[str]:
    return [name for name in page.locator(".team").first.locator("li:not(.free)").all_inner_texts() if name]


@BOTH
def test_a_team_is_picked_saved_drawn_and_played(server: LiveServer, visit: Visit, device: dict[str, Any], locale: str) -> None:
    remove, add, keep, name, save, draw, begin = WORDS[locale]
    page = visit(device, locale).new_page()
    page.goto(f"{server.url}/new/pokemon")
    expect(page.locator(".creatures button")).to_have_count(6)
    expect(page.get_by_role("button", name=add)).to_be_disabled()  # six is a full team
    page.get_by_role("button", name=remove).click()
    page.get_by_role("button", name=add).click()
    chosen = team(page)
    assert chosen[-1] == "Pikachu"
    assert len(chosen) == 6
    page.get_by_role("button", name=keep).click()
    page.get_by_label(name).fill("Zap")
    page.get_by_role("button", name=save, exact=True).click()
    page.get_by_role("button", name=draw).click()
    expect(page.locator(".team").first.locator("li:not(.free)")).to_have_count(6)
    page.reload()
    page.get_by_role("button", name="Zap", exact=True).click()
    assert team(page) == chosen
    assert fits(page)
    assert violations(page) == []
    with page.expect_response("**/api/tables") as made:
        page.get_by_role("button", name=begin).click()
    assert made.value.json()["options"] == {"team": "bulbizarre,carapuce,etourmi,pikachu,osselait,pikachu"}


def test_the_second_seat_may_have_another_team(server: LiveServer, visit: Visit) -> None:
    page = visit().new_page()
    page.goto(f"{server.url}/new/pokemon")
    page.get_by_text("Another team for the second seat").click()
    page.get_by_role("button", name="Remove Charmander, place 6").last.click()
    expect(page.get_by_role("radio", name="Seats as listed")).to_be_checked()
    with page.expect_response("**/api/tables") as made:
        page.get_by_role("button", name="Open the table").click()
    assert made.value.json()["options"] == {"team2": "bulbizarre,carapuce,etourmi,pikachu,osselait"}


@BOTH
def test_a_wrong_value_is_named_with_what_is_allowed(server: LiveServer, visit: Visit, device: dict[str, Any], locale: str) -> None:
    english = locale == "en-GB"
    page = visit(device, locale).new_page()
    page.goto(f"{server.url}/new/morpion")
    field = page.get_by_label("Columns of the board" if english else "Colonnes du plateau")
    field.fill("99")
    page.get_by_role("button", name="Open the table" if english else "Ouvrir la table").click()
    wrong = "Columns of the board: 99 is not possible. Allowed: 3 to 19."
    expect(page.get_by_role("alert")).to_have_text(
        wrong if english else "Colonnes du plateau\u00a0: 99 n’est pas possible. Permis\u00a0: de 3 à 19."
    )
    expect(field).to_be_focused()
    assert violations(page) == []
    field.fill("5")
    page.get_by_role("button", name="Open the table" if english else "Ouvrir la table").click()
    expect(page.locator("[role=grid]")).to_be_visible()

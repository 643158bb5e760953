"""The arena in the browser: tournaments with their reports, games to replay, two agents to watch."""

import re
from collections.abc import Callable

import pytest
from browser.conftest import PHONE
from browser.live_server import LiveServer
from browser.playing import fits
from browser.test_pages import violations
from playwright.sync_api import BrowserContext, expect
from stored import cup

from joute.store import Store

Visit = Callable[..., BrowserContext]


@pytest.fixture(scope="module")
def cup_house(server: LiveServer) -> LiveServer:
    """The server, with a tournament in its store."""
    with Store.open(f"sqlite:///{server.place}/joute.sqlite") as store:
        cup(store)
    return server


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_tournament_is_read_and_its_games_are_replayed(cup_house: LiveServer, visit: Visit, scheme: str) -> None:
    page = visit(PHONE, "fr-FR", scheme).new_page()
    page.goto(f"{cup_house.url}/arena")
    page.get_by_role("link", name="cup").first.tap()
    expect(page.get_by_role("heading", name="Classement")).to_be_visible()
    expect(page.get_by_role("heading", name="Paires", exact=True)).to_be_visible()
    assert violations(page) == []
    assert fits(page), "the page scrolls sideways"
    page.locator("section li a").first.tap()
    expect(page.get_by_role("heading", name="Morpion-4")).to_be_visible()
    expect(page.locator(".verdict")).to_have_text(re.compile(r"Vainqueur\s: (Yvain|Perceval)|Partie nulle"))
    assert violations(page) == []


def test_two_agents_are_watched_at_the_speed_one_wants(server: LiveServer, visit: Visit) -> None:
    page = visit().new_page()
    page.goto(f"{server.url}/arena")
    page.get_by_text("Four in a Row", exact=True).click()
    page.get_by_label("Agent 1").select_option("easy")
    page.get_by_label("Agent 2").select_option("random")
    page.get_by_role("button", name="Watch").click()
    page.get_by_text("Pause", exact=True).click()
    page.get_by_role("button", name="One move").click()
    expect(page.locator(".mark.x, .mark.o").first).to_be_visible()
    page.get_by_text("∞", exact=True).click()
    expect(page.locator(".end h2")).to_be_visible()


def test_one_looks_over_an_agent_s_shoulder(server: LiveServer, visit: Visit) -> None:
    page = visit().new_page()
    page.goto(f"{server.url}/arena")
    page.get_by_text("Hearts", exact=True).click()
    page.get_by_role("button", name="Watch").click()
    page.get_by_text("Pause", exact=True).click()
    page.get_by_role("group", name="Watch as").get_by_text("Gauvain", exact=True).click()
    expect(page.locator(".hand button").first).to_be_visible()
    page.get_by_role("group", name="Watch as").get_by_text("spectator", exact=True).click()
    expect(page.locator(".hand")).to_have_count(0)

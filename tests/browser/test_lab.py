"""The lab: an agent's game or one's own, a decision explained on the board, the way through a tree, and the data as files."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

from browser.conftest import DESKTOP, PHONE, PICTURES
from browser.live_server import LiveServer
from browser.playing import click, fits, open_table, play_on
from browser.test_pages import violations
from playwright.sync_api import BrowserContext, Page, expect

Visit = Callable[..., BrowserContext]

PATIENCE = 300_000  # milliseconds: what explanations need is compiled before the first one
REFUSED = ("status of 503",)


def ready(page: Page) -> None:
    page.wait_for_selector('.room[data-busy="false"]', timeout=PATIENCE)


def saved(page: Page, button: str) -> str:
    with page.expect_download(timeout=PATIENCE) as download:
        page.get_by_role("button", name=button).click()
    return Path(download.value.path()).read_text(encoding="utf-8")


def test_a_game_of_an_agent_is_played_explained_and_saved(server: LiveServer, visit: Visit) -> None:
    page = visit(DESKTOP, forgiven=REFUSED).new_page()
    page.goto(f"{server.url}/lab")
    page.locator("form select.input").first.select_option("coeurs")
    page.get_by_label("Level or agent").fill("careful")
    assert violations(page) == []
    page.get_by_role("button", name="Let it play").click(timeout=PATIENCE)
    ready(page)
    page.get_by_role("button", name="Explain this decision").click()
    expect(page.locator("[data-verdict]")).to_be_visible(timeout=PATIENCE)
    ready(page)
    expect(page.locator("[data-share]").first).to_be_visible()
    assert violations(page) == []
    explained = json.loads(saved(page, "Explanation (JSON)"))
    assert explained["joute choice explanation"] == 1
    assert saved(page, "Picture (SVG)").startswith("<svg")
    rows = list(csv.DictReader(saved(page, "Decisions (CSV)").splitlines()))
    assert {"fact_takes_so_far", "chosen", "outcome"} <= set(rows[0])
    if explained["counterfactuals"]:
        page.locator("[data-changes]").get_by_role("button", name="On the board").first.click()
        expect(page.locator(".happened")).to_contain_text("Another position")
    page.get_by_role("tab", name="Tree").click()
    expect(page.locator("[data-path]").first).to_be_visible(timeout=PATIENCE)
    assert page.locator("[data-answer]").count() > 0
    assert violations(page) == []
    friend = visit(PHONE, forgiven=REFUSED).new_page()
    friend.goto(page.url)
    ready(friend)
    assert friend.locator(".room").get_attribute("data-at") == page.locator(".room").get_attribute("data-at")


def test_a_decision_of_ones_own_game_is_explained_in_french_on_a_phone(server: LiveServer, visit: Visit) -> None:
    page = visit(PHONE, locale="fr-FR", scheme="dark", forgiven=REFUSED).new_page()
    table = open_table(page, server.url, "coeurs")
    play_on(page, "coeurs", click)
    page.goto(f"{server.url}/record/{table}#4")
    page.get_by_role("link", name="Au labo").click()
    page.wait_for_url("**/lab?record=*")
    ready(page)
    if page.locator("[data-verdict]").count() == 0:
        if page.get_by_role("button", name="Au prochain choix").count():
            page.get_by_role("button", name="Au prochain choix").tap()
        page.get_by_role("button", name="Expliquer cette décision").tap()
    expect(page.locator("[data-verdict]")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("joute explain choice joute-")).to_be_visible()
    assert fits(page)
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / "lab-phone.png", full_page=True)
    assert violations(page) == []

"""A study in the browser: consent, questions on the game's own board, examples, the own score, and withdrawal."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser.conftest import DESKTOP, PHONE, PICTURES
from browser.live_server import LiveServer
from browser.playing import fits
from browser.test_pages import violations
from playwright.sync_api import BrowserContext, Page, expect

from joute.explain.study.material import material_file, prepare, write_material
from joute.explain.study.plan import plan_of, plan_text, read_plan
from joute.store import Store

Visit = Callable[..., BrowserContext]

DESIGN = {"questions": 2, "examples": 2, "samples": 1000, "judge": "careful", "repeats": 0, "control": False}
STUDIES: dict[str, dict[str, object]] = {
    "hearts": {"game": "coeurs", "agent": "careful", "options": {"deals": 1}},
    "caves": {"game": "diamant", "agent": "exit_factor", "options": {"seats": 3}, "design": {**DESIGN, "judge": "", "actions": 2}},
}


@pytest.fixture(scope="module")
def studied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    place = tmp_path_factory.mktemp("studies")
    files = []
    for name, said in STUDIES.items():
        file = place / f"{name}.toml"
        file.write_text(plan_text(plan_of({"name": name, "design": DESIGN} | said)), encoding="utf-8")
        write_material(prepare(read_plan(file)), material_file(file))
        files.append(str(file))
    running = LiveServer(place, f"studies={','.join(files)}", "warm=false")
    running.start()
    yield running
    running.stop()


def answers(place: Path, study: str) -> list[dict[str, object]]:
    with Store.open(f"{place}/joute.sqlite") as store:
        return list(store.studies.answers(study))


def agree(page: Page, url: str, study: str, start: str) -> None:
    page.goto(f"{url}/study/{study}")
    button = page.get_by_role("button", name=start)
    expect(button).to_be_disabled()
    page.get_by_role("checkbox").check()
    button.click()


def test_a_participant_agrees_predicts_reads_examples_and_sees_the_score(studied: LiveServer, visit: Visit) -> None:
    page = visit(DESKTOP).new_page()
    sent: list[str] = []
    page.on("response", lambda response: sent.append(response.text()) if "/api/studies/hearts/" in response.url else None)
    agree(page, studied.url, "hearts", "Take part")
    assert violations(page) == []
    for number in range(2):
        expect(page.locator("[data-phase=before]")).to_be_visible()
        expect(page.get_by_text(f"Page {number + 1} of 6")).to_be_visible()
        expect(page.get_by_role("button", name="Answer", exact=True)).to_be_disabled()
        if number:  # on the board
            page.locator(".scene button[data-card]:not(:disabled)").last.click()
        else:
            page.get_by_role("group", name="Possible answers").get_by_role("button").first.click()
        expect(page.locator('.scene [data-mark="asked"]')).to_have_count(1)
        assert violations(page) == []
        page.get_by_role("button", name="Answer: ").click()
    assert all(json.loads(text).get("example") is None for text in sent[1:2]), "a question comes without its answer"
    for _ in range(2):
        expect(page.locator("[data-phase=example]")).to_be_visible()
        expect(page.locator("[data-example]")).to_contain_text("plays")
        expect(page.locator(".reasons li").first).to_be_visible()
        expect(page.locator('.scene [data-mark="played"]')).to_have_count(1)
        assert violations(page) == []
        page.get_by_role("button", name="Next").click()
    page.locator("[data-phase=after]").wait_for()
    page.reload()  # the tab goes on where it was
    for number in range(2):
        expect(page.get_by_text(f"Page {number + 5} of 6")).to_be_visible()
        page.get_by_role("group", name="Possible answers").get_by_role("button").first.click()
        page.get_by_role("button", name="Answer: ").click()
    expect(page.locator("[data-phase=over]")).to_contain_text("of 2 actions before the examples")
    rows = answers(studied.place, "hearts")
    assert len(rows) == 6
    assert all(float(str(row["seconds"])) > 0 for row in rows)


def test_a_participant_on_a_phone_stops_in_french_and_nothing_is_left(studied: LiveServer, visit: Visit) -> None:
    page = visit(PHONE, locale="fr-FR").new_page()
    agree(page, studied.url, "caves", "Participer")
    expect(page.get_by_role("heading", name="Que va jouer")).to_be_visible()
    assert fits(page)
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / "study-phone.png")
    assert violations(page) == []
    page.get_by_role("group", name="Réponses possibles").get_by_role("button").first.tap()
    page.get_by_role("button", name="Répondre : ").click()
    expect(page.get_by_text("Page 2 sur 6")).to_be_visible()
    assert len(answers(studied.place, "caves")) == 1
    page.get_by_role("button", name="Arrêter, et supprimer mes réponses").click()
    page.get_by_role("button", name="Supprimer mes réponses", exact=True).click()
    expect(page.get_by_text("Vos réponses sont supprimées")).to_be_visible()
    assert answers(studied.place, "caves") == []
    page.reload()
    expect(page.get_by_role("button", name="Participer")).to_be_visible()


def test_an_unknown_study_is_named_as_such(studied: LiveServer, visit: Visit) -> None:
    page = visit(DESKTOP, forgiven=("404",)).new_page()
    page.goto(f"{studied.url}/study/nothing")
    expect(page.get_by_role("alert")).to_contain_text("no study at this address")

"""The first page, invitations and the live lobby, on a desktop in English and on a phone in French."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from browser.conftest import DESKTOP, PHONE
from browser.live_server import LiveServer
from browser.playing import fits, open_table
from browser.test_pages import violations
from playwright.sync_api import BrowserContext, Page, expect

Visit = Callable[..., BrowserContext]
LAN = "http://192.168.1.7:8080"
ALONE = {"en-GB": "Only this computer can open this link.", "fr-FR": "Seul cet ordinateur peut ouvrir ce lien."}
FRIEND = {"en-GB": "Play a friend at Four in a Row", "fr-FR": "Jouer avec un ami à Morpion-4"}
BOTH = pytest.mark.parametrize(("device", "locale"), [(DESKTOP, "en-GB"), (PHONE, "fr-FR")], ids=["desktop", "phone"])


def boxes(page: Page) -> list[dict[str, float]]:
    """Where the cards are."""
    found = page.locator(".games > li:not(.join)").evaluate_all("(cards) => cards.map((card) => card.getBoundingClientRect().toJSON())")
    return [dict(box) for box in found]


def named(page: Page, url: str, name: str) -> None:
    """Give oneself a name."""
    with page.expect_response("**/api/me") as introduced:
        page.goto(url)
    introduced.value.finished()
    page.evaluate(
        "(name) => fetch('/api/me', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name }) })",
        name,
    )


def public_table(url: str, **more: Any) -> tuple[dict[str, str], str]:
    """Somebody else's table that is shown to everybody."""
    token = httpx.post(f"{url}/api/me", json={"name": "Zoé", "program": True}, timeout=60).json()["token"]
    headers = {"authorization": f"Bearer {token}"}
    wish = {"game": "morpion", "seats": [{"who": "me"}, {"who": "open"}], "public": True, **more}
    return headers, str(httpx.post(f"{url}/api/tables", json=wish, headers=headers, timeout=60).json()["id"])


def test_cards_are_equally_high_and_fill_the_window(server: LiveServer, visit: Visit) -> None:
    page = visit().new_page()
    page.goto(server.url)
    page.wait_for_selector(".card")
    before = boxes(page)
    assert len(before) == 6
    assert len({round(box["height"]) for box in before}) == 1
    assert len({round(box["left"]) for box in before}) == 3  # two rows of three: no hole
    assert max(box["bottom"] for box in before) > 0.8 * 900
    page.get_by_role("button", name="About Diamant").click()
    expect(page.get_by_role("dialog")).to_contain_text("simultaneous")
    assert boxes(page) == before  # nothing moves behind it


@BOTH
def test_one_tap_invites_and_warns_if_nobody_else_can_reach_the_server(
    server: LiveServer, visit: Visit, device: dict[str, Any], locale: str
) -> None:
    page = visit(device, locale).new_page()
    page.goto(server.url)
    page.get_by_role("button", name=FRIEND[locale]).click()
    expect(page.get_by_text(ALONE[locale])).to_be_visible()
    expect(page.locator(".invite code")).to_have_text("joute --lan")
    assert fits(page)
    assert violations(page) == []


@BOTH
def test_an_invitation_shows_the_address_of_the_network(server: LiveServer, visit: Visit, device: dict[str, Any], locale: str) -> None:
    context = visit(device, locale)
    context.route("**/api/server", lambda route: route.fulfill(json={"addresses": [LAN, "http://10.0.0.3:8080"]}))
    page = context.new_page()
    page.goto(server.url)
    page.get_by_role("button", name=FRIEND[locale]).click()
    link = page.locator(".invite input")
    expect(link).to_have_value(re.compile(rf"{LAN}/table/\w{{8}}$"))
    expect(page.locator(".invite img")).to_have_attribute("alt", re.compile(LAN))
    page.locator(".invite select").select_option("1")
    expect(link).to_have_value(re.compile("http://10.0.0.3:8080/table/"))
    assert violations(page) == []


@pytest.fixture
def lan_server(tmp_path: Path) -> Iterator[LiveServer]:
    running = LiveServer(tmp_path, "host=0.0.0.0", "warm=no")
    running.start()
    yield running
    running.stop()


def test_a_guest_on_a_phone_comes_by_the_link_of_a_server_with_lan(lan_server: LiveServer, visit: Visit) -> None:
    host = visit().new_page()
    named(host, lan_server.url, "Zoé")
    host.goto(lan_server.url)
    host.get_by_role("button", name=FRIEND["en-GB"]).click()
    link = host.get_by_label("Link to this table").input_value()
    addresses = httpx.get(f"{lan_server.url}/api/server").json()["addresses"]
    assert not addresses or link.startswith(addresses[0])
    guest = visit(PHONE, "fr-FR", forgiven=("Cross-Origin-Opener-Policy",)).new_page()  # which browsers ignore without HTTPS, and say so
    guest.goto(link)
    expect(guest.get_by_role("heading", name="Zoé vous invite à jouer à Morpion-4")).to_be_visible()
    assert fits(guest)
    assert violations(guest) == []
    button = guest.get_by_role("button", name="S’asseoir et jouer")
    expect(button).to_be_in_viewport(ratio=1)
    guest.get_by_label("Votre nom").fill("Ravi")
    button.tap()
    expect(host.get_by_text("Ravi").first).to_be_visible()
    expect(guest.locator("[role=grid]")).to_be_visible()


def test_a_guest_without_a_name_keeps_an_animals_name(server: LiveServer, visit: Visit) -> None:
    _, table = public_table(server.url)
    guest = visit().new_page()
    guest.goto(f"{server.url}/table/{table}")
    field = guest.get_by_label("Your name")
    expect(field).to_have_attribute("placeholder", re.compile(r"^Guest \w+"))
    name = str(field.get_attribute("placeholder"))
    guest.get_by_role("button", name="Sit down and play").click()
    expect(guest.get_by_text(name).first).to_be_visible()
    guest.get_by_role("button", name="Français").click()
    expect(guest.get_by_text(re.compile("^Invité ")).first).to_be_visible()


@BOTH
def test_the_lobby_is_live(server: LiveServer, visit: Visit, device: dict[str, Any], locale: str) -> None:
    page = visit(device, locale).new_page()
    page.goto(server.url)
    page.wait_for_selector(".card")
    page.evaluate("window.stayed = true")
    _, table = public_table(server.url)
    row = page.locator(f'[data-table="{table}"]')
    expect(row).to_contain_text("Join" if locale == "en-GB" else "Rejoindre")
    token = httpx.post(f"{server.url}/api/me", json={"name": "Bo", "program": True}, timeout=60).json()["token"]
    httpx.post(f"{server.url}/api/tables/{table}/join", json={}, headers={"authorization": f"Bearer {token}"}, timeout=60)
    expect(row).to_contain_text("Watch" if locale == "en-GB" else "Regarder")
    expect(row).to_contain_text("Zoé · Bo")
    assert page.evaluate("window.stayed")  # without a reload
    assert fits(page)
    assert violations(page) == []
    row.click()
    expect(page.locator("[role=grid]")).to_be_visible()


def test_my_turn_is_a_badge_and_in_the_title(server: LiveServer, visit: Visit) -> None:
    page = visit().new_page()
    table = open_table(page, server.url, "morpion")
    page.goto(server.url)
    expect(page.locator(f'[data-table="{table}"]')).to_contain_text("Your turn")
    expect(page).to_have_title("(1) Joute")
    assert violations(page) == []


def test_a_notification_is_asked_for_by_a_button_and_comes_while_the_page_is_hidden(server: LiveServer, visit: Visit) -> None:
    context = visit()
    context.add_init_script("""
        window.asked = 0
        class Shown { constructor(title) { document.documentElement.dataset.shown = title } close() {} }
        Shown.permission = 'default'
        Shown.requestPermission = async () => { asked++; return (Shown.permission = 'granted') }
        window.Notification = Shown
        window.hide = () => {
          Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
          document.dispatchEvent(new Event('visibilitychange'))
        }
    """)
    page = context.new_page()
    headers, table = public_table(server.url, seats=[{"who": "me"}, {"who": "open"}])
    page.goto(f"{server.url}/table/{table}")
    page.get_by_role("button", name="Sit down and play").click()
    expect(page.locator("[role=grid]")).to_be_visible()
    page.goto(server.url)
    assert page.evaluate("asked") == 0
    page.get_by_role("button", name="Notify me when it is my turn").click()
    expect(page.get_by_role("button", name="Stop the notifications")).to_be_visible()
    with page.expect_response("**/api/tables"):
        page.evaluate("hide()")
    state = httpx.get(f"{server.url}/api/tables/{table}/state", headers=headers, timeout=60).json()
    play = {"type": "play", "answers": state["turn"]["answers"], "action": "f6"}
    httpx.post(f"{server.url}/api/tables/{table}/messages", json=play, headers=headers, timeout=60).raise_for_status()
    expect(page.locator("html")).to_have_attribute("data-shown", "Your turn · Four in a Row")


@pytest.mark.parametrize("path", ["/nowhere", "/record/bad", "/table/zzzzzzzz", "/tournament/none", "/new/chess"])
@BOTH
def test_an_empty_page_has_a_picture_and_a_way_back(
    server: LiveServer, visit: Visit, device: dict[str, Any], locale: str, path: str
) -> None:
    page = visit(device, locale, forgiven=("404", "WebSocket")).new_page()
    page.goto(f"{server.url}{path}")
    back = {"en-GB": "Arena" if "tournament" in path else "To the games", "fr-FR": "Arène" if "tournament" in path else "Vers les jeux"}
    way = page.get_by_role("main").get_by_role("link", name=back[locale])
    expect(way).to_be_visible()
    assert page.locator("main svg").count() >= 1
    assert page.get_by_role("button", name=re.compile("Try again|Réessayer")).count() == 0
    assert violations(page) == []

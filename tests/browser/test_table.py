"""What happens around a game: friends, lost lines, second thoughts, and why."""

import re
from collections.abc import Callable

from browser.conftest import DESKTOP, PHONE
from browser.live_server import LiveServer
from browser.playing import ask_advice, click, my_turn, open_table, play_on, tap
from browser.test_pages import violations
from playwright.sync_api import BrowserContext, Page, expect

Visit = Callable[..., BrowserContext]


def test_one_tap_starts_a_game_against_the_level_last_chosen(server: LiveServer, visit: Visit) -> None:
    page = visit(PHONE).new_page()
    page.goto(server.url)
    page.get_by_label("Level of your opponents in Four in a Row").select_option("easy")
    page.get_by_role("button", name="Play Four in a Row", exact=True).tap()
    expect(page.locator(".detail")).to_have_text("Easy")
    page.goto(server.url)
    page.get_by_role("button", name="Play Four in a Row", exact=True).tap()
    expect(page.locator(".detail")).to_have_text("Easy")


def test_a_game_in_progress_is_found_again_at_home(server: LiveServer, visit: Visit) -> None:
    page = visit().new_page()
    table = open_table(page, server.url, "coeurs")
    page.goto(server.url)
    page.locator(f'a[href="/table/{table}"]').click()
    assert my_turn(page)


def test_two_browsers_meet_at_one_table_by_its_link(server: LiveServer, visit: Visit) -> None:
    host, friend = visit().new_page(), visit(PHONE, "fr-FR").new_page()
    host.goto(f"{server.url}/new/morpion")
    host.get_by_label("Seat 2", exact=True).select_option("open")
    host.get_by_text("Seats as listed", exact=True).click()
    host.get_by_role("button", name="Open the table").click()
    link = host.get_by_label("Link to this table").input_value()
    friend.goto(link)
    friend.get_by_role("button", name="S’asseoir").tap()
    expect(host.locator(".status.mine")).to_be_visible()
    host.locator('[data-cell="f6"]').click()
    expect(friend.locator('[data-cell="f6"]')).to_have_attribute("aria-label", "f6, X, dernier coup")
    friend.locator('[data-cell="g7"]').tap()
    friend.get_by_role("button", name="Jouer g7").tap()
    expect(host.locator('[data-cell="g7"]')).to_have_attribute("aria-label", "g7, O, last move")


def test_a_killed_server_comes_back_with_the_game(server: LiveServer, visit: Visit) -> None:
    page = visit(forgiven=("WebSocket", "fetching the script")).new_page()
    open_table(page, server.url, "morpion")
    play_on(page, "morpion", click, 1)
    assert my_turn(page)
    before = page.locator("[role=grid]").inner_html()
    server.kill()
    expect(page.locator(".banner")).to_be_visible()
    server.start()
    expect(page.locator(".banner")).to_be_hidden(timeout=60_000)
    assert page.locator("[role=grid]").inner_html() == before
    play_on(page, "morpion", click)
    assert page.locator(".end").count() == 1


def test_taking_back_returns_to_my_last_decision(server: LiveServer, visit: Visit) -> None:
    page = visit(PHONE).new_page()
    open_table(page, server.url, "morpion")
    play_on(page, "morpion", tap, 1)
    assert my_turn(page)
    assert page.locator(".mark.x").count() == 1
    page.get_by_role("button", name="Take back").tap()
    expect(page.locator(".mark.x")).to_have_count(0)
    assert my_turn(page)


def test_the_log_has_the_whole_game_after_a_reload(server: LiveServer, visit: Visit) -> None:
    page = visit().new_page()
    open_table(page, server.url, "coeurs", "random")
    play_on(page, "coeurs", click, 3)
    assert my_turn(page)
    log = page.get_by_role("list", name="What happened").locator("li")
    expect(log.last).to_be_visible()
    before = log.all_inner_texts()
    assert len([line for line in before if "trick" in line]) >= 2
    page.reload()
    expect(log).to_have_text(before)


def test_a_hint_shows_what_a_strong_agent_would_do_and_why(server: LiveServer, visit: Visit) -> None:
    page = visit().new_page()
    open_table(page, server.url, "coeurs")
    assert my_turn(page)
    while page.locator(".hand button.playable").count() < 2:  # until there is a choice
        play_on(page, "coeurs", click, 1)
        assert my_turn(page)
    ask_advice(page, "Hint")
    advised = page.locator(".decision h2").inner_text()
    assert advised.startswith("Advice: ")
    expect(page.locator("[data-verdict]")).not_to_be_empty()
    expect(page.locator('.hand [data-mark="best"]')).to_have_count(1)

    other = page.locator('[data-judged]:not(:has([data-mark="best"]))').first
    name = other.locator(".action").inner_text()
    other.click()
    expect(page.locator(".question")).to_have_text(f"Why not {name}?")
    expect(page.locator('.hand [data-mark="asked"]')).to_have_count(1)
    assert page.locator(".decision h2").inner_text() == advised

    page.locator(".hand button.playable").first.click()  # the board still plays
    expect(page.locator(".decision")).to_have_count(0)


def test_where_winning_is_all_an_opinion_tells_chances(server: LiveServer, visit: Visit) -> None:
    page = visit(PHONE, "fr-FR").new_page()
    open_table(page, server.url, "diamant")
    assert my_turn(page)
    ask_advice(page, "Conseil")
    expect(page.locator(".decision .figure").first).to_have_text(re.compile(r"^\d+\s%$"))
    expect(page.locator("[data-verdict]")).to_be_in_viewport(ratio=1)  # a phone scrolls to it


def test_a_clock_counts_down_while_one_thinks(server: LiveServer, visit: Visit) -> None:
    page = visit().new_page()
    open_table(page, server.url, "morpion", clock={"bank": 300, "increment": 5})
    assert my_turn(page)
    mine = page.locator(".clocks .running strong")
    expect(mine).to_have_text(re.compile(r"^[45]:\d\d$"))
    before = mine.inner_text()
    expect(mine).not_to_have_text(before)


def test_how_it_ended_stands_above_the_board_of_a_phone(server: LiveServer, visit: Visit) -> None:
    page = visit(PHONE).new_page()
    open_table(page, server.url, "love_letter")
    play_on(page, "love_letter", tap)
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator(".status.ended")).to_be_in_viewport(ratio=1)
    assert page.locator(".status.ended").inner_text().strip() == page.locator(".end h2").inner_text().strip()


def test_the_colour_that_somebody_chose_is_theirs_alone(server: LiveServer, visit: Visit) -> None:
    page = visit().new_page()
    page.goto(server.url)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Your colour 2").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    open_table(page, server.url, "morpion")
    assert my_turn(page)
    colours = page.locator(".player").evaluate_all("(players) => players.map((one) => one.style.getPropertyValue('--colour'))")
    assert colours == ["var(--seat-1)", "var(--seat-0)"]


def test_a_code_of_no_table_is_told_so(server: LiveServer, visit: Visit) -> None:
    page = visit(forgiven=("404",)).new_page()
    page.goto(f"{server.url}/table/abcd1234")
    expect(page.get_by_role("alert")).to_contain_text("There is no table with this code")


def test_after_the_game_its_decisions_are_reviewed(server: LiveServer, visit: Visit) -> None:
    page = visit().new_page()
    open_table(page, server.url, "diamant")
    play_on(page, "diamant", click)
    page.get_by_role("link", name="See what happened").click()
    page.get_by_role("button", name="One step forward").click()
    expect(page).to_have_url(re.compile(r"/record/\w+#1$"))
    page.get_by_role("button", name="Review the game").click()
    page.get_by_role("tab", name="Overview").click()
    expect(page.locator(".players .accuracy").first).to_be_visible(timeout=120_000)
    assert violations(page) == []
    page.keyboard.press("Home")
    expect(page.locator(".steps .number")).to_have_text(re.compile(r"^0 / "))


def test_the_page_opens_without_a_connection_and_says_so(server: LiveServer, visit: Visit) -> None:
    context = visit(forgiven=("net::ERR_INTERNET_DISCONNECTED",))
    page = context.new_page()
    page.goto(server.url)
    page.evaluate(
        """() => navigator.serviceWorker.controller
            ?? new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', () => done(null)))"""
    )
    context.set_offline(True)
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text(re.compile("You are offline|cannot be reached"))
    context.set_offline(False)  # the page waits for this, and goes on by itself
    expect(page.locator(".card")).to_have_count(6)


def test_the_look_and_the_language_can_be_switched_and_stay(server: LiveServer, visit: Visit) -> None:
    page = visit(DESKTOP, "en-GB", "light").new_page()
    page.goto(server.url)
    assert theme(page) == "light"
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Dark", exact=True).click()
    assert theme(page) == "dark"
    page.get_by_role("dialog").get_by_text("Français").click()
    page.reload()
    assert theme(page) == "dark"
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def theme(page: Page) -> str | None:
    return page.locator("html").get_attribute("data-theme")

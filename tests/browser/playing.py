"""How a person plays each game: by mouse, by touch, or with the keys alone."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.sync_api import Page, TimeoutError

SMALL: dict[str, dict[str, Any]] = {  # options that make a game short
    "morpion": {"width": 6, "height": 6},
    "love_letter": {"rounds": 1},
    "diamant": {"rounds": 1},
    "coeurs": {"deals": 1},
    "barbu": {"declarers": 1},
    "pokemon": {"team": "Pikachu+Carapuce"},
}
MOVES = 400  # more than any of them takes
PRESSES = 12  # more than a choice takes, even if some presses miss
GLANCE = 5_000  # milliseconds that a press may wait before one looks at the page again
PATIENCE = 60_000  # milliseconds that an answer may take on a loaded machine


def open_table(page: Page, url: str, game: str, level: str = "easy", **wish: Any) -> str:
    """A new table for me and agents, made as the page itself makes one; the page is then at it."""
    with page.expect_response("**/api/me") as introduced:  # who introduces themselves twice at once is two people
        page.goto(url)
    introduced.value.finished()
    made = page.evaluate(
        """async ([game, level, options, wish]) => {
            const json = { method: 'POST', headers: { 'Content-Type': 'application/json' } }
            const found = (await (await fetch('/api/games')).json()).find((one) => one.name === game)
            const seats = Array.from({ length: found.seats.usual }, (_, seat) => (seat ? { who: 'agent', agent: level } : { who: 'me' }))
            return await (await fetch('/api/tables', { ...json, body: JSON.stringify({ game, options, seats, seed: 7, ...wish }) })).json()
        }""",
        [game, level, SMALL.get(game, {}), wish],
    )
    assert "id" in made, made
    page.goto(f"{url}/table/{made['id']}")
    page.wait_for_selector("[role=status], .end")
    return str(made["id"])


def fits(page: Page) -> bool:
    """Whether nothing stands out at the side; a phone widens its own window for what does, so that only the screen's width tells."""
    assert page.viewport_size is not None
    return bool(page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"])


def my_turn(page: Page) -> bool:
    """Waits until I may choose (True) or the game is over (False)."""
    page.wait_for_selector(".status.mine, .end", timeout=PATIENCE)
    return page.locator(".end").count() == 0


def question(page: Page) -> str | None:
    """The number of the open question."""
    return page.locator(".room").get_attribute("data-answers")


def asked_still(page: Page, asked: str | None) -> bool:
    """Whether that question waits for my answer."""
    return page.locator(f'.room[data-answers="{asked}"] .status.mine').count() > 0


def ask_advice(page: Page, hint: str) -> None:
    """Asks for a hint by the button of that name; again, if the server was not prepared for reasons yet."""
    for _ in range(PRESSES):
        page.get_by_role("button", name=hint, exact=True).click()
        page.wait_for_selector(".why .decision, .why .opinion", timeout=PATIENCE)
        if page.locator(".why .decision").count():
            return
        page.wait_for_timeout(GLANCE)
    raise TimeoutError("the server has no reasons")


Press = Callable[[Page, str], None]


def click(page: Page, selector: str) -> None:
    page.locator(selector).first.click(timeout=GLANCE)


def tap(page: Page, selector: str) -> None:
    page.locator(selector).first.tap(timeout=GLANCE)


def keys(page: Page, selector: str) -> None:
    """Walks there with the Tab key, and presses Enter."""
    for _ in range(150):
        if page.evaluate("(selector) => document.activeElement?.matches(selector) ?? false", selector):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise TimeoutError(f"{selector} is not reached by the Tab key")


def first_of(page: Page, *selectors: str) -> str:
    """The first of these that is on the page; the last where none is."""
    return next((one for one in selectors if page.locator(one).count()), selectors[-1])


def morpion(page: Page, press: Press) -> None:
    free = '[data-cell][aria-disabled="false"]'
    if press is keys:
        for _ in range(150):
            if page.evaluate("() => document.activeElement?.matches('[data-cell]') ?? false"):
                break
            page.keyboard.press("Tab")
        for arrow in ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowUp"] * 20:
            if page.evaluate("(free) => document.activeElement?.matches(free) ?? false", free):
                break
            page.keyboard.press(arrow)
        page.keyboard.press("Enter")
        return
    press(page, first_of(page, ".under .primary:visible", free))


def love_letter(page: Page, press: Press) -> None:
    press(page, first_of(page, "[data-act]", ".choose", ".card.bottom", ".card.playable"))


def diamant(page: Page, press: Press) -> None:
    press(page, '.choice [data-action="return"]:not(:disabled)')


def coeurs(page: Page, press: Press) -> None:
    press(page, ".hand button.playable")


def barbu(page: Page, press: Press) -> None:
    press(page, first_of(page, "[data-contract]:not(:disabled)", "[data-action='pass']", ".hand button.playable"))


def pokemon(page: Page, press: Press) -> None:
    press(page, first_of(page, ".attacks button:not(:disabled)", ".bench button:not(:disabled)"))


def generic(page: Page, press: Press) -> None:
    press(page, ".tap.free")


HANDS: dict[str, Callable[[Page, Press], None]] = {
    "morpion": morpion,
    "love_letter": love_letter,
    "diamant": diamant,
    "coeurs": coeurs,
    "barbu": barbu,
    "pokemon": pokemon,
}


def play_on(page: Page, game: str, press: Press, moves: int = MOVES) -> int:
    """Plays so many moves, or until the game is over; says how many were made."""
    for made in range(moves):
        if not my_turn(page):
            return made
        answer(page, game, press)
    return moves


def answer(page: Page, game: str, press: Press) -> None:
    """Presses what the open question offers, one thing after another, until it is answered."""
    asked = question(page)
    for _ in range(PRESSES):
        if not asked_still(page, asked):
            break
        with suppress(TimeoutError):  # what was to be pressed is gone: look again
            HANDS.get(game, generic)(page, press)
    page.wait_for_selector(f'.room:not([data-answers="{asked}"]), .end', timeout=PATIENCE)

"""What was visible on the board's page, and for how long: looked at in every frame of the screen."""

from dataclasses import dataclass
from itertools import pairwise

from playwright.sync_api import BrowserContext, Page

LOOK = """
window.shown = []
const look = (now) => {
  const room = document.querySelector('.room'), log = document.querySelector('p[role=log]')
  if (room && log) {
    const seen = [log.textContent, room.dataset.busy === 'true', document.querySelectorAll('.trick li').length]
    const last = window.shown.at(-1)
    if (!last || seen.some((part, place) => part !== last[place + 1])) window.shown.push([now, ...seen])
  }
  requestAnimationFrame(look)
}
requestAnimationFrame(look)
"""


@dataclass(frozen=True)
class Shown:
    """What was visible for some time."""

    text: str  # the sentences of its events
    milliseconds: float
    cards: int  # on the felt


def watch(context: BrowserContext) -> None:
    """Look at every page that is opened from now on."""
    context.add_init_script(LOOK)


def shown(page: Page) -> list[Shown]:
    """Everything that was shown as part of what happened, in order, with its duration; what was still there at the end is left out."""
    seen: list[tuple[float, str, bool, int]] = page.evaluate("window.shown.map(([at, text, busy, cards]) => [at, text, busy, cards])")
    return [Shown(text, after[0] - at, cards) for (at, text, busy, cards), after in pairwise(seen) if busy]


def by_event(found: list[Shown]) -> list[Shown]:
    """The same, with what was shown for one event put together: cards that move do not make it another."""
    joined: list[Shown] = []
    for one in found:
        if joined and joined[-1].text == one.text:
            last = joined.pop()
            one = Shown(one.text, last.milliseconds + one.milliseconds, max(last.cards, one.cards))
        joined.append(one)
    return joined

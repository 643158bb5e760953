"""The explanation of a choice as a small SVG picture: a bar for each contribution, with its interval."""

from collections.abc import Sequence
from html import escape
from textwrap import wrap

from joute.core.seat_names import with_names
from joute.explain.choice import ChoiceExplanation, half_interval
from joute.explain.shares import Share
from joute.i18n import current_language, in_language, say

WIDTH, ROW, LABEL, NUMBER = 760, 22, 390, 70  # pixels
MOST_BARS, TITLE = 8, 95  # bars of a section; letters of a line of the title
STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#222}.title{font-weight:600}.for{fill:#2a7f62}.against{fill:#b5473c}"
    ".interval{stroke:#222;stroke-width:1.2}.zero{stroke:#999}"
    "@media(prefers-color-scheme:dark){text{fill:#eee}.interval{stroke:#eee}}"
)


def picture(found: ChoiceExplanation, names: Sequence[str] | None = None) -> str:
    """The picture as SVG text, in the current language."""
    sections = [
        (say("what the seat knows"), found.knowledge.ranked() if found.knowledge else []),
        (say("facts of the two actions"), found.ranked_facts()),
        (say("what comes of it"), found.outcomes),
    ]
    shown = [(title, shares[:MOST_BARS]) for title, shares in sections if shares]
    largest = max((abs(share.value) + half_interval(share) for _, shares in shown for share in shares), default=1.0) or 1.0
    parts, top = [], ROW
    for line, words in enumerate(wrap(with_names(found.verdict(), names), TITLE)):
        top += ROW if line else 0
        parts.append(_text(8, top, words, "title"))
    for title, shares in shown:
        top += ROW + 10
        parts.append(_text(8, top, title, "title"))
        for share in shares:
            top += ROW
            parts += _bar(found, share, names, top, largest)
    height = top + ROW
    language = f'lang="{current_language()}"'
    label = escape(with_names(found.verdict(), names), quote=True)
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {language} {size} role="img" aria-label="{label}">'
    return f"{head}<style>{STYLE}</style>{''.join(parts)}</svg>\n"


def _text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text x="{x:g}" y="{y:g}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def _bar(found: ChoiceExplanation, share: Share, names: Sequence[str] | None, top: int, largest: float) -> list[str]:
    """The label, the bar from zero, its interval and its number."""
    middle = LABEL + (WIDTH - NUMBER - LABEL) / 2
    scale = (WIDTH - NUMBER - LABEL) / 2 / largest
    end = middle + scale * share.value
    low, high = (middle + scale * edge for edge in share.interval)
    kind = "for" if share.value > 0 else "against"
    label = with_names(in_language(share.label), names)
    label = label if len(label) <= 56 else f"{label[:55]}…"
    return [
        _text(8, top, label),
        f'<line class="zero" x1="{middle:g}" x2="{middle:g}" y1="{top - 15}" y2="{top + 5}"/>',
        f'<rect class="{kind}" x="{min(middle, end):.1f}" y="{top - 12}" width="{abs(end - middle):.1f}" height="14"/>',
        f'<line class="interval" x1="{low:.1f}" x2="{high:.1f}" y1="{top - 5}" y2="{top - 5}"/>',
        _text(WIDTH - 8, top, found.signed(share.value), anchor="end"),
    ]

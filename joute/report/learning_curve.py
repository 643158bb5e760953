"""A learning curve as a picture of its own: the share of games won against each kind of player, with its interval, by episodes."""

from collections.abc import Sequence

from joute.core.state import Json
from joute.i18n import say
from joute.report.svg import Picture, Scale

WIDTH, HEIGHT = 720, 300
TOP, BOTTOM = 28.0, 250.0
STYLE = """
text{font:13px system-ui,sans-serif;fill:#444}.grid{stroke:#ddd}.fair{stroke:#999;stroke-dasharray:4 4}
.curve{fill:none;stroke-width:2.2;vector-effect:non-scaling-stroke}.interval{stroke-width:5;opacity:.25}
.kind0{stroke:#0b6e99}.kind1{stroke:#b4501e}text.kind0{stroke:none;fill:#0b6e99}text.kind1{stroke:none;fill:#b4501e}
"""


def curve(rows: Sequence[Json], title: str, seats: int) -> str:
    """The picture of a training; the dashed line is a fair share."""
    rivals = [met["rival"] for met in rows[0]["met"]]
    across = Scale(0, max(row["episodes"] for row in rows) or 1, room=0.07)
    top = max([1 / seats, *(met["interval"][1] for row in rows for met in row["met"])])
    up = Scale(0, min(1.0, 1.1 * top), room=0.0)
    picture = Picture(HEIGHT, title)

    def height(share: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * up(share)

    picture.word((0.5, 18), title)
    for share in up.ticks():
        picture.line((across(0), height(share)), (1 - across.room, height(share)), "grid")
        picture.word((across(0) - 0.008, height(share) + 4), f"{share:.2f}", anchor="end")
    for episodes in across.ticks():
        picture.word((across(episodes), BOTTOM + 18), f"{episodes:,.0f}".replace(",", "\u202f"))
    picture.word((0.5, BOTTOM + 40), say("episodes"))
    picture.line((across(0), height(1 / seats)), (1 - across.room, height(1 / seats)), "fair")
    for number, rival in enumerate(rivals):
        met = [(across(row["episodes"]), row["met"][number]) for row in rows]
        for place, one in met:
            low, high = one["interval"]
            picture.line((place, height(low)), (place, height(high)), f"interval kind{number}")
        picture.curve([(place, height(one["share"])) for place, one in met], f"kind{number}")
        last = met[-1][1]
        picture.word((1 - across.room, height(last["share"]) - 8), say("against {rival}", rival=rival), f"kind{number}", "end")
    frame = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}"'
    return f"{frame}><style>{STYLE}</style>{picture.drawn()}</svg>\n"

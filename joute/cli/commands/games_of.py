"""`joute games-of`: the games of a tournament, page by page."""

from collections.abc import Mapping
from typing import TypedDict

from rich.console import Group, RenderableType
from rich.text import Text

from joute.cli import options
from joute.cli.render.console import print_result
from joute.cli.render.formatting import number, table
from joute.i18n import say
from joute.store import Store

PAGE_SIZE = 50


class PlayedGameRow(TypedDict):
    """One game: its number among all (None: only some are listed), agents and scores by seat, the number of choices, and the kind of
    fault of each seat that lost by one."""

    number: int | None
    game: str
    block: int
    agents: list[str]
    scores: list[float]
    choices: int
    faults: Mapping[int, str]


class GamesPage(TypedDict):
    """A page of the games of a tournament."""

    tournament: str
    page: int
    pages: int
    total: int
    games: list[PlayedGameRow]


def command(
    name: options.Tournament,
    agent: options.OfAgent = None,
    faults: options.WithFaults = False,
    page: options.Page = 1,
    as_json: options.Json = False,
) -> None:
    """Print one page of the games."""
    print_result(as_json, games_page(name, agent, faults, page), render)


def games_page(name: str, agent: str | None, faults: bool, page: int) -> GamesPage:
    """A page of the games, of one agent or only those with faults if wanted."""
    with Store.open() as store:
        agents = store.plan(name).agents
        found = store.games_of(name, agent, faults, page - 1, PAGE_SIZE)
    return {
        "tournament": name,
        "page": page,
        "pages": max(1, -(-found.total // PAGE_SIZE)),
        "total": found.total,
        "games": [
            {
                "number": None if agent or faults else number,
                "game": one.id,
                "block": one.game.block,
                "agents": [agents[number] for number in one.game.seats],
                "scores": one.game.scores,
                "choices": one.game.choices,
                "faults": one.game.faults,
            }
            for number, one in enumerate(found.rows, (page - 1) * PAGE_SIZE + 1)
        ],
    }


def render(found: GamesPage) -> RenderableType:
    """A table of the games: players, scores and faults."""
    heads = [say("number"), say("game"), say("block"), say("seats and scores"), say("choices"), say("faults")]
    drawn = table(*heads, numbers="> > > ")
    for row in found["games"]:
        seats = (f"{agent} {number(score, 2)}" for agent, score in zip(row["agents"], row["scores"], strict=True))
        faults = ", ".join(f"{row['agents'][int(seat)]}: {kind}" for seat, kind in row["faults"].items())
        place = "" if row["number"] is None else str(row["number"])
        cells = Text(row["game"], "bold cyan"), str(row["block"]), " · ".join(seats), str(row["choices"]), Text(faults, "red")
        drawn.add_row(place, *cells)
    foot = say(
        "Page {page} of {pages}, {total} games. See one with: joute report {name} --game ID",
        page=found["page"],
        pages=found["pages"],
        total=number(found["total"]),
        name=found["tournament"],
    )
    return Group(drawn, Text(), Text(foot, "dim"))

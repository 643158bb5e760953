"""Every command on one screen. What a command does is in `joute.terminal`; heavy imports wait until it is called."""

import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from joute.language import say
from joute.terminal.entry import Commands

app = typer.Typer(cls=Commands, pretty_exceptions_enable=False)


class Openings(StrEnum):
    """How the games of a duel begin."""

    balanced = "balanced"
    none = "none"


def _version(asked: bool) -> None:
    if asked:
        from joute import __version__

        typer.echo(f"joute {__version__}")
        raise typer.Exit


Name = Annotated[str, typer.Argument(metavar="GAME", help="the name of a game, or a Python file that defines one")]
MaybeName = Annotated[str | None, typer.Argument(metavar="GAME", help="the name of a game, or a Python file that defines one")]
Names = Annotated[list[str] | None, typer.Argument(metavar="GAME", help="names of games; all of them when none is given")]
Agents = Annotated[list[str], typer.Argument(metavar="AGENT", help="agents, each a name or name:key=value,key=value")]
Chosen = Annotated[list[str] | None, typer.Option("--agent", metavar="AGENT", help="only this agent; may be repeated")]
Depth = Annotated[int, typer.Argument(metavar="DEPTH", min=1, help="how many choices deep")]
File = Annotated[Path, typer.Argument(metavar="FILE", help="a record that was saved")]

Option = Annotated[list[str] | None, typer.Option("-o", "--option", metavar="KEY=VALUE", help="an option of the game; may be repeated")]
Json = Annotated[bool, typer.Option("--json", help="report in JSON, with nothing else on the standard output")]
Version = Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="say the version")]

Seats = Annotated[str | None, typer.Option("--seats", metavar="SEATS", help="who sits where: human,alpha_beta:seconds=1")]
PlaySeed = Annotated[int | None, typer.Option("--seed", help="where all chance comes from; any when not given")]
Seed = Annotated[int, typer.Option("--seed", help="where all chance comes from: the same seed, the same games")]
Save = Annotated[Path | None, typer.Option("--save", metavar="FILE", help="keep the game in this file at the end, or on leaving")]
Continue = Annotated[Path | None, typer.Option("--continue", metavar="FILE", help="go on with a game that was saved")]
Games = Annotated[int, typer.Option("--games", "-n", min=1, help="how many games")]
FitGames = Annotated[int, typer.Option("--games", "-n", min=40, help="games of the last round of self-play")]
Rounds = Annotated[int, typer.Option("--rounds", min=1, max=10, help="rounds of self-play, each by the player that the last one made")]
Meetings = Annotated[int, typer.Option("--duel", min=0, help="games between the player as it was and as it is; 0: none")]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="where to write what was found")]
Begin = Annotated[Openings, typer.Option("--openings", help="balanced beginnings played from every seat, or none")]
Workers = Annotated[int, typer.Option("--workers", min=0, help="how many processes; 0: one for each processor")]
After = Annotated[list[str] | None, typer.Option("--after", metavar="MOVES", help="moves from the start, with commas: e5,f6")]
Seconds = Annotated[float, typer.Option("--seconds", min=0, help="give up after so many seconds; 0: never")]
Search = Annotated[bool, typer.Option("--search/--no-search", help="measure the searches too")]
Peers = Annotated[bool, typer.Option("--peers", help="measure other libraries beside Joute, where they are installed")]
As = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="the file of the game, where the record's game is not one of Joute's")
]


@app.callback(invoke_without_command=True)
def joute(context: typer.Context, version: Version = False) -> None:
    """An arena for game AIs: play, let agents play, and ask why."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command()
def games(as_json: Json = False) -> None:
    """List the games: their seats, their nature and their options."""
    from joute.terminal import listing, screen, tables

    screen.report(as_json, listing.games(), tables.games)


@app.command()
def agents(name: MaybeName = None, option: Option = None, as_json: Json = False) -> None:
    """List the agents: what they do, what they play and their settings."""
    from joute.terminal import listing, opening, screen, tables

    found = listing.agents_of(opening.open_game(name, opening.options(option or []))) if name else listing.all_agents()
    screen.report(as_json, found, tables.agents)


@app.command()
def play(
    name: MaybeName = None,
    seats: Seats = None,
    seed: PlaySeed = None,
    option: Option = None,
    save: Save = None,
    resume: Continue = None,
) -> None:
    """Play a game here in the terminal, against agents or with others."""
    from joute.terminal import beginning, opening

    if resume:
        beginning.resume(name, seats, resume, save).run()
    else:
        beginning.begin(name, seats, seed, opening.options(option or []), save).run()


@app.command()
def duel(
    name: Name,
    agents: Agents,
    games: Games = 100,
    seed: Seed = 0,
    openings: Begin = Openings.balanced,
    workers: Workers = 0,
    option: Option = None,
    as_json: Json = False,
) -> None:
    """Let agents play each other, and say who is ahead and how sure that is."""
    from joute.arena.duel import duel
    from joute.terminal import opening, screen, tables
    from joute.terminal.busy import Busy, heard
    from joute.terminal.warm import prepare

    game = opening.open_game(name, opening.options(option or []), len(agents))
    workers = workers or os.cpu_count() or 1
    with Busy(say("playing {game}", game=game.name), game.name) as busy:
        if workers > 1:
            heard(lambda: prepare(game, agents))
        found = duel(game, agents, games, seed, openings.value, workers, busy.advance)
    screen.report(as_json, found.to_json(), tables.duel)


@app.command()
def fit(
    name: Name,
    seed: Seed = 0,
    games: FitGames = 6000,
    rounds: Rounds = 3,
    meetings: Meetings = 200,
    out: Out = None,
    option: Option = None,
    as_json: Json = False,
) -> None:
    """Fit an evaluation of a game to games that a player plays with itself."""
    from joute.terminal import fit as fitting
    from joute.terminal import opening, screen

    game = opening.open_game(name, opening.options(option or []))
    found = fitting.fit(game, {"games": games, "rounds": rounds}, seed, meetings, out or Path(f"{game.name}.weights.json"))
    screen.report(as_json, found, fitting.drawn)


@app.command()
def perft(name: Name, depth: Depth, option: Option = None, as_json: Json = False) -> None:
    """Count the lines of play to a depth: a proof of the rules."""
    from joute.search.perft import perft
    from joute.terminal import opening, screen, tables
    from joute.terminal.busy import Busy, heard

    game = opening.open_game(name, opening.options(option or []))
    with Busy(say("counting {game}", game=game.name), game.name) as busy:
        counts = heard(lambda: perft(game, depth, busy.advance))
    screen.report(as_json, {"game": game.name, "depth": depth, "counts": counts}, tables.perft)


@app.command()
def solve(name: Name, after: After = None, seconds: Seconds = 0, option: Option = None, as_json: Json = False) -> None:
    """Prove who wins with best play, how soon, and along which line."""
    from joute.terminal import opening, screen
    from joute.terminal import solve as solving

    solved = solving.solve(opening.open_game(name, opening.options(option or [])), after or [], seconds)
    screen.report(as_json, solved.to_json() if as_json else solved, solving.drawn)


@app.command()
def bench(name: MaybeName = None, search: Search = True, peers: Peers = False, as_json: Json = False) -> None:
    """Measure the speed of the rules and the searches, in ratios of one run."""
    from joute import registry
    from joute.bench import bench
    from joute.terminal import opening, screen, tables
    from joute.terminal.busy import Busy, heard

    names = [opening.open_game(name, {}).name] if name else list(registry.GAMES)
    with Busy(say("measuring"), name or "") as busy:
        found = heard(lambda: bench(names, search, peers, busy.advance))
    screen.report(as_json, found, tables.bench)


@app.command()
def replay(file: File, name: As = None, as_json: Json = False) -> None:
    """Show a recorded game step by step."""
    from joute.terminal import screen
    from joute.terminal.replay import Replay

    shown = Replay(file, name)
    if as_json:
        screen.report(True, shown.to_json(), str)
    else:
        shown.show()


@app.command()
def warm(names: Names = None, agent: Chosen = None, option: Option = None, as_json: Json = False) -> None:
    """Compile in advance what the agents of the games need."""
    from joute import registry
    from joute.terminal import opening, screen, tables
    from joute.terminal.warm import warm

    chosen = opening.options(option or [])
    games = [opening.open_game(name, chosen) for name in names or registry.GAMES]
    screen.report(as_json, warm(games, agent or []), tables.warm)


def main() -> None:
    """The command `joute`."""
    from joute.terminal.entry import leave

    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal that lacks a sign shows another, and goes on
    try:
        app(prog_name="joute")
    except SystemExit as ended:
        leave(ended.code)

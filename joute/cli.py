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
bots = typer.Typer(help="Write a bot of your own, and see whether it is fit to play.", no_args_is_help=True)
app.add_typer(bots, name="bot")


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
BotText = Annotated[str, typer.Argument(metavar="BOT", help="path/to/bot.py, path/to/bot.py:Name, or cmd: and a command")]
Tongue = Annotated[str, typer.Option("--language", help="python or javascript")]
Depth = Annotated[int, typer.Argument(metavar="DEPTH", min=1, help="how many choices deep")]
MaybeAgents = Annotated[list[str] | None, typer.Argument(metavar="AGENT", help="agents, each a name or name:key=value,key=value")]
Called = Annotated[str, typer.Argument(metavar="TOURNAMENT", help="the name of a tournament")]
File = Annotated[Path, typer.Argument(metavar="FILE", help="a record that was saved")]

Option = Annotated[list[str] | None, typer.Option("-o", "--option", metavar="KEY=VALUE", help="an option of the game; may be repeated")]
Json = Annotated[bool, typer.Option("--json", help="report in JSON, with nothing else on the standard output")]
Version = Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="say the version")]

Seats = Annotated[str | None, typer.Option("--seats", metavar="SEATS", help="who sits where: human,alpha_beta:seconds=1")]
PlaySeed = Annotated[int | None, typer.Option("--seed", help="where all chance comes from; any when not given")]
Seed = Annotated[int, typer.Option("--seed", help="where all chance comes from: the same seed, the same games")]
Save = Annotated[Path | None, typer.Option("--save", metavar="FILE", help="keep the game in this file at the end, or on leaving")]
Continue = Annotated[Path | None, typer.Option("--continue", metavar="FILE", help="go on with a game that was saved")]
Games = Annotated[int | None, typer.Option("--games", "-n", min=1, help="how many games: 100, or at most 20,000 with --sprt")]
Test = Annotated[str | None, typer.Option("--sprt", metavar="ELO0,ELO1", help="stop when it is known which Elo difference is the true one")]
ExploitGames = Annotated[int | None, typer.Option("--games", "-n", min=1, help="how many games, however long they take")]
Minutes = Annotated[float | None, typer.Option("--minutes", min=0.01, help="how long to play: 2 unless the games are counted")]
Answer = Annotated[
    str | None, typer.Option("--answer", metavar="AGENT", help="who answers: best_response, fitted to the agent, if not said")
]
Answered = Annotated[str, typer.Argument(metavar="AGENT", help="the agent that is answered, a name or name:key=value,key=value")]
FitGames = Annotated[int, typer.Option("--games", "-n", min=40, help="games of the last round of self-play")]
Rounds = Annotated[int, typer.Option("--rounds", min=1, max=10, help="rounds of self-play, each by the player that the last one made")]
Meetings = Annotated[int, typer.Option("--duel", min=0, help="games between the player as it was and as it is; 0: none")]
TrainMinutes = Annotated[float, typer.Option("--minutes", min=0, help="train for so many minutes; 5 when no episodes are given")]
Episodes = Annotated[int, typer.Option("--episodes", min=0, help="train up to so many episodes (deals, rounds) in all")]
Teacher = Annotated[str, typer.Argument(metavar="TEACHER", help="the search that teaches: a name or name:key=value,key=value")]
LessonCount = Annotated[int, typer.Option("--lessons", min=20, help="how many choices of the teacher the network learns from")]
TrainResume = Annotated[bool, typer.Option("--resume", help="go on where the last checkpoint of that file stands")]
Tuned = Annotated[list[str] | None, typer.Option("-s", "--set", metavar="KEY=VALUE", help="a setting of the training; may be repeated")]
Cores = Annotated[
    int, typer.Option("--threads", min=1, max=2, help="one core plays while the other learns; with 1 both in turn, with the same result")
]
Begin = Annotated[Openings, typer.Option("--openings", help="balanced beginnings played from every seat, or none")]
Workers = Annotated[int, typer.Option("--workers", min=0, help="how many processes; 0: one for each processor")]
After = Annotated[list[str] | None, typer.Option("--after", metavar="MOVES", help="moves from the start, with commas: e5,f6")]
Seconds = Annotated[float, typer.Option("--seconds", min=0, help="give up after so many seconds; 0: never")]
Search = Annotated[bool, typer.Option("--search/--no-search", help="measure the searches too")]
Peers = Annotated[bool, typer.Option("--peers", help="measure other libraries beside Joute, where they are installed")]
Toml = Annotated[Path | None, typer.Option("--file", metavar="FILE", help="a TOML file that says what is not said here")]
Calling = Annotated[str | None, typer.Option("--name", metavar="NAME", help="what the tournament is called; made of game and seed if not")]
Form = Annotated[str | None, typer.Option("--format", metavar="FORMAT", help="round_robin, swiss or tables")]
Budget = Annotated[str | None, typer.Option("--budget", metavar="BUDGET", help="when to stop: 1000 (games), 5m, 2h, width:30 (Elo)")]
Each = Annotated[int | None, typer.Option("--games", "-n", min=1, help="how many games each meeting has")]
MaybeSeed = Annotated[int | None, typer.Option("--seed", help="where all chance comes from: the same seed, the same games")]
MaybeBegin = Annotated[Openings | None, typer.Option("--openings", help="balanced beginnings played from every seat, or none")]
MaybeWorkers = Annotated[int | None, typer.Option("--workers", min=0, help="how many processes; 0: one for each processor")]
Cluster = Annotated[str | None, typer.Option("--cluster", metavar="ADDRESS", help="play on a Dask cluster: tcp://192.168.1.5:8786")]
Limits = Annotated[str, typer.Option("--limits", metavar="KEY=VALUE,...", help="limits of all bots: bank=10,memory=512")]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="where to write it")]
OneAgent = Annotated[str, typer.Argument(metavar="AGENT", help="an agent: a name or name:key=value,key=value")]
TuneMinutes = Annotated[float, typer.Option("--minutes", min=0.01, help="time for everything, where no trials are given")]
Trials = Annotated[int, typer.Option("--trials", min=0, help="so many proposals, however long they take; 0: as time allows")]
Blocks = Annotated[int, typer.Option("--blocks", min=0, help="blocks of games that every proposal plays; 0: as time allows, or 32")]
Against = Annotated[
    list[str] | None,
    typer.Option("--against", metavar="AGENT", help="who sits on the other seats; the agent as it stands if not given; may be repeated"),
]
Settings = Annotated[str, typer.Option("--settings", metavar="NAME,...", help="only these settings, with commas; a range as in danger=0:4")]
Resume = Annotated[bool, typer.Option("--resume", help="go on with what is kept of the same search")]
Kept = Annotated[
    Path | None, typer.Option("--kept", metavar="FILE", help="where the search is kept; in the user's data directory if not given")
]
Csv = Annotated[bool, typer.Option("--csv", help="every game and seat as a table of comma-separated values")]
Course = Annotated[str | None, typer.Option("--game", metavar="ID", help="the game whose course is shown; games-of lists them")]
Judge = Annotated[str | None, typer.Option("--judge", metavar="AGENT", help="who judges the positions of that game")]
Whose = Annotated[str | None, typer.Option("--agent", metavar="AGENT", help="only games of this agent")]
Faulty = Annotated[bool, typer.Option("--faults", help="only games that a bot lost by a fault")]
PageNumber = Annotated[int, typer.Option("--page", min=1, help="which page of the list")]
As = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="the file of the game, where the record's game is not one of Joute's")
]


Host = Annotated[str | None, typer.Option("--host", metavar="ADDRESS", help="the address to listen on; 0.0.0.0 lets other machines in")]
Port = Annotated[int | None, typer.Option("--port", metavar="PORT", help="the port; 0: any free one")]
Database = Annotated[str | None, typer.Option("--database", metavar="URL", help="where games are kept: a file or a URL")]
Browser = Annotated[bool, typer.Option("--browser/--no-browser", help="open the browser when there is one")]
Set = Annotated[list[str] | None, typer.Option("-s", "--set", metavar="KEY=VALUE", help="another setting of the server; may be repeated")]
Url = Annotated[str, typer.Argument(metavar="URL", help="the address of a server: http://host:port")]
Program = Annotated[str, typer.Argument(metavar="BOT", help="a bot: path/to/bot.py, cmd:./program, or an agent")]
TableId = Annotated[str | None, typer.Option("--table", metavar="ID", help="take an open seat at this table; else wait to be asked")]
HowMany = Annotated[int, typer.Option("--games", "-n", min=0, help="leave after so many games; 0: play on")]


@app.callback(invoke_without_command=True)
def joute(context: typer.Context, version: Version = False) -> None:
    """An arena for game AIs: play, let agents play, and ask why. Without a command, the table in the browser."""
    if context.invoked_subcommand is None:
        serve()


@app.command()
def serve(host: Host = None, port: Port = None, database: Database = None, browser: Browser = True, more: Set = None) -> None:
    """Serve tables in the browser, for people, agents and programs."""
    from joute.server.serving import serve
    from joute.terminal import opening

    serve({"host": host, "port": port, "database": database, **opening.options(more or [])}, browser)


@app.command()
def connect(url: Url, bot: Program, table: TableId = None, games: HowMany = 0) -> None:
    """Let a bot of this machine play at a server."""
    from joute.server.bridge import bridge

    bridge(url, bot, table, games, typer.echo)


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
    games: Games = None,
    seed: Seed = 0,
    openings: Begin = Openings.balanced,
    workers: Workers = 0,
    sprt: Test = None,
    option: Option = None,
    as_json: Json = False,
) -> None:
    """Let agents play each other, and say who is ahead and how sure that is."""
    from joute.arena.duel import duel
    from joute.arena.sprt import MOST_GAMES, Sprt
    from joute.terminal import opening, screen, tables
    from joute.terminal.busy import Busy, heard
    from joute.terminal.warm import prepare

    game = opening.open_game(name, opening.options(option or []), len(agents))
    workers = workers or os.cpu_count() or 1
    test = Sprt.parse(sprt) if sprt is not None else None
    games = games or (MOST_GAMES if test else 100)
    with Busy(say("playing {game}", game=game.name), game.name) as busy:
        if workers > 1:
            heard(lambda: prepare(game, agents))
        found = duel(game, agents, games, seed, openings.value, workers, busy.advance, test)
    screen.report(as_json, found.to_json(), tables.duel)


@app.command()
def exploit(
    name: Name,
    agent: Answered,
    minutes: Minutes = None,
    games: ExploitGames = None,
    seed: Seed = 0,
    answer: Answer = None,
    workers: Workers = 0,
    option: Option = None,
    as_json: Json = False,
) -> None:
    """Measure how exploitable an agent is: let the best answer found play against it."""
    from joute.terminal import exploit as exploiting
    from joute.terminal import opening, screen

    game = opening.open_game(name, opening.options(option or []))
    screen.report(as_json, exploiting.exploit(game, agent, answer, games, minutes, seed, workers), exploiting.drawn)


@app.command()
def tournament(
    name: MaybeName = None,
    agents: MaybeAgents = None,
    file: Toml = None,
    called: Calling = None,
    form: Form = None,
    budget: Budget = None,
    games: Each = None,
    seed: MaybeSeed = None,
    openings: MaybeBegin = None,
    workers: MaybeWorkers = None,
    cluster: Cluster = None,
    limits: Limits = "",
    option: Option = None,
    as_json: Json = False,
) -> None:
    """Let any number of agents meet, or go on with it, and rank them."""
    from joute.terminal import request, screen, standing, tournament

    begin = openings.value if openings else None
    asked = request.stated(called, name, agents, form, budget, games, seed, workers, cluster, begin, option, limits)
    screen.report(as_json, tournament.play(asked.over(request.read(file)) if file else asked), standing.tournament)


@app.command()
def tournaments(as_json: Json = False) -> None:
    """List the tournaments that are kept."""
    from joute.terminal import archive, screen

    screen.report(as_json, archive.tournaments(), archive.listed)


@app.command("games-of")
def games_of(name: Called, agent: Whose = None, faults: Faulty = False, page: PageNumber = 1, as_json: Json = False) -> None:
    """List the games of a tournament."""
    from joute.terminal import archive, screen

    screen.report(as_json, archive.games(name, agent, faults, page), archive.games_listed)


@app.command()
def report(name: Called, out: Out = None, game: Course = None, judge: Judge = None, as_json: Json = False, as_csv: Csv = False) -> None:
    """Write a page about a tournament: ranking, pairs, seats, times, and a game."""
    from joute.terminal.report import report

    report(name, out, game, judge, as_json, as_csv)


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
def tune(
    name: Name,
    agent: OneAgent,
    minutes: TuneMinutes = 5,
    trials: Trials = 0,
    seed: Seed = 1,
    blocks: Blocks = 0,
    against: Against = None,
    chosen: Settings = "",
    workers: MaybeWorkers = None,
    cluster: Cluster = None,
    resume: Resume = False,
    kept: Kept = None,
    out: Out = None,
    option: Option = None,
    as_json: Json = False,
) -> None:
    """Search an agent's numbers by games, and say what the best are worth."""
    from joute.terminal import opening, screen
    from joute.terminal import tune as tuning

    game = opening.open_game(name, opening.options(option or []))
    budget = {"minutes": minutes, "trials": trials, "blocks": blocks}
    wanted = [one for one in chosen.split(",") if one.strip()]
    asked = tuning.Request(game, agent, seed, against or [], wanted, budget, workers, cluster, resume, kept, out)
    screen.report(as_json, tuning.tune(asked), tuning.drawn)


@app.command()
def train(
    name: Name,
    minutes: TrainMinutes = 0,
    episodes: Episodes = 0,
    seed: Seed = 0,
    out: Out = None,
    resume: TrainResume = False,
    more: Tuned = None,
    threads: Cores = 2,
    option: Option = None,
    as_json: Json = False,
) -> None:
    """Train a network to play a game, or go on with it."""
    from joute.terminal import opening, screen
    from joute.terminal import train as training

    game = opening.open_game(name, opening.options(option or []))
    minutes, file = minutes or (0 if episodes else 5), out or Path(f"{game.name}.safetensors")
    wish = training.Wish(opening.options(more or []), seed, minutes, episodes, file, resume, threads)
    screen.report(as_json, training.train(game, wish), training.drawn)


@app.command()
def distil(
    name: Name,
    teacher: Teacher,
    lessons: LessonCount = 20_000,
    seed: Seed = 0,
    out: Out = None,
    more: Tuned = None,
    workers: Workers = 0,
    option: Option = None,
    as_json: Json = False,
) -> None:
    """Train a network to say at a glance what a search thinks."""
    from joute.terminal import distil as distilling
    from joute.terminal import opening, screen

    game = opening.open_game(name, opening.options(option or []))
    chosen, file = opening.options(more or []), out or Path(f"{game.name}.safetensors")
    found = distilling.distil(game, teacher, lessons, chosen, seed, workers or os.cpu_count() or 1, file)
    screen.report(as_json, found, distilling.drawn)


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


@bots.command("check")
def check_bot(bot: BotText, name: Name, seed: Seed = 0, option: Option = None, as_json: Json = False) -> None:
    """Play a bot through a compliance run, and say what is wrong."""
    from joute.terminal import bot as checking
    from joute.terminal import opening, screen

    findings = checking.check(bot, opening.open_game(name, opening.options(option or [])), seed)
    screen.report(as_json, checking.report(findings) if as_json else findings, checking.drawn)
    raise typer.Exit(0 if checking.good(findings) else 1)


@bots.command("new")
def new_bot(name: Name, language: Tongue = "python", option: Option = None) -> None:
    """Print a starter bot that already plays legally."""
    from joute.bots.starter import starter
    from joute.terminal import opening

    print(starter(opening.open_game(name, opening.options(option or [])), name, language), end="")


def main() -> None:
    """The command `joute`."""
    from joute.terminal.entry import leave

    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal that lacks a sign shows another, and goes on
    try:
        app(prog_name="joute")
    except SystemExit as ended:
        leave(ended.code)

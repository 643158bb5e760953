"""Every command on one screen. What a command does is in `joute.terminal`; heavy imports wait until it is called."""

import sys
from pathlib import Path

import typer

from joute.language import say
from joute.terminal import given
from joute.terminal.entry import Commands

app = typer.Typer(cls=Commands, pretty_exceptions_enable=False)
bots = typer.Typer(help="Write a bot of your own, and see whether it is fit to play.", no_args_is_help=True)
app.add_typer(bots, name="bot")


@app.callback(invoke_without_command=True)
def joute(context: typer.Context, version: given.Version = False) -> None:
    """An arena for game AIs: play, let agents play, and ask why. Without a command, the table in the browser."""
    if context.invoked_subcommand is None:
        serve()


@app.command()
def serve(
    host: given.Host = None, port: given.Port = None, database: given.Database = None, browser: given.Browser = True, more: given.Set = None
) -> None:
    """Serve tables in the browser, for people, agents and programs."""
    from joute.server.serving import serve
    from joute.terminal import opening

    serve({"host": host, "port": port, "database": database, **opening.options(more)}, browser)


@app.command()
def connect(url: given.Url, bot: given.Program, table: given.TableId = None, games: given.HowMany = 0) -> None:
    """Let a bot of this machine play at a server."""
    from joute.server.bridge import bridge

    bridge(url, bot, table, games, typer.echo)


@app.command()
def games(as_json: given.Json = False) -> None:
    """List the games: their seats, their nature and their options."""
    from joute.terminal import listing, screen, tables

    screen.report(as_json, listing.games(), tables.games)


@app.command()
def agents(name: given.MaybeName = None, option: given.Option = None, as_json: given.Json = False) -> None:
    """List the agents: what they do, what they play and their settings."""
    from joute.terminal import listing, opening, screen, tables

    found = listing.agents_of(opening.asked(name, option)) if name else listing.all_agents()
    screen.report(as_json, found, tables.agents)


@app.command()
def play(
    name: given.MaybeName = None,
    seats: given.Seats = None,
    seed: given.PlaySeed = None,
    option: given.Option = None,
    save: given.Save = None,
    resume: given.Continue = None,
) -> None:
    """Play a game here in the terminal, against agents or with others."""
    from joute.terminal import beginning, opening

    if resume:
        beginning.resume(name, seats, resume, save).run()
    else:
        beginning.begin(name, seats, seed, opening.options(option), save).run()


@app.command()
def duel(
    name: given.Name,
    agents: given.Agents,
    games: given.Games = None,
    seed: given.Seed = 0,
    openings: given.Begin = given.Openings.balanced,
    workers: given.Workers = 0,
    sprt: given.Test = None,
    option: given.Option = None,
    as_json: given.Json = False,
) -> None:
    """Let agents play each other, and say who is ahead and how sure that is."""
    from joute.terminal import duel as duelling
    from joute.terminal import opening, screen, tables

    game = opening.asked(name, option, len(agents))
    found = duelling.duel(game, agents, games, seed, openings.value, workers, sprt)
    screen.report(as_json, found, tables.duel)


@app.command()
def exploit(
    name: given.Name,
    agent: given.Answered,
    minutes: given.Minutes = None,
    games: given.ExploitGames = None,
    seed: given.Seed = 0,
    answer: given.Answer = None,
    workers: given.Workers = 0,
    option: given.Option = None,
    as_json: given.Json = False,
) -> None:
    """Measure how exploitable an agent is: let the best answer found play against it."""
    from joute.terminal import exploit as exploiting
    from joute.terminal import opening, screen

    game = opening.asked(name, option)
    screen.report(as_json, exploiting.exploit(game, agent, answer, games, minutes, seed, workers), exploiting.drawn)


@app.command()
def tournament(
    name: given.MaybeName = None,
    agents: given.MaybeAgents = None,
    file: given.Toml = None,
    called: given.Calling = None,
    form: given.Form = None,
    budget: given.Budget = None,
    games: given.Each = None,
    seed: given.MaybeSeed = None,
    openings: given.MaybeBegin = None,
    workers: given.MaybeWorkers = None,
    cluster: given.Cluster = None,
    limits: given.Limits = "",
    option: given.Option = None,
    as_json: given.Json = False,
) -> None:
    """Let any number of agents meet, or go on with it, and rank them."""
    from joute.terminal import request, screen, standing, tournament

    begin = openings.value if openings else None
    asked = request.stated(called, name, agents, form, budget, games, seed, workers, cluster, begin, option, limits)
    screen.report(as_json, tournament.play(asked.over(request.read(file)) if file else asked), standing.tournament)


@app.command()
def tournaments(as_json: given.Json = False) -> None:
    """List the tournaments that are kept."""
    from joute.terminal import archive, screen

    screen.report(as_json, archive.tournaments(), archive.listed)


@app.command("games-of")
def games_of(
    name: given.Called, agent: given.Whose = None, faults: given.Faulty = False, page: given.PageNumber = 1, as_json: given.Json = False
) -> None:
    """List the games of a tournament."""
    from joute.terminal import archive, screen

    screen.report(as_json, archive.games(name, agent, faults, page), archive.games_listed)


@app.command()
def report(
    name: given.Called,
    out: given.Out = None,
    game: given.Course = None,
    judge: given.Judge = None,
    as_json: given.Json = False,
    as_csv: given.Csv = False,
) -> None:
    """Write a page about a tournament: ranking, pairs, seats, times, and a game."""
    from joute.terminal.report import report

    report(name, out, game, judge, as_json, as_csv)


@app.command()
def fit(
    name: given.Name,
    seed: given.Seed = 0,
    games: given.FitGames = 6000,
    rounds: given.Rounds = 3,
    meetings: given.Meetings = 200,
    out: given.Out = None,
    option: given.Option = None,
    as_json: given.Json = False,
) -> None:
    """Fit an evaluation of a game to games that a player plays with itself."""
    from joute.terminal import fit as fitting
    from joute.terminal import opening, screen

    game = opening.asked(name, option)
    found = fitting.fit(game, {"games": games, "rounds": rounds}, seed, meetings, out or Path(f"{game.name}.weights.json"))
    screen.report(as_json, found, fitting.drawn)


@app.command()
def tune(
    name: given.Name,
    agent: given.OneAgent,
    minutes: given.TuneMinutes = 5,
    trials: given.Trials = 0,
    seed: given.Seed = 1,
    blocks: given.Blocks = 0,
    against: given.Against = None,
    chosen: given.Settings = "",
    workers: given.MaybeWorkers = None,
    cluster: given.Cluster = None,
    resume: given.Resume = False,
    kept: given.Kept = None,
    out: given.Out = None,
    option: given.Option = None,
    as_json: given.Json = False,
) -> None:
    """Search an agent's numbers by games, and say what the best are worth."""
    from joute.terminal import opening, screen
    from joute.terminal import tune as tuning

    game = opening.asked(name, option)
    budget = {"minutes": minutes, "trials": trials, "blocks": blocks}
    wanted = [one for one in chosen.split(",") if one.strip()]
    asked = tuning.Request(game, agent, seed, against or [], wanted, budget, workers, cluster, resume, kept, out)
    screen.report(as_json, tuning.tune(asked), tuning.drawn)


@app.command()
def train(
    name: given.Name,
    minutes: given.TrainMinutes = 0,
    episodes: given.Episodes = 0,
    seed: given.Seed = 0,
    out: given.Out = None,
    resume: given.TrainResume = False,
    more: given.Tuned = None,
    threads: given.Cores = 2,
    option: given.Option = None,
    as_json: given.Json = False,
) -> None:
    """Train a network to play a game, or go on with it."""
    from joute.terminal import opening, screen
    from joute.terminal import train as training

    game = opening.asked(name, option)
    minutes, file = minutes or (0 if episodes else 5), out or Path(f"{game.name}.safetensors")
    wish = training.Wish(opening.options(more), seed, minutes, episodes, file, resume, threads)
    screen.report(as_json, training.train(game, wish), training.drawn)


@app.command()
def distil(
    name: given.Name,
    teacher: given.Teacher,
    lessons: given.LessonCount = 20_000,
    seed: given.Seed = 0,
    out: given.Out = None,
    more: given.Tuned = None,
    workers: given.Workers = 0,
    option: given.Option = None,
    as_json: given.Json = False,
) -> None:
    """Train a network to say at a glance what a search thinks."""
    from joute.terminal import distil as distilling
    from joute.terminal import opening, screen

    game = opening.asked(name, option)
    chosen, file = opening.options(more), out or Path(f"{game.name}.safetensors")
    found = distilling.distil(game, teacher, lessons, chosen, seed, workers, file)
    screen.report(as_json, found, distilling.drawn)


@app.command()
def perft(name: given.Name, depth: given.Depth, option: given.Option = None, as_json: given.Json = False) -> None:
    """Count the lines of play to a depth: a proof of the rules."""
    from joute.search.perft import perft
    from joute.terminal import opening, screen, tables
    from joute.terminal.busy import Busy, heard

    game = opening.asked(name, option)
    with Busy(say("counting {game}", game=game.name), game.name) as busy:
        counts = heard(lambda: perft(game, depth, busy.advance))
    screen.report(as_json, {"game": game.name, "depth": depth, "counts": counts}, tables.perft)


@app.command()
def solve(
    name: given.Name, after: given.After = None, seconds: given.Seconds = 0, option: given.Option = None, as_json: given.Json = False
) -> None:
    """Prove who wins with best play, how soon, and along which line."""
    from joute.terminal import opening, screen
    from joute.terminal import solve as solving

    solved = solving.solve(opening.asked(name, option), after or [], seconds)
    screen.report(as_json, solved.to_json() if as_json else solved, solving.drawn)


@app.command()
def bench(name: given.MaybeName = None, search: given.Search = True, peers: given.Peers = False, as_json: given.Json = False) -> None:
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
def replay(file: given.File, name: given.As = None, as_json: given.Json = False) -> None:
    """Show a recorded game step by step."""
    from joute.terminal import screen
    from joute.terminal.replay import Replay

    shown = Replay(file, name)
    if as_json:
        screen.report(True, shown.to_json(), str)
    else:
        shown.show()


@app.command()
def warm(names: given.Names = None, agent: given.Chosen = None, option: given.Option = None, as_json: given.Json = False) -> None:
    """Compile in advance what the agents of the games need."""
    from joute import registry
    from joute.terminal import opening, screen, tables
    from joute.terminal.warm import warm

    games = [opening.asked(name, option) for name in names or registry.GAMES]
    screen.report(as_json, warm(games, agent or []), tables.warm)


@bots.command("check")
def check_bot(bot: given.BotText, name: given.Name, seed: given.Seed = 0, option: given.Option = None, as_json: given.Json = False) -> None:
    """Play a bot through a compliance run, and say what is wrong."""
    from joute.terminal import bot as checking
    from joute.terminal import opening, screen

    findings = checking.check(bot, opening.asked(name, option), seed)
    screen.report(as_json, checking.report(findings) if as_json else findings, checking.drawn)
    raise typer.Exit(0 if checking.good(findings) else 1)


@bots.command("new")
def new_bot(name: given.Name, language: given.Tongue = "python", option: given.Option = None) -> None:
    """Print a starter bot that already plays legally."""
    from joute.bots.starter import starter
    from joute.terminal import opening

    print(starter(opening.asked(name, option), name, language), end="")


def main() -> None:
    """The command `joute`."""
    from joute.terminal.entry import leave

    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal that lacks a sign shows another, and goes on
    try:
        app(prog_name="joute")
    except SystemExit as ended:
        leave(ended.code)

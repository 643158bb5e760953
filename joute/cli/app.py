"""Every command on one screen. What a command does is in `joute.terminal`; heavy imports wait until it is called."""

import sys
from pathlib import Path

import typer

from joute.cli import options
from joute.cli.group import Commands
from joute.i18n import say

app = typer.Typer(cls=Commands, pretty_exceptions_enable=False)
bots = typer.Typer(help="Write a bot of your own, and see whether it is fit to play.", no_args_is_help=True)
app.add_typer(bots, name="bot")


@app.callback(invoke_without_command=True)
def joute(context: typer.Context, version: options.Version = False) -> None:
    """An arena for game AIs: play, let agents play, and ask why. Without a command, the table in the browser."""
    if context.invoked_subcommand is None:
        serve()


@app.command()
def serve(
    host: options.Host = None,
    port: options.Port = None,
    database: options.Database = None,
    browser: options.Browser = True,
    more: options.Set = None,
) -> None:
    """Serve tables in the browser, for people, agents and programs."""
    from joute.cli import game_args
    from joute.server.serving import serve

    serve({"host": host, "port": port, "database": database, **game_args.options(more)}, browser)


@app.command()
def connect(url: options.Url, bot: options.Program, table: options.TableId = None, games: options.HowMany = 0) -> None:
    """Let a bot of this machine play at a server."""
    from joute.cli.commands.connect import bridge

    bridge(url, bot, table, games, typer.echo)


@app.command()
def games(as_json: options.Json = False) -> None:
    """List the games: their seats, their nature and their options."""
    from joute.cli.commands import listing
    from joute.cli.render import console, tables

    console.report(as_json, listing.games(), tables.games)


@app.command()
def agents(name: options.MaybeName = None, option: options.Option = None, as_json: options.Json = False) -> None:
    """List the agents: what they do, what they play and their settings."""
    from joute.cli import game_args
    from joute.cli.commands import listing
    from joute.cli.render import console, tables

    found = listing.agents_of(game_args.asked(name, option)) if name else listing.all_agents()
    console.report(as_json, found, tables.agents)


@app.command()
def play(
    name: options.MaybeName = None,
    seats: options.Seats = None,
    seed: options.PlaySeed = None,
    option: options.Option = None,
    save: options.Save = None,
    resume: options.Continue = None,
) -> None:
    """Play a game here in the terminal, against agents or with others."""
    from joute.cli import game_args
    from joute.cli.play import new_game

    if resume:
        new_game.resume(name, seats, resume, save).run()
    else:
        new_game.begin(name, seats, seed, game_args.options(option), save).run()


@app.command()
def duel(
    name: options.Name,
    agents: options.Agents,
    games: options.Games = None,
    seed: options.Seed = 0,
    openings: options.Begin = options.Openings.balanced,
    workers: options.Workers = 0,
    sprt: options.Test = None,
    option: options.Option = None,
    as_json: options.Json = False,
) -> None:
    """Let agents play each other, and say who is ahead and how sure that is."""
    from joute.cli import game_args
    from joute.cli.commands import duel as duelling
    from joute.cli.render import console, tables

    game = game_args.asked(name, option, len(agents))
    found = duelling.duel(game, agents, games, seed, openings.value, workers, sprt)
    console.report(as_json, found, tables.duel)


@app.command()
def exploit(
    name: options.Name,
    agent: options.Answered,
    minutes: options.Minutes = None,
    games: options.ExploitGames = None,
    seed: options.Seed = 0,
    answer: options.Answer = None,
    workers: options.Workers = 0,
    option: options.Option = None,
    as_json: options.Json = False,
) -> None:
    """Measure how exploitable an agent is: let the best answer found play against it."""
    from joute.cli import game_args
    from joute.cli.commands import exploit as exploiting
    from joute.cli.render import console

    game = game_args.asked(name, option)
    console.report(as_json, exploiting.exploit(game, agent, answer, games, minutes, seed, workers), exploiting.drawn)


@app.command()
def tournament(
    name: options.MaybeName = None,
    agents: options.MaybeAgents = None,
    file: options.Toml = None,
    called: options.Calling = None,
    form: options.Form = None,
    budget: options.Budget = None,
    games: options.Each = None,
    seed: options.MaybeSeed = None,
    openings: options.MaybeBegin = None,
    workers: options.MaybeWorkers = None,
    cluster: options.Cluster = None,
    limits: options.Limits = "",
    option: options.Option = None,
    as_json: options.Json = False,
) -> None:
    """Let any number of agents meet, or go on with it, and rank them."""
    from joute.cli.commands import tournament, tournament_request
    from joute.cli.render import console, standings

    begin = openings.value if openings else None
    asked = tournament_request.stated(called, name, agents, form, budget, games, seed, workers, cluster, begin, option, limits)
    console.report(as_json, tournament.play(asked.over(tournament_request.read(file)) if file else asked), standings.tournament)


@app.command()
def tournaments(as_json: options.Json = False) -> None:
    """List the tournaments that are kept."""
    from joute.cli.commands import archive
    from joute.cli.render import console

    console.report(as_json, archive.tournaments(), archive.listed)


@app.command("games-of")
def games_of(
    name: options.Called,
    agent: options.Whose = None,
    faults: options.Faulty = False,
    page: options.PageNumber = 1,
    as_json: options.Json = False,
) -> None:
    """List the games of a tournament."""
    from joute.cli.commands import archive
    from joute.cli.render import console

    console.report(as_json, archive.games(name, agent, faults, page), archive.games_listed)


@app.command()
def report(
    name: options.Called,
    out: options.Out = None,
    game: options.Course = None,
    judge: options.Judge = None,
    as_json: options.Json = False,
    as_csv: options.Csv = False,
) -> None:
    """Write a page about a tournament: ranking, pairs, seats, times, and a game."""
    from joute.cli.commands.report import report

    report(name, out, game, judge, as_json, as_csv)


@app.command()
def fit(
    name: options.Name,
    seed: options.Seed = 0,
    games: options.FitGames = 6000,
    rounds: options.Rounds = 3,
    meetings: options.Meetings = 200,
    out: options.Out = None,
    option: options.Option = None,
    as_json: options.Json = False,
) -> None:
    """Fit an evaluation of a game to games of self-play."""
    from joute.cli import game_args
    from joute.cli.commands import fit as fitting
    from joute.cli.render import console

    game = game_args.asked(name, option)
    file = out or Path(f"{game.name}.weights.json")
    request = fitting.FitRequest(game, {"games": games, "rounds": rounds}, seed, meetings, file)
    console.report(as_json, fitting.fit(request), fitting.render)


@app.command()
def tune(
    name: options.Name,
    agent: options.OneAgent,
    minutes: options.TuneMinutes = 5,
    trials: options.Trials = 0,
    seed: options.Seed = 1,
    blocks: options.Blocks = 0,
    against: options.Against = None,
    chosen: options.Settings = "",
    workers: options.MaybeWorkers = None,
    cluster: options.Cluster = None,
    resume: options.Resume = False,
    journal: options.Journal = None,
    out: options.Out = None,
    option: options.Option = None,
    as_json: options.Json = False,
) -> None:
    """Tune the numeric settings of an agent by playing games."""
    from joute.cli import game_args
    from joute.cli.commands import tune as tuning
    from joute.cli.render import console

    game = game_args.asked(name, option)
    budget = {"minutes": minutes, "trials": trials, "blocks": blocks}
    wanted = [one for one in chosen.split(",") if one.strip()]
    request = tuning.TuneRequest(game, agent, seed, against or [], wanted, budget, workers, cluster, resume, journal, out)
    console.report(as_json, tuning.tune(request), tuning.render)


@app.command()
def train(
    name: options.Name,
    minutes: options.TrainMinutes = 0,
    episodes: options.Episodes = 0,
    seed: options.Seed = 0,
    out: options.Out = None,
    resume: options.TrainResume = False,
    more: options.Tuned = None,
    threads: options.Cores = 2,
    option: options.Option = None,
    as_json: options.Json = False,
) -> None:
    """Train a network to play a game, or resume a training."""
    from joute.cli import game_args
    from joute.cli.commands import train as training
    from joute.cli.render import console

    game = game_args.asked(name, option)
    minutes, file = minutes or (0 if episodes else 5), out or Path(f"{game.name}.safetensors")
    request = training.TrainRequest(game, game_args.options(more), seed, minutes, episodes, file, resume, threads)
    console.report(as_json, training.train(request), training.render)


@app.command()
def distil(
    name: options.Name,
    teacher: options.Teacher,
    examples: options.Examples = 20_000,
    seed: options.Seed = 0,
    out: options.Out = None,
    more: options.Tuned = None,
    workers: options.Workers = 0,
    option: options.Option = None,
    as_json: options.Json = False,
) -> None:
    """Train a network to predict the values of a search."""
    from joute.cli import game_args
    from joute.cli.commands import distil as distilling
    from joute.cli.render import console

    game = game_args.asked(name, option)
    file = out or Path(f"{game.name}.safetensors")
    request = distilling.DistilRequest(game, teacher, examples, game_args.options(more), seed, workers, file)
    console.report(as_json, distilling.distil(request), distilling.render)


@app.command()
def perft(name: options.Name, depth: options.Depth, option: options.Option = None, as_json: options.Json = False) -> None:
    """Count the lines of play to a depth: a proof of the rules."""
    from joute.cli import game_args
    from joute.cli.progress import ProgressLine, run_interruptibly
    from joute.cli.render import console, tables
    from joute.search.common.perft import perft

    game = game_args.asked(name, option)
    with ProgressLine(say("counting {game}", game=game.name), game.name) as busy:
        counts = run_interruptibly(lambda: perft(game, depth, busy.advance))
    console.report(as_json, {"game": game.name, "depth": depth, "counts": counts}, tables.perft)


@app.command()
def solve(
    name: options.Name,
    after: options.After = None,
    seconds: options.Seconds = 0,
    option: options.Option = None,
    as_json: options.Json = False,
) -> None:
    """Prove who wins with best play, how soon, and along which line."""
    from joute.cli import game_args
    from joute.cli.commands import solve as solving
    from joute.cli.render import console

    solved = solving.solve(game_args.asked(name, option), after or [], seconds)
    console.report(as_json, solved.to_json() if as_json else solved, solving.drawn)


@app.command()
def bench(
    name: options.MaybeName = None, search: options.Search = True, peers: options.Peers = False, as_json: options.Json = False
) -> None:
    """Measure the speed of the rules and the searches, in ratios of one run."""
    from joute.cli import game_args
    from joute.cli.bench.speed import bench
    from joute.cli.progress import ProgressLine, run_interruptibly
    from joute.cli.render import console, tables
    from joute.core import registry

    names = [game_args.open_game(name, {}).name] if name else list(registry.GAMES)
    with ProgressLine(say("measuring"), name or "") as busy:
        found = run_interruptibly(lambda: bench(names, search, peers, busy.advance))
    console.report(as_json, found, tables.bench)


@app.command()
def replay(file: options.File, name: options.As = None, as_json: options.Json = False) -> None:
    """Show a recorded game step by step."""
    from joute.cli.commands.replay import Replay
    from joute.cli.render import console

    shown = Replay(file, name)
    if as_json:
        console.report(True, shown.to_json(), str)
    else:
        shown.show()


@app.command()
def warm(names: options.Names = None, agent: options.Chosen = None, option: options.Option = None, as_json: options.Json = False) -> None:
    """Compile in advance what the agents of the games need."""
    from joute.cli import game_args
    from joute.cli.commands.warm import warm
    from joute.cli.render import console, tables
    from joute.core import registry

    games = [game_args.asked(name, option) for name in names or registry.GAMES]
    console.report(as_json, warm(games, agent or []), tables.warm)


@bots.command("check")
def check_bot(
    bot: options.BotText, name: options.Name, seed: options.Seed = 0, option: options.Option = None, as_json: options.Json = False
) -> None:
    """Play a bot through a compliance run, and say what is wrong."""
    from joute.cli import game_args
    from joute.cli.commands import bot as checking
    from joute.cli.render import console

    findings = checking.check(bot, game_args.asked(name, option), seed)
    console.report(as_json, checking.report(findings) if as_json else findings, checking.drawn)
    raise typer.Exit(0 if checking.good(findings) else 1)


@bots.command("new")
def new_bot(name: options.Name, language: options.Tongue = "python", option: options.Option = None) -> None:
    """Print a starter bot that already plays legally."""
    from joute.bots.starter import starter
    from joute.cli import game_args

    print(starter(game_args.asked(name, option), name, language), end="")


def main() -> None:
    """The command `joute`."""
    from joute.cli.group import leave

    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal that lacks a sign shows another, and goes on
    try:
        app(prog_name="joute")
    except SystemExit as ended:
        leave(ended.code)

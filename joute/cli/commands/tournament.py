"""`joute tournament`: started or resumed, with a live ranking, and standings at the end."""

import os
import platform
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import TypedDict

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from joute.arena.statistics.standings import standings
from joute.arena.tournament import schedule
from joute.arena.tournament.game_statistics import GameStatistics
from joute.arena.tournament.ledger import Ledger
from joute.arena.tournament.plan import TournamentBudget, TournamentPlan
from joute.arena.tournament.progress import TournamentProgress
from joute.arena.tournament.report_data import ConfinementData, FaultData, StandingsData
from joute.arena.tournament.runner import Tournament, widest_interval
from joute.arena.worker import BlockExecutor, rules_fingerprint
from joute.bots import sandbox
from joute.bots.bot_reference import AgentFile, is_bot
from joute.cli import options
from joute.cli.commands.bot import kind_of_fault, printable
from joute.cli.executors import open_executor, sigterm_as_interrupt
from joute.cli.options import open_game, parse_pairs
from joute.cli.render.console import messages, print_result
from joute.cli.render.formatting import interval, n_blocks, n_games, number, table
from joute.cli.render.formatting import time as duration
from joute.cli.render.tournament_progress import TournamentDisplay
from joute.cli.tournament_request import TournamentRequest, read_file
from joute.core import registry, settings
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.core.rng import plain_seed, random_seed
from joute.i18n import say
from joute.report.standings import remarks, shares
from joute.store import Store
from joute.version import __version__

LIBRARIES = ("numpy", "numba", "llvmlite")  # whose versions may change a result
MAX_PAIRS = 12  # agents whose pairs fit on a screen


def command(
    name: options.OptionalGame = None,
    agents: options.OptionalAgents = None,
    file: options.PlanFile = None,
    called: options.TournamentName = None,
    form: options.Format = None,
    budget: options.Budget = None,
    games: options.PairGames = None,
    seed: options.ChanceSeed = None,
    openings: options.TournamentOpenings = None,
    workers: options.OptionalWorkers = None,
    cluster: options.Cluster = None,
    limits: options.Limits = "",
    opinions: options.Opinions = False,
    option: options.GameOptions = None,
    as_json: options.Json = False,
) -> None:
    """Play the tournament, and print its standings."""
    request = TournamentRequest(
        name=called,
        game=name,
        agents=agents or [],
        format=form,
        budget=budget,
        games=games,
        seed=seed,
        workers=workers,
        cluster=cluster,
        openings=openings.value if openings else None,
        options=dict(parse_pairs(option)),
        limits=dict(settings.parse_pairs(limits, "--limits")),
        opinions=opinions or None,
    )
    print_result(as_json, play(request.over(read_file(file)) if file else request), render)


class TournamentResult(TypedDict):
    """A tournament after a run; `played` counts the games of this run."""

    tournament: str
    game: str
    options: Mapping[str, object]
    format: str
    seed: int | str  # a large one in hexadecimal
    played: int
    seconds: float
    given_up: list[str]
    command: str
    standings: StandingsData
    faults: list[FaultData]  # the most frequent
    confinements: list[ConfinementData]  # of bots


def play(request: TournamentRequest) -> TournamentResult:
    """Play what is missing of the tournament, and return its standings."""
    request = request.checked()
    if request.seed is None and request.name is None:
        request = replace(request, seed=random_seed())  # which names the tournament
    game = open_game(request.game or "", request.options)
    for text in request.agents:
        registry.agent(text, game)  # an unknown agent is refused before anything is played
    with Store.open() as store:
        ledger = store.tournament(plan_of(request, game, _known(store, request.title)))
        with sigterm_as_interrupt():
            try:
                with (
                    open_executor(game, request.agents, request.workers, request.cluster) as executor,
                    TournamentDisplay(ledger.plan) as display,
                ):
                    progress = _tournament(request, ledger, executor, display).run()
            except KeyboardInterrupt:
                messages().print(say("The games so far are stored. Resume with: {command}", command=request.command()), soft_wrap=True)
                raise
        return _result(ledger, progress, game, request)


def _result(ledger: Ledger, progress: TournamentProgress, game: Game, request: TournamentRequest) -> TournamentResult:
    """The tournament after this run."""
    plan = ledger.plan
    found = standings(ledger.blocks(), plan.agents, winners_only=game.spec.utility == "win").to_json()
    failed = any(row["faults"] for row in found["agents"])
    statistics = GameStatistics(plan, game, ledger.blocks() if failed or any(map(_is_file, plan.agents)) else [])
    return {
        "tournament": plan.name,
        "game": plan.game,
        "options": plan.options,
        "format": plan.format,
        "seed": plain_seed(plan.seed),
        "played": progress.played,
        "seconds": round(progress.before + progress.seconds, 3),
        "given_up": progress.notes,
        "command": request.command(),
        "standings": found,
        "faults": statistics.fault_details(),
        "confinements": statistics.confinements(),
    }


def _is_file(text: str) -> bool:
    """Whether an agent is a bot, or an agent in a file."""
    return is_bot(text) or AgentFile.parse(text) is not None


def plan_of(request: TournamentRequest, game: Game, begun: TournamentPlan | None) -> TournamentPlan:
    """The plan of a new tournament, or of a stored one with agents that join it."""
    known = begun.agents if begun else []
    agents = [*known, *(text for text in request.agents if text not in known)]
    form = request.format or (begun.format if begun else schedule.usual(len(agents), game.spec.seats))
    schedule.check(form, len(request.agents or agents), game.spec.seats)
    openings = request.openings or (begun.openings if begun else "balanced")
    seed = request.seed if request.seed is not None else begun.seed if begun else random_seed()
    made = begun.made if begun else provenance(game, request)
    if (rules := rules_fingerprint(game)) != made.get("rules", rules):
        raise JouteError(
            "{tournament} was played under other rules of {game} ({before}) than those of today ({rules})",
            tournament=request.title,
            game=game.name,
            before=made["rules"],
            rules=rules,
        )
    return TournamentPlan(request.title, registry.address(game), vars(game.options), agents, seed, form, openings, request.limits, made)


def provenance(game: Game, request: TournamentRequest) -> dict[str, str | int]:
    """What is needed to repeat a tournament: the command, versions and the machine."""
    return {
        "command": request.command(),
        "joute": __version__,
        "rules": rules_fingerprint(game),
        "python": platform.python_version(),
        **{name: _version(name) for name in LIBRARIES},
        "system": platform.platform(terse=True),
        "processor": _processor(),
        "processors": os.cpu_count() or 1,
        "begun": time.strftime("%Y-%m-%d %H:%M:%S %z"),
    }


def _processor() -> str:
    """The name of the processor, if the system states it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _known(store: Store, name: str) -> TournamentPlan | None:
    return store.plan(name) if any(entry.plan.name == name for entry in store.tournaments()) else None


def _tournament(request: TournamentRequest, ledger: Ledger, executor: BlockExecutor, display: TournamentDisplay) -> Tournament:
    """This run of the tournament."""
    agents = ledger.plan.agents
    spec = registry.game(ledger.plan.game, **ledger.plan.options).spec
    width = partial(widest_interval, agents, spec.utility == "win")
    budget = TournamentBudget.read(request.budget) if request.budget else TournamentBudget()
    return Tournament(ledger, executor, budget, request.games, request.agents or agents, width, display.show, bool(request.opinions))


def render(found: TournamentResult) -> RenderableType:
    """The standings after a run."""
    standing = found["standings"]
    counted = {
        "games": n_games(standing["games"]),
        "blocks": n_blocks(standing["blocks"]),
        "time": duration(found["seconds"]),
        "seed": found["seed"],
    }
    parts: list[RenderableType] = [ranking(standing), Text()]
    if len(standing["agents"]) <= MAX_PAIRS:
        parts += [pairs(standing), Text()]
    parts += [Text(sentence) for sentence in remarks(standing)]
    parts += [Text(sentence, "red") for sentence in _faults(found)]
    parts += [Text(note, "red") for note in found["given_up"]]
    confined = ((row["agent"], row["confinement"]) for row in found["confinements"])
    parts += [Text(sentence, "dim") for sentence in sandbox.sentences(confined)]
    parts.append(Text(say("{games} in {blocks}, {time}, seed {seed}.", **counted), "dim"))
    parts.append(Text(say("For a web page: joute report {name}", name=found["tournament"]), "dim"))
    return Group(*parts)


def _faults(found: TournamentResult) -> Iterator[str]:
    """For each agent that failed, in how many games, and the most frequent reason."""
    for row in found["standings"]["agents"]:
        if fault := next((one for one in found["faults"] if one["agent"] == row["agent"]), None):
            reason = say("{fault}: {sentence}", fault=kind_of_fault(fault["code"]), sentence=printable(fault["sentence"]))
            words = {"agent": row["agent"], "faults": number(sum(row["faults"].values())), "reason": reason}
            yield say("Faults of {agent}: {faults}. The most frequent: {reason}.", **words)


def ranking(standing: StandingsData) -> Table:
    """The ratings with their intervals, the best first."""
    drawn = table("", say("agent"), say("Elo"), say("95 % interval"), say("games"), say("mean"), say("faults"), numbers="> >>>>>")
    for row in standing["agents"]:
        faults = sum(row["faults"].values())
        words = [number(row["elo"], 0), interval(row["interval"], 0), number(row["games"]), number(row["share"]), str(faults or "")]
        drawn.add_row(str(row["rank"]), Text(row["agent"], "bold cyan"), *words)
    return drawn


def pairs(standing: StandingsData) -> Table:
    """The share of the points of each agent (row) against each other (column), in percent."""
    order = [row["number"] for row in standing["agents"]]
    direct = shares(standing)
    drawn = table("", say("against"), *(str(rank) for rank in range(1, len(order) + 1)), numbers="> " + ">" * len(order))
    for rank, row in enumerate(standing["agents"], 1):
        cells = [direct.get((row["number"], other)) for other in order]
        drawn.add_row(str(rank), row["agent"], *("" if share is None else f"{100 * share:.0f}" for share in cells))
    return drawn

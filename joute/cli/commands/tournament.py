"""A tournament at the terminal: begun or gone on with, watched, and left in order."""

import os
import platform
import time
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from joute.arena.block import Block
from joute.arena.statistics.standings import standings
from joute.arena.tournament import schedule
from joute.arena.tournament.ledger import TournamentPlan
from joute.arena.tournament.progress import TournamentBudget, TournamentProgress
from joute.arena.tournament.runner import Tournament
from joute.arena.worker import rules_fingerprint
from joute.cli.commands.tournament_request import Request
from joute.cli.executors import open_executor, sigterm_as_interrupt
from joute.cli.game_args import open_game
from joute.cli.render.console import messages
from joute.cli.render.tournament_progress import Live
from joute.core import registry
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.core.state import Json
from joute.i18n import say
from joute.store import Store
from joute.version import __version__

LIBRARIES = ("numpy", "numba", "llvmlite")  # whose versions may change a result


def play(request: Request) -> Json:
    """Play what is missing of the tournament, and say how it stands."""
    request = request.checked()
    game = open_game(request.game or "", request.options)
    for text in request.agents:
        registry.agent(text, game)  # an unknown agent is refused before anything is played
    with Store.open() as store:
        ledger = store.tournament(plan_of(request, game, _known(store, request.title)))
        run = _run(request, ledger)
        with sigterm_as_interrupt():
            try:
                with open_executor(game, request.agents, request.workers, request.cluster) as executor, Live(ledger.plan) as live:
                    progress = Tournament(ledger, executor, **run, watch=live.show).run()
            except KeyboardInterrupt:
                messages().print(say("What was played is kept. Go on with: {command}", command=request.command()), soft_wrap=True)
                raise
        found = standings(ledger.blocks(), ledger.plan.agents)
        return told(ledger.plan, progress, found.to_json(), request)


def told(plan: TournamentPlan, progress: TournamentProgress, found: Json, request: Request) -> Json:
    """The tournament after this run."""
    return {
        "tournament": plan.name,
        "game": plan.game,
        "options": plan.options,
        "format": plan.format,
        "seed": plan.seed,
        "played": progress.played,
        "seconds": round(progress.before + progress.seconds, 3),
        "given_up": progress.notes,
        "command": request.command(),
        "standings": found,
    }


def plan_of(request: Request, game: Game, begun: TournamentPlan | None) -> TournamentPlan:
    """The plan: of a new tournament, or of one that has begun, with those who come later."""
    known = begun.agents if begun else []
    agents = [*known, *(text for text in request.agents if text not in known)]
    form = request.format or (begun.format if begun else schedule.usual(len(agents), game.spec.seats))
    schedule.check(form, len(request.agents or agents), game.spec.seats)
    openings = request.openings or (begun.openings if begun else "balanced")
    seed = request.seed if request.seed is not None else begun.seed if begun else 0
    made = begun.made if begun else made_here(game, request)
    if (rules := rules_fingerprint(game)) != made.get("rules", rules):
        raise JouteError(f"{request.title} was played under other rules of {game.name} ({made['rules']}) than those of today ({rules})")
    return TournamentPlan(request.title, registry.address(game), vars(game.options), agents, seed, form, openings, request.limits, made)


def made_here(game: Game, request: Request) -> Json:
    """With what a tournament begins: whoever repeats it wants to know."""
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
    """The processor's name, where the system tells it."""
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


def _run(request: Request, ledger: Any) -> dict[str, Any]:
    """What this run is asked for."""
    agents = ledger.plan.agents

    def width(blocks: Iterable[Block]) -> float | None:
        return standings(blocks, agents, resamples=0).widest

    budget = TournamentBudget.read(request.budget) if request.budget else TournamentBudget()
    return {"budget": budget, "games": request.games, "agents": request.agents or agents, "width": width}

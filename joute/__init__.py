"""Joute, an arena for game AIs: games of different natures, one contract, rules in plain Python at native speed.

The names of this module are the public interface. They are imported when they are first used, so that `import joute` costs nothing.

>>> import joute
>>> game = joute.game("diamant", seats=2)
>>> agent = joute.agent("exit_factor", game)
>>> agent.consider(game.view(game.new(seed=1), 0), seat=0).action
<explore (0)>
>>> joute.match(game, [agent, "random"], seed=1)
<GameRecord of diamant, seed 1: exit_factor ..., random ...; ... decisions>
"""

from typing import TYPE_CHECKING

from joute.version import __version__ as __version__

if TYPE_CHECKING:
    from joute.arena.agent_check import check_agent as check_agent
    from joute.arena.batch.batch import Batch as Batch
    from joute.arena.batch.batch import batch as batch
    from joute.arena.duel import DuelResult as DuelResult
    from joute.arena.duel import duel as duel
    from joute.arena.match import match as match
    from joute.arena.statistics.sprt import Sprt as Sprt
    from joute.arena.statistics.standings import Standings as Standings
    from joute.arena.tournament.runner import tournament as tournament
    from joute.core.agent import Agent as Agent
    from joute.core.agent import Stop as Stop
    from joute.core.definition import Definition as Definition
    from joute.core.definition import Spec as Spec
    from joute.core.errors import BadPosition as BadPosition
    from joute.core.errors import BadRecord as BadRecord
    from joute.core.errors import BadSetting as BadSetting
    from joute.core.errors import BadWeights as BadWeights
    from joute.core.errors import IllegalMove as IllegalMove
    from joute.core.errors import JouteError as JouteError
    from joute.core.errors import Unfit as Unfit
    from joute.core.errors import UnknownName as UnknownName
    from joute.core.events import Event as Event
    from joute.core.game import Game as Game
    from joute.core.opinion import Judgement as Judgement
    from joute.core.opinion import Opinion as Opinion
    from joute.core.opinion import Unit as Unit
    from joute.core.record import GameRecord as GameRecord
    from joute.core.registry import agent as agent
    from joute.core.registry import game as game
    from joute.core.settings import setting as setting
    from joute.core.state import Action as Action
    from joute.core.state import Fields as Fields
    from joute.core.state import State as State
    from joute.explain.calibration import calibration as calibration
    from joute.explain.choice import explain_choice as explain_choice
    from joute.explain.comparison import compare_agents as compare_agents
    from joute.explain.dataset import decisions as decisions
    from joute.explain.probes import probe as probe
    from joute.jit.dispatch import rule as rule
    from joute.review.assessment import Assessment as Assessment
    from joute.review.judge import judge as judge
    from joute.search.equilibrium.nashconv import NashConv as NashConv
    from joute.search.equilibrium.nashconv import nashconv as nashconv
else:
    _MODULES = {
        "arena.agent_check": ("check_agent",),
        "arena.batch.batch": ("Batch", "batch"),
        "arena.duel": ("DuelResult", "duel"),
        "arena.match": ("match",),
        "arena.statistics.sprt": ("Sprt",),
        "arena.statistics.standings": ("Standings",),
        "arena.tournament.runner": ("tournament",),
        "core.agent": ("Agent", "Stop"),
        "core.definition": ("Definition", "Spec"),
        "core.errors": (*("BadPosition", "BadRecord", "BadSetting", "BadWeights", "IllegalMove", "JouteError", "Unfit", "UnknownName"),),
        "core.events": ("Event",),
        "core.game": ("Game",),
        "core.opinion": ("Judgement", "Opinion", "Unit"),
        "core.record": ("GameRecord",),
        "core.registry": ("agent", "game"),
        "core.settings": ("setting",),
        "core.state": ("Action", "Fields", "State"),
        "explain.calibration": ("calibration",),
        "explain.choice": ("explain_choice",),
        "explain.comparison": ("compare_agents",),
        "explain.dataset": ("decisions",),
        "explain.probes": ("probe",),
        "jit.dispatch": ("rule",),
        "review.assessment": ("Assessment",),
        "review.judge": ("judge",),
        "search.equilibrium.nashconv": ("NashConv", "nashconv"),
    }
    _PLACES = {name: f"joute.{module}" for module, names in _MODULES.items() for name in names}
    __all__ = ["__version__", *sorted(_PLACES)]

    def __getattr__(name: str) -> object:
        """Import a public name (PEP 562)."""
        if name not in _PLACES:
            raise AttributeError(f"module 'joute' has no attribute {name!r}")
        from importlib import import_module

        globals()[name] = found = getattr(import_module(_PLACES[name]), name)
        return found

    def __dir__() -> list[str]:
        """The public names."""
        return __all__

"""OpenSpiel's Monte-Carlo tree search as an agent of Joute: `examples/agents/openspiel_mcts.py:OpenSpielMcts:simulations=50`."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from open_spiel.python.algorithms import mcts

import joute
from joute.adapters.openspiel import SpielBot, SpielGame


@dataclass(frozen=True)
class OpenSpielSettings:
    """Settings of OpenSpiel's search."""

    simulations: int = joute.setting(50, "number of simulations for each decision", 1)
    exploration: float = joute.setting(1.4, "UCT's constant", 0)


class OpenSpielMcts(SpielBot):
    """OpenSpiel's search in Python, for games in which nothing is hidden."""

    summary = "Monte-Carlo tree search of OpenSpiel"
    Settings = OpenSpielSettings

    @classmethod
    def refusal(cls, game: joute.Game) -> str | None:
        """It would take one sampled world for the truth."""
        return f"OpenSpiel's mcts sees everything, but {game.name} has hidden information" if game.spec.hidden else None

    def make_bot(self, game: SpielGame, seat: int, seed: int) -> Any:
        """A search for one decision."""
        rng = np.random.RandomState(seed)
        rollouts = mcts.RandomRolloutEvaluator(1, rng)
        return mcts.MCTSBot(game, self.settings.exploration, self.settings.simulations, rollouts, random_state=rng)

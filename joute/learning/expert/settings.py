"""Settings of expert iteration, and the searches that play if none are named."""

from dataclasses import dataclass

from joute.core.game import Game
from joute.core.settings import setting
from joute.learning.distil.training import FittingSettings


@dataclass(frozen=True)
class ExpertSettings(FittingSettings):
    """Settings of a training with `--method expert`."""

    hidden_units: int = setting(96, "units per hidden layer", 4, 1024)
    epochs: int = setting(12, "number of passes over the decisions of the last generations", 1, 10_000)
    policy_weight: float = setting(0.3, "weight of the search's choices, which a policy learns to predict", 1e-6, 10_000)
    result_share: float = setting(0.3, "how far the value of a position is drawn from the search's to what came of the game", 0, 1)
    first_search: str = setting(
        "",
        "agent that plays the first generation, with its settings after +, as in ismcts+iterations=400 (empty: a search without network)",
    )
    search: str = setting(
        "", "search that plays the later ones and asks the network (empty: ismcts, with the network as a model of the others)"
    )
    reference: str = setting("", "agent that every generation is compared with (empty: that of the first generation)")
    iterations: int = setting(400, "iterations of the searches that are not named", 1, 10_000_000)
    games: int = setting(120, "number of games in a generation", 1, 1_000_000)
    window: int = setting(4, "number of generations that a network learns from", 1, 100)
    epsilon: float = setting(0.05, "probability of a random action, so that positions come up that the search would avoid", 0, 1)
    gate_blocks: int = setting(
        24, "number of duplicate games in which a network must prove itself; the new one takes each seat in turn", 3, 1_000_000
    )


def first_search(game: Game, iterations: int) -> str:
    """A search without a network: the others play as the rule `careful` or at random, if anything is hidden."""
    hidden = game.spec.hidden and game.definition.states_itself("careful")
    return _search(game, iterations) + (",opponents=careful,opponent_epsilon=0.5" if hidden else "")


def network_search(game: Game, iterations: int) -> str:
    """A search with a network: as a model of the others if anything is hidden, else as prior values of actions."""
    return _search(game, iterations) + (",opponents=network,opponent_epsilon=0.05" if game.spec.hidden else ",prior=network")


def _search(game: Game, iterations: int) -> str:
    stated = game.definition.states_itself
    playouts = ",rollout=careful" if stated("careful") else ""
    return f"ismcts:iterations={iterations},exploration=0.35{playouts}{',aim=win' if stated('prospects') else ''}"

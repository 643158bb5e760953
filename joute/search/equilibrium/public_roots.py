"""Public positions near the end of a round, and the states that fit them."""

from dataclasses import dataclass

import numpy as np

from joute.core.agent import Stop
from joute.core.beliefs import UNIFORM, count_worlds
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.core.rng import Rng, below, seeded, uniform
from joute.core.state import State, copied
from joute.search.baselines.heuristic import careful_action
from joute.search.equilibrium.game_tree import MAX_NODES, GameTree, TooManyTurns, build_tree

SPECTATOR = -1
WORLDS = 200_000  # sampled to find the states that fit a position, and how likely they are
MAX_GAMES = 500  # played to find one position
RANDOM_SHARE = 0.25  # of the actions that lead to a position; the others are `careful`


@dataclass(frozen=True, eq=False)
class PublicRoot:
    """A position as a spectator sees it, and the states that fit it with their probabilities."""

    game: Game
    view: State
    states: list[State]
    odds: list[float]

    def tree(self, to_chapter: bool, max_turns: int = 0, max_nodes: int = MAX_NODES, stop: Stop | None = None) -> GameTree:
        """The tree below the position."""
        return build_tree(self.game, self.states, self.odds, to_chapter=to_chapter, max_turns=max_turns, max_nodes=max_nodes, stop=stop)


def fitting_states(game: Game, view: State, seed: int = 0, belief: str = UNIFORM, worlds: int = WORLDS) -> PublicRoot:
    """The states that fit a view, as likely as they are among sampled worlds."""
    if not game.spec.hidden:
        return PublicRoot(game, view, [State(copied(view.array))], [1.0])
    found = sorted(count_worlds(game, view, seed, worlds, belief).items())
    states = [State(np.frombuffer(bytearray(data), game.dtype)) for data, _ in found]
    return PublicRoot(game, view, states, [count / worlds for _, count in found])


def find_roots(
    game: Game, turns: int, count: int, seed: int = 0, belief: str = UNIFORM, to_chapter: bool = True, first: int = 0
) -> list[PublicRoot]:
    """Positions from which a round lasts at most that number of turns, whatever happens: one for each number from `first` on.

    The games that lead there are played by `careful`, with some random actions, so that the positions do not depend on the agent that
    is measured.
    """
    fast, roots = game.fast(), list[PublicRoot]()
    for number in range(first, first + count):
        for attempt in range(MAX_GAMES):
            rng = seeded(seed, "root", number, attempt)
            if (found := _late_position(fast, turns, rng, belief, to_chapter)) is not None:
                roots.append(found)
                break
        else:
            raise JouteError(
                "no position of {game} has at most {turns} turns to go, among {games} games", game=game.name, turns=turns, games=MAX_GAMES
            )
    return roots


def _late_position(game: Game, turns: int, rng: Rng, belief: str, to_chapter: bool) -> PublicRoot | None:
    """The first position of a game from which at most that number of turns can follow, and at which anything is left to choose."""
    state = game.laid_out()
    while not game.over(state):
        if movers := game.movers(state):
            game.advance(state, {seat: _likely_action(game, state, seat, rng) for seat in movers})
            if not game.over(state) and _choices_within(PublicRoot(game, state, [state], [1.0]), turns, to_chapter):
                root = fitting_states(game, game.view(state, SPECTATOR), below(rng, 1 << 30), belief)
                if _choices_within(root, turns, to_chapter):  # in the states that might be as well
                    return root
        else:
            game.resolve(state, _drawn(game.chances(state), rng))
    return None


def _likely_action(game: Game, state: State, seat: int, rng: Rng) -> int:
    """What `careful` does, if the game has that rule, or any action."""
    if game.definition.states_itself("careful") and uniform(rng) >= RANDOM_SHARE:
        return int(careful_action(game.view(state, seat).array, seat, np.zeros(game.spec.widest, np.int64), rng))
    legal = game.legal_numbers(state, seat)
    return legal[below(rng, len(legal))]


def _choices_within(root: PublicRoot, turns: int, to_chapter: bool) -> int:
    """The number of information sets with a choice; 0 if more turns can follow."""
    try:
        return root.tree(to_chapter, turns).n_choices
    except TooManyTurns:
        return 0


def _drawn(odds: list[float], rng: Rng) -> int:
    """An outcome, by its probability."""
    place = uniform(rng)
    for outcome, chance in enumerate(odds):
        place -= chance
        if chance > 0 and place < 0:
            return outcome
    return max(outcome for outcome, chance in enumerate(odds) if chance > 0)

"""The same work by OpenSpiel (extra `bench`): random playouts, Monte Carlo tree search, alpha-beta, on one thread."""

import time
from collections.abc import Callable
from typing import Protocol

from joute.cli.bench.speed import Figures, Rate, compiled_games_rate, play_random, ratio, search_rate
from joute.core import registry
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.core.rng import below, seeded

PLAYOUTS = 4_000
ITERATIONS = 10_000  # of information-set search, on both sides: the deeper a tree, the slower an iteration
HEARTS_CARDS = 52
COUNTERPARTS = {"morpion": "gomoku(size=12,connect=4)", "coeurs": "hearts(pass_cards=False)"}
"""Our game -> the same game of OpenSpiel, or (hearts, 52 cards) a close relative."""


class PeerState(Protocol):
    """A state of OpenSpiel."""

    def is_chance_node(self) -> bool:
        """Whether chance decides."""

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes with their probabilities."""

    def apply_action(self, action: int) -> None:
        """Apply an action or an outcome."""


class PeerGame(Protocol):
    """A game of OpenSpiel."""

    def new_initial_state(self) -> PeerState:
        """The first state."""


class PeerBot(Protocol):
    """A player of OpenSpiel."""

    def step(self, state: PeerState) -> int:
        """The action it chooses."""


class Pyspiel(Protocol):
    """What is used of the module pyspiel."""

    load_game: Callable[[str], PeerGame]
    MCTSBot: Callable[..., PeerBot]
    ISMCTSBot: Callable[..., PeerBot]
    RandomRolloutEvaluator: Callable[[int, int], object]


def import_pyspiel() -> Pyspiel:
    """OpenSpiel, or an error that says how to install it."""
    try:
        import pyspiel
    except ImportError:
        raise JouteError("peers are measured against OpenSpiel: pip install 'joute[bench]'") from None
    found: Pyspiel = pyspiel
    return found


def compare(game: Game) -> Figures:
    """Every figure that has a counterpart in OpenSpiel."""
    pyspiel = import_pyspiel()
    name = COUNTERPARTS.get(game.name)
    if name is None:
        return {}
    peer = pyspiel.load_game(name)
    if game.spec.hidden:
        return hearts_figures(game, pyspiel, peer, name)
    return {
        "open_spiel": name,
        "playouts": ratio(compiled_games_rate(game), open_spiel_playouts(pyspiel, peer)),
        "mcts": ratio(search_rate(game, "mcts:iterations=100000,exploration=0.7"), open_spiel_mcts(pyspiel, peer, PLAYOUTS, 1)),
        **{f"alpha_beta_depth_{depth}": alpha_beta_figures(game, peer, depth) for depth in (3, 4)},
    }


def hearts_figures(game: Game, pyspiel: Pyspiel, peer: PeerGame, name: str) -> Figures:
    """Cards per second, both sides from a deal: random playouts, and information-set search with one playout per iteration."""
    start = after_the_deal(peer)
    return {
        "open_spiel": name,
        "cards_in_playouts": ratio(our_cards(game), scaled(open_spiel_playouts(pyspiel, peer, start), HEARTS_CARDS)),
        "cards_in_ismcts": ratio(our_ismcts_cards(game), scaled(open_spiel_ismcts(pyspiel, start), HEARTS_CARDS)),
    }


def after_the_deal(peer: PeerGame) -> PeerState:
    """A state of OpenSpiel's hearts with the cards dealt."""
    state, rng = peer.new_initial_state(), seeded("deal")
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(outcomes[below(rng, len(outcomes))][0])
    return state


def scaled(rate: Rate, by: int) -> Rate:
    """The rate of something that happens that number of times in each unit of work."""
    return lambda: rate() * by


def our_cards(game: Game) -> Rate:
    """Our cards per second in random playouts from one deal."""
    single = registry.game(game.name, deals=1)
    states, games = single.new(1).array, 200_000
    play_random(single, 1, states)

    def measure() -> float:
        choices, seconds = play_random(single, games, states)
        return choices / seconds

    return measure


def our_ismcts_cards(game: Game) -> Rate:
    """Our cards per second in information-set search from one deal: every iteration plays the whole deal."""
    single = registry.game(game.name, deals=1)
    return scaled(search_rate(single, f"ismcts:iterations={ITERATIONS},exploration=0.7"), single.spec.longest)


def open_spiel_ismcts(pyspiel: Pyspiel, start: PeerState, simulations: int = ITERATIONS) -> Rate:
    """Iterations per second of its C++ information-set search."""

    def measure() -> float:
        bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, simulations)
        began = time.perf_counter()
        bot.step(start)
        return simulations / (time.perf_counter() - began)

    return measure


def open_spiel_mcts(pyspiel: Pyspiel, peer: PeerGame, simulations: int, playouts: int, start: PeerState | None = None) -> Rate:
    """Iterations per second of its C++ MCTS, with that number of random playouts each."""

    def measure() -> float:
        bot = pyspiel.MCTSBot(peer, pyspiel.RandomRolloutEvaluator(playouts, 1), 1.4, simulations, 1000, False, 1, False)
        began = time.perf_counter()
        bot.step(start or peer.new_initial_state())
        return simulations / (time.perf_counter() - began)

    return measure


def open_spiel_playouts(pyspiel: Pyspiel, peer: PeerGame, start: PeerState | None = None) -> Rate:
    """Random playouts per second of its C++ rollout evaluator, called by a search of a few simulations."""
    simulations = 4
    search = open_spiel_mcts(pyspiel, peer, simulations, PLAYOUTS // simulations, start)
    return lambda: search() * (PLAYOUTS // simulations)


def alpha_beta_figures(game: Game, peer: PeerGame, depth: int) -> Figures:
    """Nodes per second to the same depth. Our table is set to one megabyte: clearing the default one outweighs so short a search."""
    return ratio(
        search_rate(game, f"alpha_beta:depth={depth},full_width=true,evaluation=false,table_mb=1"), open_spiel_alpha_beta(peer, depth)
    )


def open_spiel_alpha_beta(peer: PeerGame, depth: int) -> Rate:
    """Nodes per second of its Python alpha-beta, full width, constant evaluation; counted in one run, timed in another."""
    from open_spiel.python.algorithms import minimax

    def search() -> float:
        began = time.perf_counter()
        minimax.alpha_beta_search(peer, value_function=lambda state: 0.0, maximum_depth=depth, maximizing_player_id=0)
        return time.perf_counter() - began

    original, visited = minimax._alpha_beta, [0]

    def counting(*arguments: object, **named: object) -> object:
        visited[0] += 1
        return original(*arguments, **named)

    minimax._alpha_beta = counting
    try:
        search()
    finally:
        minimax._alpha_beta = original
    return lambda: visited[0] / search()

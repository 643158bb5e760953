"""The same work done by OpenSpiel (extra `bench`): random playouts, Monte Carlo tree search, alpha-beta, on one thread."""

import time
from typing import Any

from joute import registry
from joute.bench import Rate, compiled_games_rate, ratio
from joute.errors import JouteError
from joute.game import Game, Json

PLAYOUTS = 4_000


def compare(game: Game) -> Json:
    """Every figure that has a counterpart; a game that OpenSpiel lacks has none."""
    try:
        import pyspiel
    except ImportError:
        raise JouteError("peers are measured against OpenSpiel: pip install 'joute[bench]'") from None
    name = COUNTERPARTS.get(game.name)
    if name is None:
        return {}
    peer = pyspiel.load_game(name)
    return {
        "open_spiel": name,
        "playouts": ratio(compiled_games_rate(game), open_spiel_playouts(pyspiel, peer)),
        "mcts": ratio(our_mcts(game), open_spiel_mcts(pyspiel, peer, PLAYOUTS, 1)),
        "alpha_beta": ratio(our_alpha_beta(game), open_spiel_alpha_beta(peer)),
    }


COUNTERPARTS = {"morpion": "gomoku(size=12,connect=4)"}
"""Our game -> the same game of OpenSpiel."""


def our_mcts(game: Game) -> Rate:
    """Our iterations a second, one random playout each."""
    agent = registry.agent("mcts:iterations=100000", game)
    view = game.view(game.new(), 0)

    def measure() -> float:
        opinion = agent.consider(view, 0, seed=1)
        return opinion.nodes / opinion.seconds

    measure()
    return measure


def open_spiel_mcts(pyspiel: Any, peer: Any, simulations: int, playouts: int) -> Rate:
    """Iterations a second of its C++ MCTS, with so many random playouts for each."""

    def measure() -> float:
        bot = pyspiel.MCTSBot(peer, pyspiel.RandomRolloutEvaluator(playouts, 1), 1.4, simulations, 1000, False, 1, False)
        began = time.perf_counter()
        bot.step(peer.new_initial_state())
        return simulations / (time.perf_counter() - began)

    return measure


def open_spiel_playouts(pyspiel: Any, peer: Any) -> Rate:
    """Random playouts a second of its C++ rollout evaluator, called by a search of a few simulations so that nothing else counts."""
    simulations = 4
    search = open_spiel_mcts(pyspiel, peer, simulations, PLAYOUTS // simulations)
    return lambda: search() * (PLAYOUTS // simulations)


def our_alpha_beta(game: Game) -> Rate:
    """Our nodes a second at full width with a constant evaluation."""
    agent = registry.agent("alpha_beta:depth=5,full=true,evaluation=false", game)
    view = game.view(game.new(), 0)

    def measure() -> float:
        opinion = agent.consider(view, 0, seed=1)
        return opinion.nodes / opinion.seconds

    measure()
    return measure


def open_spiel_alpha_beta(peer: Any) -> Rate:
    """Nodes a second of its Python alpha-beta, full width, constant evaluation; counted in one run, timed in another."""
    from open_spiel.python.algorithms import minimax

    def search() -> float:
        began = time.perf_counter()
        minimax.alpha_beta_search(peer, value_function=lambda state: 0.0, maximum_depth=3, maximizing_player_id=0)
        return time.perf_counter() - began

    original, visited = minimax._alpha_beta, [0]

    def counting(*arguments: Any, **named: Any) -> Any:
        visited[0] += 1
        return original(*arguments, **named)

    minimax._alpha_beta = counting
    try:
        search()
    finally:
        minimax._alpha_beta = original
    return lambda: visited[0] / search()

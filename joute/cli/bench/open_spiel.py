"""The same work done by OpenSpiel (extra `bench`): random playouts, Monte Carlo tree search, alpha-beta, on one thread."""

import time
from typing import Any

from joute.cli.bench.speed import Rate, compiled_games_rate, play_random, ratio
from joute.core import registry
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.core.rng import below, seeded
from joute.core.state import Json
from joute.search.baselines.random import random_games

PLAYOUTS = 4_000
ITERATIONS = 10_000  # of information-set search, on both sides: the deeper a tree, the slower an iteration


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
    if game.spec.hidden:
        return hearts_figures(game, pyspiel, peer, name)
    return {
        "open_spiel": name,
        "playouts": ratio(compiled_games_rate(game), open_spiel_playouts(pyspiel, peer)),
        "mcts": ratio(searched(game, "mcts:iterations=100000,exploration=0.7"), open_spiel_mcts(pyspiel, peer, PLAYOUTS, 1)),
        **{f"alpha_beta_depth_{depth}": alpha_beta_figures(game, peer, depth) for depth in (3, 4)},
    }


COUNTERPARTS = {"morpion": "gomoku(size=12,connect=4)", "coeurs": "hearts(pass_cards=False)"}
"""Our game -> the same game of OpenSpiel, or (hearts, 52 cards) a close relative."""


def hearts_figures(game: Game, pyspiel: Any, peer: Any, name: str) -> Json:
    """Cards played a second, both sides from a deal: random playouts, and information-set search with one playout each."""
    start = after_the_deal(peer)
    theirs = HEARTS_CARDS
    return {
        "open_spiel": name,
        "cards_in_playouts": ratio(our_cards(game), scaled(open_spiel_playouts(pyspiel, peer, start), theirs)),
        "cards_in_ismcts": ratio(our_ismcts_cards(game), scaled(open_spiel_ismcts(pyspiel, start), theirs)),
    }


HEARTS_CARDS = 52


def after_the_deal(peer: Any) -> Any:
    """A state of OpenSpiel's hearts with the cards dealt."""
    state, rolls = peer.new_initial_state(), seeded("deal")
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(outcomes[below(rolls, len(outcomes))][0])
    return state


def scaled(rate: Rate, by: int) -> Rate:
    """The rate of something that happens so many times in each."""
    return lambda: rate() * by


def our_cards(game: Game) -> Rate:
    """Our cards a second in random playouts from one deal."""
    single = registry.game(game.name, deals=1)
    states, games = single.new(1).array, 200_000
    play_random(single, 1, random_games, states)

    def measure() -> float:
        choices, seconds = play_random(single, games, random_games, states)
        return choices / seconds

    return measure


def our_ismcts_cards(game: Game) -> Rate:
    """Our cards a second in information-set search from one deal: every iteration plays the whole deal."""
    single = registry.game(game.name, deals=1)
    return scaled(searched(single, f"ismcts:iterations={ITERATIONS},exploration=0.7"), single.spec.longest)


def open_spiel_ismcts(pyspiel: Any, start: Any, simulations: int = ITERATIONS) -> Rate:
    """Iterations a second of its C++ information-set search."""

    def measure() -> float:
        bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, simulations)
        began = time.perf_counter()
        bot.step(start)
        return simulations / (time.perf_counter() - began)

    return measure


def searched(game: Game, text: str) -> Rate:
    """Iterations or nodes a second of one of our agents, from the first position."""
    agent = registry.agent(text, game)
    state = game.new(1)
    (seat,) = game.movers(state)
    view = game.view(state, seat)

    def measure() -> float:
        opinion = agent.consider(view, seat, seed=1)
        return opinion.nodes / opinion.seconds

    measure()
    return measure


def open_spiel_mcts(pyspiel: Any, peer: Any, simulations: int, playouts: int, start: Any = None) -> Rate:
    """Iterations a second of its C++ MCTS, with so many random playouts for each."""

    def measure() -> float:
        bot = pyspiel.MCTSBot(peer, pyspiel.RandomRolloutEvaluator(playouts, 1), 1.4, simulations, 1000, False, 1, False)
        began = time.perf_counter()
        bot.step(start or peer.new_initial_state())
        return simulations / (time.perf_counter() - began)

    return measure


def open_spiel_playouts(pyspiel: Any, peer: Any, start: Any = None) -> Rate:
    """Random playouts a second of its C++ rollout evaluator, called by a search of a few simulations so that nothing else counts."""
    simulations = 4
    search = open_spiel_mcts(pyspiel, peer, simulations, PLAYOUTS // simulations, start)
    return lambda: search() * (PLAYOUTS // simulations)


def alpha_beta_figures(game: Game, peer: Any, depth: int) -> Json:
    """Nodes a second to the same depth. Our table is set to one megabyte: clearing the default one outweighs so short a search."""
    return ratio(
        searched(game, f"alpha_beta:depth={depth},full_width=true,evaluation=false,table_mb=1"), open_spiel_alpha_beta(peer, depth)
    )


def open_spiel_alpha_beta(peer: Any, depth: int) -> Rate:
    """Nodes a second of its Python alpha-beta, full width, constant evaluation; counted in one run, timed in another."""
    from open_spiel.python.algorithms import minimax

    def search() -> float:
        began = time.perf_counter()
        minimax.alpha_beta_search(peer, value_function=lambda state: 0.0, maximum_depth=depth, maximizing_player_id=0)
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

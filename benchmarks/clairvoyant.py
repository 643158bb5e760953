"""An upper bound for Cœurs against three random players: the share of wins of a search that sees all hands and knows that they are random.

`python benchmarks/clairvoyant.py --games 400 --iterations 20000 --seed 1` plays Cœurs by rules that hide nothing. Every match is played
four times, with the search on each seat. A player who sees only their own cards cannot do better than the best that sees all.
"""

import argparse
import json
from dataclasses import replace
from statistics import fmean
from types import ModuleType

from joute.arena.statistics.estimates import share_interval
from joute.core.game import Game
from joute.core.rng import below, seed_of, seeded
from joute.games.coeurs import DEFINITION, evaluate, features, heuristic, rules
from joute.search.mcts.ismcts import Ismcts, IsmctsSettings


def open_game() -> Game:
    """Cœurs with all hands face up: `hide` and `imagine` are the defaults, which change nothing."""
    face_up = ModuleType(rules.__name__)  # rules must be functions of the module that states them
    vars(face_up).update({name: value for name, value in vars(rules).items() if name != "hide"})
    definition = replace(DEFINITION, rules=(face_up, evaluate, features, heuristic))
    return Game(definition, definition.options()).fast()


def share(game: Game, search: Ismcts, seat: int, seed: int) -> float:
    """The search's share of the win in one match on that seat."""
    state, rng = game.new(seed), seeded(seed, "whims")
    while not game.over(state):
        mover = game.movers(state)[0]
        if mover == seat:
            action = search.choose(game.view(state, mover), mover, seed)
        else:
            legal = game.legal_numbers(state, mover)
            action = legal[below(rng, len(legal))]
        game.step(state, {mover: action})
    scores = game.returns(state)
    return (scores[seat] == max(scores)) / scores.count(max(scores))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--iterations", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    game = open_game()
    chosen = IsmctsSettings(iterations=arguments.iterations, opponents="random", rollout="careful", exploration=0.35, aim="win")
    search = Ismcts(game, chosen, "clairvoyant")
    blocks = [
        fmean(share(game, search, seat, seed_of(arguments.seed, "match", number)) for seat in range(game.spec.seats))
        for number in range(arguments.games // game.spec.seats)
    ]
    print(
        json.dumps(
            {"games": len(blocks) * game.spec.seats, "share": fmean(blocks), "interval": share_interval(blocks, 1 / game.spec.seats)}
        )
    )


if __name__ == "__main__":
    main()

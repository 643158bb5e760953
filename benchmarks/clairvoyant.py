"""What can be won at Cœurs against three random players: as much as a player wins who sees every hand and knows that they play at random.

`python benchmarks/clairvoyant.py --games 400 --iterations 20000 --seed 1` plays Cœurs by rules that hide nothing. Every match is played
four times, with the searching player on each seat. Nobody who sees only their own cards can do better than the best that sees all.
"""

import argparse
import json
from dataclasses import replace
from statistics import fmean
from types import ModuleType

from joute.arena.statistics.intervals import share_interval
from joute.core.game import Game
from joute.core.rng import below, seed_of, seeded
from joute.games.coeurs import DEFINITION, evaluate, features, heuristic, rules, win_chances
from joute.search.mcts.ismcts import Ismcts, IsmctsSettings


def open_game() -> Game:
    """Cœurs with all hands face up: nothing is hidden, so that nothing has to be imagined."""
    face_up = ModuleType("face_up")
    vars(face_up).update({name: value for name, value in vars(rules).items() if name != "hide"})
    definition = replace(DEFINITION, rules=(face_up, evaluate, features, heuristic, win_chances))
    return Game(definition, definition.options()).fast()


def share(game: Game, seer: Ismcts, seat: int, seed: int) -> float:
    """One match with the seer on a seat: 1 if it is won, a part if that is shared."""
    state, whims = game.new(seed), seeded(seed, "whims")
    while not game.over(state):
        mover = game.movers(state)[0]
        if mover == seat:
            action = seer.choose(game.view(state, mover), mover, seed)
        else:
            legal = game.legal_numbers(state, mover)
            action = legal[below(whims, len(legal))]
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
    seer = Ismcts(game, chosen, "seer")
    blocks = [
        fmean(share(game, seer, seat, seed_of(arguments.seed, "match", number)) for seat in range(game.spec.seats))
        for number in range(arguments.games // game.spec.seats)
    ]
    print(json.dumps({"games": len(blocks) * game.spec.seats, "share": fmean(blocks), "interval": share_interval(blocks)}))


if __name__ == "__main__":
    main()

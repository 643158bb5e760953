"""Who plays the last three turns of a round better? Two agents from the positions that rounds of a third one come to, exactly.

`python benchmarks/love_letter_endings.py FIRST SECOND` plays rounds of the learnt strategy with itself, and takes every position at which
three turns are left, as it was, with both hands. From there the expected result of both agents against each other is computed from their
probabilities, on both seats; so chance adds nothing to the difference. An agent that states none is asked once at each view.
"""

import argparse
from statistics import fmean

import joute
from joute.arena.statistics.estimates import mean_interval
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.core.state import State
from joute.games.love_letter.state import CHOOSE, LoveLetterState, deck_size

CARDS = 2  # left to draw, when a turn begins, three turns before the end
LEADS_THERE = "blueprint:worlds=0"


def late_position(game: Game, seed: int) -> State | None:
    """The position of a round at which three turns are left; None if it ended before."""
    state, agent = game.new(seed), joute.agent(LEADS_THERE, game)
    while not game.over(state):
        fields = LoveLetterState.of(state)
        if fields.phase == CHOOSE and deck_size(fields) <= CARDS:
            return state if deck_size(fields) == CARDS else None
        (seat,) = game.movers(state)
        game.step(state, {seat: agent.choose(game.view(state, seat), seat, seed_of("ending", seed, int(fields.piled), seat))})
    return None


def main() -> None:
    """Print the mean result of the first agent, beyond an even chance, with its interval over positions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game, gains, rounds = joute.game("love_letter", tokens=1).fast(), list[float](), 0
    first, second = joute.agent(asked.first, game), joute.agent(asked.second, game)
    while len(gains) < asked.positions:
        state = late_position(game, seed_of("endings", asked.seed, rounds))
        rounds += 1
        if state is not None:
            values = [joute.nashconv(game, *pair, state, to_chapter=True, samples=1).value for pair in ((first, second), (second, first))]
            gains.append((values[0] - values[1]) / 2)
    low, high = mean_interval(gains) or (0.0, 0.0)
    print(f"{asked.first} against {asked.second}: {fmean(gains):+.4f} ({low:+.4f} to {high:+.4f}) of a round,")
    print(f"mean of {len(gains)} positions of {rounds} rounds")


if __name__ == "__main__":
    main()

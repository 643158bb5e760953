"""What an agent of Diamant loses in the last round of two seats, against the exact solution of every position that it comes to.

    python benchmarks/diamant_last_round.py master --rounds 1000 --seed 31

The agent plays both seats; the banks differ by 0 to 20 gems. At each decision the strategy that it states (or its choice) is set against
the best answer at that decision, after which both play the equilibrium; a round loses the sum over the decisions of a seat.
The solution is that of `joute solve diamant`, which `equilibrium` plays itself: for it this is a check that it does.
"""

import argparse
import math
from statistics import fmean, stdev

import numpy as np

from joute.core import registry
from joute.core.agent import Agent
from joute.core.game import Game
from joute.core.rng import below, seeded
from joute.core.state import State
from joute.games.diamant.exact.two_seats import position_of, solve
from joute.games.diamant.rules import EXPLORE, RETURN
from joute.games.diamant.state import DiamantState

MOST_AHEAD = 20  # gems by which one bank may lead


def strategy(agent: Agent, view: State, seat: int, seed: int) -> tuple[float, int]:
    """The probability of exploring that the agent states, or 0 or 1; and its choice."""
    opinion = agent.consider(view, seat, seed)
    explores = float(opinion.action == EXPLORE)
    if agent.mixes:
        explores = next(judgement.weight or 0.0 for judgement in opinion.judgements if judgement.action == EXPLORE)
    return explores, int(opinion.action)


def lost(state: State, seat: int, explores: float) -> float:
    """What a best answer to that strategy takes from the seat, of the win."""
    solved = solve(position_of(DiamantState.snapshot(state), seat))
    if solved.cells is None:
        return solved.value - (explores * solved.worth[EXPLORE] + (1.0 - explores) * solved.worth[RETURN])
    shares = np.zeros(2)
    shares[EXPLORE], shares[RETURN] = explores, 1.0 - explores
    return max(0.0, solved.value - float((shares @ np.array(solved.cells)).min()))


def round_losses(game: Game, agent: Agent, number: int, seed: int) -> tuple[float, float]:
    """What both seats lose in one round."""
    state, rng, losses = game.new(seed * 1_000_003 + number), seeded(seed, "banks", number), [0.0, 0.0]
    DiamantState.of(state).bank[number % 2] = below(rng, MOST_AHEAD + 1)
    while not game.over(state):
        choices = {}
        for seat in game.movers(state):
            explores, choices[seat] = strategy(agent, game.view(state, seat), seat, seed + number)
            losses[seat] += lost(state, seat, explores)
        game.play(state, choices)
    return losses[0], losses[1]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]  # python -OO is not used here
    parser.add_argument("agent")
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=31)
    asked = parser.parse_args()
    game = registry.game("diamant", seats=2, rounds=1).fast()
    agent = registry.agent(asked.agent, game)
    losses = [fmean(round_losses(game, agent, number, asked.seed)) for number in range(asked.rounds)]
    error = 1.96 * stdev(losses) / math.sqrt(len(losses)) if len(losses) > 1 else math.nan
    print(f"{asked.agent}: {fmean(losses):.5f} of the win a round and seat, ± {error:.5f}; largest {max(losses):.4f}; {len(losses)} rounds")


if __name__ == "__main__":
    main()

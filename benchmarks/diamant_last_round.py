"""What an agent of Diamant loses in the last round of two seats, against the exact solution of every position that it comes to.

    python benchmarks/diamant_last_round.py master --rounds 1000 --seed 31
    python benchmarks/diamant_last_round.py master --rounds 1000 --seed 31 --equal

The agent plays both seats; the banks differ by 0 to 20 gems. At each decision the strategy that it states (or its choice) is set against
the best answer at that decision, after which both play the equilibrium; a round loses the sum over the decisions of a seat.
The solution is that of `joute solve diamant`, which `equilibrium` plays itself: for it this is a check that it does.

With `--equal` the banks are equal, and the truth is another one, which shares no code with that solution. With both inside, a position is
then symmetric and worth 1/2, whatever the cards. So the game of both choices is 1/2, q; 1 - q, 1/2, where q is the chance of a seat that
stays alone, and that is a short recursion over the cards.
"""

import argparse
import math
from functools import cache
from statistics import fmean, stdev

import numpy as np

from joute.core import registry
from joute.core.agent import Agent
from joute.core.game import Game
from joute.core.rng import below, seeded
from joute.core.state import State
from joute.games.diamant.cards import FIRST_RELIC, FIRST_TRAP, GEMS
from joute.games.diamant.exact.two_seats import position_of, solve
from joute.games.diamant.rules import EXPLORE, RETURN
from joute.games.diamant.state import DiamantState

MOST_AHEAD = 20  # gems by which one bank may lead
ONE_RELIC = 5  # gems for the only relic of a game of one round


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


Deck = tuple[int, ...]  # copies of each kind of card


def outcome(gap: int) -> float:
    """The share of the win, that number of gems behind."""
    return 1.0 if gap < 0 else 0.5 if gap == 0 else 0.0


@cache
def alone(deck: Deck, warned: int, gap: int, behind: int) -> tuple[float, float]:
    """The chances of a seat alone by exploring and by returning: at home it is `gap` gems behind, without what it carries `behind`."""
    if gap < 0:
        return (0.0 if behind else 0.5), 1.0  # nothing is better than a win at home
    total = 0.0
    for kind, copies in enumerate(deck):
        if copies == 0:
            continue
        rest = (*deck[:kind], copies - 1, *deck[kind + 1 :])
        if FIRST_TRAP <= kind < FIRST_RELIC and warned >> (kind - FIRST_TRAP) & 1:
            total += copies * outcome(behind)
        elif FIRST_TRAP <= kind < FIRST_RELIC:
            total += copies * max(alone(rest, warned | 1 << (kind - FIRST_TRAP), gap, behind))
        else:
            total += copies * max(alone(rest, warned, gap - (int(GEMS[kind]) if kind < FIRST_TRAP else ONE_RELIC), behind))
    return total / sum(deck), outcome(gap)


def lost_with_equal_banks(state: State, seat: int, explores: float) -> float:
    """What a best answer takes from the seat where the banks were equal before the only round; edition 2006."""
    fields = DiamantState.snapshot(state)
    deck, warned, carried = tuple(fields.deck.tolist()), int(fields.warned), int(fields.carried)
    relics = ONE_RELIC * sum(kind >= FIRST_RELIC for kind in fields.path[: fields.steps].tolist())
    on_path = int(fields.gems) + relics
    if fields.inside.bit_count() == 1:
        behind = int(fields.bank[1 - seat]) - int(fields.bank[seat])
        explore, home = alone(deck, warned, behind - carried - on_path, behind)
        return max(explore, home) - (explores * explore + (1.0 - explores) * home)
    q = alone(deck, warned, on_path, carried + on_path)[0]
    against_explorer = explores * 0.5 + (1.0 - explores) * (1.0 - q)
    against_leaver = explores * q + (1.0 - explores) * 0.5
    return 0.5 - min(0.5, against_explorer, against_leaver)


def round_losses(game: Game, agent: Agent, number: int, seed: int, equal: bool) -> tuple[float, float]:
    """What both seats lose in one round."""
    state, rng, losses = game.new(seed * 1_000_003 + number), seeded(seed, "banks", number), [0.0, 0.0]
    truth = lost_with_equal_banks if equal else lost
    if not equal:
        DiamantState.of(state).bank[number % 2] = below(rng, MOST_AHEAD + 1)
    while not game.over(state):
        choices = {}
        for seat in game.movers(state):
            explores, choices[seat] = strategy(agent, game.view(state, seat), seat, seed + number)
            losses[seat] += truth(state, seat, explores)
        game.play(state, choices)
    return losses[0], losses[1]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]  # python -OO is not used here
    parser.add_argument("agent")
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--equal", action="store_true", help="equal banks, against a recursion of its own")
    asked = parser.parse_args()
    game = registry.game("diamant", seats=2, rounds=1).fast()
    agent = registry.agent(asked.agent, game)
    losses = [fmean(round_losses(game, agent, number, asked.seed, asked.equal)) for number in range(asked.rounds)]
    error = 1.96 * stdev(losses) / math.sqrt(len(losses)) if len(losses) > 1 else math.nan
    print(f"{asked.agent}: {fmean(losses):.5f} of the win a round and seat, ± {error:.5f}; largest {max(losses):.4f}; {len(losses)} rounds")


if __name__ == "__main__":
    main()

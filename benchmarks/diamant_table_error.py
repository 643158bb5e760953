"""How far the table of the rounds to come is from values that leave out less, at beginnings of rounds of two seats as games have them.

    python benchmarks/diamant_table_error.py --games 10 --seed 41

Before the last round the comparison is exact: the round is solved with the traps and relics that are really in the deck, and with the real
difference of the banks. Before an earlier round it is solved in the same way, and its end is valued by the table: this is the error that
the round adds. No error grows on its way back: the value of a position is a mean or a minimax of those that it leads to, and so no further
from the truth than the worst of them. So the error before a round is at most the sum of the largest errors from there to the end.
"""

import argparse
from statistics import fmean

import numpy as np

from joute.core import registry
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.core.state import State
from joute.games.diamant.cards import FIRST_RELIC
from joute.games.diamant.exact.round_kernel import BOTH_EXPLORE
from joute.games.diamant.exact.rounds_to_come import chance_to_win
from joute.games.diamant.exact.two_seats import position_of, solve_differences
from joute.games.diamant.state import DiamantState

PLAYER = "careful"  # both seats: what leaves the deck in its games is typical


def error_before(state: DiamantState) -> float:
    """The table's chance to win less the solved one, for the seat that is ahead."""
    seat = int(state.bank[1] > state.bank[0])
    position = position_of(state, seat)
    solved = float(solve_differences(position, [position.difference])[BOTH_EXPLORE, 0])
    relics = int(state.deck[FIRST_RELIC:].sum())
    return float(chance_to_win(position.to_come + 1, relics, np.array([position.difference]))[0]) - solved


def before_first_card(begun: State) -> DiamantState:
    """The beginning of the round whose first card was just turned: the card is back in the deck, and nothing is found."""
    after = DiamantState.of(begun)
    after.deck[after.path[0]] += 1
    after.path[0] = after.steps = after.turned = after.carried = after.gems = after.warned = 0
    return after


def beginnings(game: Game, seed: int) -> list[DiamantState]:
    """The state before the first card of every round but the first."""
    player, state, found = registry.agent(PLAYER, game), game.new(seed), list[DiamantState]()
    turn, rounds = 0, 0
    while not game.over(state):
        fields = DiamantState.snapshot(state)
        if fields.round > rounds:
            rounds = int(fields.round)
            found.append(before_first_card(state.copy()))
        game.play(state, {seat: player.choose(game.view(state, seat), seat, seed_of(seed, turn, seat)) for seat in game.movers(state)})
        turn += 1
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]  # python -OO is not used here
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=41)
    asked = parser.parse_args()
    game = registry.game("diamant", seats=2).fast()
    errors: dict[int, list[float]] = {}
    for number in range(asked.games):
        for state in beginnings(game, seed_of(asked.seed, number)):
            errors.setdefault(int(state.rounds) - int(state.round), []).append(error_before(state))
    print("rounds to come   positions   mean error   mean size   largest")
    for to_come, found in sorted(errors.items()):
        sizes = [abs(one) for one in found]
        print(f"{to_come:14}   {len(found):9}   {fmean(found):+10.4f}   {fmean(sizes):9.4f}   {max(sizes):7.4f}")


if __name__ == "__main__":
    main()

"""How far an agent leads three others in deals of each contract of Barbu.

`python benchmarks/barbu_contracts.py expert hard --deals 100 --seed 7` plays the first deal of a match with each contract, the same cards
with the first agent on each of the four seats, and prints its lead over the mean of the others: a level contract by contract.
"""

import argparse
import time
from statistics import fmean

import joute
from joute.arena.statistics.estimates import mean_interval
from joute.core.agent import Agent
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.games.barbu.contracts import CONTRACTS, NAME
from joute.games.barbu.state import BarbuState
from joute.games.barbu.strings import CODES
from joute.games.trick_taking.cards import SEATS


def lead(game: Game, first: Agent, other: Agent, seat: int, contract: int, seed: int, spent: dict[Agent, float]) -> float:
    """The first agent's points on that seat in one deal, less the mean of the others'."""
    state = game.new(seed)
    game.step(state, {game.movers(state)[0]: NAME + contract})
    turn = 0
    while BarbuState.of(state).deal == 0:
        mover = game.movers(state)[0]
        agent = first if mover == seat else other
        began = time.thread_time()
        action = agent.choose(game.view(state, mover), mover, seed_of(seed, turn, mover))
        spent[agent] += time.thread_time() - began
        game.step(state, {mover: action})
        turn += 1
    points = BarbuState.of(state).points.tolist()
    return float(points[seat]) - fmean(points[one] for one in range(SEATS) if one != seat)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", help="the agent whose lead is measured")
    parser.add_argument("other", help="the agent on the other three seats")
    parser.add_argument("--deals", type=int, default=100, help="deals of each contract, each played four times")
    parser.add_argument("--contracts", nargs="+", choices=CODES, default=CODES)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = joute.game("barbu").fast()
    first, other = joute.agent(asked.first, game), joute.agent(asked.other, game)
    for contract in range(CONTRACTS):
        if CODES[contract] not in asked.contracts:
            continue
        spent = {first: 0.0, other: 0.0}
        leads = [
            fmean(lead(game, first, other, seat, contract, seed_of(asked.seed, number), spent) for seat in range(SEATS))
            for number in range(asked.deals)
        ]
        low, high = mean_interval(leads)
        pace = ", ".join(f"{spent[agent] / asked.deals / seats:.3f}" for agent, seats in ((first, SEATS), (other, 12)))
        print(f"{CODES[contract]:9} {fmean(leads):+7.2f} [{low:+7.2f}, {high:+7.2f}]  seconds a seat and deal: {pace}", flush=True)


if __name__ == "__main__":
    main()

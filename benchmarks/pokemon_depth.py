"""What an agent's choices in Pokémon cost against an equilibrium of the game a few turns deep, on fixed positions.

    python benchmarks/pokemon_depth.py master --positions 100

The positions come from games of `simultaneous:depth=1` against itself, one of each game, later and later in the game; both seats choose at
once there. Each is searched to the full depth. The opponent plays that equilibrium's mix, and the loss is what the agent's mix gets
less against it than the value, as a chance to win. It is one equilibrium of several, and the game ends at the horizon with the evaluation.
"""

import argparse
import statistics
import time
from collections.abc import Iterator

import joute
from joute.core.agent import Agent
from joute.core.game import Game
from joute.core.opinion import Opinion
from joute.core.rng import seed_of
from joute.core.state import State

PLAYER = "simultaneous:depth=1"
LATEST = 30  # turns before a position
BOTH = 2  # movers


def position(game: Game, player: Agent, seed: int) -> State | None:
    """A position after some turns, in which both choose; None if the game ended before."""
    state = game.new(seed)
    turns = seed_of(seed, "turns") % LATEST
    ply = 0
    while not game.over(state):
        movers = game.movers(state)
        if len(movers) == BOTH:
            if turns == 0:
                return state
            turns -= 1
        game.step(state, {seat: int(player.choose(game.view(state, seat), seat, seed_of(seed, ply, seat))) for seat in movers})
        ply += 1
    return None


def positions(game: Game, seed: int) -> Iterator[State]:
    """Positions of different games, endlessly."""
    player = joute.agent(PLAYER, game)
    number = 0
    while True:
        found = position(game, player, seed_of(seed, "position", number))
        number += 1
        if found is not None:
            yield found


def loss(agent: Agent, truth: Opinion, view: State, seat: int) -> tuple[float, int, float]:
    """What the agent's mix loses against the true equilibrium, as a chance to win; the depth it reached and its processor seconds."""
    values = {judgement.action: judgement.value or 0.0 for judgement in truth.judgements}
    began = time.process_time()
    opinion = agent.consider(view, seat)
    seconds = time.process_time() - began
    weights = {judgement.action: judgement.weight or 0.0 for judgement in opinion.judgements}
    if not any(weights.values()):
        weights = {opinion.action: 1.0}
    reached = sum(weight * values[action] for action, weight in weights.items()) / sum(weights.values())
    return (max(values.values()) - reached) / 2, opinion.depth or 0, seconds


def main() -> None:
    """Measure agents on the same positions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("agents", nargs="+", help="texts of agents that state their mix")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--depth", type=int, default=4, help="turns of the judging search")
    parser.add_argument("--seed", type=int, default=23)
    chosen = parser.parse_args()
    game = joute.game("pokemon").fast()
    judge = joute.agent(f"simultaneous:depth={chosen.depth}", game)
    agents = [joute.agent(text, game) for text in chosen.agents]
    measured: list[list[tuple[float, int, float]]] = [[] for _ in agents]
    for number, state in zip(range(chosen.positions), positions(game, chosen.seed), strict=False):
        seat = number % 2
        view = game.view(state, seat)
        truth = judge.consider(view, seat)
        for found, agent in zip(measured, agents, strict=True):
            found.append(loss(agent, truth, view, seat))
    print("agent                                    positions  mean loss  standard error  worst   depths          seconds: median, worst")
    for text, found in zip(chosen.agents, measured, strict=True):
        losses = [entry[0] for entry in found]
        error = statistics.stdev(losses) / len(losses) ** 0.5 if len(losses) > 1 else 0.0
        depths = ", ".join(f"{depth}: {sum(entry[1] == depth for entry in found)}" for depth in sorted({entry[1] for entry in found}))
        seconds = [entry[2] for entry in found]
        print(
            f"{text:40} {len(found):9}  {statistics.mean(losses):9.4f}  {error:14.4f}  {max(losses):.3f}   {depths:14}"
            f"  {statistics.median(seconds):.2f}, {max(seconds):.2f}"
        )


if __name__ == "__main__":
    main()

"""The opponents in a batch: agents that choose in compiled code, and agents that are asked one decision at a time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from joute.arena.batch.kernel import NOBODY, Opponents
from joute.arena.compiled_match import choose_by_rule, shared_policy
from joute.core import registry
from joute.core.agent import Agent, CompiledPolicy
from joute.core.errors import BadSetting
from joute.core.game import Game

SELF = "self"  # as an opponent: the caller of the batch plays every seat

Chosen = str | Sequence[str] | Mapping[str, float]


@dataclass(frozen=True)
class OpponentSet:
    """The opponents of a batch, in the order of their player numbers."""

    policy: CompiledPolicy  # of the compiled ones
    compiled: Opponents
    asked: list[str]  # the texts of those that the host asks, in the order of their player numbers


def opponent_set(game: Game, chosen: Chosen, seat: int | None) -> OpponentSet:
    """The opponents named by text: one for all games, several drawn evenly, or with shares; none, or `self`: the caller plays all seats."""
    shares = opponent_shares(chosen)
    if seat is not None and not 0 <= seat < game.spec.seats:
        raise BadSetting(
            "batch: seat={seat} is not a seat of {game}, which has seats 0 to {last}", seat=seat, game=game.name, last=game.spec.seats - 1
        )
    texts = [text for text in shares if text != SELF]
    if seat is not None and not texts:
        raise BadSetting("batch: seat={seat} needs opponents for the other seats", seat=seat)
    agents = {text: registry.agent(text, game) for text in texts}
    policy, parameters = choose_by_rule, dict[str, tuple[float, ...]]()
    for text, agent in agents.items():
        found = shared_policy([agent])
        if found is not None and (not parameters or found[0] is policy):
            policy, parameters[text] = found[0], found[1][0]
    order = [*parameters, *(text for text in texts if text not in parameters)]
    for text in order[len(parameters) :]:
        agents[text].close()
    odds = np.array([shares.get(SELF, 0.0), *(shares[text] for text in order)])
    width = max((len(numbers) for numbers in parameters.values()), default=1)
    rows = np.zeros((len(order) + 1, game.spec.seats, width))
    for place, numbers in enumerate(parameters.values()):
        rows[place + 1, :, : len(numbers)] = numbers
    return OpponentSet(
        policy, Opponents(odds / odds.sum(), rows, len(parameters), NOBODY if seat is None else seat), order[len(parameters) :]
    )


def opponent_shares(chosen: Chosen) -> dict[str, float]:
    """The share of the games in which each opponent plays."""
    if isinstance(chosen, str):
        chosen = [chosen] if chosen else []
    shares = dict(chosen) if isinstance(chosen, Mapping) else dict.fromkeys(chosen, 1.0)
    if not shares:
        return {SELF: 1.0}
    if any(share < 0 for share in shares.values()) or sum(shares.values()) <= 0:
        raise BadSetting("batch: the shares of the opponents are {shares}; they must be at least 0, and one of them more", shares=shares)
    return shares


class AskedOpponents:
    """Agents that choose for their seats one decision at a time, with instances of their own for each thread."""

    def __init__(self, game: Game, texts: Sequence[str], first: int, threads: int) -> None:
        self.first = first  # the player number of the first of them
        self._agents: list[list[Agent]] = [[registry.agent(text, game) for text in texts] for _ in range(threads)]

    def agent(self, player: int, thread: int) -> Agent:
        """The agent of a player number."""
        return self._agents[thread][player - self.first]

    def close(self) -> None:
        """Close the agents."""
        for agents in self._agents:
            for agent in agents:
                agent.close()

"""The contract of agents: what every opinion must be, checked on positions of random games."""

import json
from collections.abc import Iterator
from math import isclose

from joute.core.agent import Agent
from joute.core.game import Game
from joute.core.opinion import Opinion
from joute.core.playthrough import random_choices
from joute.core.state import State

PLIES, APART = 12, 4  # of the random game, and between two positions
EXACT = 1e-9


def check_agent(agent: Agent, seed: int = 3) -> list[str]:
    """What an agent does against the contract on a few positions of its game, in sentences; empty if all is well.

    >>> import joute
    >>> joute.check_agent(joute.agent("random", joute.game("diamant")))
    []
    """
    return [problem for state in positions(agent.game, seed) for problem in _problems(agent, state, seed)]


def positions(game: Game, seed: int) -> Iterator[State]:
    """The first position of a random game, and later ones."""
    state = game.new(seed)
    yield state.copy()
    for turn in range(PLIES):
        game.step(state, random_choices(game, state, seed, turn))
        if game.over(state):
            return
        if turn % APART == APART - 1:
            yield state.copy()


def _problems(agent: Agent, state: State, seed: int) -> Iterator[str]:
    game = agent.game
    seat = game.movers(state)[-1]
    view = game.view(state, seat)
    before = view.copy()
    opinion = agent.explain(view, seat, seed)
    legal = game.legal(state, seat)
    judged = {one.action: one for one in opinion.judgements}
    chosen = judged.get(opinion.action)
    never = chosen is not None and chosen.weight is not None and chosen.weight <= 0 and not chosen.visits
    lowest, highest = opinion.unit.bounds(game.spec)
    outside = [value for value in _values(opinion) if not lowest - EXACT <= value <= highest + EXACT]
    again = agent.explain(view, seat, seed)
    found = {
        f"it chose {opinion.action}, which is not legal": opinion.action not in legal,
        "it must judge every legal action, each once": sorted(one.action for one in opinion.judgements) != sorted(legal),
        "a judgement has a value, visits or a weight": any(
            (one.value, one.visits, one.weight) == (None, None, None) for one in judged.values()
        ),
        "a weight lies between 0 and 1": any(
            one.weight is not None and not -EXACT <= one.weight <= 1 + EXACT for one in judged.values()
        ),
        "it chose an action that it never plays": never,
        f"its opinion is in {opinion.unit}, but its unit is {agent.unit}": opinion.unit is not agent.unit,
        f"values {outside[:3]} are outside of {lowest:g} to {highest:g}": bool(outside),
        "the principal variation begins with the action": opinion.pv[:1] != [opinion.action],
        "nodes and seconds are not negative": opinion.nodes < 0 or opinion.seconds < 0,
        "it has beliefs if, and only if, something is hidden": bool(opinion.beliefs) != game.spec.hidden,
        "the probabilities of a belief add up to 1": not all(isclose(sum(odds.values()), 1) for odds in opinion.beliefs.values()),
        "the same view and seed give the same opinion": again.to_json() | {"seconds": 0} != opinion.to_json() | {"seconds": 0},
        "choose and consider give the same action": agent.choose(view, seat, seed) != opinion.action,
        "it changed the view that it was given": view != before,
        "its opinion cannot be written as JSON": not _serialisable(opinion),
    }  # fmt: skip
    yield from (problem for problem, wrong in found.items() if wrong)


def _serialisable(opinion: Opinion) -> bool:
    try:
        return bool(json.dumps(opinion.to_json()))
    except (TypeError, ValueError):
        return False


def _values(opinion: Opinion) -> list[float]:
    cells = opinion.matrix["cells"] if opinion.matrix else []
    values = [opinion.value, *(one.value for one in opinion.judgements), *(cell for row in cells for cell in row)]
    return [value for value in values if value is not None]

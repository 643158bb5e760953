"""The contract of agents: what every opinion must be, checked on positions of random games."""

import json
from collections.abc import Iterator
from math import isclose

from joute.core.agent import Agent
from joute.core.game import Game
from joute.core.opinion import Opinion
from joute.core.playthrough import random_choices
from joute.core.state import Action, State
from joute.i18n import say

PLIES, APART = 12, 4  # of the random game, and between two positions
EXACT = 1e-9


def check_agent(agent: Agent, seed: int = 3) -> list[str]:
    """What an agent does against the contract on a few positions of its game, in sentences; empty if all is well.

    >>> import joute
    >>> joute.check_agent(joute.agent("random", joute.game("diamant")))
    []
    """
    return list(dict.fromkeys(problem for state in positions(agent.game, seed) for problem in _problems(agent, state, seed)))


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
    yield from _problems_of(opinion, agent, game.legal(state, seat))
    if agent.explain(view, seat, seed).to_json() | {"seconds": 0} != opinion.to_json() | {"seconds": 0}:
        yield say("The same view and seed must give the same opinion.")
    if agent.choose(view, seat, seed) != opinion.action:
        yield say("The methods choose and consider must give the same action.")
    if view != before:
        yield say("It must not change the view that it gets.")


def _problems_of(opinion: Opinion, agent: Agent, legal: list[Action]) -> Iterator[str]:
    """What is wrong with one opinion."""
    judgements, lowest, highest = opinion.judgements, *opinion.unit.bounds(agent.game.spec)
    weights = {one.action: one.weight for one in judgements if one.weight is not None}
    outside = [value for value in _values(opinion) if not lowest - EXACT <= value <= highest + EXACT]
    if opinion.action not in legal:
        yield say("It chose {action}, which is not legal.", action=opinion.action)
    if sorted(one.action for one in judgements) != sorted(legal):
        yield say("It must judge every legal action once.")
    if any(one.value is None and one.visits is None and one.weight is None for one in judgements):
        yield say("A judgement must have a value, visits or a weight.")
    if any(not -EXACT <= weight <= 1 + EXACT for weight in weights.values()):
        yield say("A weight must lie between 0 and 1.")
    if weights.get(opinion.action, 1) <= 0 and not any(one.visits for one in judgements if one.action == opinion.action):
        yield say("It chose {action}, which has weight 0.", action=opinion.action)
    if opinion.unit is not agent.unit:
        yield say("Its opinion is in the unit {given}, but its property unit is {stated}.", given=opinion.unit, stated=agent.unit)
    if outside:
        yield say("Values must lie between {low} and {high}; it gave {value}.", low=lowest, high=highest, value=outside[0])
    if opinion.pv[:1] != [opinion.action]:
        yield say("The principal variation must begin with the action.")
    if opinion.nodes < 0 or opinion.seconds < 0:
        yield say("Nodes and seconds must not be negative.")
    if bool(opinion.beliefs) != agent.game.spec.hidden or not all(isclose(sum(odds.values()), 1) for odds in opinion.beliefs.values()):
        yield say("It must have beliefs if something is hidden, and their probabilities must add up to 1.")
    if not _serialisable(opinion):
        yield say("Its opinion cannot be written as JSON.")


def _serialisable(opinion: Opinion) -> bool:
    try:
        return bool(json.dumps(opinion.to_json()))
    except (TypeError, ValueError):
        return False


def _values(opinion: Opinion) -> list[float]:
    cells = opinion.matrix["cells"] if opinion.matrix else []
    values = [opinion.value, *(one.value for one in opinion.judgements), *(cell for row in cells for cell in row)]
    return [value for value in values if value is not None]

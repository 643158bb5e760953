"""What every agent of every game says of a position: the same things in the same words. No game and no agent is named here."""

import catalogue
import pytest
from contract.games import DEFAULTS

import joute
from joute.arena.agent_check import check_agent, positions
from joute.core import registry
from joute.core.agent import Agent
from joute.core.errors import BadWeights, Unfit
from joute.core.game import Game
from joute.core.opinion import Opinion, Unit

BUDGETS = {"iterations": 60, "nodes": 3000, "seconds": 0}  # what a setting of that name is given, where an agent has it


def budgeted(name: str, game: Game) -> str:
    """The agent with as small a budget as it takes; iterations or nodes alone, so that the seed decides everything."""
    settings = {row.name: row for row in joute.core.settings.table(registry.agent_class(name, game).Settings)}
    for key in ("iterations", "nodes"):
        if key in settings and not ("depth" in settings and "seconds" not in settings):
            return f"{name}:{key}={BUDGETS[key]}"
    return name


CASES = [(game, budgeted(name, game)) for game in DEFAULTS for name in registry.agent_names(game)]


def aimed(game: Game) -> list[str]:
    """Every agent that can be given an aim, with each; the same with a network, and with one that errs over it; and the recipes."""
    texts = []
    for name in registry.agent_names(game):
        known = {row.name for row in joute.core.settings.table(registry.agent_class(name, game).Settings)}
        for extra in ["", "+prior=network", "+rollout=network"] if "aim" in known else []:
            texts += [f"{name}+aim={unit}{extra}" for unit in Unit]
    texts = [text.replace("+", ":", 1).replace("+", ",") for text in texts] + [f"fallible:of={text}" for text in texts]
    return [text for text in [*texts, *game.definition.levels] if playable(text, game)]


def playable(text: str, game: Game) -> bool:
    """Not every game predicts the winner, or comes with a network for that aim."""
    try:
        registry.agent(text, game)
    except (Unfit, BadWeights):
        return False
    return True


AIMED = [(game, text) for game in DEFAULTS for text in aimed(game)]


@pytest.mark.parametrize(("game", "agent"), CASES, ids=[f"{game.name}-{agent}" for game, agent in CASES])
def test_an_opinion_judges_every_legal_action_and_says_what_it_cost_and_believes(game: Game, agent: str) -> None:
    assert check_agent(joute.agent(agent, game)) == []


@pytest.mark.parametrize(("game", "agent"), AIMED, ids=[f"{game.name}-{agent}" for game, agent in AIMED])
def test_values_lie_in_the_range_of_their_unit_whatever_the_aim(game: Game, agent: str) -> None:
    player = registry.agent(agent, game, budget=BUDGETS | {"seconds": 0.1})
    for state in positions(game, seed=3):
        seat = game.movers(state)[-1]
        check_unit(player, player.consider(game.view(state, seat), seat, seed=5), game)


def check_unit(agent: Agent, opinion: Opinion, game: Game) -> None:
    """An opinion has its agent's unit, and all its values lie within the range of that unit."""
    assert opinion.unit is agent.unit
    lowest, highest = opinion.unit.bounds(game.spec)
    cells = opinion.matrix["cells"] if opinion.matrix else []
    values = [opinion.value, *(one.value for one in opinion.judgements), *(cell for row in cells for cell in row)]
    assert all(value is None or lowest - 1e-9 <= value <= highest + 1e-9 for value in values), (opinion.unit, values)


@pytest.mark.parametrize("game", DEFAULTS, ids=repr)
def test_every_agent_says_in_both_languages_what_it_is(game: Game) -> None:
    for name in registry.agent_names(game):
        assert catalogue.read().get(registry.agent_class(name, game).summary)

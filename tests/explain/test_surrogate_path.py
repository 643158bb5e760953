"""The way of a decision through a tree: the trees that come with games fit them, and the answers lead to the preferences that decide."""

import numpy as np
import pytest

import joute
from joute.core import registry
from joute.core.errors import BadWeights
from joute.explain.choice_model import HIGHEST, ChoiceModel, Condition, ModelInput, QuestionNode
from joute.explain.surrogate_path import SHIPPED, shipped_model, surrogate_path, tree

WITH_TREES = [name for name in registry.GAMES if (registry.define(name).folder / SHIPPED).is_file()]


def ducking_tree(game: joute.Game) -> ChoiceModel:
    """Plays a card that does not take the trick so far, if one of them would; else the first."""
    facts = [fact.name for fact in game.definition.facts]
    place = facts.index("takes_so_far")
    avoid = Condition(0, 0.5, above=False)
    nodes = [QuestionNode(condition=Condition(1, 0.5), yes=1, no=2), QuestionNode(preferences=(avoid,)), QuestionNode()]
    inputs = [ModelInput(place), ModelInput(place, HIGHEST)]
    return ChoiceModel("tree", game.name, facts, inputs, nodes=nodes, made={"agent": "careful", "fidelity": 0.5})


def second_of_a_trick() -> tuple[joute.Game, joute.State, int]:
    game = joute.game("coeurs", deals=1)
    state = game.new(seed=14)
    game.play(state, {game.movers(state)[0]: game.legal(state, game.movers(state)[0])[0].name})
    return game, game.view(state, game.movers(state)[0]), game.movers(state)[0]


@pytest.mark.parametrize("name", WITH_TREES)
def test_the_tree_of_a_game_s_expert_fits_the_facts_of_today(name: str) -> None:
    model = shipped_model(joute.game(name))
    assert model is not None
    assert model.made["agent"] in registry.define(name).levels
    assert 0 < model.made["fidelity"] <= 1
    assert len(model.leaves) == model.size == 8


def test_the_answer_is_what_the_facts_say_and_the_preference_drops_actions() -> None:
    game, view, seat = second_of_a_trick()
    path = surrogate_path(ducking_tree(game), game, view, seat)
    assert {one["action"] for one in path["actions"]} == {action.name for action in game.legal(view, seat)}
    takes = {action.name: bool(game.facts(view, seat, action)["takes_so_far"]) for action in game.legal(view, seat)}
    assert set(takes.values()) == {False, True}
    assert [question["yes"] for question in path["questions"]] == [True]
    assert path["questions"][0]["words"]["fr"]
    assert [words["en"] for words in path["preferences"]] == ["not: takes the trick so far"]
    for one in path["actions"]:
        assert one["left_by"] == int(not takes[one["action"]])
        assert (one["share"] > 0) == (not takes[one["action"]])
    assert sum(one["share"] for one in path["actions"]) == pytest.approx(1.0)
    assert (path["agent"], path["first"]) == ("careful", False)
    assert path["self_agreement"] is None


def test_rules_have_no_path_and_a_tree_of_another_game_is_refused() -> None:
    game = joute.game("coeurs", deals=1)
    model = ducking_tree(game)
    with pytest.raises(BadWeights, match="only trees"):
        tree(ChoiceModel("rules", "coeurs", model.facts, model.inputs), game)
    with pytest.raises(BadWeights, match="made for coeurs"):
        tree(model, joute.game("diamant"))
    assert model.shares(np.zeros((1, 2)), np.zeros(1, np.int64)).tolist() == [1.0]

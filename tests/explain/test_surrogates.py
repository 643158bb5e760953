"""Small models that imitate agents: they find known rules, play, and are measured on other deals."""

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import joute
from joute.cli.commands import explain as command
from joute.cli.explain_agent import agent_command
from joute.core import registry
from joute.core.errors import BadWeights
from joute.core.facts import Fact, FactKind
from joute.core.game import Game
from joute.explain.choice_model import (
    ABOVE_LEAST,
    COMPARISONS,
    CURVES,
    HIGHEST,
    LEAST,
    LOWEST,
    MOST,
    RULES,
    TREE,
    ChoiceModel,
    Condition,
    ModelInput,
    QuestionNode,
    input_rows,
    load_model,
    model_facts,
    model_inputs,
)
from joute.explain.imitation import FITS, Imitation, imitate
from joute.explain.learners import ChoiceExamples, agreement
from joute.explain.model_words import condition_words, model_lines, tree_picture
from joute.i18n import Language, use_language

FACTS = [
    Fact("takes", "takes the trick", "{action} takes the trick"),
    Fact("higher", "higher cards", "higher cards: {value}", kind=FactKind.COUNT),
    Fact("noise", "noise", "noise: {value}", kind=FactKind.COUNT),
]
EMPTY = ChoiceModel(TREE, "imagined", [fact.name for fact in FACTS], model_inputs(FACTS))


def examples(decisions: int = 600) -> ChoiceExamples:
    """An agent that avoids taking the trick, and otherwise plays the card with the fewest higher ones."""
    rng = np.random.default_rng(4)
    sizes = rng.integers(2, 6, decisions)
    starts = np.append(0, np.cumsum(sizes)[:-1])
    facts = np.stack([rng.integers(0, 2, sizes.sum()), rng.permutation(sizes.sum()) % 97, rng.integers(0, 9, sizes.sum())], axis=1)
    loss = 1000.0 * facts[:, 0] + facts[:, 1]
    best = np.repeat(np.minimum.reduceat(loss, starts), sizes)
    played = (loss == best) / np.repeat(np.add.reduceat(loss == best, starts), sizes)
    rows = input_rows(EMPTY.inputs, facts.astype(np.float64), starts)
    return ChoiceExamples(rows, starts, played, np.ones(decisions), loss - best, np.arange(decisions) // 20)


def test_inputs_compare_an_action_with_the_other_legal_ones() -> None:
    inputs = [ModelInput(0, how) for how in COMPARISONS]
    facts = np.array([[3.0], [5.0], [3.0], [7.0], [7.0]])
    rows = input_rows(inputs, facts, np.array([0, 3]))
    assert rows.tolist() == [
        [3, 0, 1, 2, 0, 5, 3],
        [5, 1, 0, 0, 2, 5, 3],
        [3, 0, 1, 2, 0, 5, 3],
        [7, 0, 0, 0, 0, 7, 7],
        [7, 0, 0, 0, 0, 7, 7],
    ]


@pytest.mark.parametrize(("kind", "size", "least"), [(TREE, 3, 0.99), (RULES, 2, 0.99), (CURVES, 4, 0.85)])
def test_a_learner_finds_the_rule_of_an_agent(kind: str, size: int, least: float) -> None:
    known = examples()
    model = FITS[kind](EMPTY, known.part(np.arange(400)), size)
    assert model.size <= size
    assert agreement(model, known.part(np.arange(400, 600))).mean() > least
    assert agreement(model, known).mean() > 2 * np.mean(1 / known.sizes)


def test_a_rule_list_names_the_rules_in_order() -> None:
    model = FITS[RULES](EMPTY, examples(), 3)
    first = EMPTY.inputs[model.rules[0].input]
    assert (EMPTY.facts[first.fact], model.rules[0].above) == ("takes", False)
    second = EMPTY.inputs[model.rules[1].input]
    assert EMPTY.facts[second.fact] == "higher"


def test_a_tree_tells_situations_apart_that_a_list_cannot() -> None:
    """An agent that plays its highest card if one of them takes the trick for sure, else its lowest."""
    rng = np.random.default_rng(5)
    starts = np.arange(0, 1600, 4)
    facts = np.stack([rng.integers(0, 2, 1600) * np.repeat(rng.integers(0, 2, 400), 4), rng.permutation(1600), rng.integers(0, 9, 1600)], 1)
    some = np.repeat(np.maximum.reduceat(facts[:, 0], starts), 4) > 0
    loss = np.where(some, -facts[:, 1], facts[:, 1])
    played = (loss == np.repeat(np.minimum.reduceat(loss, starts), 4)).astype(np.float64)
    rows = input_rows(EMPTY.inputs, facts.astype(np.float64), starts)
    known = ChoiceExamples(rows, starts, played, np.ones(400), np.zeros(1600), np.arange(400) // 20)
    model = FITS[TREE](EMPTY, known, 2)
    assert agreement(model, known).mean() > 0.99 > 0.7 > agreement(FITS[RULES](EMPTY, known, 3), known).mean()
    assert model_lines(model, FACTS)[:2] == [
        "some action: takes the trick → 1. higher cards: the highest",
        "no action: takes the trick → 1. higher cards: the lowest",
    ]


def test_rules_filter_the_actions_that_are_left() -> None:
    model = replace(EMPTY, kind=RULES, inputs=[ModelInput(0), ModelInput(1)], rules=[Condition(0, 0.5, False), Condition(1, 3.5, False)])
    rows = np.array([[1.0, 1.0], [0.0, 2.0], [0.0, 9.0], [1.0, 1.0], [1.0, 8.0]])
    assert model.shares(rows, np.array([0, 3])).tolist() == [0, 1, 0, 1, 0]


def test_equal_actions_have_equal_shares_unless_the_first_is_preferred() -> None:
    model = replace(EMPTY, kind=RULES)
    rows, starts = np.zeros((3, len(EMPTY.inputs))), np.array([0])
    assert model.shares(rows, starts).tolist() == pytest.approx([1 / 3] * 3)
    assert replace(model, first=1.0).shares(rows, starts).tolist() == [1, 0, 0]


@pytest.mark.parametrize("kind", [TREE, RULES, CURVES])
def test_a_file_gives_the_same_model_back(kind: str, tmp_path: Path) -> None:
    known = examples(200)
    model = FITS[kind](EMPTY, known, 5)
    model.save(tmp_path / "model.json")
    read = load_model(tmp_path / "model.json")
    assert read.shares(known.rows, known.starts).tolist() == model.shares(known.rows, known.starts).tolist()
    assert read.to_json() == model.to_json()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"joute surrogate": 7}, "known format"),
        ({"inputs": [["unknown", "value"]]}, "unknown"),
        ({"inputs": [["takes", "twice"]]}, "unknown way"),
        ({"nodes": []}, "missing"),
        (
            {
                "nodes": [
                    {"share": 1, "condition": {"input": 0, "threshold": 0, "above": True}, "yes": 0, "no": 0, "preferences": []},
                ]
            },
            "subtree",
        ),
        (
            {
                "nodes": [
                    {"share": 1, "condition": None, "yes": -1, "no": -1, "preferences": [{"input": 99, "threshold": 0, "above": True}]}
                ]
            },
            "no input 99",
        ),
        ({"first": float("nan")}, "finite"),
    ],
)
def test_a_damaged_file_is_refused_in_a_sentence(change: dict[str, object], sentence: str, tmp_path: Path) -> None:
    model = replace(EMPTY, nodes=[QuestionNode()])
    file = tmp_path / "model.json"
    file.write_text(json.dumps(model.to_json() | change))
    with pytest.raises(BadWeights, match=sentence):
        load_model(file)


def test_questions_are_words_in_both_languages() -> None:
    facts = [Fact("cannot_take", "cannot take the trick", ""), Fact("higher", "higher cards unseen", "", kind=FactKind.COUNT)]
    inputs = [ModelInput(0), ModelInput(1), ModelInput(1, MOST), ModelInput(1, LEAST), ModelInput(1, ABOVE_LEAST)]
    inputs += [ModelInput(0, HIGHEST), ModelInput(0, LOWEST), ModelInput(1, HIGHEST), ModelInput(1, LOWEST)]
    words = [condition_words(facts, inputs, Condition(place, 0.5)) for place in range(4)]
    assert words == [
        "cannot take the trick",
        "higher cards unseen ≥ 1",
        "higher cards unseen: the highest",
        "higher cards unseen: the lowest",
    ]
    assert condition_words(facts, inputs, Condition(0, 0.5, False)) == "not: cannot take the trick"
    assert condition_words(facts, inputs, Condition(2, 0.5, False)) == "higher cards unseen: not the highest"
    assert condition_words(facts, inputs, Condition(4, 1.5)) == "higher cards unseen: more than 1 above the lowest"
    assert [condition_words(facts, inputs, Condition(place, 0.5, place != 6)) for place in (5, 6, 7, 8)] == [
        "some action: cannot take the trick",
        "not every action: cannot take the trick",
        "some action: higher cards unseen ≥ 1",
        "every action: higher cards unseen ≥ 1",
    ]
    assert condition_words(facts, inputs, Condition(7, 0.5, False)) == "every action: higher cards unseen ≤ 0"
    with use_language(Language.fr):
        assert condition_words(facts, inputs, Condition(0, 0.5)) == "ne peut pas prendre le pli"


# --- an agent that is imitated ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def imitated(tmp_path_factory: pytest.TempPathFactory) -> tuple[Game, Path, dict[str, object], list[ChoiceModel]]:
    game, folder = joute.game("coeurs", deals=1), tmp_path_factory.mktemp("surrogates")
    imitation = Imitation("coeurs", vars(game.options), "careful", 16, 3, worlds=0, sizes=(3, 8), duel_games=24)
    report, models = imitate(game, imitation, folder)
    return game, folder, dict(report), models


def test_the_report_measures_every_model(imitated: tuple[Game, Path, dict[str, object], list[ChoiceModel]]) -> None:
    _, folder, report, models = imitated
    rows = report["surrogates"]
    assert isinstance(rows, list)
    wanted = [(kind, f"{kind}{size}.json") for kind in (TREE, RULES, CURVES) for size in (3, 8)]
    assert [(row["kind"], Path(row["file"]).relative_to(folder).name) for row in rows] == wanted
    assert report["self_agreement"] == 1.0, "careful plays the same under every seed"
    tree = rows[1]
    assert tree["fidelity"] > float(str(report["chance"])) + 0.2
    assert tree["relative"] == pytest.approx(tree["fidelity"])
    assert 0 <= tree["stability"] <= 1
    assert 0 < tree["symmetry"] <= 1 + 1e-9
    assert tree["points_lost"] is not None
    assert tree["size"] == models[1].size <= 8


def test_a_model_plays_from_its_file(imitated: tuple[Game, Path, dict[str, object], list[ChoiceModel]]) -> None:
    game, folder, _, _ = imitated
    agent = f"surrogate:file={folder / 'tree8.json'}"
    record = joute.match(game, [agent, "careful", "random", "random"], seed=4)
    assert record.scores is not None
    assert joute.match(game, [agent, "careful", "random", "random"], seed=4).choices == record.choices
    state = game.new(seed=2)
    seat = game.movers(state)[0]
    opinion = joute.agent(agent, game).consider(game.view(state, seat), seat)
    assert sum(judgement.weight or 0.0 for judgement in opinion.judgements) == pytest.approx(1.0)


def test_a_model_is_refused_for_another_game(imitated: tuple[Game, Path, dict[str, object], list[ChoiceModel]]) -> None:
    _, folder, _, _ = imitated
    with pytest.raises(BadWeights, match="made for coeurs, not for diamant"):
        joute.agent(f"surrogate:file={folder / 'tree8.json'}", joute.game("diamant"))
    with pytest.raises(joute.Unfit, match="needs a file"):
        joute.agent("surrogate", joute.game("coeurs"))
    with pytest.raises(BadWeights, match="cannot be read"):
        joute.agent("surrogate:file=no_such_file.json", joute.game("coeurs"))
    assert "surrogate" not in registry.agent_names(joute.game("coeurs"))


def test_other_suits_change_no_choice(imitated: tuple[Game, Path, dict[str, object], list[ChoiceModel]]) -> None:
    """Clubs, diamonds and spades are alike: in the same position with exchanged suits, a model plays the exchanged card."""
    game, folder, _, _ = imitated
    model = load_model(folder / "tree8.json")
    replace(model, first=0.0).save(folder / "equal.json")  # the order of the cards is not the same in other suits
    agent = joute.agent(f"surrogate:file={folder / 'equal.json'}", game)
    exchanged = str.maketrans("CDS", "DSC")
    compared = 0
    for seed in range(6):
        state = game.new(seed=seed)
        for _ in range(11):
            seat = game.movers(state)[0]
            view = game.view(state, seat)
            source = game.to_json(view)
            other = {**source, "hands": [hand and [card.translate(exchanged) for card in hand] for hand in source["hands"]]}
            other |= {
                "played": [card.translate(exchanged) for card in source["played"]],
                "led": (source["led"] or "").translate(exchanged) or None,
            }
            other |= {"table": [{**one, "card": one["card"].translate(exchanged)} for one in source["table"]]}
            other |= {"lacks": [[suit.translate(exchanged) for suit in suits] for suits in source["lacks"]]}
            weights = {one.action.name.translate(exchanged): one.weight for one in agent.consider(view, seat).judgements}
            found = {one.action.name: one.weight for one in agent.consider(game.position(other), seat).judgements}
            assert found == pytest.approx(weights)
            compared += len(found) > 1
            game.play(state, {seat: game.legal(state, seat)[0].name})
    assert compared > 20


def test_a_tree_is_a_picture_in_both_languages(imitated: tuple[Game, Path, dict[str, object], list[ChoiceModel]]) -> None:
    game, _, _, models = imitated
    model = models[1]
    facts = model_facts(game, model.worlds)
    for language in Language:
        with use_language(language):
            drawn = ElementTree.fromstring(tree_picture(model, facts, "careful"))
            leaves = [one for one in drawn if one.get("class") == "leaf"]
            assert len(leaves) == model.size
            lines = model_lines(model, facts)
            assert len([line for line in lines if "→" in line]) == model.size


def test_two_processes_fit_the_same_models(tmp_path: Path) -> None:
    game = joute.game("diamant", seats=2, rounds=1)
    imitation = Imitation("diamant", vars(game.options), "exit_factor", 12, 1, worlds=20, sizes=(3,), kinds=(TREE,))
    texts = []
    for workers in (1, 2):
        folder = tmp_path / str(workers)
        folder.mkdir()
        _, [model] = imitate(game, imitation, folder, workers)
        texts.append(model.to_json())
    assert texts[0] == texts[1]


def test_the_command_writes_models_pictures_and_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def run(as_json: bool) -> None:
        agent_command("diamant", "exit_factor", "3", "tree", tmp_path, 6, 20, 0, workers=1, option=["seats=2", "rounds=1"], as_json=as_json)

    run(as_json=True)
    report = json.loads(capsys.readouterr().out)
    assert report["surrogates"][0]["kind"] == "tree"
    assert {file.name for file in tmp_path.iterdir()} == {"tree3.json", "tree3.en.svg", "tree3.fr.svg", "report.json"}
    run(as_json=False)
    assert "plays the same under another seed" in capsys.readouterr().out
    assert command.command is not None


@pytest.mark.parametrize(
    ("leaves", "kinds", "sentence"),
    [("3,x", "tree", "numbers separated by commas"), ("1", "tree", "from 2 to 1000"), ("3", "forest", "there are tree, rules")],
)
def test_wrong_arguments_are_refused_in_a_sentence(leaves: str, kinds: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(joute.JouteError, match=sentence):
        agent_command("diamant", "careful", leaves, kinds, tmp_path)

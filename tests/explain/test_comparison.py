"""Two agents in the same positions: equal agents are as similar as can be, different ones differ where they must."""

import json

import pytest

import joute
from joute.cli.explain_compare import compare_command, render
from joute.core.opinion import Unit
from joute.explain.comparison import AgentComparison, ComparedDecision, ComparisonTask, compare_agents, similarity, summary
from joute.explain.estimates import estimate

DIAMANT = {"seats": 2, "rounds": 1}


@pytest.fixture(scope="module")
def compared() -> AgentComparison:
    return compare_agents(joute.game("coeurs", deals=1), ["careful", "random"], games=6, seed=2, worlds=60)


def test_equal_agents_have_similarity_one() -> None:
    """Each plays one of two actions at random: they agree in half of the decisions, as each does with itself."""
    decisions = [((first, other), (second, last)) for first in (0, 1) for other in (0, 1) for second in (0, 1) for last in (0, 1)]
    alike = [sum(one == two for one in own for two in others) / 4 for own, others in decisions]
    selves = [[float(pair[who][0] == pair[who][1]) for pair in decisions] for who in range(2)]
    found = similarity(alike, selves, [place % 4 for place in range(len(decisions))])
    assert sum(alike) / len(alike) == 0.5
    assert found["mean"] == pytest.approx(1.0)


def test_intervals_are_over_games() -> None:
    """A game whose decisions are all the same counts once, however many decisions it has."""
    few = estimate([0.0, 1.0, 0.0, 1.0], [0, 1, 2, 3])
    many = estimate([0.0, 1.0, 0.0, 1.0] * 50, [0, 1, 2, 3] * 50)
    assert few == many
    assert estimate([1.0, 0.0], [0, 1])["interval"] is None


def test_an_agent_without_chance_agrees_with_itself(compared: AgentComparison) -> None:
    assert compared.self_agreement[0]["mean"] == 1.0
    assert compared.self_agreement[1]["mean"] == pytest.approx(compared.chance, abs=0.15)
    assert compared.agreement["mean"] == pytest.approx(compared.chance, abs=0.15)
    assert compared.differing > 0.4 * compared.decisions


def test_careful_choices_are_worth_more_than_random_ones(compared: AgentComparison) -> None:
    assert compared.unit is Unit.SCORE
    assert compared.gain is not None
    assert compared.gain["mean"] > 0
    assert compared.gain_where_different is not None
    share = compared.differing / compared.decisions
    assert compared.gain["mean"] == pytest.approx(compared.gain_where_different["mean"] * share)


def test_facts_show_how_the_choices_differ(compared: AgentComparison) -> None:
    found = {one["name"]: one for one in compared.facts}
    for one in compared.facts:
        assert one["difference"]["mean"] == pytest.approx(one["means"][0] - one["means"][1])
        assert 0 <= one["probability"] <= 1
    assert found["takes_hearts"]["means"][0] < found["takes_hearts"]["means"][1], "who plays carefully takes fewer hearts"
    assert [one["probability"] for one in compared.facts] == sorted(one["probability"] for one in compared.facts)


def test_the_costliest_decisions_can_be_opened(compared: AgentComparison) -> None:
    assert len(compared.costliest) == 5
    gaps = [abs(one["value"][0] - one["value"][1]) for one in compared.costliest]
    assert gaps == sorted(gaps, reverse=True)
    for one in compared.costliest:
        view = compared.game.position(one["view"])
        assert set(one["actions"]) <= {action.name for action in compared.game.legal(view, one["seat"])}


def test_a_judge_gives_its_own_values() -> None:
    game = joute.game("diamant", **DIAMANT)
    found = compare_agents(game, ["exit_factor", "random"], games=6, seed=1, judge="ismcts:iterations=50", worlds=20)
    assert found.judge == "ismcts:iterations=50"
    assert found.gain is not None


def test_the_same_seed_gives_the_same_comparison_on_two_processes() -> None:
    game = joute.game("diamant", **DIAMANT)
    one, two = (compare_agents(game, ["exit_factor", "random"], games=6, seed=3, worlds=20, workers=workers) for workers in (1, 2))
    assert one.to_json() == two.to_json()


def test_agents_that_never_differ_cost_nothing() -> None:
    game = joute.game("diamant", **DIAMANT)
    task = ComparisonTask("diamant", DIAMANT, ("careful", "careful"), "", 10, 0)
    decisions = [ComparedDecision(number, 2, ((0, 0), (0, 0))) for number in range(4)]
    found = summary(game, task, 4, Unit.SCORE, decisions)
    assert found.gain == {"mean": 0.0, "interval": [0.0, 0.0]}
    assert (found.facts, found.costliest, found.differing) == ([], [], 0)
    assert found.similarity["mean"] == 1.0
    assert render(found)


def test_what_cannot_be_compared_is_refused() -> None:
    game = joute.game("diamant", **DIAMANT)
    with pytest.raises(joute.Unfit, match="is a bot"):
        compare_agents(game, ["careful", "cmd:./bot"])
    with pytest.raises(joute.JouteError, match="of two agents; 1 were given"):
        compare_agents(game, ["careful"])
    with pytest.raises(joute.UnknownName):
        compare_agents(game, ["careful", "nobody"])


def test_the_command_prints_tables_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    def run(as_json: bool) -> str:
        compare_command("diamant", "exit_factor", "random", 6, None, 20, 1, 1, ["seats=2", "rounds=1"], as_json)
        return capsys.readouterr().out

    found = json.loads(run(as_json=True))
    assert found["joute agent comparison"] == 1
    assert {"rules", "versions", "command", "seed"} <= set(found)
    text = run(as_json=False)
    assert "exit_factor under two seeds" in text
    assert "Similarity" in text

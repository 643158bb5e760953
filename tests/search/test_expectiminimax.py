"""Expectiminimax and minimax against enumeration: a small Pig, Nim, and the pessimistic form of choices at once."""

from pathlib import Path

import pytest
from enumeration import Truth, first_seat_answered, matrix_value, met_in_play, second_seat_answered

import joute

ROOT = Path(__file__).parent.parent
GOOFSPIEL = str(ROOT / "small" / "goofspiel.py")
PIG = str(ROOT / "small" / "pig.py")
NIM = str(ROOT.parent / "examples" / "nim" / "nim.py")


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("depth", [1, 2, 3, 5])
def test_a_small_pig_has_the_value_of_enumeration(seed: int, depth: int) -> None:
    game = joute.game(PIG, target=9, sides=4)
    state = met_in_play(game, seed, choices=seed // 2)
    seat, truth = game.movers(state)[0], Truth(game, matrix_value)
    opinion = joute.agent(f"expectiminimax:depth={depth}", game).consider(game.view(state, seat), seat)
    expected = truth.value(state, depth)
    assert opinion.value == pytest.approx(expected if seat == 0 else 1 - expected, abs=1e-9)
    cells = truth.matrix(state, depth - 1).ravel()
    values = {int(judgement.action): judgement.value for judgement in opinion.judgements}
    assert [values[action] for action in sorted(values)] == pytest.approx(cells if seat == 0 else 1 - cells, abs=1e-9)


def test_a_pig_played_to_its_end_needs_no_evaluation() -> None:
    game = joute.game(PIG, target=4, choices=6)
    state = met_in_play(game, 1, 0)
    expected = Truth(game, matrix_value).value(state, 6)
    for agent in ("expectiminimax:depth=6", "expectiminimax:depth=40", "expectiminimax:nodes=1000000", "simultaneous:depth=6"):
        opinion = joute.agent(agent, game).consider(game.view(state, 0), 0)
        assert opinion.value == pytest.approx(expected, abs=1e-9)
        assert opinion.depth == 6


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("seed", range(5))
def test_at_once_the_choice_is_met_by_its_best_answer(seat: int, seed: int) -> None:
    game = joute.game(GOOFSPIEL, cards=4, shuffled=True, head=seed - 2)
    state = met_in_play(game, seed, choices=seed % 2)
    truth = Truth(game, (first_seat_answered, second_seat_answered)[seat])
    for depth in (1, 2, 3, 4):
        opinion = joute.agent(f"expectiminimax:depth={depth}", game).consider(game.view(state, seat), seat)
        assert opinion.value == pytest.approx((1, -1)[seat] * truth.value(state, depth), abs=1e-9)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    ("team", "team2"), [("pikachu", "osselait"), ("carapuce", "salameche"), ("bulbizarre,pikachu", "etourmi,carapuce")]
)
def test_battles_of_few_creatures_have_the_value_of_enumeration(team: str, team2: str, seed: int) -> None:
    game = joute.game("pokemon", team=team, team2=team2)
    state = met_in_play(game, seed, choices=1 + 3 * seed)
    for seat in game.movers(state):
        truth = Truth(game, (first_seat_answered, second_seat_answered)[seat])
        for depth in (1, 2):
            opinion = joute.agent(f"expectiminimax:depth={depth}", game).consider(game.view(state, seat), seat)
            assert opinion.value == pytest.approx((1, -1)[seat] * truth.value(state, depth), abs=1e-7)


@pytest.mark.parametrize("agent", ["expectiminimax", "minimax"])
def test_nim_is_won_where_it_can_be(agent: str) -> None:
    for sticks in (5, 6, 7, 9):
        nim = joute.game(NIM, sticks=sticks)
        assert int(joute.agent(f"{agent}:depth=20", nim).choose(nim.view(nim.new(), 0), 0)) == sticks % 4


def test_without_chance_minimax_is_expectiminimax() -> None:
    game = joute.game(GOOFSPIEL, cards=4, head=1)
    view = game.view(met_in_play(game, 1, 0), 0)
    opinions = [joute.agent(f"{agent}:depth=3", game).consider(view, 0) for agent in ("minimax", "expectiminimax")]
    assert opinions[0].judgements == opinions[1].judgements


def test_minimax_lets_every_chance_fall_once_as_the_seed_says() -> None:
    """The mean over many seeds of one throw is the value of the throw."""
    game = joute.game(PIG, target=3, sides=3, choices=1)
    view = game.view(met_in_play(game, 1, 0), 0)
    agent = joute.agent("minimax:depth=1", game)
    values = [agent.consider(view, 0, seed).judgements[0].value for seed in range(300)]
    thrown = [next(j.value for j in agent.consider(view, 0, seed).judgements if j.action.name == "throw") for seed in range(300)]
    assert set(thrown) <= {0.5, 1.0}
    assert sum(value == 1.0 for value in thrown) / 300 == pytest.approx(1 / 3, abs=0.08)
    assert values == [agent.consider(view, 0, seed).judgements[0].value for seed in range(300)]


def nodes_and_values(text: str) -> tuple[int, list[float]]:
    """The nodes of a search at twelve positions of Pokémon, all together, and the values that it found."""
    game = joute.game("pokemon")
    agent, nodes = joute.agent(text, game), 0
    values: list[float] = []
    for seed in range(12):
        state = game.new(seed)
        for turn in range(6):
            if game.over(state):
                break
            game.play(state, {seat: game.legal(state, seat)[turn % len(game.legal(state, seat))] for seat in game.movers(state)})
        seat = game.movers(state)[0]
        opinion = agent.consider(game.view(state, seat), seat, seed=1)
        nodes, values = nodes + opinion.nodes, [*values, opinion.value or 0.0]
    return nodes, values


@pytest.mark.parametrize("agent", ["minimax", "expectiminimax"])
def test_ordering_changes_the_number_of_nodes_but_never_the_value(agent: str) -> None:
    plain, ordered = (nodes_and_values(f"{agent}:depth=2,ordering={ordering}") for ordering in ("none", "shallow"))
    assert nodes_and_values(f"{agent}:depth=2") == plain, "none is the default"
    assert ordered[0] != plain[0]
    assert ordered[1] == pytest.approx(plain[1], abs=1e-9)
    page = (Path(__file__).parents[2] / "docs" / "algorithms.md").read_text(encoding="utf-8")
    assert f"| `{agent}` | {plain[0]:,} | {ordered[0]:,} |" in page

"""Probes of a network: they find what a layer shows, not what is random, and the concepts of games are what they say."""

import json
from collections.abc import Iterator

import numpy as np
import pytest

import joute
from joute.cli.explain_probe import probe_command
from joute.core.session import Session
from joute.core.state import State
from joute.explain.decision_rows import describe_choice
from joute.explain.probes import ProbeReport, activations, area, concept_module, concepts_of, probe, probe_scores, untrained
from joute.games.coeurs.state import CoeursState
from joute.search.network.weights import network_for


@pytest.fixture(scope="module")
def probed() -> ProbeReport:
    return probe(joute.game("coeurs", deals=1), games=24, seed=3)


def test_the_area_counts_pairs_in_order() -> None:
    labels = np.array([True, False, True, False])
    assert area(np.array([2.0, 1.0, 4.0, 3.0]), labels) == 0.75
    assert area(np.array([1.0, 1.0, 1.0, 1.0]), labels) == 0.5
    assert area(np.array([1.0, 0.0, 1.0, 0.0]), labels) == 1.0


def test_a_probe_reads_what_is_there_and_not_what_is_random() -> None:
    source = np.random.default_rng(2)
    rows, test = source.standard_normal((600, 20)), np.arange(600) % 3 == 0
    there, random = rows[:, 4] + rows[:, 7] > 0, source.uniform(size=600) < 0.5
    assert area(probe_scores(rows, there, test), there[test]) > 0.97
    assert abs(area(probe_scores(rows, random, test), random[test]) - 0.5) < 0.15


def test_the_layers_are_those_of_the_network_that_plays() -> None:
    """From the last hidden layer follow the values by which the agent `network` chooses."""
    game = joute.game("coeurs", deals=1).fast()
    network, agent = network_for(game, ""), joute.agent("network", game)
    state = game.new(seed=6)
    seat = game.movers(state)[0]
    view, row = game.view(state, seat), np.zeros(128)
    describe_choice(view.array, seat, np.zeros(game.spec.widest, np.int64), np.zeros((game.spec.widest, 0)), row)
    hidden = activations(network.layers, row[None])
    weights, biases = network.layers[-1]
    values = (hidden[-1] @ weights + biases)[0]
    judged = agent.consider(view, seat).judgements
    gaps = [values[int(one.action)] - (one.value or 0.0) for one in judged]
    assert np.ptp(gaps) < 1e-4, "up to the game's own estimate, which is the same for all actions"
    assert [part.shape for _, part in untrained(network.layers, 1)] == [part.shape for _, part in network.layers]


def test_what_a_seat_sees_is_in_the_input(probed: ProbeReport) -> None:
    rows = {row.concept.name: row for row in probed.concepts}
    assert rows["void_shown"].areas["input"]["mean"] > 0.95
    assert rows["own_slam_alive"].areas["hidden 2"]["mean"] > 0.85
    for row in probed.concepts:
        for layer, one in row.areas.items():
            assert one["interval"] is not None
            assert one["interval"][0] <= one["mean"] <= one["interval"][1]
            assert probed.selectivity(row, layer) == one["mean"] - probed.control[layer]


def test_random_labels_are_not_found(probed: ProbeReport) -> None:
    assert all(abs(found - 0.5) < 0.15 for found in probed.control.values())
    assert probed.positions > probed.held_out > 100
    assert 0 <= probed.control_seen <= 1


def games_of(name: str, seed: int, **options: object) -> Iterator[tuple[joute.Game, list[State], list[int]]]:
    """Random games, with all states and who decided."""
    game = joute.game(name, **options).fast()
    agent = joute.agent("random", game)
    for number in range(seed, seed + 6):
        session = Session.begin(game, ["random"] * game.spec.seats, number)
        states, seats = [], []
        while not session.over:
            seat = game.movers(session.state)[0]
            states.append(session.state.copy())
            seats.append(seat)
            session.step({seat: int(agent.choose(session.view(seat), seat, session.decision_seed(seat)))})
        yield game, [*states, session.state], seats


def test_concepts_of_coeurs_are_what_they_say() -> None:
    met = np.zeros(11, bool)
    for game, states, seats in games_of("coeurs", 1, deals=2):
        names = [concept.name for concept in concepts_of(game)]
        for place, seat in enumerate(seats):
            holds = dict(zip(names, concept_module(game).concept_values(game, states, place, seat), strict=True))
            met |= np.array(list(holds.values()))
            shown = game.to_json(states[place])
            hands = [[card for card in hand if card.endswith("H")] for hand in shown["hands"]]
            assert holds["next_without_hearts"] == (not hands[(seat + 1) % 4])
            everyone = [len(hand) for hand in hands]
            assert holds["hearts_together"] == any(2 * count > sum(everyone) for other, count in enumerate(everyone) if other != seat)
            taken = CoeursState.of(states[place]).hearts.tolist()
            assert holds["own_slam_alive"] == (taken[seat] >= 3 and sum(taken) == taken[seat])
            assert not (holds["makes_slam"] and holds["suffers_slam"])
            if holds["own_slam_alive"]:
                assert not holds["slam_threat"]
    assert met[:8].all(), "every concept that can be seen or is hidden came up"


def test_concepts_of_love_letter_are_what_they_say() -> None:
    for game, states, seats in games_of("love_letter", 4, seats=3, rounds=2):
        names = [concept.name for concept in concepts_of(game)]
        won = set()
        for place, seat in enumerate(seats):
            holds = dict(zip(names, concept_module(game).concept_values(game, states, place, seat), strict=True))
            assert not (holds["holds_princess"] and holds["princess_elsewhere"])
            assert not (holds["holds_princess"] and holds["stronger_elsewhere"])
            won |= {seat} if holds["wins_round"] else set()
        assert won


def test_a_game_without_a_network_or_concepts_is_refused() -> None:
    with pytest.raises(joute.BadWeights, match="no network of its own"):
        probe(joute.game("love_letter"))
    with pytest.raises(joute.Unfit, match="names no concepts"):
        concept_module(joute.game("diamant"))


def test_the_report_is_a_table_and_json(probed: ProbeReport, capsys: pytest.CaptureFixture[str]) -> None:
    probe_command("coeurs", None, 6, None, 1, 1, ["deals=1"])
    assert "control task" in capsys.readouterr().out
    found = json.loads(json.dumps(probed.to_json("joute")))
    assert set(found["control"]) == set(found["units"]) == {"input", "hidden 1", "hidden 2", "untrained"}

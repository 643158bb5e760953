"""Reasons: sentences that the samples support, in both languages, and none where there is nothing to say."""

import re
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

import joute
from joute.core.facts import Fact, FactKind
from joute.core.opinion import PayoffMatrix
from joute.report.review_texts import fractions
from joute.review.assessment import contrast
from joute.review.chance_events import sees_outcome
from joute.review.decision_review import forced, verdict
from joute.review.game_review import review, summarised
from joute.review.judge import judge, judged_again
from joute.review.mixed_strategy import mix_reasons
from joute.review.reason_check import Finding, verified
from joute.review.reasons import accounted, reasons, speakable, speaks_for, usually
from joute.review.replayed_game import ReplayedGame
from joute.review.review_info import DecisionReview


def test_a_consequence_accounts_for_the_gains_that_go_with_it() -> None:
    rng = np.random.default_rng(1)
    takes = (rng.random(2_000) < 0.5).astype(float)
    noise = rng.normal(0.0, 0.05, 2_000)
    assert accounted(0.4 * takes + noise, takes, usual=0.1) == pytest.approx(1.0, abs=0.1)
    assert accounted(0.2 + noise, takes, usual=0.1) == pytest.approx(0.0, abs=0.1)
    assert accounted(-0.4 * takes + noise, takes, usual=0.1) == 0.0
    assert accounted(0.2 + noise, np.ones(2_000), usual=0.1) == pytest.approx(
        0.5, abs=0.05
    )  # the same in every world: what it usually brings


def test_numbers_that_people_would_say_alike_are_no_difference() -> None:
    flag, amount = Fact("takes", "takes", "{action} {often}"), Fact("gems", "gems", "{action}: {value}", "", FactKind.AMOUNT)
    assert speakable(flag, 0.71, 0.31)
    assert not speakable(flag, 0.71, 0.68)
    assert speakable(amount, 2.0, 1.0)
    assert not speakable(amount, 2.04, 2.0)


def test_a_review_of_a_proven_game_names_the_blunder() -> None:
    game = joute.game("morpion", width=4, height=4)
    record = joute.GameRecord.begin(game, ["a", "b"], seed=0)
    for number, action in enumerate(("a1", "a2", "b1", "b2", "c1", "c2", "a4", "d2")):
        record.choices.append({number % 2: action})
        record.seconds.append({number % 2: 0.0})
        record.opinions.append({})
    record.scores = [-1.0, 1.0]
    found = review(record, "alpha_beta:depth=2", samples=200)
    [moment, *_] = found["moments"]
    assert (moment["kind"], moment["ply"], moment["seat"]) == ("mistake", 6, 0)
    blunder = found["decisions"][6]
    assert (blunder["best"], blunder["cost"], blunder["value"], blunder["exact"]) == ("d1", 1.0, 0.0, True)
    assert blunder["verdict"] == {
        "en": "a4 leads to a loss, d1 leads to a win: proven",
        "fr": "a4 mène à la défaite, d1 mène à la victoire : c'est prouvé",
    }
    assert found["seats"][0]["mistakes"] >= 1
    assert found["seats"][0]["accuracy"] is not None
    assert found["seats"][0]["accuracy"] < 1.0


def test_what_the_others_did_is_not_a_seat_s_own_doing() -> None:
    """The value falls by a mistake at the decision itself; what it rises before the next one is said to come from the others."""
    game = joute.game("morpion", width=4, height=4)
    record = joute.GameRecord.begin(game, ["a", "b"], seed=0)
    for number, action in enumerate(("a1", "a2", "b1", "b2", "c1", "c2", "d4", "a4", "d1")):
        record.choices.append({number % 2: action})
        record.seconds.append({number % 2: 0.0})
        record.opinions.append({})
    record.scores = [1.0, -1.0]
    found = review(record, "alpha_beta:depth=2", samples=200)
    last = found["decisions"][8]
    assert (found["decisions"][6]["value"], last["best_value"]) == (0.0, 1.0)
    assert last["change"] is not None
    assert (last["change"]["change"], last["change"]["causes"]) == (1.0, ["others"])


def test_a_proven_result_is_explained_by_a_line_that_ends_with_it() -> None:
    game = joute.game("morpion", width=5, height=5)
    state = game.new()
    for action in ("b3", "a1", "c3", "a2", "d3"):
        game.play(state, {game.movers(state)[0]: action})
    view = game.view(state, 1)
    [reason] = reasons(game, view, 1, judge(game, view, 1, "e1", "alpha_beta:depth=2", 0))
    assert reason.sentence == {"en": "After e1, the opponent wins at once with a3", "fr": "Après e1, l'adversaire gagne aussitôt par a3"}
    game.play(state, {1: "e1"})
    view = game.view(state, 0)
    won = [reason.sentence["en"] for reason in reasons(game, view, 0, judge(game, view, 0, "e3", "alpha_beta:depth=2", 0))]
    assert won == ["e3 wins at once"]


def test_what_no_search_confirms_is_said_to_be_open_and_counts_for_nothing() -> None:
    game = joute.game("morpion", width=4, height=4)
    state = game.new()
    for action in ("a1", "a2", "b1", "b2", "c1", "c2"):
        game.play(state, {game.movers(state)[0]: action})
    judged = judge(game, game.view(state, 0), 0, "a4", "alpha_beta:depth=2", 0)
    open_ = replace(judged, exact=False, undecided=True, cost=None)
    assert verdict(game, open_)["en"] == "The samples prefer d1 to a4, but no search confirms it"


@pytest.mark.slow
def test_reasons_of_a_deal_hold_in_other_worlds() -> None:
    game = joute.game("coeurs", deals=1).fast()
    record = joute.match(game, ["random"] * 4, seed=11)
    replayed = ReplayedGame(record, game)
    agent = joute.agent("careful", game)
    said, held, decisions = 0, 0, []
    for ply, seat in replayed.decisions():
        view = game.view(replayed.steps[ply][0], seat)
        if len(game.legal(view, seat)) == 1:
            continue
        judged = judge(game, view, seat, record.choices[ply][seat], agent, 0, samples=4_000)
        found = reasons(game, view, seat, judged)
        assert bool(found) <= (contrast(judged) is not None)
        fresh = judged_again(game, view, seat, judged, agent.belief, 16_000, seed=5)
        for reason in found:
            outcome = verified(game, view, seat, reason, fresh)
            said += outcome is not Finding.TRIVIAL
            held += outcome is Finding.HOLDS
            assert set(reason.sentence) == {"en", "fr"}
            assert reason.sentence["en"] != reason.sentence["fr"]
        decisions.append(ply)
    assert said >= 4
    assert held >= 0.9 * said
    assert summarised(replayed, [], "careful")["moments"] == []


def test_an_event_that_changes_the_value_of_several_seats_is_one_moment() -> None:
    game = joute.game("diamant", seats=4)
    record = joute.match(game, ["careful"] * 4, seed=3)
    replayed = ReplayedGame(record, game)
    decisions = [
        decision_review_of(ply, seat, value)
        for seat in range(4)
        for ply, value in ((0, 0.25), (1, 0.9 if seat == 0 else 0.0))
        if seat in record.choices[ply]
    ]
    moments = summarised(replayed, decisions, "careful")["moments"]
    assert moments
    assert len({moment["ply"] for moment in moments}) == len(moments)


def decision_review_of(ply: int, seat: int, value: float) -> DecisionReview:
    """A free decision without a cost."""
    found = forced(ply, seat, "explore")
    found["free"], found["value"], found["best_value"], found["error"] = True, value, value, 0.0
    return found


@pytest.mark.slow
def test_the_curve_of_a_seat_moves_by_its_costs_and_by_changes_that_have_a_cause() -> None:
    """From decision to decision nothing is lost: value, change and cost add up, and the chance events make up the part of chance."""
    game = joute.game("diamant", seats=3, rounds=2).fast()
    found = review(joute.match(game, ["random", "careful", "careful"], seed=5), "careful", samples=1_000, seconds=0)
    for seat in range(3):
        own = [one for one in found["decisions"] if one["seat"] == seat and one["value"] is not None]
        for before, one in pairwise(own):
            change = one["change"]
            assert change is not None
            assert (before["value"] or 0.0) + change["change"] == pytest.approx(one["best_value"])
            assert (one["best_value"] or 0.0) - (one["cost"] or 0.0) == pytest.approx(one["value"], abs=1e-9)
            assert change["causes"] or abs(change["change"]) <= 4 * change["error"]
            assert change.get("by_chance") == pytest.approx(sum(event["change"] for event in before["chances"]))
            assert all("begins" not in texts["en"] for texts in change.get("others", []))
        changes = [change for change in (*(one["change"] for one in own), found["seats"][seat]["end"]) if change is not None]
        assert found["seats"][seat]["luck"] == pytest.approx(sum(change.get("by_chance") or 0.0 for change in changes))
    assert any(one["chances"] and one["chances"][0]["odds"] for one in found["decisions"])
    assert any(moment["kind"] == "chance" for moment in found["moments"]) or found["moments"]


def test_a_seat_sees_its_own_draw_and_not_that_of_another() -> None:
    game = joute.game("love_letter", seats=2)
    replayed = ReplayedGame(joute.match(game, ["careful", "careful"], seed=2), game)
    [mover] = game.movers(replayed.steps[1][0])
    events = replayed.steps[1][1]
    assert events is not None
    draw = [step for step in events.steps if step.outcome is not None][-1]
    assert [sees_outcome(game, draw, seat) for seat in range(2)] == [seat == mover for seat in range(2)]


def test_where_cards_are_hidden_no_luck_is_stated_and_a_change_names_what_the_others_did() -> None:
    game = joute.game("coeurs", deals=1)
    record = joute.match(game, ["careful"] * 4, seed=3)
    replayed = ReplayedGame(record, game)
    own = [ply for ply, seat in replayed.decisions() if seat == 0]
    around = next(pair for pair in pairwise(own) if pair[1] - pair[0] > 4)  # another seat ends the trick
    decisions = [decision_review_of(ply, 0, value) for ply, value in zip(around, (0.9, 0.1), strict=True)]
    found = summarised(replayed, decisions, "careful", complete=False)
    change = found["decisions"][1]["change"]
    assert change is not None
    assert "takes the trick" in change.get("others", [])[0]["en"]
    assert found["seats"][0]["luck"] is None
    assert re.search(r"takes the trick.*, and what else came before the next choice: −80%", found["moments"][0]["text"]["en"])


def test_each_action_of_a_mix_is_said_to_do_best_against_an_answer() -> None:
    game = joute.game("diamant", seats=2)
    view = game.view(game.new(seed=1), 0)
    judged = judge(game, view, 0, "return", "careful", 0, samples=200)
    explore, back = (next(action for action in game.legal(view, 0) if action.name == name) for name in ("explore", "return"))
    matrix = PayoffMatrix(
        rows=[explore, back], columns=[explore, back], cells=[[0.6, 0.2], [0.3, 0.5]], row_weights=[0.33, 0.67], column_weights=[0.5, 0.5]
    )
    found = mix_reasons(game, replace(judged, mixing=True, opinion=replace(judged.opinion, matrix=matrix)))
    assert [one["sentence"]["en"] for one in found] == [
        "Going home does best against going home: 50% (going on: 20%)",
        "Going on does best against going on: 60% (going home: 30%)",
    ]
    assert fractions([0.33, 0.67]) == ["1 of 3", "2 of 3"]
    assert fractions([0.45, 0.25, 0.3]) == ["45 %", "25 %", "30 %"]


def test_an_action_outside_of_the_mix_is_not_said_to_be_the_best() -> None:
    game = joute.game("morpion", width=4, height=4)
    view = game.view(game.new(), 0)
    judged = judge(game, view, 0, "a1", "careful", 0, samples=200)
    played, *others = game.legal(view, 0)[:3]
    matrix = PayoffMatrix(
        rows=[played, *others], columns=[played], cells=[[0.5], [0.5], [0.5]], row_weights=[0.0, 0.4, 0.6], column_weights=[1.0]
    )
    best = replace(judged, played=played, best=played, cost=0.0, exact=False, undecided=False, mixing=False)
    assert verdict(game, best)["en"] == "a1: no action is better"
    mixed = replace(best, opinion=replace(judged.opinion, matrix=matrix))
    assert verdict(game, mixed)["en"] == "a1: the samples find no action better, but the search would mix others"


def test_a_fact_that_speaks_against_an_action_is_no_reason_for_it() -> None:
    risk, find = Fact("risk", "risk", "{action}: {value}", sign=-1), Fact("find", "find", "{action}: {value}", sign=1)
    assert speaks_for(find, (2.0, 1.0))
    assert not speaks_for(find, (1.0, 2.0))
    assert speaks_for(risk, (0.0, 1.0))
    assert not speaks_for(risk, (1.0, 0.0))
    assert speaks_for(Fact("takes", "takes", "{action}"), (0.0, 1.0))


def test_a_fact_of_one_of_two_actions_must_go_with_better_actions_in_other_games() -> None:
    game = joute.game("diamant")
    facts = {fact.name: fact for fact in game.definition.facts}
    assert usually(game, "facts", facts["sharers"], (0.0, 1.0))
    assert not usually(game, "facts", facts["sharers"], (1.0, 0.0))
    assert not usually(game, "facts", facts["banks"], (3.0, 0.0))

"""The agent that names contracts by simulation."""

import numpy as np
from games.barbu.tables import act, begun, dealt

import joute
from joute.core.game import Game
from joute.games.barbu.contracts import ALL_CONTRACTS, CONTRACTS, NAME
from joute.games.barbu.expectation import expected_points
from joute.games.barbu.hands import DECLARER_LEFT, LEAD_LEFT, OTHERS_LEFT, best_contract, expected_lead
from joute.games.barbu.state import BarbuState
from joute.games.trick_taking.card_names import set_of_codes

LOW = "7D 8D 7S 8S 7C 8C 7H 9H"
LAYING = "JD 10D QD 9D KD 8D JS 10S"


def declarer(game: Game, text: str = "declarer:of=careful,worlds=60") -> joute.Agent:
    return joute.agent(text, game)


def test_a_long_suit_around_its_jack_is_named_for_dominoes() -> None:
    game, state = dealt(LAYING)
    assert declarer(game).consider(game.view(state, 0), 0, seed=1).action.name == "reussite"


def test_every_contract_that_is_left_is_judged_in_the_same_worlds() -> None:
    game, state = dealt(LOW)
    opinion = declarer(game).consider(game.view(state, 0), 0, seed=1)
    assert {one.action.name for one in opinion.judgements} == {"plis", "coeurs", "dames", "barbu", "total", "reussite"}
    assert all(one.visits == 60 and one.error is not None for one in opinion.judgements)
    values = [one.value for one in opinion.judgements if one.value is not None]
    assert values == sorted(values, reverse=True)
    assert opinion.nodes == 360


def test_only_contracts_that_are_left_are_judged() -> None:
    game, state = dealt(LOW)
    record = BarbuState.of(state)
    record.named, record.deal = ALL_CONTRACTS & ~0b101, 4
    opinion = declarer(game).consider(game.view(state, 0), 0, seed=1)
    assert {one.action.name for one in opinion.judgements} == {"plis", "dames"}


def test_it_says_how_many_points_it_expects() -> None:
    game, state = dealt(LAYING)
    remark = declarer(game).consider(game.view(state, 0), 0, seed=1).remark
    assert remark["en"].startswith("Dominoes: about +")
    assert remark["fr"].startswith("Réussite : environ +")


def test_the_score_sheet_says_the_same() -> None:
    """The simulation is one: its worlds depend on the hand alone."""
    game, state = dealt(LAYING)
    opinion = declarer(game, "declarer:of=careful").consider(game.view(state, 0), 0, seed=7)
    expected = expected_points(0, set_of_codes(LAYING.split()), int(opinion.action) - NAME)
    assert opinion.remark["en"] == f"Dominoes: about +{expected} points expected"


def test_the_other_agent_plays_the_cards() -> None:
    game, state = begun("plis", LOW, "9D 10D JD", "QD", "KD AD")
    act(game, state, "JD QD KD")
    view = game.view(state, 0)
    assert declarer(game).consider(view, 0).action == joute.agent("careful", game).consider(view, 0).action


def test_it_names_in_a_fixed_order_or_by_its_cards_if_asked() -> None:
    game, state = dealt(LAYING)
    view = game.view(state, 0)
    assert declarer(game, "declarer:of=careful,naming=fixed").consider(view, 0).action.name == "plis"
    assert declarer(game, "declarer:of=careful,naming=hand").consider(view, 0).action == best_contract(set_of_codes(LAYING.split()), 0)


def test_it_does_not_look_at_the_cards_of_others() -> None:
    game, state = dealt(LOW)
    view = game.view(state, 0)
    first = declarer(game).consider(game.view(state, 0), 0, seed=3)
    again = declarer(game).consider(game.view(game.imagine(view, 5), 0), 0, seed=3)
    assert [(one.action, one.value) for one in first.judgements] == [(one.action, one.value) for one in again.judgements]


def test_to_choose_between_two_contracts_is_worth_more_than_to_have_each_with_any_hand() -> None:
    for one in range(CONTRACTS):
        for two in range(one):
            assert LEAD_LEFT[1 << one | 1 << two] > LEAD_LEFT[1 << one] + LEAD_LEFT[1 << two]
    assert LEAD_LEFT[ALL_CONTRACTS] > 50


def test_the_points_of_all_seats_add_up_to_those_of_the_contracts() -> None:
    """Without a slam, Plis, Cœurs, Dames, the king and Total cost 40, 40, 60, 70 and 210 points, and the Réussite brings 150."""
    total = DECLARER_LEFT[ALL_CONTRACTS] + 3 * OTHERS_LEFT[ALL_CONTRACTS]
    assert abs(total - (150 - 40 - 40 - 60 - 70 - 210)) < 40


def test_a_low_hand_promises_more_than_a_high_one_in_every_trick_contract() -> None:
    low, high = set_of_codes(LOW.split()), set_of_codes(["AD", "KD", "AS", "KS", "AC", "KC", "AH", "KH"])
    for contract in range(CONTRACTS - 1):
        assert expected_lead(low, contract) > expected_lead(high, contract)
    assert np.isfinite(expected_lead(0, 0))
    assert NAME == 33

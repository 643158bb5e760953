"""What is said of contracts and cards of Barbu, a fact a test, and what a sensible beginner does."""

import numpy as np
from games.barbu.tables import act, begun, dealt

import joute
from joute.core.contract import consequences, facts
from joute.core.game import Game
from joute.core.state import State
from joute.games.barbu.facts import CONSEQUENCES, FACTS
from joute.games.barbu.state import BarbuState


def said(game: Game, state: State, action: str) -> dict[str, float]:
    """The facts of an action of the mover, by name."""
    (seat,) = game.movers(state)
    out = np.full(len(FACTS), np.nan)
    facts(BarbuState.of(game.view(state, seat)), seat, int(game.action(action)), out)
    return dict(zip([fact.name for fact in FACTS], out.tolist(), strict=True))


def came(game: Game, before: State, after: State, action: str) -> dict[str, float]:
    """The consequences of an action."""
    (seat,) = game.movers(before)
    out = np.full(len(CONSEQUENCES), np.nan)
    consequences(BarbuState.of(before), BarbuState.of(after), seat, int(game.action(action)), out)
    return dict(zip([fact.name for fact in CONSEQUENCES], out.tolist(), strict=True))


def careful(game: Game, state: State) -> str:
    (seat,) = game.movers(state)
    return joute.agent("careful", game).consider(game.view(state, seat), seat).action.name


LAYING = "JD 10D QD 9D KD 8D JS 10S"


def test_a_hand_for_dominoes_promises_points_and_suits_the_contract() -> None:
    game, state = dealt(LAYING)
    good, bad = said(game, state, "reussite"), said(game, state, "dames")
    assert good["promises"] > 20
    assert (good["better_than_usual"], good["best_contract"]) == (1, 1)
    assert bad["best_contract"] == 0


def test_a_trick_so_far_costs_what_lies_in_it() -> None:
    game, state = begun("total", "AD 7S", "KD", "QD", "KH")
    act(game, state, "KD QD KH")
    found = said(game, state, "AD")
    assert (found["takes_so_far"], found["takes_surely"]) == (1, 1)
    assert found["cost_so_far"] == 5 + 15 + 5 + 70


def test_a_costly_card_is_given_away() -> None:
    game, state = begun("barbu", "7D 8D 9D 10D JD QD KD AD", "7S", "KH")
    act(game, state, "7S")
    assert said(game, state, "KH")["gives_costly"] == 1
    assert careful(game, state) == "KH"


def test_the_highest_card_below_the_trick_ducks_highest() -> None:
    game, state = begun("plis", "", "KD", "7D 9D QD", "8D")
    act(game, state, "KD")
    assert [said(game, state, card)["ducks_highest"] for card in ("7D", "9D", "QD")] == [0, 0, 1]
    assert careful(game, state) == "QD"


def test_a_suit_whose_queen_lies_elsewhere_is_drawn_out_and_one_s_own_is_not_led() -> None:
    game, state = begun("dames", "QD", "7D 8D QS 7S", "KD")
    assert said(game, state, "7D")["draws_costly"] == 1
    assert said(game, state, "7S")["guards_less"] == 1
    assert careful(game, state) in ("7D", "8D", "7C", "7H", "8C", "8H", "9C", "9H")


def test_a_card_that_opens_the_way_for_own_cards_is_laid_first() -> None:
    game, state = begun("reussite", "AS", "JD 10D 9D 8D JS", "7D KD QS 10S")
    own, others = said(game, state, "JD"), said(game, state, "JS")
    assert (own["opens_suit"], own["opens_own"]) == (1, 3)
    assert others["opens_others"] > own["opens_others"]
    assert careful(game, state) == "JD"


def test_a_card_behind_which_nobody_waits_gains_time() -> None:
    game, state = begun("reussite", "7S", "JD QD KD 7D 8D 9D 10D JS", "AD")
    assert said(game, state, "JD")["helps_nobody"] == 0
    act(game, state, "JD")
    while game.movers(state) != [1]:
        act(game, state, str(game.legal(state, game.movers(state)[0])[-1]))
    found = said(game, state, "10D")
    assert (found["helps_nobody"], found["opens_own"]) == (1, 3)
    assert said(game, state, "QD")["helps_nobody"] == 0


def test_consequences_of_a_trick() -> None:
    game, state = begun("total", "AD 7S 8S", "KD", "QD", "KH AH QH JH 10H 9H 8H 7H")
    act(game, state, "KD QD KH")
    before = state.copy()
    act(game, state, "AD")
    found = came(game, before, state, "AD")
    assert (found["takes_trick"], found["points_lost"], found["takes_king"]) == (1, 5 + 15 + 5 + 70, 1)
    assert found["points_of_others"] == 0


def test_consequences_of_a_card_laid() -> None:
    game, state = begun("reussite", "JD JS JC JH 7D 7S 7C 7H", "8D 9D 8S 9S 8C 9C 8H 9H", "AD AS AC AH KD KS KC KH")
    act(game, state, "pass pass")
    before = state.copy()
    assert game.movers(state) == [3]
    act(game, state, "pass JD pass pass")
    found = came(game, before, state, "pass")
    assert (found["others_lay"], found["must_pass"]) == (1, 0)

"""What the others played tells what they may hold."""

import numpy as np
import pytest
from games.love_letter.dealing import KIND, Table

from joute.core.beliefs import INFERRED, beliefs
from joute.core.rng import seeded
from joute.games.love_letter.likelihood import COMMON, PLAYED, RETAINED, of_plays
from joute.games.love_letter.state import LoveLetterState


def likelihood_of(table: Table, seat: int, card: str) -> float:
    """Of what a seat played, if it held this card."""
    record = LoveLetterState.of(table.state.copy())
    record.cards[seat] = KIND[card]
    return float(of_plays(record, seat))


def test_before_any_play_every_card_is_as_likely() -> None:
    table = Table("guard priest", "baron")
    assert {likelihood_of(table, 1, card) for card in KIND} == {1.0}


def test_one_play_is_as_likely_as_the_choice_between_its_two_cards() -> None:
    table = Table("guard priest", "handmaid").play("handmaid", "baron").play("priest", "spy")
    for card in KIND:
        assert likelihood_of(table, 1, card) == pytest.approx(COMMON @ PLAYED[:, 0, KIND["priest"], KIND[card]])


def test_two_plays_count_both_ways_to_have_held_the_cards() -> None:
    table = (
        Table("guard priest", "handmaid").play("handmaid", "baron").play("priest", "spy").play("spy", "guard").play("guard>0:king", "king")
    )
    share = PLAYED[:, 0]
    priest, guard, baron = KIND["priest"], KIND["guard"], KIND["baron"]
    # Beside the Guard it then held the Baron, or drew it; so it chose the Priest over the Guard, or over the Baron.
    expected = share[:, guard, baron] * (share[:, priest, guard] + share[:, priest, baron]) / 2
    assert likelihood_of(table, 1, "baron") == pytest.approx(COMMON @ expected)


def test_a_seat_that_plays_the_countess_is_likelier_to_hold_what_forces_it() -> None:
    table = Table("guard countess", "handmaid").play("handmaid", "king").play("countess", "spy")
    assert likelihood_of(table, 1, "king") > 2 * likelihood_of(table, 1, "priest")


def test_a_hand_that_a_prince_took_is_no_evidence_any_more() -> None:
    table = Table("prince priest", "guard").play("guard>1:king", "baron").play("priest>0", "spy").play("prince>1", "king handmaid")
    assert {likelihood_of(table, 1, card) for card in KIND} == {1.0}


def test_a_chancellor_s_player_kept_a_card_worth_keeping() -> None:
    table = Table("chancellor king", "spy").play("chancellor", "princess guard")
    table.play("chancellor keep princess, bottom guard, spy", "priest")
    for card in KIND:
        assert likelihood_of(table, 0, card) == pytest.approx(COMMON @ RETAINED[:, KIND[card]])


def test_inferred_beliefs_are_in_proportion_to_copies_and_likelihood() -> None:
    table = Table("guard priest", "handmaid").play("handmaid", "baron").play("priest", "spy")
    view = table.game.view(table.state, 0)
    shares = beliefs(table.game, view, seed=1, belief=INFERRED)["seat 1"]
    unseen = {
        "spy": 1,
        "guard": 2,
        "priest": 1,
        "baron": 2,
        "handmaid": 1,
        "prince": 2,
        "chancellor": 2,
        "king": 1,
        "countess": 1,
        "princess": 1,
    }
    weights = {card: copies * likelihood_of(table, 1, card) for card, copies in unseen.items()}
    for card, weight in weights.items():
        assert shares.get(card.capitalize(), 0.0) == pytest.approx(weight / sum(weights.values()), abs=0.1)


def test_the_likelihood_reads_nothing_that_the_seat_could_not_know() -> None:
    table = Table("guard priest king", "handmaid").play("handmaid", "baron").play("priest>2", "spy")
    game, view = table.game, table.game.view(table.state, 0)
    world = game.imagine(view, 1)
    scratch, choices = np.zeros(game.spec.widest, np.int64), np.zeros(3, np.int64)
    value = game.definition.stated["likelihood"](LoveLetterState.of(world), 0, scratch, choices, seeded(1))
    assert value == pytest.approx(of_plays(LoveLetterState.of(world), 1) * of_plays(LoveLetterState.of(world), 2))

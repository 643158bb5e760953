"""The hand-written players of Cœurs: what careful plays in drawn positions, and both players ahead of random play."""

import numpy as np
import pytest
from games.coeurs.tables import dealt, play_cards

import joute
from joute.arena.duel import duel
from joute.core.contract import prospects
from joute.core.rng import seeded
from joute.games.coeurs.heuristic import careful
from joute.games.coeurs.state import CoeursState
from joute.games.trick_taking.card_names import CARD_NAMES


def played_by_careful(hands: tuple[str, ...], cards: str = "", hearts: tuple[int, ...] = (0, 0, 0, 0)) -> str:
    """The card that careful plays after these, when the seats have taken these hearts; seat 1 opens."""
    game, state = dealt(*hands)
    play_cards(game, state, cards)
    CoeursState.of(state).hearts[:] = hearts
    (seat,) = game.movers(state)
    card = int(careful(CoeursState.of(game.view(state, seat)), seat, np.zeros(8, np.int64), seeded(1)))
    assert card in game.legal_numbers(state, seat)
    assert card == joute.agent("careful", game).choose(game.view(state, seat), seat)
    return CARD_NAMES[card]


# Seat 1 opens, seat 0 plays last. Seat 2 lacks diamonds.
HANDS = ("8D JD AD 7S 8S 9C 10C JH", "7D 9D 10D QD JS QS 7H 9H", "10S KS AS AC KC QC AH KH", "KD 9S 7C 8C JC 8H 10H QH")


def test_last_it_takes_a_trick_without_hearts_with_its_highest() -> None:
    assert played_by_careful(HANDS, "10D 10S KD") == "AD"


def test_last_it_ducks_a_trick_with_hearts_as_high_as_it_can() -> None:
    assert played_by_careful(HANDS, "10D AH KD") == "JD"


def test_last_it_takes_with_its_highest_what_it_cannot_duck() -> None:
    hands = ("QD AD 7S 8S 9C 10C JH JC", "7D 8D 9D 10D JS QS 7H 9H", HANDS[2])
    assert played_by_careful(hands, "8D AH JD") == "AD"


def test_it_follows_hearts_below_the_highest() -> None:
    assert played_by_careful(HANDS, "9H AH") == "QH"


def test_it_must_take_and_hopes_for_a_higher_card() -> None:
    assert played_by_careful(HANDS, "7H") == "KH"


def test_without_the_suit_it_throws_its_highest_heart() -> None:
    assert played_by_careful(HANDS, "10D") == "AH"


def test_it_leads_its_lowest_card_of_a_suit_where_others_are_higher() -> None:
    assert played_by_careful(HANDS) == "7H"


def test_with_all_the_hearts_so_far_it_collects_the_rest() -> None:
    assert played_by_careful(HANDS, "10D AH KD", hearts=(3, 0, 0, 0)) == "AD"
    assert played_by_careful(HANDS, "10D", hearts=(0, 0, 3, 0)) == "10S"  # useless, and no heart is given away


def test_it_takes_a_heart_from_one_who_is_about_to_collect_them_all() -> None:
    assert played_by_careful(HANDS, "10D AH KD", hearts=(0, 0, 0, 3)) == "JD"
    assert played_by_careful(HANDS, "10D AH KD", hearts=(0, 0, 0, 4)) == "AD"
    assert played_by_careful(HANDS, "10D AH KD", hearts=(0, 1, 0, 4)) == "JD"


# --- uct --------------------------------------------------------------------------------------------------------------------


def test_uct_plays_the_card_with_the_best_mean() -> None:
    game, state = dealt(*HANDS)
    opinion = joute.agent("uct", game).consider(game.view(state, 1), 1)
    assert opinion.nodes == 500
    assert opinion.value == max(judgement.value for judgement in opinion.judgements if judgement.value is not None)


def test_uct_gives_the_same_opinion_for_the_same_seed() -> None:
    game, state = dealt(*HANDS)
    agent, view = joute.agent("uct:iterations=300", game), game.view(state, 1)
    assert agent.consider(view, 1, seed=3).judgements == agent.consider(view, 1, seed=3).judgements


def test_with_one_tree_uct_deals_anew_for_every_playout() -> None:
    game, state = dealt(*HANDS)
    view = game.view(state, 1)
    one = joute.agent("uct:iterations=300,tree=one", game).consider(view, 1, seed=3)
    assert one.judgements == joute.agent("ismcts:iterations=300,choice=mean", game).consider(view, 1, seed=3).judgements
    assert one.judgements != joute.agent("uct:iterations=300", game).consider(view, 1, seed=3).judgements


# --- strength ---------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("text", "games"), [("careful", 240), ("uct:iterations=500", 60)])
def test_both_are_ahead_of_random_play(text: str, games: int) -> None:
    standing = duel(joute.game("coeurs"), [text, "random", "random", "random"], games, seed=1).standing(0)
    assert standing["interval"][0] > 0.3  # a fair share is a quarter


LEVELS = ["easy", "medium", "hard", "expert", "master"]


def test_every_level_can_be_chosen() -> None:
    game, state = dealt(*HANDS)
    for level in LEVELS:
        assert joute.agent(level, game).choose(game.view(state, 1), 1, seed=2) in game.legal_numbers(state, 1)


def test_who_leads_has_the_best_prospects_and_more_so_towards_the_end() -> None:
    game = joute.game("coeurs")
    chances = np.zeros((4, 4))
    for deal in range(1, 5):
        state = game.laid_out()
        CoeursState.of(state).deal, CoeursState.of(state).points[:] = deal, [20, 0, 0, -10]
        prospects(CoeursState.of(state), chances[deal - 1])
    assert np.allclose(chances.sum(axis=1), 1)
    assert np.all(np.diff(chances[:, 0]) > 0)
    assert chances[3].tolist() == [1, 0, 0, 0]
    assert np.all(chances[:3, 1] == chances[:3, 2])
    assert np.all(chances[:3, 2] > chances[:3, 3])


def test_seats_with_equal_points_share_the_prospects_of_a_match_that_is_over() -> None:
    game = joute.game("coeurs")
    state = game.laid_out()
    CoeursState.of(state).deal, CoeursState.of(state).points[:] = 4, [5, 5, -40, -50]
    chances = np.zeros(4)
    prospects(CoeursState.of(state), chances)
    assert chances.tolist() == [0.5, 0.5, 0, 0]

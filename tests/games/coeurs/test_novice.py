"""The beginner of Cœurs: low cards, now and then a high one, and nothing counted."""

import pytest
from games.coeurs.tables import dealt, play_cards

import joute
from joute.arena.duel import duel

# Seat 1 opens. Seat 2 lacks diamonds, and holds the two highest hearts.
HANDS = ("8D JD AD 7S 8S 9C 10C JH", "7D 9D 10D QD JS QS 7H 9H", "10S KS AS AC KC QC AH KH", "KD 9S 7C 8C JC 8H 10H QH")


def cards_of(text: str, cards: str = "") -> set[str]:
    """The cards that the player on turn may choose, over many seeds."""
    game, state = dealt(*HANDS)
    play_cards(game, state, cards)
    (seat,) = game.movers(state)
    novice = joute.agent(text, game)
    return {game.actions[novice.choose(game.view(state, seat), seat, seed)].name for seed in range(60)}


def test_it_leads_one_of_its_lowest_cards() -> None:
    assert cards_of("novice:bold=0") == {"7D", "7H"}


def test_a_bold_one_leads_one_of_its_highest() -> None:
    assert cards_of("novice:bold=1") == {"QD", "QS"}


def test_it_follows_suit_low_no_matter_who_takes_the_trick() -> None:
    assert cards_of("novice:bold=0", "10D AH KD") == {"8D"}


def test_without_the_suit_it_does_not_think_of_throwing_a_heart() -> None:
    assert cards_of("novice:bold=0", "10D") == {"10S"}


def test_it_says_what_it_plays_at_other_times() -> None:
    game, state = dealt(*HANDS)
    opinion = joute.agent("novice:bold=0.2", game).consider(game.view(state, 1), 1, seed=3)
    weights = {judgement.action.name: judgement.weight for judgement in opinion.judgements}
    assert weights == pytest.approx({"7D": 0.4, "7H": 0.4, "QD": 0.1, "QS": 0.1, "9D": 0, "10D": 0, "JS": 0, "9H": 0})
    assert opinion.judgements[0].weight == max(value for value in weights.values() if value is not None)


def test_a_card_that_is_the_lowest_and_the_highest_has_all_the_weight() -> None:
    game, state = dealt(*HANDS)
    play_cards(game, state, "10D 10S")
    opinion = joute.agent("novice", game).consider(game.view(state, 3), 3)
    assert [(judgement.action.name, judgement.weight) for judgement in opinion.judgements] == [("KD", 1.0)]


@pytest.mark.slow
def test_it_is_no_stronger_than_random_play_by_much() -> None:
    standing = duel(joute.game("coeurs"), ["novice", "random"], 600, seed=1).standing(0)
    assert 0.4 < standing["mean"] < 0.6

"""Decks of one's own: their spelling, what they refuse, and small ones that are solved whole."""

from pathlib import Path

import pytest

import joute
from joute.core.errors import BadPosition, BadSetting
from joute.core.game import Game
from joute.games.love_letter.cards import COPIES
from joute.games.love_letter.state import LoveLetterState, deck_size
from joute.search.equilibrium import strategy_file
from joute.search.equilibrium.cfr import find_equilibrium
from joute.search.equilibrium.game_tree import build_tree
from joute.search.equilibrium.sequence_form import gap

SMALL = "guard:2+priest+baron+princess"


def with_deck(deck: str, **options: object) -> Game:
    return joute.game("love_letter", **{"deck": deck, "face_up": 0, "tokens": 1, **options})


def test_a_deck_has_one_spelling() -> None:
    assert with_deck("princess + guard:2+baron:1+priest").options == with_deck(SMALL).options
    assert joute.game("love_letter", deck="+".join(f"{name}:{count}" for name, count in STANDARD.items())).options.deck == ""


STANDARD = dict(
    zip(
        ("spy", "guard", "priest", "baron", "handmaid", "prince", "chancellor", "king", "countess", "princess"),
        COPIES.tolist(),
        strict=True,
    )
)


def test_a_file_changes_the_numbers_of_cards(tmp_path: Path) -> None:
    file = tmp_path / "many_guards.toml"
    file.write_text("[cards]\nguard = 8\npriest = 4\nking = 2\nprincess = 1\n", encoding="utf-8")
    game = joute.game("love_letter", deck=str(file))
    assert game.options.deck == "guard:8+priest:4+king:2+princess:1"
    state = LoveLetterState.of(game.new(seed=1))
    assert deck_size(state) == 15 - 1 - 3 - 2 - 1  # set aside, face up, dealt, drawn
    record = joute.match(game, ["careful", "ismcts:iterations=20"], seed=2)
    assert record.scores is not None
    assert sum(record.scores) == 1


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        ("guard:2+joker", "there is no card 'joker'"),
        ("guard:two+king", "two times guard; a deck has 0 to 15"),
        ("chancellor:3+guard:5", "3 times chancellor; a deck has 0 to 2"),
        ("guard+guard", "names guard twice"),
        ("guard:2+king", "3 cards are too few for 2 seats and 0 cards face up: at least 4"),
        ("guard:15+priest:15", "30 cards in the deck; at most 21"),
        ("nowhere.toml", "cannot be read"),
    ],
)
def test_a_deck_that_cannot_be_is_refused_in_a_sentence(deck: str, message: str) -> None:
    with pytest.raises(BadSetting, match=message):
        with_deck(deck)


def test_a_file_that_is_no_deck_is_refused_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    complaints = {"[cards\n": "is not TOML", "guard = 3\n": r"needs one table, \[cards\]", "[cards]\nguard = true\n": "True times guard"}
    for text, message in complaints.items():
        file.write_text(text, encoding="utf-8")
        with pytest.raises(BadSetting, match=message):
            with_deck(str(file))


def test_a_position_belongs_to_its_deck() -> None:
    game, other = with_deck(SMALL), with_deck("guard:2+priest+baron+king+princess")
    position = game.to_json(game.new(seed=3))
    assert game.position(position) == game.new(seed=3)
    del position["options"]
    with pytest.raises(BadPosition, match="another deck"):
        other.position(position)


def test_sampled_worlds_have_the_cards_of_the_deck() -> None:
    game = with_deck("guard:3+handmaid:2+king+princess")
    state = game.new(seed=5)
    (seat,) = game.movers(state)
    for number in range(50):
        world = LoveLetterState.of(game.imagine(game.view(state, seat), number))
        cards = [card for card in [*world.cards.tolist(), *world.pile.tolist()] if card >= 0]
        counts = [cards.count(kind) + int(world.deck[kind]) for kind in range(10)]
        assert counts == list(game.options.copies)


def test_without_effects_the_higher_card_wins_as_often_as_counting_says() -> None:
    """Seat 0 keeps the better of two: it loses to the Princess, and to the Countess if it has two Handmaids: 1/4 2/3 + 1/2."""
    found = find_equilibrium(build_tree(with_deck("handmaid:2+countess+princess").fast()))
    assert found.value == pytest.approx(2 / 3, abs=1e-9)


def test_a_guard_names_the_one_card_that_is_left() -> None:
    """Seat 0 plays the Guard unless it has none; three cards are unseen, of three kinds, and a wrong guess leaves the higher card.

    Cards 1, 4, 8 and 9 for two seats, one drawn, one aside. With the Guard (1/2) beside a 4 it names either of two and wins by that in half
    of the cases, otherwise it loses; beside an 8 it names the 9, beats the 4 and the 9; beside a 9 nothing beats it. Without the
    Guard it keeps the higher of two, and loses only with 4 and 8 against the 9; the Countess has no King or Prince to flee from.
    """
    with_guard = (1 / 2 + 1 + 1) / 3
    without = (1 / 2 + 1 + 1) / 3  # 4 and 8 meet the 1 or the 9; the other pairs have the 9
    found = find_equilibrium(build_tree(with_deck("guard+handmaid+countess+princess").fast()))
    assert found.value == pytest.approx((with_guard + without) / 2, abs=1e-6)


def test_a_stored_strategy_is_as_good_as_the_one_that_was_found(tmp_path: Path) -> None:
    tree = build_tree(with_deck(SMALL).fast())
    found = find_equilibrium(tree)
    assert strategy_file.write(found, tmp_path / "strategy.json") == tree.n_choices
    again = strategy_file.read(tree, tmp_path / "strategy.json")
    assert gap(tree, again).nashconv == pytest.approx(found.gap.nashconv, abs=1e-5)
    assert found.gap.nashconv < 1e-3

"""Names of actions in each language: they are unique, and what is shown can be typed."""

import pytest

import joute
from joute.cli.play.text_input import parse_action
from joute.core import registry
from joute.core.errors import IllegalMove
from joute.core.game import Game, plain_name
from joute.core.playthrough import random_choices
from joute.core.state import State
from joute.i18n import Language, use_language

GAMES = [*registry.GAMES, "examples/nim/nim.py"]


def positions(game: Game, seed: int, most: int = 40) -> list[tuple[State, int]]:
    """Decisions of a random game, each with a seat that chooses."""
    state, found = game.new(seed), []
    for turn in range(most):
        if game.over(state):
            break
        found += [(state.copy(), seat) for seat in game.movers(state)]
        game.step(state, random_choices(game, state, seed, turn))
    return found


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", GAMES)
def test_every_action_has_a_name_of_its_own_and_all_its_names_are_understood(name: str, language: Language) -> None:
    game = joute.game(name)
    with use_language(language):
        for state, seat in [decision for seed in (1, 2) for decision in positions(game, seed)[::3]]:
            legal = game.legal(game.view(state, seat), seat)
            assert len({plain_name(action.text(language)) for action in legal}) == len(legal)
            for action in legal[:: 1 + len(legal) // 25]:
                for typed in (action.name, *(spelt for names in action.names.values() for spelt in names)):
                    for spelling in (typed, typed.upper(), f"  {plain_name(typed)} "):
                        assert parse_action(spelling, game, legal) is action, (spelling, action)


@pytest.mark.parametrize("name", registry.GAMES)
def test_no_name_means_one_action_in_one_language_and_another_in_the_other(name: str) -> None:
    found: dict[str, int] = {}
    for action in joute.game(name, **({"swap": True} if name == "morpion" else {})).actions.values():
        for spelt in {plain_name(text) for names in ((action.name,), *action.names.values()) for text in names}:
            assert found.setdefault(spelt, int(action)) == action, spelt


@pytest.mark.parametrize(
    ("game", "name", "english", "french"),
    [
        ("love_letter", "guard>1:spy", "guard>1:spy", "garde>1:espionne"),
        (
            "love_letter",
            "chancellor keep guard, bottom spy",
            "chancellor keep guard, bottom spy",
            "chancelier garder garde, dessous espionne",
        ),
        ("diamant", "return", "return", "rentrer"),
        ("coeurs", "QS", "QS", "D♠"),
        ("coeurs", "10C", "10C", "10♣"),
        ("pokemon", "send Osselait", "send Cubone", "envoyer Osselait"),
        ("pokemon", "Piège de Roc", "Stealth Rock", "Piège de Roc"),
        ("pokemon", "exhaustion", "exhaustion", "épuisement"),
        ("morpion", "f6", "f6", "f6"),
    ],
)
def test_the_name_of_an_action_in_both_languages(game: str, name: str, english: str, french: str) -> None:
    action = joute.game(game).action(name)
    assert (action.name, action.text("en"), action.text("fr"), action.text("xx")) == (name, english, french, name)


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("dame pique", "QS"),
        ("dame de pique", "QS"),
        ("dp", "QS"),
        ("D♠", "QS"),
        ("10 coe", "10H"),
        ("10 cœur", "10H"),
        ("7ca", "7D"),
        ("as t", "AC"),
    ],
)
def test_a_french_player_types_cards_in_words_and_letters(typed: str, card: str) -> None:
    game = joute.game("coeurs")
    with use_language(Language.fr):
        assert parse_action(typed, game, list(game.actions.values())).name == card


def test_what_cannot_be_understood_is_explained_with_names_of_the_language() -> None:
    coeurs, pokemon = joute.game("coeurs"), joute.game("pokemon")
    cards, leads = list(coeurs.actions.values()), pokemon.legal(pokemon.new(), 0)
    with use_language(Language.fr):
        with pytest.raises(IllegalMove, match="« 10 c » peut être 10♦, 10♥"):
            parse_action("10 c", coeurs, cards)
        with pytest.raises(IllegalMove, match="envoyer Osselait"):
            parse_action("envoier oselait", pokemon, leads)
        with pytest.raises(IllegalMove, match="séisme n'est pas"):
            parse_action("séisme", pokemon, leads)
        assert parse_action("osse", pokemon, leads).name == "send Osselait"
        assert parse_action("send cubone", pokemon, leads).name == "send Osselait"
    with pytest.raises(IllegalMove, match="send Cubone"):
        parse_action("send cubonne", pokemon, leads)


def test_a_prefix_is_first_looked_up_in_the_player_s_language() -> None:
    game = joute.game("love_letter")
    legal = [game.action("handmaid"), game.action("spy")]  # servante, espionne
    with use_language(Language.fr):
        assert parse_action("s", game, legal).name == "handmaid"
    assert parse_action("s", game, legal).name == "spy"


def test_a_team_is_named_in_either_language() -> None:
    assert joute.game("pokemon", team="Cubone+pikachu,Étourmi").options.team == "osselait,pikachu,etourmi"

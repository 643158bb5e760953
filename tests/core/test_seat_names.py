"""Seats in the sentences of events: names with the right prepositions, or numbers."""

import re

import pytest

import joute
from joute.core.playthrough import random_choices
from joute.core.seat_names import with_names
from joute.i18n import Language, use_language

NAMES = ("Ada", "Perceval", "Érec", "Yvain")
CODES = re.compile(r"[{}]|(?i:\b(?:seats?|trainers?|sièges?|dresseurs?|P[1-5]|R[1-5])\b)|\b[0-9JQKA]+[DSCH]\b")
WRONG = re.compile(  # no elision, an article before a name, or none contracted
    r"\b[dD]e (?:Ada|Érec|Yvain)|\b(?:du|des|au|aux|les?|la|joueurs?) (?:Ada|Perceval|Érec|Yvain)|\b(?:de|à) les?\b"
)
GAMES: list[tuple[str, dict[str, object], int]] = [
    ("morpion", {"swap": True}, 1),
    ("coeurs", {}, 3),
    ("barbu", {"declarers": 1}, 2),
    ("diamant", {"seats": 4}, 4),
    ("love_letter", {"seats": 4}, 4),
    ("pokemon", {}, 2),
]


@pytest.mark.parametrize(
    ("sentence", "numbered", "named"),
    [
        ("{0} voit la main de {1}", "Le joueur 0 voit la main du joueur 1", "Ada voit la main de Perceval"),
        ("la main de {2}, celle de {0}", "la main du joueur 2, celle du joueur 0", "la main d'Érec, celle d'Ada"),
        ("À {0} de jouer", "Au joueur 0 de jouer", "À Ada de jouer"),
        ("le côté de {3}", "le côté du joueur 3", "le côté d'Yvain"),
        ("{0}, {1} et {3} explorent", "Les joueurs 0, 1 et 3 explorent", "Ada, Perceval et Yvain explorent"),
        ("plus que {0}", "plus que le joueur 0", "plus qu'Ada"),
    ],
)
def test_french_prepositions_contract_with_seats_and_elide_before_names(sentence: str, numbered: str, named: str) -> None:
    with use_language(Language.fr):
        assert (with_names(sentence), with_names(sentence, NAMES)) == (numbered, named)


def test_english_sentences_take_numbers_or_names() -> None:
    assert with_names("{0} and {2} explore; {1} returns") == "Seats 0 and 2 explore; seat 1 returns"
    assert with_names("rocks lie on {1}'s side", NAMES) == "rocks lie on Perceval's side"


@pytest.mark.parametrize(("name", "options", "games"), GAMES, ids=[name for name, _, _ in GAMES])
def test_every_event_is_told_with_names_and_without_codes(name: str, options: dict[str, object], games: int) -> None:
    game = joute.game(name, **options)
    names = NAMES[: game.spec.seats]
    for seed in range(games):
        state, turn = game.new(seed), 0
        while not game.over(state):
            events = game.play(state, random_choices(game, state, "events", seed, turn))
            for event in {event for viewer in (None, -1, 0) for event in map(_Sentence, events.seen_by(viewer))}:
                for language in ("en", "fr"):
                    sentence = event.event.text(language, names)
                    assert not CODES.search(sentence), sentence
                    assert not WRONG.search(sentence), sentence
                    assert "{" not in event.event.text(language)
            turn += 1


class _Sentence:
    """An event that is equal to another with the same sentence, so that each is read once."""

    def __init__(self, event: joute.Event) -> None:
        self.event = event

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Sentence) and self.event.sentences == other.event.sentences

    def __hash__(self) -> int:
        return hash(self.event.sentences["en"])

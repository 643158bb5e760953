"""The rules for players: complete in both languages, illustrated, without developers' words, with the numbers of the code."""

import re
from collections import Counter
from pathlib import Path

import pytest

import joute
from joute.core import registry, settings
from joute.core.definition import PICTURE
from joute.games.coeurs import rules as coeurs
from joute.games.diamant.cards import COPIES_OF_A_TRAP, TRAPS, TREASURES, WORTH_AS_NUMBERED, WORTH_AS_TAKEN
from joute.games.love_letter.cards import CARDS as LETTERS
from joute.games.love_letter.options import LoveLetterOptions
from joute.games.pokemon import cards, creatures
from joute.games.trick_taking.cards import CARDS, HAND, SEATS

LANGUAGES = ("en", "fr")
HEADINGS = {"en": ("Set-up", "end", "Tips"), "fr": ("La mise en place", "fin", "Conseils")}
DEVELOPERS = re.compile(r"(?i:python|\bseats?\b|\bsièges?\b|`|floor\(|\bjoute\b|algorithm|readme|<!--)|\bP[1-5]\b|\b[0-9JQKA]+[DSCH]\b")
NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
FEWEST_PICTURES = 2


def rules(game: str, language: str) -> str:
    return registry.define(game).rules_text(language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", registry.GAMES)
def test_rules_have_a_goal_a_set_up_an_end_an_example_tips_and_pictures(game: str, language: str) -> None:
    text = rules(game, language)
    folder = registry.define(game).folder
    headings = " ".join(re.findall(r"^#+ (.*)$", text, re.MULTILINE))
    assert all(heading in headings for heading in HEADINGS[language])
    assert re.search(r"^\*[^*].*?\*$", text, re.MULTILINE | re.DOTALL), "no example"
    pictures = PICTURE.findall(text)
    assert len(pictures) >= FEWEST_PICTURES
    assert all(label and (folder / path).is_file() for label, path in pictures)
    assert text.splitlines()[0] == f"# {registry.define(game).title[language]}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", registry.GAMES)
def test_rules_have_no_words_of_developers(game: str, language: str) -> None:
    assert not DEVELOPERS.findall(rules(game, language))


@pytest.mark.parametrize("game", registry.GAMES)
def test_both_languages_have_the_same_numbers_and_pictures(game: str) -> None:
    texts = [PICTURE.sub("", rules(game, language).partition("\n")[2]) for language in LANGUAGES]  # a title may have a number
    english, french = (Counter(NUMBER.findall(text)) for text in texts)
    assert english == Counter({number.replace(",", "."): count for number, count in french.items()})
    shown = [[path.replace("_fr", "") for _, path in PICTURE.findall(rules(game, language))] for language in LANGUAGES]
    assert shown[0] == shown[1]


def test_every_picture_is_shown() -> None:
    for game in registry.GAMES:
        texts = rules(game, "en") + rules(game, "fr")
        for file in (registry.define(game).folder / "pictures").iterdir():
            assert f"pictures/{file.name}" in texts, file


def limits(game: str, option: str) -> str:
    row = next(row for row in settings.table(registry.define(game).options) if row.name == option)
    return row.allowed


def test_the_numbers_of_coeurs_are_those_of_its_rules() -> None:
    text = rules("coeurs", "en")
    points = -coeurs.points_of(1)
    assert (SEATS, HAND, joute.game("coeurs").options.deals) == (4, 8, 4)  # written in words
    assert f"{CARDS} cards" in text
    assert f"costs **{points} points**" in text
    assert f"wins **{coeurs.SLAM} points**" in text
    assert f"({limits('coeurs', 'deals')})" in text


def test_the_numbers_of_diamant_are_those_of_its_cards() -> None:
    text = rules("diamant", "en")
    *most, last = map(str, TREASURES)
    assert f"**{len(TREASURES)} treasures** ({', '.join(most)} and {last} gems)" in text
    assert f"**{TRAPS * COPIES_OF_A_TRAP} traps**, three each" in text
    assert WORTH_AS_TAKEN.tolist() == [5, 5, 5, 10, 10]
    assert "first three relics taken in the game are worth **5** gems each, the last two **10**" in text
    *early, final = map(str, WORTH_AS_NUMBERED.tolist())
    assert f"{', '.join(early)} and {final}" in text
    assert (limits("diamant", "seats"), limits("diamant", "rounds")) == ("2 to 8", "1 to 5")


def test_the_numbers_of_love_letter_are_those_of_its_cards() -> None:
    text = rules("love_letter", "en")
    assert f"{LETTERS} cards" in text
    assert (LoveLetterOptions().face_up, limits("love_letter", "seats")) == (3, "2 to 6")  # written in words


def test_the_numbers_of_morpion_are_those_of_its_options() -> None:
    text, options = rules("morpion", "en"), joute.game("morpion").options
    assert f"{options.width} by {options.height} squares" in text
    assert options.align == 4  # written in words
    assert f"{limits('morpion', 'width')} columns and rows" in text
    assert f"{limits('morpion', 'align')} marks" in text


def test_the_numbers_of_pokemon_are_those_of_its_cards() -> None:
    text, options = rules("pokemon", "en"), joute.game("pokemon").options
    assert f"After {options.turns} turns" in text
    assert f"for {cards.ROCKS_TURNS} turns" in text
    assert f"lose {cards.EXHAUSTION_COST} HP from exhaustion" in text
    bolt = creatures.ATTACKS[creatures.ATTACK_NAMES.index("Tonnerre")]
    striker, target = (next(one for one in creatures.CREATURES if one.name == name) for name in ("Pikachu", "Carapuce"))
    effect = float(creatures.EFFECTS[target.type][creatures.TYPES.index(bolt.type)])
    damage = int(bolt.power * striker.attack / target.defence * effect * 1.1)
    sum_in_words = f"{bolt.power} × {striker.attack} ÷ {target.defence} × {effect:.0f} × 1.1 = {damage} HP of {target.hp}"
    assert sum_in_words in " ".join(text.split())
    assert f">−{damage}<" in (Path(str(registry.define("pokemon").folder)) / "pictures" / "attack.svg").read_text(encoding="utf-8")

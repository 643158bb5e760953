"""Short games at the terminal in French: what a player reads and types, without an English word."""

import json
import re
from functools import cache
from io import StringIO
from pathlib import Path

import pytest
from cli.shell import joute, lines
from rich.console import Console

import joute as package
from joute.cli.render import game as render
from joute.cli.render.player_names import PlayerNames
from joute.core import registry
from joute.core.opinion import Judgement, Opinion, PayoffMatrix
from joute.i18n import Language, use_language
from joute.report.object_html import drawing

# What is typed in French and in English: by the names of the language, with mistakes, commands, and the first of the legal actions.
GAMES = {
    "morpion": (
        ["-o", "width=5", "-o", "height=5", "-o", "swap=yes", "--seats", "human,human"],
        ["c3", "zz", "coups", "reprendre", "a1", "conseil", "annuler", "quitter"],
        ["c3", "zz", "moves", "swap", "a1", "hint", "undo", "quit"],
    ),
    "love_letter": (
        ["-o", "rounds=1", "--seats", "human,human"],
        ["garde>1:zz", "conseil", "1", "", "coups", *["1"] * 12, "annuler", "quitter"],
        ["guard>1:zz", "hint", "1", "", "moves", *["1"] * 12, "undo", "quit"],
    ),
    "diamant": (
        ["-o", "rounds=1", "--seats", "human,human"],
        ["explorer", "explorer", "zz", "conseil", "explorer", "rentrer", "explorer", "annuler", *["rentrer"] * 8, "quitter"],
        ["explore", "explore", "zz", "hint", "explore", "return", "explore", "undo", *["return"] * 8, "quit"],
    ),
    "coeurs": (
        ["-o", "deals=1", "--seats", "human,human,human,human"],
        ["dame de z", "conseil", "coups", *["1"] * 33, "quitter"],
        ["queen of z", "hint", "moves", *["1"] * 33, "quit"],
    ),
    "barbu": (
        ["-o", "declarers=1", "--seats", "human,human,human,human"],
        ["zz", "réussite", "conseil", "coups", *["1"] * 60, "quitter"],
        ["zz", "dominoes", "hint", "moves", *["1"] * 60, "quit"],
    ),
    "pokemon": (
        ["-o", "team=osselait,pikachu", "--seats", "human,human"],
        ["envoyer Osselait", "envoyer zz", "envoyer pikachu", "séisme", "conseil", "rugissement", *["mimi-queue"] * 3, "coups", "quitter"],
        ["send cubone", "send zz", "send pikachu", "earthquake", "hint", "growl", *["tail whip"] * 3, "moves", "quit"],
    ),
}
READ = {  # lines of the French transcript
    "morpion": ["Au tour d'Ana (X)", "Bob> reprendre", "Annulé : reprendre.", "Il n'y a pas d'action « zz ». Par exemple : a1, b1, c1"],
    "love_letter": [
        "1 garde>Bob:espionne   2 garde>Bob:prêtre",
        "Proches : garde>Bob:roi, garde>Bob:baron, garde>Bob:espionne",
        "random jouerait garde>Bob:",
        "· Ana joue le Garde sur Bob et nomme l'Espionne",
    ],
    "diamant": [
        "1 explorer   2 rentrer",
        "Par exemple : explorer, rentrer. Tapez coups ou aide.",
        "Annulé : explorer.",
        "· Ana gagne avec 13 gemmes",
    ],
    "coeurs": [
        "Main      ♦ 7 D   ♠ –   ♣ 9 10 D R   ♥ D A",
        "1 7♦   2 D♦   3 9♣   4 10♣",
        "Proches : D♥, D♣, D♦.",
        "· Bob joue le 7 de carreau",
    ],
    "barbu": [
        "1 plis   2 cœurs   3 dames   4 barbu   5 total   6 réussite",
        "· Ana annonce Réussite",
        "passe",
    ],
    "pokemon": [
        "Proches : envoyer Pikachu, envoyer Osselait.",
        "· Pikachu utilise Rugissement : attaque d'Osselait ×0,75",
        "Par exemple : Tonnerre, Cage-Éclair, Rugissement, Change-Éclair, envoyer Osselait.",
        "random jouerait ",
    ],
}
SAME = {  # words of both languages, and names of people, games, agents and creatures
    *("action", "actions", "points", "score", "danger", "chance", "face", "change", "explore", "baron", "prince", "as", "on"),
    *("barbu", "total", "ana", "bob", "cyd", "dan", "pikachu", "random", "love", "letter", "pokémon", "morpion", "diamant", "cœurs"),
    *("joute", "play", "continue", "zz", "ms", "µs"),
}


def words(text: str) -> set[str]:
    """The words of a transcript, without paths of files."""
    return set(re.findall(r"[^\W\d_]{2,}", re.sub(r"\S*/\S+", "", text).lower()))


@cache
def transcript(name: str, language: str) -> str:
    """A game played by people who type in that language."""
    arguments, french, english = GAMES[name]
    people = ",".join(["Ana", "Bob", "Cyd", "Dan"][: arguments[-1].count("human")])
    typed = lines(*(french if language == "fr" else english))
    return joute("play", name, *arguments, "--seed", "7", "--names", people, "--lang", language, typed=typed).stdout


@pytest.mark.parametrize("name", registry.GAMES)
def test_a_french_game_has_no_english_word_and_an_english_one_no_french(name: str) -> None:
    assert words(transcript(name, "fr")) & words(transcript(name, "en")) <= SAME


@pytest.mark.parametrize("name", registry.GAMES)
def test_a_french_player_reads_and_types_french_actions(name: str) -> None:
    for line in READ[name]:
        assert line in transcript(name, "fr")


def test_an_english_player_reads_english_names_of_creatures_and_attacks() -> None:
    shown = transcript("pokemon", "en")
    assert "1 Tail Whip   2 Earthquake   3 Stealth Rock   4 Headbutt   5 send Pikachu" in shown
    assert "· Pikachu uses Growl: Cubone's attack is now ×0.75" in shown


def test_replays_show_the_names_of_the_reader_s_language(tmp_path: Path) -> None:
    file = str(tmp_path / "battle.json")
    joute("play", "pokemon", "--seats", "human,human", "--save", file, "--lang", "fr", typed=lines("osselait", "send pikachu", "quitter"))
    assert json.loads(Path(file).read_text(encoding="utf-8"))["choices"] == [{"0": "send Osselait", "1": "send Pikachu"}]
    assert "choisit « envoyer Osselait »" in joute("replay", file, "--lang", "fr").stdout
    assert "plays send Cubone" in joute("replay", file, "--lang", "en").stdout


def test_opinions_show_the_names_of_the_reader_s_language_and_record_the_canonical_ones() -> None:
    game = package.game("pokemon")
    rows = [game.action("Séisme"), game.action("send Osselait")]
    judged = [Judgement(action, value=value) for action, value in zip(rows, (0.5, -0.25), strict=True)]
    matrix = PayoffMatrix(rows=rows, columns=rows, cells=[[0.5, None], [0.0, -0.25]], row_weights=[1.0, 0.0], column_weights=[0.5, 0.5])
    opinion = Opinion(rows[0], judged, 0.5, pv=rows, matrix=matrix)
    for language, names in ((Language.fr, ("Séisme", "envoyer Osselait")), (Language.en, ("Earthquake", "send Cubone"))):
        screen = Console(record=True, width=100, file=StringIO())
        with use_language(language):
            screen.print(render.opinion(opinion, "", PlayerNames()))
            page = drawing(opinion)
        shown = screen.export_text()
        assert [shown.count(name) for name in names] == [4, 4]  # judged, expected, own and the opponent's action
        assert ", ".join(names) in shown
        assert [name in page for name in names] == [True, True]
    described = opinion.to_json()
    assert described["matrix"]["rows"] == described["matrix"]["columns"] == described["pv"] == ["Séisme", "send Osselait"]

"""No English is left in French: the catalogue, help pages, errors, lists of agents and games, starters, the client's dictionary."""

import re
from collections.abc import Iterable
from pathlib import Path

import catalogue
import pytest
from cli.shell import SMALL, joute

from joute.bots.starter import COMMENT
from joute.cli.app import COMMANDS, load_command
from joute.cli.render.formatting import number, time
from joute.core import registry
from joute.core.settings import table
from joute.i18n import Language, say, use_language

CLIENT = Path(__file__).parents[2] / "web" / "src" / "lib"

# Words that English sentences rarely do without and French ones do not have.
ENGLISH = (
    "the|this|that|these|those|which|who|what|when|where|whether|and|if|of|with|without|from|for|by|at|into|its|it|is|"
    "are|was|were|be|been|has|have|had|does|did|do|not|cannot|can|may|must|should|would|you|your|they|their|them|there|"
    "than|then|only|to|no|file|seat|seats|player|number|written|expected|least|most"
)
CODE = re.compile(  # not prose: commands and calls, key=value and key:value, names_with_underscores, quoted names and keys
    r"joute \w[\w-]*|--?[a-z]\S*|`[^`]*`|'[^']*'|\"[^\"]*\"|\{[^}]*\}|\[/?blue\]|\S*[=_/<>]\S*|\w+:\w\S*|\b\w+\(\)|games-of|\bgame ="
)
SAME = (  # words of both languages
    "ACTION ACTIONS AGENT Arguments BOT BUDGET Barbu Baron ELO0,ELO1 Elo Expert FORMAT Importance Joute NumPy Numba Options PORT "
    "Points Prince Python Total URL action agent agents barbu format gain importance llvmlite nature normal option options points poison "
    "question score total"
)


def leftovers(texts: Iterable[str]) -> list[str]:
    """The texts that hold an English word."""
    words = re.compile(rf"(?<![\w'’-])({ENGLISH})(?![\w'’-])", re.IGNORECASE)
    return [text for text in texts if words.search(CODE.sub(" ", text))]


def french(*arguments: str, code: int = 0) -> str:
    """What a command says in French, on lines that are not wrapped."""
    result = joute(*arguments, "--lang", "fr", code=code, COLUMNS="1000")
    return result.stdout + result.stderr


def pages() -> list[list[str]]:
    """Every command and every command below it."""
    found: list[list[str]] = [[]]
    for name in COMMANDS:
        found += [[name], *([name, below] for below in getattr(load_command(name), "commands", {}))]
    return found


def test_the_detector_finds_english() -> None:
    assert leftovers(["nombre de parties", "number of games", "le fichier is missing", "joute train, `the end`, of=random"]) == [
        "number of games",
        "le fichier is missing",
    ]


def test_no_translation_is_english() -> None:
    texts = {str(form) for message in catalogue.read() if message.id for form in catalogue.forms(message.string)}
    assert leftovers(texts) == []


def test_a_translation_differs_from_its_english() -> None:
    same = {str(message.id) for message in catalogue.read() if message.id == message.string}
    assert {text for text in same if re.search("[A-Za-z]{3}", CODE.sub(" ", text))} == {*SAME.split(), "{points} points", "regret ({unit})"}


@pytest.mark.parametrize("page", pages(), ids=" ".join)
def test_a_help_page_is_french(page: list[str]) -> None:
    assert leftovers(french(*page, "--help").splitlines()) == []


@pytest.mark.parametrize("command", ["games", "agents"])
def test_a_list_is_french(command: str) -> None:
    assert leftovers(french(command).splitlines()) == []


@pytest.mark.parametrize("name", registry.GAMES)
def test_everything_that_can_be_set_is_described_in_french(name: str) -> None:
    game = registry.game(name)
    kinds = [registry.agent_class(agent, game) for agent in registry.own_agents(game)]
    with use_language(Language.fr):
        said = [say(kind.summary) for kind in kinds]
        rows = [row for owner in (game.definition.options, *(kind.Settings for kind in kinds)) for row in table(owner)]
        said += [text for row in rows for text in (say(row.meaning), row.allowed if "," not in row.allowed else "")]
    assert leftovers([*said, game.spec.nature["fr"]]) == []


@pytest.mark.parametrize("language", ["python", "javascript"])
@pytest.mark.parametrize("name", registry.GAMES)
def test_a_starter_is_commented_in_french(name: str, language: str) -> None:
    answer = french("bot", "new", name, "--language", language)
    comments = COMMENT.findall(answer.partition("Une vue, par exemple")[0])
    assert len(comments) > 0
    assert leftovers(comments) == []


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("play tarot", "aucun jeu ne s'appelle 'tarot'"),
        ("duel morpion randm random", "aucun agent ne s'appelle 'randm'"),
        ("duel morpion mcts:itrations=3 random", "n'a pas de réglage 'itrations'"),
        ("duel morpion mcts:iterations=x random", "n'est pas un nombre entier"),
        ("duel morpion mcts:iterations=-1 random", "n'est pas possible (0 ou plus)"),
        ("duel morpion mcts:choice=best random", "n'est pas possible (au choix : visits, mean)"),
        ("duel morpion mcts:iterations random", "n'a pas la forme clé=valeur"),
        ("duel morpion -o width=3=4 random random", "n'est pas un nombre entier"),
        ("duel morpion -o width random random", "une option s'écrit clé=valeur"),
        ("duel morpion random random --sprt 3", "deux différences Elo"),
        ("duel coeurs alpha_beta random", "a de l'information cachée"),
        ("duel pokemon -o team=mew random random", "aucune créature ne s'appelle 'mew'"),
        ("duel love_letter -o tokens=2 -o rounds=3 random random", "finit par l'un ou par l'autre"),
        ("duel morpion nowhere.py random", "aucun fichier de ce nom"),
        ("duel morpion cmd:./nowhere random", "n'est pas un programme ici"),
        ("replay nowhere.json", "ne peut pas être lu : aucun fichier ou dossier de ce nom"),
        ("solve coeurs", "un équilibre se calcule à deux"),
        ("tournament", "nommez le jeu du tournoi"),
        ("connect here random", "n'est pas l'adresse d'un serveur"),
        ("bot new morpion --language cobol", "pas de bot de départ en cobol"),
        ("dule", "Il n'y a pas de commande 'dule'. Vouliez-vous dire 'duel' ?"),
        ("duel", "Il manque l'argument 'JEU'."),
        ("duel --sed 3", "Il n'y a pas d'option --sed"),
        ("duel morpion random --seed", "L'option '--seed' demande une valeur."),
        ("duel morpion random --seed x", "un nombre entier d'au plus 128 bits"),
        ("duel morpion random --games 0", "ce doit être au moins 1"),
        ("duel morpion random --openings wild", "au choix : 'balanced', 'none'"),
        ("perft morpion three", "ce doit être un nombre entier"),
        ("play a b c", "Arguments en trop"),
    ],
)
def test_an_error_is_french(command: str, said: str) -> None:
    answer = french(*command.split(), code=2)
    assert said in answer
    assert leftovers(answer.splitlines()) == []


def test_the_fault_of_a_bot_is_told_in_french(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("def choose(view, legal, clock, random):\n    raise ValueError('oh')\n")
    assert "Il a planté : il a échoué : ValueError: oh (bot.py, ligne 2)." in french("bot", "check", str(bot), "morpion", *SMALL, code=1)


def test_numbers_are_written_as_the_language_does() -> None:
    assert (number(1234.5, 1), time(1.25)) == ("1 234.5", "1.2 s")
    with use_language(Language.fr):
        assert (number(1234.5, 1), time(1.25)) == ("1 234,5", "1,2 s")


def test_the_client_has_the_same_entries_in_both_languages_and_no_english_in_french() -> None:
    english, own = ((CLIENT / f"{name}.ts").read_text(encoding="utf-8") for name in ("english", "french"))
    keys = re.compile(r"^  (\w+):", re.MULTILINE)
    assert len(keys.findall(own)) > 100
    assert keys.findall(english) == keys.findall(own)
    assert leftovers(line.partition(":")[2].strip(" ',\"`") for line in own.splitlines()) == []

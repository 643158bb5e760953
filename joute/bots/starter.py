"""Starter bots: files that play legally, a little better than random, with an example view."""

import json
import re
from pathlib import Path

from joute.core.errors import BadSetting, known
from joute.core.game import Game
from joute.core.playthrough import random_choices
from joute.core.state import Json
from joute.i18n import Sentence, in_language, say

STARTERS = Path(__file__).with_name("starters")
LANGUAGES = {"python": (".py", "# "), "javascript": (".js", "// ")}
PLIES = 5  # before the position that is shown
WIDTH = 130
COMMENT = re.compile(r'(?<=""")[^"\n]+(?=""")|(?<=# ).+|(?m:(?<=^// ).+)')  # in a starter; tools/catalogue.py collects them too

HEAD: dict[str, Sentence] = {
    "python": '''"""A bot for {title}. Save it as my_bot.py, then:

    joute bot check my_bot.py {game}
    joute duel {game} my_bot.py {others} --games 100

choose() gets what your seat may know (view.path is view["path"]), the names of the legal actions, your clock (clock.bank: seconds
left in this game) and a random generator that makes games repeatable. It returns one of the names, or a pair: (name, {{"comment": "why"}}).
print() goes to the standard error, which joute shows when something goes wrong.
"""

''',
    "javascript": """// A bot for {title}. Save it as my_bot.js, then:
//
//     joute bot check "cmd:node my_bot.js" {game}
//     joute duel {game} "cmd:node my_bot.js" {others} --games 100
//
// Messages are JSON, one a line; docs/bots.md of Joute lists them. console.error() goes to the standard error, which joute shows
// when something goes wrong.

""",
}


def starter(game: Game, address: str, language: str = "python") -> str:
    """The source of a bot for that game, which is opened by that name or file."""
    if language not in LANGUAGES:
        raise BadSetting("there is no starter in {language}; there are: {languages}", language=language, languages=known(LANGUAGES))
    ending, comment = LANGUAGES[language]
    own = STARTERS / f"{game.name}{ending}"
    source = own if own.is_file() else STARTERS / f"any_game{ending}"
    others = " ".join(["random"] * (game.spec.seats - 1))
    title = in_language(game.definition.title)
    head = say(HEAD[language], title=title, game=address, others=others)
    text = COMMENT.sub(lambda found: say(found[0]), source.read_text(encoding="utf-8"))
    return head + text + "\n\n" + "\n".join(f"{comment}{line}".rstrip() for line in _example(game)) + "\n"


def _example(game: Game) -> list[str]:
    """A view and its legal actions, as a bot gets them."""
    state = game.new(1)
    for turn in range(PLIES):
        if not game.over(state):
            game.step(state, random_choices(game, state, turn))
    seat = game.movers(state)[0]
    shown = {name: value for name, value in game.to_json(game.view(state, seat)).items() if name != "state"}
    legal = [action.name for action in game.legal(state, seat)]
    few = f"{json.dumps(legal[:12], ensure_ascii=False)[:-1]}, ...]" if len(legal) > 12 else json.dumps(legal, ensure_ascii=False)
    return [say("A view, for instance (seat 0 is the first):"), *_lines(shown), "", say("and the legal actions there:"), f"    {few}"]


def _lines(view: Json) -> list[str]:
    """One field per line, long ones shortened."""
    lines = []
    for name, value in view.items():
        text = f"    {name}: {json.dumps(value, ensure_ascii=False)}"
        lines.append(text if len(text) <= WIDTH else text[: WIDTH - 4] + " ...")
    return lines

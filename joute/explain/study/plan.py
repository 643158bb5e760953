"""The plan of a study: a TOML file that names the game, the agent, the number of questions and the text of the consent."""

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from joute.core import registry, settings
from joute.core.errors import BadSetting, JouteError, known, system_reason
from joute.core.game import Game
from joute.core.rng import plain_seed, read_seed
from joute.core.settings import setting
from joute.i18n import Language, Sentence, in_every_language, say

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
LONGEST = 4000  # characters of a text
REASONS, NONE = "reasons", "none"  # the arms of a study: examples with reasons, or without

TITLE: Sentence = "What will it play?"
CONSENT: Sentence = (
    "You will see positions of a game, and say what a computer player does in each. It takes about {minutes} minutes. "
    "Your answers and the time they take are stored under a random number, without your name or your address. "
    "Taking part is voluntary: you can stop at any time, and delete your answers."
)


@dataclass(frozen=True)
class StudySettings:
    """The numbers of a study, in the table [design] of its file."""

    questions: int = setting(8, "number of questions before the examples, and again after them", 1, 100)
    examples: int = setting(6, "number of decisions of the agent that are shown between the questions", 1, 100)
    control: bool = setting(True, "half of the participants see the examples without reasons")
    actions: int = setting(3, "least number of legal actions in a position", 2, 1000)
    repeats: int = setting(
        2, "times that the agent decides again with other seeds; a position where it changes its mind is left out", 0, 20
    )
    per_game: int = setting(2, "number of positions from one game, at most", 1, 100)
    opponents: str = setting("", "the agent on the other seats (empty: the agent itself)")
    judge: str = setting("", "the agent that judges the examples (empty: the game's advisor)")
    seconds: float = setting(5.0, "time limit for judging an example, in seconds (0: none)", 0, 3600)
    samples: int = setting(20_000, "number of sampled continuations behind the reasons of an example", 100, 10_000_000)


@dataclass(frozen=True)
class StudyPlan:
    """What a study asks, about whom, and what participants agree to."""

    name: str  # in addresses and in the database: lowercase letters, digits and hyphens
    game: str
    agent: str
    seed: int = 0
    options: Mapping[str, object] = field(default_factory=dict)
    title: Mapping[str, str] = field(default_factory=dict)  # by language
    consent: Mapping[str, str] = field(default_factory=dict)  # by language
    design: StudySettings = field(default_factory=StudySettings)

    @property
    def arms(self) -> list[str]:
        """What the participants see with the examples; half of them each, if there is a control."""
        return [REASONS, NONE] if self.design.control else [REASONS]

    @property
    def version(self) -> str:
        """Differs whenever the plan does: answers to another plan are not mixed with these."""
        said = json.dumps({**asdict(self), "seed": plain_seed(self.seed)}, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(said.encode()).hexdigest()[:12]

    @property
    def minutes(self) -> int:
        """About how long it takes."""
        return max(1, round((2 * self.design.questions * 20 + self.design.examples * 30) / 60))

    def texts(self, given: Mapping[str, str], usual: Sentence) -> dict[str, str]:
        """A text in every language: as given, in the other language if it is given in one only, or the usual one."""
        if not given:
            return in_every_language(lambda: say(usual, minutes=self.minutes))
        return {language.value: given.get(language, next(iter(given.values()))) for language in Language}

    @property
    def consent_texts(self) -> dict[str, str]:
        """What participants agree to, by language."""
        return self.texts(self.consent, CONSENT)

    @property
    def title_texts(self) -> dict[str, str]:
        """The title, by language."""
        return self.texts(self.title, TITLE)

    def open(self) -> Game:
        """The game with its options; a wrong game, option or agent is refused."""
        game = registry.game(self.game, **self.options)
        for text in filter(None, (self.agent, self.design.opponents, self.design.judge)):
            registry.agent(text, game)
        return game


_KINDS: dict[str, tuple[type | tuple[type, ...], Sentence]] = {
    "name": (str, "a text"),
    "game": (str, "a text"),
    "agent": (str, "a text"),
    "seed": ((int, str), "a whole number"),
    "options": (dict, "a table"),
    "title": (dict, "a table of texts by language"),
    "consent": (dict, "a table of texts by language"),
    "design": (dict, "a table"),
}


def read_plan(file: Path) -> StudyPlan:
    """The study in a TOML file; an error names the file and the mistake."""
    try:
        said = tomllib.loads(file.read_bytes().decode())
    except OSError as error:
        raise JouteError("{file} cannot be read: {error}", file=file, error=system_reason(error)) from error
    except UnicodeDecodeError as error:
        raise JouteError("{file} is not a text file: {error}", file=file, error=error) from error
    except (ValueError, RecursionError) as error:
        raise JouteError("{file} is not TOML: {error}", file=file, error=error) from error
    try:
        return plan_of(said)
    except JouteError as error:
        raise type(error)("{file}: {error}", file=file, error=error) from error


def plan_of(said: Mapping[str, object]) -> StudyPlan:
    """The plan with these values, checked."""
    for name, value in said.items():
        if name not in _KINDS:
            raise BadSetting("a study has no {name!r}; it has: {names}", name=name, names=known(_KINDS))
        kind, meaning = _KINDS[name]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise BadSetting("{name} = {value!r} is not {meaning}", name=name, value=value, meaning=say(meaning))
    for name in ("name", "game", "agent"):
        if not said.get(name):
            raise BadSetting("a study needs {name} = '...'", name=name)
    if not NAME.fullmatch(str(said["name"])):
        raise BadSetting("name = {name!r}: lowercase letters, digits and hyphens, at most 40", name=said["name"])
    try:
        seed = read_seed(said.get("seed", 0))  # type: ignore[arg-type]  # checked above
    except ValueError:
        raise BadSetting("seed = {seed!r} is not a whole number of at most 128 bits", seed=said["seed"]) from None
    tables: dict[str, Mapping[str, object]] = {name: said.get(name, {}) for name in ("options", "title", "consent", "design")}  # type: ignore[misc]  # checked above
    return StudyPlan(
        str(said["name"]),
        str(said["game"]),
        str(said["agent"]),
        seed,
        tables["options"],
        _texts("title", tables["title"]),
        _texts("consent", tables["consent"]),
        settings.make(StudySettings, tables["design"], "[design]"),
    )


def _texts(name: str, given: Mapping[str, object]) -> dict[str, str]:
    for language, text in given.items():
        if language not in Language.__members__:
            raise BadSetting("[{table}] {name}: the languages are {names}", table=name, name=language, names=known(Language))
        if not isinstance(text, str) or not text.strip() or len(text) > LONGEST:
            raise BadSetting("[{table}] {name}: a text of 1 to {most} characters was expected", table=name, name=language, most=LONGEST)
    return {language: str(text).strip() for language, text in given.items()}


def plan_text(plan: StudyPlan) -> str:
    """The plan as a TOML file with comments, for a researcher to edit."""
    game = plan.open()
    quoted = {name: json.dumps(value, ensure_ascii=False) for name, value in (("game", plan.game), ("agent", plan.agent))}
    lines = [
        f"# {say('A simulatability study: people predict what an agent does, before and after they see examples of its decisions.')}",
        f"# {say('joute study check FILE checks it, joute study prepare FILE chooses positions, joute study run FILE asks people.')}",
        "",
        f'name = "{plan.name}"  # {say("of the study, in its address: /study/NAME")}',
        f"game = {quoted['game']}",
        f"agent = {quoted['agent']}  # {say('whose actions are predicted')}",
        f"seed = {json.dumps(plain_seed(plan.seed))}  # {say('chooses the positions')}",
        "",
        "[options]" + (f"  # {say('of the game')}: {', '.join(row.name for row in settings.table(type(game.options)))}"),
        *(f"{name} = {json.dumps(value)}" for name, value in plan.options.items()),
        "",
        f"[design]  # {say('what is commented out is the default')}",
    ]
    for row in settings.table(StudySettings):
        value = getattr(plan.design, row.name)
        mark = "" if value != row.default else "# "
        lines.append(f"{mark}{row.name} = {json.dumps(value)}  # {say(row.meaning)}")
    for table, texts in (("title", plan.title_texts), ("consent", plan.consent_texts)):
        lines += ["", f"[{table}]", *(f"{language} = {json.dumps(text, ensure_ascii=False)}" for language, text in texts.items())]
    return "\n".join(lines) + "\n"

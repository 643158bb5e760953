"""A tournament as requested: by the command line, by a TOML file, or by both; the command line goes first."""

import shlex
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from joute.arena.tournament.plan import TournamentBudget
from joute.arena.tournament.schedule import FORMATS
from joute.cli.record_files import read_bytes
from joute.core.errors import BadSetting, JouteError, known
from joute.core.rng import plain_seed, short_seed
from joute.i18n import Sentence, say

OPENINGS = ("balanced", "none")
MAX_NAME = 100  # characters
_KINDS: dict[str, tuple[type, Sentence]] = {
    "name": (str, "a text"),
    "game": (str, "a text"),
    "agents": (list, "a list of texts"),
    "format": (str, "one of round_robin, swiss, tables"),
    "budget": (str, "a text such as '5m'"),
    "games": (int, "a whole number"),
    "seed": (int, "a whole number"),
    "workers": (int, "a whole number"),
    "cluster": (str, "an address such as 'tcp://192.168.1.5:8786'"),
    "openings": (str, "one of balanced, none"),
    "options": (dict, "a table of options"),
    "limits": (dict, "a table of limits"),
    "opinions": (bool, "true or false"),
}


@dataclass(frozen=True)
class TournamentRequest:
    """Everything that can be requested of a tournament; None or empty: not stated."""

    name: str | None = None
    game: str | None = None
    agents: list[str] = field(default_factory=list)
    format: str | None = None
    budget: str | None = None
    games: int | None = None  # of a pairing
    seed: int | None = None
    workers: int | None = None
    cluster: str | None = None
    openings: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    limits: dict[str, Any] = field(default_factory=dict)
    opinions: bool | None = None  # store what the agents think of every decision

    def over(self, file: "TournamentRequest") -> "TournamentRequest":
        """This request, completed by that of a file; the agents of both play."""
        agents = [*file.agents, *(agent for agent in self.agents if agent not in file.agents)]
        said = {name: value for name, value in asdict(self).items() if value not in (None, [], {})}
        said |= {"agents": agents, "options": file.options | self.options, "limits": file.limits | self.limits}
        return replace(file, **said)

    def checked(self) -> "TournamentRequest":
        """The request itself if it is valid, else an error that names the mistake."""
        if not self.game:
            raise JouteError("name the game of the tournament, as the first argument or as game = '...' in the file")
        if self.name is not None and (len(self.name) > MAX_NAME or not self.name.isprintable()):
            raise BadSetting("the name of a tournament has at most {most} characters, all of them printable", most=MAX_NAME)
        if len(self.agents) != len(set(self.agents)):
            twice = next(agent for agent in self.agents if self.agents.count(agent) > 1)
            raise JouteError("{twice} is named twice; an agent can enter a tournament only once", twice=twice)
        if self.format is not None and self.format not in FORMATS:
            raise BadSetting("format={form} is not possible (one of {names})", form=self.format, names=known(FORMATS))
        if self.openings is not None and self.openings not in OPENINGS:
            raise BadSetting("openings={openings} is not possible (one of {names})", openings=self.openings, names=known(OPENINGS))
        if self.games is not None and self.games < 1:
            raise BadSetting("games={games} is not possible (1 or more)", games=self.games)
        if self.workers is not None and self.workers < 0:
            raise BadSetting("workers={workers} is not possible (0 or more)", workers=self.workers)
        if self.budget is not None:
            TournamentBudget.read(self.budget)
        return self

    @property
    def title(self) -> str:
        """The name of the tournament: as given, or made from the game, its options and the seed."""
        options = "".join(f"-{name}={value}" for name, value in sorted(self.options.items()))
        return self.name or f"{Path(self.game or '').stem}{options}-{short_seed(self.seed or 0)}"

    def command(self) -> str:
        """The command line of the same request, with what the file states."""
        words = ["joute", "tournament", self.game or "", *self.agents]
        for name in ("name", "format", "budget", "games", "seed", "workers", "cluster", "openings"):
            if (value := getattr(self, name)) is not None:
                words += [f"--{name}", str(plain_seed(value) if name == "seed" else value)]
        for name, value in self.options.items():
            words += ["-o", f"{name}={value}"]
        if self.limits:
            words += ["--limits", ",".join(f"{name}={value}" for name, value in self.limits.items())]
        return shlex.join([*words, "--opinions"] if self.opinions else words)


def read_file(file: Path) -> TournamentRequest:
    """The request in a TOML file, or an error that names the mistake."""
    content = read_bytes(file)
    try:
        said = tomllib.loads(content.decode())
    except UnicodeDecodeError as error:
        raise JouteError("{file} is not a text file: {error}", file=file, error=error) from error
    except (ValueError, RecursionError) as error:
        raise JouteError("{file} is not TOML: {error}", file=file, error=error) from error
    return _checked(said, file)


def _checked(said: Mapping[str, object], file: Path) -> TournamentRequest:
    names = [one.name for one in fields(TournamentRequest)]
    for name, value in said.items():
        if name not in names:
            raise JouteError("{file}: a tournament has no {name!r}; it has: {names}", file=file, name=name, names=known(names))
        kind, meaning = _KINDS[name]
        if name == "budget" and isinstance(value, int) and not isinstance(value, bool):
            continue
        if not isinstance(value, kind) or isinstance(value, bool) is not (kind is bool) or (isinstance(value, list) and not _texts(value)):
            raise JouteError("{file}: {name} = {value!r} is not {meaning}", file=file, name=name, value=value, meaning=say(meaning))
    budget = {"budget": str(said["budget"])} if "budget" in said else {}
    return TournamentRequest(**{**said, **budget})  # type: ignore[arg-type]  # checked above


def _texts(values: Sequence[object]) -> bool:
    return all(isinstance(value, str) and value for value in values)

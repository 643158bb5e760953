"""The options of Pokémon."""

from dataclasses import dataclass

from joute.core.errors import BadSetting, known
from joute.core.game import plain_name
from joute.core.settings import setting
from joute.games.pokemon.creatures import CREATURES, TEAM
from joute.i18n import Language, current_language

KINDS = {plain_name(creature.name): kind for kind, creature in enumerate(CREATURES)}
CANONICAL = {plain_name(creature.english): plain_name(creature.name) for creature in CREATURES}  # by English name
EVERYBODY = ",".join(list(KINDS)[:TEAM])


@dataclass(frozen=True)
class PokemonOptions:
    """Options of Pokémon."""

    team: str = setting(EVERYBODY, "one to 6 creatures, separated by commas or +, repeated ones allowed", public=True)
    team2: str = setting("", "the second trainer's creatures, if different from the first's", public=True)
    turns: int = setting(200, "turns after which the larger sum of HP wins", 1, 200)
    cards: str = setting("", "TOML file with more creatures, attacks and types", public=False)

    def __post_init__(self) -> None:
        """Normalise the spelling of the teams; refuse unknown creatures."""
        team, team2 = _spelt("team", self.team), _spelt("team2", self.team2 or self.team)
        object.__setattr__(self, "team", team)
        object.__setattr__(self, "team2", "" if team2 == team else team2)

    @property
    def kinds(self) -> tuple[list[int], list[int]]:
        """The kinds of creatures of both trainers."""
        return kinds_of(self.team), kinds_of(self.team2 or self.team)


def kinds_of(team: str) -> list[int]:
    """The kinds of creatures that a checked text names."""
    return [KINDS[name] for name in team.split(",")]


def _spelt(option: str, text: str) -> str:
    typed = [plain_name(name) for name in text.replace("+", ",").split(",")]
    names = [CANONICAL.get(name, name) for name in typed]
    for name in names:
        if name not in KINDS:
            raise BadSetting(
                "pokemon: {option}={text}: no creature is called {name!r}; there are: {names}",
                option=option,
                text=text,
                name=name,
                names=known(KINDS if current_language() == Language.fr else CANONICAL),
            )
    if len(names) > TEAM:
        raise BadSetting(
            "pokemon: {option}={text}: {count} creatures; a team has one to {most}", option=option, text=text, count=len(names), most=TEAM
        )
    return ",".join(names)

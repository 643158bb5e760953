"""A random game as text: a sample for people, and the golden playthrough that tests compare."""

from joute.core import settings
from joute.core.definition import AnyDefinition
from joute.core.game import Game
from joute.core.rng import below, seeded
from joute.core.state import State
from joute.i18n import use_canonical_names


def random_choices(game: Game, state: State, *purpose: object) -> dict[int, int]:
    """A legal action for every mover, drawn at random."""
    choices = {}
    for seat in game.movers(state):
        legal = game.legal_numbers(state, seat)
        choices[seat] = legal[below(seeded(*purpose, seat), len(legal))]
    return choices


def playthrough(game: Game, seed: int, language: str = "en") -> str:
    """The first position, every choice with what happened, and the last position, with the names that records use."""
    state = game.new(seed)
    with use_canonical_names():
        lines = [repr(game), game.show(game.view(state, 0), language), ""]
        turn = 0
        while not game.over(state):
            choices = random_choices(game, state, seed, turn)
            lines += [f"seat {seat}: {game.actions[number].name}" for seat, number in choices.items()]
            lines += [f"  {event.text(language)}" for event in game.play(state, choices)]
            turn += 1
        return "\n".join([*lines, "", game.show(state, language), f"scores {game.returns(state)}", ""])


def sample(definition: AnyDefinition, seed: int = 1) -> None:
    """Print a sample game with the default options."""
    print(playthrough(Game(definition, settings.make(definition.options, {}, definition.name)), seed))

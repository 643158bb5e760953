"""Pokémon: simultaneous choices and chance, two seats, everything visible."""

from joute.game import Definition, Spec
from joute.games.pokemon import careful, evaluate, features, rules, view
from joute.games.pokemon.options import PokemonOptions
from joute.games.pokemon.tables import MOVES


def spec(options: PokemonOptions) -> Spec:
    """What this game is."""
    sizes = [len(kinds) for kinds in options.kinds]
    # The leads; in a turn one choice of both and at most one leaving of each; a replacement for every creature but the last.
    longest = 1 + 3 * options.turns + sum(sizes) - 2
    return Spec(seats=2, lowest=-1, highest=1, longest=longest, widest=MOVES + max(sizes) - 1, outcomes=2, simultaneous=True)


DEFINITION = Definition(
    name="pokemon",
    title={"en": "Pokémon", "fr": "Pokémon"},
    options=PokemonOptions,
    spec=spec,
    fields=rules.FIELDS,
    rules=(rules, evaluate, features, careful),
    view=view,
    agents={"basic": "joute.games.pokemon.players:Basic"},
    recipes={"easy": "basic", "medium": "expectiminimax", "hard": "simultaneous:depth=2", "expert": "simultaneous:depth=3"},
    feature_names=features.feature_names,
)

"""Morpion-4: perfect information, two seats in turn."""

from joute.game import Definition, Spec
from joute.games.morpion import evaluate, features, rules, view
from joute.games.morpion.features import feature_names
from joute.games.morpion.options import MorpionOptions


def spec(options: MorpionOptions) -> Spec:
    """What this game is."""
    cells = options.width * options.height
    swaps = int(options.swap)
    return Spec(seats=2, lowest=-1, highest=1, longest=cells + swaps, widest=cells + swaps)


DEFINITION = Definition(
    name="morpion",
    title={"en": "Morpion-4", "fr": "Morpion-4"},
    options=MorpionOptions,
    spec=spec,
    fields=rules.FIELDS,
    rules=(rules, evaluate, features),
    view=view,
    agents={"classes": "joute.games.morpion.players:Classes"},
    feature_names=feature_names,
    openings="joute.games.morpion.openings:balanced",
)

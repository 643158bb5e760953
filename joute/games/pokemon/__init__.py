"""Pokémon: simultaneous choices and chance, two seats, everything visible."""

from pathlib import Path

from joute.core.definition import Definition, Spec
from joute.games.pokemon import evaluate, facts, features, heuristic, narration, render, rules, state_json
from joute.games.pokemon.cards import STANDARD
from joute.games.pokemon.creatures import CARDS, MOVES
from joute.games.pokemon.options import PokemonOptions
from joute.games.pokemon.references import REFERENCES
from joute.games.pokemon.state import PokemonState


def spec(options: PokemonOptions) -> Spec:
    """What this game is."""
    sizes = [len(kinds) for kinds in options.kinds]
    # The leads; in a turn one choice of both and at most one leaving of each; a replacement for every creature but the last.
    longest = 1 + 3 * options.turns + sum(sizes) - 2
    return Spec(seats=2, lowest=-1, highest=1, longest=longest, widest=MOVES + max(sizes) - 1, outcomes=2, simultaneous=True, utility="win")


RECIPES = {
    "easy": "fallible:of=expectiminimax+depth=1,temperature=0.3",  # sees only the HP at the end of this turn
    "medium": "fallible:of=simultaneous+depth=1,temperature=0.17",
    "hard": "fallible:of=simultaneous+depth=1,temperature=0.05",
    "expert": "simultaneous:depth=3,nodes=80000",
    "master": "simultaneous:nodes=1000000,predict=yes,prove=100000",
}

DEFINITION = Definition(
    name="pokemon",
    title={"en": "Pokémon", "fr": "Pokémon"},
    options=PokemonOptions,
    spec=spec,
    state=PokemonState,
    rules=(rules, evaluate, features, heuristic, facts),
    render=render,
    narration=narration,
    codec=state_json,
    agents={"basic": "joute.games.pokemon.agents.basic:Basic"},
    equilibrium="joute.games.pokemon.endings:opinions",
    recipes=RECIPES,
    references=REFERENCES,
    defaults={"smmcts": "exploration=0.02"},  # evaluations differ by little from choice to choice: docs/tuning.md
    feature_names=features.feature_names,
    facts=facts.FACTS,
    consequences=facts.CONSEQUENCES,
    final_consequences=facts.FINAL_CONSEQUENCES,
    often="in {n} of 10 cases",
    weights=Path(__file__).with_name("weights.json") if CARDS is STANDARD else None,  # they were fitted to games with these cards
    variant="joute.games.pokemon.variant:definition_for",
)

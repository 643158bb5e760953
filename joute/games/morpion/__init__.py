"""Morpion-4: perfect information, two seats in turn."""

from joute.core.definition import Definition, Spec
from joute.games.morpion import evaluate, facts, features, heuristic, narration, render, rules, state_json
from joute.games.morpion.options import MorpionOptions
from joute.games.morpion.references import REFERENCES
from joute.games.morpion.state import MorpionState


def spec(options: MorpionOptions) -> Spec:
    """What this game is."""
    cells = options.width * options.height
    swaps = int(options.swap)
    return Spec(seats=2, lowest=-1, highest=1, longest=cells + swaps, widest=cells + swaps, utility="win")


DEFINITION = Definition(
    name="morpion",
    title={"en": "Four in a Row", "fr": "Morpion-4"},
    options=MorpionOptions,
    spec=spec,
    state=MorpionState,
    rules=(rules, evaluate, facts, features, heuristic),
    render=render,
    narration=narration,
    codec=state_json,
    agents={"classes": "joute.games.morpion.agents.candidate_classes:Classes", "solver": "joute.games.morpion.agents.solver:Solver"},
    recipes={
        "easy": "fallible:of=alpha_beta+depth=1,temperature=0.4,blunder=0.6",
        "medium": "careful",
        "hard": "alpha_beta:depth=2",
        "expert": "solver:seconds=2.5",  # proves what is to be proven: more time makes no stronger player, so there is no `master`
    },
    references=REFERENCES,
    defaults={"mcts": "exploration=0.2"},  # many cells and few that matter: docs/tuning.md
    feature_names=features.feature_names,
    facts=facts.FACTS,
    consequences=facts.CONSEQUENCES,
    often=facts.OFTEN,
    solver="joute.games.morpion.solver.solve:solve",
    openings="joute.games.morpion.openings:balanced",
)

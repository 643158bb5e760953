"""Diamant: simultaneous choices and chance, two to eight seats, a push-your-luck game."""

from joute.core.definition import Definition, Spec
from joute.games.diamant import evaluate, facts, features, heuristic, narration, render, rules, state_json
from joute.games.diamant.cards import kinds_in
from joute.games.diamant.options import DiamantOptions
from joute.games.diamant.references import REFERENCES
from joute.games.diamant.state import DiamantState


def spec(options: DiamantOptions) -> Spec:
    """What this game is; a win is one point, shared by equal banks."""
    return Spec(
        seats=options.seats,
        lowest=0,
        highest=1,
        longest=rules.most_turns(options),
        widest=2,
        outcomes=kinds_in(int(options.edition)),
        simultaneous=True,
        utility="win",
    )


DEFINITION = Definition(
    name="diamant",
    title={"en": "Diamant", "fr": "Diamant"},
    options=DiamantOptions,
    spec=spec,
    state=DiamantState,
    rules=(rules, evaluate, features, facts, heuristic),
    render=render,
    narration=narration,
    codec=state_json,
    feature_names=features.feature_names,
    facts=facts.FACTS,
    consequences=facts.CONSEQUENCES,
    final_consequences=facts.FINAL_CONSEQUENCES,
    explanation="joute.games.diamant.explanation",
    often=facts.OFTEN,
    equilibrium="joute.games.diamant.agents.equilibrium:opinions",
    agents={
        "balanced": "joute.games.diamant.agents.balanced:Balanced",
        "equilibrium": "joute.games.diamant.agents.equilibrium:EquilibriumPlayer",
        "exit_factor": "joute.games.diamant.agents.exit_factor:ExitFactor",
        "exit_factor_tuned": "joute.games.diamant.agents.exit_factor:ExitFactorTuned",
        "leaver": "joute.games.diamant.agents.exit_factor:Leaver",
        "veteran": "joute.games.diamant.agents.veteran:Veteran",
    },
    recipes={
        "easy": "exit_factor",
        "medium": "careful",
        "hard": "fallible:of=veteran+iterations=300,temperature=1.5,blunder=0.05",
        "expert": "veteran:iterations=2000",
        "master": "equilibrium",
    },
    references=REFERENCES,
)

"""Barbu, twenty-four deals of six contracts: hidden information, four seats in turn."""

from joute.core.definition import Definition, Spec
from joute.games.barbu import determinize, evaluate, facts, features, heuristic, likelihood, narration, render, rules, state_json
from joute.games.barbu.contracts import CONTRACTS, HIGHEST, LOSSES
from joute.games.barbu.options import BarbuOptions
from joute.games.barbu.state import BarbuState
from joute.games.trick_taking.cards import CARDS, HAND, SEATS


def spec(options: BarbuOptions) -> Spec:
    """What this game is: the most choices of a deal are those of a Réussite, each card after three passes."""
    return Spec(
        seats=SEATS,
        lowest=-float(LOSSES.sum()) * options.declarers,
        highest=float(HIGHEST.sum()) * options.declarers,
        longest=(CONTRACTS + (CONTRACTS - 1) * CARDS + CARDS * SEATS) * options.declarers,
        widest=HAND,
        outcomes=SEATS,
        hidden=True,
        zero_sum=False,
        utility="win",
        swing=float(LOSSES.max() + HIGHEST.max()),
    )


# The others are careful players who now and then play any card, more often for `expert`.
WINNING = "ismcts+iterations={iterations}+rollout=careful+aim=win+exploration=0.35+opponents=careful+opponent_epsilon={epsilon}"

DEFINITION = Definition(
    name="barbu",
    title={"en": "Barbu", "fr": "Barbu"},
    options=BarbuOptions,
    spec=spec,
    state=BarbuState,
    rules=(rules, determinize, evaluate, facts, features, heuristic, likelihood),
    render=render,
    narration=narration,
    codec=state_json,
    feature_names=features.feature_names,
    facts=facts.FACTS,
    consequences=facts.CONSEQUENCES,
    final_consequences=facts.FINAL_CONSEQUENCES,
    often=facts.OFTEN,
    symmetries=features.symmetries,
    agents={"declarer": "joute.games.barbu.agents.declarer:Declarer"},
    recipes={
        "easy": "fallible:of=ismcts+iterations=40,temperature=0.8",
        "medium": "careful",
        "hard": "declarer:of=ismcts+iterations=100+rollout=careful+exploration=0.2",
        "expert": f"declarer:of={WINNING.format(iterations=2000, epsilon=0.5)}",
        "master": f"declarer:of={WINNING.format(iterations=4000, epsilon=0.15)},worlds=600",
    },
)

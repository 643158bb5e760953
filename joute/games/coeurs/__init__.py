"""Cœurs, the Hearts deal of Barbu: hidden information, four seats in turn."""

from pathlib import Path

from joute.core.definition import Definition, Spec
from joute.games.coeurs import determinize, evaluate, facts, features, heuristic, likelihood, narration, render, rules, state_json
from joute.games.coeurs.options import CoeursOptions
from joute.games.coeurs.references import REFERENCES
from joute.games.coeurs.state import CoeursState
from joute.games.trick_taking.cards import CARDS, HAND, SEATS


def spec(options: CoeursOptions) -> Spec:
    """What this game is: a deal hands out 40 points, as a gain to one seat or as losses to several."""
    return Spec(
        seats=SEATS,
        lowest=-rules.SLAM * options.deals,
        highest=rules.SLAM * options.deals,
        longest=CARDS * options.deals,
        widest=HAND,
        outcomes=SEATS,
        hidden=True,
        zero_sum=False,
        utility="win",
        swing=2 * rules.SLAM,
    )


SEARCH = "rollout=careful,aim=win,exploration=0.35"  # what won its duels: see the README

DEFINITION = Definition(
    name="coeurs",
    title={"en": "Hearts", "fr": "Cœurs"},
    options=CoeursOptions,
    spec=spec,
    state=CoeursState,
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
    network=Path(__file__).with_name("network.safetensors"),
    explanation="joute.games.coeurs.explanation",
    agents={
        "uct": "joute.games.coeurs.agents.uct:Uct",
        "virtuoso": "joute.games.coeurs.agents.virtuoso:Virtuoso",
        "novice": "joute.games.coeurs.agents.novice:Novice",
    },
    recipes={
        "easy": "novice",
        "medium": "fallible:of=ismcts+iterations=50,temperature=0.6",
        "hard": "ismcts:iterations=60,rollout=careful,exploration=0.35",
        "expert": f"ismcts:iterations=2000,{SEARCH},opponents=careful,opponent_epsilon=0.5",
        # The network says what the others would play, and so what they hold (`joute train --method expert`).
        "master": f"ismcts:iterations=1000,{SEARCH},opponents=network,opponent_epsilon=0.05,belief=network,worlds=100",
    },
    references=REFERENCES,
)

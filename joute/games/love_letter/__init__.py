"""Love Letter: hidden information and chance, two to six seats in turn."""

from joute.core.definition import Definition, Spec
from joute.core.errors import BadSetting
from joute.games.love_letter import determinize, evaluate, facts, features, heuristic, likelihood, narration, render, rules, state_json
from joute.games.love_letter.cards import CHANCELLOR, KINDS
from joute.games.love_letter.options import LoveLetterOptions
from joute.games.love_letter.references import REFERENCES
from joute.games.love_letter.state import LoveLetterState

# Scores are chances to win a match, of which a round decides a tenth: so exploration is low.
INFERRING = "exploration=0.2,rollout=careful,opponents=careful,belief=inferred"
RECIPES = {
    "easy": "fallible:of=ismcts+iterations=20+belief=uniform,temperature=1.5,blunder=0.25",
    "medium": "fallible:of=ismcts+iterations=200+rollout=careful+belief=uniform,temperature=1,blunder=0.15",
    "hard": "fallible:of=ismcts+iterations=300+rollout=careful+belief=uniform,temperature=0.35,blunder=0.1",
    "expert": f"ismcts:iterations=10000,{INFERRING}",
    "master": f"subgame:cards=3,belief=uniform,before=blueprint,others=ismcts+iterations=20000+{INFERRING.replace(',', '+')}",
}


def spec(options: LoveLetterOptions) -> Spec:
    """What this game is."""
    if options.rounds and options.tokens:
        raise BadSetting(
            "love_letter: tokens={tokens} with rounds={rounds}; a game ends by one or by the other",
            tokens=options.tokens,
            rounds=options.rounds,
        )
    seats = options.seats
    deck = sum(options.copies) - 1 - options.shown - seats
    # Every turn takes a card off the deck for good (a Chancellor gives back what it drew), and each Chancellor asks once more.
    choices = deck + options.copies[CHANCELLOR]
    # Every round gives a token at least: the last one to somebody when everybody was one short.
    rounds = options.rounds or seats * (options.goal - 1) + 1
    return Spec(
        seats=seats,
        lowest=0,
        highest=2 * options.rounds or 1,
        longest=rounds * choices,
        widest=(KINDS - 1) * (seats - 1) + seats,  # a Guard and a Prince
        outcomes=KINDS,
        hidden=True,
        zero_sum=not options.rounds,
        utility="score" if options.rounds else "win",
        swing=2 if options.rounds else 0,  # a token and the Spy's
    )


DEFINITION = Definition(
    name="love_letter",
    title={"en": "Love Letter", "fr": "Love Letter"},
    options=LoveLetterOptions,
    spec=spec,
    state=LoveLetterState,
    rules=(rules, determinize, evaluate, features, facts, heuristic, likelihood),
    render=render,
    narration=narration,
    codec=state_json,
    feature_names=features.feature_names,
    facts=facts.FACTS,
    consequences=facts.CONSEQUENCES,
    explanation="joute.games.love_letter.explanation",
    often=facts.OFTEN,
    agents={
        "blueprint": "joute.games.love_letter.agents.blueprint:Blueprint",
        "negamax": "joute.games.love_letter.agents.negamax:Negamax",
        "subgame": "joute.games.love_letter.agents.subgame:Subgame",
    },
    recipes=RECIPES,
    references=REFERENCES,
    defaults={"ismcts": "belief=inferred"},
)

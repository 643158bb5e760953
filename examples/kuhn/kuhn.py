"""Kuhn poker (1950): three cards, one bet. Its value for the first seat is -1/18, which makes it a test of searches."""

import sys
from dataclasses import dataclass
from typing import Annotated

from joute.core.contract import Actions, Choices, Odds, Scores, Values
from joute.core.definition import Definition, Spec
from joute.core.events import Event, Step
from joute.core.layout import Card, Counter, Hand, Layout
from joute.core.rng import Rng, below
from joute.core.seat_names import placeholder
from joute.core.state import Fields
from joute.jit.dispatch import rule
from joute.jit.struct import Int8, Int8s


class KuhnState(Fields):
    """Two cards and the bets."""

    cards: Annotated[Int8s, 2]  # 1, 2, 3: jack, queen, king; 0: not dealt yet; -1: hidden from the viewer
    history: Int8  # the actions so far as binary digits: pass is 0, bet is 1
    length: Int8  # number of actions so far


PASS, BET = 0, 1
CARDS = 3
NAMES = ("-", "jack", "queen", "king", "?")  # by card; the last is card -1
FRENCH = ("-", "valet", "dame", "roi", "?")


@dataclass(frozen=True)
class KuhnOptions:
    """None."""


def setup(state: KuhnState, options: KuhnOptions) -> None:
    """No card is dealt yet."""


def movers(state: KuhnState) -> int:
    """Seats in turn, once both have a card."""
    return 0 if over(state) or (state.length == 0 and dealt(state) < 2) else 1 << (state.length & 1)


@rule
def over(state: KuhnState) -> bool:
    """Both passed, or a bet was answered."""
    if state.length == 2:
        return state.history != 1  # pass-pass, bet-pass, bet-bet; pass-bet goes on
    return state.length == 3


def legal(state: KuhnState, seat: int, actions: Actions) -> int:
    """Pass or bet."""
    actions[0], actions[1] = PASS, BET
    return 2


def advance(state: KuhnState, choices: Choices) -> None:
    """Write the choice down."""
    state.history = 2 * state.history + choices[state.length & 1]
    state.length += 1


def chances(state: KuhnState, odds: Odds) -> int:
    """Any card that is left, for the seat without one."""
    for card in range(3):
        taken = state.cards[0] == card + 1
        odds[card] = 0.0 if taken else 1 / (3 - dealt(state))
    return 3


def resolve(state: KuhnState, outcome: int) -> None:
    """Deal the card."""
    state.cards[dealt(state)] = outcome + 1


def hide(state: KuhnState, seat: int) -> None:
    """The other card; a view keeps that it exists by writing -1."""
    for other in range(2):
        if other != seat and state.cards[other] != 0:
            state.cards[other] = -1


def imagine(state: KuhnState, seat: int, rng: Rng) -> None:
    """Any card that is left for each hidden one; a spectator (seat -1) knows neither."""
    for other in range(2):
        if state.cards[other] == -1:
            known = state.cards[1 - other]
            state.cards[other] = 1 + (known + below(rng, 2)) % 3 if known > 0 else 1 + below(rng, 3)


def returns(state: KuhnState, scores: Scores) -> None:
    """The ante, and the bet if it was met."""
    scores[:] = 0.0
    if not over(state):
        return
    winner = 0 if state.cards[0] > state.cards[1] else 1
    stake = 1.0
    if state.length == 2 and state.history == 2:  # bet, pass
        winner = 0
    elif state.length == 3 and state.history == 2:  # pass, bet, pass
        winner = 1
    elif state.history & 1:
        stake = 2.0
    scores[winner] = stake
    scores[1 - winner] = -stake


@rule
def dealt(state: KuhnState) -> int:
    """How many cards are out."""
    return (state.cards[0] != 0) + (state.cards[1] != 0)


def features(state: KuhnState, seat: int, out: Values) -> None:
    """The card that one holds, and every action so far."""
    out[:] = 0.0
    if state.cards[seat] > 0:
        out[state.cards[seat] - 1] = 1.0
    for turn in range(state.length):
        action = state.history >> (state.length - 1 - turn) & 1
        out[CARDS + 2 * turn + action] = 1.0


def feature_names(options: KuhnOptions) -> list[str]:
    """The names of the features, in their order."""
    return [f"I hold the {card}" for card in NAMES[1 : CARDS + 1]] + [
        f"action {turn}: {name}" for turn in (1, 2, 3) for name in ("pass", "bet")
    ]


def names(options: KuhnOptions) -> dict[int, str]:
    """Pass and bet."""
    return {PASS: "pass", BET: "bet"}


def local_names(options: KuhnOptions, language: str) -> dict[int, tuple[str, ...]]:
    """The French names."""
    return {PASS: ("passer",), BET: ("miser",)} if language == "fr" else {}


def show(state: KuhnState, viewer: int | None, language: str) -> str:
    """The cards that the viewer sees, and the bets."""
    words = {"en": NAMES, "fr": FRENCH}[language]
    first, second = (words[card] for card in state.cards)
    played = [["pass", "bet"][state.history >> (state.length - 1 - turn) & 1] for turn in range(state.length)]
    titles = {"en": ("cards", "actions"), "fr": ("cartes", "actions")}[language]
    return f"{titles[0]}: {first}, {second}\n{titles[1]}: {', '.join(played) or '-'}"


def layout(state: KuhnState, viewer: int | None, language: str) -> Layout:
    """The cards and the bets for a browser; the viewer's own card comes last."""
    words, french = {"en": NAMES, "fr": FRENCH}[language], language == "fr"
    turns = [state.history >> (state.length - 1 - turn) & 1 for turn in range(state.length)]
    stakes = [1 + sum(action for turn, action in enumerate(turns) if turn & 1 == seat) for seat in range(2)]
    order = (1, 0) if viewer == 0 else (0, 1)
    hands = [Hand([Card(words[state.cards[seat]], hidden=state.cards[seat] == -1)] if state.cards[seat] else [], seat) for seat in order]
    bets = [Counter(stakes[seat], "mise" if french else "stake", seat) for seat in range(2)]
    return [hands[0], *bets, hands[1]]


def describe(before: KuhnState, after: KuhnState, step: Step, viewer: int | None) -> list[Event]:
    """A card that is dealt, which only its seat sees, or an action."""
    if after.length > before.length:
        seat, word = before.length & 1, "bet" if after.history & 1 else "pass"
        sentences = {"bet": ("bets", "mise"), "pass": ("passes", "passe")}[word]
        player = placeholder(seat)  # filled in with a name, or with the number of the seat
        return [Event(word, {"seat": seat}, {"en": f"{player} {sentences[0]}", "fr": f"{player} {sentences[1]}"})]
    seat = dealt(before)
    card, player = after.cards[seat], placeholder(seat)
    if card == -1:
        return [Event("dealt", {"seat": seat}, {"en": f"{player} gets a card", "fr": f"{player} reçoit une carte"})]
    french = ("un valet", "une dame", "un roi")[card - 1]
    return [
        Event("dealt", {"seat": seat, "card": NAMES[card]}, {"en": f"{player} gets a {NAMES[card]}", "fr": f"{player} reçoit {french}"})
    ]


def spec(options: KuhnOptions) -> Spec:
    """What Kuhn poker is."""
    return Spec(seats=2, lowest=-2, highest=2, longest=3, widest=2, outcomes=3, hidden=True)


HERE = sys.modules[__name__]
DEFINITION = Definition(
    "kuhn",
    {"en": "Kuhn poker", "fr": "Poker de Kuhn"},
    KuhnOptions,
    spec,
    KuhnState,
    rules=(HERE,),
    render=HERE,
    narration=HERE,
    feature_names=feature_names,
    layout=layout,
)

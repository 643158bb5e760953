"""Positions of Diamant as JSON: cards by their names, seats as lists; every count is checked when a position is read."""

from collections import Counter
from typing import TypedDict, cast

from joute.core.errors import BadPosition, known
from joute.core.state import Json
from joute.games.diamant.cards import (
    ALL_RELICS_AT_ONCE,
    COPIES_OF_A_TRAP,
    FIRST_RELIC,
    FIRST_TRAP,
    FULL_DECK,
    LONGEST_PATH,
    NUMBERED_RELICS,
    RELICS,
    TREASURES,
    VALUES,
    WORTH_AS_NUMBERED,
    WORTH_AS_TAKEN,
    card_names,
)
from joute.games.diamant.rules import cards_left, deadly_cards, relics_on_path, relics_taken, worth_of_path_relics
from joute.games.diamant.state import DiamantState
from joute.games.diamant.strings import members
from joute.i18n import Sentence, say


class NextCardJson(TypedDict):
    """The number of cards in the deck, and of those that would end the round."""

    cards: int
    deadly: int


class PathRelicsJson(TypedDict):
    """The relics on the path, and what a seat that returns alone gets for them."""

    count: int
    worth: int


class DiamantJson(TypedDict):
    """A state; lists of numbers are by seat, cards have their names."""

    round: int  # from 1
    rounds: int
    path: list[str]
    turned: int
    gems: int
    inside: list[int]
    carried: int
    banks: list[int]
    relics: list[int]
    deck: dict[str, int]
    turning: bool
    over: bool
    next: NextCardJson
    path_relics: PathRelicsJson


def to_json(state: DiamantState) -> DiamantJson:
    """The position; `next` and `path_relics` follow from the rest and are for clients."""
    cards = card_names(state.edition)
    seats = state.seats
    return {
        "round": state.round + 1,
        "rounds": state.rounds,
        "path": [cards[kind] for kind in state.path[: state.steps].tolist()],
        "turned": state.turned,
        "gems": state.gems,
        "inside": members(state.inside),
        "carried": state.carried,
        "banks": state.bank[:seats].tolist(),
        "relics": state.relics[:seats].tolist(),
        "deck": {card: count for card, count in zip(cards, state.deck.tolist(), strict=False) if count},
        "turning": bool(state.turning),
        "over": state.round == state.rounds,
        "next": {"cards": cards_left(state), "deadly": deadly_cards(state)},
        "path_relics": {"count": int(relics_on_path(state)), "worth": int(worth_of_path_relics(state))},
    }


def from_json(source: Json, state: DiamantState) -> None:
    """Read a position that `to_json` wrote."""
    position = cast(DiamantJson, source)  # a wrong type raises KeyError, TypeError or ValueError below
    state.round = position["round"] - 1
    _place_cards(position, state)
    state.turned = source.get("turned", state.steps)
    state.gems, state.carried = position["gems"], position["carried"]
    state.bank[: state.seats] = _for_each_seat(position["banks"], "banks", state)
    state.relics[: state.seats] = _for_each_seat(position["relics"], "relics", state)
    state.inside = _bits(position["inside"], state)
    state.turning = bool(position["turning"])
    _check(state)


def _for_each_seat(numbers: list[int], what: str, state: DiamantState) -> list[int]:
    if len(numbers) != state.seats or min(numbers) < 0:
        raise BadPosition("{what} {numbers}; this game has {seats} seats, none below 0", what=what, numbers=numbers, seats=state.seats)
    return numbers


def _bits(inside: list[int], state: DiamantState) -> int:
    if not set(inside) <= set(range(state.seats)):
        raise BadPosition("seats {inside} inside; this game has seats 0 to {last}", inside=inside, last=state.seats - 1)
    return sum(1 << seat for seat in set(inside))


def _place_cards(source: DiamantJson, state: DiamantState) -> None:
    cards = card_names(state.edition)
    path, deck = source["path"], source["deck"]
    if unknown := sorted({*path, *deck} - set(cards)):
        raise BadPosition("there is no card {unknown}; the cards are {cards}", unknown=known(unknown), cards=known(cards))
    if len(path) > LONGEST_PATH:
        raise BadPosition("a path of {count} cards; it never has more than {most}", count=len(path), most=LONGEST_PATH)
    state.deck[:] = 0
    for card, count in deck.items():
        state.deck[cards.index(card)] = count
    for place, card in enumerate(path):
        kind = cards.index(card)
        state.path[place] = kind
        if FIRST_TRAP <= kind < FIRST_RELIC:
            state.warned |= 1 << (kind - FIRST_TRAP)
    state.steps = len(path)


def _check(state: DiamantState) -> None:
    """Refuse a position that no game can reach: the rules rely on the right number of cards."""
    inside = members(state.inside)
    on_path = Counter(state.path[: state.steps].tolist())
    together = [count + on_path[kind] for kind, count in enumerate(state.deck.tolist())]
    traps = together[FIRST_TRAP:FIRST_RELIC]
    disasters = COPIES_OF_A_TRAP * len(traps) - sum(traps)
    ended = state.round == state.rounds
    entered = RELICS if state.edition == ALL_RELICS_AT_ONCE else min(state.round + 1, state.rounds)
    numbered = [number for number, count in enumerate(together[FIRST_RELIC:]) for _ in range(count)]
    laid = sum(VALUES[kind] * count for kind, count in on_path.items() if kind < FIRST_TRAP)
    richest = (state.round + 1) * sum(TREASURES) + int(WORTH_AS_TAKEN.sum() + WORTH_AS_NUMBERED.sum())
    demands: list[tuple[bool, Sentence]] = [
        (0 <= state.round <= state.rounds, "round {round} of {rounds}"),
        (min(state.deck.tolist()) >= 0, "a number of cards below 0"),
        (together[:FIRST_TRAP] == FULL_DECK[:FIRST_TRAP].tolist(), "treasures that are missing or too many"),
        (all(1 <= count <= COPIES_OF_A_TRAP for count in traps), "a trap without cards, or with more than three"),
        (all(on_path[kind] <= 1 for kind in range(FIRST_TRAP, FIRST_RELIC)), "two traps of a kind on the path"),
        (0 <= disasters <= state.round, "{disasters} traps out of the game after {played} rounds"),
        (sum(together[FIRST_RELIC:]) + relics_taken(state) <= entered, "more relics than the {entered} that came into the game"),
        (state.edition != NUMBERED_RELICS or numbered == sorted(set(numbered) & set(range(entered))), "a relic twice, or before its round"),
        (state.steps <= state.turned <= LONGEST_PATH, "{turned} cards turned for a path of {steps}"),
        (state.gems >= 0 and state.carried >= 0, "gems below 0"),
        (state.gems + state.carried * len(inside) <= laid, "more gems than the {laid} on the path's treasures"),
        (max(state.bank.tolist()) <= richest, "a bank above {richest}"),
        (bool(inside) != ended, "seats {inside} inside"),
        (state.steps > 0 or state.turning == 1 or ended, "a choice before the first card"),
        (not ended or not (state.turning or state.steps or state.gems or state.carried), "a path after the end"),
    ]
    for holds, complaint in demands:
        if not holds:
            numbers = {
                "round": state.round + 1,
                "rounds": state.rounds,
                "played": state.round,
                "turned": state.turned,
                "steps": state.steps,
            }
            found = {"disasters": disasters, "entered": entered, "laid": laid, "richest": richest, "inside": inside}
            raise BadPosition("not a position of diamant: {complaint}", complaint=say(complaint, **numbers, **found))

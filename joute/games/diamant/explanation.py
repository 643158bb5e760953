"""What an explorer knows, thing by thing, and what it might have been: the traps and the treasures of the path, and the banks.

Nothing is hidden in Diamant, so that a thing which is left out is taken from other games of careful players, in the same round: traps from
paths with about as many treasures, treasures from paths with about as many traps, banks as they were. The deck always fits the path.
"""

from collections import Counter
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from joute.core.contract import Actions, Choices, Odds, advance, careful
from joute.core.errors import Unfit
from joute.core.explanation import AlteredView, KnownThing, PuzzlePosition
from joute.core.game import Game
from joute.core.rng import Rng, below, seeded
from joute.core.state import State, States
from joute.games.diamant.cards import FIRST_RELIC, FIRST_TRAP, GEMS, KINDS, LONGEST_PATH, RELICS, TRAPS, relic_worth
from joute.games.diamant.rules import EXPLORE, RETURN, SEATS_IN, relics_taken, worth_of_path_relics
from joute.games.diamant.state import MOST_SEATS, DiamantState
from joute.i18n import in_every_language, say
from joute.jit.compile import compiled
from joute.jit.dispatch import lowest_bit, rule
from joute.search.common.rollout import next_decision

TRAPS_THING, TREASURES, OWN_BANK, OTHER_BANKS = "traps", "treasures", "own bank", "other banks"
NAMES = (TRAPS_THING, TREASURES, OWN_BANK, OTHER_BANKS)
SAMPLES = 40_000  # sampled worlds of an explanation
POPULATION = 6_000  # positions of careful players
TRIES = 20  # to find a position that fits
ALTERNATIVES, MOST_ALTERNATIVES = 300, 8
FARTHEST = 14  # gems behind from which paths are counted out


def known_things(game: Game, view: State, seat: int, actions: tuple[int, ...]) -> list[KnownThing]:
    """The traps on the path, the treasures of the round, the own bank and the others'."""
    return [KnownThing(name, name, _label(name)) for name in NAMES]


def _label(name: str) -> dict[str, str]:
    def words() -> str:
        if name == TRAPS_THING:
            return say("the traps on the path")
        if name == TREASURES:
            return say("the gems carried and on the path")
        return say("the own bank") if name == OWN_BANK else say("the banks of the others")

    return in_every_language(words)


# --- other games --------------------------------------------------------------------------------------------------------------------------


@compiled
def collect_positions(start: States, positions: States, actions: Actions, choices: Choices, odds: Odds, rng: Rng) -> None:
    """Fill the array with positions at which somebody chooses, in games of careful players."""
    work = start.copy()
    waiting = 0
    for number in range(len(positions)):
        while waiting == 0:
            waiting = next_decision(work[0], True, odds, rng)
            if waiting == 0:
                work[0] = start[0]
        positions[number] = work[0]
        while waiting != 0:
            seat = lowest_bit(waiting)
            waiting &= waiting - 1
            choices[seat] = careful(work[0], seat, actions, rng)
        advance(work[0], choices)


@lru_cache(maxsize=8)
def _population(game: Game) -> States:
    positions, spec = np.zeros(POPULATION, game.dtype), game.spec
    actions, choices, odds = np.zeros(spec.widest, np.int64), np.zeros(spec.seats, np.int64), np.zeros(max(1, spec.outcomes))
    collect_positions(game.laid_out().array, positions, actions, choices, odds, seeded("population", repr(game)))
    return positions


def _same_round(game: Game, view: State) -> States:
    positions = _population(game)
    return positions[positions["round"] == view.array["round"][0]]


@rule
def cards_on_path(state: DiamantState, first: int, beyond: int) -> int:
    """The number of cards on the path whose kind is in that range."""
    count = 0
    for place in range(state.steps):
        count += 1 if first <= state.path[place] < beyond else 0
    return count


@rule
def take_path(world: DiamantState, traps: DiamantState, treasures: DiamantState) -> bool:
    """The path gets the traps of one position and all else of another; False, and nothing is changed, if the deck lacks a card."""
    deck = np.zeros(KINDS, np.int64)
    path = np.zeros(LONGEST_PATH, np.int64)
    for kind in range(KINDS):
        deck[kind] = world.deck[kind]
    for place in range(world.steps):
        deck[world.path[place]] += 1
    steps = 0
    for source in range(2):
        other = traps if source == 0 else treasures
        for place in range(other.steps):
            kind = other.path[place]
            is_trap = FIRST_TRAP <= kind < FIRST_RELIC
            if is_trap == (source == 0):
                deck[kind] -= 1
                path[steps] = kind
                steps += 1
                if deck[kind] < 0 or steps == LONGEST_PATH:
                    return False
    for kind in range(KINDS):
        world.deck[kind] = deck[kind]
    for place in range(LONGEST_PATH):
        world.path[place] = path[place] if place < steps else 0
    world.turned += steps - world.steps
    world.steps = steps
    world.warned = traps.warned
    world.carried = treasures.carried
    world.gems = treasures.gems
    return True


@rule
def alike(one: DiamantState, other: DiamantState, first: int, beyond: int) -> bool:
    """Whether two paths have about the same number of cards of some kinds."""
    return abs(cards_on_path(one, first, beyond) - cards_on_path(other, first, beyond)) <= 1


@compiled
def draw_recalled(view: States, seat: int, others: States, known: NDArray[np.bool_], worlds: States, rng: Rng) -> None:
    """A world for each row of `known` [world, thing]: what is not known comes from other positions."""
    count = len(others)
    for number in range(len(worlds)):
        worlds[number] = view[0]
        world = worlds[number]
        if count == 0:
            continue
        for _ in range(TRIES):
            other = others[below(rng, count)]
            if known[number, 0] and known[number, 1]:
                break
            if known[number, 1] and not alike(view[0], other, 0, FIRST_TRAP):
                continue
            if known[number, 0] and not alike(view[0], other, FIRST_TRAP, FIRST_RELIC):
                continue
            if take_path(world, view[0] if known[number, 0] else other, view[0] if known[number, 1] else other):
                break
        if not known[number, 2]:
            world.bank[seat] = others[below(rng, count)].bank[seat]
        if not known[number, 3]:
            other = others[below(rng, count)]
            for place in range(MOST_SEATS):
                if place != seat:
                    world.bank[place] = other.bank[place]


def recalled_worlds(
    game: Game, view: State, seat: int, actions: tuple[int, ...], things: list[KnownThing], known: NDArray[np.bool_], seed: int
) -> States:
    """A world for each row of `known`."""
    worlds = np.zeros(len(known), view.array.dtype)
    draw_recalled(view.array, seat, _same_round(game, view), np.ascontiguousarray(known), worlds, seeded(seed, "recalled"))
    return worlds


def altered_views(game: Game, view: State, seat: int, actions: tuple[int, ...], thing: KnownThing, seed: int) -> list[AlteredView]:
    """Other values of the thing, the most frequent first."""
    known = np.ones((ALTERNATIVES, len(NAMES)), np.bool_)
    known[:, NAMES.index(thing.name)] = False
    worlds = recalled_worlds(game, view, seat, actions, [], known, seed)
    values = [_value(worlds[number : number + 1], seat, thing.name) for number in range(len(worlds))]
    before, found = _value(view.array, seat, thing.name), []
    for value, count in Counter(values).most_common(MOST_ALTERNATIVES + 1):
        if value != before:
            altered = State(worlds[values.index(value)][None].copy(), seat)
            found.append(AlteredView(altered, thing, count / len(worlds), _other_value(thing, value, before)))
    return found[:MOST_ALTERNATIVES]


def _value(array: States, seat: int, name: str) -> int:
    """The thing as one number that people see: traps, gems, the own bank, the largest other bank."""
    state = array[0]
    if name == TRAPS_THING:
        return int(SEATS_IN[int(state["warned"])])
    if name == TREASURES:
        return int(state["carried"] + state["gems"])
    banks = state["bank"].tolist()
    return int(banks[seat]) if name == OWN_BANK else max(bank for place, bank in enumerate(banks) if place != seat)


def _other_value(thing: KnownThing, value: int, before: int) -> dict[str, str]:
    def words() -> str:
        numbers = {"new": value, "old": before}
        if thing.name == TRAPS_THING:
            return say("{new} traps on the path instead of {old}", **numbers)
        if thing.name == TREASURES:
            return say("{new} gems carried and on the path instead of {old}", **numbers)
        if thing.name == OWN_BANK:
            return say("a bank of {new} gems instead of {old}", **numbers)
        return say("{new} gems in the largest other bank instead of {old}", **numbers)

    return in_every_language(words)


# --- as numbers, and in words -------------------------------------------------------------------------------------------------------------


def columns(game: Game, worlds: States, seat: int) -> NDArray[np.float64]:
    """The traps, the gems, and the banks."""
    traps = worlds["warned"][:, None] >> np.arange(TRAPS) & 1
    banks = worlds["bank"].astype(np.float64)
    others = np.delete(banks, seat, axis=1).max(axis=1)
    return np.column_stack([traps, worlds["carried"], worlds["gems"], banks[:, seat], others]).astype(np.float64)


def columns_of(game: Game, thing: KnownThing, seat: int) -> list[int]:
    """The columns that show the thing."""
    places = {TRAPS_THING: range(TRAPS), TREASURES: (TRAPS, TRAPS + 1), OWN_BANK: (TRAPS + 2,), OTHER_BANKS: (TRAPS + 3,)}
    return list(places[thing.name])


def hidden_features(game: Game, worlds: States, view: State, seat: int) -> tuple[list[dict[str, str]], NDArray[np.bool_]]:
    """Nothing is hidden."""
    return [], np.zeros((len(worlds), 0), np.bool_)


# --- positions with exact solutions -------------------------------------------------------------------------------------------------------


def puzzle_position(game: Game, seed: int) -> PuzzlePosition | None:
    """The last round, when one explorer is left inside: what it does decides whether it wins."""
    population = _last_explorers(game)
    if not len(population):
        return None
    rng = seeded(seed, "puzzle")
    array = population[below(rng, len(population))][None].copy()
    seat = int(array["inside"][0]).bit_length() - 1
    return PuzzlePosition(State(array, seat), seat, (EXPLORE, RETURN))


@lru_cache(maxsize=8)
def _last_explorers(game: Game) -> States:
    positions = _population(game)
    last, alone = positions["round"] == positions["rounds"] - 1, SEATS_IN[positions["inside"].astype(np.int64)] == 1
    return positions[last & alone]


def exact_gap(game: Game, view: State, seat: int, actions: tuple[int, int]) -> float:
    """The chance to win with best play, as the only explorer in the last round."""
    state = DiamantState.of(view)
    others = [int(bank) for place, bank in enumerate(state.bank.tolist()[: state.seats]) if place != seat]
    goal, bank = max(others), int(state.bank[seat])
    rivals = others.count(goal)
    home = bank + int(state.carried) + int(state.gems) + int(worth_of_path_relics(state))
    if goal - home > FARTHEST:
        raise Unfit("{count} gems behind are too many to count every path out", count=goal - home)

    def won(gems: int) -> float:
        return 1.0 if gems > goal else 1.0 / (1 + rivals) if gems == goal else 0.0

    relics_before = int(relics_taken(state)) + int(cards_on_path(state, FIRST_RELIC, KINDS))
    relics_left = int(state.deck[FIRST_RELIC:].sum())

    @cache
    def explored(deck: tuple[int, ...], warned: int, gems: int) -> float:
        """The chance to win after turning one more card; `gems` is what a return would make of the bank."""
        total = 0.0
        for kind, count in enumerate(deck):
            if count:
                fewer = (*deck[:kind], count - 1, *deck[kind + 1 :])
                total += count * turned(fewer, warned, gems, kind)
        return total / sum(deck)

    def turned(deck: tuple[int, ...], warned: int, gems: int, kind: int) -> float:
        if kind < FIRST_TRAP:
            return best(deck, warned, gems + int(GEMS[kind]))
        if kind >= FIRST_RELIC:
            number = min(RELICS - 1, relics_before + relics_left - sum(deck[FIRST_RELIC:]) - 1)  # of this relic among those taken
            return best(deck, warned, gems + int(relic_worth(state.edition, kind, number)))
        trap = 1 << (kind - FIRST_TRAP)
        return won(bank) if warned & trap else best(deck, warned | trap, gems)

    def best(deck: tuple[int, ...], warned: int, gems: int) -> float:
        return 1.0 if won(gems) == 1.0 else max(won(gems), explored(deck, warned, gems))

    values = {EXPLORE: explored(tuple(state.deck.tolist()), int(state.warned), home), RETURN: won(home)}
    return values[actions[0]] - values[actions[1]]

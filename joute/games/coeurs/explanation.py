"""What a seat knows in a deal of Cœurs, thing by thing, and what it would be without: cards in hand, suits that others lack, cards played.

Cards that are not known any more are dealt again with the unseen ones, every deal being equally likely. The two cards that are compared
stay in hand; a card that is thrown on another suit stays one that its hand cannot follow with.
"""

import numpy as np
from numpy.typing import NDArray

from joute.core.errors import Unfit
from joute.core.explanation import AlteredView, KnownThing, PuzzlePosition
from joute.core.game import Game
from joute.core.rng import Rng, below, seed_of, seeded
from joute.core.seat_names import placeholder
from joute.core.state import State, States
from joute.games.coeurs import concepts as concepts
from joute.games.coeurs.agents.endgame_solver import EndgameQuestion, count_out, new_worlds
from joute.games.coeurs.determinize import deal_lacked_suits, hand_sizes
from joute.games.coeurs.rules import opener_of
from joute.games.coeurs.state import CoeursState, playing
from joute.games.trick_taking.card_names import CARD_NAMES, SUIT_NAMES, spoken
from joute.games.trick_taking.cards import CARDS, DECK, HAND, HEARTS, RANKS, SEATS, SUIT, SUITS, cards_in, lowest, size, suit_of
from joute.games.trick_taking.worlds import BYTE, deal_out
from joute.i18n import in_every_language, say
from joute.jit.compile import compiled
from joute.jit.dispatch import rule
from joute.search.common.rollout import RuleBuffers

CARD, VOID, PLAYED = "card", "void", "played"
KINDS = (CARD, VOID, PLAYED)
TRIES = 30  # to draw played cards again such that the same seats took the tricks
ALTERNATIVES = 300  # sampled for the probability of each alternative
PUZZLE_CARDS = 3  # in hand when a puzzle begins
FEWEST_THINGS = 5  # known in a puzzle: the decisive one and its rivals


def known_things(game: Game, view: State, seat: int, actions: tuple[int, ...]) -> list[KnownThing]:
    """The other cards in hand, the suits that others have shown to lack, and the ranks played in earlier tricks, by suit."""
    state = CoeursState.of(view)
    if not playing(state):
        return []
    things = [_thing(CARD, f"card {CARD_NAMES[card]}", (card,), seat) for card in cards_in(state.hands[seat]) if card not in actions]
    unseen = DECK & ~state.played & ~state.hands[seat]
    for other in range(SEATS):
        for suit in range(SUITS):
            cards = SUIT << RANKS * suit
            if other != seat and state.lacking[other] & cards and unseen & cards and _cards_left(state, other):
                things.append(_thing(VOID, f"void {other} {SUIT_NAMES[suit]}", (other, suit), seat))
    for suit in range(SUITS):
        cards = SUIT << RANKS * suit
        if _played_before(state) & cards and unseen & cards:
            things.append(_thing(PLAYED, f"played {SUIT_NAMES[suit]}", (suit,), seat))
    return things


def _cards_left(state: CoeursState, seat: int) -> int:
    return HAND - state.plays // SEATS - (1 if state.table[seat] >= 0 else 0)


def _played_before(state: CoeursState) -> int:
    """The cards of earlier tricks."""
    return sum(1 << int(card) for card in state.order[: state.plays - state.plays % SEATS].tolist())


def _thing(kind: str, name: str, place: tuple[int, ...], seat: int) -> KnownThing:
    def label() -> str:
        if kind == CARD:
            return say("{card} in hand", card=spoken(place[0]))
        if kind == VOID:
            return say("{player} has no {suit}", player=placeholder(place[0]), suit=say(SUIT_NAMES[place[1]]))
        return say("which {suit} were played before", suit=say(SUIT_NAMES[place[0]]))

    return KnownThing(name, kind, in_every_language(label), place)


# --- worlds in which some things are not known --------------------------------------------------------------------------------------------


def recalled_worlds(
    game: Game, view: State, seat: int, actions: tuple[int, ...], things: list[KnownThing], known: NDArray[np.bool_], seed: int
) -> States:
    """A world for each row of `known`."""
    coded = np.array([[KINDS.index(thing.kind), thing.place[0], thing.place[-1]] for thing in things] or np.zeros((0, 3)), np.int64)
    worlds = np.zeros(len(known), view.array.dtype)
    discards = CoeursState.of(view).led & (1 << actions[0]) == 0
    deal_recalled(view.array, seat, discards, coded.reshape(-1, 3), known, worlds, seeded(seed, "recalled"))
    return worlds


@compiled
def deal_recalled(
    view: States, seat: int, discards: bool, things: NDArray[np.int64], known: NDArray[np.bool_], worlds: States, rng: Rng
) -> None:
    """Deal a world for each row of `known`."""
    for number in range(len(worlds)):
        worlds[number] = view[0]
        world = worlds[number]
        absent = 0
        for index in range(len(things)):
            if not known[number, index]:
                kind, place, last = things[index, 0], things[index, 1], things[index, 2]
                if kind == 0:
                    world.hands[seat] &= ~(1 << place)
                    absent += 1
                elif kind == 1:
                    world.lacking[place] &= ~(SUIT << RANKS * last)
        for index in range(len(things)):
            if not known[number, index] and things[index, 0] == 2:
                replay_ranks(world, seat, things[index, 1], rng)
        deal_unknown(world, seat, absent, discards, rng)


@rule
def deal_unknown(world: CoeursState, seat: int, absent: int, discards: bool, rng: Rng) -> None:
    """Deal the unseen cards to the other hands and to the places in the own hand that are not known."""
    unseen = DECK & ~world.played & ~world.hands[seat]
    for other in range(SEATS):
        if other != seat:
            world.hands[other] = 0
    shown = world.lacking[seat]
    if discards:
        world.lacking[seat] |= world.led
    room = hand_sizes(world, seat) | absent << BYTE * seat
    room = deal_lacked_suits(world, unseen, room, rng)
    for other in range(SEATS):
        unseen &= ~world.hands[other]
    deal_out(world, unseen, room, rng)
    world.lacking[seat] = shown


@rule
def replay_ranks(world: CoeursState, seat: int, suit: int, rng: Rng) -> None:
    """Draw the cards of a suit that were played in earlier tricks again, such that the same seats took the tricks; else leave them."""
    before = world.plays - world.plays % SEATS
    cards = SUIT << RANKS * suit
    out = np.zeros(CARDS, np.int64)  # [card] -> card that takes its place
    pool = np.zeros(RANKS, np.int64)
    for _ in range(TRIES):
        free = cards & ~world.hands[seat]
        for card in range(CARDS):
            out[card] = card
        for seat_on_table in range(SEATS):
            if world.table[seat_on_table] >= 0:
                free &= ~(1 << world.table[seat_on_table])
        count = 0
        while free != 0:
            pool[count] = lowest(free)
            free &= free - 1
            count += 1
        for place in range(before):
            card = world.order[place]
            if card >> 3 == suit:
                index = below(rng, count)
                out[card] = pool[index]
                count -= 1
                pool[index] = pool[count]
        if same_takers(world, before, out):
            for place in range(before):
                world.played &= ~((1 << world.order[place]) & cards)
            for place in range(before):
                if world.order[place] >> 3 == suit:
                    world.order[place] = out[world.order[place]]
                    world.played |= 1 << world.order[place]
            return


@rule
def same_takers(world: CoeursState, before: int, out: NDArray[np.int64]) -> bool:
    """Whether the same place of every earlier trick takes it."""
    for first in range(0, before, SEATS):
        old = new = first
        for place in range(first + 1, first + SEATS):
            card = world.order[place]
            if card >> 3 == world.order[first] >> 3:
                old = place if card > world.order[old] else old
                new = place if out[card] > out[world.order[new]] else new
        if old != new:
            return False
    return True


# --- other positions that can occur -------------------------------------------------------------------------------------------------------


def altered_views(game: Game, view: State, seat: int, actions: tuple[int, ...], thing: KnownThing, seed: int) -> list[AlteredView]:
    """Another card in hand, or a suit that was followed where it was not."""
    things = known_things(game, view, seat, actions)
    known = np.ones((ALTERNATIVES, len(things)), np.bool_)
    known[:, [one.name for one in things].index(thing.name)] = False
    worlds = recalled_worlds(game, view, seat, actions, things, known, seed)
    if thing.kind == CARD:
        return _other_cards(game, view, seat, thing, worlds)
    return _followed(game, view, seat, thing, worlds, seed) if thing.kind == VOID else []


def _other_cards(game: Game, view: State, seat: int, thing: KnownThing, worlds: States) -> list[AlteredView]:
    """One for each card that may lie in that place of the hand."""
    rest = int(view.array["hands"][0, seat]) & ~(1 << thing.place[0])
    cards, counts = np.unique(worlds["hands"][:, seat] & ~rest, return_counts=True)
    found = []
    for bits, count in sorted(zip(cards.tolist(), counts.tolist(), strict=True), key=lambda pair: -pair[1]):
        card = bits.bit_length() - 1
        if card != thing.place[0]:
            altered = view.copy()
            altered.array["hands"][0, seat] = rest | bits
            found.append(AlteredView(altered, thing, count / len(worlds), _instead(card, thing.place[0])))
    return found


def _instead(card: int, other: int) -> dict[str, str]:
    return in_every_language(lambda: say("{card} in hand instead of {other}", card=spoken(card), other=spoken(other)))


def _followed(game: Game, view: State, seat: int, thing: KnownThing, worlds: States, seed: int) -> list[AlteredView]:
    """The other seat followed the suit where it threw another card: only if it did so once, and the trick stays with its taker."""
    other, suit = thing.place
    cards = SUIT << RANKS * suit
    holds = float(((worlds["hands"][:, other] & cards) != 0).mean())
    state = CoeursState.of(view)
    order, takers, seats = state.order.tolist(), *_course(state)
    discards = [
        place
        for place in range(state.plays)
        if seats[place] == other and suit_of(order[place - place % SEATS]) == suit != suit_of(order[place])
    ]
    if len(discards) != 1 or discards[0] >= state.plays - state.plays % SEATS:
        return []
    place = discards[0]
    highest = max(order[index] for index in range(place - place % SEATS, place - place % SEATS + SEATS) if suit_of(order[index]) == suit)
    thrown, found = order[place], []
    world = CoeursState.of(game.imagine(view, seed))
    for card in cards_in(cards & DECK & ~state.played & ~state.hands[seat]):
        holder = next((one for one in range(SEATS) if world.hands[one] >> card & 1), seat)
        if card < highest and state.lacking[holder] >> thrown & 1 == 0 and holder != seat and state.lacking[other] >> thrown & 1 == 0:
            found.append(_with_other_play(view, thing, place, card, takers[place // SEATS], holds))
    return [AlteredView(one.view, thing, holds / len(found), one.label) for one in found]


def _with_other_play(view: State, thing: KnownThing, place: int, card: int, taker: int, holds: float) -> AlteredView:
    other, suit = thing.place
    altered = view.copy()
    fields = CoeursState.of(altered)
    thrown = int(fields.order[place])
    fields.order[place] = card
    fields.played = fields.played & ~(1 << thrown) | 1 << card
    fields.lacking[other] &= ~(SUIT << RANKS * suit)
    fields.hearts[taker] += (suit == HEARTS) - (suit_of(thrown) == HEARTS)

    def sentence() -> str:
        words = {"player": placeholder(other), "card": spoken(card), "number": place // SEATS + 1, "other": spoken(thrown)}
        return say("{card} from {player} in trick {number} instead of {other}", **words)

    return AlteredView(altered, thing, holds, in_every_language(sentence))


def _course(state: CoeursState) -> tuple[list[int], list[int]]:
    """The taker of every earlier trick, and the seat that played each card."""
    order, leader = state.order.tolist(), int(opener_of(state.deal))
    takers, seats = [], []
    for place in range(state.plays):
        seats.append((leader + place % SEATS) % SEATS)
        if place % SEATS == SEATS - 1:
            trick = range(place - SEATS + 1, place + 1)
            best = max((one for one in trick if suit_of(order[one]) == suit_of(order[trick[0]])), key=lambda one: order[one])
            leader = seats[best]
            takers.append(leader)
    return takers, seats


# --- as numbers, and in words -------------------------------------------------------------------------------------------------------------

VOID_COLUMNS = CARDS
PLAYED_COLUMNS = VOID_COLUMNS + SEATS * SUITS


def columns(game: Game, worlds: States, seat: int) -> NDArray[np.float64]:
    """A column for each card in hand, for each void, and for each card played."""
    bits = np.arange(CARDS)
    hand, played = worlds["hands"][:, seat, None] >> bits & 1, worlds["played"][:, None] >> bits & 1
    voids = (worlds["lacking"][:, :, None] >> (RANKS * np.arange(SUITS)) & 1).reshape(len(worlds), -1)
    return np.concatenate([hand, voids, played], axis=1).astype(np.float64)


def columns_of(game: Game, thing: KnownThing, seat: int) -> list[int]:
    """The columns that show the thing."""
    if thing.kind == CARD:
        return [thing.place[0]]
    if thing.kind == VOID:
        return [VOID_COLUMNS + thing.place[0] * SUITS + thing.place[1]]
    return [PLAYED_COLUMNS + RANKS * thing.place[0] + rank for rank in range(RANKS)]


def hidden_features(game: Game, worlds: States, view: State, seat: int) -> tuple[list[dict[str, str]], NDArray[np.bool_]]:
    """Who holds each unseen card, and who has none of a suit or at least three."""
    unseen = DECK & ~int(view.array["played"][0]) & ~int(view.array["hands"][0, seat])
    statements: list[dict[str, str]] = []
    rows: list[NDArray[np.bool_]] = []
    for other in range(SEATS):
        if other == seat:
            continue
        hands = worlds["hands"][:, other]
        for card in cards_in(unseen):
            statements.append(_statement("{player} holds {thing}", other, card=card))
            rows.append(hands >> card & 1 == 1)
        for suit in range(SUITS):
            counts = np.bitwise_count(hands & SUIT << RANKS * suit)
            statements += [
                _statement("{player} has no {thing}", other, suit=suit),
                _statement("{player} has three or more {thing}", other, suit=suit),
            ]
            rows += [counts == 0, counts >= 3]
    return statements, np.array(rows).T


def _statement(sentence: str, other: int, card: int = -1, suit: int = -1) -> dict[str, str]:
    def words() -> str:
        thing = spoken(card) if card >= 0 else say(SUIT_NAMES[suit])
        player = placeholder(other)
        if card >= 0:
            return say("{player} holds {thing}", player=player, thing=thing)
        if sentence.startswith("{player} has no"):
            return say("{player} has no {suit}", player=player, suit=thing)
        return say("{player} has three or more {suit}", player=player, suit=thing)

    return in_every_language(words)


# --- positions with exact solutions -------------------------------------------------------------------------------------------------------


def puzzle_position(game: Game, seed: int) -> PuzzlePosition | None:
    """The last tricks of a deal that careful players have begun, with many known things: two different cards that may be played."""
    rng, fast = seeded(seed, "puzzle"), game.fast()
    state = fast.new(seed_of(seed, "puzzle deal"))
    choose = game.definition.stated["careful"]
    numbers = np.zeros(game.spec.widest, np.int64)
    while CoeursState.of(state).plays < (HAND - PUZZLE_CARDS) * SEATS + seed % SEATS:
        mover = fast.movers(state)[0]
        fast.step(state, {mover: int(choose(CoeursState.of(state), mover, numbers, rng))})
    mover = fast.movers(state)[0]
    legal = fast.legal_numbers(state, mover)
    if len(legal) < 2:
        return None
    first = below(rng, len(legal))
    second = (first + 1 + below(rng, len(legal) - 1)) % len(legal)
    puzzle = PuzzlePosition(fast.view(state, mover), mover, (legal[first], legal[second]))
    return puzzle if len(known_things(game, puzzle.view, mover, puzzle.actions)) >= FEWEST_THINGS else None


def exact_gap(game: Game, view: State, seat: int, actions: tuple[int, int]) -> float:
    """Every deal that fits, each solved with open cards, every seat for itself."""
    held = size(CoeursState.of(view).hands[seat])
    if held > PUZZLE_CARDS + 1:
        raise Unfit("{count} cards in hand are too many to count every deal out", count=held)
    totals = np.zeros(HAND)
    buffers = RuleBuffers(np.zeros(HAND, np.int64), np.zeros(SEATS, np.int64), np.zeros(SEATS), np.zeros(SEATS), seeded("exact"))
    asked = EndgameQuestion(seat, False, False, True, 1 << actions[0] | 1 << actions[1])
    count_out(view.array, asked, new_worlds(view, held), totals, buffers, np.zeros(1, np.int8))
    legal = game.legal_numbers(view, seat)
    return float(totals[legal.index(actions[0])] - totals[legal.index(actions[1])])

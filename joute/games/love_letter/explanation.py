"""What a seat knows in a round of Love Letter, thing by thing, and what it would be without.

The things are the card that neither of two compared actions plays, what is known of another hand, and the cards seen, kind by kind. A card
that is not known any more is drawn again with the hidden ones, all worlds that fit being equally likely.
"""

import numpy as np
from numpy.typing import NDArray

from joute.core.contract import Actions, imagine, legal
from joute.core.explanation import AlteredView, KnownThing, PuzzlePosition
from joute.core.game import Game
from joute.core.rng import Rng, below, seed_of, seeded
from joute.core.seat_names import placeholder
from joute.core.state import State, States
from joute.games.love_letter import concepts as concepts
from joute.games.love_letter.actions import card_of
from joute.games.love_letter.cards import CARDS, CHANCELLOR, HIDDEN, KINDS, NONE, SEATS
from joute.games.love_letter.determinize import any_unseen, count_unseen, possible_kinds
from joute.games.love_letter.state import CHOOSE, CLUES, DRAWN, LoveLetterState, all_but, deck_size, is_known
from joute.games.love_letter.strings import NAMES, THE
from joute.i18n import in_every_language, say
from joute.jit.compile import compiled
from joute.jit.dispatch import rule

CARD, HAND, SEEN = "card", "hand", "seen"
CODES = (CARD, HAND, SEEN)
TRIES = 30  # to draw a world in which both actions are legal
ALTERNATIVES = 300  # sampled for the probability of each alternative
SAMPLES = 60_000  # sampled worlds of an explanation: rounds are longer than deals of other games
PLIES = 60  # of a game in which a puzzle is looked for, at most


def known_things(game: Game, view: State, seat: int, actions: tuple[int, ...]) -> list[KnownThing]:
    """The card that is not played, what is known of other hands, and the cards seen, by kind."""
    state = LoveLetterState.of(view)
    things: list[KnownThing] = []
    if state.phase == CHOOSE:
        things += [_thing(CARD, f"card {NAMES[card]}", (place, card), state, seat) for place, card in _other_cards(state, seat, actions)]
    for other in range(state.seats):
        if other != seat and state.cards[other] != NONE and state.cannot[1 + seat, other] and state.standing >> other & 1:
            things.append(_thing(HAND, f"hand {other}", (other,), state, seat))
    seen = [*state.pile[: state.piled].tolist(), *(card for card in state.face_up.tolist() if card != NONE)]
    shown = {CHANCELLOR} if state.under else set()  # cards under the deck show that one was played
    things += [_thing(SEEN, f"seen {NAMES[kind]}", (kind,), state, seat) for kind in range(KINDS) if kind in seen and kind not in shown]
    return things


def _other_cards(state: LoveLetterState, seat: int, actions: tuple[int, ...]) -> list[tuple[int, int]]:
    """Place and kind of the card in hand that none of the actions plays."""
    played = {int(card_of(action)) for action in actions}
    held, drawn = int(state.cards[seat]), int(state.cards[DRAWN])
    if len(played) > 1:
        return []
    return [(DRAWN, drawn)] if held in played else [(seat, held)]


def _thing(kind: str, name: str, place: tuple[int, ...], state: LoveLetterState, seat: int) -> KnownThing:
    def label() -> str:
        if kind == CARD:
            return say("{card} in hand", card=say(THE[place[1]]))
        if kind == SEEN:
            return say("how often {card} was seen", card=say(THE[place[0]]))
        if is_known(state.cannot[1 + seat, place[0]]):
            return say("{player} holds {thing}", player=placeholder(place[0]), thing=say(THE[int(state.cards[place[0]])]))
        return say("what {player} is known not to hold", player=placeholder(place[0]))

    return KnownThing(name, kind, in_every_language(label), place)


# --- worlds in which some things are not known --------------------------------------------------------------------------------------------


def recalled_worlds(
    game: Game, view: State, seat: int, actions: tuple[int, ...], things: list[KnownThing], known: NDArray[np.bool_], seed: int
) -> States:
    """A world for each row of `known`."""
    coded = np.array([[CODES.index(thing.kind), thing.place[0]] for thing in things] or np.zeros((0, 2)), np.int64).reshape(-1, 2)
    worlds = np.zeros(len(known), view.array.dtype)
    buffer = np.zeros(game.spec.widest, np.int64)
    draw_recalled(view.array, seat, np.array(actions, np.int64), coded, known, worlds, buffer, seeded(seed, "recalled"))
    return worlds


@compiled
def draw_recalled(
    view: States,
    seat: int,
    actions: Actions,
    things: NDArray[np.int64],
    known: NDArray[np.bool_],
    worlds: States,
    buffer: Actions,
    rng: Rng,
) -> None:
    """Draw a world for each row of `known`; if none comes up in which all actions are legal, nothing is forgotten."""
    unknown = np.zeros(KINDS, np.bool_)
    pile, owners = np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64)
    for number in range(len(worlds)):
        for attempt in range(TRIES + 1):
            worlds[number] = view[0]
            world = worlds[number]
            unknown[:] = False
            if attempt < TRIES:
                for index in range(len(things)):
                    if not known[number, index]:
                        if things[index, 0] == 2:
                            unknown[things[index, 1]] = True
                        else:
                            forget_place(world, seat, things[index, 1])
            draw_unknown(world, seat, unknown, pile, owners, rng)
            if all_legal(world, seat, actions, buffer):
                break


@rule
def forget_place(world: LoveLetterState, seat: int, place: int) -> None:
    """Nothing is known of the card there."""
    world.cards[place] = HIDDEN
    world.cannot[1 + seat, place] = 0
    if place < SEATS:
        for tie in range(len(world.tied)):
            if world.tied[tie] >> place & 1:
                world.tied[tie] = 0
    for clue in range(CLUES):
        if world.clue_places[1 + seat, clue] >> place & 1:
            world.clue_places[1 + seat, clue] = 0
            world.clue_cannot[1 + seat, clue] = 0


@rule
def draw_unknown(
    world: LoveLetterState, seat: int, unknown: NDArray[np.bool_], pile: NDArray[np.int64], owners: NDArray[np.int64], rng: Rng
) -> None:
    """Give every hidden card a kind; then those seen cards whose kind is not known any more, from what is left."""
    piled, shown = world.piled, 0
    for number in range(piled):
        pile[number] = world.pile[number]
        owners[number] = world.pile_of[number]
    remaining = 0
    for number in range(piled):  # imagine sees only the known ones
        if not unknown[pile[number]]:
            world.pile[remaining] = pile[number]
            remaining += 1
    world.piled = remaining
    for number in range(len(world.face_up)):
        if world.face_up[number] != NONE and unknown[world.face_up[number]]:
            world.face_up[number] = NONE
            shown |= 1 << number
    imagine(world, seat, rng)
    world.piled = piled
    for number in range(piled):
        world.pile[number] = pile[number]
        if unknown[pile[number]]:
            kind = any_unseen(world, rng)
            world.pile[number] = kind
            world.deck[kind] -= 1
    for number in range(len(world.face_up)):
        if shown >> number & 1:
            kind = any_unseen(world, rng)
            world.face_up[number] = kind
            world.deck[kind] -= 1


@rule
def all_legal(world: LoveLetterState, seat: int, actions: Actions, buffer: Actions) -> bool:
    """Whether all actions are legal in the world."""
    count = legal(world, seat, buffer)
    for action in actions:
        found = False
        for index in range(count):
            found = found or buffer[index] == action
        if not found:
            return False
    return True


# --- other positions that can occur -------------------------------------------------------------------------------------------------------


def altered_views(game: Game, view: State, seat: int, actions: tuple[int, ...], thing: KnownThing, seed: int) -> list[AlteredView]:
    """Another card in hand, or another card that is known to be in another hand."""
    state = LoveLetterState.of(view)
    place = thing.place[0]
    if thing.kind == SEEN or (thing.kind == HAND and not is_known(state.cannot[1 + seat, place])):
        return []
    things = known_things(game, view, seat, actions)
    known = np.ones((ALTERNATIVES, len(things)), np.bool_)
    known[:, [one.name for one in things].index(thing.name)] = False
    kinds, counts = np.unique(recalled_worlds(game, view, seat, actions, things, known, seed)["cards"][:, place], return_counts=True)
    found, before = [], int(state.cards[place])
    for kind, count in sorted(zip(kinds.tolist(), counts.tolist(), strict=True), key=lambda pair: -pair[1]):
        if kind != before:
            altered = view.copy()
            altered.array["cards"][0, place] = kind
            if thing.kind == HAND:
                altered.array["cannot"][0, 1 + seat, place] = all_but(kind)
            found.append(AlteredView(altered, thing, count / ALTERNATIVES, _other_card(thing, kind, before)))
    return found


def _other_card(thing: KnownThing, kind: int, before: int) -> dict[str, str]:
    def words() -> str:
        cards = {"card": say(THE[kind]), "other": say(THE[before])}
        if thing.kind == CARD:
            return say("{card} instead of {other}", **cards)
        return say("{card} instead of {other} in the hand of {player}", player=placeholder(thing.place[0]), **cards)

    return in_every_language(words)


# --- as numbers, and in words -------------------------------------------------------------------------------------------------------------

HAND_COLUMNS = 2 * KINDS
SEEN_COLUMNS = HAND_COLUMNS + SEATS * KINDS


def columns(game: Game, worlds: States, seat: int) -> NDArray[np.float64]:
    """A column for each kind in either place of the hand, for each kind that another is known not to hold, and for each kind seen."""
    kinds = np.arange(KINDS)
    own = np.concatenate([worlds["cards"][:, place, None] == kinds for place in (seat, DRAWN)], axis=1)
    cannot = (worlds["cannot"][:, 1 + seat, :SEATS, None] >> kinds & 1).reshape(len(worlds), -1)
    seen = np.concatenate([worlds["pile"], worlds["face_up"]], axis=1)
    counts = (seen[:, :, None] == kinds).sum(axis=1)
    return np.concatenate([own, cannot, counts], axis=1).astype(np.float64)


def columns_of(game: Game, thing: KnownThing, seat: int) -> list[int]:
    """The columns that show the thing."""
    if thing.kind == CARD:
        first = KINDS if thing.place[0] == DRAWN else 0
        return list(range(first, first + KINDS))
    if thing.kind == HAND:
        return [HAND_COLUMNS + KINDS * thing.place[0] + kind for kind in range(KINDS)]
    return [SEEN_COLUMNS + thing.place[0]]


def hidden_features(game: Game, worlds: States, view: State, seat: int) -> tuple[list[dict[str, str]], NDArray[np.bool_]]:
    """Who holds which card."""
    statements: list[dict[str, str]] = []
    rows: list[NDArray[np.bool_]] = []
    standing, seats = int(view.array["standing"][0]), int(view.array["seats"][0])
    for other in range(seats):
        if other == seat or not standing >> other & 1:
            continue
        for kind in range(KINDS):
            statements.append(_holds(other, kind))
            rows.append(worlds["cards"][:, other] == kind)
    return statements, np.array(rows).T


def _holds(other: int, kind: int) -> dict[str, str]:
    return in_every_language(lambda: say("{player} holds {thing}", player=placeholder(other), thing=say(THE[kind])))


# --- positions with exact solutions -------------------------------------------------------------------------------------------------------


def puzzle_position(game: Game, seed: int) -> PuzzlePosition | None:
    """The last turn of a round that careful players have begun: the deck is empty, so that the round ends with the action."""
    rng, fast = seeded(seed, "puzzle"), game.fast()
    state = fast.new(seed_of(seed, "puzzle deal"))
    choose = game.definition.stated["careful"]
    numbers = np.zeros(game.spec.widest, np.int64)
    for _ in range(PLIES):
        fields = LoveLetterState.of(state)
        if fast.over(state) or fields.round > 0:
            return None
        if fields.phase == CHOOSE and deck_size(fields) == 0:
            return _puzzle(fast, state, rng)
        mover = fast.movers(state)[0]
        view = fast.view(state, mover)
        fast.step(state, {mover: int(choose(LoveLetterState.of(view), mover, numbers, rng))})
    return None


def _puzzle(game: Game, state: State, rng: Rng) -> PuzzlePosition | None:
    mover = game.movers(state)[0]
    view = game.view(state, mover)
    fields = LoveLetterState.of(view)
    tied = any(fields.tied.tolist()) or any(fields.clue_places[1 + mover].tolist())
    legal_actions = [action for action in game.legal_numbers(view, mover) if card_of(action) != CHANCELLOR]
    if tied or len(legal_actions) < 2:
        return None
    first = below(rng, len(legal_actions))
    second = (first + 1 + below(rng, len(legal_actions) - 1)) % len(legal_actions)
    return PuzzlePosition(view, mover, (legal_actions[first], legal_actions[second]))


def exact_gap(game: Game, view: State, seat: int, actions: tuple[int, int]) -> float:
    """Every world that fits, with its weight; the round ends with the action, and its tokens count."""
    fast, total, gap = game.fast(), 0.0, 0.0
    for world, weight in fitting_worlds(view, seat):
        values = []
        for action in actions:
            after = world.copy()
            fast.step(after, {seat: action})
            values.append(tokens_gained(world, after, seat))
        total += weight
        gap += weight * (values[0] - values[1])
    return gap / total if total else 0.0


def tokens_gained(before: State, after: State, seat: int) -> float:
    """The tokens that the round brought to the seat, less those of the others on average."""
    gained = (after.array["tokens"][0] - before.array["tokens"][0]).tolist()
    seats = int(before.array["seats"][0])
    return float(gained[seat] - (sum(gained[:seats]) - gained[seat]) / (seats - 1))


def fitting_worlds(view: State, seat: int) -> list[tuple[State, float]]:
    """Every assignment of kinds to the hidden hands, with the number of ways to fill it."""
    start = view.copy()
    start.viewer = None
    count_unseen(LoveLetterState.of(start))
    found = [(start, 1.0)]
    for place in range(SEATS):
        if int(start.array["cards"][0, place]) != HIDDEN:
            continue
        grown = []
        for world, weight in found:
            fields = LoveLetterState.of(world)
            possible = possible_kinds(fields, seat, place)
            for kind in range(KINDS):
                if possible >> kind & 1 and fields.deck[kind] > 0:
                    filled = world.copy()
                    filled.array["cards"][0, place] = kind
                    filled.array["deck"][0, kind] -= 1
                    grown.append((filled, weight * int(fields.deck[kind])))
        found = grown
    return found

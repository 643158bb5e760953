"""What a seat knows: no more than it saw, and all that the rules make certain."""

import json
from collections import Counter
from collections.abc import Callable
from itertools import product
from math import sqrt

import pytest
from games.love_letter.beliefs import ANY, Belief, World, in_view, there_are_enough_cards, truth
from games.love_letter.dealing import KIND, Table

import joute
from joute.core.events import Events, Step
from joute.core.game import Game
from joute.core.playthrough import random_choices
from joute.core.rng import below, seeded
from joute.core.state import State
from joute.games.love_letter.cards import COPIES, HIDDEN
from joute.games.love_letter.state import CLUES, DRAWN, KEEP, LOT, PLACES, UNDER, LoveLetterState
from joute.games.love_letter.strings import NAMES

# --- looks, trades, ties ----------------------------------------------------------------------------------------------------


def test_a_look_stays_true_until_the_card_is_played() -> None:
    table = Table("priest king", "spy").play("priest>1", "handmaid").play("handmaid", "guard")
    assert table.sees(0, 1) == "king"
    table.play("spy", "baron").play("king>0", "priest")
    assert table.sees(0, 1) == "guard"  # from the trade


def test_a_look_is_forgotten_when_a_card_of_that_kind_is_played() -> None:
    table = Table("priest guard baron", "spy").play("priest>1", "guard").play("guard>0:king", "handmaid")
    assert table.sees(0, 1) is None


def test_a_look_is_forgotten_when_a_prince_makes_the_card_go() -> None:
    table = Table("priest guard prince", "spy").play("priest>2", "handmaid").play("handmaid", "king")
    assert table.sees(0, 2) == "prince"
    table.play("prince>2", "baron guard")
    assert table.sees(0, 2) is None


def test_a_trade_shows_both_what_they_gave_and_moves_what_others_knew() -> None:
    table = Table("priest baron king", "spy").play("priest>1", "handmaid").play("handmaid", "countess")
    table.play("countess", "guard").play("guard>2:baron", "princess")
    assert table.sees(0, 1) == "baron"
    table = Table("priest baron king", "spy").play("priest>1", "princess").play("princess", "guard")
    assert table.standing == [0, 2]
    table = Table("priest king baron", "spy").play("priest>2", "handmaid").play("king>2", "guard")
    assert (table.sees(0, 1), table.sees(1, 2), table.sees(2, 1)) == ("baron", "handmaid", "baron")
    assert table.sees(0, 2) is None


def test_the_loser_of_a_baron_has_seen_the_winner_s_card() -> None:
    table = Table("baron priest king", "prince").play("baron>1", "guard")
    assert (table.sees(1, 0), table.sees(2, 0)) == ("prince", None)


def test_the_cards_under_the_deck_are_known_to_the_chancellor_s_player_alone() -> None:
    table = Table("chancellor king", "spy").play("chancellor", "princess guard")
    table.play("chancellor keep princess, bottom guard, spy", "priest")
    under = [LoveLetterState.of(table.game.view(table.state, viewer)).cards[UNDER : UNDER + 2].tolist() for viewer in (0, 1, -1)]
    assert under == [[KIND["guard"], KIND["spy"]], [HIDDEN, HIDDEN], [HIDDEN, HIDDEN]]


def test_the_chancellor_s_player_knows_who_draws_its_cards() -> None:
    table = Table("chancellor king", "spy").play("chancellor", "handmaid baron").leave("priest", aside="guard")
    table.play("chancellor keep spy, bottom baron, handmaid", "priest").play("priest>0").play("spy")
    assert table.hand(1) == ["king", "handmaid"]
    assert LoveLetterState.of(table.game.view(table.state, 0)).cards[DRAWN] == KIND["handmaid"]
    assert table.sees(1, 0) is None


def test_a_holder_knows_who_knows_its_card() -> None:
    table = Table("priest king baron", "spy").play("priest>1", "handmaid")
    assert LoveLetterState.of(table.game.view(table.state, 1)).watched[1] == 1 << 0
    assert LoveLetterState.of(table.game.view(table.state, 2)).watched[1] == 0
    table.play("handmaid", "guard")
    assert LoveLetterState.of(table.game.view(table.state, 1)).watched[1] == 1 << 0
    table = Table("priest king baron", "spy").play("priest>1", "handmaid").play("king>2", "guard")
    assert LoveLetterState.of(table.game.view(table.state, 2)).watched[2] == 1 << 1


# --- inference that the rules make certain --------------------------------------------------------------------------------------


def test_a_guard_that_missed_shows_everybody_what_the_target_does_not_hold() -> None:
    table = Table("guard priest baron", "spy").play("guard>1:king", "handmaid")
    assert table.cannot(0, 1) == table.cannot(2, 1) == table.cannot(-1, 1) == {"king"}
    table.play("priest>0", "guard")
    assert table.cannot(0, 1) == set()
    table = Table("guard priest baron", "spy").play("guard>1:handmaid", "handmaid").play("handmaid", "guard")
    assert table.cannot(0, 1) == {"handmaid"}  # a card that is not the Handmaid was retained


def test_who_plays_a_prince_or_the_king_does_not_hold_the_countess() -> None:
    table = Table("prince priest baron", "spy").play("prince>1", "guard handmaid")
    assert table.cannot(1, 0) == {"countess"}
    table = Table("king priest baron", "spy").play("king>1", "guard")
    assert table.cannot(2, 1) == {"countess"}  # the card went there


def test_who_plays_the_countess_may_hold_anything() -> None:
    table = Table("countess priest", "king").play("countess", "guard")
    assert table.cannot(1, 0) == set()


def test_the_winner_of_a_baron_holds_more_than_the_loser_did() -> None:
    table = Table("baron priest king", "prince").play("baron>1", "guard")
    assert table.cannot(2, 0) == {"spy", "guard", "priest"}
    table = Table("baron countess king", "princess").play("baron>1", "guard")
    assert table.sees(2, 0) == table.sees(-1, 0) == "princess"


# --- frequencies ---------------------------------------------------------------------------------------------------------------

Fits = Callable[[dict[int, int]], bool]


def enumerated(table: Table, viewer: int, fits: Fits) -> dict[tuple[int, ...], float]:
    """Every world that fits, with its probability: all ways to lay the unseen cards on the hidden places."""
    view = LoveLetterState.of(table.game.view(table.state, viewer))
    hidden = [place for place in range(PLACES) if view.cards[place] == HIDDEN]
    seen = Counter(card for card in [*view.face_up.tolist(), *view.pile.tolist(), *view.cards.tolist()] if 0 <= card < HIDDEN)
    unseen = {kind: int(COPIES[kind]) - seen[kind] for kind in ANY}
    known = {place: int(view.cards[place]) for place in range(PLACES)}
    weights: dict[tuple[int, ...], float] = {}
    for cards in product(ANY, repeat=len(hidden)):
        weight, left = 1, dict(unseen)
        for card in cards:
            weight *= max(0, left[card])
            left[card] -= 1
        if weight and fits(known | dict(zip(hidden, cards, strict=True))):
            weights[cards] = weight
    total = sum(weights.values())
    return {cards: weight / total for cards, weight in weights.items()}


def imagined(table: Table, viewer: int, count: int) -> Counter[tuple[int, ...]]:
    game = table.game.fast()
    view = game.view(table.state, viewer)
    hidden = [place for place in range(PLACES) if LoveLetterState.of(view).cards[place] == HIDDEN]
    worlds = (LoveLetterState.of(game.imagine(view, seed)) for seed in range(count))
    return Counter(tuple(int(world.cards[place]) for place in hidden) for world in worlds)


def agree(table: Table, viewer: int, fits: Fits, count: int = 3000) -> None:
    """Chi-square: imagined worlds come as often as their number says, rare ones taken together."""
    expected, found = enumerated(table, viewer, fits), imagined(table, viewer, count)
    assert set(found) <= set(expected)
    common = [world for world, chance in expected.items() if chance * count >= 5]
    pairs = [(expected[world] * count, found[world]) for world in common]
    pairs.append((count - sum(pair[0] for pair in pairs), count - sum(pair[1] for pair in pairs)))
    surprise = sum((seen - mean) ** 2 / mean for mean, seen in pairs if mean > 1e-6)
    freedom = max(1, len(pairs) - 1)
    assert surprise < freedom + 4 * sqrt(2 * freedom) + 4


@pytest.mark.slow
def test_unknown_hands_are_any_unseen_cards() -> None:
    agree(Table("guard priest baron", "spy"), 0, lambda cards: True)
    agree(Table("guard priest", "spy", "king princess guard").play("spy", "handmaid"), 0, lambda cards: True)


@pytest.mark.slow
def test_worlds_after_a_guard_that_missed() -> None:
    table = Table("guard priest baron", "spy").play("guard>1:king", "handmaid")
    agree(table, 0, lambda cards: cards[1] != KIND["king"])


@pytest.mark.slow
def test_worlds_after_a_forced_countess_could_have_been_played() -> None:
    table = Table("prince priest baron", "spy").play("prince>1", "guard handmaid")
    agree(table, 2, lambda cards: cards[0] != KIND["countess"])
    table = Table("countess priest", "king").play("countess", "guard")
    agree(table, 1, lambda cards: True)


@pytest.mark.slow
def test_worlds_after_a_baron() -> None:
    table = Table("baron priest king", "prince").play("baron>1", "guard")
    agree(table, 2, lambda cards: cards[0] > KIND["priest"])
    agree(table, -1, lambda cards: cards[0] > KIND["priest"])


@pytest.mark.slow
def test_worlds_after_a_tie() -> None:
    table = Table("baron priest king", "priest").play("baron>1", "guard")
    agree(table, 2, lambda cards: cards[0] == cards[1])
    agree(table, 0, lambda cards: cards[1] == KIND["priest"])


@pytest.mark.slow
def test_worlds_after_several_things_were_learnt() -> None:
    table = Table("guard priest baron king", "spy").play("guard>3:baron", "guard").play("guard>2:king", "handmaid")
    agree(table, 0, lambda cards: cards[3] != KIND["baron"] and cards[2] != KIND["king"], 6000)


@pytest.mark.slow
def test_a_card_seen_before_a_chancellor_is_in_that_hand_or_under_the_deck() -> None:
    table = Table("priest princess", "spy").play("priest>1", "chancellor").play("chancellor", "guard baron")
    agree(table, 0, lambda cards: cards[1] == KIND["princess"])
    table.play("chancellor keep baron, bottom princess, guard", "handmaid")
    assert table.sees(0, 1) is None
    agree(table, 0, lambda cards: KIND["princess"] in (cards[1], cards[UNDER], cards[UNDER + 1]))
    table.play("handmaid", "king").play("king", "prince")
    agree(table, 0, lambda cards: KIND["princess"] in (cards[1], cards[UNDER], cards[UNDER + 1]) and cards[1] != KIND["countess"])
    table.play("prince>1", "guard guard")
    agree(table, 0, lambda cards: KIND["princess"] in (cards[UNDER], cards[UNDER + 1]))


# --- against an independent account ------------------------------------------------------------------------------------------


def accepted(game: Game, state: State, viewer: int) -> set[World]:
    """Every world of a table of two that fits what the record says of the viewer's knowledge."""
    view = LoveLetterState.of(game.view(state, viewer))
    other = 1 - viewer
    places = [other, *([DRAWN] if view.mover == other else []), *range(UNDER, UNDER + view.under)]
    allowed = [[kind for kind in ANY if not view.cannot[1 + viewer, place] >> kind & 1] for place in places]
    worlds = set()
    for cards in product(*allowed):
        lying = dict(zip(places, cards, strict=True)) | {viewer: int(view.cards[viewer])}
        if view.mover == viewer:
            lying[DRAWN] = int(view.cards[DRAWN])
        demands = [(view.clue_places[1 + viewer, clue], view.clue_cannot[1 + viewer, clue]) for clue in range(CLUES)]
        if any(cannot and all(cannot >> lying[place] & 1 for place in lying if bits >> place & 1) for bits, cannot in demands):
            continue
        world = cards[0], lying[DRAWN] if view.mover == other else None, tuple(cards[-view.under :]) if view.under else ()
        if there_are_enough_cards(world, in_view(view, viewer)):
            worlds.add(world)
    return worlds


@pytest.mark.parametrize("seed", range(60))
def test_knowledge_is_what_an_independent_account_says(seed: int) -> None:
    """Random rounds of two seats: every world that could have been is accepted, and no other one is."""
    game = joute.game("love_letter")
    state = game.new(seed)
    beliefs = [Belief(game, state, viewer) for viewer in (0, 1)]
    for turn in range(20):
        choices = random_choices(game, state, seed, turn)
        before = state.copy()
        game.step(state, choices)
        (action,) = choices.values()
        going_on = [belief.follow(before, action, state) for belief in beliefs]
        if not all(going_on):
            break
        for belief in beliefs:
            if LoveLetterState.of(state).phase == KEEP or LoveLetterState.of(state).under > 2:
                continue  # in the middle of a Chancellor, or too many worlds to list
            assert truth(state, belief.viewer) in belief.worlds
            assert accepted(game, state, belief.viewer) == belief.worlds


# --- nothing leaks ---------------------------------------------------------------------------------------------------------------


def positions(seats: int, seed: int, most: int) -> list[State]:
    game = joute.game("love_letter", seats=seats)
    state = game.new(seed)
    found = [state.copy()]
    while not game.over(state) and len(found) < most:
        game.step(state, random_choices(game, state, seed, len(found)))
        found.append(state.copy())
    return found


def swapped(game: Game, state: State, viewer: int, seed: int) -> State | None:
    """The same position with two cards exchanged by hand that the viewer cannot tell apart, or None when there are no such two."""
    view = LoveLetterState.of(game.view(state, viewer))
    free = [place for place in range(PLACES) if view.cards[place] == HIDDEN and not view.cannot[1 + viewer, place]]
    if not free or view.clue_places.any() or view.tied.any():
        return None
    rolls = seeded("swap", seed)
    other = state.copy()
    place = free[below(rolls, len(free))]
    kinds = [kind for kind in ANY if LoveLetterState.of(other).deck[kind]]
    kind = kinds[below(rolls, len(kinds))]
    LoveLetterState.of(other).deck[LoveLetterState.of(other).cards[place]] += 1
    LoveLetterState.of(other).deck[kind] -= 1
    LoveLetterState.of(other).cards[place] = kind
    LoveLetterState.of(other).cannot[1:] = 0
    LoveLetterState.of(other).cannot[1 + viewer] = LoveLetterState.of(state).cannot[1 + viewer]
    LoveLetterState.of(other).clue_places[1:] = LoveLetterState.of(other).clue_cannot[1:] = 0
    return other


def seen_by(game: Game, state: State, viewer: int) -> str:
    view = game.view(state, viewer)
    return json.dumps([game.to_json(view), game.show(view, "en"), game.show(view, "fr"), view.array.tobytes().hex()])


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_cards_that_a_seat_cannot_know_change_nothing_for_it(seats: int) -> None:
    """By other imagined worlds and by hand: view, JSON, text, legal actions, and the same again after the seat's own play."""
    game = joute.game("love_letter", seats=seats)
    tried = 0
    for number, state in enumerate(positions(seats, seed=seats, most=60)[:-1]):
        for viewer in range(seats):
            for other in (game.imagine(game.view(state, viewer), number), swapped(game, state, viewer, number)):
                if other is None:
                    continue
                tried += 1
                assert seen_by(game, other, viewer) == seen_by(game, state, viewer)
                assert game.legal(other, viewer) == game.legal(state, viewer)
    assert tried > 100


def followed(game: Game, state: State, mover: int, action: int, outcome: int, viewer: int) -> tuple[State, str]:
    """The position after an action and perhaps one chance event, and the events for the viewer."""
    steps = []
    after = state.copy()
    game.advance(after, {mover: action})
    steps.append(Step(state, after.copy(), {mover: game.actions[action]}))
    odds = game.chances(after)
    if LoveLetterState.of(after).phase != LOT and odds and odds[outcome % len(odds)] > 0:
        before = after.copy()
        game.resolve(after, outcome % len(odds))
        steps.append(Step(before, after.copy(), outcome=outcome % len(odds)))
    after.array["chance"] = 0
    return after, json.dumps([event.to_json() for event in Events(game, steps).seen_by(viewer)])


def shown(game: Game, state: State, viewer: int) -> list[object]:
    """What the viewer was shown: the table, and the cards that a trade, a look or a showdown may show otherwise in another world."""
    record = LoveLetterState.of(game.view(state, viewer))
    return [record.standing, record.phase, record.round, record.mover, record.pile.tolist(), record.cards.tolist()]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_play_looks_the_same_in_every_world_where_it_shows_the_same(seats: int) -> None:
    """Across an action: the record after it, and the events, are the same to a seat that could not see the difference."""
    game = joute.game("love_letter", seats=seats)
    compared = 0
    for number, state in enumerate(positions(seats, seed=10 + seats, most=80)[:-1]):
        (mover,) = game.movers(state)
        action = random_choices(game, state, number)[mover]
        for viewer in range(-1, seats):
            world = game.imagine(game.view(state, viewer), number)
            if action not in game.legal_numbers(world, mover):
                continue
            (end, events), (other_end, otherwise) = (followed(game, start, mover, action, number, viewer) for start in (state, world))
            if shown(game, end, viewer) == shown(game, other_end, viewer):
                compared += 1
                assert events == otherwise
                assert seen_by(game, end, viewer) == seen_by(game, other_end, viewer)
    assert compared > 30


def test_a_look_is_seen_by_the_two_only() -> None:
    table = Table("priest king baron", "spy")
    happened = table.game.play(table.state, {0: "priest>1"})
    texts = {viewer: [str(event) for event in happened.seen_by(viewer)] for viewer in (-1, 0, 1, 2)}
    assert "Seat 0 sees the hand of seat 1: the King" in texts[0]
    assert "Seat 0 sees the hand of seat 1: the King" in texts[1]
    for viewer in (2, -1):
        assert "Seat 0 looks at the hand of seat 1" in texts[viewer]
        assert not any("King" in text for text in texts[viewer])


def test_compared_hands_are_seen_by_the_two_only() -> None:
    for theirs in ("king", "guard", "spy"):  # mine is lower, the same, higher
        table = Table(f"baron {theirs} priest", "guard")
        happened = table.game.play(table.state, {0: "baron>1"})
        for viewer in (-1, 0, 1, 2):
            (compared,) = [event.to_json() for event in happened.seen_by(viewer) if event.kind == "compared"]
            assert compared.get("cards") == ({"0": "guard", "1": theirs} if viewer in (0, 1) else None)


def test_the_end_of_a_round_says_how_everybody_went_out() -> None:
    table = Table("baron king priest", "guard").play("baron>1", "guard")
    happened = table.game.play(table.state, {1: "guard>2:priest"})
    events = {event.kind: event.to_json() for event in happened.seen_by(-1)}
    first, second = {"seat": 0, "card": "guard", "by": 0, "with": "baron"}, {"seat": 2, "card": "priest", "by": 1, "with": "guard"}
    assert events["out"].items() >= second.items()
    assert events["round won"]["outs"] == [first, second]


def test_the_chancellor_s_choice_is_seen_by_its_player_only() -> None:
    table = Table("chancellor king", "spy").play("chancellor", "princess guard")
    happened = table.game.play(table.state, {0: "chancellor keep princess, bottom guard, spy"})
    assert "keeps the Princess" in str(happened.seen_by(0)[0])
    for viewer in (1, -1):
        assert str(happened.seen_by(viewer)[0]) == "Seat 0 puts two cards under the deck"
        assert all(name.lower() not in json.dumps(happened.seen_by(viewer)[0].to_json()).lower() for name in NAMES)


def test_hands_are_shown_at_a_showdown_and_not_when_one_seat_is_left() -> None:
    table = Table("guard priest baron", "handmaid").empty_deck()
    table.game.advance(table.state, {0: "guard>1:spy"})
    assert [table.sees(-1, seat) for seat in range(3)] == ["handmaid", "priest", "baron"]
    table = Table("guard priest", "handmaid")
    table.game.advance(table.state, {0: "guard>1:priest"})
    assert table.sees(-1, 0) is None

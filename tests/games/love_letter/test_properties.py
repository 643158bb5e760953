"""What holds in every position of every game, over random play."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import joute
from joute.core.game import Game
from joute.core.playthrough import random_choices
from joute.core.state import State
from joute.games.love_letter.cards import COPIES, HIDDEN, NONE
from joute.games.love_letter.state import CHOOSE, CLUES, DRAWN, KEEP, PLACES, UNDER, LoveLetterState, deck_size

GAMES = {seats: joute.game("love_letter", seats=seats, rounds=2) for seats in range(2, 7)}
few = settings(max_examples=20, deadline=None)
tables = given(seats=some.integers(2, 6), seed=some.integers(0, 10**6))


def random_play(game: Game, seed: int) -> list[State]:
    state = game.new(seed)
    positions = [state.copy()]
    while not game.over(state):
        game.step(state, random_choices(game, state, seed, len(positions)))
        positions.append(state.copy())
    return positions


@few
@tables
def test_the_twenty_one_cards_are_conserved(seats: int, seed: int) -> None:
    for state in random_play(GAMES[seats], seed):
        record = LoveLetterState.of(state)
        lying = [card for card in [*record.cards.tolist(), *record.face_up.tolist(), *record.pile.tolist()] if card != NONE]
        counts = Counter(lying)
        assert [counts[kind] + record.deck[kind] for kind in range(10)] == COPIES.tolist()


@few
@tables
def test_everybody_in_holds_one_card_and_the_mover_one_or_two_more(seats: int, seed: int) -> None:
    for state in random_play(GAMES[seats], seed):
        record = LoveLetterState.of(state)
        for seat in range(seats):
            assert (record.cards[seat] != NONE) == bool(record.standing >> seat & 1)
        more = sum(card != NONE for card in record.cards[DRAWN:UNDER].tolist())
        assert more == (1 if record.phase == CHOOSE else more if record.phase == KEEP else 0)
        assert sum(card != NONE for card in record.cards[UNDER:].tolist()) == record.under
        assert all(record.cards[UNDER + number] != NONE for number in range(record.under))


@few
@tables
def test_nobody_who_is_out_moves_or_is_chosen(seats: int, seed: int) -> None:
    game = GAMES[seats]
    for state in random_play(game, seed)[:-1]:
        (mover,) = game.movers(state)
        assert LoveLetterState.of(state).standing >> mover & 1
        for action in game.legal(state, mover):
            if ">" in action.name:
                target = int(action.name.split(">")[1][0])
                assert LoveLetterState.of(state).standing >> target & 1
                assert target == mover or not LoveLetterState.of(state).protected >> target & 1


@few
@tables
def test_every_round_gives_one_token_or_more_and_no_seat_more_than_two(seats: int, seed: int) -> None:
    positions = random_play(GAMES[seats], seed)
    for before, after in pairwise(positions):
        gained = [int(LoveLetterState.of(after).tokens[seat]) - int(LoveLetterState.of(before).tokens[seat]) for seat in range(seats)]
        ended = LoveLetterState.of(after).round - LoveLetterState.of(before).round
        assert all(0 <= gain <= 2 for gain in gained)
        assert ended <= sum(gained) <= ended * (seats + 1)


@few
@tables
def test_the_deck_only_shrinks_but_for_a_chancellor_s_choice(seats: int, seed: int) -> None:
    positions = random_play(GAMES[seats], seed)
    for before, after in pairwise(positions):
        if LoveLetterState.of(before).round == LoveLetterState.of(after).round and LoveLetterState.of(before).phase == CHOOSE:
            assert deck_size(LoveLetterState.of(after)) <= deck_size(LoveLetterState.of(before))


@few
@tables
def test_what_is_known_is_true(seats: int, seed: int) -> None:
    """No observer excludes the truth: not of a card, not of a tie, not of a clue."""
    for state in random_play(GAMES[seats], seed):
        record = LoveLetterState.of(state)
        for row in range(1 + seats):
            for place in range(PLACES):
                if record.cards[place] != NONE:
                    assert not record.cannot[row, place] >> record.cards[place] & 1
                else:
                    assert record.cannot[row, place] == 0
            for clue in range(CLUES):
                places = [place for place in range(PLACES) if record.clue_places[row, clue] >> place & 1]
                assert len(places) != 1
                assert not places or any(not record.clue_cannot[row, clue] >> record.cards[place] & 1 for place in places)
        for tie in record.tied.tolist():
            assert len({int(record.cards[seat]) for seat in range(seats) if tie >> seat & 1}) <= 1


@few
@tables
def test_seats_know_at_least_what_everybody_knows(seats: int, seed: int) -> None:
    for state in random_play(GAMES[seats], seed):
        record = LoveLetterState.of(state)
        for seat in range(seats):
            for other in range(seats):
                if other != seat:
                    assert record.cannot[0, other] & ~record.cannot[1 + seat, other] == 0


@few
@tables
def test_imagined_worlds_respect_everything_known(seats: int, seed: int) -> None:
    game = GAMES[seats]
    for state in random_play(game, seed)[::4]:
        for viewer in range(-1, seats):
            view = game.view(state, viewer)
            world = LoveLetterState.of(game.imagine(view, seed))
            cards = [card for card in [*world.cards.tolist(), *world.face_up.tolist(), *world.pile.tolist()] if card != NONE]
            assert HIDDEN not in cards
            assert [cards.count(kind) + world.deck[kind] for kind in range(10)] == COPIES.tolist()
            for place in range(PLACES):
                if world.cards[place] != NONE:
                    assert not LoveLetterState.of(view).cannot[1 + viewer, place] >> world.cards[place] & 1
            for tie in world.tied.tolist():
                assert len({int(world.cards[seat]) for seat in range(seats) if tie >> seat & 1}) <= 1


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_round_never_takes_more_choices_than_promised(seats: int) -> None:
    game = joute.game("love_letter", seats=seats, rounds=1)
    longest = 0
    for seed in range(60):
        state = game.new(seed)
        choices = 0
        while not game.over(state):
            # Harmless cards first, so that rounds last.
            legal = sorted(game.legal(state, game.movers(state)[0]), key=lambda action: (">" in action.name, action.name == "princess"))
            game.step(state, {game.movers(state)[0]: legal[0]})
            choices += 1
        longest = max(longest, choices)
    assert longest <= game.spec.longest

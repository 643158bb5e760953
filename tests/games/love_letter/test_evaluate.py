"""What the tokens say of the match: two seats round by round, more seats as a race."""

from functools import cache

import numpy as np
import pytest
from games.love_letter.dealing import Table

import joute
from joute.games.love_letter.state import LOT, LoveLetterState

BEGINNER = 0.52 * 0.995 + 0.48 * 0.005  # with one token to go for both, once in a hundred rounds both get it


def after_a_round(tokens: tuple[int, ...], winners: int, goal: int) -> list[float]:
    """Every seat's chance to win the match, when these seats (as bits) have just won a round."""
    game = joute.game("love_letter", seats=len(tokens), tokens=goal)
    record = LoveLetterState.of(game.laid_out())
    record.phase, record.winners = LOT, winners
    record.tokens[: len(tokens)] = tokens
    values = np.zeros(len(tokens))
    game.definition.stated["evaluate"](record, values)
    assert game.definition.stated["chapter"](record)
    return [float(value) for value in values]


@cache
def even_race(missing: tuple[int, ...]) -> tuple[float, ...]:
    """The chances when every round gives one token to any seat, counted round by round."""
    ready = [float(need == 0) for need in missing]
    if any(ready):
        return tuple(one / sum(ready) for one in ready)
    after = [even_race(tuple(need - (seat == winner) for seat, need in enumerate(missing))) for winner in range(len(missing))]
    return tuple(sum(column) / len(missing) for column in zip(*after, strict=True))


def test_two_seats_with_equal_tokens_are_even_but_for_who_begins() -> None:
    assert after_a_round((2, 2), 3, 3) == pytest.approx([0.5, 0.5])
    assert after_a_round((2, 2), 1, 3) == pytest.approx([BEGINNER, 1 - BEGINNER])
    assert after_a_round((2, 2), 2, 3) == pytest.approx([1 - BEGINNER, BEGINNER])


def test_two_seats_count_the_spy_s_tokens() -> None:
    # Seat 0 needs one token and begins. If it loses: the other may get two and win, or seat 0 the Spy's and win, or all is open.
    assert after_a_round((2, 1), 1, 3)[0] == pytest.approx(0.52 + 0.48 * (0.73 * (1 - BEGINNER) + 0.01))
    # Seat 1 needs two tokens and begins: the same seen from the other side.
    assert after_a_round((2, 1), 2, 3)[0] == pytest.approx(0.48 + 0.52 * (0.73 * (1 - BEGINNER) + 0.01))


@pytest.mark.parametrize("tokens", [(0, 0, 0, 0), (3, 2, 1, 0), (2, 0, 0, 0), (3, 3, 1), (2, 2, 0, 0, 0, 1)])
def test_more_seats_race_as_if_every_round_were_even(tokens: tuple[int, ...]) -> None:
    goal = 4 if len(tokens) < 6 else 3
    expected = even_race(tuple(goal - token for token in tokens))
    assert after_a_round(tokens, 1, goal) == pytest.approx(list(expected), abs=0.001)


@pytest.mark.parametrize("hands", ["guard priest", "guard priest king baron"])
def test_a_token_for_the_spy_is_worth_something_and_the_chances_add_up(hands: str) -> None:
    table = Table(hands, "handmaid", tokens=3)
    evaluate, record = table.game.definition.stated["evaluate"], LoveLetterState.of(table.state)
    without, with_spy = np.zeros(len(hands.split())), np.zeros(len(hands.split()))
    evaluate(record, without)
    record.spied = 1
    evaluate(record, with_spy)
    assert with_spy[0] > without[0]
    assert without.sum() == pytest.approx(1)
    assert with_spy.sum() == pytest.approx(1)

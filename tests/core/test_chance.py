"""A real game's chance: SipHash-2-4 of each chance event, alike in plain Python and compiled, and nothing that can be solved for."""

import numpy as np
import pytest

from joute.core.chance import COUNTER, SEQUENTIAL, Chance, chance_of, place_of, siphash
from joute.core.rng import outcome_at
from joute.jit.compile import compiled
from joute.jit.record_proxy import ArrayProxy

SEEDS = 4000
CELLS = 8
KEY = [int.from_bytes(bytes(range(8)), "little"), int.from_bytes(bytes(range(8, 16)), "little")]  # of the published test vectors


@compiled
def call_siphash(words: Chance) -> int:
    return siphash(words[0], words[1], words[2])


@compiled
def call_places(
    chance: Chance, occasions: "np.ndarray[tuple[int], np.dtype[np.int64]]", out: "np.ndarray[tuple[int], np.dtype[np.float64]]"
) -> None:
    for number in range(len(occasions)):
        out[number] = place_of(chance, occasions[number])


def plain(chance: Chance) -> Chance:
    """As rules see it in plain Python: Python's numbers."""
    return chance.copy().view(ArrayProxy)


def test_the_vector_of_the_paper_comes_out_plain_and_compiled() -> None:
    vector = int.from_bytes(bytes.fromhex("6224939a79f5f593"), "little")  # of the message 00 01 ... 07
    assert siphash(KEY[0], KEY[1], KEY[0]) == vector
    assert int(call_siphash(np.array([*KEY, KEY[0]], np.uint64))) == vector


def test_plain_python_and_compiled_code_draw_the_same() -> None:
    chance, occasions = chance_of("game", 5), np.array([0, 1, -1, 2**40, -1, 7, 2**63 - 1, -1], np.int64)
    own, found = plain(chance), np.zeros(len(occasions))
    call_places(chance, occasions, found)
    assert found.tolist() == [place_of(own, occasion) for occasion in occasions.tolist()]
    assert chance.tolist() == own.tolist()


def test_an_occasion_always_gives_the_same_and_events_without_one_are_counted() -> None:
    chance = plain(chance_of("game", 1))
    assert place_of(chance, 3) == place_of(chance, 3)
    assert chance[COUNTER] == SEQUENTIAL
    assert place_of(chance, -1) != place_of(chance, -1)
    assert chance[COUNTER] == SEQUENTIAL + 2


def cells(occasion: int) -> list[int]:
    """In which eighth of [0, 1) the event lies, for each seed."""
    return [int(place_of(plain(chance_of("game", seed)), occasion) * CELLS) for seed in range(SEEDS)]


@pytest.mark.parametrize(("first", "second"), [(0, 1), (6, 7), (0, 1 << 40)])
def test_two_events_are_independent(first: int, second: int) -> None:
    counts = np.zeros((CELLS, CELLS))
    np.add.at(counts, (cells(first), cells(second)), 1)
    expected = SEEDS / CELLS**2
    assert ((counts - expected) ** 2 / expected).sum() < 105, "chi-square with 63 degrees of freedom: 0.1 % lie above 103.4"


def test_the_events_of_one_key_are_spread_evenly_and_fall_as_the_odds_say() -> None:
    chance, odds = plain(chance_of("game", 9)), np.array([0.2, 0.5, 0.3])
    outcomes = [outcome_at(place_of(chance, occasion), odds, 3) for occasion in range(6000)]
    assert np.bincount(outcomes) / 6000 == pytest.approx(odds, abs=0.02)

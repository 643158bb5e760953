"""Who sits where: fair to every agent, seat and neighbour."""

from collections import Counter

import pytest

from joute.arena.block import MAX_SEATINGS, first_seatings, seatings
from joute.core.errors import JouteError


def test_as_many_agents_as_seats_rotate() -> None:
    assert seatings(3, 3) == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]


def test_two_agents_at_a_table_of_four_sit_in_all_six_ways() -> None:
    assert seatings(2, 4) == [[0, 0, 1, 1], [0, 1, 0, 1], [0, 1, 1, 0], [1, 0, 0, 1], [1, 0, 1, 0], [1, 1, 0, 0]]


@pytest.mark.parametrize(("agents", "seats"), [(2, 2), (2, 4), (2, 6), (3, 6), (2, 8), (4, 8), (4, 4), (5, 10), (6, 6)])
def test_every_agent_sits_equally_often_on_each_seat(agents: int, seats: int) -> None:
    found = seatings(agents, seats)
    assert len(found) <= MAX_SEATINGS
    assert len({tuple(order) for order in found}) == len(found)
    for seat in range(seats):
        assert set(Counter(order[seat] for order in found).values()) == {len(found) // agents}


@pytest.mark.parametrize(("agents", "seats"), [(2, 4), (2, 6), (3, 6), (2, 8), (4, 8)])
def test_every_agent_follows_every_other_equally_often(agents: int, seats: int) -> None:
    follows = Counter((order[seat], order[(seat + 1) % seats]) for order in seatings(agents, seats) for seat in range(seats))
    assert len({count for (one, other), count in follows.items() if one != other}) == 1
    assert len({follows[one, one] for one in range(agents)}) == 1


@pytest.mark.parametrize(("agents", "seats", "fitting"), [(3, 4, "2, 4"), (1, 2, "2"), (5, 6, "2, 3, 6"), (3, 2, "2")])
def test_agents_that_do_not_fit_are_told_how_many_would(agents: int, seats: int, fitting: str) -> None:
    with pytest.raises(JouteError, match=f"a table of {seats} seats takes {fitting} agents.*{agents} were given"):
        seatings(agents, seats)


def test_an_even_part_of_a_block_gives_two_agents_each_seat_equally_often() -> None:
    whole = seatings(2, 4)
    for games in (2, 4):
        part = first_seatings(whole, games)
        assert len(part) == games
        assert all(sum(order[seat] for order in part) == games // 2 for seat in range(4))
    assert first_seatings(whole, None) == first_seatings(whole, 7) == whole

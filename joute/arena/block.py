"""Who sits where in the games of a block: every agent equally often on each seat, and next to each other as evenly as possible."""

from itertools import permutations
from math import factorial

from joute.core.errors import JouteError, known

MOST = 24  # games of a block, where agents have several seats each


def arrangements(agents: int, seats: int) -> list[list[int]]:
    """Which agent sits on each seat, game by game of a block.

    As many agents as seats: every rotation. Fewer: every way to give them equally many seats (two at a table of four: the six of
    two against two); where these are too many, all orders of the agents, each repeated round the table.
    """
    if agents < 2 or seats % agents:
        fitting = [count for count in range(2, seats + 1) if seats % count == 0]
        raise JouteError(f"a table of {seats} seats takes {known(fitting)} agents, all with equally many seats; {agents} were given")
    if agents == seats:
        return _rotations(agents, 1)
    each = seats // agents
    if factorial(seats) // factorial(each) ** agents <= MOST:
        return [list(order) for order in sorted(set(permutations([agent for agent in range(agents) for _ in range(each)])))]
    if factorial(agents) <= MOST:
        return [list(order) * each for order in permutations(range(agents))]
    return _rotations(agents, each)


def _rotations(agents: int, times: int) -> list[list[int]]:
    return [[(seat + rotation) % agents for seat in range(agents)] * times for rotation in range(agents)]

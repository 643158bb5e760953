"""Schedules: rounds of blocks, the same for the same agents and the same seed.

The number of a block is its round: all meetings of a round are dealt the same cards. A round robin and drawn tables are known in
advance; a swiss round depends on the results of those before it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, count

from joute.arena.block import BlockKey, Meeting, seatings
from joute.core.errors import BadSetting, known
from joute.core.rng import seed_of

MAX_TRIES = 10_000  # to find pairs that have not met: there may be more rounds than such pairs
FORMATS = ("round_robin", "swiss", "tables")

Points = Callable[[BlockKey], dict[int, float]]  # the mean points of each agent in a block
Round = list[BlockKey]


def check(form: str, agents: int, seats: int) -> None:
    """Refuse a format that cannot be played with that number of agents."""
    if form not in FORMATS:
        raise BadSetting("format={form} is not possible (one of {names})", form=form, names=known(FORMATS))
    if agents < 2:
        raise BadSetting("a tournament has at least two agents; {agents} came", agents=agents)
    if form != "round_robin" and agents < seats:
        raise BadSetting(
            "{form} fills tables of {seats} seats, and {agents} agents came; a round_robin lets pairs share a table",
            form=form,
            seats=seats,
            agents=agents,
        )
    if form == "round_robin":
        seatings(2, seats)  # refuses an odd table


def usual(agents: int, seats: int) -> str:
    """The default format: every pair if the game has two seats, drawn tables if it has more."""
    return "tables" if 2 < seats <= agents else "round_robin"


def round_robin(agents: Sequence[int]) -> Iterator[Round]:
    """Every pair in every round; by the circle method, so that all have played about equally often if a round is cut short."""
    circle: list[int | None] = [*agents, *([None] if len(agents) % 2 else [])]
    pairs: list[Meeting] = []
    for _ in range(len(circle) - 1):
        for one, other in zip(circle[: len(circle) // 2], reversed(circle), strict=False):
            if one is not None and other is not None:
                pairs.append((min(one, other), max(one, other)))
        circle.insert(1, circle.pop())
    for number in count():
        yield [(pair, number) for pair in pairs]


def tables(agents: Sequence[int], seats: int, seed: int) -> Iterator[Round]:
    """Every agent at one full table per round, with those it has met least; agents left out come first in the next round."""
    met: Counter[tuple[int, int]] = Counter()
    sat: Counter[int] = Counter()
    for number in count():
        order = {agent: seed_of(seed, "tables", number, agent) for agent in agents}
        waiting = sorted(agents, key=lambda agent: (sat[agent], order[agent]))[: len(agents) // seats * seats]
        drawn: Round = []
        while waiting:
            table = [waiting.pop(0)]
            while len(table) < seats:
                following = min(waiting, key=lambda agent: (sum(met[pair(agent, other)] for other in table), order[agent]))
                waiting.remove(following)
                table.append(following)
            met.update(pair(*two) for two in combinations(table, 2))
            sat.update(table)
            drawn.append((tuple(sorted(table)), number))
        yield drawn


def swiss(agents: Sequence[int], seats: int, seed: int, blocks: int, points: Points) -> Iterator[Round]:
    """Agents with similar points meet, if possible for the first time; each meeting plays that number of blocks.

    An agent left out of a round gets the points of an even result, and is the last to be left out again.
    """
    total: dict[int, float] = dict.fromkeys(agents, 0.0)
    met: Counter[tuple[int, int]] = Counter()
    rested: Counter[int] = Counter()
    for number in count():
        order = {agent: seed_of(seed, "swiss", number, agent) for agent in agents}
        standing = sorted(agents, key=lambda agent: (-total[agent], order[agent]))
        for _ in range(len(agents) % seats):
            resting = min(reversed(standing), key=lambda agent: rested[agent])
            standing.remove(resting)
            rested[resting] += 1
            total[resting] += blocks / seats
        drawn = [(meeting, number * blocks + block) for meeting in _seated(standing, seats, met) for block in range(blocks)]
        yield drawn
        for key in drawn:
            for agent, share in points(key).items():
                total[agent] = round(total[agent] + share, 9)


def _seated(standing: list[int], seats: int, met: Counter[tuple[int, int]]) -> list[Meeting]:
    """Tables from the top down: each takes the nearest in the standings among those it has met least."""
    drawn = _paired(standing, met) if seats == 2 else _gathered(standing, seats, met)
    for table in drawn:
        met.update(pair(*two) for two in combinations(table, 2))
    return [tuple(sorted(table)) for table in drawn]


def _gathered(standing: list[int], seats: int, met: Counter[tuple[int, int]]) -> list[list[int]]:
    waiting, drawn = list(standing), []
    while waiting:
        table = [waiting.pop(0)]
        while len(table) < seats:
            following = min(waiting, key=lambda agent: sum(met[pair(agent, other)] for other in table))  # the first of the least met
            waiting.remove(following)
            table.append(following)
        drawn.append(table)
    return drawn


def _paired(standing: list[int], met: Counter[tuple[int, int]]) -> list[list[int]]:
    """Pairs that have met as rarely as possible: if the last two would meet again, those above them change partners."""
    for most in range(max(met.values(), default=0) + 1):
        drawn: list[list[int]] = []
        tried = [0]
        if _pair_up(list(standing), met, most, drawn, tried):
            return drawn
    return _gathered(standing, 2, met)


def _pair_up(waiting: list[int], met: Counter[tuple[int, int]], most: int, drawn: list[list[int]], tried: list[int]) -> bool:
    if not waiting:
        return True
    tried[0] += 1
    if tried[0] > MAX_TRIES:
        return False
    first, rest = waiting[0], waiting[1:]
    for place, other in enumerate(rest):
        if met[pair(first, other)] <= most:
            drawn.append([first, other])
            if _pair_up(rest[:place] + rest[place + 1 :], met, most, drawn, tried):
                return True
            drawn.pop()
    return False


def pair(one: int, other: int) -> tuple[int, int]:
    """The two agents in ascending order."""
    return (one, other) if one < other else (other, one)


class Allowance:
    """Lets a maximum number of games of the schedule through, in blocks of a size; the last block is cut to what is left."""

    def __init__(self, games: int | None, size: int, cut: Mapping[BlockKey, int]) -> None:
        self.left, self.size = games, size
        self.cut = dict(cut)  # blocks with fewer games than others: those of earlier runs, and the last of this one

    @property
    def ended(self) -> bool:
        """Whether the maximum is reached."""
        return self.left is not None and self.left <= 0

    def games(self, key: BlockKey) -> int:
        """The number of games of a block."""
        return self.cut.get(key, self.size)

    def through(self, keys: Iterator[BlockKey]) -> Iterator[BlockKey]:
        """The blocks that are allowed."""
        while not self.ended and (key := next(keys, None)):
            if self.left is not None:
                if self.left < self.games(key):
                    self.cut[key] = self.left
                self.left -= self.games(key)
            yield key

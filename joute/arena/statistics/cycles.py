"""Circles: the first beats the second, the second the third, and the last the first."""

from collections import deque
from collections.abc import Mapping

Edge = tuple[int, int]  # who beats whom

MOST = 20


def cycles(beats: Mapping[Edge, float], most: int = MOST) -> list[list[int]]:
    """The shortest circle through each edge, the surest first; `beats` says how unlikely each edge is by luck (smaller is surer)."""
    found: dict[tuple[int, ...], float] = {}
    for winner, loser in sorted(beats):
        path = _way(beats, loser, winner)
        if path:
            start = path.index(min(path))
            circle = tuple(path[start:] + path[:start])
            found[circle] = max(beats[one, other] for one, other in zip(circle, circle[1:] + circle[:1], strict=True))
    return [list(circle) for circle in sorted(found, key=lambda circle: (found[circle], circle))[:most]]


def _way(beats: Mapping[Edge, float], start: int, goal: int) -> list[int]:
    """The shortest way from one to another along who beats whom; empty when there is none."""
    losers: dict[int, list[int]] = {}
    for winner, loser in sorted(beats):
        losers.setdefault(winner, []).append(loser)
    came = {start: start}
    queue = deque([start])
    while queue and goal not in came:
        here = queue.popleft()
        for there in losers.get(here, []):
            if there not in came:
                came[there] = here
                queue.append(there)
    if goal not in came:
        return []
    path = [goal]
    while path[-1] != start:
        path.append(came[path[-1]])
    return path[::-1]

"""Makes the game of a finding small: fewer numbers first, then smaller ones."""

from collections.abc import Callable, Sequence

TRIES = 300


def shrunk(numbers: Sequence[int], fails: Callable[[Sequence[int]], list[int] | None], tries: int = TRIES) -> list[int]:
    """The smallest numbers found with which it still fails; `fails` returns those that it used, or None."""
    best = list(numbers)
    left = tries

    def better(candidate: list[int]) -> bool:
        nonlocal best, left
        if left <= 0 or candidate == best:
            return False
        left -= 1
        used = fails(candidate)
        if used is None or (len(used), used) >= (len(best), best):
            return False
        best = used
        return True

    better([0] * len(best))
    while left > 0:
        before = list(best)
        size = max(1, len(best) // 2)
        while size:  # 1. leave parts out, large ones first
            start = 0
            while start < len(best) and left > 0:
                if not better(best[:start] + best[start + size :]):
                    start += size
            size //= 2
        for place in range(len(best)):  # 2. take the first of what is possible, or the next few
            for value in range(3):
                if place < len(best) and best[place] > value and better([*best[:place], value, *best[place + 1 :]]):
                    break
        if best == before:
            break
    return best

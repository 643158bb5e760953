"""How much one client may ask: a bucket of tokens each, and counts of what is open."""

import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from joute.server.errors import Refused

BURST = 4.0  # seconds' worth that may come at once
CLIENTS = 20_000  # that are remembered


class Bucket:
    """A rate: so many a second on average, with a burst."""

    def __init__(self, rate: float, burst: float = BURST, at_least: float = 3.0) -> None:
        self.rate, self.most = rate, max(at_least, rate * burst)
        self.left, self.at = self.most, time.monotonic()

    def take(self, count: float = 1.0) -> float:
        """0 when there was enough, else the seconds to wait."""
        now = time.monotonic()
        self.left, self.at = min(self.most, self.left + (now - self.at) * self.rate), now
        if self.left >= count:
            self.left -= count
            return 0.0
        return (count - self.left) / self.rate


class Rates:
    """A bucket for each client."""

    def __init__(self, rate: float, at_least: float = 3.0) -> None:
        self.rate, self.at_least = rate, at_least
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def check(self, client: str, count: float = 1.0) -> None:
        """Refuse who asks too much."""
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = Bucket(self.rate, at_least=self.at_least)
            if len(self._buckets) > CLIENTS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(client)
        if wait := bucket.take(count):
            raise Refused("too_many", wait=wait)


class Places:
    """So many at once, in all and for each client."""

    def __init__(self, most: int, each: int) -> None:
        self.most, self.each = most, each
        self.taken: Counter[str] = Counter()

    @contextmanager
    def place(self, client: str) -> Iterator[None]:
        """One place, for as long as it is needed."""
        if self.taken.total() >= self.most:
            raise Refused("busy")
        if self.taken[client] >= self.each:
            raise Refused("too_many")
        self.taken[client] += 1
        try:
            yield
        finally:
            self.taken[client] -= 1
            if not self.taken[client]:
                del self.taken[client]

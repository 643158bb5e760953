"""A process that writes blocks until it is killed, and prints the acknowledged ones."""

import sys

from stored import block, plan

from joute.store import Store

with Store.open(sys.argv[1]) as store:
    ledger = store.tournament(plan())
    done = len(ledger.finished())
    for first in range(done, done + 100_000, 20):
        numbers = range(first, first + 20)
        ledger.write([block((0, 1), number) for number in numbers])
        print(*numbers, flush=True)

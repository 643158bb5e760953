"""Makes `rounds_to_come.json`: from the last round backwards, every round is solved from its beginning for each difference of the banks."""

import json
import time

from joute.games.diamant.cards import FIRST_TRAP, FULL_DECK, RELICS, TRAPS
from joute.games.diamant.exact.round_kernel import BOTH_EXPLORE
from joute.games.diamant.exact.rounds_to_come import TABLE, load_table
from joute.games.diamant.exact.two_seats import RoundPosition, solve_differences

ROUNDS = 5
DIFFERENCES = [1, 2, 3, 4, 6, 8, 11, 14, 18, 22, 27, 33, 40, 48, 58, 72]
FAR = 150  # here the lead is taken to be safe
AT_ONCE = 8  # differences solved together


def beginning(to_come: int, disasters: int, relics: int) -> RoundPosition:
    """Before the first card of a round, given the number of rounds to come, this one included."""
    gone = ROUNDS + 1 - to_come - relics
    return RoundPosition(
        difference=0,
        inside=(True, True),
        carried=0,
        gems=0,
        treasures=tuple(FULL_DECK[:FIRST_TRAP].tolist()),
        traps=(0, disasters, TRAPS - disasters),
        warned=(0, 0, 0),
        relics=(relics, *[0] * (RELICS - 1)),
        on_path=0,
        turned=gone // 2,
        edition=2006,
        to_come=to_come - 1,
    )


def values_of(to_come: int, disasters: int, relics: int) -> list[float]:
    """The chance to win for each difference, from 0."""
    position = beginning(to_come, disasters, relics)
    values = [0.5]
    for first in range(0, len(DIFFERENCES), AT_ONCE):
        values += solve_differences(position, DIFFERENCES[first : first + AT_ONCE])[BOTH_EXPLORE].round(5).tolist()
    return [*values, 1.0]


def cases(to_come: int) -> tuple[int, list[int]]:
    """The typical number of traps out of the game, and the numbers of relics in the deck: before the last round all of them."""
    played = ROUNDS - to_come
    return played // 2, list(range(1, played + 2)) if to_come == 1 else [played + 1 - (played + 1) // 3]


def main() -> None:
    """Make the table."""
    began = time.process_time()
    table: list[list[list[float]]] = []
    for to_come in range(1, ROUNDS):
        disasters, numbers = cases(to_come)
        table.append([values_of(to_come, disasters, relics) for relics in numbers])
        found = {"differences": [0, *DIFFERENCES, FAR], "values": table}
        TABLE.write_text(json.dumps(found).replace("], [", "],\n[") + "\n", encoding="utf-8")
        load_table.cache_clear()
        print(f"{to_come} rounds to come: {time.process_time() - began:.0f} s of processor time", flush=True)


if __name__ == "__main__":
    main()

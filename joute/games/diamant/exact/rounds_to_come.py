"""The chance to win of one of two seats before the rounds to come, by the difference of the banks: `rounds_to_come.json`.

Before the last round it depends on the number of relics in the deck. It takes a typical number of traps to have left the game, of
different kinds, and half of the relics that are gone to have been taken; before earlier rounds the number of relics in the deck is typical,
too. It is for the edition of 2006, and between its differences it is interpolated.
`python -m joute.games.diamant.exact.make_table` makes it.
"""

import json
from functools import lru_cache
from pathlib import Path

import numpy as np

from joute.jit.struct import Float64s, Int64s

TABLE = Path(__file__).with_name("rounds_to_come.json")


@lru_cache
def load_table() -> tuple[Float64s, list[list[list[float]]]]:
    """The differences, and the chance to win [rounds to come - 1][relics in the deck - 1][difference]; one row: for any relics."""
    found = json.loads(TABLE.read_text(encoding="utf-8"))
    return np.array(found["differences"], np.float64), found["values"]


def chance_to_win(to_come: int, relics: int, differences: Int64s) -> Float64s:
    """The chance to win before that number of rounds, for each difference; ties of the whole game count one half."""
    if to_come == 0:
        return 0.5 + 0.5 * np.sign(differences)
    known, values = load_table()
    rows = values[to_come - 1]
    ahead = np.interp(np.abs(differences), known, rows[min(max(relics, 1), len(rows)) - 1])
    return np.where(differences < 0, 1.0 - ahead, ahead)

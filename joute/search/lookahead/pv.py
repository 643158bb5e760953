"""The main line of a look ahead, read from what it remembers of positions."""

from joute.core.contract import Odds, advance, chances, key, legal, movers, over, resolve
from joute.core.state import States
from joute.jit.dispatch import rule
from joute.search.lookahead.workspace import EXACT, STEPS, Desk, Frame, Table, Words2, place_in

NOBODY = -1


@rule
def follow(start: States, states: States, words: Words2, frame: Frame, table: Table, desk: Desk, root: Frame) -> None:
    """Write the likeliest choices from the root on, [step, seat], through the likeliest chance, as far as they are remembered."""
    for step in range(STEPS):
        desk.line[step, 0] = desk.line[step, 1] = NOBODY
    states[1] = start[0]
    state = states[1]
    best_row, best_column = root.best_row, root.best_column
    for step in range(STEPS):
        # 1. What the seats choose.
        asked = movers(state)
        chooser = asked >> 1 if asked != 3 else 0 if desk.equilibrium == 1 else desk.seat
        for seat in range(2):
            if asked >> seat & 1:
                legal(state, seat, frame.actions[seat])
                desk.choices[seat] = frame.actions[seat, best_row if seat == chooser else best_column]
                desk.line[step, seat] = desk.choices[seat]
        advance(state, desk.choices)
        # 2. What chance does.
        while not over(state) and movers(state) == 0:
            resolve(state, likeliest_outcome(frame.odds, chances(state, frame.odds)))
        # 3. What is remembered of the position.
        if over(state):
            return
        name = key(state, words[1])
        entry = table[place_in(table, name)]
        if entry.name != name or entry.bound != EXACT:
            return
        best_row, best_column = entry.best_row, entry.best_column


@rule
def likeliest_outcome(odds: Odds, count: int) -> int:
    """The outcome with the highest odds, the first of equals."""
    best = 0
    for outcome in range(1, count):
        if odds[outcome] > odds[best]:
            best = outcome
    return best

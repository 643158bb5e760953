"""Games with a mistake each, made from the examples and `joute game new` by small changes, and the promise that each of them breaks."""

from pathlib import Path
from typing import NamedTuple

from joute.testing.new_game import new_game

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


class Mistake(NamedTuple):
    """What is changed in which example, and the promise that is broken by it."""

    promise: str
    example: str
    change: tuple[str, str]


OWN_CARD = "1 + (known - 1 + 2 * below(rng, 2)) % 3"
WAITING = "    while state.sticks == 5:\n        pass\n    state.sticks -= choices"
MISTAKES = {
    "widest too small": Mistake("widest", "connect4", ("widest=COLUMNS", "widest=COLUMNS - 2")),
    "longest too small": Mistake("longest", "connect4", ("longest=CELLS", "longest=5")),
    "a value beyond its field": Mistake("numbers_fit", "connect4", ("state.discs += 1", "state.discs += 50")),
    "an index that is always out of bounds": Mistake(
        "indices_in_bounds", "connect4", ("    state.discs += 1\n", "    state.discs += 1\n    state.heights[7] = 1\n")
    ),
    "an index that is seldom out of bounds": Mistake(
        "indices_in_bounds",
        "connect4",
        ("    state.discs += 1\n", "    state.discs += 1\n    if state.discs == CELLS:\n        state.heights[state.discs] = 1\n"),
    ),
    "odds that add up to 0.5": Mistake("odds_add_up_to_one", "kuhn", ("1 / (3 - dealt(state))", "0.5 / (3 - dealt(state))")),
    "odds that are negative": Mistake("odds_are_probabilities", "kuhn", ("odds[card] = 0.0 if taken", "odds[card] = -0.5 if taken")),
    "a hide that hides nothing": Mistake("hide_hides", "kuhn", ("state.cards[other] = -1", "state.cards[other] += 0")),
    "a hide that hides nothing from one seat": Mistake(
        "hide_treats_seats_alike", "kuhn", ("state.cards[other] != 0:", "state.cards[other] != 0 and other == 0:")
    ),
    "a hide that stops after the first action": Mistake(
        "views_show_what_is_described", "kuhn", ("state.cards[other] != 0:", "state.cards[other] != 0 and state.length == 0:")
    ),
    "a hide that shows one seat what secrets names": Mistake(
        "secrets_are_hidden", "high_card", ("other != seat and state.aside[other] > 0", "other == 1 != seat and state.aside[other] > 0")
    ),
    "an imagine that deals one's own card": Mistake(
        "worlds_are_possible", "kuhn", ("1 + (known + below(rng, 2)) % 3", OWN_CARD)
    ),
    "an imagine that always deals the same": Mistake("worlds_vary", "kuhn", ("below(rng, 2)", "below(rng, 1)")),
    "scores beyond the Spec": Mistake("scores_in_range", "connect4", ("= 1.0\n        scores[2", "= 7.0\n        scores[2")),
    "scores that do not add up": Mistake("zero_sum_if_said", "connect4", ("winner] = -1.0", "winner] = 0.0")),
    "movers at the end": Mistake("nobody_moves_at_the_end", "connect4", ("return 0 if over(state) else 1", "return 1")),
    "a game that never ends": Mistake("games_end", "nim", ("state.sticks -= choices[state.mover]", "state.sticks = state.sticks")),
    "an action without a name": Mistake("names_complete", "connect4", ('enumerate("abcdefg")', 'enumerate("abcdef")')),
    "two actions with one name": Mistake("names_differ", "connect4", ('enumerate("abcdefg")', 'enumerate("abcdeff")')),
    "a text in a rule": Mistake(
        "rules_compile", "nim", ("    return min(3, state.sticks)", '    return min(3, state.sticks) + 0 * len(f"{state.sticks:03d}")')
    ),
    "a helper that is not marked": Mistake("rules_compile", "connect4", ("@rule\ndef completes", "def completes")),
    "a rule that does not return": Mistake("rules_return", "nim", ("    state.sticks -= choices", WAITING)),
}  # fmt: skip


def written(name: str, folder: Path) -> Path:
    """The game with that mistake as a file."""
    _, example, (before, after) = MISTAKES[name]
    if example == "high_card":
        source = new_game(example, hidden=True, simultaneous=False, chance=True)
    else:
        source = (EXAMPLES / example / f"{example}.py").read_text(encoding="utf-8")
    assert source.count(before) == 1, name
    file = folder / f"{example}.py"
    file.write_text(source.replace(before, after), encoding="utf-8")
    return file

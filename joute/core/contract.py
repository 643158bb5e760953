"""What each rule of the contract says, and what holds for a game that does not state one.

| rule | says |
|---|---|
| `setup(state, options)` | lays the pieces out (plain Python only; everything is zero before) |
| `movers(state)` | a bit for each seat that must choose now; 0 means chance or the end |
| `over(state)` | whether the game has ended |
| `legal(state, seat, actions)` | writes the seat's legal actions, returns how many |
| `advance(state, choices)` | plays the chosen action of each mover; `choices[seat]` of the others means nothing |
| `chances(state, odds)` | writes the probabilities of the pending chance event, returns how many outcomes |
| `resolve(state, outcome)` | lets that outcome happen |
| `hide(state, seat)` | erases what the seat does not know (seat -1: a spectator); what is left is its view |
| `imagine(state, seat, dice)` | fills a view with a world that fits everything the seat knows |
| `returns(state, scores)` | what each seat gets at the end |

Optional, each with a default below:

| rule | says |
|---|---|
| `evaluate(state, values)` | a guess of what each seat will get, between the Spec's lowest and highest score |
| `occasion(state)` | a number for the pending chance event: its luck comes from the seed and this alone; -1: luck comes in order |
| `features(state, seat, out)` | the numbers a learner sees; their names are the game's `FEATURES` |
| `candidates(state, seat, actions)` | the legal actions worth searching, the best guess first |
| `quiet(state)` | whether `evaluate` can be trusted here; a search goes on where it cannot |
| `chapter(state)` | whether a round or a deal has just ended: what follows owes nothing to it, and `evaluate` says all there is to say |
| `pick(state, seat, actions, dice)` | a uniformly random legal action, where listing them all would be slow; `actions` is scratch space |
| `careful(state, seat, actions, dice)` | what a sensible beginner would do, from what the seat knows; cheap enough for playouts |
| `forget(state)` | from here on nobody looks and all choices are random: what only views tell need not be kept up any more |
| `prospects(state, chances)` | each seat's chance to win the game, a guess while it is not over |
| `likelihood(state, seat, actions, choices, dice)` | how likely the others' choices were in this world, up to a factor; may spoil it |
| `key(state, words)` | a 64-bit name of the position; `words` is the record as 64-bit words |
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from joute.core.rng import Dice, below
from joute.jit import compile
from joute.jit.compile import CONTRACT

Record: TypeAlias = Any  # a PlainRecord in Python, a flat struct when compiled: its fields are the game's
Actions: TypeAlias = NDArray[np.int64]
Choices: TypeAlias = NDArray[np.int64]  # [seat]
Odds: TypeAlias = NDArray[np.float64]
Scores: TypeAlias = NDArray[np.float64]  # [seat]
Words: TypeAlias = NDArray[np.uint64]

REQUIRED = ("movers", "over", "legal", "advance", "returns")
HEADER: list[Any] = [("dice", "u8", (1,))]  # the chance to come; erased from every view

_13, _7, _17 = np.uint64(13), np.uint64(7), np.uint64(17)


def chances(state: Record, odds: Odds) -> int:
    """No chance in this game."""
    return 0


def resolve(state: Record, outcome: int) -> None:
    """No chance in this game."""


def occasion(state: Record) -> int:
    """Luck comes in the order of the draws."""
    return -1


def hide(state: Record, seat: int) -> None:
    """Everybody sees everything."""


def imagine(state: Record, seat: int, dice: Dice) -> None:
    """Nothing to imagine: everybody sees everything."""


def evaluate(state: Record, values: Scores) -> None:
    """No opinion."""
    values[:] = 0.0


def features(state: Record, seat: int, out: NDArray[np.float64]) -> None:
    """No features."""


def candidates(state: Record, seat: int, actions: Actions) -> int:
    """Every legal action, in the order of the rules."""
    return compile.legal(state, seat, actions)


def quiet(state: Record) -> bool:
    """Every position may be evaluated."""
    return True


def chapter(state: Record) -> bool:
    """The game is one chapter."""
    return False


def pick(state: Record, seat: int, actions: Actions, dice: Dice) -> int:
    """Any of the legal actions."""
    return actions[below(dice, compile.legal(state, seat, actions))]


def careful(state: Record, seat: int, actions: Actions, dice: Dice) -> int:
    """A beginner without a clue."""
    return compile.pick(state, seat, actions, dice)


def forget(state: Record) -> None:
    """Nothing is kept up for views alone."""


def prospects(state: Record, chances: Scores) -> None:
    """Everybody alike."""
    chances[:] = 1.0 / len(chances)


def likelihood(state: Record, seat: int, actions: Actions, choices: Choices, dice: Dice) -> float:
    """Past choices tell nothing."""
    return 1.0


@compile.rule
def fold(words: Words) -> np.uint64:
    """A 64-bit name of some words (xorshift64, Marsaglia 2003)."""
    name = np.uint64(88172645463325252)
    for word in words:
        name ^= word
        name ^= name << _13
        name ^= name >> _7
        name ^= name << _17
    return name


def key(state: Record, words: Words) -> np.uint64:
    """The whole record, folded."""
    return fold(words)


DEFAULTS: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        chances,
        resolve,
        occasion,
        hide,
        imagine,
        evaluate,
        features,
        candidates,
        quiet,
        chapter,
        pick,
        careful,
        forget,
        prospects,
        likelihood,
        key,
    )
}


def collect(name: str, modules: tuple[ModuleType, ...]) -> dict[str, Callable[..., Any]]:
    """The rules that a game's modules state, completed by the defaults; a misspelt parameter is refused."""
    rules = dict(DEFAULTS)
    for module in modules:
        for rule_name, parameters in CONTRACT.items():
            function = vars(module).get(rule_name)
            if function is None or getattr(function, "__module__", None) != module.__name__:
                continue
            stated = function.__code__.co_varnames[: function.__code__.co_argcount]
            if stated != parameters:
                raise TypeError(f"{name}: {rule_name}({', '.join(stated)}) must be {rule_name}({', '.join(parameters)})")
            rules[rule_name] = function
    missing = [rule_name for rule_name in REQUIRED if rule_name not in rules]
    if missing:
        raise TypeError(f"{name} does not state the rules {', '.join(missing)}")
    return rules

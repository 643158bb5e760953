"""The contract: every rule that a game states, or may state, on a state of its own type.

Each function below is a generic stub. Called on a state of some game, it runs that game's rule; inside compiled code it becomes that
rule (`joute/jit/dispatch.py`). The body of an optional rule is its default.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from joute.core.rng import Rng, below
from joute.core.state import Fields, States
from joute.jit.dispatch import CONTRACT, DEFAULTS, optional, required, rule

Actions: TypeAlias = NDArray[np.int64]
Choices: TypeAlias = NDArray[np.int64]  # [seat]
Odds: TypeAlias = NDArray[np.float64]
Scores: TypeAlias = NDArray[np.float64]  # [seat]
Values: TypeAlias = NDArray[np.float64]
Words: TypeAlias = NDArray[np.uint64]

_13, _7, _17, _32 = np.uint64(13), np.uint64(7), np.uint64(17), np.uint64(32)
_HALF = np.uint64(0xFFFFFFFF)

# --- required (`setup(state, options)` too, which lays the pieces out and runs as plain Python only) -------------------------------------


@required
def movers(state: Fields) -> int:
    """A bit for each seat that must choose now; 0 means a chance event or the end."""
    raise NotImplementedError


@required
def over(state: Fields) -> bool:
    """Whether the game has ended."""
    raise NotImplementedError


@required
def legal(state: Fields, seat: int, actions: Actions) -> int:
    """Write the seat's legal actions; return their number."""
    raise NotImplementedError


@required
def advance(state: Fields, choices: Choices) -> None:
    """Apply the action of each mover; `choices[seat]` of the other seats has no meaning."""
    raise NotImplementedError


@required
def returns(state: Fields, scores: Scores) -> None:
    """Write the score of each seat: final at the end, so far before it."""
    raise NotImplementedError


# --- chance -------------------------------------------------------------------------------------------------------------------------------


@optional
def chances(state: Fields, odds: Odds) -> int:
    """Write the probabilities of the pending chance event; return the number of outcomes. Default: no chance."""
    return 0


@optional
def resolve(state: Fields, outcome: int) -> None:
    """Apply that outcome of the pending chance event."""


@optional
def occasion(state: Fields) -> int:
    """A number for the pending chance event: its outcome depends on the seed and this number alone; -1: outcomes come in order."""
    return -1


# --- hidden information -------------------------------------------------------------------------------------------------------------------


@optional
def hide(state: Fields, seat: int) -> None:
    """Erase what the seat does not know (seat -1: a spectator); the rest is its view. Default: nothing is hidden."""


@optional
def imagine(state: Fields, seat: int, rng: Rng) -> None:
    """Complete a view to a sampled world that fits everything the seat knows."""


@optional
def likelihood(state: Fields, seat: int, actions: Actions, choices: Choices, rng: Rng) -> float:
    """How likely the others' past actions were in this world, up to a factor; may change the state. Default: equally likely."""
    return 1.0


@optional
def rewind(state: Fields, past: Actions) -> int:
    """Take a world back to the first decision of its chapter; write the actions since in their order and return their number.

    For games whose chapters have no chance event after the first decision. Default: the past is not known.
    """
    return 0


# --- what searches and learners ask -------------------------------------------------------------------------------------------------------


@optional
def evaluate(state: Fields, values: Scores) -> None:
    """Estimate the final score of each seat, between the Spec's lowest and highest. Default: 0."""
    values[:] = 0.0


@optional
def prospects(state: Fields, chances: Scores) -> None:
    """Each seat's chance to win the game; an estimate before the end. Default: equal chances."""
    chances[:] = 1.0 / len(chances)


@optional
def features(state: Fields, seat: int, out: Values) -> None:
    """Write the input of a learner; the names are the definition's `feature_names`."""


@optional
def facts(state: Fields, seat: int, action: int, out: Values) -> None:
    """Write what a player would say of a legal action, from what the seat knows alone; the names are the definition's `facts`."""


@optional
def consequences(state: Fields, after: Fields, seat: int, action: int, out: Values) -> None:
    """Write what has come of an action by the seat's next decision or the end of the chapter, by the definition's `consequences`."""


@optional
def final_consequences(state: Fields, end: Fields, seat: int, out: Values) -> None:
    """Write what the rest of the chapter brought the seat, by the definition's `final_consequences`."""


@optional
def candidates(state: Fields, seat: int, actions: Actions) -> int:
    """Write the legal actions worth searching, the most promising first; return their number. Default: all legal actions."""
    return legal(state, seat, actions)


@optional
def quiet(state: Fields) -> bool:
    """Whether `evaluate` can be trusted here; otherwise a search continues. Default: everywhere."""
    return True


@optional
def chapter(state: Fields) -> bool:
    """Whether a round or a deal has just ended, so that `evaluate` sums up all that counts. Default: the game is one chapter."""
    return False


@optional
def pick(state: Fields, seat: int, actions: Actions, rng: Rng) -> int:
    """A uniformly random legal action, for games where listing them is slow; `actions` is a scratch buffer."""
    return actions[below(rng, legal(state, seat, actions))]


@optional
def careful(state: Fields, seat: int, actions: Actions, rng: Rng) -> int:
    """The action of a sensible beginner who knows what the seat knows; fast enough for rollouts. Default: random."""
    return pick(state, seat, actions, rng)


@optional
def forget(state: Fields) -> None:
    """From here on all actions are random and nobody looks: the game may stop updating what only views need."""


@rule
def fold(words: Words) -> np.uint64:
    """A 64-bit hash of some words (xorshift64, Marsaglia 2003)."""
    name = np.uint64(88172645463325252)
    for word in words:
        name ^= word
        name ^= name << _13
        name ^= name >> _7
        name ^= name << _17
    return name


@rule
def mix(word: np.uint64, secret: np.uint64) -> np.uint64:
    """A word hashed by one product of its halves, which cannot overflow; words are combined by `^`, each with a secret of its own."""
    mixed = word ^ secret
    return word ^ (mixed >> _32) * (mixed & _HALF)


@optional
def key(state: Fields, words: Words) -> np.uint64:
    """A 64-bit hash of the position; `words` is the record as 64-bit words. Default: a hash of the whole record."""
    return fold(words)


@optional
def view_key(state: Fields, seat: int, words: Words, scratch: States, scratch_words: Words) -> np.uint64:
    """A 64-bit hash of what the seat knows. Default: the key of a copy, made in `scratch`, from which the rest is hidden."""
    scratch[0] = state
    hide(scratch[0], seat)
    return key(scratch[0], scratch_words)


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
    missing = [rule_name for rule_name in CONTRACT if rule_name not in rules]
    if missing:
        raise TypeError(f"{name} does not state the rules {', '.join(missing)}")
    return rules

"""What a new position of an information-set search is worth: played out at random or with care, or by the game's evaluation."""

from joute.core.contract import (
    Actions,
    Choices,
    Odds,
    Scores,
    advance,
    careful,
    chances,
    chapter,
    evaluate,
    forget,
    movers,
    over,
    pick,
    prospects,
    resolve,
    returns,
)
from joute.core.rng import Rng, draw
from joute.core.state import Fields
from joute.jit.dispatch import inline

PLAYOUT, CAREFUL, EVALUATE, ASKED = 0, 1, 2, 3  # ways to judge; the last: a network is asked
ROLLOUT_HELP = "how a new position is evaluated: by a random or careful playout, by the game's evaluation, or by a network"
ROLLOUTS = {"random": PLAYOUT, "careful": CAREFUL, "evaluate": EVALUATE}


@inline
def rest_of_game(
    state: Fields,
    leaf: int,
    win: bool,
    observer: int,
    slips: float,
    actions: Actions,
    choices: Choices,
    odds: Odds,
    scores: Scores,
    rng: Rng,
) -> None:
    """What a new position is worth: play it out at random or with care, or ask the game's evaluation; as a score or as chances to win.

    Rivals that choose at random go on doing so.
    """
    if leaf == PLAYOUT:
        forget(state)
    while leaf != EVALUATE and not over(state) and not chapter(state):
        asked = movers(state)
        if asked == 0:
            resolve(state, draw(rng, odds, chances(state, odds)))
            continue
        for seat in range(len(choices)):
            if asked >> seat & 1:
                at_random = leaf == PLAYOUT or (slips == 1.0 and seat != observer)
                choices[seat] = pick(state, seat, actions, rng) if at_random else careful(state, seat, actions, rng)
        advance(state, choices)
    if win:
        prospects(state, scores)
    elif over(state):
        returns(state, scores)
    else:
        evaluate(state, scores)

"""Hand-written players of Love Letter: the negamax of the student report that the game comes from.

The report prints its search, its `evaluate` and its Prince's rule, and names its weights. If it is silent, contradicts itself or looks at
hidden cards, this is what was chosen:
- Its virtual game is a copy of the real one, with the opponent's hand in it. Here every card that the opponent may hold, as far as the
  agent knows, is tried, and the values of a play are averaged by how likely each is. Below that, draws are as in the report: every card
  still unseen is a child, and the mover takes the best for itself, the agent's luck and the opponent's included.
- The top of the real deck, which the opponent draws after a Prince and a virtual Chancellor searches, is hidden too: the most frequent
  unseen card stands for it. After its own Prince the agent tries every card, as in the report.
- `weights` itself is not printed. The highest probability of a card, which is the Guard's weight, counts Guards too, as the printed rule of
  the Prince does; all weights of a pair are taken before its second card is drawn.
- How a Guard guesses is not stated: it names the most frequent card that the opponent may hold, the highest among equals.
- `powerChancellorAI` is not printed: the card with the best value is retained, and the higher of the others goes to the very bottom.
- In the printed `evaluate` an empty deck is never reached, and its share is divided by 1 minus the cards known: here an empty deck is
  looked at when both are in, and the share is that of the unseen cards which are lower. The Spy's point counts twice when the opponent is
  out, as printed (0.75, or 1 + 0.5), but not for a seat that is out.
- Of equal values the one met later is better for the agent, and worse for its opponent; if that leaves two, the lower card is played.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from joute.core.agent import Agent, Stop
from joute.core.game import Game
from joute.core.opinion import Judgement, Opinion
from joute.core.settings import setting
from joute.core.state import State
from joute.games.love_letter.actions import card_of, guess_of, lowest_of, retained_of, target_of, upper_of
from joute.games.love_letter.agents.negamax_search import judge_plays, lay_out
from joute.games.love_letter.agents.virtual_round import SIZE, hand_value, prince_target
from joute.games.love_letter.cards import GUARD, NONE, PRINCE
from joute.games.love_letter.heuristic import best_guess, unseen_by
from joute.games.love_letter.state import DRAWN, KEEP, LoveLetterState
from joute.i18n import say


@dataclass(frozen=True)
class NegamaxSettings:
    """Settings of negamax."""

    depth: int = setting(4, "turns looked ahead", 1, 8)


class Negamax(Agent):
    """Looks a few turns ahead over virtual draws; a position is worth the averaged weights of the pairs that its card can make."""

    name = "negamax"
    summary = "the report's player: a few turns of alpha-beta over virtual draws, by the weights of card pairs"
    Settings = NegamaxSettings

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """The report plays with two seats."""
        return None if game.spec.seats == 2 else say("negamax plays Love Letter with two seats, not with {seats}", seats=game.spec.seats)

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The best card, by the report's search."""
        return self.search(view, seat)

    def choose(self, view: State, seat: int, seed: int = 0) -> int:
        """The action alone."""
        return self.search(view, seat).action

    def search(self, view: State, seat: int) -> Opinion:
        """The best card, aimed by the agent's own rules."""
        actions, state = self.legal(view, seat), LoveLetterState.of(view)
        values, nodes = np.zeros(len(actions)), np.zeros(1, np.int64)
        depth = 0 if state.phase == KEEP else self.settings.depth
        arguments = (view.array, seat, np.array(actions, np.int64), len(actions), depth, values, nodes)
        if depth:
            judge_plays.prepare(*arguments)
        began = time.perf_counter()
        if depth:
            judge_plays(*arguments)
        else:
            values[:] = [retained_value(state, seat, action) for action in actions]
        values = np.clip(values, self.game.spec.lowest, self.game.spec.highest)  # sums of weights can leave the range of scores
        judgements = [Judgement(action, value=float(value)) for action, value in zip(actions, values, strict=True)]
        chosen = max((one for one in judgements if is_meant(state, seat, one.action)), key=preference(state))
        judgements.sort(key=lambda one: (one is not chosen, -(one.value or 0.0)))
        return Opinion(
            chosen.action,
            judgements,
            value=chosen.value,
            pv=[chosen.action],
            depth=depth,
            nodes=int(nodes[0]) + (0 if depth else len(actions)),
            seconds=time.perf_counter() - began,
        )


def preference(state: LoveLetterState) -> Callable[[Judgement], tuple[float, int]]:
    """The best value first; of equal values the lower card is played, the higher retained."""

    def rank(judgement: Judgement) -> tuple[float, int]:
        action = judgement.action
        return judgement.value or 0.0, retained_of(action) if state.phase == KEEP else -card_of(action)

    return rank


def retained_value(state: LoveLetterState, seat: int, action: int) -> float:
    """The averaged weight of the pairs that the card retained can make."""
    world = np.zeros(SIZE, np.int64)
    lay_out(state, seat, world)
    return float(hand_value(world, 0, retained_of(action)))


def is_meant(state: LoveLetterState, seat: int, action: int) -> bool:
    """Whether a guess, a Prince's target or the order under the deck is the one that the agent's rules choose."""
    if state.phase == KEEP:
        return lowest_of(action) == NONE or upper_of(action) <= lowest_of(action)
    card, target = card_of(action), target_of(action)
    if card == GUARD and target >= 0:
        return bool(guess_of(action) == best_guess(unseen_by(state, seat), state.cannot[1 + seat, target]))
    if card == PRINCE:
        world = np.zeros(SIZE, np.int64)
        lay_out(state, seat, world)
        world[0] = state.cards[DRAWN] if state.cards[seat] == PRINCE else state.cards[seat]
        return bool((0 if target == seat else 1) == prince_target(world, 0))
    return True

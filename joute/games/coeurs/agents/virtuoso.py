"""A player of Cœurs that samples worlds while the deal is young and counts every world out in the last tricks."""

import time
from dataclasses import dataclass

import numpy as np

from joute.core.agent import Stop
from joute.core.beliefs import INFERRED
from joute.core.opinion import Judgement, Opinion, by_mean
from joute.core.rng import seeded
from joute.core.settings import setting
from joute.core.state import State
from joute.games.coeurs.agents.endgame_solver import EndgameQuestion, count_out, new_worlds
from joute.games.coeurs.state import CoeursState
from joute.games.trick_taking.cards import DECK, HAND, SEATS, size
from joute.search.mcts.ismcts import Ismcts, IsmctsSettings


@dataclass(frozen=True)
class VirtuosoSettings(IsmctsSettings):
    """Settings of virtuoso."""

    exact: int = setting(3, "number of cards in hand from which on every world is searched to the end", 0, 4)
    others: str = setting(
        "max_n",
        "whom the others play for in the last tricks: each for itself, or all against the searching seat",
        choices=("max_n", "paranoid"),
    )


class Virtuoso(Ismcts):
    """Searches as ismcts does, and counts the last tricks out."""

    name = "virtuoso"
    summary = "ismcts, and the last tricks counted out over every world that fits"
    Settings = VirtuosoSettings

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """Samples of the deal, or the count of its end."""
        if not self._near_the_end(view, seat):
            return super().consider(view, seat, seed, stop)
        return self._count(view, seat, seed, stop or Stop())

    def choose(self, view: State, seat: int, seed: int = 0) -> int:
        """The card alone."""
        return self._count(view, seat, seed, Stop()).action if self._near_the_end(view, seat) else super().choose(view, seat, seed)

    def _near_the_end(self, view: State, seat: int) -> bool:
        """Whether few enough cards are left to count every world out."""
        return bool(size(CoeursState.of(view).hands[seat]) <= self.settings.exact)

    def _count(self, view: State, seat: int, seed: int, stop: Stop) -> Opinion:
        """Every card with its exact mean."""
        legal_actions = self.legal(view, seat)
        chosen, state = self.settings, CoeursState.of(view)
        totals = np.zeros(HAND)
        asked = EndgameQuestion(seat, chosen.belief == INFERRED, chosen.others == "paranoid", chosen.aim == "win", DECK)
        worlds = new_worlds(view, size(state.hands[seat]))
        task = view.array, asked, worlds, totals, self.buffers(seeded(seed, self.name)), stop.flag
        count_out.prepare(*task)
        began = time.perf_counter()
        with stop.after(0 if chosen.iterations else chosen.seconds):
            nodes = int(count_out(*task))
        judgements = [Judgement(action, float(totals[index])) for index, action in enumerate(legal_actions)]
        judgements.sort(key=by_mean, reverse=True)
        best = judgements[0]
        depth = SEATS * (HAND - state.plays // SEATS) - state.plays % SEATS
        seconds = time.perf_counter() - began
        return Opinion(best.action, judgements, best.value, [best.action], depth, nodes, seconds, unit=self.unit)

"""The agent `surrogate`: a small model that imitates another agent, and plays (see `joute explain agent`)."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from joute.bots.bot_reference import fingerprint
from joute.core.agent import Agent, Stop
from joute.core.contract import Actions
from joute.core.errors import BadWeights, system_reason
from joute.core.game import Game
from joute.core.opinion import Judgement, Opinion
from joute.core.rng import draw, seeded
from joute.core.settings import setting
from joute.core.state import State
from joute.explain.choice_model import cached_model, input_rows, known_of_choice
from joute.i18n import Sentence, say
from joute.jit.struct import Float64s

NO_FILE: Sentence = "surrogate needs a file: joute explain agent {game} AGENT makes some, and file=FILE names one"


@dataclass(frozen=True)
class SurrogateSettings:
    """Settings of surrogate."""

    file: str = setting("", "file of the model, written by joute explain agent", public=False)


class Surrogate(Agent):
    """Plays by a small tree, a list of rules or a sum of curves that imitates another agent."""

    name = "surrogate"
    summary = "a small model that imitates an agent (joute explain agent)"
    Settings = SurrogateSettings

    def __init__(self, game: Game, settings: Any, text: str) -> None:
        if not settings.file:
            super().__init__(game, settings, text)
        self.game, self.settings, self.text = game, settings, text
        file = Path(settings.file)
        try:
            self.model = cached_model(settings.file, file.stat().st_mtime_ns).check(game)
        except OSError as error:
            raise BadWeights("the surrogate cannot be read from {file}: {error}", file=file, error=system_reason(error)) from error
        self.version = f"surrogate {fingerprint([file])}"

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """No game comes with a model."""
        return say(NO_FILE, game=game.name)

    @property
    def quick(self) -> bool:
        """Whether it samples no worlds."""
        return self.model.worlds == 0

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The action that the model scores highest; of several, one at random."""
        began = time.perf_counter()
        self.legal(view, seat)
        actions, shares = self._weighed(view, seat, seed)
        order = sorted(range(len(actions)), key=lambda place: -shares[place])
        judgements = [Judgement(self.game.actions[int(actions[place])], weight=float(shares[place])) for place in order]
        action = self.game.actions[self._drawn(actions, shares, seed)]
        return Opinion(action, judgements, pv=[action], nodes=1, seconds=time.perf_counter() - began)

    def choose(self, view: State, seat: int, seed: int = 0) -> int:
        """The action alone."""
        actions, shares = self._weighed(view, seat, seed)
        return self._drawn(actions, shares, seed)

    def _weighed(self, view: State, seat: int, seed: int) -> tuple[Actions, Float64s]:
        actions, known = known_of_choice(self.game, view, seat, self.model.worlds, seed)
        starts = np.zeros(1, np.int64)
        return actions, self.model.shares(input_rows(self.model.inputs, known, starts), starts)

    def _drawn(self, actions: Actions, shares: Float64s, seed: int) -> int:
        return int(actions[draw(seeded(seed, self.name), shares, len(shares))])

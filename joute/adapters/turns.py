"""A game in which seats are asked one after the other, as other libraries' environments want it."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from joute.core import registry
from joute.core.errors import IllegalMove, Unfit, known
from joute.core.game import Game
from joute.jit.struct import Float32s, Float64s


def game_of(game: str | Game, options: dict[str, object]) -> Game:
    """The game by its name, or by the file that defines it, with its options."""
    if isinstance(game, str):
        return registry.game(game, **options)
    if options:
        raise Unfit("{game!r} has its options already: leave {names} out", game=game, names=known(options))
    return game


class Turns:
    """A game and who is asked next. Seats that choose at once are asked in turn, and none sees what the others chose."""

    def __init__(self, game: Game) -> None:
        self.game = game.fast()
        self.n_features = len(game.feature_names)
        self.n_actions = max(game.actions) + 1
        self.begin(0)

    def begin(self, seed: int) -> None:
        """Begin a new game."""
        self.state = self.game.new(seed)
        self._chosen: dict[int, int] = {}
        self._pending = self.game.movers(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self._pending

    @property
    def seat(self) -> int:
        """The seat that is asked; -1 at the end."""
        return self._pending[0] if self._pending else -1

    def asked(self) -> list[int]:
        """The seats that choose now, those that have chosen already left out."""
        return list(self._pending)

    def features(self, seat: int) -> Float32s:
        """What the seat knows."""
        return self.game.feature_values(self.state, seat).astype(np.float32)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 for each legal action of the seat; all 0 if it is not asked."""
        mask = np.zeros(self.n_actions, np.int8)
        if seat in self._pending:
            mask[self.game.legal_numbers(self.state, seat)] = 1
        return mask

    def choose(self, action: int) -> None:
        """The asked seat's action; an illegal one is refused and changes nothing."""
        if self.over:
            raise IllegalMove("the game is over")
        self._chosen[self.seat] = self.game.checked_action(self.state, self.seat, action)
        self._pending = self._pending[1:]
        if not self._pending:
            self._step(self._chosen)

    def choose_all(self, actions: Mapping[int, int]) -> None:
        """The actions of all seats that are asked; an illegal one is refused and nothing changes."""
        if self.over:
            raise IllegalMove("the game is over")
        self._step(self._chosen | {seat: self.game.checked_action(self.state, seat, actions[seat]) for seat in self._pending})

    def _step(self, chosen: Mapping[int, int]) -> None:
        self.game.step(self.state, chosen)
        self._chosen, self._pending = {}, self.game.movers(self.state)

    def scores(self) -> Float64s:
        """The scores of the seats."""
        return np.array(self.game.returns(self.state))

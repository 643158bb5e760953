"""One seat of a game as a Gymnasium environment: `env` (one game) and `vector` (a batch)."""

from typing import Any

import numpy as np
from gymnasium import Env, spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from joute.adapters.turns import Turns, game_of
from joute.arena.batch.batch import Batch
from joute.arena.batch.opponents import SELF, Chosen, opponent_shares
from joute.core import registry
from joute.core.errors import BadSetting
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.jit.struct import Float32s, Float64s

Info = dict[str, Any]


def env(
    game: str | Game, opponents: Chosen = "random", seat: int | None = None, render_mode: str | None = None, **options: object
) -> "SeatEnv":
    """One seat of a game against agents named by text: one, several drawn evenly, or texts with shares.

    `info["action_mask"]` and `action_masks()` say what is legal; the reward is the score at the end.

    >>> from joute.adapters.gymnasium import env
    >>> game = env("love_letter", opponents="careful")
    >>> observation, info = game.reset(seed=1)
    >>> observation.shape, info["action_mask"].dtype, bool(game.action_masks().any())
    ((40,), dtype('int8'), True)
    """
    return SeatEnv(game_of(game, options), opponents, seat, render_mode)


def vector(
    game: str | Game, n: int = 1024, opponents: Chosen = "random", seat: int | None = None, threads: int = 1, **options: object
) -> "BatchEnv":
    """Many games at once, stepped in compiled code: one seat of each against agents named by text.

    >>> from joute.adapters.gymnasium import vector
    >>> games = vector("examples/connect4/connect4.py", n=8)
    >>> observations, infos = games.reset(seed=1)
    >>> observations.shape, infos["action_mask"].shape
    ((8, 84), (8, 7))
    """
    return BatchEnv(game_of(game, options), n, opponents, seat, threads)


def opponents_of(chosen: Chosen) -> dict[str, float]:
    """The opponents and their shares; one seat alone is the learner's."""
    shares = opponent_shares(chosen)
    if SELF in shares:
        raise BadSetting("a Gymnasium environment has one seat and needs opponents: name an agent, as random; joute.batch plays all seats")
    return shares


class SeatEnv(Env):  # type: ignore[misc]  # Gymnasium's types are not read
    """One seat of a game; agents play the others."""

    metadata = {"render_modes": ["ansi", "human"]}

    def __init__(self, game: Game, opponents: Chosen, seat: int | None, render_mode: str | None) -> None:
        self.turns, self.render_mode = Turns(game), render_mode
        shares = opponents_of(opponents)
        if seat is not None and not 0 <= seat < game.spec.seats:
            raise BadSetting(
                "seat={seat} is not a seat of {game}, which has seats 0 to {last}", seat=seat, game=game.name, last=game.spec.seats - 1
            )
        self._agents = [registry.agent(text, game) for text in shares]
        self._odds = np.array(list(shares.values())) / sum(shares.values())
        self._seat = seat
        self.seat = seat or 0  # the learner's in this game
        self.observation_space = spaces.Box(-np.inf, np.inf, (self.turns.n_features,), np.float32)
        self.action_space = spaces.Discrete(self.turns.n_actions)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Float32s, Info]:
        """Begin a game: the opponent is drawn, and the seat unless it was chosen."""
        super().reset(seed=seed)
        while True:
            self._game_seed, self._decisions = int(self.np_random.integers(2**62)), 0
            self._opponent = self._agents[int(self.np_random.choice(len(self._agents), p=self._odds))]
            self.seat = int(self.np_random.integers(self.turns.game.spec.seats)) if self._seat is None else self._seat
            self.turns.begin(self._game_seed)
            self._play_opponents()
            if not self.turns.over:  # a game can end before the learner is asked
                return self._observation()

    def step(self, action: int) -> tuple[Float32s, float, bool, bool, Info]:
        """Apply the learner's action; the opponents play until it is asked again."""
        self.turns.choose(int(action))
        self._play_opponents()
        over = self.turns.over
        reward = float(self.turns.scores()[self.seat]) if over else 0.0
        return self._observation()[0], reward, over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as sb3-contrib's MaskablePPO asks."""
        return self.turns.mask(self.seat).astype(np.bool_)

    def render(self) -> str | None:
        """The position as the learner sees it; printed if the mode is human."""
        picture = self.turns.game.show(self.turns.game.view(self.turns.state, self.seat))
        if self.render_mode == "human":
            print(picture)
            return None
        return picture

    def close(self) -> None:
        """Close the opponents."""
        for agent in self._agents:
            agent.close()

    def _play_opponents(self) -> None:
        turns = self.turns
        while not turns.over and turns.seat != self.seat:
            self._decisions += 1
            view, seed = turns.game.view(turns.state, turns.seat), seed_of(self._game_seed, "opponent", self._decisions)
            turns.choose(self._opponent.choose(view, turns.seat, seed))

    def _observation(self) -> tuple[Float32s, Info]:
        return self.turns.features(self.seat), self._info()

    def _info(self) -> Info:
        return {"action_mask": self.turns.mask(self.seat), "seat": self.seat}


class BatchEnv(VectorEnv):  # type: ignore[misc]  # as above
    """One seat of each game of a batch. A game that ends is replaced in the same step; `final_obs` is what was seen at its end."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(self, game: Game, n: int, opponents: Chosen, seat: int | None, threads: int) -> None:
        shares = opponents_of(opponents)
        features = len(game.feature_names)
        self.batch = Batch(game, n, 0, shares, seat, threads)
        self._final = self.batch.keep_final()
        self.num_envs = n
        self.single_observation_space = spaces.Box(-np.inf, np.inf, (features,), np.float32)
        self.single_action_space = spaces.Discrete(self.batch.n_actions)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Float32s, Info]:
        """Begin all games: those of a seed, or further ones."""
        self.batch.reset(seed_of(self.batch.seed, "reset") if seed is None else seed)
        return self._observation()

    def step(self, actions: NDArray[np.integer[Any]]) -> tuple[Float32s, Float64s, NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Apply an action in every game."""
        learners = self.batch.learners.copy()
        outcome = self.batch.step(np.asarray(actions))
        observation, info = self._observation()
        if outcome.done.any():
            info |= {"final_obs": self._final.copy(), "_final_obs": outcome.done}
        return observation, outcome.rewards[np.arange(self.num_envs), learners], outcome.done, np.zeros(self.num_envs, np.bool_), info

    def close_extras(self, **_: object) -> None:
        """End the threads and close the opponents."""
        self.batch.close()

    def _observation(self) -> tuple[Float32s, Info]:
        seen = self.batch.observe().copy()
        return seen.features, {"action_mask": seen.legal, "seat": seen.seats}

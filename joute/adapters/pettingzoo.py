"""Games of Joute as PettingZoo environments: `aec` (one agent after the other) and `parallel` (all agents in each step)."""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from joute.adapters.turns import Turns, game_of
from joute.core.game import Game
from joute.core.rng import seed_of

SHOWN = {"render_modes": ["ansi", "human"], "is_parallelizable": False}


def aec(game: str | Game, render_mode: str | None = None, **options: object) -> "JouteAec":
    """A game whose agents act one after the other; those that choose at once do not see each other's choices.

    >>> from joute.adapters.pettingzoo import aec
    >>> env = aec("love_letter", seats=3)
    >>> env.reset(seed=1)
    >>> env.agent_selection, env.last()[0]["action_mask"].sum() > 0
    ('seat_0', np.True_)
    """
    return JouteAec(game_of(game, options), render_mode)


def parallel(game: str | Game, render_mode: str | None = None, **options: object) -> "JouteParallel":
    """A game in which all agents act in each step; those that have nothing to choose can only wait.

    >>> from joute.adapters.pettingzoo import parallel
    >>> env = parallel("diamant", seats=2)
    >>> observations, infos = env.reset(seed=1)
    >>> {agent: observations[agent]["action_mask"].tolist() for agent in env.agents}
    {'seat_0': [1, 1, 0], 'seat_1': [1, 1, 0]}
    """
    return JouteParallel(game_of(game, options), render_mode)


class _Seats:
    """What both kinds of environments have: agents, spaces, observations, a picture."""

    def __init__(self, game: Game, render_mode: str | None, extra_actions: int) -> None:
        self.turns = Turns(game)
        self.render_mode = render_mode
        self.metadata = {**SHOWN, "name": f"joute_{game.name}"}
        self.possible_agents = [f"seat_{seat}" for seat in range(game.spec.seats)]
        self.agents: list[str] = []
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.n_actions = self.turns.n_actions + extra_actions
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.n_actions) for agent in self.possible_agents}
        self._seed, self._games = 0, 0

    def _observation_space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (self.turns.n_features,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.n_actions,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        """The features of what the agent knows, and 1 for each legal action."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The game's actions by number."""
        return self.action_spaces[agent]

    def begin(self, seed: int | None) -> None:
        """Begin the next game of the last seed, or the first game of another."""
        if seed is not None:
            self._seed, self._games = seed, 0
        self.turns.begin(seed_of(self._seed, "environment", self._games))
        self._games += 1

    def render(self) -> str | None:
        """The position as text, as the agent sees it that is asked; printed if the mode is human."""
        turns = self.turns
        picture = turns.game.show(turns.state if turns.over else turns.game.view(turns.state, turns.seat))
        if self.render_mode == "human":
            print(picture)
            return None
        return picture

    def close(self) -> None:
        """Nothing is held open."""

    def __str__(self) -> str:
        """The name of the environment."""
        return str(self.metadata["name"])


class JouteAec(_Seats, AECEnv):  # type: ignore[misc]  # PettingZoo's types are not read
    """A game of Joute as an AEC environment."""

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        AECEnv.__init__(self)
        _Seats.__init__(self, game, render_mode, extra_actions=0)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game."""
        self.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = (dict.fromkeys(self.agents, False) for _ in range(2))
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.turns.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent knows, and its legal actions if it is asked."""
        seat, turns = self.seat_of[agent], self.turns
        return {
            "observation": turns.features(seat),
            "action_mask": turns.mask(seat) if seat == turns.seat else np.zeros(self.n_actions, np.int8),
        }

    def step(self, action: int | None) -> None:
        """Apply the action of the asked agent; None after the end."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        turns = self.turns
        turns.choose(-1 if action is None else int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if turns.over:
            self.rewards = dict(zip(self.possible_agents, turns.scores().tolist(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[turns.seat]
            self._accumulate_rewards()


class JouteParallel(_Seats, ParallelEnv):  # type: ignore[misc]  # as above
    """A game of Joute as a parallel environment: the last action is to wait, the only one of a seat that does not choose now."""

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        _Seats.__init__(self, game, render_mode, extra_actions=1)
        self.wait = self.turns.n_actions

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """Begin a new game."""
        self.begin(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, dict[str, Any]]:
        found = {}
        for agent in self.agents:
            seat = self.seat_of[agent]
            mask = np.append(self.turns.mask(seat), np.int8(seat not in self.turns.asked()))
            found[agent] = {"observation": self.turns.features(seat), "action_mask": mask}
        return found

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, dict[str, Any]], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Apply the actions of the seats that choose now; what the others gave has no effect."""
        turns = self.turns
        asked = {seat: actions.get(self.possible_agents[seat], self.wait) for seat in turns.asked()}
        turns.choose_all({seat: int(action) for seat, action in asked.items()})
        observations, over, agents = self._observations(), turns.over, self.agents
        rewards = dict(zip(agents, turns.scores().tolist() if over else [0.0] * len(agents), strict=True))
        if over:
            self.agents = []
        ended, cut = dict.fromkeys(agents, over), dict.fromkeys(agents, False)
        return observations, rewards, ended, cut, {agent: {} for agent in agents}

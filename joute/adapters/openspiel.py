"""Games of Joute in OpenSpiel (`spiel_game`), and OpenSpiel's bots as agents of Joute (`SpielBot`)."""

from collections.abc import Iterable
from copy import copy
from hashlib import blake2b
from typing import Any

import numpy as np
import pyspiel

from joute.adapters.turns import game_of
from joute.core import settings
from joute.core.agent import Agent, Stop
from joute.core.definition import AnyDefinition
from joute.core.errors import Unfit
from joute.core.game import Game
from joute.core.opinion import Opinion
from joute.core.playthrough import random_choices
from joute.core.registry import address
from joute.core.state import State


def spiel_game(game: str | Game, **options: object) -> "SpielGame":
    """A game of Joute as a Python game of OpenSpiel: sequential, with explicit chance.

    Seats that choose at once are asked one after the other, and none sees what the others chose. An information state is what the seat
    knows (the record of its view); an observation tensor has the game's features.

    >>> from joute.adapters.openspiel import spiel_game
    >>> game = spiel_game("examples/kuhn/kuhn.py")
    >>> game.new_initial_state().chance_outcomes()
    [(0, 0.333...), (1, 0.333...), (2, 0.333...)]
    >>> str(spiel_game("love_letter", seats=3))
    'joute_love_letter(seats=3)'
    """
    found = game_of(game, options)
    if spiel_name(found) not in pyspiel.registered_names():
        pyspiel.register_game(_game_type(found), _loaded_game(found.definition))
    return SpielGame(found)


def spiel_name(game: Game) -> str:
    """The game's name in OpenSpiel."""
    return f"joute_{game.name}"


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game of Joute with its options."""

    def __init__(self, game: Game) -> None:
        self.joute = game.fast()
        super().__init__(_game_type(game), _game_info(game), settings.changed(game.options))

    def new_initial_state(self) -> "SpielState":
        """The game before its first chance event."""
        return SpielState(self)

    def state_at(self, world: State, seat: int) -> "SpielState":
        """A position in which a seat is asked, without the history that led to it."""
        state = SpielState(self)
        pending = sorted(self.joute.movers(world), key=lambda mover: mover != seat)
        state.position = _Position(self.joute, world.copy(), pending)
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """What a seat knows, as numbers and as text."""
        return SpielObserver(self.joute, bool(iig_obs_type and iig_obs_type.perfect_recall))


def _loaded_game(definition: AnyDefinition) -> type[SpielGame]:
    """What `pyspiel.load_game` makes a game of that definition with: a class, as a function would be freed too late at the end."""

    class LoadedGame(SpielGame):
        def __init__(self, chosen: dict[str, object] | None = None) -> None:
            super().__init__(Game(definition, settings.make(definition.options, chosen or {}, definition.name)))

    return LoadedGame


class _Position:
    """A state of the game, the seats that have not chosen yet, and what the others chose."""

    def __init__(self, game: Game, state: State, pending: list[int]) -> None:
        self.game, self.state, self.pending = game, state, pending
        self.chosen: dict[int, int] = {}

    def __deepcopy__(self, memo: object) -> "_Position":
        other = copy(self)
        other.state, other.pending, other.chosen = self.state.copy(), list(self.pending), dict(self.chosen)
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        opened = address(self.game), settings.changed(self.game.options)
        return _restored, (opened, self.state.array.tobytes(), self.pending, self.chosen)

    def choose(self, action: int) -> None:
        self.chosen[self.pending.pop(0)] = action
        if not self.pending:
            self.game.advance(self.state, self.chosen)
            self.chosen, self.pending = {}, self.game.movers(self.state)

    def resolve(self, outcome: int) -> None:
        self.game.resolve(self.state, outcome)
        self.pending = self.game.movers(self.state)

    def knowledge(self, seat: int) -> bytes:
        """The record of the seat's view, and what it has just chosen."""
        return self.game.view(self.state, seat).array.tobytes() + bytes(str(self.chosen.get(seat, "")), "ascii")


def _restored(opened: tuple[str, dict[str, object]], record: bytes, pending: list[int], chosen: dict[int, int]) -> _Position:
    """A position that was serialised: the game by its name or file, its options, and the rest."""
    game = game_of(*opened).fast()
    position = _Position(game, State(np.frombuffer(bytearray(record), game.dtype)), pending)
    position.chosen = chosen
    return position


class SpielState(pyspiel.State):  # type: ignore[misc]  # as above
    """A state of a game of Joute."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        laid_out = game.joute.laid_out()
        self.position = _Position(game.joute, laid_out, game.joute.movers(laid_out))

    def current_player(self) -> int:
        """The seat that is asked, or chance, or nobody."""
        if self.position.pending:
            return self.position.pending[0]
        over = self.position.game.over(self.position.state)
        return int(pyspiel.PlayerId.TERMINAL if over else pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.position.game.over(self.position.state)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.game.legal_numbers(self.position.state, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes that can happen, and their odds."""
        odds = self.position.game.chances(self.position.state)
        return [(outcome, chance) for outcome, chance in enumerate(odds) if chance > 0]

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self.position.resolve(action)
        else:
            self.position.choose(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"outcome {action}" if player == pyspiel.PlayerId.CHANCE else self.position.game.actions[action].name

    def returns(self) -> list[float]:
        """The scores, so far or final."""
        return self.position.game.returns(self.position.state) if self.is_terminal() else [0.0] * self.position.game.spec.seats

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """A state that fits what the player knows, drawn at random."""
        position, game = self.position, self.get_game()
        world = position.game.imagine(position.game.view(position.state, player), int(sampler() * 2**53))
        return game.state_at(world, player)

    def __str__(self) -> str:
        """The whole position."""
        return self.position.game.show(self.position.state)


class SpielObserver:
    """What a seat knows: its features, or as text."""

    def __init__(self, game: Game, perfect_recall: bool) -> None:
        self.game, self.perfect_recall = game, perfect_recall
        self.tensor = np.zeros(0 if game.definition.feature_names is None else len(game.feature_names), np.float32)
        self.dict = {"features": self.tensor} if len(self.tensor) else {}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the features."""
        if len(self.tensor):
            self.tensor[:] = self.game.feature_values(state.position.state, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """The position as the seat sees it; with perfect recall, a text that is the same in positions that the seat cannot tell apart."""
        position = state.position
        if self.perfect_recall:
            return f"{player}:{blake2b(position.knowledge(player), digest_size=16).hexdigest()}"
        return self.game.show(self.game.view(position.state, player))


class SpielBot(Agent):
    """A bot of OpenSpiel as an agent: it gets a state of OpenSpiel, sampled from what the seat knows.

    A subclass makes the bot. One that reads the whole state sees a sampled world, not the truth; one that asks for information states or
    resamples from them sees what the seat knows.
    """

    summary = "a bot of OpenSpiel"

    def make_bot(self, game: SpielGame, seat: int, seed: int) -> Any:
        """A bot for one decision."""
        raise Unfit("{agent} has no method make_bot", agent=type(self).__name__)

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The action of the bot."""
        self.legal(view, seat)
        game = spiel_game(self.game)
        world = self.game.imagine(view, seed)
        action = int(self.make_bot(game, seat, seed % 2**31).step(game.state_at(world, seat)))
        return Opinion(self.game.actions[self.game.checked_action(view, seat, action)])


def _game_type(game: Game) -> Any:
    spec, kinds = game.spec, pyspiel.GameType
    has_features = game.definition.feature_names is not None
    total = _constant_sum(game)
    return kinds(
        short_name=spiel_name(game),
        long_name=f"{game.definition.title['en']} (Joute, {address(game)})",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if spec.chance else kinds.ChanceMode.DETERMINISTIC,
        information=(
            kinds.Information.IMPERFECT_INFORMATION if spec.hidden or spec.simultaneous else kinds.Information.PERFECT_INFORMATION
        ),
        utility=kinds.Utility.GENERAL_SUM if total is None else kinds.Utility.CONSTANT_SUM if total else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=spec.seats,
        min_num_players=spec.seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=has_features,
        parameter_specification=dict(_parameters(game)),
        default_loadable=True,
        provides_factored_observation_string=False,
    )


def _game_info(game: Game) -> Any:
    spec = game.spec
    return pyspiel.GameInfo(
        num_distinct_actions=max(game.actions) + 1,
        max_chance_outcomes=spec.outcomes,
        num_players=spec.seats,
        min_utility=spec.lowest,
        max_utility=spec.highest,
        utility_sum=_constant_sum(game),
        max_game_length=spec.longest,
    )


def _constant_sum(game: Game) -> float | None:
    """What the scores always add up to, if they do: the sum of any one game."""
    if not game.spec.zero_sum:
        return None
    fast, turn = game.fast(), 0
    state = fast.new()
    while not fast.over(state):
        fast.step(state, random_choices(fast, state, "sum", turn))
        turn += 1
    return round(sum(fast.returns(state)), 6) + 0.0


def _parameters(game: Game) -> Iterable[tuple[str, object]]:
    """The game's options as OpenSpiel's parameters: their defaults."""
    return vars(type(game.options)()).items()

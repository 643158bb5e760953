"""A game with its options: the host's side of the contract. Start reading here.

A state is one NumPy record (`joute.core.state`), the rules are plain functions on it (`joute.core.contract`), and a definition gathers
them (`joute.core.definition`). This module is the host's side: names instead of numbers, checks instead of trust.
"""

import difflib
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.core import rule_calls, settings
from joute.core.chance import chance_of
from joute.core.definition import AnyDefinition, LocalRenderer, SpokenRenderer, TextCodec
from joute.core.errors import BadPosition, IllegalMove, Unfit, UnknownName, known
from joute.core.events import Event, Events, Step
from joute.core.rng import seeded
from joute.core.state import Action, Fields, Json, State, States, copied
from joute.core.state_json import misfit
from joute.i18n import Language, current_language, use_language


class Game:
    """A game with its options chosen: makes states, says what is legal, plays, and shows.

    >>> import joute
    >>> game = joute.game("morpion", width=5, height=5)
    >>> state = game.new()
    >>> [str(event) for event in game.play(state, {0: "c3"})]
    ['X plays c3']
    >>> game.movers(state), len(game.legal(state, 1)), game.over(state)
    ([1], 24, False)
    """

    def __init__(self, definition: AnyDefinition, options: Any, compiled: bool = False) -> None:
        self.definition, self.options = definition, options
        self.name = definition.name
        self.spec = definition.spec(options)
        self.dtype = definition.dtype
        self.compiled = compiled
        self._rules = rule_calls.COMPILED if compiled else rule_calls.PLAIN

    def fast(self) -> "Game":
        """The same game with compiled rules: five to ten times faster calls, for playing many games from Python.

        `joute.game` runs the rules as plain Python: it starts at once, and a mistake in a rule is an ordinary traceback. The first call of
        a compiled rule compiles it, which takes some seconds once; the code is cached. Searches compile their own code from either game,
        and duels, tournaments and training use the compiled rules by themselves.

        >>> import joute
        >>> joute.game("diamant").fast().compiled
        True
        """
        return self if self.compiled else Game(self.definition, self.options, compiled=True)

    def __repr__(self) -> str:
        """The game and the options that are not the default."""
        chosen = "".join(f", {name}={value!r}" for name, value in settings.changed(self.options).items())
        return f'joute.game("{self.name}"{chosen})'

    # --- playing ------------------------------------------------------------------------------------------------------------

    def new(self, seed: int = 0) -> State:
        """A new game; all its chance comes from the seed."""
        state = self.laid_out()
        state.array["chance"] = chance_of("game", seed)
        self.settle(state)
        return state

    @property
    def _odds(self) -> NDArray[np.float64]:
        """Room for the odds of one chance event; threads may share a game, and must not share this."""
        return np.zeros(max(1, self.spec.outcomes))

    def settle(self, state: State) -> None:
        """Let pending chance events happen, by the state's own chance."""
        self._rules.settle(state.array, self._odds)

    def laid_out(self) -> State:
        """The game before its first chance event: scripted chance starts here."""
        return State(copied(self._layout))

    @cached_property
    def _layout(self) -> States:
        array = np.zeros(1, self.dtype)
        self.definition.setup(Fields.of(State(array)), self.options)
        return array

    def movers(self, state: State) -> list[int]:
        """The seats that must choose now."""
        bits = self._rules.movers(state.array)
        return [seat for seat in range(self.spec.seats) if bits >> seat & 1]

    def over(self, state: State) -> bool:
        """Whether the game has ended."""
        return bool(self._rules.over(state.array))

    def legal_numbers(self, state: State, seat: int) -> list[int]:
        """The seat's legal actions as the rules number them; none when it is not its turn."""
        if not 0 <= seat < self.spec.seats or not self._rules.movers(state.array) >> seat & 1:
            return []
        actions = np.empty(self.spec.widest, np.int64)
        count = self._rules.legal(state.array, seat, actions)
        numbers: list[int] = actions[:count].tolist()
        return numbers

    def legal(self, state: State, seat: int) -> list[Action]:
        """The seat's legal actions, each with its name; none when it is not its turn."""
        return [self.actions[number] for number in self.legal_numbers(state, seat)]

    def play(self, state: State, choices: Mapping[int, int | str]) -> Events:
        """Check and apply the movers' actions, settle chance, and return what happened. A wrong action changes nothing."""
        return self.carry_out(state, self.check(state, choices))

    def carry_out(self, state: State, numbers: Mapping[int, int]) -> Events:
        """Apply checked actions, settle chance, and return what happened."""
        before = state.copy()
        self._advance(state, numbers)
        chosen = {seat: self.actions[number] for seat, number in numbers.items()}
        steps = [Step(before, state.copy(), chosen)]
        while not self._rules.movers(state.array) and not self.over(state):
            outcome = self.sample_chance(state)
            self._rules.resolve(state.array, outcome)
            steps.append(Step(steps[-1].after, state.copy(), outcome=outcome))
        return Events(self, steps)

    def step(self, state: State, numbers: Mapping[int, int]) -> None:
        """Apply checked actions and settle chance, without events."""
        self._advance(state, numbers)
        self._rules.settle(state.array, self._odds)

    def _advance(self, state: State, numbers: Mapping[int, int]) -> None:
        played = np.full(self.spec.seats, -1, np.int64)
        for seat, number in numbers.items():
            played[seat] = number
        self._rules.advance(state.array, played)

    def check(self, state: State, choices: Mapping[int, int | str]) -> dict[int, int]:
        """The actions as numbers; IllegalMove unless there is exactly one legal action for each mover."""
        movers = self.movers(state)
        if set(choices) != set(movers):
            if not movers:
                raise IllegalMove("choices came from seats {seats}; the game is over", seats=sorted(choices))
            raise IllegalMove("choices came from seats {seats}; seats {movers} choose now", seats=sorted(choices), movers=movers)
        return {seat: self.checked_action(state, seat, choices[seat]) for seat in movers}

    def checked_action(self, state: State, seat: int, choice: int | str) -> int:
        """The action of one mover as a number; IllegalMove unless it is legal."""
        legal = self.legal_numbers(state, seat)
        number = self._number_of.get(plain_name(choice)) if isinstance(choice, str) else int(choice)
        if number not in legal:
            name = choice if isinstance(choice, str) or choice not in self.actions else self.actions[choice]
            names = known(self.actions[legal_number] for legal_number in legal)
            raise IllegalMove("seat {seat} played {name}; legal here: {names}", seat=seat, name=name, names=names)
        return number

    def chances(self, state: State) -> list[float]:
        """The odds of the pending chance event; empty when no chance is pending."""
        if self.movers(state) or self.over(state):
            return []
        odds = self._odds
        return odds[: self._rules.chances(state.array, odds)].tolist()

    def sample_chance(self, state: State) -> int:
        """The outcome of the pending chance event, by the state's own chance; `resolve` lets it happen."""
        return int(self._rules.sample_chance(state.array, self._odds))

    def resolve(self, state: State, outcome: int) -> None:
        """Let one outcome of the pending chance event happen: tests and analyses script chance with it."""
        odds = self.chances(state)
        if not 0 <= outcome < len(odds) or odds[outcome] <= 0:
            raise IllegalMove(
                "chance outcome {outcome} cannot happen here; possible: {possible}", outcome=outcome, possible=known(possible(odds))
            )
        self._rules.resolve(state.array, outcome)

    def advance(self, state: State, choices: Mapping[int, int | str]) -> None:
        """Check and play the choices, and leave chance pending."""
        self._advance(state, self.check(state, choices))

    def returns(self, state: State) -> list[float]:
        """What each seat gets; the scores so far when the game is not over."""
        scores = np.zeros(self.spec.seats)
        self._rules.returns(state.array, scores)
        return scores.tolist()

    # --- what a seat knows --------------------------------------------------------------------------------------------------

    def view(self, state: State, seat: int) -> State:
        """What the seat knows (-1: a spectator). The truth is not in it, nor the chance to come."""
        if state.viewer is not None and state.viewer != seat:
            raise BadPosition("this is the view of seat {viewer}; the view of seat {seat} is not in it", viewer=state.viewer, seat=seat)
        view = State(copied(state.array), seat)
        view.array["chance"] = 0
        if self.spec.hidden:
            self._rules.hide(view.array, seat)
        return view

    def imagine(self, view: State, seed: int) -> State:
        """A world that fits the view, drawn at random."""
        world = State(copied(view.array))
        world.array["chance"] = chance_of("imagined", seed)
        if self.spec.hidden:
            if view.viewer is None:
                raise BadPosition("this is the whole state, not a view: nothing is hidden in it")
            self._rules.imagine(world.array, view.viewer, seeded(seed, "imagined world"))
        return world

    def features(self, view: State, seat: int) -> dict[str, float]:
        """What learners see of a position, by name: the game's own description of what the seat knows.

        >>> import joute
        >>> game = joute.game("diamant")
        >>> list(game.features(game.view(game.new(seed=1), 0), 0).items())[:3]
        [('rounds to play, this one included', 5.0), ('seats inside', 4.0), ('I am inside', 1.0)]
        """
        return dict(zip(self.feature_names, self.feature_values(view, seat).tolist(), strict=True))

    def feature_values(self, view: State, seat: int) -> NDArray[np.float64]:
        """The features of a position as an array, in the order of their names."""
        values = np.zeros(len(self.feature_names))
        self._rules.features(self.view(view, seat).array, seat, values)
        return values

    @cached_property
    def feature_names(self) -> list[str]:
        """The names of the features."""
        if self.definition.feature_names is None:
            raise Unfit("{game} has no features: its definition names none", game=self.name)
        return self.definition.feature_names(self.options)

    def facts(self, view: State, seat: int, action: int | str) -> dict[str, float]:
        """What a player would say of a legal action, by name, from what the seat knows; `definition.facts` has the words."""
        if not self.definition.facts:
            raise Unfit("{game} has no facts: its definition names none", game=self.name)
        values = np.zeros(len(self.definition.facts))
        self._rules.facts(self.view(view, seat).array, seat, self.checked_action(view, seat, action), values)
        return {fact.name: value for fact, value in zip(self.definition.facts, values.tolist(), strict=True)}

    # --- for people -----------------------------------------------------------------------------------------------------------

    @cached_property
    def actions(self) -> dict[int, Action]:
        """Every action there is, by number."""
        render = self.definition.render
        local: dict[str, Mapping[int, tuple[str, ...]]] = {}
        if isinstance(render, LocalRenderer):
            for language in Language:
                with use_language(language):
                    local[language] = render.local_names(self.options, language)
        actions = {}
        for number, name in render.names(self.options).items():
            others = {language: names[number] for language, names in local.items() if names.get(number, (name,)) != (name,)}
            actions[number] = Action(number, name, others)
        return actions

    @cached_property
    def _number_of(self) -> dict[str, int]:
        return {plain_name(action.name): number for number, action in self.actions.items()}

    def action(self, name: str) -> Action:
        """The action of that name, whatever the position."""
        number = self._number_of.get(plain_name(name))
        if number is None:
            near = difflib.get_close_matches(plain_name(name), self._number_of, n=5, cutoff=0.5) or list(self._number_of)[:5]
            raise UnknownName("{game} has no action {name!r}; for instance: {near}", game=self.name, name=name, near=known(near))
        return self.actions[number]

    def local_name(self, name: str) -> str:
        """An action of a record as people read it in the current language; a text that names no action stays as it is."""
        number = self._number_of.get(plain_name(name))
        return name if number is None else self.actions[number].text(current_language())

    def spoken(self, action: Action) -> str:
        """An action within a sentence in the current language, with placeholders for seats; its name if the game says nothing else."""
        render = self.definition.render
        return render.spoken_action(int(action)) if isinstance(render, SpokenRenderer) else action.text(current_language())

    def show(self, view: State, language: str = "en") -> str:
        """The position as text."""
        with use_language(Language(language)):
            return self.definition.render.show(Fields.of(view), view.viewer, language)

    def describe(self, before: Fields, after: Fields, step: Step, viewer: int | None) -> list[Event]:
        """The events of one step, as the viewer sees them (-1: a spectator; None: nothing is hidden)."""
        return self.definition.narration.describe(before, after, step, viewer)

    def to_json(self, view: State, snapshot: Fields | None = None) -> Json:
        """The position as JSON: a view holds nothing that its seat does not know. A caller that has its snapshot may pass it."""
        described = self.definition.codec.to_json(snapshot or Fields.snapshot(view))
        chance = {"chance": view.array["chance"].tobytes().hex()} if view.viewer is None else {}
        return {"game": self.name, "options": dict(self._chosen), "viewer": view.viewer, **described, **chance}

    @cached_property
    def _chosen(self) -> Json:
        """The options that are not the default."""
        return settings.changed(self.options)

    def position(self, source: Json | str) -> State:
        """The position that `to_json` or a text describes."""
        state = self.laid_out()
        try:
            if isinstance(source, str):
                if not isinstance(self.definition.codec, TextCodec):
                    raise BadPosition("{game} reads no positions from text", game=self.name)
                self.definition.codec.from_text(source, Fields.of(state))
            else:
                self._check_json(source)
                self.definition.codec.from_json(source, Fields.of(state))
                state.array["chance"] = np.frombuffer(bytes.fromhex(source["chance"]), np.uint64) if "chance" in source else 0
                state.viewer = source.get("viewer")
        except (AttributeError, KeyError, TypeError, IndexError, OverflowError, ValueError) as error:
            if isinstance(error, BadPosition):
                raise
            if isinstance(error, KeyError):
                raise BadPosition("not a position of {game}: {field} is missing", game=self.name, field=error) from error
            if isinstance(source, dict) and (wrong := misfit(source, self.to_json(self.new()))) is not None:
                field, kind = wrong
                raise BadPosition("not a position of {game}: {field} must be {kind}", game=self.name, field=field, kind=kind) from error
            raise BadPosition("not a position of {game}: {kind} {error}", game=self.name, kind=type(error).__name__, error=error) from error
        return state

    def _check_json(self, source: Json) -> None:
        if not isinstance(source, dict) or source.get("game", self.name) != self.name:
            raise BadPosition("not a position of {game}: {source}", game=self.name, source=str(source)[:80])
        if source.get("options", self._chosen) != self._chosen:
            raise BadPosition(
                "a position with options {options}, but this game has {chosen}", options=source["options"], chosen=self._chosen
            )
        viewer = source.get("viewer")
        if viewer is not None and (type(viewer) is not int or not -1 <= viewer < self.spec.seats):
            raise BadPosition("the viewer is {viewer!r}; it is a seat, -1 for a spectator, or null for the truth", viewer=viewer)


def plain_name(name: str) -> str:
    """A name as people type it: small letters, no accents, no ligatures, single spaces, straight apostrophes."""
    letters = unicodedata.normalize("NFKD", name.casefold().replace("œ", "oe").replace("’", "'"))
    return " ".join("".join(letter for letter in letters if not unicodedata.combining(letter)).split())


def possible(odds: Sequence[float]) -> list[int]:
    """The outcomes that can happen."""
    return [outcome for outcome, chance in enumerate(odds) if chance > 0]

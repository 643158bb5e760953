"""Checks of what `hide` leaves: something is hidden, all that the game calls a secret, from every seat alike, and not only at first.

What a seat may see is a rule of the game, which no check can guess from `hide` alone. A view that shows too much is found where something
else in the game says so: `secrets` names what is shown, `describe` does not mention it to the seat, or another seat does not see the like.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from joute.core.definition import SecretRenderer
from joute.core.events import Events, Step
from joute.core.game import Game
from joute.core.rule_calls import PLAIN
from joute.core.state import Action, Fields, Json, State
from joute.i18n import Sentence
from joute.testing.effort import ProcessorClock
from joute.testing.knowledge import bare
from joute.testing.moment import Moment, Move, Numbers, apply
from joute.testing.problem import Problem

Found = tuple[Problem, tuple[Move, ...] | None]
Secret = tuple[str, str]  # the name of a secret and its value

WORLDS = 12  # sampled to see whether they vary
LOOKED_AT = 80  # positions whose secrets are compared with sampled worlds
SAMPLED = 3  # worlds for each of them
OFTEN = 20  # positions in which a secret must come up
NEARLY = 0.95  # of them, in which it is known: then it is no secret
USUAL = 0.2  # of the positions: a number of the state that is usually hidden from one seat is sometimes hidden from every other
SHOWN: Sentence = "the view of seat {seat} shows {secret!r}, which secrets says is hidden from it"
SHOWN_VALUE: Sentence = "the view of seat {seat} shows where {secret!r} is, which secrets says is hidden from it"
UNEXPLAINED: Sentence = "after a move, the field {field} shows seat {seat} what was hidden from it, and describe does not say so"
UNEQUAL: Sentence = "hide hides more from seat {seat} ({fields}) than from seat {other}; if that is meant, state secrets(state, viewer)"


def check(game: Game, moments: list[Moment], clock: ProcessorClock) -> Iterator[Found]:
    """What is wrong with `hide`, or with worlds that do not vary."""
    if problem := says_otherwise(game):
        yield problem, None
        return
    if not game.spec.hidden:
        return
    hiding: dict[int, list[State]] = {}
    for moment in moments[:: max(1, len(moments) // 200)]:
        for seat in range(game.spec.seats):
            view = game.view(moment.state, seat)
            if bare(view) != bare(moment.state):
                hiding.setdefault(seat, []).append(view)
    if not hiding:
        values = {"count": len(moments)}
        yield Problem("hide_hides", "hide", "hide hides nothing: in {count} positions every seat sees the whole state", values), None
        return
    named = isinstance(game.definition.render, SecretRenderer)
    found = list(shown_secrets(game, moments, clock)) if named else list(unequal_views(game, moments))
    if found := found or list(unexplained_views(game, moments, clock)):
        yield from found
        return
    for seat, views in hiding.items():
        if all(len({bare(game.imagine(view, number)) for number in range(WORLDS)}) == 1 for view in views[:: max(1, len(views) // 8)]):
            yield Problem("worlds_vary", "imagine", "imagine always samples the same world for seat {seat}", {"seat": seat}), None
            return


def says_otherwise(game: Game) -> Problem | None:
    """A game with `hide` has hidden information, and one with hidden information has `hide`."""
    stated = game.definition.states_itself("hide")
    if not game.spec.hidden and stated:
        return Problem("hidden_if_said", "Spec.hidden", "the game states hide, but Spec.hidden is False, so that hide is never called")
    if game.spec.hidden and not stated:
        return Problem("hide_hides", "Spec.hidden", "Spec.hidden is True, but the game states no rule hide")
    return None


def shown_secrets(game: Game, moments: list[Moment], clock: ProcessorClock) -> Iterator[Found]:
    """A secret that sampled worlds have right nearly always is none: by its name, or by its value (the holder of cards)."""
    render = game.definition.render
    assert isinstance(render, SecretRenderer)
    for seat in range(game.spec.seats):
        times: dict[
            tuple[bool, str], list[tuple[Moment, Secret, bool]]
        ] = {}  # (by name?, name or value) -> when, what, whether it is known
        for moment in moments[:: max(1, len(moments) // LOOKED_AT)]:
            truth = render.secrets(Fields.of(moment.state), seat)
            view = game.view(moment.state, seat)
            worlds = [render.secrets(Fields.of(game.imagine(view, number)), seat) for number in range(SAMPLED)] if truth else []
            for name, value in truth.items():
                known = all(world.get(name) == value for world in worlds)
                times.setdefault((True, name), []).append((moment, (name, value), known))
                times.setdefault((False, value), []).append((moment, (name, value), known))
            if clock.up:
                break
        for (by_name, words), found in times.items():
            shown = [(moment, secret) for moment, secret, known in found if known]
            places = {id(moment) for moment, _, _ in found}
            if len(shown) >= NEARLY * len(found) and len(places) >= OFTEN and len({secret for _, secret in shown}) > 1:
                moves = min((moment.moves for moment, _ in shown), key=len)
                values = {"seat": seat, "secret": words}
                yield Problem("secrets_are_hidden", "hide", SHOWN if by_name else SHOWN_VALUE, values), moves
                return


def unequal_views(game: Game, moments: list[Moment]) -> Iterator[Found]:
    """One seat sees numbers of the state, never hidden from it, where as many are usually hidden from another."""
    if len(moments) < OFTEN or game.spec.seats < 2:
        return
    labels = elements(game)
    differ = np.array(
        [[changed(game, moment.state, seat) for seat in range(game.spec.seats)] for moment in moments]
    )  # [moment, seat, place]
    shares = differ.mean(axis=0)
    ranked = -np.sort(-shares, axis=1)
    most, least = ranked.argmax(axis=0), ranked.argmin(axis=0)
    for rank in range(len(labels)):
        seat, other = int(most[rank]), int(least[rank])
        if ranked[seat, rank] >= USUAL and ranked[other, rank] == 0.0:
            usual = np.flatnonzero(shares[seat] >= USUAL)
            fields = ", ".join(labels[place] for place in usual[:4]) + ", …" * (len(usual) > 4)
            values = {"seat": seat, "other": other, "fields": fields}
            shown = [moment for moment, row in zip(moments, differ, strict=True) if row[seat, usual].any()]
            moves = min(shown, key=lambda moment: len(moment.moves)).moves
            yield Problem("hide_treats_seats_alike", "hide", UNEQUAL, values), moves
            return


def unexplained_views(game: Game, moments: list[Moment], clock: ProcessorClock) -> Iterator[Found]:
    """The same move in the true position and in a world that fits a seat's view: its view must not tell them apart by what `hide` hides
    elsewhere, unless describe says something else to it."""
    looked_at = moments[:: max(1, len(moments) // LOOKED_AT)]
    hidden = [np.any([changed(game, moment.state, seat) for moment in looked_at], axis=0) for seat in range(game.spec.seats)]
    for number, moment in enumerate(looked_at):
        move = moment.pick(Numbers((), "unexplained", number))
        after = moment.state.copy()
        apply(game, after, move)
        for seat in range(game.spec.seats) if not PLAIN.over(after.array) else ():
            world = game.imagine(game.view(moment.state, seat), number)
            if not fits(game, world, move):
                continue
            other = world.copy()
            apply(game, other, move)
            shown = different(game, game.view(after, seat), game.view(other, seat)) & hidden[seat]
            if PLAIN.over(other.array) or not shown.any():
                continue
            if narrated(game, moment.state, after, move, seat) == narrated(game, world, other, move, seat):
                values = {"seat": seat, "field": elements(game)[int(np.flatnonzero(shown)[0])]}
                yield Problem("views_show_what_is_described", "hide", UNEXPLAINED, values), (*moment.moves, move)
                return
        if clock.up:
            return


def fits(game: Game, world: State, move: Move) -> bool:
    """Whether a move of decisions is possible in a world."""
    return game.movers(world) == [*move.choices] and all(action in game.legal_numbers(world, seat) for seat, action in move.choices.items())


def narrated(game: Game, before: State, after: State, move: Move, seat: int) -> list[Json]:
    """What a seat reads of a move."""
    names = Moment(game, before).names()
    chosen = {mover: Action(number, names.get(number, str(number))) for mover, number in move.choices.items()}
    return [event.to_json() for event in Events(game, [Step(before, after, chosen, move.outcome)]).seen_by(seat)]


def fields_of(game: Game) -> list[str]:
    """The fields of the state, without the chance to come and the mark of the rules."""
    return [name for name in game.dtype.names or () if name != "chance" and not name.startswith("rules_")]


def elements(game: Game) -> list[str]:
    """A label for each number of the state: `cards[1]`."""
    found = []
    for name in fields_of(game):
        shape = game.dtype[name].shape
        found += [name + "".join(f"[{place}]" for place in places) for places in np.ndindex(shape)]
    return found


def changed(game: Game, state: State, seat: int) -> NDArray[np.bool_]:
    """[element] Whether the view of a seat has another number there than the state."""
    return different(game, state, game.view(state, seat))


def different(game: Game, one: State, other: State) -> NDArray[np.bool_]:
    """[element] Where two states differ."""
    return np.concatenate([np.atleast_1d(one.array[name][0] != other.array[name][0]).ravel() for name in fields_of(game)])

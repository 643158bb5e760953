"""Checks of many games at once: something is hidden, sampled worlds vary and are possible, chance happens, random actions are fair."""

from collections.abc import Iterator

import numpy as np

from joute.core.game import Game
from joute.core.rng import seeded
from joute.core.state import Fields, State
from joute.i18n import Sentence
from joute.testing import hiding
from joute.testing.effort import Effort, ProcessorClock
from joute.testing.knowledge import bare
from joute.testing.moment import Moment, Move, Numbers
from joute.testing.problem import Problem
from joute.testing.run import Run, raised
from joute.testing.turns import check_turn

GAMES, MOVES = 40, 2_000  # of which positions are taken
SUCCESSORS = 20_000  # positions computed to list a small game whole
VIEWS, DRAWS = 200, 60  # of a small game: views, and worlds sampled for each
FEW, MANY = 5, 400  # this few possible worlds must all appear among that number
OTHERWISE_SEEN: Sentence = "imagine samples a world for seat {seat} in which it would see something else"
NEVER_SAMPLED: Sentence = "imagine never samples one of the {count} worlds that are possible for seat {seat}"
NEVER_EQUAL: Sentence = "imagine samples worlds in which {field} equals {other}, which no game had"


def check(run: Run, effort: Effort) -> Iterator[tuple[Problem, tuple[Move, ...] | None]]:
    """What is wrong, with the moves that show it, if there are any."""
    clock = ProcessorClock(effort.seconds)
    try:
        moments = list(positions(run.game, effort.seed, ProcessorClock(effort.seconds / 4)))
    except Exception:  # rarer than in the games before: those of the compiled rules find it, too, and play many more
        return
    if not moments:
        return
    try:
        if found := list(hiding.check(run.game, moments, clock)):
            yield from found
            return
        yield from ((problem, None) for problem in check_chance(run))
        yield from ((problem, None) for problem in check_picks(run.game, moments))
        if run.game.spec.hidden:
            small = list(everything(run.game, ProcessorClock(effort.seconds / 2)))
            yield from check_listed_worlds(run.game, small) if small else check_sampled_worlds(run.game, moments, clock)
    except Exception as error:
        yield raised(error, run.game.definition, "imagine"), None


def positions(game: Game, seed: int, clock: ProcessorClock) -> Iterator[Moment]:
    """The positions of random games in which somebody chooses."""
    count = 0
    for number in range(GAMES):
        moment, numbers = Moment(game, game.laid_out(), number=number), Numbers((), "whole", seed, number)
        while next(check_turn(moment), None) is None and not moment.over and count < MOVES:
            if clock.up and count:
                return
            if moment.legal:
                yield moment
            count += 1
            moment = moment.after(moment.pick(numbers))


def check_chance(run: Run) -> Iterator[Problem]:
    """If chance has a part, some game has a chance event."""
    if run.game.spec.outcomes and not run.memory.get("chance"):
        yield Problem(
            "chance_if_said", "Spec.outcomes", "Spec.outcomes is {count}, but no game had a chance event", {"count": run.game.spec.outcomes}
        )


def check_picks(game: Game, moments: list[Moment]) -> Iterator[Problem]:
    """A stated `pick` draws every legal action equally often: chi-square in one position."""
    if not game.definition.states_itself("pick"):
        return
    moment = moments[min(20, len(moments) - 1)]
    seat, legal = next(iter(moment.legal.items()))
    rng, scratch, counts = seeded("pick"), np.zeros(game.spec.widest, np.int64), dict.fromkeys(legal, 0)
    for _ in range(40 * len(legal)):
        counts[int(game.definition.stated["pick"](Fields.of(moment.state), seat, scratch, rng))] += 1
    freedom = max(1, len(legal) - 1)
    if sum((count - 40) ** 2 / 40 for count in counts.values()) > freedom + 4 * np.sqrt(2 * freedom):
        yield Problem("picks_are_fair", "pick", "pick does not draw every legal action equally often")


def everything(game: Game, clock: ProcessorClock) -> Iterator[Moment]:
    """Every position of a small game, each by a shortest way; none if the game is not small."""
    first = Moment(game, game.laid_out())
    seen, waiting, successors = {bare(first.state)}, [first], 0
    for moment in waiting:
        if next(check_turn(moment), None) is not None:
            continue
        for move in moves(moment):
            after = moment.after(move)
            successors += 1
            if successors > SUCCESSORS or clock.up:
                return
            if (name := bare(after.state)) not in seen:
                seen.add(name)
                waiting.append(after)
    yield from waiting


def moves(moment: Moment) -> Iterator[Move]:
    """Every move that is possible here."""
    if moment.over:
        return
    if not moment.legal:
        yield from (Move(outcome=outcome) for outcome, chance in enumerate(moment.odds) if chance > 0)
        return
    joint: list[dict[int, int]] = [{}]
    for seat, actions in moment.legal.items():
        joint = [{**one, seat: action} for one in joint for action in actions]
    yield from (Move(choices) for choices in joint)


def check_listed_worlds(game: Game, moments: list[Moment]) -> Iterator[tuple[Problem, tuple[Move, ...] | None]]:
    """In a game whose positions can be listed, sampled worlds are among them, and where few are possible each is sampled."""
    possible = {bare(moment.state) for moment in moments}
    views: dict[tuple[int, bytes], tuple[State, Moment, set[bytes]]] = {}
    for moment in moments:
        for seat in range(game.spec.seats) if moment.legal else ():
            view = game.view(moment.state, seat)
            views.setdefault((seat, bare(view)), (view, moment, set()))[2].add(bare(moment.state))
    for (seat, _), (view, moment, worlds) in list(views.items())[:: max(1, len(views) // VIEWS)]:
        sampled = {bare(game.imagine(view, number)) for number in range(DRAWS)}
        if sampled - possible:
            yield (
                Problem("worlds_are_possible", "imagine", "imagine samples a world for seat {seat} that no game can reach", {"seat": seat}),
                moment.moves,
            )
            return
        if sampled - worlds:
            yield Problem("worlds_fit_the_view", "imagine", OTHERWISE_SEEN, {"seat": seat}), moment.moves
            return
        if (
            len(worlds) <= FEW
            and worlds - sampled
            and worlds - {bare(game.imagine(view, DRAWS + number)) for number in range(MANY)} - sampled
        ):
            yield Problem("worlds_are_all_sampled", "imagine", NEVER_SAMPLED, {"seat": seat, "count": len(worlds)}), moment.moves
            return


def check_sampled_worlds(game: Game, moments: list[Moment], clock: ProcessorClock) -> Iterator[tuple[Problem, tuple[Move, ...] | None]]:
    """In other games: what `imagine` writes into a field is what real games have there, and does not repeat what real games never do.

    The truth of each position is a sample from the same distribution as its worlds, roughly: a value, or an equality of two elements,
    that is frequent in worlds and never in the truth, is impossible.
    """
    names = [
        name for name in game.dtype.names or () if name != "chance" and not name.startswith("rules_") and game.dtype[name].base.kind == "i"
    ]
    labels = [
        f"{name}[{place}]" if game.dtype[name].shape else name
        for name in names
        for place in range(int(np.prod(game.dtype[name].shape, dtype=int)))
    ]
    if len(labels) > 400:
        return
    rows: list[tuple[np.ndarray, np.ndarray, np.ndarray, Moment]] = []
    for moment in moments[::3] + moments[1::3] + moments[2::3]:
        seat = moment.number % game.spec.seats
        view = game.view(moment.state, seat)
        truth, seen, world = (flat(state, names) for state in (moment.state, view, game.imagine(view, len(moment.moves))))
        rows.append((truth, seen != world, world, moment))
        if clock.up:
            break
    truths, written, worlds = (np.array([row[part] for row in rows]) for part in range(3))
    usual = max(12, len(rows) // 50)
    for place, label in enumerate(labels):
        there = written[:, place]
        if there.sum() < 100:
            continue
        for value in np.unique(worlds[there, place]):
            if (worlds[there, place] == value).sum() >= usual and not (truths[:, place] == value).any():
                values = {"value": int(value), "field": label}
                moment = rows[int(np.flatnonzero(there & (worlds[:, place] == value))[0])][3]
                yield (
                    Problem("worlds_are_possible", "imagine", "imagine writes {value} into {field}, which no game had there", values),
                    moment.moves,
                )
                return
        for other in range(len(labels)):
            both = there & (worlds[:, other] > 0) & (truths[:, other] > 0) & (truths[:, place] > 0)
            equal = both & (worlds[:, place] == worlds[:, other])
            if other == place or both.sum() < 100 or equal.sum() < usual or (both & (truths[:, place] == truths[:, other])).any():
                continue
            if len(np.unique(truths[both, place])) < 2 or not set(truths[both, place]) & set(truths[both, other]):
                continue
            values = {"field": label, "other": labels[other]}
            moment = rows[int(np.flatnonzero(equal)[0])][3]
            yield Problem("worlds_are_possible", "imagine", NEVER_EQUAL, values), moment.moves
            return


def flat(state: State, names: list[str]) -> np.ndarray:
    """The numbers of some fields in a row."""
    return np.concatenate([np.atleast_1d(state.array[name][0]).ravel() for name in names])

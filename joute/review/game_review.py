"""The review of a whole game: every free decision judged, what chance and the others changed, accuracy, and the moments that decided.

All values are shares of the range from the worst to the best result: the chance to win where a win is all that counts.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Literal, NotRequired

from typing_extensions import TypedDict

from joute.arena.statistics.estimates import shares
from joute.core import registry
from joute.core.agent import Agent
from joute.core.errors import Unfit
from joute.core.events import Event, Events, Step
from joute.core.game import Game, possible
from joute.core.opinion import Unit
from joute.core.record import GameRecord
from joute.core.rng import seed_of
from joute.core.state import Action, State
from joute.i18n import capital, in_every_language, in_language, listed, say
from joute.review.continuations import PLAY_ON, ContinuationSampler
from joute.review.judge import IN_THE_MIX, Assessment, Deadline, judge, standard_error, unit_of
from joute.review.reasons import MOST, ReasonInfo, Texts, begun, reasons

QUICK, FULL = 4_000, 40_000  # sampled continuations for a decision: at first, and when the review is refined
SECONDS = 2.0  # for one decision, at most
MOMENTS = 3
MATRIX = 4  # rows and columns at most
ANSWERED = 0.02  # weight of an answer of the other seat from which a mixed strategy has to do with it
WORTH_A_LOOK, MOST_WORTH_A_LOOK = 0.02, 8  # the cost of a decision, and the number of decisions
CHANCE_SHARE = 8  # part of the samples of a decision for a value before or after a chance event
SINGLE = 12  # chance events between two decisions that are judged one by one; if there are more, they are judged together
SWING = 0.08  # change by chance or by the others that makes a moment


class JudgedAction(TypedDict):
    """A legal action of a decision."""

    action: str  # its name
    value: float | None  # share of the range from the worst to the best result; null: not sampled enough, show no number
    error: float | None  # standard error; 0: exact
    samples: int | None  # sampled continuations


class MatrixInfo(TypedDict):
    """A simultaneous decision as a matrix game."""

    rows: list[str]  # own actions
    columns: list[str]  # actions of the others
    cells: list[list[float | None]]  # values; null: not searched
    row_weights: list[float]  # own mixed strategy
    column_weights: list[float]  # theirs


class ChanceEvent(TypedDict):
    """A chance event whose outcome a seat saw, and what it changed."""

    texts: list[Texts]  # what the seat saw, in sentences; one, unless events are judged together
    odds: float | None  # of the outcome; null: several events
    change: float  # of the seat's value: after the event, minus before it
    error: float  # standard error


class ValueChange(TypedDict):
    """How the value changed between two decisions of a seat, without its doing."""

    change: float  # of the seat's value
    error: float  # standard error
    causes: list[Literal["chance", "others"]]  # whose doing it was
    chance: list[Texts]  # the chance events that the seat saw: those that changed most first, or the unlikeliest
    odds: float | None  # of the first of them; null: not known, or there was none
    by_chance: NotRequired[float | None]  # the part of chance, the rest is that of the others; null: not known
    others: NotRequired[list[Texts]]  # what came of what the others did, as the seat saw it: what is rarest in this game first


class DecisionReview(TypedDict):
    """A decision, judged."""

    ply: int  # of the decision
    seat: int  # whose decision it was
    action: str  # what was played, or asked about
    best: str  # the best action
    free: bool  # there was a choice
    exact: bool  # proven by a solver
    undecided: bool  # the samples prefer another action, and no search confirms it: no cost, and nothing for the accuracy
    mistake: bool  # it cost much, and for sure
    cost: float | None  # value of the best action minus value of the played one; null: about equal
    cost_error: float  # standard error of the cost
    value: float | None  # of what was played: a share of the range from the worst to the best result
    best_value: float | None  # of the best action
    error: float | None  # standard error of the value
    loss: float  # 0: nothing was better; 1: nothing was worse
    actions: list[JudgedAction]  # the best first
    mix: list[JudgedAction]  # a mixed strategy, with shares as values; empty if there is none
    matrix: MatrixInfo | None  # behind the mix, as far as it is played most, with values as shares of the range
    verdict: Texts  # a sentence by language; `{0}` stands for the player on the first seat, as in events
    reasons: list[ReasonInfo]  # at most three, the weightiest first
    samples: int  # sampled continuations
    change: ValueChange | None  # since the seat's decision before; null: there was none
    chances: NotRequired[list[ChanceEvent]]  # between this decision of the seat and its next one


class SeatReview(TypedDict):
    """How a seat played."""

    accuracy: float | None  # 1: always a best action; 0: always the worst; null: nothing to decide
    decisions: int  # that were free
    mistakes: int  # number of mistakes
    luck: float | None  # what the chance events that it saw between its decisions changed in all; null: not known, or there were none
    final: float | None  # what it got in the end; None: the game did not end
    end: ValueChange | None  # since its last decision; None: it decided nothing, or the game did not end


class KeyMoment(TypedDict):
    """A moment that decided."""

    ply: int  # of the decision
    seat: int  # whom it concerns
    kind: Literal["mistake", "chance", "others"]  # whose doing it was
    size: float  # of the change, without a sign
    text: Texts  # a sentence by language


class GameReview(TypedDict):
    """The review of a game."""

    game: str  # its name
    agent: str  # who judges
    unit: Unit  # what the values are shares of: of a win, or of the range of scores
    seats: list[SeatReview]  # by seat
    moments: list[KeyMoment]  # the largest first
    decisions: list[DecisionReview]  # in the order of the game


class ReplayedGame:
    """A record with its game and its positions."""

    def __init__(self, record: GameRecord, game: Game | None = None) -> None:
        self.record = record
        self.game = game or registry.game(record.game, **record.options).fast()
        self.steps: list[tuple[State, Events | None]] = list(record.replay(self.game))

    def decisions(self) -> list[tuple[int, int]]:
        """Every decision that was not given as an opening: ply and seat."""
        choices = enumerate(self.record.choices)
        return [(ply, seat) for ply, row in choices if ply >= self.record.opening for seat in sorted(row)]

    @cached_property
    def kinds(self) -> Counter[str]:
        """The number of events of each kind in the game: the rarer ones tell more."""
        return Counter(event.kind for _, events in self.steps if events is not None for event in events.seen_by(None))

    def final_share(self, seat: int) -> float | None:
        """What the seat got in the end, as a share; None if the game did not end."""
        scores = self.record.scores
        if scores is None:
            return None
        if unit_of(self.game) is Unit.WIN:
            return shares(scores)[seat]
        return self.share(scores[seat])

    def share(self, value: float) -> float:
        """A value as a share of the range."""
        low, high = unit_of(self.game).bounds(self.game.spec)
        return min(1.0, max(0.0, (value - low) / (high - low)))


def review(
    record: GameRecord | ReplayedGame,
    agent: str | None = None,
    samples: int = FULL,
    progress: Callable[[int, int], None] | None = None,
    seat: int | None = None,
    seconds: float = SECONDS,
) -> GameReview:
    """Review a game, or one seat of it; with the same samples the review is the same, unless a decision takes very long."""
    replayed = record if isinstance(record, ReplayedGame) else ReplayedGame(record)
    name = agent or registry.advisor_name(replayed.game)
    judging = registry.agent(name, replayed.game)
    found, wanted = [], [place for place in replayed.decisions() if seat in (None, place[1])]
    for number, place in enumerate(wanted, 1):
        found.append(review_decision(replayed, *place, judging, samples, seconds=seconds))
        if progress:
            progress(number, len(wanted))
    return summarised(replayed, found, name)


def worth_a_look(found: GameReview) -> list[DecisionReview]:
    """The decisions that cost most, in the order of the game; every mistake is among them."""
    costly = [one for one in found["decisions"] if one["mistake"] or (one["cost"] or 0.0) >= WORTH_A_LOOK]
    costly.sort(key=lambda one: (not one["mistake"], -(one["cost"] or 0.0)))
    mistakes = sum(one["mistake"] for one in costly)
    return sorted(costly[: max(mistakes, MOST_WORTH_A_LOOK)], key=lambda one: (one["ply"], one["seat"]))


def review_decision(
    replayed: ReplayedGame,
    ply: int,
    seat: int,
    agent: Agent,
    samples: int,
    action: str | None = None,
    seconds: float | Deadline = SECONDS,
) -> DecisionReview:
    """Judge one decision, or another action in its place."""
    game, record = replayed.game, replayed.record
    if not 0 <= ply < len(record.choices) or seat not in record.choices[ply]:
        raise Unfit("seat {seat} decided nothing at {ply}", seat=seat, ply=ply)
    view, played = game.view(replayed.steps[ply][0], seat), action or record.choices[ply][seat]
    seed = seed_of(record.seed, ply, seat) >> 1
    if len(game.legal_numbers(view, seat)) == 1:
        found = forced(ply, seat, played)
    else:
        judged = judge(game, view, seat, played, agent, seconds, samples=samples, seed=seed)
        found = decision_review(game, view, seat, judged, ply)
    if played == record.choices[ply][seat] and not game.spec.hidden:  # a view between two decisions is not one that can be sampled
        found["chances"] = chance_events(replayed, ply, seat, agent.belief, max(1, samples // CHANCE_SHARE), seed)
    return found


def chance_events(replayed: ReplayedGame, ply: int, seat: int, belief: str, samples: int, seed: int) -> list[ChanceEvent]:
    """The chance events between a decision of a seat and its next one whose outcomes the seat saw, with what each of them changed."""
    game, record = replayed.game, replayed.record
    last = next((later for later in range(ply + 1, len(record.choices)) if seat in record.choices[later]), len(record.choices))
    steps = [step for number in range(ply, last) for step in _chance_steps(replayed, number) if sees_outcome(game, step, seat)]
    groups = [steps] if len(steps) > SINGLE else [[step] for step in steps]

    def value(state: State) -> tuple[float, float]:
        if game.over(state):
            return replayed.final_share(seat) or 0.0, 0.0
        unit = unit_of(game)
        low, high = unit.bounds(game.spec)
        drawn = ContinuationSampler(game, game.view(state, seat), seat, unit, belief, seed).sample([PLAY_ON], samples).values[:, 0]
        return replayed.share(float(drawn.mean())), standard_error(drawn, high - low) / (high - low)

    found: list[ChanceEvent] = []
    for group in groups:
        if group:
            (before, doubt), (after, later_doubt) = value(group[0].before), value(group[-1].after)
            texts = [dict(event.sentences) for step in group for event in told_by_chance(game, step, seat)]
            odds = game.chances(group[0].before)[group[0].outcome or 0] if len(group) == 1 else None
            found.append({"texts": texts[:MOST], "odds": odds, "change": after - before, "error": math.hypot(doubt, later_doubt)})
    return found


def _chance_steps(replayed: ReplayedGame, number: int) -> list[Step]:
    """The chance events after the choices of a row."""
    events = replayed.steps[number + 1][1]
    return [step for step in events.steps if step.outcome is not None] if events is not None else []


def sees_outcome(game: Game, step: Step, seat: int) -> bool:
    """Whether a seat saw the outcome of a chance event: with another outcome its view would be another."""
    return _other_outcome(game, step, seat) is not None


def told_by_chance(game: Game, step: Step, seat: int) -> list[Event]:
    """The first event that the outcome of a chance event decided: with another outcome the seat would not have seen it."""
    other = _other_outcome(game, step, seat)
    instead = [] if other is None else [event.sentences for event in Events(game, [other]).seen_by(seat)]
    return [event for event in Events(game, [step]).seen_by(seat) if event.sentences not in instead][:1]  # what follows is no other event


def _other_outcome(game: Game, step: Step, seat: int) -> Step | None:
    """The chance event with another outcome that gives the seat another view; None if there is none."""
    if step.outcome is None:
        return None
    seen = None
    for outcome in (step.outcome, *(other for other in possible(game.chances(step.before)) if other != step.outcome)):
        after = step.before.copy()
        game.resolve(after, outcome)
        view = game.view(after, seat).array.tobytes()
        seen = view if seen is None else seen
        if view != seen:
            return Step(step.before, after, outcome=outcome)
    return None


def forced(ply: int, seat: int, played: str) -> DecisionReview:
    """A decision with one legal action."""
    texts = in_every_language(lambda: say("There was no choice"))
    return {
        "ply": ply,
        "seat": seat,
        "action": played,
        "best": played,
        "free": False,
        "exact": True,
        "undecided": False,
        "mistake": False,
        "cost": 0.0,
        "cost_error": 0.0,
        "value": None,
        "best_value": None,
        "error": None,
        "loss": 0.0,
        "actions": [],
        "mix": [],
        "matrix": None,
        "verdict": texts,
        "reasons": [],
        "samples": 0,
        "change": None,
    }


def decision_review(game: Game, view: State, seat: int, judged: Assessment, ply: int) -> DecisionReview:
    """An assessment as a client and a file have it, with its sentences."""
    low = judged.unit.bounds(game.spec)[0]

    def share(value: float | None) -> float | None:
        return None if value is None else min(1.0, max(0.0, (value - low) / judged.span))

    mine, best = judged.judgement(judged.played), judged.judgement(judged.best)
    known = [one.value for one in judged.judgements if one.value is not None]
    spread = max(known) - min(known) if known else 0.0
    cost = None if judged.cost is None else judged.cost / judged.span
    best_value = share(mine.value if cost is None else best.value)  # a curve steps down by what is stated, and by nothing else
    return {
        "ply": ply,
        "seat": seat,
        "action": judged.played.name,
        "best": judged.best.name,
        "free": True,
        "exact": judged.exact,
        "undecided": judged.undecided,
        "mistake": judged.mistake,
        "cost": cost,
        "cost_error": judged.cost_error / judged.span,
        "value": share(mine.value),
        "best_value": best_value,
        "error": None if mine.error is None else mine.error / judged.span,
        "loss": 0.0 if not judged.cost or spread <= 0 else min(1.0, judged.cost / spread),
        "actions": [
            {
                "action": one.action.name,
                "value": share(one.value),
                "error": None if one.error is None else one.error / judged.span,
                "samples": one.visits,
            }
            for one in judged.judgements
        ],
        "mix": (mix := mix_of(judged)),
        "matrix": matrix_of(judged, share) if mix else None,
        "verdict": verdict(game, judged),
        "reasons": mix_reasons(game, judged) if judged.mixing else [reason.to_json() for reason in reasons(game, view, seat, judged)],
        "samples": 0 if judged.samples is None else len(judged.samples.values),
        "change": None,
    }


def mix_of(judged: Assessment) -> list[JudgedAction]:
    """The agent's mixed strategy, the likeliest action first; empty if it plays one action."""
    matrix = judged.opinion.matrix
    if matrix is None:
        return []
    weights = sorted(zip(matrix["rows"], matrix["row_weights"], strict=True), key=lambda row: -row[1])
    mixed = [(action, weight) for action, weight in weights if weight >= IN_THE_MIX]
    return [{"action": action.name, "value": weight, "error": None, "samples": None} for action, weight in mixed] if len(mixed) > 1 else []


def mix_reasons(game: Game, judged: Assessment) -> list[ReasonInfo]:
    """Why a mixed strategy: against which answer each of its actions does best, as the agent's matrix has it."""
    matrix = judged.opinion.matrix
    if matrix is None:
        return []
    low, _ = judged.opinion.unit.bounds(game.spec)
    rows = [row for row, weight in enumerate(matrix["row_weights"]) if weight >= IN_THE_MIX]
    columns = [column for column, weight in enumerate(matrix["column_weights"]) if weight >= ANSWERED]
    found: list[ReasonInfo] = []
    for row in sorted(rows, key=lambda row: -matrix["row_weights"][row]):
        gains: list[tuple[float, float, int, int]] = []  # lead over the next best action of the mix, its value, the column, that action
        for column in columns:
            cells = {other: value for other in rows if (value := matrix["cells"][other][column]) is not None}
            rivals = [(value, other) for other, value in cells.items() if other != row]
            if row in cells and rivals:
                gains.append((cells[row] - max(rivals)[0], cells[row], column, max(rivals)[1]))
        if gains and max(gains)[0] > 0:
            lead, value, column, other = max(gains)
            shares = (value - low) / judged.span, (value - lead - low) / judged.span
            if round(100 * shares[0]) > round(100 * shares[1]):
                found.append(_mix_reason(game, (matrix["rows"][row], matrix["columns"][column], matrix["rows"][other]), shares))
    return found[:MOST]


def _mix_reason(game: Game, actions: tuple[Action, Action, Action], shares: tuple[float, float]) -> ReasonInfo:
    action, answer, other = actions

    def sentence() -> str:
        words = {"action": game.spoken(action), "answer": game.spoken(answer), "other": game.spoken(other)}
        mine, less = (say("{percent}%", percent=round(100 * share)) for share in shares)
        return begun(game, say("{action} does best against {answer}: {mine} ({other}: {less})", mine=mine, less=less, **words))

    return {
        "name": "does_best_against",
        "kind": "fact",
        "better": action.name,
        "other": other.name,
        "values": list(shares),
        "part": 1.0,
        "sentence": in_every_language(sentence),
    }


def matrix_of(judged: Assessment, share: Callable[[float | None], float | None]) -> MatrixInfo | None:
    """The actions of the agent's matrix that are played most, on either side."""
    matrix = judged.opinion.matrix
    if matrix is None:
        return None
    rows, columns = (
        sorted(range(len(weights)), key=lambda place: -weights[place])[:MATRIX]
        for weights in (matrix["row_weights"], matrix["column_weights"])
    )
    return {
        "rows": [matrix["rows"][row].name for row in rows],
        "columns": [matrix["columns"][column].name for column in columns],
        "cells": [[share(matrix["cells"][row][column]) for column in columns] for row in rows],
        "row_weights": [matrix["row_weights"][row] for row in rows],
        "column_weights": [matrix["column_weights"][column] for column in columns],
    }


def verdict(game: Game, judged: Assessment) -> Texts:
    """The judgement in a sentence, by language, with placeholders for seats."""
    return in_every_language(lambda: begun(game, _verdict(game, judged)))


def _verdict(game: Game, judged: Assessment) -> str:
    names = {"played": game.spoken(judged.played), "best": game.spoken(judged.best)}
    if judged.exact:
        results = {0.0: say("leads to a loss"), 0.5: say("leads to a draw"), 1.0: say("leads to a win")}
        low = (judged.judgement(judged.played).value or 0.0), (judged.judgement(judged.best).value or 0.0)
        mine, best = (results.get((value + judged.span / 2) / judged.span, "") for value in low)
        if judged.best == judged.played:
            return say("{played} {result}: proven", played=names["played"], result=mine)
        return say("{played} {result}, {best} {better}: proven", played=names["played"], best=names["best"], result=mine, better=best)
    if judged.mixing:
        return say("{played} is part of the best mix of actions: no action is better in the long run", played=names["played"])
    if judged.undecided:
        return say("The samples prefer {best} to {played}, but no search confirms it", **names)
    if judged.cost is None:
        return say("{played} and {best} are about equal", **names)
    if judged.best == judged.played:
        return say("{played}: no action is better", **names)
    percent = round(100 * judged.cost / judged.span)
    if percent < 1:
        return say("{best} is better than {played}, by less than one percent of a win", **names)
    doubt = max(1, round(200 * judged.cost_error / judged.span))
    return say("{played} costs {percent}% of a win (give or take {doubt}%): {best} is better", percent=percent, doubt=doubt, **names)


# --- the whole game -----------------------------------------------------------------------------------------------------------------------


def summarised(replayed: ReplayedGame, decisions: Sequence[DecisionReview], agent: str, complete: bool = True) -> GameReview:
    """The decisions with what happened between them, the accuracy of every seat, and the key moments; `complete`: all are judged."""
    seats = range(replayed.game.spec.seats)
    found = [DecisionReview(**{**one, "change": None}) for one in decisions]
    ends: dict[int, tuple[int, ValueChange]] = {}  # by seat: the ply of its last decision, and what changed since
    for seat in seats:
        before: DecisionReview | None = None
        for one in (one for one in found if one["seat"] == seat and one["value"] is not None):
            if before is not None:
                one["change"] = _change(replayed, seat, before, one["ply"], one["best_value"], one["error"], found)
            before = one
        if complete and before is not None and (final := replayed.final_share(seat)) is not None:
            ends[seat] = before["ply"], _change(replayed, seat, before, len(replayed.record.choices), final, 0.0, found)
    return {
        "game": replayed.record.game,
        "agent": agent,
        "unit": unit_of(replayed.game),
        "seats": [_seat_review(replayed, seat, found, ends[seat][1] if seat in ends else None) for seat in seats],
        "moments": _moments(found, [(ply, seat, change) for seat, (ply, change) in ends.items()]),
        "decisions": found,
    }


def _seat_review(replayed: ReplayedGame, seat: int, decisions: Sequence[DecisionReview], end: ValueChange | None) -> SeatReview:
    own = [one for one in decisions if one["seat"] == seat and one["free"]]
    decided = [one for one in own if not one.get("undecided")]
    changes = [change for change in (*(one["change"] for one in own), end) if change is not None]
    lucky = [part for change in changes if "chance" in change["causes"] and (part := change.get("by_chance")) is not None]
    return {
        "accuracy": 1.0 - sum(one["loss"] for one in decided) / len(decided) if decided else None,
        "decisions": len(own),
        "mistakes": sum(one["mistake"] for one in own),
        "luck": sum(lucky) if lucky else None,
        "final": replayed.final_share(seat),
        "end": end,
    }


def _change(
    replayed: ReplayedGame,
    seat: int,
    before: DecisionReview,
    ply: int,
    value: float | None,
    error: float | None,
    decisions: Sequence[DecisionReview],
) -> ValueChange:
    """What changed from a decision of the seat to a later position."""
    causes: set[Literal["chance", "others"]] = set()
    chances: list[tuple[float, Texts]] = []  # events that the seat saw, with their odds
    done: list[Event] = []
    for number in range(before["ply"], min(ply, len(replayed.record.choices))):
        if set(replayed.record.choices[number]) - {seat} or number > before["ply"]:
            causes.add("others")
        events = replayed.steps[number + 1][1]
        for step in events.steps if events is not None else ():
            seen = Events(replayed.game, [step]).seen_by(seat)
            if step.outcome is None:
                done += [event for event in seen if set(step.choices) - {seat} and names_somebody(event)]
                continue
            causes.add("chance")
            if not sees_outcome(replayed.game, step, seat):
                continue
            odds = replayed.game.chances(step.before)[step.outcome]
            chances += [(odds, dict(event.sentences)) for event in told_by_chance(replayed.game, step, seat)]
    chances.sort(key=lambda event: event[0])
    done.reverse()  # of equally rare events the last one first
    done.sort(key=lambda event: replayed.kinds[event.kind])
    change: ValueChange = {
        "change": (value or 0.0) - (before["value"] or 0.0),
        "error": math.hypot(error or 0.0, before["error"] or 0.0),
        "causes": sorted(causes),
        "chance": [texts for _, texts in chances[:MOST]],
        "odds": chances[0][0] if chances and chances[0][0] < 1 else None,
        "by_chance": None,
        "others": [dict(event.sentences) for event in done[:MOST]],
    }
    between = [one for one in decisions if one["seat"] == seat and before["ply"] <= one["ply"] < ply]
    if all("chances" in one for one in between):
        judged = sorted((event for one in between for event in one["chances"]), key=lambda event: -abs(event["change"]))
        change["by_chance"] = sum(event["change"] for event in judged)
        change["causes"] = sorted(causes - {"chance"} | ({"chance"} if judged else set()))
        change["chance"] = [texts for event in judged for texts in event["texts"]][:MOST]
        change["odds"] = judged[0]["odds"] if judged else None
    return change


def names_somebody(event: Event) -> bool:
    """Whether an event is about a seat; "turn 2 begins" is not."""
    return "seat" in event.words or "{" in event.sentences["en"]


def _moments(decisions: Sequence[DecisionReview], ends: Sequence[tuple[int, int, ValueChange]]) -> list[KeyMoment]:
    """The largest mistakes, and the largest changes that were nobody's own doing."""
    found: list[KeyMoment] = []
    for one in decisions:
        if one["mistake"] and one["cost"] is not None:
            text = one["reasons"][0]["sentence"] if one["reasons"] else one["verdict"]
            found.append({"ply": one["ply"], "seat": one["seat"], "kind": "mistake", "size": one["cost"], "text": text})
    changes = [(one["ply"], one["seat"], one["change"]) for one in decisions if one["change"] is not None]
    for ply, seat, change in (*changes, *ends):
        if change is not None and abs(change["change"]) > max(SWING, 3 * change["error"]):
            kind: Literal["chance", "others"] = "chance" if mostly_chance(change) else "others"
            found.append({"ply": ply, "seat": seat, "kind": kind, "size": abs(change["change"]), "text": _change_text(change)})
    found.sort(key=lambda moment: (moment["kind"] != "mistake", -moment["size"]))
    moments: list[KeyMoment] = []
    for moment in found:  # one event changes the value of several seats: it is one moment
        if moment["kind"] == "mistake" or not any(other["ply"] == moment["ply"] for other in moments):
            moments.append(moment)
    return moments[:MOMENTS]


def mostly_chance(change: ValueChange) -> bool:
    """Whether chance did more than half of a change; if that is not known, whether nobody else had a part in it."""
    part = change.get("by_chance")
    if part is None:
        return change["causes"] == ["chance"]
    return "others" not in change["causes"] or (abs(change["change"]) > 0 and part / change["change"] > 0.5)


def _change_text(change: ValueChange) -> Texts:
    """What chance or the others changed, in a sentence by language: the event that decided, how likely it was, and what it changed."""

    def sentence() -> str:
        percent = round(100 * abs(change["change"]))
        gained = change["change"] > 0
        causes = listed([say("chance") if cause == "chance" else say("the others") for cause in change["causes"]])
        others = change.get("others")
        if mostly_chance(change):
            causes = in_language(change["chance"][0]) if change["chance"] else say("chance")
        elif others:
            causes = in_language(others[0])
        if mostly_chance(change) and change["odds"] is not None and change["chance"]:
            causes = say("{event} ({odds})", event=causes, odds=odds_text(change["odds"]))
        elif others and change.get("by_chance") is None:  # what else was done and drawn, nobody can tell apart
            causes = say("{event}, and what else came before the next choice", event=causes)
        return say("{causes}: +{percent}%" if gained else "{causes}: -{percent}%", causes=capital(causes), percent=percent)

    return in_every_language(sentence)


def odds_text(odds: float) -> str:
    """A probability as people say it: 1 in 8, 3 in 4."""
    if odds > 0.5:
        whole = min(10, max(2, round(1 / (1 - odds))))
        return say("{n} in {whole}", n=whole - 1, whole=whole)
    return say("{n} in {whole}", n=1, whole=round(1 / odds))

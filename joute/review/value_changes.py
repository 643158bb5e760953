"""What changed a seat's value between two of its decisions: chance, the others, and the moments that decided."""

import math
from collections.abc import Sequence
from typing import Literal

from joute.core.events import Event, Events
from joute.i18n import capital, in_every_language, in_language, listed, say
from joute.review.chance_events import sees_outcome, told_by_chance
from joute.review.reasons import MOST, Texts
from joute.review.replayed_game import ReplayedGame
from joute.review.review_info import DecisionReview, KeyMoment, ValueChange
from joute.review.value_range import ValueRange

MOMENTS = 3
SWING = 0.08  # of the range of values, or of what a chapter can change: change by chance or by the others that makes a moment


def change_between(
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


def key_moments(decisions: Sequence[DecisionReview], ends: Sequence[tuple[int, int, ValueChange]], values: ValueRange) -> list[KeyMoment]:
    """The largest mistakes, and the largest changes that were nobody's own doing."""
    swing = SWING * values.scale / values.size
    found: list[KeyMoment] = []
    for one in decisions:
        if one["mistake"] and one["cost"] is not None:
            text = one["reasons"][0]["sentence"] if one["reasons"] else one["verdict"]
            found.append({"ply": one["ply"], "seat": one["seat"], "kind": "mistake", "size": one["cost"], "text": text})
    changes = [(one["ply"], one["seat"], one["change"]) for one in decisions if one["change"] is not None]
    for ply, seat, change in (*changes, *ends):
        if change is not None and abs(change["change"]) > max(swing, 3 * change["error"]):
            kind: Literal["chance", "others"] = "chance" if mostly_chance(change) else "others"
            found.append({"ply": ply, "seat": seat, "kind": kind, "size": abs(change["change"]), "text": change_text(change, values)})
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


def change_text(change: ValueChange, values: ValueRange) -> Texts:
    """What chance or the others changed, in a sentence by language: the event that decided, how likely it was, and what it changed."""

    def sentence() -> str:
        size, gained = values.difference(abs(change["change"])), change["change"] > 0
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
        return say("{causes}: +{size}" if gained else "{causes}: −{size}", causes=capital(causes), size=size)

    return in_every_language(sentence)


def odds_text(odds: float) -> str:
    """A probability as people say it: 1 in 8, 3 in 4."""
    if odds > 0.5:
        whole = min(10, max(2, round(1 / (1 - odds))))
        return say("{n} in {whole}", n=whole - 1, whole=whole)
    return say("{n} in {whole}", n=1, whole=round(1 / odds))

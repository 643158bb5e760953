"""A study as the terminal shows it: its plan, its report and its picture."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from joute.cli.render.formatting import number, table
from joute.explain.study.material import StudyMaterial
from joute.explain.study.plan import REASONS, StudyPlan
from joute.explain.study.report import ArmData, AskedData, EstimateData, StudyReport, shown
from joute.i18n import in_language, say, say_count
from joute.report.html import percent
from joute.report.study_plot import PlottedShare, study_plot

FEWEST_BLOCKS = 3  # that have an interval, unless all are alike


def arm_name(arm: str) -> str:
    """What the participants of an arm saw."""
    return say("examples with reasons") if arm == REASONS else say("examples without reasons")


def render_plan(plan: StudyPlan, material: StudyMaterial | None) -> RenderableType:
    """What a study asks."""
    rows = table(say("study"), in_language(plan.title_texts))
    rows.add_row(say("game and agent"), f"{plan.game}, {plan.agent}")
    rows.add_row(say("questions before, and after"), str(plan.design.questions))
    rows.add_row(say("examples"), str(plan.design.examples))
    rows.add_row(say("groups"), ", ".join(arm_name(arm) for arm in plan.arms))
    rows.add_row(say("minutes for a participant, about"), str(plan.minutes))
    if material is None:
        return Group(rows, Text(), Text(say("The positions are not chosen yet: joute study prepare FILE does it."), "bold"))
    return Group(rows, Text(), Text(say("The positions are chosen: the study is ready."), "bold"))


def render_report(found: StudyReport) -> RenderableType:
    """The shares, the effect, the questions, and what the intervals show."""
    parts: list[RenderableType] = [Text(found["study"], "bold"), Text(), _arms(found["arms"])]
    if found["effect"] is not None:
        words = {"effect": _signed(found["effect"]["mean"]), "interval": _points(found["effect"])}
        parts += [Text(), Text(say("Effect of the reasons: {effect} (95 % interval {interval})", **words))]
    parts += [Text(), _items(found), Text(), Text(_numbers(found), "dim"), Text(verdict(found), "bold")]
    return Group(*parts)


def _arms(arms: list[ArmData]) -> Table:
    names = [say("group"), say("blocks"), say("before"), say("95 % interval"), say("after"), say("95 % interval")]
    drawn = table(*names, say("gain"), say("95 % interval"), numbers=" >>>>>>>")
    for arm in arms:
        shares = [cell for part in (arm["before"], arm["after"]) for cell in (percent(part["mean"]), _percents(part))]
        drawn.add_row(arm_name(arm["arm"]), number(arm["blocks"]), *shares, _signed(arm["gain"]["mean"]), _points(arm["gain"]))
    return drawn


def _items(found: StudyReport) -> Table:
    arms = [arm["arm"] for arm in found["arms"]]
    names = [
        say("question"),
        say("agent plays"),
        say("guessing"),
        say("before"),
        *(say("after: {group}", group=arm_name(arm)) for arm in arms),
    ]
    drawn = table(*names, say("often answered instead"), numbers="  >>" + ">" * len(arms))
    for item in found["items"]:
        counts = [_asked(item["before"]), *(_asked(item["after"][arm]) for arm in arms)]
        drawn.add_row(item["item"], item["action"], percent(item["chance"]), *counts, item["confused"] or "")
    return drawn


def _asked(asked: AskedData) -> str:
    return f"{asked['correct']}/{asked['asked']}"


def _percents(estimate: EstimateData) -> str:
    return "–" if estimate["interval"] is None else " … ".join(percent(bound) for bound in estimate["interval"])


def _signed(value: float | None) -> str:
    return "–" if value is None else f"{'+' if value >= 0 else '-'}{percent(abs(value), 1)}"


def _points(estimate: EstimateData) -> str:
    return "–" if estimate["interval"] is None else " … ".join(_signed(bound) for bound in estimate["interval"])


def _numbers(found: StudyReport) -> str:
    people = say_count("{n} participant answered everything", "{n} participants answered everything", found["participants"])
    words = {"unfinished": found["unfinished"], "unpaired": found["unpaired"], "chance": percent(found["chance"])}
    rest = say("{unfinished} did not and do not count; {unpaired} have no partner in a block; guessing gives {chance}", **words)
    return say("{first}; {rest}", first=people, rest=rest) + "."


def verdict(found: StudyReport) -> str:
    """What the intervals show, in a sentence."""
    effect = found["effect"] if found["effect"] is not None else found["arms"][0]["gain"]
    if effect["interval"] is None and all(arm["blocks"] >= FEWEST_BLOCKS for arm in found["arms"]):
        return say("No interval: the result is the same in all blocks.")
    if effect["interval"] is None:
        return say("Too few blocks for an interval: at least three are needed.")
    if shown(effect) > 0:
        return say("The reasons help people to predict the agent.")
    if shown(effect) < 0:
        return say("The reasons mislead people about the agent.")
    return say("No effect of the reasons is shown: the interval contains zero. More participants would narrow it.")


def picture(found: StudyReport) -> str:
    """The report as an SVG file."""
    groups: list[list[PlottedShare]] = []
    for arm in found["arms"]:
        group: list[PlottedShare] = []
        for phase, share in (("before", arm["before"]), ("after", arm["after"])):
            name = f"{say('with reasons') if arm['arm'] == REASONS else say('without reasons')}, {say(phase)}"
            group.append({"name": name, "phase": phase, "mean": share["mean"] or 0.0, "interval": share["interval"]})
        groups.append(group)
    title = say("{study}: share of correct predictions", study=found["study"])
    return study_plot(title, groups, found["chance"])


def render_pilot(found: StudyReport, kind: str, expected: float) -> RenderableType:
    """The report of a pilot, and what it should have found."""
    effect = found["effect"] if found["effect"] is not None else found["arms"][0]["gain"]
    inside = effect["interval"] is not None and effect["interval"][0] <= expected <= effect["interval"][1]
    words = {"kind": kind, "expected": _signed(expected)}
    sentence = say("Simulated participants ({kind}): the exact effect is {expected}", **words)
    note = say("the interval contains it") if inside else say("the interval does not contain it, as one in twenty does not")
    said = say("{first}; {rest}", first=sentence, rest=note) if effect["interval"] is not None else sentence
    return Group(render_report(found), Text(), Text(f"{said}."))

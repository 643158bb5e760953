"""`joute study`: a simulatability study from its plan to its report."""

from pathlib import Path
from typing import TypedDict

import typer

from joute.arena.warmup import warm_up
from joute.cli import options
from joute.cli.options import parse_pairs
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.cli.record_files import check_writable, write_text
from joute.cli.render.console import messages, print_result
from joute.cli.render.study import picture, render_pilot, render_plan, render_report
from joute.core import settings
from joute.core.errors import JouteError
from joute.explain.study.material import StudyMaterial, material_file, prepare, read_material, write_material
from joute.explain.study.pilot import READER, expected_effect, pilot
from joute.explain.study.plan import StudyPlan, StudySettings, plan_of, plan_text, read_plan
from joute.explain.study.report import StudyReport, report
from joute.explain.study.responses import StudyAnswer, check_ending, read_answers, write_answers
from joute.i18n import say

command = typer.Typer(no_args_is_help=True, add_completion=False)


class PlanReport(TypedDict):
    """A checked plan."""

    name: str
    version: str
    game: str
    agent: str
    questions: int
    examples: int
    arms: list[str]
    prepared: bool  # the positions are chosen


class PilotReport(TypedDict):
    """The report of a pilot, and the exact effect of its simulated participants."""

    kind: str
    expected: float
    report: StudyReport


@command.command("new", help="Write the plan of a study: a TOML file with comments, to edit.")
def new_command(
    file: options.StudyFile,
    game: options.StudyGame,
    agent: options.StudyAgent,
    name: options.StudyName = None,
    seed: options.Seed = 0,
    option: options.GameOptions = None,
    design: options.StudyDesign = None,
) -> None:
    """Write the file; an existing one is not overwritten."""
    if file.exists():
        raise JouteError("{file} exists already; nothing was written", file=file)
    check_writable(file)
    chosen = settings.changed(settings.make(StudySettings, parse_pairs(design), "study"))
    said = {"name": name or file.stem.lower().replace("_", "-"), "game": game, "agent": agent, "seed": seed}
    plan = plan_of({**said, "options": {**parse_pairs(option)}, "design": chosen})
    plan = plan_of({**said, "options": settings.changed(plan.open().options), "design": chosen})
    write_text(file, plan_text(plan))
    messages().print(say("The plan is in {file}: edit it, then joute study check {file}", file=file), soft_wrap=True)


@command.command("check", help="Check the plan of a study: game, agent, numbers, texts.")
def check_command(file: options.StudyFile, as_json: options.Json = False) -> None:
    """Print what the study asks."""
    plan = read_plan(file)
    plan.open()
    material = read_material(plan, material_file(file)) if material_file(file).exists() else None
    found: PlanReport = {
        "name": plan.name,
        "version": plan.version,
        "game": plan.game,
        "agent": plan.agent,
        "questions": plan.design.questions,
        "examples": plan.design.examples,
        "arms": plan.arms,
        "prepared": material is not None,
    }
    print_result(as_json, found, lambda _: render_plan(plan, material))


@command.command("prepare", help="Choose the positions and explain the examples: writes FILE.material.json beside the plan.")
def prepare_command(file: options.StudyFile) -> None:
    """Choose the positions anew."""
    plan = read_plan(file)
    made(plan, file)
    messages().print(say("The positions are in {file}", file=material_file(file)), soft_wrap=True)


def made(plan: StudyPlan, file: Path) -> StudyMaterial:
    """The material of a plan, prepared and written."""
    game = plan.open()
    check_writable(material_file(file))
    with ProgressLine(say("choosing positions"), game.name) as line:
        run_interruptibly(lambda: warm_up(game, [plan.agent]))
        material = run_interruptibly(lambda: prepare(plan, line.advance))
    write_material(material, material_file(file))
    return material


def prepared(plan: StudyPlan, file: Path) -> StudyMaterial:
    """The material of a plan: as it is in its file, or prepared now."""
    return read_material(plan, material_file(file)) if material_file(file).exists() else made(plan, file)


@command.command("pilot", help="Answer the questions by simulated participants whose effect is known.")
def pilot_command(
    file: options.StudyFile,
    participants: options.Participants = 80,
    kind: options.ParticipantKind = READER,
    seed: options.Seed = 0,
    out: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """Print the report of the pilot beside the exact effect; with --out write the responses."""
    if out is not None:
        check_ending(out)
        check_writable(out)
    plan = read_plan(file)
    material = prepared(plan, file)
    answers = pilot(plan, material, participants, kind, seed)
    if out is not None:
        write_answers(answers, out)
    found: PilotReport = {"kind": kind, "expected": expected_effect(plan, material, kind), "report": report(answers)}
    print_result(as_json, found, lambda found: render_pilot(found["report"], found["kind"], found["expected"]))


@command.command("run", help="Serve the study to people in the browser.")
def run_command(
    file: options.StudyFile,
    host: options.Host = None,
    lan: options.Lan = False,
    port: options.Port = None,
    database: options.Database = None,
    browser: options.Browser = True,
) -> None:
    """Serve until stopped."""
    from joute.cli.commands.serve import command as serve

    serve(host=host, lan=lan, port=port, database=database, browser=browser, study=[file])


@command.command("export", help="Write the responses of a study from the database, without names or addresses.")
def export_command(name: options.StudyOf, out: options.Out = None, database: options.Database = None) -> None:
    """Write the responses to a file: .jsonl or .csv."""
    from joute.store import Store

    file = out or Path(f"{name}.jsonl")
    check_ending(file)
    check_writable(file)
    with Store.open(database) as store:
        rows = store.studies.answers(name)
    if not rows:
        raise JouteError("the database has no responses to a study {name!r}", name=name)
    write_answers([StudyAnswer(**row) for row in rows], file)
    messages().print(say("The responses are in {file}", file=file), soft_wrap=True)


@command.command("report", help="Report how well people predict the agent, and what the explanations add.")
def report_command(file: options.Responses, svg: options.Svg = None, as_json: options.Json = False) -> None:
    """Print the report; with --svg write a picture too."""
    if svg is not None:
        check_writable(svg)
    found = report(read_answers(file))
    if svg is not None:
        write_text(svg, picture(found))
    print_result(as_json, found, render_report)

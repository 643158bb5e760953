"""`joute explain`: why an agent or a player chose one action rather than another, and how well explanations do."""

from collections.abc import Sequence
from dataclasses import replace

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from joute.cli import options
from joute.cli.explain_agent import agent_command
from joute.cli.explain_calibration import calibration_command
from joute.cli.explain_compare import compare_command
from joute.cli.explain_probe import probe_command
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.cli.record_files import check_writable, read_game, replaying, write_text
from joute.cli.render.console import messages, output, print_json
from joute.cli.render.formatting import number, table
from joute.cli.render.player_names import PlayerNames
from joute.core import registry
from joute.core.errors import JouteError
from joute.core.rng import plain_seed
from joute.core.seat_names import with_names
from joute.core.state import State
from joute.explain.choice import ChoiceExplanation, explain_choice, half_interval
from joute.explain.choice_picture import picture
from joute.explain.knowledge_shares import KnowledgeShares
from joute.explain.measures.criteria import LABELS, Criteria
from joute.explain.measures.methods import DESCRIPTIONS
from joute.explain.measures.table import DEFAULT_METHODS, POSITIONS, Measurement, measure
from joute.explain.measures.table import SAMPLES as MEASURE_SAMPLES
from joute.explain.shares import Share
from joute.i18n import in_language, say
from joute.review.replayed_game import ReplayedGame
from joute.version import __version__

MOST_ROWS = 8

command = typer.Typer(no_args_is_help=True, add_completion=False)
command.command("agent", help="Imitate an agent by small models that people can read and that play, and measure how well they do.")(
    agent_command
)
command.command(
    "compare", help="Compare the choices of two agents in the same positions: how alike, in which facts different, at what cost."
)(compare_command)
command.command("calibration", help="Compare the values that an agent states with what came of them: a reliability plot and its error.")(
    calibration_command
)
command.command("probe", help="Find out which concepts of the game can be read from the layers of a network, by linear probes.")(
    probe_command
)


@command.command("choice", help="Explain one decision of a recorded game: why this action rather than that one.")
def choice_command(
    file: options.RecordFile,
    ply: options.ExplainedPly,
    other: options.OtherAction = None,
    seat: options.ExplainedSeat = None,
    agent: options.ExplainedAgent = None,
    samples: options.ExplainedSamples = None,
    seed: options.Seed = 0,
    svg: options.ExplanationSvg = None,
    name: options.ReplayGame = None,
    as_json: options.Json = False,
) -> None:
    """Explain the decision, and print it."""
    if svg is not None:
        check_writable(svg)
    record, game = read_game(file, name)
    explainer = registry.agent(agent, game) if agent else None
    with ProgressLine(say("explaining {file}", file=file.name), game.name):
        with replaying(game):
            replayed = ReplayedGame(record, game)
        decider, view = decision(replayed, ply, seat)
        action = None if explainer else record.choices[ply][decider]
        found = run_interruptibly(lambda: explain_choice(game, view, decider, action, other, agent=explainer, samples=samples, seed=seed))
        found = replace(found, ply=ply)
    names = PlayerNames.recorded(record.names, game.spec.seats).by_seat or None
    if svg is not None:
        write_text(svg, picture(found, names))
        messages().print(say("The picture is in {file}", file=svg), soft_wrap=True)
    if as_json:
        print_json(found.to_json(options.typed_command()))
    else:
        output().print(render_choice(found, names))


@command.command("measure", help="Measure explanation methods on positions whose decisive thing is known.")
def measure_command(
    name: options.Game,
    method: options.ExplanationMethods = None,
    agent: options.MeasuredAgent = None,
    positions: options.Positions = POSITIONS,
    samples: options.MeasureSamples = MEASURE_SAMPLES,
    seed: options.Seed = 0,
    option: options.GameOptions = None,
    as_json: options.Json = False,
) -> None:
    """Measure the methods, and print one table."""
    game = options.game_from_args(name, option)
    with ProgressLine(say("measuring explanations"), game.name) as line:
        found = run_interruptibly(lambda: measure(game, method or DEFAULT_METHODS, positions, samples, seed, agent, line.advance))
    if as_json:
        print_json(found.to_json(options.typed_command()))
    else:
        output().print(render_measures(found))


def render_measures(found: Measurement) -> RenderableType:
    """A row for each method, with standard errors."""
    drawn = table(say("method"), *(say(LABELS[name]) for name in Criteria.names()), numbers=" " + ">" * len(LABELS))
    for method in found.scores:
        cells = [found.mean(method, name) for name in Criteria.names()]
        drawn.add_row(method, *(f"{number(mean, 2)} ± {number(error, 2)}" for mean, error in cells))
    legend = [Text(say("{method}: {description}", method=method, description=say(DESCRIPTIONS[method])), "dim") for method in found.scores]
    note = say(
        "Means and standard errors over {count} positions, solved exactly; {samples} sampled worlds a method; seed {seed}. "
        "Low is good for deletion, things needed and the correlation with random values.",
        count=len(found.truths),
        samples=number(found.samples),
        seed=plain_seed(found.seed),
    )
    return Group(drawn, Text(), *legend, Text(), Text(note, "dim"))


def decision(replayed: ReplayedGame, ply: int, seat: int | None) -> tuple[int, State]:
    """The seat that decided there, and what it knew."""
    choices, game = replayed.record.choices, replayed.game
    if ply >= len(choices):
        raise JouteError("--ply {ply}: the decisions of this game are numbered from 0 to {last}", ply=ply, last=len(choices) - 1)
    seats = sorted(choices[ply])
    if seat is None and len(seats) > 1:
        raise JouteError("several seats chose at once there; --seat says whose decision is explained: {seats}", seats=seats)
    if seat is not None and seat not in seats:
        raise JouteError("seat {seat} did not decide there; these seats did: {seats}", seat=seat, seats=seats)
    decider = seats[0] if seat is None else seat
    return decider, game.view(replayed.steps[ply][0], decider)


def render_choice(found: ChoiceExplanation, names: Sequence[str] | None) -> RenderableType:
    """The explanation for a person."""
    parts: list[RenderableType] = [Text(with_names(found.verdict(), names), "bold")]
    if found.agent and found.agent_values[0] is not None and found.agent_values[1] is not None:
        words = {"agent": found.agent, "value": number(found.agent_values[0]), "other": number(found.agent_values[1])}
        parts.append(Text(say("The values of {agent} itself: {value} and {other}.", **words)))
    if found.knowledge and not found.same:
        parts += _known_things(found, found.knowledge, names)
        words = {"gap": found.signed(found.knowledge.nothing)}
        parts.append(Text(say("If none of this were known, the difference would be {gap}.", **words), "dim"))
    parts += _shares(found, say("facts of the two actions"), found.ranked_facts(), names)
    parts += _shares(found, say("what comes of it"), found.outcomes, names)
    said = [*map(found.spoken_statement, found.worlds), *map(found.spoken_counterfactual, found.counterfactuals)]
    if said:
        parts += [Text(), *(Text(f"· {with_names(sentence, names)}") for sentence in said)]
    parts += [Text(with_names(in_language(remark), names), "dim") for remark in found.remarks]
    note = say(
        "± is an interval of 95 %. From there on everybody plays like careful; seed {seed}, {samples} samples, Joute {version}.",
        seed=plain_seed(found.seed),
        samples=number(found.samples),
        version=__version__,
    )
    return Group(*parts, Text(), Text(note, "dim"))


def _known_things(found: ChoiceExplanation, known: KnowledgeShares, names: Sequence[str] | None) -> list[RenderableType]:
    """The contribution of each thing, and the difference if it alone were not known."""
    drawn = table(say("what the seat knows"), say("part of the difference"), "±", say("difference without it"), numbers=" >>>")
    rows = sorted(zip(known.shares, known.without, strict=True), key=lambda row: -abs(row[0].value))
    for share, gap in rows[:MOST_ROWS]:
        cells = found.signed(share.value), found.signed(half_interval(share)).lstrip("+"), found.signed(gap)
        drawn.add_row(with_names(in_language(share.label), names), *cells)
    return [Text(), drawn]


def _shares(found: ChoiceExplanation, title: str, shares: Sequence[Share], names: Sequence[str] | None) -> list[RenderableType]:
    if not shares:
        return []
    drawn = table(title, say("part of the difference"), "±", numbers=" >>")
    for share in shares[:MOST_ROWS]:
        drawn.add_row(
            with_names(in_language(share.label), names), found.signed(share.value), found.signed(half_interval(share)).lstrip("+")
        )
    return [Text(), drawn]

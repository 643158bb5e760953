"""`joute explain calibration`: the values of an agent beside what came of them."""

from rich.console import Group, RenderableType
from rich.text import Text

from joute.cli import options
from joute.cli.explain_compare import UNITS
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.cli.record_files import check_writable, write_text
from joute.cli.render.console import messages, output, print_json
from joute.cli.render.formatting import interval, n_games, number, table
from joute.core.rng import plain_seed
from joute.explain.calibration import BINS, GAMES, Calibration, calibration
from joute.i18n import say
from joute.report.reliability_plot import PlottedBin, reliability_plot


def calibration_command(
    name: options.Game,
    agent: options.Agent,
    games: options.CalibrationGames = GAMES,
    against: options.CalibrationOpponent = None,
    bins: options.Bins = BINS,
    seed: options.Seed = 0,
    workers: options.Workers = 0,
    svg: options.Svg = None,
    option: options.GameOptions = None,
    as_json: options.Json = False,
) -> None:
    """Play the games, and print what was found."""
    if svg is not None:
        check_writable(svg)
    game = options.game_from_args(name, option)
    with ProgressLine(say("playing"), game.name) as line:
        found = run_interruptibly(
            lambda: calibration(game, agent, games, seed, against=against or "", bins=bins, workers=workers, progress=line.advance)
        )
    if svg is not None:
        write_text(svg, picture(found))
        messages().print(say("The picture is in {file}", file=svg), soft_wrap=True)
    if as_json:
        print_json(found.to_json(options.typed_command()))
    else:
        output().print(render(found))


def render(found: Calibration) -> RenderableType:
    """The bins, and what they come to."""
    drawn = table(title(found), say("decisions"), say("expected"), say("got"), "95 %", say("difference"), numbers=" >>>>>")
    for one in found.bins:
        outcome = one["outcome"]
        drawn.add_row(
            f"{number(one['lowest'], 2)} … {number(one['highest'], 2)}",
            number(one["decisions"]),
            number(one["value"]),
            number(outcome["mean"]),
            interval(outcome["interval"]),
            number(one["value"] - outcome["mean"]),
        )
    note = say(
        "Bins have equally many decisions; intervals are over games. ECE: mean distance between what was expected and what was got. "
        "A slope below 1: the values are too extreme. Skill: part of the variance of the outcomes that the values explain. Seed {seed}.",
        seed=plain_seed(found.seed),
    )
    return Group(drawn, Text(), *map(Text, sentences(found)), Text(), Text(note, "dim"))


def title(found: Calibration) -> str:
    """What is expected: whose values, in which unit."""
    return say("value of {agent} ({unit})", agent=found.agent.split(":")[0], unit=say(UNITS[found.unit]))


def sentences(found: Calibration) -> list[str]:
    """The measures as a person reads them."""
    return [
        say(
            "ECE {error} ({interval}); values without any error would show {noise} with these games.",
            error=number(found.error["mean"]),
            interval=interval(found.error["interval"]),
            noise=number(found.noise),
        ),
        say("Expected minus got: {bias} ({interval}).", bias=number(found.bias["mean"]), interval=interval(found.bias["interval"])),
        say(
            "Slope {slope} ({interval}), correlation {correlation}, skill {skill}.",
            slope=number(found.slope["mean"], 2),
            interval=interval(found.slope["interval"], 2),
            correlation=number(found.correlation, 2),
            skill=number(found.skill, 2),
        ),
    ]


def picture(found: Calibration) -> str:
    """The reliability plot."""
    rival = found.against or found.agent
    counts = {"decisions": number(found.decisions), "games": n_games(found.games), "rival": rival}
    notes = [say("{decisions} decisions of {games} against {rival}", **counts), *sentences(found)]
    axes = say("expected ({unit})", unit=say(UNITS[found.unit])), say("got")
    bins: list[PlottedBin] = [
        {"value": one["value"], "outcome": one["outcome"]["mean"], "interval": one["outcome"]["interval"]} for one in found.bins
    ]
    heading = say("Does {agent} get what it expects?", agent=found.agent.split(":")[0])
    return reliability_plot(heading, axes, bins, notes)

"""`joute explain compare`: two agents in the same positions."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from joute.cli import options
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.cli.render.console import output, print_json
from joute.cli.render.formatting import interval, n_games, number, table
from joute.core.facts import Fact, FactKind
from joute.core.opinion import Unit
from joute.core.rng import plain_seed
from joute.explain.comparison import GAMES, SIGNIFICANT, WORLDS, AgentComparison, compare_agents
from joute.explain.estimates import Estimate
from joute.i18n import Sentence, current_language, say

MOST_FACTS = 12
UNITS: dict[Unit, Sentence] = {Unit.SCORE: "points", Unit.WIN: "chance to win"}


def compare_command(
    name: options.Game,
    first: options.FirstAgent,
    second: options.SecondAgent,
    games: options.ComparisonGames = GAMES,
    judge: options.ComparisonJudge = None,
    worlds: options.ComparisonWorlds = WORLDS,
    seed: options.Seed = 0,
    workers: options.Workers = 0,
    option: options.GameOptions = None,
    as_json: options.Json = False,
) -> None:
    """Compare the agents, and print what was found."""
    game = options.game_from_args(name, option)
    with ProgressLine(say("comparing"), game.name) as line:
        found = run_interruptibly(
            lambda: compare_agents(
                game, [first, second], games, seed, judge=judge or "", worlds=worlds, workers=workers, progress=line.advance
            )
        )
    if as_json:
        print_json(found.to_json(options.typed_command()))
    else:
        output().print(render(found))


def render(found: AgentComparison) -> RenderableType:
    """How alike they are, what their choices look like where they differ, and what that costs."""
    first, second = short_names(found.agents)
    parts: list[RenderableType] = [agreements(found, first, second), Text()]
    parts.append(
        Text(
            say(
                "Similarity: {share} ({interval}), agreement divided by the geometric mean of both agreements with oneself; "
                "1: they play every action equally often.",
                share=number(found.similarity["mean"]),
                interval=interval(found.similarity["interval"]),
            )
        )
    )
    if found.facts:
        title = say("facts of the choice, where they differ ({count} decisions)", count=number(found.differing))
        drawn = table(title, first, second, say("difference"), "95 %", numbers=" >>>>")
        for one in found.facts[:MOST_FACTS]:
            fact = found.fact(one["name"])
            mark = "" if one["probability"] < SIGNIFICANT else " ?"
            shown = Shown(fact)
            cells = [shown.number(mean) for mean in (*one["means"], one["difference"]["mean"])]
            drawn.add_row(say(fact.label) + mark, *cells, shown.interval(one["difference"]["interval"]))
        parts += [Text(), drawn]
    parts += [Text(), *costs(found, first, second)]
    return Group(*parts, Text(), *notes(found, first, second))


class Shown:
    """How the mean of a fact is written: how often something is so as a percentage."""

    def __init__(self, fact: Fact) -> None:
        self.share = fact.kind in (FactKind.FLAG, FactKind.CHANCE)

    def number(self, value: float) -> str:
        """One mean."""
        return say("{percent}%", percent=number(100 * value, 0)) if self.share else number(value, 2)

    def interval(self, bounds: list[float] | None) -> str:
        """Its interval."""
        return interval(bounds and [100 * bound for bound in bounds], 0) if self.share else interval(bounds, 2)


def short_names(agents: tuple[str, str]) -> tuple[str, str]:
    """The names of the agents for the heads of columns; both texts if the names are the same."""
    names = agents[0].split(":")[0], agents[1].split(":")[0]
    return names if names[0] != names[1] else agents


def agreements(found: AgentComparison, first: str, second: str) -> Table:
    """How often they choose alike, beside how often each agrees with itself."""
    title = say("the same choice ({decisions} decisions of {games})", decisions=number(found.decisions), games=n_games(found.games))
    drawn = table(title, say("share"), "95 %", numbers=" >>")
    rows = [
        (say("{agent} and {other}", agent=first, other=second), found.agreement),
        (say("{agent} under two seeds", agent=first), found.self_agreement[0]),
        (say("{agent} under two seeds", agent=second), found.self_agreement[1]),
    ]
    for words, one in rows:
        drawn.add_row(words, number(one["mean"]), interval(one["interval"]))
    drawn.add_row(say("random play"), number(found.chance), "")
    return drawn


def costs(found: AgentComparison, first: str, second: str) -> list[RenderableType]:
    """What the differences cost, and the largest one by one."""
    if found.gain is None:
        return [Text(say("{judge} has no values for these decisions.", judge=found.judge))]
    unit = say(UNITS[found.unit])
    said = say(
        "Choices of {agent} minus those of {other}, as judged by {judge}: {gain} a decision ({unit}).",
        judge=judge_words(found),
        agent=first,
        other=second,
        gain=spoken(found.gain),
        unit=unit,
    )
    lines: list[RenderableType] = [Text(said)]
    if found.gain_where_different:
        lines.append(Text(say("Where they differ: {gain}.", gain=spoken(found.gain_where_different))))
    if found.costliest:
        drawn = table(say("largest differences: game, decision"), first, "", second, "", numbers="  > >")
        for one in found.costliest:
            names = [found.game.action(name).text(current_language()) for name in one["actions"]]
            cells = [cell for who in range(2) for cell in (names[who], number(one["value"][who], 2))]
            drawn.add_row(f"{one['game']}, {one['ply']}", *cells)
        lines += [Text(), drawn]
    return lines


def spoken(one: Estimate) -> str:
    """A difference with its interval."""
    return f"{number(one['mean'])} ({interval(one['interval'])})"


def judge_words(found: AgentComparison) -> str:
    """Who judges."""
    return found.judge or say("careful players in sampled worlds")


def notes(found: AgentComparison, first: str, second: str) -> list[RenderableType]:
    """What the numbers are, for a reader who has not read the page."""
    full = [] if (first, second) == found.agents else [f"{one}: {text}" for one, text in zip((first, second), found.agents, strict=True)]
    said = say(
        "Intervals are over games. What comes of a choice is seen in sampled worlds in which everybody plays on like careful. "
        "?: may be chance alone (Holm's correction for the number of facts). Seed {seed}.",
        seed=seed_of(found),
    )
    return [Text(line, "dim") for line in (*full, said)]


def seed_of(found: AgentComparison) -> str:
    """The seed as it was typed."""
    return str(plain_seed(found.seed))

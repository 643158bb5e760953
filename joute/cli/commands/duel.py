"""`joute duel`: agents play each other, for a number of games or until a sequential test stops."""

import os

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from joute.arena.duel import DuelAgentData, DuelData, DuelSeatData, duel
from joute.arena.statistics.sprt import MAX_GAMES, Sprt, SprtData
from joute.arena.warmup import warm_up
from joute.cli import options
from joute.cli.options import game_from_args
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.cli.render.console import print_result
from joute.cli.render.formatting import in_language, interval, n_blocks, n_games, number, table, time
from joute.i18n import say

GAMES = 100


def command(
    name: options.Game,
    agents: options.Agents,
    games: options.DuelGames = None,
    seed: options.Seed = 0,
    openings: options.DuelOpenings = options.Openings.balanced,
    workers: options.Workers = 0,
    sprt: options.Sprt = None,
    option: options.GameOptions = None,
    as_json: options.Json = False,
) -> None:
    """Play the duel, and print the result of each agent."""
    game = game_from_args(name, option, len(agents))
    workers = workers or os.cpu_count() or 1
    test = Sprt.parse(sprt) if sprt is not None else None
    games = games or (MAX_GAMES if test else GAMES)
    with ProgressLine(say("playing {game}", game=game.name), game.name) as line:
        if workers > 1:
            run_interruptibly(lambda: warm_up(game, agents))
        played = duel(game, agents, games, seed, openings.value, workers, line.advance, test)
    print_result(as_json, played.to_json(), render)


def render(found: DuelData) -> RenderableType:
    """The results of the agents and of the seats, the length of the games, and the verdict."""
    parts: list[RenderableType] = [_results(found["agents"]), Text(), _measures(found["agents"]), Text(), _seats(found["seats"]), Text()]
    parts.append(Text(_length(found), "dim"))
    if found["sprt"]:
        parts += [Text(_test(found["sprt"]), "dim"), Text(in_language(found["sprt"]["verdict"]), "bold")]
    elif len(found["agents"]) == 2:
        parts.append(Text(verdict(*found["agents"]), "bold"))
    return Group(*parts)


def _results(rows: list[DuelAgentData]) -> Table:
    drawn = table(say("agent"), say("wins"), say("draws"), say("losses"), say("mean"), say("95 % interval"), numbers=" >>>>>")
    for row in rows:
        counts = [number(row["wins"]), number(row["draws"]), number(row["losses"])]
        drawn.add_row(Text(row["agent"], "bold cyan"), *counts, Text(number(row["mean"]), "bold"), interval(row["interval"]))
    return drawn


def _measures(rows: list[DuelAgentData]) -> Table:
    names = [say("agent"), say("score"), say("95 % interval"), say("Elo"), say("95 % interval"), say("median"), "95 %", say("longest")]
    drawn = table(*names, numbers=" >>>>>>>")
    for row in rows:
        score = [number(row["score_mean"], 2), interval(row["score_interval"], 2)]
        elo = [number(row["elo"], 0), interval(row["elo_interval"], 0)]
        drawn.add_row(row["agent"], *score, *elo, *(time(row["seconds"][name]) for name in ("median", "p95", "max")))
    return drawn


def _seats(rows: list[DuelSeatData]) -> Table:
    drawn = table(say("seat"), say("wins"), say("draws"), say("losses"), say("mean"), numbers=">>>>>")
    for row in rows:
        drawn.add_row(str(row["seat"]), *map(number, (row["wins"], row["draws"], row["losses"], row["mean"])))
    return drawn


def _length(found: DuelData) -> str:
    length = found["length"]
    lengths = say(
        "Length of a game: {mean} choices on average, {shortest} to {longest}.",
        mean=number(float(length["mean"]), 1),
        shortest=length["shortest"],
        longest=length["longest"],
    )
    played = say("{games} in {time}, seed {seed}.", games=n_games(found["games"]), time=time(found["seconds"]), seed=found["seed"])
    return f"{lengths} {played}"


def _test(test: SprtData) -> str:
    words = {"blocks": n_blocks(test["blocks"]), "ratio": number(test["ratio"], 2), "bounds": interval(test["bounds"], 2)}
    ratio = say("After {blocks} the log-likelihood ratio is {ratio}; the test continues within {bounds}.", **words)
    return f"{ratio} {say('Elo and intervals are corrected for the early stop.')}"


def verdict(first: DuelAgentData, second: DuelAgentData) -> str:
    """Which of two agents is stronger, if the interval shows it."""
    low, high = first["interval"]
    if low is None or high is None or low <= 0.5 <= high:
        return say("Neither is shown to be stronger: the interval contains one half. More games would narrow it.")
    ahead, behind = (first, second) if low > 0.5 else (second, first)
    return say("{ahead} is stronger than {behind}.", ahead=ahead["agent"], behind=behind["agent"])

"""`joute duel`: agents play each other, for a number of games or until a sequential test stops."""

import os
from collections.abc import Iterator, Mapping

import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from joute.arena.block import seatings
from joute.arena.duel import DuelAgentData, DuelData, DuelPlan, DuelSeatData
from joute.arena.statistics.sprt import MAX_GAMES, Sprt, SprtData
from joute.arena.warmup import warm_up
from joute.bots import sandbox
from joute.cli import options
from joute.cli.commands.bot import kind_of_fault, printable
from joute.cli.options import game_from_args, parse_pairs
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.cli.render.console import messages, print_result
from joute.cli.render.formatting import interval, n_blocks, n_games, number, table, time
from joute.core.game import Game
from joute.i18n import in_language, say

GAMES = 100


def command(
    name: options.Game,
    agents: options.Agents,
    games: options.DuelGames = None,
    seed: options.ChanceSeed = None,
    openings: options.DuelOpenings = options.Openings.balanced,
    workers: options.Workers = 0,
    sprt: options.Sprt = None,
    control: options.Control = False,
    option: options.GameOptions = None,
    as_json: options.Json = False,
) -> None:
    """Play the duel, and print the result of each agent; the exit code is 1 if one of them failed in every game."""
    game = game_from_args(name, option, len(agents))
    workers = workers or os.cpu_count() or 1
    test = Sprt.parse(sprt) if sprt is not None else None
    _say_seats_and_blocks(game, len(agents), None if test else games, parse_pairs(option))
    games = games or (MAX_GAMES if test else GAMES)
    with ProgressLine(say("playing {game}", game=game.name), game.name) as line:
        if workers > 1:
            run_interruptibly(lambda: warm_up(game, agents))
        plan = DuelPlan(game, agents, games, seed, openings.value, test, control)
        played = plan.play(workers, line.advance)
    found = played.to_json()
    print_result(as_json, found, render)
    if failed(found):
        raise typer.Exit(1)


def _say_seats_and_blocks(game: Game, agents: int, games: int | None, chosen: Mapping[str, str]) -> None:
    """Say what the number of agents has decided: the number of seats, and of games in a block."""
    seats = game.definition.seats_option
    if seats is not None and "seats" not in chosen and game.spec.seats != seats.default:
        words = {"game": game.name, "seats": game.spec.seats, "usual": seats.default}
        messages().print(say("{game} with {seats} seats, one for each agent; -o seats={usual} plays with {usual}.", **words))
    size = len(seatings(agents, game.spec.seats))
    if games is not None and games % size:
        words = {"size": size, "games": -(-games // size) * size}
        messages().print(say("A block of {size} games gives every agent every seat: {games} games are played.", **words))


def failed(found: DuelData) -> list[str]:
    """The agents that lost every game by a fault."""
    return [row["agent"] for row in found["agents"] if row["faults"] == row["games"]]


def render(found: DuelData) -> RenderableType:
    """The results of the agents and of the seats, the length of the games, and the verdict."""
    parts: list[RenderableType] = []
    rows = found["agents"]
    less_luck = [_less_luck(rows)] if rows[0]["controlled"] else []
    for drawn in (_results(rows), _scores(rows), *less_luck, _measures(rows), _seats(found["seats"])):
        parts += [drawn, Text()]
    parts.append(Text(_length(found), "dim"))
    confined = [(row["agent"], row["confinement"]) for row in found["agents"] if row["confinement"]]
    parts += [Text(sentence, "dim") for sentence in sandbox.sentences(confined)]
    parts += [Text(sentence, "red") for sentence in _faults(found["agents"])]
    if useless := failed(found):
        sentence = say("Failed in every game: {agents}. These results say nothing about strength.", agents=", ".join(useless))
        parts.append(Text(sentence, "bold red"))
    elif found["sprt"]:
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


def _scores(rows: list[DuelAgentData]) -> Table:
    names = [say("agent"), say("score"), say("95 % interval"), say("lead"), say("95 % interval")]
    drawn = table(*names, numbers=" >>>>")
    for row in rows:
        score = [number(row["score_mean"], 2), interval(row["score_interval"], 2)]
        drawn.add_row(row["agent"], *score, number(row["lead"], 2), interval(row["lead_interval"], 2))
    return drawn


def _less_luck(rows: list[DuelAgentData]) -> Table:
    names = [say("less luck"), say("mean"), say("95 % interval"), say("worth"), say("lead"), say("95 % interval"), say("worth")]
    drawn = table(*names, numbers=" >>>>>>")
    for row in rows:
        if one := row["controlled"]:
            share = [number(one["share"]), interval(one["interval"]), number(one["worth"], 2)]
            drawn.add_row(row["agent"], *share, number(one["lead"], 2), interval(one["lead_interval"], 2), number(one["lead_worth"], 2))
    return drawn


def _measures(rows: list[DuelAgentData]) -> Table:
    """Elo, which only two agents have, and thinking times."""
    two = len(rows) == 2
    elo = [say("Elo"), say("95 % interval")] if two else []
    drawn = table(say("agent"), *elo, say("median"), "95 %", say("longest"), numbers=" " + ">" * (len(elo) + 3))
    for row in rows:
        measured = [number(row["elo"], 0), interval(row["elo_interval"], 0)] if two else []
        drawn.add_row(row["agent"], *measured, *(time(row["seconds"][name]) for name in ("median", "p95", "max")))
    return drawn


def _seats(rows: list[DuelSeatData]) -> Table:
    drawn = table(say("seat"), say("wins"), say("draws"), say("losses"), say("mean"), numbers=">>>>>")
    for row in rows:
        drawn.add_row(str(row["seat"]), *map(number, (row["wins"], row["draws"], row["losses"], row["mean"])))
    return drawn


def _faults(rows: list[DuelAgentData]) -> Iterator[str]:
    """For each agent that failed, in how many games, and the reason of the first."""
    for row in rows:
        if fault := row["first_fault"]:
            reason = say("{fault}: {sentence}", fault=kind_of_fault(fault["code"]), sentence=printable(fault["sentence"]))
            words = {"agent": row["agent"], "faults": number(row["faults"]), "games": number(row["games"]), "reason": reason}
            yield say("Faults of {agent}: {faults} of {games} games. The first: {reason}.", **words)


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

"""What a command line gives: every argument and every option, once."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Openings(StrEnum):
    """How the games of a duel begin."""

    balanced = "balanced"
    none = "none"


def _version(asked: bool) -> None:
    if asked:
        from joute.version import __version__

        typer.echo(f"joute {__version__}")
        raise typer.Exit


Name = Annotated[str, typer.Argument(metavar="GAME", help="the name of a game, or a Python file that defines one")]
MaybeName = Annotated[str | None, typer.Argument(metavar="GAME", help="the name of a game, or a Python file that defines one")]
Names = Annotated[list[str] | None, typer.Argument(metavar="GAME", help="names of games; all of them when none is given")]
Agents = Annotated[list[str], typer.Argument(metavar="AGENT", help="agents, each a name or name:key=value,key=value")]
Chosen = Annotated[list[str] | None, typer.Option("--agent", metavar="AGENT", help="only this agent; may be repeated")]
BotText = Annotated[str, typer.Argument(metavar="BOT", help="path/to/bot.py, path/to/bot.py:Name, or cmd: and a command")]
Tongue = Annotated[str, typer.Option("--language", help="python or javascript")]
Depth = Annotated[int, typer.Argument(metavar="DEPTH", min=1, help="how many choices deep")]
MaybeAgents = Annotated[list[str] | None, typer.Argument(metavar="AGENT", help="agents, each a name or name:key=value,key=value")]
Called = Annotated[str, typer.Argument(metavar="TOURNAMENT", help="the name of a tournament")]
File = Annotated[Path, typer.Argument(metavar="FILE", help="a record that was saved")]

Option = Annotated[list[str] | None, typer.Option("-o", "--option", metavar="KEY=VALUE", help="an option of the game; may be repeated")]
Json = Annotated[bool, typer.Option("--json", help="report in JSON, with nothing else on the standard output")]
Version = Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="say the version")]

Seats = Annotated[str | None, typer.Option("--seats", metavar="SEATS", help="who sits where: human,alpha_beta:seconds=1")]
PlaySeed = Annotated[int | None, typer.Option("--seed", help="where all chance comes from; any when not given")]
Seed = Annotated[int, typer.Option("--seed", help="where all chance comes from: the same seed, the same games")]
Save = Annotated[Path | None, typer.Option("--save", metavar="FILE", help="keep the game in this file at the end, or on leaving")]
Continue = Annotated[Path | None, typer.Option("--continue", metavar="FILE", help="go on with a game that was saved")]
Games = Annotated[int | None, typer.Option("--games", "-n", min=1, help="how many games: 100, or at most 20,000 with --sprt")]
Test = Annotated[str | None, typer.Option("--sprt", metavar="ELO0,ELO1", help="stop when it is known which Elo difference is the true one")]
ExploitGames = Annotated[int | None, typer.Option("--games", "-n", min=1, help="how many games, however long they take")]
Minutes = Annotated[float | None, typer.Option("--minutes", min=0.01, help="how long to play: 2 unless the games are counted")]
Answer = Annotated[
    str | None, typer.Option("--answer", metavar="AGENT", help="who answers: best_response, fitted to the agent, if not said")
]
Answered = Annotated[str, typer.Argument(metavar="AGENT", help="the agent that is answered, a name or name:key=value,key=value")]
FitGames = Annotated[int, typer.Option("--games", "-n", min=40, help="number of games in the last round of self-play")]
Rounds = Annotated[
    int, typer.Option("--rounds", min=1, max=10, help="number of rounds of self-play; each uses the weights of the one before")
]
Meetings = Annotated[
    int, typer.Option("--duel", min=0, help="number of games between the agent with and without the fitted weights (0: none)")
]
TrainMinutes = Annotated[float, typer.Option("--minutes", min=0, help="training time in minutes (default: 5, unless episodes are given)")]
Episodes = Annotated[int, typer.Option("--episodes", min=0, help="total number of episodes (deals, rounds)")]
Teacher = Annotated[str, typer.Argument(metavar="TEACHER", help="the search to learn from: a name or name:key=value,key=value")]
Examples = Annotated[int, typer.Option("--examples", min=20, help="number of decisions of the teacher to learn from")]
TrainResume = Annotated[bool, typer.Option("--resume", help="resume from the last checkpoint of the output file")]
Tuned = Annotated[list[str] | None, typer.Option("-s", "--set", metavar="KEY=VALUE", help="a setting of the training; may be repeated")]
Cores = Annotated[int, typer.Option("--threads", min=1, max=2, help="2: play and learn in parallel; 1: in turn, with the same result")]
Begin = Annotated[Openings, typer.Option("--openings", help="balanced beginnings played from every seat, or none")]
Workers = Annotated[int, typer.Option("--workers", min=0, help="how many processes; 0: one for each processor")]
After = Annotated[list[str] | None, typer.Option("--after", metavar="MOVES", help="moves from the start, with commas: e5,f6")]
Seconds = Annotated[float, typer.Option("--seconds", min=0, help="give up after so many seconds; 0: never")]
Search = Annotated[bool, typer.Option("--search/--no-search", help="measure the searches too")]
Peers = Annotated[bool, typer.Option("--peers", help="measure other libraries beside Joute, where they are installed")]
Toml = Annotated[Path | None, typer.Option("--file", metavar="FILE", help="a TOML file that says what is not said here")]
Calling = Annotated[str | None, typer.Option("--name", metavar="NAME", help="what the tournament is called; made of game and seed if not")]
Form = Annotated[str | None, typer.Option("--format", metavar="FORMAT", help="round_robin, swiss or tables")]
Budget = Annotated[str | None, typer.Option("--budget", metavar="BUDGET", help="when to stop: 1000 (games), 5m, 2h, width:30 (Elo)")]
Each = Annotated[int | None, typer.Option("--games", "-n", min=1, help="how many games each meeting has")]
MaybeSeed = Annotated[int | None, typer.Option("--seed", help="where all chance comes from: the same seed, the same games")]
MaybeBegin = Annotated[Openings | None, typer.Option("--openings", help="balanced beginnings played from every seat, or none")]
MaybeWorkers = Annotated[int | None, typer.Option("--workers", min=0, help="how many processes; 0: one for each processor")]
Cluster = Annotated[str | None, typer.Option("--cluster", metavar="ADDRESS", help="play on a Dask cluster: tcp://192.168.1.5:8786")]
Limits = Annotated[str, typer.Option("--limits", metavar="KEY=VALUE,...", help="limits of all bots: bank=10,memory=512")]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="where to write it")]
OneAgent = Annotated[str, typer.Argument(metavar="AGENT", help="an agent: a name or name:key=value,key=value")]
TuneMinutes = Annotated[float, typer.Option("--minutes", min=0.01, help="time limit, if no number of trials is given")]
Trials = Annotated[int, typer.Option("--trials", min=0, help="number of trials (0: until time is up)")]
Blocks = Annotated[int, typer.Option("--blocks", min=0, help="number of blocks that every trial plays (0: by the time, or 32)")]
Against = Annotated[
    list[str] | None,
    typer.Option("--against", metavar="AGENT", help="opponent (default: the agent with its current settings); may be repeated"),
]
Settings = Annotated[
    str,
    typer.Option("--settings", metavar="NAME,...", help="settings to tune, with optional ranges: danger=0:4,path"),
]
Resume = Annotated[bool, typer.Option("--resume", help="resume the same tuning from its journal")]
Journal = Annotated[
    Path | None, typer.Option("--journal", metavar="FILE", help="the journal of the tuning; default: in the user's data directory")
]
Csv = Annotated[bool, typer.Option("--csv", help="every game and seat as a table of comma-separated values")]
Course = Annotated[str | None, typer.Option("--game", metavar="ID", help="the game whose course is shown; games-of lists them")]
Judge = Annotated[str | None, typer.Option("--judge", metavar="AGENT", help="who judges the positions of that game")]
Whose = Annotated[str | None, typer.Option("--agent", metavar="AGENT", help="only games of this agent")]
Faulty = Annotated[bool, typer.Option("--faults", help="only games that a bot lost by a fault")]
PageNumber = Annotated[int, typer.Option("--page", min=1, help="which page of the list")]
As = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="the file of the game, where the record's game is not one of Joute's")
]

Host = Annotated[str | None, typer.Option("--host", metavar="ADDRESS", help="the address to listen on; 0.0.0.0 lets other machines in")]
Port = Annotated[int | None, typer.Option("--port", metavar="PORT", help="the port; 0: any free one")]
Database = Annotated[str | None, typer.Option("--database", metavar="URL", help="where games are kept: a file or a URL")]
Browser = Annotated[bool, typer.Option("--browser/--no-browser", help="open the browser when there is one")]
Set = Annotated[list[str] | None, typer.Option("-s", "--set", metavar="KEY=VALUE", help="another setting of the server; may be repeated")]
Url = Annotated[str, typer.Argument(metavar="URL", help="the address of a server: http://host:port")]
Program = Annotated[str, typer.Argument(metavar="BOT", help="a bot: path/to/bot.py, cmd:./program, or an agent")]
TableId = Annotated[str | None, typer.Option("--table", metavar="ID", help="take an open seat at this table; else wait to be asked")]
HowMany = Annotated[int, typer.Option("--games", "-n", min=0, help="leave after so many games; 0: play on")]

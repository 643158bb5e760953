"""Every argument and option of the command line, and the game that they name."""

import math
import shlex
import sys
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from joute.core import registry
from joute.core.errors import BadSetting, JouteError, located
from joute.core.game import Game as OpenedGame
from joute.core.rng import read_seed
from joute.i18n import say


class RecordForm(StrEnum):
    """How a record is exported."""

    text = "text"
    json = "json"


class Belief(StrEnum):
    """How likely the states are that fit a position."""

    uniform = "uniform"
    inferred = "inferred"


class Openings(StrEnum):
    """How games between agents start."""

    balanced = "balanced"
    none = "none"


def _print_version(wanted: bool) -> None:
    if wanted:
        from joute.version import __version__

        typer.echo(f"joute {__version__}")
        raise typer.Exit


def _finite(value: float | None) -> float | None:
    """Refuse NaN, which no range excludes."""
    if value is not None and math.isnan(value):
        raise typer.BadParameter(say("nan is not a number"))
    return value


def _seed(written: int | str) -> int:
    """A seed: a whole number, decimal or in hexadecimal."""
    try:
        return read_seed(written)
    except ValueError:
        raise typer.BadParameter(say("{seed!r} is not a whole number of at most 128 bits", seed=written)) from None


MAX_COUNT = 1_000_000  # games, blocks, trials
MAX_EPISODES = 10**12
MAX_WORKERS = 1024
MAX_MINUTES = 1e6  # about two years

# --- all commands -----------------------------------------------------------------------------------------------------------

Game = Annotated[str, typer.Argument(metavar="GAME", help="name of a game, or a Python file that defines one")]
OptionalGame = Annotated[str | None, typer.Argument(metavar="GAME", help="name of a game, or a Python file that defines one")]
Games = Annotated[list[str] | None, typer.Argument(metavar="GAME", help="names of games (default: all)")]
GameOptions = Annotated[
    list[str] | None, typer.Option("-o", "--option", metavar="KEY=VALUE", help="an option of the game; may be repeated")
]
Agent = Annotated[str, typer.Argument(metavar="AGENT", help="an agent: name, name:key=value,... or path/to/agent.py:Class")]
Agents = Annotated[
    list[str], typer.Argument(metavar="AGENT", help="agents, each name, name:key=value,..., path/to/agent.py:Class or a bot")
]
OptionalAgents = Annotated[
    list[str] | None, typer.Argument(metavar="AGENT", help="agents, each name, name:key=value,..., path/to/agent.py:Class or a bot")
]
Seed = Annotated[int, typer.Option("--seed", metavar="SEED", parser=_seed, help="random seed: the same seed gives the same games")]
ChanceSeed = Annotated[
    int | None,
    typer.Option("--seed", metavar="SEED", parser=_seed, help="random seed: the same seed gives the same games (default: a random one)"),
]
Workers = Annotated[int, typer.Option("--workers", min=0, max=MAX_WORKERS, help="number of processes (0: one per processor)")]
OptionalWorkers = Annotated[
    int | None, typer.Option("--workers", min=0, max=MAX_WORKERS, help="number of processes (0: one per processor)")
]
Cluster = Annotated[str | None, typer.Option("--cluster", metavar="ADDRESS", help="play on a Dask cluster: tcp://192.168.1.5:8786")]
StrategyFile = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="write the whole strategy to this file, as JSON")]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="output file")]
Json = Annotated[bool, typer.Option("--json", help="print JSON, and nothing else, on the standard output")]
Version = Annotated[bool, typer.Option("--version", callback=_print_version, is_eager=True, help="print the version")]

# --- play, replay, solve, perft, warm, bench ---------------------------------------------------------------------------------

Seats = Annotated[str | None, typer.Option("--seats", metavar="SEATS", help="the player of each seat: human,alpha_beta:seconds=1")]
Names = Annotated[str | None, typer.Option("--names", metavar="NAMES", help="names of the players, of all seats or of the people: Ana,Bob")]
Values = Annotated[bool, typer.Option("--values", help="show the estimated value of the position after each turn")]
Save = Annotated[Path | None, typer.Option("--save", metavar="FILE", help="save the game in this file at the end, or on leaving")]
Continue = Annotated[Path | None, typer.Option("--continue", metavar="FILE", help="resume a saved game")]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="a saved game")]
Commitment = Annotated[str | None, typer.Option("--commitment", metavar="HEX", help="the commitment as it was shown when the game began")]
ReplayGame = Annotated[str | None, typer.Option("--game", metavar="GAME", help="Python file that defines the game, if it is not built in")]
Reviewer = Annotated[
    str | None, typer.Option("--agent", metavar="AGENT", help="the agent that proposes better actions (default: a strong one)")
]
Samples = Annotated[int, typer.Option("--samples", min=100, max=10 * MAX_COUNT, help="number of sampled continuations for each decision")]
DecisionSeconds = Annotated[
    float,
    typer.Option("--seconds", min=0, max=60 * MAX_MINUTES, callback=_finite, help="time limit for each decision in seconds (0: none)"),
]
ReviewedSeat = Annotated[int | None, typer.Option("--seat", metavar="SEAT", min=0, help="review the decisions of this seat only")]
Html = Annotated[Path | None, typer.Option("--html", metavar="FILE", help="write the review as a web page")]
Export = Annotated[
    RecordForm | None, typer.Option("--export", help="print the record itself, as text for people or as JSON; all commands read both")
]
AnalysisSource = Annotated[
    str, typer.Argument(metavar="FILE|GAME", help="a saved game, a position as JSON, or a game, which is then at its beginning")
]
Ply = Annotated[
    int | None, typer.Option("--ply", min=0, help="position of the saved game: number of decisions before it (default: its last)")
]
AnalysedSeat = Annotated[
    int | None,
    typer.Option(
        "--seat", metavar="SEAT", min=0, help="show what this seat knows, and judge its decision (default: the first that chooses)"
    ),
]
Tried = Annotated[
    list[str] | None,
    typer.Option("--try", metavar="ACTIONS", help="actions to play from there, separated by commas or spaces; may be repeated"),
]
JudgedAction = Annotated[
    str | None, typer.Option("--action", metavar="ACTION", help="the action to be judged (default: the one that the agent prefers)")
]
After = Annotated[list[str] | None, typer.Option("--after", metavar="ACTIONS", help="actions from the start, separated by commas: e5,f6")]
Seconds = Annotated[float, typer.Option("--seconds", min=0, max=60 * MAX_MINUTES, callback=_finite, help="time limit in seconds (0: none)")]
Depth = Annotated[int, typer.Argument(metavar="DEPTH", min=1, max=100, help="depth in plies")]
WarmAgents = Annotated[list[str] | None, typer.Option("--agent", metavar="AGENT", help="only this agent; may be repeated")]
Searches = Annotated[bool, typer.Option("--search/--no-search", help="measure the searches too")]
Peers = Annotated[bool, typer.Option("--peers", help="compare with other libraries, if they are installed")]

# --- duel, exploit -----------------------------------------------------------------------------------------------------------

DuelGames = Annotated[
    int | None, typer.Option("--games", "-n", min=1, max=MAX_COUNT, help="number of games (default: 100; with --sprt at most 20,000)")
]
DuelOpenings = Annotated[Openings, typer.Option("--openings", help="balanced openings, played from every seat, or none")]
Control = Annotated[bool, typer.Option("--control", help="also shares and leads less luck, as the game's evaluation sees it")]
Sprt = Annotated[str | None, typer.Option("--sprt", metavar="ELO0,ELO1", help="stop when one of two Elo differences is accepted")]
ExploitGames = Annotated[int | None, typer.Option("--games", "-n", min=1, max=MAX_COUNT, help="number of games")]
Minutes = Annotated[
    float | None,
    typer.Option(
        "--minutes", min=0.01, max=MAX_MINUTES, callback=_finite, help="time limit in minutes (default: 2, unless --games is given)"
    ),
]
Response = Annotated[
    str | None,
    typer.Option("--answer", metavar="AGENT", help="the responding agent (default: the best of several, best_response among them)"),
]
ExactTurns = Annotated[
    int | None,
    typer.Option(
        "--exact",
        metavar="TURNS",
        min=0,
        max=1000,
        help="measure exactly, at positions from which a round lasts at most this number of turns (0: the whole game)",
    ),
]
RootCount = Annotated[int, typer.Option("--roots", min=1, max=MAX_COUNT, help="number of positions for --exact")]
PolicySamples = Annotated[
    int, typer.Option("--samples", min=0, max=10_000, help="choices of the agent at each view, for --exact (0: 2, or 10 in a whole game)")
]
RootBelief = Annotated[
    Belief, typer.Option("--belief", help="how likely the states that fit a position are: all alike, or by what was played before")
]
SolveTurns = Annotated[
    int,
    typer.Option(
        "--exact", metavar="TURNS", min=0, max=1000, help="solve a position from which a round lasts at most this number of turns"
    ),
]

# --- tournaments -------------------------------------------------------------------------------------------------------------

PlanFile = Annotated[Path | None, typer.Option("--file", metavar="FILE", help="TOML file for everything not given here")]
TournamentName = Annotated[str | None, typer.Option("--name", metavar="NAME", help="name of the tournament (default: game and seed)")]
Format = Annotated[str | None, typer.Option("--format", metavar="FORMAT", help="round_robin, swiss or tables")]
Budget = Annotated[str | None, typer.Option("--budget", metavar="BUDGET", help="when to stop: 1000 (games), 5m, 2h, width:30 (Elo)")]
PairGames = Annotated[int | None, typer.Option("--games", "-n", min=1, max=MAX_COUNT, help="number of games per pairing")]
TournamentOpenings = Annotated[Openings | None, typer.Option("--openings", help="balanced openings, played from every seat, or none")]
Limits = Annotated[str, typer.Option("--limits", metavar="KEY=VALUE,...", help="limits of all bots: bank=10,memory=512")]
Opinions = Annotated[
    bool, typer.Option("--opinions", help="store what the agents think of every decision in the records, for joute dataset --from")
]
Tournament = Annotated[str, typer.Argument(metavar="TOURNAMENT", help="name of a tournament")]
OfAgent = Annotated[str | None, typer.Option("--agent", metavar="AGENT", help="only games of this agent")]
WithFaults = Annotated[bool, typer.Option("--faults", help="only games that a bot lost by a fault")]
Page = Annotated[int, typer.Option("--page", min=1, max=10**9, help="page of the list")]
Csv = Annotated[bool, typer.Option("--csv", help="every game and seat as comma-separated values")]
GameId = Annotated[str | None, typer.Option("--game", metavar="ID", help="the game to show in detail; games-of lists them")]
GameNumbers = Annotated[
    str | None, typer.Option("--games", metavar="NUMBERS", help="draw a small panel for each of these games: 1,3,7, or all")
]
Judge = Annotated[str | None, typer.Option("--judge", metavar="AGENT", help="the agent that evaluates the positions of the games shown")]

# --- learning ----------------------------------------------------------------------------------------------------------------

TrainSettings = Annotated[
    list[str] | None, typer.Option("-s", "--set", metavar="KEY=VALUE", help="a setting of the training; may be repeated")
]
TrainMethod = Annotated[
    str,
    typer.Option(
        "--method", help="dqn (values of actions, deep Q-learning), ppo (a policy, in self-play) or expert (from a search); default: dqn"
    ),
]
TrainPreset = Annotated[str, typer.Option("--preset", help="settings of a source: report (deep Q-learning as in the student report)")]
FitGames = Annotated[int, typer.Option("--games", "-n", min=40, max=MAX_COUNT, help="number of games in the last round of self-play")]
Rounds = Annotated[
    int, typer.Option("--rounds", min=1, max=10, help="number of rounds of self-play; each uses the weights of the one before")
]
FitDuel = Annotated[
    int,
    typer.Option("--duel", min=0, max=MAX_COUNT, help="number of games between the agent with and without the fitted weights (0: none)"),
]
TrainMinutes = Annotated[
    float,
    typer.Option(
        "--minutes", min=0, max=MAX_MINUTES, callback=_finite, help="training time in minutes (default: 5, unless episodes are given)"
    ),
]
Episodes = Annotated[int, typer.Option("--episodes", min=0, max=MAX_EPISODES, help="total number of episodes (deals, rounds)")]
TrainResume = Annotated[bool, typer.Option("--resume", help="resume from the last checkpoint of the output file")]
Threads = Annotated[int, typer.Option("--threads", min=1, max=2, help="2: play and learn in parallel; 1: in turn, with the same result")]
Teacher = Annotated[str, typer.Argument(metavar="TEACHER", help="the search to learn from: a name or name:key=value,key=value")]
Examples = Annotated[int, typer.Option("--examples", min=20, max=10 * MAX_COUNT, help="number of decisions of the teacher to learn from")]
TuneMinutes = Annotated[
    float, typer.Option("--minutes", min=0.01, max=MAX_MINUTES, callback=_finite, help="time limit, if no number of trials is given")
]
Trials = Annotated[int, typer.Option("--trials", min=0, max=MAX_COUNT, help="number of trials (0: until time is up)")]
Blocks = Annotated[
    int, typer.Option("--blocks", min=0, max=MAX_COUNT, help="number of blocks that every trial plays (0: by the time, or 32)")
]
Against = Annotated[
    list[str] | None,
    typer.Option("--against", metavar="AGENT", help="opponent (default: the agent with its current settings); may be repeated"),
]
TunedSettings = Annotated[
    str, typer.Option("--settings", metavar="NAME,...", help="settings to tune, with optional ranges: danger=0:4,path")
]
TuneResume = Annotated[bool, typer.Option("--resume", help="resume the same tuning from its journal")]
Journal = Annotated[
    Path | None, typer.Option("--journal", metavar="FILE", help="the journal of the tuning; default: in the user's data directory")
]

# --- explaining ----------------------------------------------------------------------------------------------------------------

DatasetGames = Annotated[int, typer.Option("--games", "-n", min=1, max=MAX_COUNT, help="number of games to play")]
RecordFiles = Annotated[
    list[Path] | None,
    typer.Option("--records", metavar="FILE", help="take the decisions of this saved game, judged by the agent; may be repeated"),
]
FromTournament = Annotated[
    str | None, typer.Option("--from", metavar="TOURNAMENT", help="take the decisions of this tournament's games, judged by the agent")
]
FromScores = Annotated[
    bool, typer.Option("--from-scores", help="take the deals that were played through the server's interface /jeu, judged by the agent")
]
Beliefs = Annotated[bool, typer.Option("--beliefs", help="add what the agent believes about hidden things; takes much longer")]
Exact = Annotated[bool, typer.Option("--exact", help="let the game's solver prove the value of every legal action; may take long")]
Leaves = Annotated[str, typer.Option("--leaves", metavar="SIZES", help="sizes of the models: leaves, rules or curves; 3,8,20")]
ModelKinds = Annotated[str, typer.Option("--kinds", metavar="KINDS", help="kinds of models: tree,rules,curves")]
OutFolder = Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="output folder (default: surrogates)")]
ImitationGames = Annotated[int, typer.Option("--games", "-n", min=4, max=MAX_COUNT, help="number of games whose decisions are imitated")]
ConsequenceWorlds = Annotated[
    int,
    typer.Option("--worlds", min=0, max=100_000, help="number of worlds sampled for the consequences of each action (0: use facts alone)"),
]
SurrogateDuel = Annotated[
    int, typer.Option("--duel", min=0, max=MAX_COUNT, help="number of games that each model plays against the agent (0: none)")
]

FirstAgent = Annotated[str, typer.Argument(metavar="AGENT", help="an agent: name, name:key=value,... or path/to/agent.py:Class")]
SecondAgent = Annotated[str, typer.Argument(metavar="OTHER", help="the agent to compare it with")]
ComparisonGames = Annotated[
    int, typer.Option("--games", "-n", min=1, max=MAX_COUNT, help="number of games between the two whose decisions are compared")
]
ComparisonJudge = Annotated[
    str | None,
    typer.Option("--judge", metavar="AGENT", help="the agent that values both choices (default: careful players in sampled worlds)"),
]
ComparisonWorlds = Annotated[
    int, typer.Option("--worlds", min=2, max=100_000, help="number of worlds sampled for each decision in which they differ")
]
CalibrationGames = Annotated[int, typer.Option("--games", "-n", min=1, max=MAX_COUNT, help="number of games to play")]
CalibrationOpponent = Annotated[
    str | None, typer.Option("--against", metavar="AGENT", help="the agent on all other seats (default: the same agent)")
]
Bins = Annotated[int, typer.Option("--bins", min=1, max=100, help="number of bins, of equally many decisions")]
ProbedWeights = Annotated[Path | None, typer.Option("--weights", metavar="FILE", help="file of a network (default: the game's own)")]
ProbeGames = Annotated[int, typer.Option("--games", "-n", min=6, max=MAX_COUNT, help="number of games whose decisions are probed")]
ProbeAgent = Annotated[str | None, typer.Option("--agent", metavar="AGENT", help="the agent that plays them (default: the network)")]

StudyFile = Annotated[Path, typer.Argument(metavar="FILE", help="the TOML file of a study")]
StudyGame = Annotated[str, typer.Option("--game", metavar="GAME", help="name of a game, or a Python file that defines one")]
StudyAgent = Annotated[str, typer.Option("--agent", metavar="AGENT", help="the agent whose actions are predicted")]
StudyName = Annotated[str | None, typer.Option("--name", metavar="NAME", help="name of the study (default: that of the file)")]
StudyDesign = Annotated[
    list[str] | None, typer.Option("-s", "--set", metavar="KEY=VALUE", help="a number of the design, such as questions=8; may be repeated")
]
Participants = Annotated[int, typer.Option("--participants", "-n", min=1, max=100_000, help="number of simulated participants")]
ParticipantKind = Annotated[
    str, typer.Option("--kind", metavar="KIND", help="reader: uses what the reasons name; guesser: answers at random")
]
Responses = Annotated[Path, typer.Argument(metavar="RESPONSES", help="a file of responses: .jsonl or .csv")]
StudyOf = Annotated[str, typer.Argument(metavar="NAME", help="name of a study")]
Svg = Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="write a picture of the result")]
ServedGames = Annotated[
    list[Path] | None,
    typer.Option("--game", metavar="FILE", help="offer the game of this Python file besides Joute's own; may be repeated"),
]
ServedStudies = Annotated[
    list[Path] | None,
    typer.Option("--study", metavar="FILE", help="ask people the questions of this study at /study/NAME; may be repeated"),
]

# --- server and bots -----------------------------------------------------------------------------------------------------------

Host = Annotated[str | None, typer.Option("--host", metavar="ADDRESS", help="address to listen on; 0.0.0.0 accepts other machines")]
Lan = Annotated[bool, typer.Option("--lan", help="let phones and other machines of the local network play, and show the address")]
Port = Annotated[int | None, typer.Option("--port", metavar="PORT", min=0, max=65535, help="port (0: any free one)")]
Database = Annotated[str | None, typer.Option("--database", metavar="URL", help="where games are stored: a file or a URL")]
Browser = Annotated[bool, typer.Option("--browser/--no-browser", help="open the browser, if there is one")]
ServerSettings = Annotated[
    list[str] | None, typer.Option("-s", "--set", metavar="KEY=VALUE", help="another setting of the server; may be repeated")
]
Url = Annotated[str, typer.Argument(metavar="URL", help="address of a server: http://host:port")]
BotOrAgent = Annotated[str, typer.Argument(metavar="BOT", help="a bot: path/to/bot.py, cmd:./program, or an agent")]
TableId = Annotated[
    str | None, typer.Option("--table", metavar="ID", help="take an open seat at this table (default: wait for invitations)")
]
ConnectGames = Annotated[int, typer.Option("--games", "-n", min=0, max=MAX_COUNT, help="number of games to play (0: no limit)")]
Bot = Annotated[str, typer.Argument(metavar="BOT", help="path/to/bot.py, path/to/bot.py:Name, or cmd: and a command")]
NewGame = Annotated[str, typer.Argument(metavar="NAME", help="name of the new game")]
HiddenGame = Annotated[bool, typer.Option("--hidden", help="with hidden information")]
SimultaneousGame = Annotated[bool, typer.Option("--simultaneous", help="both seats choose at once")]
ChanceGame = Annotated[bool, typer.Option("--chance", help="with chance")]
CheckedGames = Annotated[int, typer.Option("--games", "-n", min=1, max=MAX_COUNT, help="number of random games with all checks")]
ProgrammingLanguage = Annotated[str, typer.Option("--language", help="python or javascript")]

# --- the game that arguments name ---------------------------------------------------------------------------------------------


def open_game(name: str, chosen: Mapping[str, object], seats: int | None = None) -> OpenedGame:
    """The game of that name or file; unless an option says otherwise, it has that number of seats."""
    try:
        if seats is not None and registry.define(name).seats_option:
            chosen = {"seats": seats, **chosen}
        return registry.game(name, **chosen)
    except JouteError:
        raise
    except Exception as error:
        raise JouteError("{file} cannot be loaded: {error}", file=name, error=located(error, Path(name))) from error


def game_from_args(name: str, pairs: Sequence[str] | None, seats: int | None = None) -> OpenedGame:
    """The game of that name or file, with the options of the command line."""
    return open_game(name, parse_pairs(pairs), seats)


def typed_command() -> str:
    """What was typed, to repeat it."""
    return shlex.join(["joute", *sys.argv[1:]])


def parse_pairs(pairs: Sequence[str] | None) -> dict[str, str]:
    """The values of every `key=value`; a value may contain commas."""
    chosen: dict[str, str] = {}
    for pair in pairs or ():
        option, equals, value = pair.partition("=")
        if not equals or not option.strip():
            raise BadSetting("-o {pair}: an option is written key=value", pair=pair)
        chosen[option.strip()] = value.strip()
    return chosen


# --- explain choice, explain measure ---------------------------------------------------------------------------------------------

ExplainedPly = Annotated[int, typer.Option("--ply", min=0, help="which decision: number of decisions before it")]
OtherAction = Annotated[
    str | None, typer.Option("--not", metavar="ACTION", help="the action to compare with (default: the best other one)")
]
ExplainedSeat = Annotated[int | None, typer.Option("--seat", metavar="SEAT", min=0, help="whose decision, if several seats chose at once")]
ExplainedAgent = Annotated[
    str | None, typer.Option("--agent", metavar="AGENT", help="explain what this agent would choose there (default: what was played)")
]
ExplainedSamples = Annotated[
    int | None,
    typer.Option("--samples", min=1_000, max=10 * MAX_COUNT, help="number of sampled worlds (default: what takes about 2 seconds)"),
]
ExplanationSvg = Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="write a picture as well")]
ExplanationMethods = Annotated[
    list[str] | None,
    typer.Option(
        "--method", metavar="METHOD", help="shapley, occlusion, lime, independent, shap or random; may be repeated (default: all but shap)"
    ),
]
MeasuredAgent = Annotated[
    str | None,
    typer.Option("--agent", metavar="AGENT", help="explain the values of this agent (default: those of playing on by the rule careful)"),
]
Positions = Annotated[int, typer.Option("--positions", min=2, max=1_000, help="number of positions whose decisive thing is known")]
MeasureSamples = Annotated[int, typer.Option("--samples", min=500, max=MAX_COUNT, help="sampled worlds for each method and position")]

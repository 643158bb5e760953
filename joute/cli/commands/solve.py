"""`joute solve`: what the solver of a game proves about a position, or an equilibrium of a game whose tree fits."""

import importlib
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypedDict

from rich.console import Group, RenderableType
from rich.text import Text

from joute.cli import options
from joute.cli.commands.analyse import opened, try_actions
from joute.cli.options import game_from_args
from joute.cli.play.text_input import parse_action
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.cli.render.console import output, print_json, print_result
from joute.cli.render.formatting import number
from joute.cli.render.game import position, work
from joute.cli.render.player_names import PlayerNames
from joute.core import settings
from joute.core.agent import Stop
from joute.core.analysis import Analysis
from joute.core.errors import BadSetting, IllegalMove, JouteError, Unfit
from joute.core.game import Game
from joute.core.opinion import Opinion, Solution, variation
from joute.core.state import State
from joute.i18n import current_language, say, say_count
from joute.search.equilibrium import strategy_file
from joute.search.equilibrium.cfr import Equilibrium, find_equilibrium
from joute.search.equilibrium.game_tree import build_tree, check_fit
from joute.search.equilibrium.public_roots import find_roots
from joute.search.equilibrium.subgame import after_actions

MAX_SETS = 12  # information sets that a person sees
SMALLEST_SHARE = 0.0005  # of an action that a person sees


def command(
    name: options.Game,
    after: options.After = None,
    seconds: options.Seconds = 0,
    exact: options.SolveTurns = 0,
    seed: options.Seed = 0,
    out: options.StrategyFile = None,
    option: options.GameOptions = None,
    as_json: options.Json = False,
) -> None:
    """Solve the position after these actions, and print the proof or the equilibrium."""
    given = opened(name, None, option, None, seed)[0] if Path(name).is_file() and not name.endswith(".py") else None
    game = given.game if given else game_from_args(name, option)
    of_decision = game.definition.equilibrium is not None and exact == 0
    if out is not None and (of_decision or given or game.definition.solver is not None):
        raise BadSetting("--out writes the equilibrium of a whole game or of a position (--exact), not a proof or a single decision")
    if of_decision:
        print_result(as_json, solve_decision(given or Analysis.begun(game, seed), after or []), render_decision)
    elif given:
        raise Unfit("{game} does not solve the position of a file: give the game and --after", game=game.name)
    elif game.definition.solver is None:
        print_result(as_json, solve_equilibrium(game, after or [], seconds, exact, seed, out), render_equilibrium)
    else:
        solved = solve(game, after or [], seconds)
        if as_json:
            print_json(solved.to_json())
        else:
            output().print(render(solved))


# --- equilibria ---------------------------------------------------------------------------------------------------------------


class InformationSetData(TypedDict):
    """What a seat sees at a decision, and how an equilibrium plays there."""

    seat: int
    text: str
    reach: float
    policy: dict[str, float]


class EquilibriumData(TypedDict):
    """An equilibrium in a report; the value is that of seat 0 after the actions, in the game's utility."""

    game: str
    options: Mapping[str, object]
    after: list[str]
    position: str | None  # as a spectator sees it, if the round is near its end
    value: float
    utility: str
    nashconv: float  # what both seats could still gain together
    iterations: int
    nodes: int
    infosets: int
    information_sets: list[InformationSetData]
    file: str | None  # that has the whole strategy
    written: int | None  # information sets with a choice, in that file
    seconds: float


def solve_equilibrium(game: Game, after: Sequence[str], seconds: float, turns: int, seed: int, out: Path | None = None) -> EquilibriumData:
    """An equilibrium of the whole game, or of a position near the end of a round, and what it does after these actions."""
    fast, stop = game.fast(), Stop()
    names = [action.strip() for part in after for action in part.split(",") if action.strip()]
    to_chapter = turns > 0 and game.definition.states_itself("chapter")
    check_fit(fast, to_chapter)

    def found() -> tuple[Equilibrium, str | None]:
        if turns == 0:
            return find_equilibrium(build_tree(fast, stop=stop), stop=stop), None
        (root,) = find_roots(fast, turns, 1, seed, to_chapter=to_chapter)
        return find_equilibrium(root.tree(to_chapter, turns, stop=stop), stop=stop), game.show(root.view, current_language())

    with ProgressLine(say("solving {game}…", game=game.name), game.name), stop.after(seconds):
        equilibrium, position_text = run_interruptibly(found, stop)
    value, sets = after_actions(equilibrium, names)
    written = strategy_file.write(equilibrium, out) if out else None
    return {
        "game": game.name,
        "options": settings.changed(game.options),
        "after": [game.action(name).name for name in names],
        "position": position_text,
        "value": value,
        "utility": game.spec.utility,
        "nashconv": equilibrium.gap.nashconv,
        "iterations": equilibrium.iterations,
        "nodes": equilibrium.tree.n_nodes,
        "infosets": equilibrium.tree.n_infosets,
        "information_sets": [
            {"seat": one.seat, "text": game.show(one.view, current_language()), "reach": one.reach, "policy": one.policy} for one in sets
        ],
        "file": str(out) if out else None,
        "written": written,
        "seconds": equilibrium.seconds,
    }


def render_equilibrium(found: EquilibriumData) -> RenderableType:
    """The value, and what each seat does with what it sees."""
    unit = say("of a win") if found["utility"] == "win" else say("points")
    parts: list[RenderableType] = [Text(found["position"] + "\n")] if found["position"] else []
    parts.append(Text(say("In equilibrium seat 0 gets {value} {unit}.", value=number(found["value"], 4), unit=unit), "bold"))
    for one in found["information_sets"][:MAX_SETS]:
        head = say("Seat {seat}, in {share} % of cases:", seat=one["seat"], share=number(100 * one["reach"], 1))
        likely = sorted(one["policy"].items(), key=lambda item: -item[1])
        policy = ", ".join(f"{name} {number(100 * share, 1)} %" for name, share in likely if share >= SMALLEST_SHARE)
        parts += [Text(""), Text(head, "bold cyan"), Text(one["text"]), Text(f"→ {policy}", "bold")]
    hidden = len(found["information_sets"]) - MAX_SETS
    if hidden > 0:
        parts += [Text(""), Text(say_count("… and {n} more information set.", "… and {n} more information sets.", hidden), "dim")]
    size = say(
        "{nodes} nodes, {infosets} information sets, {iterations} iterations; both seats together could gain {gap} more.",
        nodes=number(found["nodes"]),
        infosets=number(found["infosets"]),
        iterations=number(found["iterations"]),
        gap=number(found["nashconv"], 5),
    )
    parts += [Text(""), Text(size, "dim")]
    if found["file"]:
        parts.append(Text(say("{file} has the strategy: {count} information sets.", file=found["file"], count=number(found["written"]))))
    return Group(*parts)


# --- decisions of a game that solves its positions ------------------------------------------------------------------------------


class SolvedChoice(TypedDict):
    """What a choice is worth to a seat if the other plays the equilibrium, and how often the equilibrium takes it."""

    action: str
    value: float | None
    probability: float | None


class SolvedSeat(TypedDict):
    """The equilibrium from the side of a seat that chooses."""

    seat: int
    value: float | None
    choices: list[SolvedChoice]
    cells: list[list[float | None]] | None  # [own action][the other's], in the order of the actions' numbers


class DecisionData(TypedDict):
    """A position and its equilibrium, in a report."""

    game: str
    options: Mapping[str, object]
    after: list[str]
    position: str  # as a spectator sees it
    seats: list[SolvedSeat]
    seconds: float


def solve_decision(analysis: Analysis, after: Sequence[str]) -> DecisionData:
    """The equilibrium of the position after these actions of all seats; the seed decides chance on the way."""
    game = analysis.game
    assert game.definition.equilibrium is not None
    module, _, function = game.definition.equilibrium.partition(":")
    opinions: Callable[[Game, State], dict[int, Opinion]] = getattr(importlib.import_module(module), function)
    try_actions(analysis, after)
    if game.over(analysis.state):
        raise JouteError("the game is over after {names}: there is nothing to solve", names=", ".join(after))
    began = time.perf_counter()
    with ProgressLine(say("solving {game}…", game=game.name), game.name):
        found = opinions(game, analysis.state)
    return {
        "game": game.name,
        "options": settings.changed(game.options),
        "after": [name.strip() for part in after for name in part.split(",") if name.strip()],
        "position": game.show(game.view(analysis.state, -1), current_language()),
        "seats": [_solved_seat(seat, opinion) for seat, opinion in found.items()],
        "seconds": time.perf_counter() - began,
    }


def _solved_seat(seat: int, opinion: Opinion) -> SolvedSeat:
    ordered = sorted(opinion.judgements, key=lambda judgement: int(judgement.action))
    choices: list[SolvedChoice] = [
        {"action": judgement.action.name, "value": judgement.value, "probability": judgement.weight} for judgement in ordered
    ]
    return {"seat": seat, "value": opinion.value, "choices": choices, "cells": opinion.matrix and opinion.matrix["cells"]}


def render_decision(found: DecisionData) -> RenderableType:
    """The position, then for each seat its chance to win, what each choice is worth and how often it is taken."""
    parts: list[RenderableType] = [Text(found["position"])]
    for one in found["seats"]:
        chance = number(100 * (one["value"] or 0.0), 2)
        parts += [Text(""), Text(say("Seat {seat} wins with a chance of {percent} %.", seat=one["seat"], percent=chance), "bold")]
        for choice in one["choices"]:
            share, worth = number(100 * (choice["probability"] or 0.0), 1), choice["value"]
            if worth is None:
                parts.append(Text(say("  {action}: {share} % of the time", action=choice["action"], share=share), "dim"))
                continue
            figures = {"action": choice["action"], "share": share, "percent": number(100 * worth, 2)}
            parts.append(Text(say("  {action}: {share} % of the time; worth a chance of {percent} %", **figures)))
        if one["cells"] is not None and one is found["seats"][0]:  # the other seat's are the same, seen from its side
            names = [choice["action"] for choice in one["choices"]]
            for own, row in zip(names, one["cells"], strict=True):
                parts += [Text(_pair(own, other, cell), "dim") for other, cell in zip(names, row, strict=True)]
    return Group(*parts, Text(""), Text(f"{number(found['seconds'], 2)} s", "dim"))


def _pair(own: str, other: str, value: float | None) -> str:
    """What a pair of choices is worth."""
    percent = number(100 * (value or 0.0), 2)
    return say("  own choice {own}, the other's {other}: {percent} %", own=own, other=other, percent=percent)


# --- proofs -------------------------------------------------------------------------------------------------------------------


class SolveResult:
    """A position, and what was proven about it."""

    def __init__(self, game: Game, after: list[str], state: State, solution: Solution) -> None:
        self.game, self.after, self.state, self.solution = game, after, state, solution

    def to_json(self) -> dict[str, object]:
        """The proof with the position it is about."""
        chosen = settings.changed(self.game.options)
        asked: dict[str, object] = {
            "game": self.game.name,
            "options": chosen,
            "after": self.after,
            "mover": self.game.movers(self.state)[0],
        }
        return asked | self.solution.to_json()


def solve(game: Game, after: Sequence[str], seconds: float) -> SolveResult:
    """Play the actions, and solve the position that they lead to, within a time limit (0: none)."""
    solver = _solver(game)
    state, names = position_after(game, after)
    stop = Stop()
    with ProgressLine(say("solving {game}…", game=game.name), game.name), stop.after(seconds):
        return SolveResult(game, names, state, run_interruptibly(lambda: solver(game, state.copy(), stop), stop))


def _solver(game: Game) -> Callable[[Game, State, Stop], Solution]:
    assert game.definition.solver is not None, "other games are solved by an equilibrium"
    module, _, function = game.definition.solver.partition(":")
    found: Callable[[Game, State, Stop], Solution] = getattr(importlib.import_module(module), function)
    return found


def position_after(game: Game, after: Sequence[str]) -> tuple[State, list[str]]:
    """The position after these actions, and their names."""
    if game.spec.simultaneous:
        raise Unfit("in {game} several seats choose at once: a list of actions does not lead to a position", game=game.name)
    state = game.new()
    names: list[str] = []
    for text in (move for part in after for move in part.split(",") if move.strip()):
        if game.over(state):
            raise IllegalMove("the game is over before {text}, after {names}", text=text.strip(), names=", ".join(names))
        (seat,) = game.movers(state)
        try:
            chosen = parse_action(text, game, game.legal(state, seat))
        except IllegalMove as error:
            raise IllegalMove("action {number}: {error}", number=len(names) + 1, error=error) from error
        game.play(state, {seat: chosen})
        names.append(chosen.name)
    if game.over(state):
        raise JouteError("the game is over after {names}: there is nothing to solve", names=", ".join(names))
    return state, names


def render(solved: SolveResult) -> RenderableType:
    """The result in a sentence, the principal variation, and the position at its end."""
    solution, game = solved.solution, solved.game
    parts: list[RenderableType] = [Text(sentence(solved), "bold")]
    end = solved.state.copy()
    for action in solution.pv:
        if not game.over(end):
            game.play(end, dict.fromkeys(game.movers(end), action))
    if solution.pv:
        parts.append(Text(say("principal variation: {line}", line=variation(solution.pv))))
        parts += [Text(""), position(game, end, PlayerNames()), Text("")]
    return Group(*parts, Text(work(solution.nodes, solution.seconds), "dim"))


def sentence(solved: SolveResult) -> str:
    """What was proven."""
    solution = solved.solution
    if not solution.proven:
        return say("Nothing was proven.")
    if solution.winner is None:
        return say("With best play the game is a draw.")
    mover = solved.game.movers(solved.state)[0]
    whose = say("to move") if solution.winner == mover else say("not to move")
    plies = say_count("{n} ply", "{n} plies", solution.plies or 0)
    won = say("Seat {seat} ({whose}) wins in {plies}.", seat=solution.winner, whose=whose, plies=plies)
    return won + (" " + say("No shorter win exists.") if solution.shortest else "")

"""Alpha-beta for two seats who see everything: looks at every line to a depth, and proves wins where it can.

This is the agent; `joute.search.alphabeta.principal_variation_search` is the search.
"""

import time
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from joute.core.agent import Agent, Stop
from joute.core.contract import Actions, candidates
from joute.core.game import Game
from joute.core.opinion import Judgement, Opinion
from joute.core.rng import Rng, below, seeded
from joute.core.settings import parse_pairs, setting
from joute.core.state import Action, State, States
from joute.jit.compile import compiled
from joute.jit.proxy import StatesProxy
from joute.search.alphabeta.move_ordering import HISTORY
from joute.search.alphabeta.principal_variation_search import deepen
from joute.search.alphabeta.transposition_table import new_table
from joute.search.alphabeta.types import FRAME, ROOT, TERMS
from joute.search.common.score import DECIDED, as_score, plies_to_end

MOST_PLIES = 400  # of one line: longer games are cut there
UNLIMITED = 2**62
EACH = 64  # places of the table for each position at the full depth: room for what the extension adds


@dataclass(frozen=True)
class AlphaBetaSettings:
    """Settings of alpha_beta."""

    seconds: float = setting(1.0, "seconds to think (0: no limit); the default gives way to nodes or depth", 0)
    nodes: int = setting(0, "positions to look at (0: no limit)", 0)
    depth: int = setting(0, "plies to look ahead (0: no limit)", 0)
    full: bool = setting(False, "search every legal action and never extend, rather than the game's candidates")
    width: int = setting(0, "the most candidates to search in a position (0: all)", 0)
    extension: int = setting(8, "the most plies to go on where the game says that an evaluation cannot be trusted", 0, 100)
    evaluation: bool = setting(True, "use the game's evaluation; without it only the ends of games count")
    table: float = setting(32, "megabytes of the transposition table", 0.001, 65536, public=False)


@compiled
def list_candidates(states: States, seat: int, actions: Actions) -> int:
    """The game's candidates: in plain Python they may take longer than the search."""
    return candidates(states[0], seat, actions)


@compiled
def shuffle(moves: Actions, rng: Rng) -> None:
    """Bring moves into any order, all equally likely (Fisher and Yates)."""
    for last in range(len(moves) - 1, 0, -1):
        other = below(rng, last + 1)
        moves[last], moves[other] = moves[other], moves[last]


class AlphaBeta(Agent):
    """Plays the move whose worst outcome is best, as far as it can see."""

    name = "alpha_beta"
    summary = {
        "en": "looks at every line to a depth; for two seats who see everything",
        "fr": "examine toutes les suites jusqu'à une profondeur ; à deux, sans rien de caché",
    }
    Settings = AlphaBetaSettings

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """Alpha-beta needs two seats with opposed interests, who take turns and see everything."""
        spec = game.spec
        reasons = [
            (spec.seats != 2, f"has {spec.seats} seats"),
            (not spec.zero_sum, "is not zero-sum"),
            (spec.simultaneous, "has simultaneous choices"),
            (spec.chance, "has chance"),
            (spec.hidden, "has hidden information"),
        ]
        wrong = [reason for holds, reason in reasons if holds]
        if not wrong:
            return None
        return f"alpha_beta plays zero-sum games of two seats in turn without chance or secrets; {game.name} {' and '.join(wrong)}"

    @property
    def quick(self) -> bool:
        """Whether it looks at its own moves alone."""
        return bool(self.settings.depth == 1)

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The move that the deepest search preferred, with the value and the work of every other."""
        legal = self.legal(view, seat)
        ready(self.game, view)
        began = time.perf_counter()
        stop, moves = stop or Stop(), self.root_moves(view, seat, seed)
        task = Task(self.game, self.settings, view, moves)
        with stop.after(self.seconds) as flag:
            deepen(*task.arrays, flag)  # type: ignore[call-arg]  # a tuple of arrays
        judged = [self.game.actions[move] for move in moves] if stop.brief else legal
        return self.opinion(task, judged, time.perf_counter() - began)

    @cached_property
    def seconds(self) -> float:
        """The time limit: the default one only where nothing else limits the search."""
        chosen: AlphaBetaSettings = self.settings
        given = chosen.seconds != AlphaBetaSettings.seconds or "seconds" in parse_pairs(self.text.partition(":")[2], self.name)
        return chosen.seconds if given or not (chosen.nodes or chosen.depth) else 0.0

    def root_moves(self, view: State, seat: int, seed: int) -> list[int]:
        """What is worth searching at the root, shuffled: among equals the seed decides."""
        if self.settings.full:
            moves = np.array(self.game.legal_numbers(view, seat), np.int64)
        else:
            actions = np.empty(self.game.spec.widest, np.int64)
            moves = actions[: list_candidates(view.array, seat, actions)]
            moves = moves[: self.settings.width or None]
        shuffle(moves, seeded(seed, "alpha_beta"))
        found: list[int] = moves.tolist()
        return found

    def opinion(self, task: "Task", judged: list[Action], seconds: float) -> Opinion:
        """What the search found, in the words of the game."""
        spec, names, terms = self.game.spec, self.game.actions, task.terms[0]
        chosen, value, line = task.choice()
        columns = [task.root[name].tolist() for name in ("action", "known", "value", "nodes")]
        searched = {move: (worth, nodes) for move, known, worth, nodes in zip(*columns, strict=True) if known}

        def rank(action: Action) -> tuple[bool, bool, float]:
            found = searched.get(action)
            return action != chosen, found is None, 0 if found is None else -found[0]

        judgements = []
        for action in sorted(judged, key=rank):
            if (found := searched.get(action)) is None:
                judgements.append(Judgement(action, visits=0))
            else:
                judgements.append(Judgement(action, as_score(found[0], spec.lowest, spec.highest), found[1]))
        return Opinion(
            names[chosen],
            judgements,
            None if value is None else as_score(value, spec.lowest, spec.highest),
            [names[number] for number in line],
            depth=int(terms["reached"]),
            nodes=int(terms["spent"]),
            seconds=seconds,
            remark={} if value is None else self.remark(value, bool(terms["whole"])),
        )

    def remark(self, value: int, whole: bool) -> dict[str, str]:
        """In how many plies the game is won or lost, or that all of it was searched."""
        plies = plies_to_end(value)
        if plies:
            word, mot = ("win", "gain") if value > 0 else ("loss", "perte")
            plural = "" if plies == 1 else "s"
            said = {"en": f"{word} in {plies} {'ply' if plies == 1 else 'plies'}", "fr": f"{mot} en {plies} demi-coup{plural}"}
        elif whole:
            said = {"en": "searched to the end", "fr": "cherché jusqu'au bout"}
        else:
            return {}
        if narrow(self.game, self.settings):
            said["en"] += ", among the candidates"
            said["fr"] += ", parmi les candidats"
        return said


def narrow(game: Game, settings: AlphaBetaSettings) -> bool:
    """Whether legal actions are left out."""
    return not settings.full and (settings.width > 0 or game.definition.states_itself("candidates"))


class Task:
    """A position to search, with the room that the search needs."""

    def __init__(self, game: Game, settings: AlphaBetaSettings, view: State, moves: list[int]) -> None:
        extension = settings.extension if not settings.full and game.definition.states_itself("quiet") else 0
        longest = min(game.spec.longest, MOST_PLIES)
        depth = min(settings.depth or longest, longest)
        plies = min(depth + extension, longest) + 2
        works = np.repeat(view.array, plies)
        self.root = np.zeros(len(moves), ROOT)
        self.root["action"] = moves
        self.terms = np.zeros(1, TERMS)
        self.terms["action"] = moves[0]
        self.terms["nodes"] = settings.nodes or UNLIMITED
        self.terms["depth"], self.terms["extension"], self.terms["width"] = depth, extension, settings.width
        self.terms["full"], self.terms["evaluation"] = not narrow(game, settings), settings.evaluation
        self.terms["span"] = game.spec.highest - game.spec.lowest
        self.lines = np.zeros((plies, plies), np.int64)
        frames = np.zeros(plies, FRAME)
        frames["killer"] = frames["older_killer"] = -1
        widest = game.spec.widest
        self.arrays: tuple[Any, ...] = (
            works,
            works.view(np.uint64).reshape(plies, -1),
            frames,
            np.zeros((plies, widest), np.int64),
            np.zeros((plies, widest), np.int64),
            self.lines,
            np.zeros((2, HISTORY), np.int64),
            new_table(settings.table, min(settings.nodes or UNLIMITED, EACH * widest**depth)),
            self.root,
            self.terms,
            np.zeros(2, np.int64),
            np.zeros(2),
        )

    def choice(self) -> tuple[int, int | None, list[int]]:
        """The move to play, its value if it has one, and the line expected."""
        terms = self.terms[0]
        finished, value = int(terms["finished"]), int(terms["value"])
        if not terms["length"]:
            return int(terms["action"]), None, [int(terms["action"])]
        if value < -DECIDED and 0 < finished < len(self.root):
            unfinished = int(self.root[finished]["action"])  # whatever it is worth, those that were finished lose
            return unfinished, None, [unfinished]
        return int(terms["action"]), value, self.lines[-1, : terms["length"]].tolist()

    def plain(self) -> tuple[Any, ...]:
        """The arrays as the search in plain Python takes them."""
        return tuple(StatesProxy(array) if array.dtype.names else array for array in self.arrays)


def ready(game: Game, view: State) -> None:
    """Have the search compiled before time runs: a search of no nodes."""
    if game.dtype not in _ready:
        seat = game.movers(view)[0]
        settings = AlphaBetaSettings(depth=1, table=0.001)
        task = Task(game, settings, view, game.legal_numbers(view, seat)[:1])
        task.terms["nodes"] = 0
        deepen(*task.arrays, Stop().flag)  # type: ignore[call-arg]  # a tuple of arrays
        actions = np.empty(game.spec.widest, np.int64)
        shuffle(actions[: list_candidates(view.array, seat, actions)], seeded(0))
        _ready.add(game.dtype)


_ready: set[Any] = set()  # record types whose search is machine code in this process

"""The agent `alpha_beta`, for two seats with perfect information; `principal_variation_search` is its search."""

import time
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from joute.core.agent import Agent, Stop
from joute.core.contract import Actions, candidates
from joute.core.game import Game
from joute.core.opinion import Judgement, Opinion
from joute.core.rng import Rng, below, seeded
from joute.core.settings import PUBLIC_DEPTH, PUBLIC_NODES, PUBLIC_SECONDS, parse_pairs, setting
from joute.core.state import Action, State, States
from joute.i18n import Sentence, in_every_language, say, say_count
from joute.jit.compile import compiled
from joute.search.alphabeta.move_ordering import HISTORY
from joute.search.alphabeta.principal_variation_search import deepen
from joute.search.alphabeta.transposition_table import new_table
from joute.search.alphabeta.workspace import PlyFrame, PvsWorkspace, RootMove, SearchLimits, SearchResult
from joute.search.common.score import DECIDED, as_score, plies_to_end

MAX_PLIES = 400  # longer games are cut there
UNLIMITED = 2**62
ENTRIES_PER_LEAF = 64  # of the table, for each position at the full depth: room for what the extension adds


@dataclass(frozen=True)
class AlphaBetaSettings:
    """Settings of alpha_beta."""

    seconds: float = setting(
        1.0, "thinking time in seconds (0: no limit); the default applies only without nodes and depth", 0, public=PUBLIC_SECONDS
    )
    nodes: int = setting(0, "maximum number of positions searched (0: no limit)", 0, public=PUBLIC_NODES)
    depth: int = setting(0, "search depth in plies (0: no limit)", 0, public=PUBLIC_DEPTH)
    full_width: bool = setting(False, "search every legal action, without quiescence search, instead of the game's candidates")
    width: int = setting(0, "maximum number of candidates searched in a position (0: all)", 0)
    quiescence_depth: int = setting(8, "plies added at most while the game says that its evaluation cannot be trusted", 0, 100)
    evaluation: bool = setting(True, "use the game's evaluation; without it only the ends of games count")
    table_mb: float = setting(32, "megabytes of the transposition table", 0.001, 65536, public=False)


@compiled
def list_candidates(states: States, seat: int, actions: Actions) -> int:
    """The game's candidates, compiled: in plain Python they may take longer than the search."""
    return candidates(states[0], seat, actions)


@compiled
def shuffle(moves: Actions, rng: Rng) -> None:
    """Shuffle moves, all orders equally likely (Fisher and Yates)."""
    for last in range(len(moves) - 1, 0, -1):
        other = below(rng, last + 1)
        moves[last], moves[other] = moves[other], moves[last]


class AlphaBeta(Agent):
    """Plays the move with the best minimax value."""

    name = "alpha_beta"
    summary = "looks at every line to a depth; for two seats who see everything"
    Settings = AlphaBetaSettings

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """Alpha-beta needs a zero-sum game of two seats in turn with perfect information and no chance."""
        spec = game.spec
        reasons: list[tuple[bool, Sentence]] = [
            (spec.seats != 2, "has {seats} seats"),
            (not spec.zero_sum, "is not zero-sum"),
            (spec.simultaneous, "has simultaneous choices"),
            (spec.chance, "has chance"),
            (spec.hidden, "has hidden information"),
        ]
        wrong = [say(reason, seats=spec.seats) for holds, reason in reasons if holds]
        if not wrong:
            return None
        return say(
            "alpha_beta plays zero-sum games of two seats in turn without chance or secrets; {game} {reasons}",
            game=game.name,
            reasons=say(" and ").join(wrong),
        )

    @property
    def quick(self) -> bool:
        """Whether it searches one ply."""
        return bool(self.settings.depth == 1)

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The move that the deepest search preferred, with the value and the nodes of every other."""
        legal = self.legal(view, seat)
        workspace, seconds = self.search(view, seat, seed, stop or Stop())
        return self.opinion(workspace, legal, seconds)

    def choose(self, view: State, seat: int, seed: int = 0) -> int:
        """The move alone."""
        self.legal(view, seat)
        return choice(self.search(view, seat, seed, Stop())[0])[0]

    def search(self, view: State, seat: int, seed: int, stop: Stop) -> tuple[PvsWorkspace, float]:
        """Deepen until a limit is reached; the workspace afterwards, and the seconds it took."""
        workspace = new_workspace(self.game, self.settings, view, self.root_moves(view, seat, seed))
        deepen.prepare(workspace, stop.flag)
        began = time.perf_counter()
        with stop.after(self.seconds) as flag:
            deepen(workspace, flag)
        return workspace, time.perf_counter() - began

    @cached_property
    def seconds(self) -> float:
        """The time limit: the default only if nothing else limits the search."""
        chosen: AlphaBetaSettings = self.settings
        given = chosen.seconds != AlphaBetaSettings.seconds or "seconds" in parse_pairs(self.text.partition(":")[2], self.name)
        return chosen.seconds if given or not (chosen.nodes or chosen.depth) else 0.0

    def root_moves(self, view: State, seat: int, seed: int) -> list[int]:
        """The moves to search at the root, shuffled: among equals the seed decides."""
        if self.settings.full_width:
            moves = np.array(self.game.legal_numbers(view, seat), np.int64)
        else:
            actions = np.empty(self.game.spec.widest, np.int64)
            moves = actions[: list_candidates(view.array, seat, actions)]
            moves = moves[: self.settings.width or None]
        shuffle(moves, seeded(seed, "alpha_beta"))
        found: list[int] = moves.tolist()
        return found

    def opinion(self, workspace: PvsWorkspace, legal: list[Action], seconds: float) -> Opinion:
        """The opinion that the search came to."""
        spec, names, result = self.game.spec, self.game.actions, workspace.result
        chosen, value, pv = choice(workspace)
        columns = [workspace.root[name].tolist() for name in ("action", "known", "value", "nodes")]
        searched = {move: (worth, nodes) for move, known, worth, nodes in zip(*columns, strict=True) if known}

        def rank(action: Action) -> tuple[bool, bool, float]:
            found = searched.get(action)
            return action != chosen, found is None, 0 if found is None else -found[0]

        judgements = []
        for action in sorted(legal, key=rank):
            if (found := searched.get(action)) is None:
                judgements.append(Judgement(action, visits=0))
            else:
                judgements.append(Judgement(action, as_score(found[0], spec.lowest, spec.highest), found[1]))
        return Opinion(
            names[chosen],
            judgements,
            None if value is None else as_score(value, spec.lowest, spec.highest),
            [names[number] for number in pv],
            depth=int(result["depth"][0]),
            nodes=int(result["nodes"][0]),
            seconds=seconds,
            remark={} if value is None else self.remark(value, bool(result["complete"][0])),
        )

    def remark(self, value: int, complete: bool) -> dict[str, str]:
        """In how many plies the game is won or lost, that all of it was searched, or that the search is blind."""
        number = plies_to_end(value)
        if number or complete:
            return in_every_language(lambda: self._known(number, value > 0))
        blind = self.settings.evaluation and not self.game.definition.states_itself("evaluate")
        return in_every_language(lambda: say("the game has no rule evaluate: what is not over counts as equal")) if blind else {}

    def _known(self, number: int, wins: bool) -> str:
        plies = say_count("{n} ply", "{n} plies", number)
        known = say("win in {plies}" if wins else "loss in {plies}", plies=plies) if number else say("searched to the end")
        return say("{known}, among the candidates", known=known) if is_narrow(self.game, self.settings) else known


def is_narrow(game: Game, settings: AlphaBetaSettings) -> bool:
    """Whether legal actions are left out."""
    return not settings.full_width and (settings.width > 0 or game.definition.states_itself("candidates"))


def new_workspace(game: Game, settings: AlphaBetaSettings, view: State, moves: list[int]) -> PvsWorkspace:
    """The workspace of a search of these moves."""
    extension = settings.quiescence_depth if not settings.full_width and game.definition.states_itself("quiet") else 0
    longest = min(game.spec.longest, MAX_PLIES)
    depth = min(settings.depth or longest, longest)
    plies = min(depth + extension, longest) + 2
    states, widest = np.repeat(view.array, plies), game.spec.widest
    workspace = PvsWorkspace(
        states,
        words=states.view(np.uint64).reshape(plies, -1),
        frames=PlyFrame.zeros(plies),
        moves=np.zeros((plies, widest), np.int64),
        ranks=np.zeros((plies, widest), np.int64),
        pvs=np.zeros((plies, plies), np.int64),
        history=np.zeros((2, HISTORY), np.int64),
        table=new_table(settings.table_mb, min(settings.nodes or UNLIMITED, ENTRIES_PER_LEAF * widest**depth)),
        root=RootMove.zeros(len(moves)),
        limits=SearchLimits.zeros(1),
        result=SearchResult.zeros(1),
        choices=np.zeros(2, np.int64),
        scores=np.zeros(2),
    )
    workspace.frames["killer"] = workspace.frames["older_killer"] = -1
    workspace.root["action"], workspace.result["action"] = moves, moves[0]
    limits = workspace.limits
    limits["nodes"], limits["depth"], limits["extension"] = settings.nodes or UNLIMITED, depth, extension
    limits["width"], limits["full"], limits["evaluation"] = settings.width, not is_narrow(game, settings), settings.evaluation
    limits["span"] = game.spec.highest - game.spec.lowest
    return workspace


def choice(workspace: PvsWorkspace) -> tuple[int, int | None, list[int]]:
    """The move to play, its value if it has one, and the principal variation."""
    action, value, length, finished = (int(workspace.result[name][0]) for name in ("action", "value", "pv_length", "finished"))
    if not length:
        return action, None, [action]
    if value < -DECIDED and 0 < finished < len(workspace.root):
        unfinished = int(workspace.root["action"][finished])  # whatever it is worth, those that were finished lose
        return unfinished, None, [unfinished]
    return action, value, workspace.pvs[-1, :length].tolist()

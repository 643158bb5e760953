"""Tournaments for tests: blocks made up, and a small one that is played."""

from joute.arena.block import Block, GameResult, Meeting
from joute.arena.executor import SerialExecutor
from joute.arena.tournament.plan import TournamentBudget, TournamentPlan
from joute.arena.tournament.runner import Tournament
from joute.arena.worker import BlockWorker
from joute.store import Store


def plan(name: str = "essai", agents: tuple[str, ...] = ("random", "careful", "mcts"), **changes: object) -> TournamentPlan:
    fields = {"name": name, "game": "morpion", "options": {"size": 5}, "agents": list(agents), "seed": 7, "format": "round_robin"}
    return TournamentPlan(**(fields | {"made": {"joute": "1"}} | changes))  # type: ignore[arg-type]  # whatever the test changes


def block(meeting: Meeting = (0, 1), number: int = 0, fault: str = "") -> Block:
    """Two games; thinking times and scores that no rounding leaves alone."""
    first, second = meeting
    games = [
        GameResult(number, [first, second], [1 / 3, -1 / 3], 9 + number, [[0.1, 1e-9], []], b"\x00packed\xff", {1: fault} if fault else {}),
        GameResult(number, [second, first], [0.0, 1e300], 12, [[], [0.25]]),
    ]
    return Block(meeting, number, games, seconds=1.5)


def cup(store: Store, name: str = "cup") -> None:
    """A tournament on a small board."""
    small = {"width": 3, "height": 3, "align": 3}
    made = {"joute": "1", "system": "the host's own", "command": f"joute tournament morpion random mcts:iterations=20 --name {name}"}
    entered = TournamentPlan(name, "morpion", small, ["random", "mcts:iterations=20"], 1, "round_robin", made=made)
    Tournament(store.tournament(entered), SerialExecutor(BlockWorker), TournamentBudget.read("8")).run()

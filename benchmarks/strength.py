"""Plays every line of strength_<game>.py, keeps the figures in strength.json after each, and writes docs/strength.md.

`python benchmarks/strength.py` goes on where it was ended, and plays again what was measured with other recipes; `--only GAME` plays one
game's lines, `--write` plays nothing.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from subprocess import run
from typing import Any

from strength_table import (
    GAMES,
    MEASURED,
    PAGE,
    Found,
    answer_command,
    duel_command,
    fresh,
    lines_of,
    load,
    pace_name,
    proof_name,
    texts,
    written,
)

from joute.arena.block import Opening, block_openings
from joute.arena.duel import duel
from joute.arena.executor import ProcessPool, SerialExecutor
from joute.arena.exploitability import exploit
from joute.arena.statistics.standings import standings
from joute.arena.tournament.ledger import MemoryLedger
from joute.arena.tournament.plan import TournamentBudget, TournamentPlan
from joute.arena.tournament.runner import Tournament
from joute.arena.warmup import warm_up
from joute.arena.worker import BlockWorker
from joute.core import registry
from joute.core.agent import Agent
from joute.core.game import Game
from joute.core.rng import seed_of

SEED = 1
PACED = 3  # games in which a level is timed


class Bench:
    """The figures so far, and the playing of what is missing."""

    def __init__(self, workers: int) -> None:
        self.found, self.workers = load(), workers

    def keep(self, command: str, agents: list[str], figures: Found) -> None:
        """Write a line's figures at once: whoever is ended after it has not played it in vain."""
        self.found[command] = {"agents": agents, **figures}
        MEASURED.write_text(json.dumps(dict(sorted(self.found.items())), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        PAGE.write_text(written(self.found), encoding="utf-8")

    def duels(self, name: str) -> None:
        """The lines of one game."""
        game = registry.game(name)
        for line in lines_of(name).LINES:
            self.once(duel_command(name, line), texts(game, line[0], *line[1]), partial(self.duel, name, line))

    def measure(self, name: str) -> None:
        """Everything of one game."""
        self.duels(name)
        lines, game = lines_of(name), registry.game(name)
        for level in game.definition.levels:
            self.once(pace_name(name, level), texts(game, level), partial(pace, game.fast(), level))
        for kind, seat, cases in self.proofs(lines):
            for other, games in cases:
                self.once(
                    proof_name(kind, other, games),
                    texts(game, "solver", other),
                    partial(proven, game.fast(), other, seat, games),
                )
        for line in lines.ANSWERS:
            self.once(answer_command(name, line), texts(game, line[0], line[1]), partial(self.answer, game, line))
        agents, games = lines.PLAYERS
        self.once(f"tournament {name} {games}", texts(game, *agents), partial(self.tournament, game, agents, games))

    def once(self, command: str, agents: list[str], play: Callable[[], Found]) -> None:
        """Play a line unless its figures are there."""
        if fresh(self.found, command, agents) is not None:
            return
        began = time.perf_counter()
        self.keep(command, agents, play())
        print(f"{time.perf_counter() - began:7.1f} s  {command}", file=sys.stderr, flush=True)

    def duel(self, name: str, line: tuple[Any, ...]) -> Found:
        """The share of the first agent, and its times."""
        first, others, games, seed, _ = line
        options = {"seats": 1 + len(others)} if "seats" in registry.define(name).options.__dataclass_fields__ else {}
        game, agents = registry.game(name, **options), [first, *others]
        warm_up(game, agents)
        found = duel(game, agents, games, seed=seed, workers=self.workers).to_json()["agents"][0]
        figures = {name: found[name] for name in ("games", "interval", "lead", "lead_interval")}
        return {**figures, "share": found["mean"], "commit": commit()}

    def answer(self, game: Game, line: tuple[Any, ...]) -> Found:
        """What the answer gains."""
        agent, answer, games = line
        warm_up(game, [agent, answer])
        found = exploit(game, agent, answer, games, None, SEED, self.workers).to_json()
        return {name: found[name] for name in ("games", "share", "interval", "gain", "lead")}

    def tournament(self, game: Game, agents: list[str], games: int) -> Found:
        """Everybody against everybody, with ratings."""
        form = "round_robin" if game.spec.seats == 2 else "tables"
        ledger = MemoryLedger(TournamentPlan(f"{game.name} strength", game.name, {}, agents, SEED, form))
        warm_up(game, agents)
        executor = SerialExecutor(BlockWorker) if self.workers == 1 else ProcessPool(BlockWorker, self.workers)
        budget = TournamentBudget(games=games * len(agents)) if form == "tables" else None
        Tournament(ledger, executor, budget, games if form == "round_robin" else None).run()
        executor.close()
        rated = standings(ledger.blocks(), agents, SEED, winners_only=game.spec.utility == "win").agents
        return {"standings": [{name: one.to_json()[name] for name in ("agent", "elo", "interval", "games", "share")} for one in rated]}

    @staticmethod
    def proofs(lines: Any) -> list[tuple[str, int, list[tuple[str, int]]]]:
        """The games that `master` plays on one seat, where a game has proofs."""
        if not hasattr(lines, "BEGINNING"):
            return []
        return [("first on the empty board", 0, lines.BEGINNING), ("second from balanced openings", 1, lines.ANSWERING)]


def commit() -> str:
    """What is played with: today's commit."""
    return run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True, cwd=PAGE.parent).stdout.strip()


def pace(game: Game, level: str) -> Found:
    """How long the level thinks, in seconds of one core: other work on the machine does not count."""
    agent, times = registry.agent(level, game), list[float]()
    warm_up(game, [level])
    for number in range(PACED):
        state, turn = game.new(number), 0
        while not game.over(state):
            chosen: dict[int, int] = {}
            for seat in game.movers(state):
                began = time.thread_time()
                chosen[seat] = agent.choose(game.view(state, seat), seat, seed_of(SEED, number, turn, seat))
                times.append(time.thread_time() - began)
            game.step(state, chosen)
            turn += 1
    return {"median": round(median(times), 6), "longest": round(max(times), 6)}


def proven(game: Game, other: str, seat: int, games: int) -> Found:
    """How often the solver lost on that seat, proved a win, and brought the proven win home."""
    solver, rival = registry.agent("solver", game), registry.agent(other, game)
    openings = block_openings(game, games, SEED, "none" if seat == 0 else "balanced")
    played = [one_game(game, [rival, solver] if seat else [solver, rival], seat, openings[number], number) for number in range(games)]
    return {
        "lost": sum(score < 0 for score, _ in played),
        "proven": sum(sure for _, sure in played),
        "proven_won": sum(sure and score > 0 for score, sure in played),
    }


def one_game(game: Game, agents: list[Agent], seat: int, opening: Opening, number: int) -> tuple[float, bool]:
    """The score of that seat, and whether it ever knew that it wins."""
    state, sure, turn = game.new(number), False, 0
    for given in opening:
        game.step(state, game.check(state, given))
    while not game.over(state):
        (mover,) = game.movers(state)
        opinion = agents[mover].consider(game.view(state, mover), mover, seed_of(SEED, number, turn))
        sure |= mover == seat and opinion.value == game.spec.highest
        game.step(state, {mover: int(opinion.action)})
        turn += 1
    return game.returns(state)[seat], sure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=GAMES, help="only this game")
    parser.add_argument("--duels", action="store_true", help="only the lines that must be won")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("--write", action="store_true", help="write the page from what is measured, and play nothing")
    asked = parser.parse_args()
    bench = Bench(asked.workers)
    if asked.write:
        PAGE.write_text(written(bench.found), encoding="utf-8")
        return
    for name in [asked.only] if asked.only else GAMES:
        bench.duels(name) if asked.duels else bench.measure(name)


if __name__ == "__main__":
    main()

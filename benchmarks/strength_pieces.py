"""A long duel in pieces: its games so far are in a file, so that it goes on where it was ended. The games are those of `joute duel`.

    python benchmarks/strength_pieces.py pokemon master master@0.1 --games 1000 --seed 1009 --folder pieces

plays what is missing and prints the figures so far.
"""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path

from joute.arena.block import GameResult, block_openings, seatings
from joute.arena.duel import DuelResult
from joute.arena.warmup import warm_up
from joute.arena.worker import BlockJob, Entrants, ScheduledBlock
from joute.core import registry
from joute.core.game import Game

FOLDER = Path(__file__).parent / "pieces"  # not part of the repository
BLOCKS_AT_ONCE = 2
SAVED_EVERY = 10.0  # seconds


def file_of(game: Game, texts: Sequence[str], games: int, seed: int, folder: Path) -> Path:
    """The file of a duel: its name has everything that makes a difference, agents with their settings written out."""
    known = json.dumps([repr(game), list(texts), games, seed])
    return folder / f"{game.name}-{sha256(known.encode()).hexdigest()[:16]}.json"


def written_out(game: Game, agents: Sequence[str]) -> list[str]:
    """The agents with the settings that their names stand for."""
    return [game.definition.named_agents.get(name, name) for name in agents]


def load(file: Path) -> list[GameResult]:
    """The games so far."""
    if not file.exists():
        return []
    return [GameResult(**row, seconds=[[] for _ in row["seats"]]) for row in json.loads(file.read_text(encoding="utf-8"))]


def save(file: Path, played: Sequence[GameResult]) -> None:
    """Write all games."""
    file.parent.mkdir(parents=True, exist_ok=True)
    rows = [{name: value for name, value in asdict(one).items() if name in ("block", "seats", "scores", "choices")} for one in played]
    file.write_text(json.dumps(rows), encoding="utf-8")


def play(game: Game, agents: Sequence[str], games: int, seed: int, workers: int, folder: Path = FOLDER) -> Iterator[DuelResult]:
    """The duel so far after every piece, and when it is complete."""
    file = file_of(game, written_out(game, agents), games, seed, folder)
    openings = block_openings(game, -(-games // len(seatings(len(agents), game.spec.seats))), seed, "balanced")
    played = load(file)
    done = {one.block for one in played}
    missing = [ScheduledBlock((), number, opening) for number, opening in enumerate(openings) if number not in done]
    entrants = Entrants.of(agents, game, workers)
    job = BlockJob.of(game, seed, entrants.texts, records=False)
    pieces = [replace(job, blocks=missing[first : first + BLOCKS_AT_ONCE]) for first in range(0, len(missing), BLOCKS_AT_ONCE)]
    saved = time.monotonic()
    with entrants.executor(workers) as executor:
        for finished in executor.map(pieces):
            played += [result for block in finished for result in block.games]
            if time.monotonic() - saved > SAVED_EVERY:
                save(file, played)
                saved = time.monotonic()
                yield DuelResult(game, entrants.texts, seed, "balanced", played, 0.0)
    save(file, played)
    yield DuelResult(game, entrants.texts, seed, "balanced", played, 0.0)


def table_of(name: str, players: int) -> Game:
    """The game with that number of seats, if it can be chosen."""
    return registry.game(name, **({"seats": players} if "seats" in registry.define(name).options.__dataclass_fields__ else {}))


def main() -> None:
    """Play what is missing, and print the figures after every piece."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("agents", nargs="+")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    asked = parser.parse_args()
    game = table_of(asked.game, len(asked.agents))
    warm_up(game, asked.agents)
    for found in play(game, asked.agents, asked.games, asked.seed, asked.workers, asked.folder):
        row = found.standing(0)
        low, high = row["interval"]
        print(f"{row['games']} games: {row['mean']:.3f} [{low:.3f}, {high:.3f}], lead {row['lead']:+.3f}", flush=True)


if __name__ == "__main__":
    main()

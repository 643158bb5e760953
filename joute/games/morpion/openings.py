"""Balanced beginnings: after each, neither side is much favoured, so that a duel played from both sides tests its agents.

Morpion-4 is won for the first player, so that a game from the empty board tests little. The default game has a book, `openings.json`;
`python -m joute.games.morpion.openings` makes it anew. Other boards get beginnings drawn by lot, without a threat in the air.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from joute.core import settings
from joute.core.agent import Agent
from joute.core.game import Game
from joute.core.rng import Rng, below, seed_of, seeded
from joute.core.state import State
from joute.games.morpion.board import cell_at
from joute.games.morpion.evaluate import cells_near_stones, quiet
from joute.games.morpion.state import MorpionState

Opening = list[dict[int, str]]  # [ply]: the mover's seat and the name of its action

BOOK = Path(__file__).with_name("openings.json")
SHORTEST, LONGEST = 3, 6  # plies of a beginning
FAIREST = (0.35, 0.65)  # shares of the side to move that count as balanced
ATTEMPTS = 200  # at a beginning without a threat; a crowded board may have none
AGENTS = [f"alpha_beta:nodes={nodes}" for nodes in (60, 120, 250, 500, 1000, 2000, 4000)]
"""Who measures the book: each game is one of them against itself, so that one beginning gives many games and strength decides none."""
JUDGE = "alpha_beta:nodes=20000"  # sees further than they do: what it takes for decided is not played out
DECIDED = 0.9  # of its opinion's value
SAME = 8  # games that all end the same way say enough


def balanced(game: Game, count: int, seed: int) -> list[Opening]:
    """So many beginnings: the book in an order of the seed's, over and over; drawn by lot where there is no book."""
    if settings.changed(game.options):
        return [drawn_by_lot(game, seed, number) for number in range(count)]
    openings = book()
    rolls = seeded(seed, "openings")
    order: list[int] = []
    while len(order) < count:
        order += shuffled(len(openings), rolls)
    return [openings[number] for number in order[:count]]


@cache
def book() -> list[Opening]:
    """The measured beginnings of the default game."""
    return [in_turn(entry["moves"].split()) for entry in json.loads(BOOK.read_text(encoding="utf-8"))["openings"]]


def in_turn(moves: Sequence[str]) -> Opening:
    """The moves with their seats, which take turns."""
    return [{ply % 2: move} for ply, move in enumerate(moves)]


def shuffled(count: int, rolls: Rng) -> list[int]:
    """The numbers below count in any order."""
    numbers = list(range(count))
    for last in range(count - 1, 0, -1):
        other = below(rolls, last + 1)
        numbers[last], numbers[other] = numbers[other], numbers[last]
    return numbers


# --- by lot ---------------------------------------------------------------------------------------------------------------


def drawn_by_lot(game: Game, seed: int, number: int) -> Opening:
    """A few stones near each other after which nobody can complete a line; fewer stones where that does not come up."""
    rolls = seeded(seed, "opening", number)
    plies = SHORTEST + below(rolls, LONGEST - SHORTEST + 1)
    for attempt in range(ATTEMPTS):
        moves = stones_by_lot(game, plies * (ATTEMPTS - attempt) // ATTEMPTS, rolls)
        if moves is not None:
            return in_turn(moves)
    return []


def stones_by_lot(game: Game, plies: int, rolls: Rng) -> list[str] | None:
    """The first stone anywhere in the middle half of the board, each other near one; None when somebody can complete a line."""
    state = game.laid_out()
    moves = []
    for ply in range(plies):
        cell = near_the_middle(game, rolls) if ply == 0 else near_a_stone(game, state, rolls)
        moves.append(game.actions[cell].name)
        game.step(state, {ply % 2: cell})
        if game.over(state):
            return None
    return moves if quiet(MorpionState.of(state)) else None


def near_the_middle(game: Game, rolls: Rng) -> int:
    """A cell in the middle half of the rows and of the columns."""
    places = [size // 4 + below(rolls, size - 2 * (size // 4)) for size in (game.options.height, game.options.width)]
    return cell_at(*places)


def near_a_stone(game: Game, state: State, rolls: Rng) -> int:
    """One of the cells near a stone."""
    cells = np.zeros(game.spec.widest, np.int64)
    return int(cells[below(rolls, cells_near_stones(MorpionState.of(state), cells, 0))])


# --- the book -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Measured:
    """A beginning and how the side to move fared after it, as a share of the points."""

    moves: list[str]
    games: int
    share: float

    @property
    def fair(self) -> bool:
        """Whether neither side is much favoured."""
        return FAIREST[0] <= self.share <= FAIREST[1]

    def to_json(self) -> dict[str, Any]:
        """A line of the book."""
        return {"moves": " ".join(self.moves), "games": self.games, "share": round(self.share, 3)}


def measure(game: Game, agents: Sequence[Agent], moves: list[str], games: int, seed: int) -> Measured:
    """Play it out, one of the agents against itself, drawn by lot each time; stops early where it is clear that it is not fair."""
    mover = len(moves) % 2
    points = 0.0
    for number in range(games):
        player = agents[below(seeded(seed, "player", number), len(agents))]
        points += (1 + play_on(game, player, moves, seed_of(seed, "game", number))[mover]) / 2
        lost = number + 1 - points
        if max(points, lost) > FAIREST[1] * games or (number + 1 == SAME and not 0 < points < SAME):
            return Measured(moves, number + 1, points / (number + 1))
    return Measured(moves, games, points / games)


def play_on(game: Game, player: Agent, moves: list[str], seed: int) -> list[float]:
    """The scores when the player goes on from a beginning against itself."""
    state = position_after(game, moves)
    ply = len(moves)
    while not game.over(state):
        (seat,) = game.movers(state)
        choice = player.choose(game.view(state, seat), seat, seed_of(seed, ply, seat))
        game.step(state, {seat: int(choice)})
        ply += 1
    return game.returns(state)


def position_after(game: Game, moves: list[str]) -> State:
    """The position after a beginning."""
    state = game.new()
    for choice in in_turn(moves):
        game.advance(state, choice)
    return state


def image(game: Game, moves: list[str]) -> tuple[frozenset[tuple[int, int]], ...]:
    """The same for beginnings that are turned, mirrored, shifted or played in another order: one of their pictures."""
    cells = [game.action(move) for move in moves]
    stones = [(divmod(int(cell), cell_at(1, 0) - cell_at(0, 0)), ply % 2) for ply, cell in enumerate(cells)]
    pictures = []
    for mirror in (1, -1):
        for flip in (1, -1):
            for turn in (False, True):
                points = [((row * flip, column * mirror)[:: -1 if turn else 1], seat) for (row, column), seat in stones]
                top, left = (min(point[axis] for point, _ in points) for axis in (0, 1))
                sides = [frozenset((row - top, column - left) for (row, column), owner in points if owner == seat) for seat in (0, 1)]
                pictures.append(tuple(sides))
    return min(pictures, key=lambda picture: [sorted(side) for side in picture])


def decided(game: Game, judge: Agent, moves: list[str]) -> bool:
    """Whether the judge is sure who wins."""
    state = position_after(game, moves)
    (seat,) = game.movers(state)
    value = judge.consider(game.view(state, seat), seat).value
    return value is not None and abs(value) > DECIDED


def fair_beginnings(game: Game, agents: Sequence[Agent], judge: Agent, games: int, seed: int) -> Iterator[Measured]:
    """Beginnings drawn by lot that turned out fair, no two alike, one after the other without end."""
    seen = set()
    number = 0
    while True:
        moves = [move for choice in drawn_by_lot(game, seed, number) for move in choice.values()]
        number += 1
        picture = image(game, moves)
        if picture in seen or decided(game, judge, moves):
            continue
        seen.add(picture)
        measured = measure(game, agents, moves, games, seed_of(seed, number))
        print(f"{number}: {measured.to_json()}", file=sys.stderr)
        if measured.games == games and measured.fair:
            yield measured


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the book of the default game."""
    import joute  # a command, like a user's script, comes in by the front door; the module itself knows nothing above the games

    parser = argparse.ArgumentParser(prog="python -m joute.games.morpion.openings", description=main.__doc__)
    parser.add_argument("--count", type=int, default=100, help="beginnings to find")
    parser.add_argument("--games", type=int, default=40, help="games after each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--agent", action="append", help="who plays them, several times for several")
    parser.add_argument("--judge", default=JUDGE, help="who says at once that one is decided")
    parser.add_argument("--out", type=Path, default=BOOK)
    chosen = parser.parse_args(arguments)
    game = joute.game("morpion").fast()
    texts = chosen.agent or AGENTS
    agents = [joute.agent(text, game) for text in texts]
    found = fair_beginnings(game, agents, joute.agent(chosen.judge, game), chosen.games, chosen.seed)
    entries = [json.dumps(next(found).to_json()) for _ in range(chosen.count)]
    head = json.dumps({"seed": chosen.seed, "games": chosen.games, "agents": texts, "judge": chosen.judge}, indent=1)[:-2]
    chosen.out.write_text(f'{head},\n "openings": [\n  ' + ",\n  ".join(entries) + "\n ]\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Write the proof that the first player wins Morpion-4 from the centre: `python tools/morpion_proof.py`.

The solver finds the moves; `check_morpion_proof.py`, which knows nothing of the solver, says what the file means and checks it.
"""

import json
from pathlib import Path

import numpy as np
from check_morpion_proof import SIDE, Proof, Refused, cell_of, check, lacking, name_of

import joute
from joute.core.agent import Stop
from joute.games.morpion.solver.proof_types import THREATS
from joute.games.morpion.solver.prover import Prover

FIRST = "f6"
OUT = Path(__file__).parents[1] / "docs" / "proofs" / "morpion-12x12.json"


class ProofWriter(Proof):
    """Makes nodes of winning attacks, equal ones once."""

    def __init__(self) -> None:
        super().__init__([])
        self.prover = Prover(joute.game("morpion"), Stop().flag)
        self.places: dict[str, int] = {}

    def winning_move(self, x: int, o: int) -> int:
        """A move of X that wins with as few stones as a series of threats needs."""
        marks = np.array([1 if x >> cell & 1 else 2 if o >> cell & 1 else 0 for cell in range(SIDE * SIDE)], np.int8)
        stones = 1
        while not self.prover.attack(marks, 0, stones, scope=THREATS):
            stones += 1
        return self.prover.move

    def attack_node(self, x: int, o: int) -> int:
        """The node of a winning attack of X, who is to move."""
        moves = []
        while True:
            move = self.winning_move(x, o)
            moves.append(name_of(move))
            x |= 1 << move
            threat = lacking(x, o, move)
            if threat.bit_count() > 1:
                return self.add([" ".join(moves)])
            if not threat:
                return self.add([" ".join(moves), *self.answers(x, o, list(range(SIDE * SIDE)))])
            o |= threat

    def answers(self, x: int, o: int, cells: list[int]) -> tuple[int, dict[str, str]]:
        """The node that answers a pass, and those that answer the replies which it does not answer."""
        nodes = [self.attack_node(x, o)]
        special: dict[str, list[str]] = {}
        for cell in cells:
            if (x | o) >> cell & 1:
                continue
            after = o | 1 << cell
            node = next((node for node in nodes if self.holds(node, x, after, lacking(after, x, cell))), None)
            if node is None:
                node = self.attack_node(x, after)
                nodes.append(node)
            if node != nodes[0]:
                special.setdefault(str(node), []).append(name_of(cell))
        return nodes[0], {node: " ".join(names) for node, names in special.items()}

    def holds(self, node: int, x: int, o: int, danger: int) -> bool:
        """Whether a node wins in this position too."""
        try:
            self.attack(node, x, o, danger)
        except Refused:
            return False
        return True

    def add(self, node: list[object]) -> int:
        """The place of a node, a new one unless it is there already."""
        text = json.dumps(node)
        if text not in self.places:
            self.places[text] = len(self.nodes)
            self.nodes.append(node)
        return self.places[text]


def main() -> None:
    """Write the proof, and check it."""
    writer = ProofWriter()
    half = [cell for cell in range(SIDE * SIDE) if cell // SIDE <= cell % SIDE]
    otherwise, special = writer.answers(1 << cell_of(FIRST), 0, half)
    writer.nodes.append(["", otherwise, special])
    proof = {"game": "morpion 12x12, four in a row", "first": FIRST, "nodes": writer.nodes}
    count = check(proof)
    text = ",\n".join(json.dumps(node, separators=(",", ":")) for node in writer.nodes)
    head = json.dumps({key: value for key, value in proof.items() if key != "nodes"})[:-1]
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(f'{head}, "nodes": [\n{text}\n]}}\n', encoding="utf-8")
    print(f"{OUT}: {len(writer.nodes)} nodes, {OUT.stat().st_size:,} bytes, {count:,} moves checked")


if __name__ == "__main__":
    main()

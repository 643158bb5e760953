"""An equilibrium as a file: what every seat sees at each of its information sets, and how likely it then takes each action."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TypedDict

import numpy as np

from joute.core import settings
from joute.core.errors import JouteError
from joute.i18n import current_language
from joute.jit.struct import Float64s
from joute.search.equilibrium.cfr import Equilibrium
from joute.search.equilibrium.game_tree import GameTree


class StoredSet(TypedDict):
    """One information set with a choice."""

    number: int  # in the order in which the tree is enumerated
    seat: int
    after: list[tuple[int, str]]  # the seat's own earlier choices: at which information set, and which action
    sees: str
    policy: dict[str, float]


class StoredStrategy(TypedDict):
    """A strategy for both seats of a game, or of a position."""

    game: str
    options: Mapping[str, object]
    utility: str
    value: float  # of seat 0
    nashconv: float  # what the best responses of both seats gain together
    nodes: int
    infosets: int  # also those with a single action
    information_sets: list[StoredSet]


def stored(equilibrium: Equilibrium) -> StoredStrategy:
    """The strategy of both seats."""
    tree, game = equilibrium.tree, equilibrium.tree.game
    arrays, names = tree.arrays, {number: action.name for number, action in game.actions.items()}
    owners = np.repeat(np.arange(tree.n_infosets), np.diff(arrays.firsts))  # [sequence - 1] its information set
    after: list[list[tuple[int, str]]] = []
    found: list[StoredSet] = []
    for infoset in range(tree.n_infosets):
        parent = int(arrays.parents[infoset])
        before = int(owners[parent - 1]) if parent else None
        after.append([] if before is None else [*after[before], (before, names[int(arrays.actions[parent])])])
        first, end = arrays.firsts[infoset : infoset + 2].tolist()
        if end - first == 1:
            continue
        shares = zip(tree.actions_at(infoset), equilibrium.strategy[first:end].tolist(), strict=True)
        policy = {names[action]: round(share, 6) for action, share in shares}
        sees = game.show(tree.view(infoset), current_language())
        found.append({"number": infoset, "seat": int(arrays.seats[infoset]), "after": after[infoset], "sees": sees, "policy": policy})
    return {
        "game": game.name,
        "options": settings.changed(game.options),
        "utility": game.spec.utility,
        "value": equilibrium.value,
        "nashconv": equilibrium.gap.nashconv,
        "nodes": tree.n_nodes,
        "infosets": tree.n_infosets,
        "information_sets": found,
    }


def write(equilibrium: Equilibrium, file: Path) -> int:
    """Write the strategy as JSON; returns the number of information sets with a choice."""
    found = stored(equilibrium)
    try:
        file.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise JouteError("{file} cannot be written: {reason}", file=str(file), reason=error.strerror or str(error)) from None
    return len(found["information_sets"])


def read(tree: GameTree, file: Path) -> Float64s:
    """The strategy of a file on the tree that it was made for, to measure it again."""
    found: StoredStrategy = json.loads(file.read_text(encoding="utf-8"))
    if (found["nodes"], found["infosets"]) != (tree.n_nodes, tree.n_infosets):
        raise JouteError("{file} has the strategy of another game or position", file=str(file))
    strategy = np.ones(tree.n_sequences)
    for one in found["information_sets"]:
        first, end = tree.arrays.firsts[one["number"] : one["number"] + 2]
        shares = np.array(list(one["policy"].values()))
        strategy[first:end] = shares / shares.sum()
    return strategy

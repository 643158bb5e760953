"""COEURS-XAI, and the same for Love Letter and Diamant in small: decisions to imitate, and choices whose reason is known.

    python benchmarks/explain.py                                             # all games, as docs/explain_benchmark.md has them
    python benchmarks/explain.py coeurs --deals 12 --positions 3 --out tiny  # small
    python benchmarks/explain.py --page                                      # writes the page from what was measured in full

Every part is stored as it ends: a run that was ended goes on where it was. The same command gives the same tables and scores.
"""

import argparse
import json
import os
import platform
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from explain_page import MEASURED, PAGE, leaderboards, written
from pyarrow import Table, parquet
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

from joute.arena.statistics.estimates import mean_interval
from joute.arena.worker import rules_fingerprint
from joute.core import registry
from joute.core.rng import seed_of
from joute.explain.choice_model import TREE, ChoiceModel, model_facts, model_inputs
from joute.explain.dataset import source_of, write_decisions
from joute.explain.decision_rows import fact_columns, feature_columns
from joute.explain.decisions import TEST, TRAIN
from joute.explain.ground_truth import GroundTruth, ground_truth
from joute.explain.imitation import LabelledChoices, examples_of
from joute.explain.learners import ChoiceExamples, fit_curves, fit_rule_list, fit_tree
from joute.explain.measures.table import NoPositions, measure
from joute.jit.struct import Float64s
from joute.version import __version__

METHODS = ("shapley", "occlusion", "lime", "independent", "shap", "random")
SAMPLES, ASKED = 20_000, 1_000  # sampled worlds for each method and position; for agents that are asked view by view
TREE_LEAVES = 20
SMALL = 1 / 3  # of the positions, in the other games
POSITIONS = "positions.json"
Found = dict[str, Any]


@dataclass(frozen=True)
class Setup:
    """A game of the benchmark; the tree is fitted to the last agent."""

    title: str
    options: dict[str, Any]
    deals: int
    agents: dict[str, str]
    part: float = 1.0  # of the positions that are asked for


SETUPS = {
    "coeurs": Setup("COEURS-XAI", {"deals": 1}, 2000, {"network": "network", "ismcts": "ismcts:iterations=400,rollout=careful"}),
    "love_letter": Setup("Love Letter, 3 seats", {"seats": 3}, 200, {"ismcts": "ismcts:iterations=400,rollout=careful"}, SMALL),
    "diamant": Setup("Diamant, 3 seats", {"seats": 3}, 200, {"veteran": "veteran:iterations=300"}, SMALL),
}


class Bench:
    """One game's tables and scores in a folder; what is there already is not made again."""

    def __init__(self, name: str, asked: argparse.Namespace) -> None:
        setup = SETUPS[name]
        self.game, self.seed, self.workers = registry.game(name, **setup.options), asked.seed, asked.workers
        self.deals, self.positions = asked.deals or setup.deals, round(asked.positions * setup.part)
        self.only_stored: bool = asked.stored
        self.folder = Path(asked.out) / name
        self.folder.mkdir(parents=True, exist_ok=True)
        self.agents = {**setup.agents, TREE: f"surrogate:file={self.folder / 'tree.json'}"}
        self.results: Found = {
            "title": setup.title,
            "game": name,
            "options": setup.options,
            "agents": self.agents,
            "deals": self.deals,
            "seed": self.seed,
            "rules": rules_fingerprint(self.game),
            "versions": {"joute": __version__, "python": platform.python_version()}
            | {library: version(library) for library in ("numpy", "scikit-learn", "shap", "pyarrow")},
        }

    def run(self) -> Found:
        """All parts; the results."""
        *explained, tree = self.agents
        for agent in explained:
            self.part("decisions", agent, lambda agent=agent: self.decisions(agent))
        self.part("positions", "all", self.exact_positions)
        for agent in (None, *explained):
            self.part("attribution", agent or "careful", lambda agent=agent: self.attribution(agent))
        self.part("tree", explained[-1], lambda: self.fit(explained[-1]))
        self.part("decisions", tree, lambda: self.decisions(tree))
        self.part("attribution", tree, lambda: self.attribution(tree))
        for agent in self.agents:
            self.part("imitation", agent, lambda agent=agent: self.imitation(agent))
        return self.results

    def part(self, kind: str, agent: str, make: Callable[[], Found]) -> None:
        """One part: read if it is there and was made from the same request, else made and stored, or left out."""
        request = self.request(kind)
        file = self.folder / f"{kind}-{agent}.json"
        stored = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        if stored.get("request") != request:
            if self.only_stored:
                return
            print(f"{self.results['title']}: {kind} of {agent} ...", end="", flush=True)
            before = processor_seconds()
            stored = {"request": request, "found": make(), "processor_seconds": round(processor_seconds() - before, 1)}
            write_json(file, stored)
            print(f" {stored['processor_seconds']} s of a processor", flush=True)
        self.results.setdefault(kind, {})[agent] = stored["found"]

    def request(self, kind: str) -> Found:
        """What a part depends on."""
        shared = {name: self.results[name] for name in ("game", "options", "agents", "seed", "rules", "versions")}
        return shared | ({"positions": self.positions} if kind in ("positions", "attribution") else {"deals": self.deals})

    # --- decisions, and models that imitate them ------------------------------------------------------------------------------------------

    def decisions(self, agent: str) -> Found:
        """The table of one agent on every seat; all agents get the same deals."""
        source = source_of(self.game, [self.agents[agent]], self.seed, 0, beliefs=False, exact=False)
        file = self.folder / f"{agent}.parquet"
        card = write_decisions(self.game, source, file, self.deals, workers=self.workers, command=command_of(sys.argv))
        return {name: card[name] for name in ("games", "decisions", "rows", "splits")}

    def table(self, agent: str, split: str, columns: list[str]) -> Table:
        """Some columns of a split."""
        return parquet.read_table(self.folder / f"{agent}.parquet", columns=columns, filters=[("split", "=", split)])

    def examples(self, agent: str, split: str) -> ChoiceExamples:
        """The decisions of a split as learners read them."""
        facts = fact_columns(self.game)
        table = self.table(agent, split, ["decision", "game_id", "action", "preferred", "value", *facts])
        decisions = np.array(table["decision"].to_pylist())
        starts = np.append(0, np.flatnonzero(decisions[1:] != decisions[:-1]) + 1)
        found = LabelledChoices(
            np.stack([table[name].to_numpy().astype(np.float64) for name in facts], axis=1),
            np.diff(np.append(starts, len(decisions))),
            table["preferred"].to_numpy().astype(np.float64)[:, None],
            table["value"].to_numpy().astype(np.float64),
            np.array([int(self.game.action(name)) for name in table["action"].to_pylist()], np.int64),
            np.array(table["game_id"].to_pylist(), np.int64)[starts],
        )
        return examples_of(self.empty, found, [0])

    @property
    def empty(self) -> ChoiceModel:
        """A model of facts alone, to be fitted."""
        facts = model_facts(self.game, 0)
        return ChoiceModel(TREE, self.game.name, [fact.name for fact in facts], model_inputs(facts))

    def fit(self, agent: str) -> Found:
        """The tree that is one of the agents."""
        model = fit_tree(self.empty, self.examples(agent, TRAIN), TREE_LEAVES)
        model.save(self.folder / "tree.json")
        return {"leaves": model.size}

    def imitation(self, agent: str) -> Found:
        """How well models predict what the agent prefers in the test deals."""
        train, test = self.examples(agent, TRAIN), self.examples(agent, TEST)
        itself = self.self_agreement(agent)
        found: Found = {"itself": {"fidelity": itself, "decisions": len(test.starts)}}

        def score(name: str, shares: Float64s, size: int | None = None) -> None:
            same, lost = (
                np.add.reduceat(shares * test.played, test.starts),
                np.add.reduceat(shares * np.nan_to_num(test.regret), test.starts),
            )
            bounds = mean_interval([float(same[test.games == game].mean()) for game in np.unique(test.games)])
            valued = np.isfinite(np.fmin.reduceat(test.regret, test.starts))
            found[name] = {
                "size": size,
                "fidelity": float(same.mean()),
                "interval": None if bounds is None else list(bounds),
                "relative": float(same.mean()) / itself,
                "regret": float(lost[valued].mean()) if valued.any() else None,
            }

        score("random", 1 / np.repeat(test.sizes, test.sizes))
        score("position tree", self.position_tree(agent, test), TREE_LEAVES)
        for leaves in (3, 8, TREE_LEAVES):
            score(f"tree {leaves}", (model := fit_tree(self.empty, train, leaves)).shares(test.rows, test.starts), model.size)
        score("rules 8", (model := fit_rule_list(self.empty, train, 8)).shares(test.rows, test.starts), model.size)
        score("curves 20", (model := fit_curves(self.empty, train, 20)).shares(test.rows, test.starts), model.size)
        boosted = HistGradientBoostingClassifier(random_state=self.seed).fit(train.rows, train.played > 0)
        score("boosting", best_shares(boosted.predict_proba(test.rows)[:, 1], test))
        return found

    def position_tree(self, agent: str, test: ChoiceExamples) -> Float64s:
        """A tree from the features of the position to the action, as one would fit it to any table; the best legal action counts."""
        features = feature_columns(self.game)
        chosen = self.table(agent, TRAIN, ["preferred", "action", *features])
        chosen = chosen.filter(chosen["preferred"])
        tree = DecisionTreeClassifier(max_leaf_nodes=TREE_LEAVES, random_state=self.seed)
        tree.fit(np.stack([chosen[name].to_numpy() for name in features], axis=1), chosen["action"].to_pylist())
        asked = self.table(agent, TEST, ["action", *features])
        shares = tree.predict_proba(np.stack([asked[name].to_numpy() for name in features], axis=1))
        places = {action: place for place, action in enumerate(tree.classes_)}
        own = np.array([places.get(action, -1) for action in asked["action"].to_pylist()])
        return best_shares(np.where(own < 0, 0.0, shares[np.arange(len(own)), own]), test)

    def self_agreement(self, agent: str) -> float:
        """How often the agent prefers the same under another seed, in the test deals: the ceiling of every fidelity."""
        table = self.table(agent, TEST, ["preferred", "seat", "view", "action", "decision"])
        table = table.filter(table["preferred"])
        game = self.game.fast()
        player, same = registry.agent(self.agents[agent], game), 0
        for row in table.to_pylist():
            number = player.choose(game.position(json.loads(row["view"])), row["seat"], seed_of(self.seed, "again", row["decision"]))
            same += game.actions[number].name == row["action"]
        return same / table.num_rows

    # --- choices whose reason is known ----------------------------------------------------------------------------------------------------

    def exact_positions(self) -> Found:
        """Positions with one decisive thing, by exact solution; the values of continuations prefer the better action, too."""
        truths = list(ground_truth(self.game, self.positions, self.seed))
        stored = [truth.to_json() for truth in truths]
        write_json(self.folder / POSITIONS, {"game": self.game.name, "options": self.results["options"], "positions": stored})
        return {
            "positions": len(truths),
            "decisive": dict(Counter(truth.kind for truth in truths).most_common()),
            "things": float(np.mean([len(truth.contrast.things) for truth in truths])),
        }

    def attribution(self, agent: str | None) -> Found:
        """Every method on these positions; what is explained are the values of the agent, where it prefers the better action, too."""
        stored = json.loads((self.folder / POSITIONS).read_text(encoding="utf-8"))["positions"]
        truths = [GroundTruth.from_json(self.game, one) for one in stored]
        text, samples = self.agents[agent] if agent else None, SAMPLES if agent in (None, "network") else ASKED
        try:
            found = measure(self.game, METHODS, truths, samples, self.seed, text).to_json(command_of(sys.argv))
        except NoPositions:  # a bad agent, or few positions
            found = {"positions": [], "methods": {}}
        write_json(self.folder / f"measures-{agent or 'careful'}.json", found)
        return {"positions": len(found["positions"]), "samples": samples, "methods": found["methods"]}


def write_json(file: Path, content: Found) -> None:
    """Write what was found."""
    file.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def best_shares(scores: Float64s, examples: ChoiceExamples) -> Float64s:
    """Each decision goes to the actions of the highest score, in equal parts."""
    best = scores >= np.repeat(np.maximum.reduceat(scores, examples.starts), examples.sizes)
    shares: Float64s = best / np.repeat(np.add.reduceat(best.astype(np.float64), examples.starts), examples.sizes)
    return shares


def processor_seconds() -> float:
    """What this process and those that it started have used so far."""
    return sum(os.times()[:4])


def command_of(arguments: list[str]) -> str:
    """What was typed, to repeat it."""
    return " ".join(["python", "benchmarks/explain.py", *arguments[1:]])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="games (default: all)")
    parser.add_argument("--deals", type=int, help="deals or games of each agent (default: 2000 in Cœurs, 200 in the others)")
    parser.add_argument(
        "--positions", type=int, default=60, help="positions whose decisive thing is known, in Cœurs; a third in the others"
    )
    parser.add_argument("--seed", type=int, default=900)
    parser.add_argument("--out", default="xai", help="folder of the tables and scores")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--stored", action="store_true", help="make nothing: show the parts that are there")
    parser.add_argument("--page", action="store_true", help=f"store the results in {MEASURED.name} and write {PAGE.name}")
    asked = parser.parse_args()
    for name in asked.games or SETUPS:
        with threadpool_limits(1):  # the tables are small: more threads only wait for each other
            found = {name: Bench(name, asked).run()}
        print(leaderboards(found), flush=True)
        if asked.page:
            measured = json.loads(MEASURED.read_text(encoding="utf-8")) if MEASURED.exists() else {}
            MEASURED.write_text(json.dumps(measured | found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            PAGE.write_text(written(measured | found), encoding="utf-8")


if __name__ == "__main__":
    main()

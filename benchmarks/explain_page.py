"""The results of explain.py as leaderboards, and as the page docs/explain_benchmark.md."""

from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
MEASURED = ROOT / "benchmarks" / "explain.json"
PAGE = ROOT / "docs" / "explain_benchmark.md"
Found = dict[str, Any]
MODELS = {
    "itself": "the agent, another seed",
    "boosting": "gradient boosting on facts",
    "curves 20": "sum of 20 curves",
    "tree 20": "tree, 20 leaves",
    "tree 8": "tree, 8 leaves",
    "tree 3": "tree, 3 leaves",
    "rules 8": "list of 8 rules",
    "position tree": "tree on features of the position, 20 leaves",
    "random": "random play",
}
METHODS = {
    "shapley": "Shapley, drawn again by the game",
    "occlusion": "one thing left out, drawn again by the game",
    "lime": "LIME-like",
    "independent": "SHAP, linear, independent columns",
    "shap": "SHAP, forest, independent columns",
    "random": "random order",
}
CRITERIA = {
    "decisive_first": "decisive thing first",
    "necessity": "necessity",
    "sufficiency": "sufficiency",
    "deletion": "deletion",
    "insertion": "insertion",
    "stability": "stability",
    "things_needed": "things needed",
    "sanity": "with random values",
}


def leaderboards(found: dict[str, Found]) -> str:
    """The tables of all games."""
    return "\n\n".join(section(one) for one in found.values())


def section(found: Found) -> str:
    """One game: what the agents are, who imitates them best, and which method finds reasons."""
    parts = [f"## {found['title']}", introduction(found)]
    parts += [imitation(found)] if found.get("imitation") else []
    parts += [first_table(found)] if found.get("attribution") else []
    parts += [criteria(found)] if "careful" in found.get("attribution", {}) else []
    return "\n\n".join(parts)


def introduction(found: Found) -> str:
    """The agents, the deals and the positions, in a paragraph."""
    tables = found["decisions"]
    agents = "; ".join(f"`{name}` is `{text}`, {counted(tables[name])}" for name, text in found["agents"].items() if name in tables)
    options = ", ".join(f"{name}={value}" for name, value in found["options"].items())
    versions = ", ".join(f"{name} {value}" for name, value in found["versions"].items())
    words = f"`{found['game']}` with {options}; {found['deals']} games of each agent against itself, seed {found['seed']}. {agents}."
    return f"{words} Rules `{found['rules']}`; {versions}.{not_measured(found)}"


def not_measured(found: Found) -> str:
    """The agents of which a part is missing."""
    imitated = [name for name in found["agents"] if name not in found.get("imitation", {})]
    explained = [name for name in ("careful", *found["agents"]) if name not in found.get("attribution", {})]
    parts = [f"{what} of {', '.join(names)}" for what, names in (("imitation", imitated), ("reasons", explained)) if names]
    return f" Not measured yet: {'; '.join(parts)}." if parts else ""


def counted(table: Found) -> str:
    """How many decisions a table has."""
    splits = ", ".join(f"{name} {count}" for name, count in table["splits"].items())
    return f"{table['decisions']} decisions ({splits} deals)"


def imitation(found: Found) -> str:
    """Fidelity of each model to each agent, with its part of the agent's agreement with itself."""
    agents = list(found["imitation"])
    rows = ["| imitates by | " + " | ".join(agents) + " |", "|---|" + "---|" * len(agents)]
    rows += [
        f"| {label} | " + " | ".join(fidelity(found["imitation"][agent], name) for agent in agents) + " |" for name, label in MODELS.items()
    ]
    return "### Imitation: fidelity on the test deals (part of self-agreement; regret)\n" + "\n".join(rows)


def fidelity(scores: Found, name: str) -> str:
    """One cell."""
    one = scores[name]
    if name == "itself":
        return f"{one['fidelity']:.3f} of {one['decisions']} decisions"
    regret = "" if one["regret"] is None else f"; {one['regret']:.3g}"
    half = "" if one["interval"] is None else f" ± {(one['interval'][1] - one['interval'][0]) / 2:.3f}"
    return f"{one['fidelity']:.3f}{half} ({one['relative']:.2f}{regret})"


def first_table(found: Found) -> str:
    """How often each method ranks the decisive thing first, by whose values are explained."""
    explained = found["attribution"]
    heads = [f"{'playing on by `careful`' if name == 'careful' else name} ({one['positions']})" for name, one in explained.items()]
    rows = ["| method | " + " | ".join(heads) + " |", "|---|" + "---|" * len(heads)]
    for method, label in METHODS.items():
        cells = [mean(one["methods"][method]["decisive_first"]) if one["positions"] else "–" for one in explained.values()]
        rows.append(f"| {label} | " + " | ".join(cells) + " |")
    title = "### Reasons: the decisive thing is ranked first, by whose values are explained (positions)"
    return "\n".join([title, *rows, "", about_positions(found["positions"]["all"])])


def about_positions(made: Found) -> str:
    """What decides in the positions."""
    if "decisive" not in made:
        older = "half of the alternatives sufficed, and any kind of thing could be in the majority"
        return f"These positions are of an older generator ({older}): they are to be measured again."
    kinds = ", ".join(f"{kind} {count}" for kind, count in made["decisive"].items())
    return f"Decisive things by kind: {kinds}; {made['things']:.1f} known things in a position on average."


def criteria(found: Found) -> str:
    """All criteria where continuations are explained."""
    methods = found["attribution"]["careful"]["methods"]
    rows = ["| method | " + " | ".join(CRITERIA.values()) + " |", "|---|" + "---|" * len(CRITERIA)]
    rows += [f"| {label} | " + " | ".join(mean(methods[method][name]) for name in CRITERIA) + " |" for method, label in METHODS.items()]
    return "### All criteria, playing on by `careful`\n" + "\n".join(rows)


def mean(one: Found) -> str:
    """A mean with its standard error."""
    return f"{one['mean']:.2f} ± {one['error']:.2f}"


def written(found: dict[str, Found]) -> str:
    """The page."""
    return f"{HEADING}\n{leaderboards(found)}\n"


HEADING = """# The benchmark COEURS-XAI

Explanations of agents that can be marked: which small model predicts an agent best, and which method finds the reason of a choice if the
reason is known? `python benchmarks/explain.py --page` makes the tables, the scores and this page (a part that was made before is not made
again); another seed, number of deals or of positions makes another benchmark of the same kind. The same command gives the same results.

- **Imitation.** One table of decisions for each agent (see [Explaining agents](explain.md)), split by deal; all agents get the same deals.
  Models read the training deals; fidelity is the share of decisions in the test deals in which a model plays what the agent plays. The
  agent's agreement with itself under another seed is the ceiling: 1 in brackets is all that can be predicted. Regret is what the model's
  choice loses by the agent's own values, in its unit, for each decision. The tree that is fitted to the search is itself one of the agents.
- **Reasons.** Positions near the end in which exactly one known thing decides (see [Explaining one choice](explain_choice.md#measures)), by
  exact solution; the values that are explained must prefer the same action. In at most half of the positions the decisive thing is of the
  same kind (a card in hand, a suit that another lacks, which cards were played), so that naming a kind does not help. The values are those
  of continuations by the rule `careful`, or those of an agent, for which positions are left out that it gets wrong. All methods get the
  same number of sampled worlds: 20,000, or 1,000 for agents that are asked view by view. The sanity check (*with random values*) shuffles
  the weights of a network; elsewhere values are random weights of the outcomes.
- **A method of your own** is a function of the decision, the number of samples and a seed, which gives a number for each known thing
  (`joute/explain/measures/methods.py`); `measure(game, {"mine": method}, positions)` marks it. A model of your own reads
  `xai/coeurs/ismcts.parquet`.

± is half of the 95 % interval over deals for fidelity, and the standard error over positions for reasons.
"""

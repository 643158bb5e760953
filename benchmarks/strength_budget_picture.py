"""The curves of strength by budget: which points, where they are stored, and how they are drawn."""

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from joute.arena.statistics.estimates import elo_difference
from joute.core import registry

ROOT = Path(__file__).parent.parent
MEASURED = ROOT / "benchmarks" / "strength_by_budget.json"
Found = dict[str, Any]
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 310, 60, 16, 30, 44
CAP = 600.0  # Elo beyond which an interval is cut


@dataclass(frozen=True)
class Curve:
    """One search with growing budgets against itself with a fixed one."""

    agent: str  # with {budget} where the number goes
    budgets: tuple[int, ...]
    against: int
    games: int
    seed: int

    def text(self, budget: int) -> str:
        """The agent with that budget."""
        return self.agent.format(budget=budget)


DOUBLINGS = (25, 50, 100, 200, 400, 800, 1600, 3200)
CURVES = {
    "love_letter": Curve(
        "ismcts:iterations={budget},exploration=0.2,rollout=careful,opponents=careful,belief=inferred", DOUBLINGS, 200, 200, 2301
    ),
    "coeurs": Curve("ismcts:iterations={budget},rollout=careful,aim=win,exploration=0.35", DOUBLINGS[:-1], 200, 120, 2302),
}


def command(name: str, curve: Curve, budget: int) -> str:
    """The command that plays a point."""
    return f"joute duel {name} {curve.text(budget)} {curve.text(curve.against)} --games {curve.games} --seed {curve.seed}"


def picture_of(name: str) -> Path:
    """The file of a curve."""
    return ROOT / "docs" / f"strength-by-budget-{name}.svg"


def load() -> dict[str, Found]:
    """What has been measured, by command."""
    return json.loads(MEASURED.read_text(encoding="utf-8")) if MEASURED.exists() else {}


def points(name: str, curve: Curve, found: dict[str, Found]) -> list[tuple[int, float, float, float]]:
    """Budget, Elo and its bounds for each point that is measured."""
    rows = []
    for budget in curve.budgets:
        row = found.get(command(name, curve, budget))
        if budget == curve.against:
            rows.append((budget, 0.0, 0.0, 0.0))
        elif row is not None:
            rows.append((budget, *(_elo(share) for share in (row["mean"], *row["interval"]))))
    return rows


def _elo(share: float) -> float:
    found = elo_difference(share)
    return max(-CAP, min(CAP, math.copysign(CAP, share - 0.5) if found is None else found))


def draw(name: str, curve: Curve, found: dict[str, Found]) -> str:
    """The curve as an SVG: Elo against the fixed budget, with 95 % intervals."""
    seen = points(name, curve, found)
    low = 100 * math.floor(min((row[2] for row in seen), default=0) / 100)
    high = 100 * math.ceil(max((row[3] for row in seen), default=1) / 100)
    ends = math.log2(curve.budgets[0]), math.log2(curve.budgets[-1])

    def across(budget: int) -> float:
        return LEFT + (math.log2(budget) - ends[0]) / (ends[1] - ends[0]) * (WIDTH - LEFT - RIGHT - 16) + 8

    def down(elo: float) -> float:
        return HEIGHT - BOTTOM - (elo - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    parts = []
    for elo in range(low, high + 1, 100):
        kind = "axis" if elo == 0 else "grid"
        parts.append(f'<line class="{kind}" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{down(elo):.1f}" y2="{down(elo):.1f}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{down(elo) + 4:.1f}" text-anchor="end">{elo:+d}</text>'.replace("+0<", "0<"))
    for budget in curve.budgets:
        parts.append(f'<text x="{across(budget):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{budget}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(f'<text x="{middle}" y="{HEIGHT - 6}" text-anchor="middle">iterations per decision (each twice the one before)</text>')
    parts.append(f'<text x="{LEFT + 8}" y="{TOP - 14}">Elo against {curve.against} iterations, 95 % intervals</text>')
    track = " ".join(f"{across(budget):.1f},{down(elo):.1f}" for budget, elo, _, _ in seen)
    parts.append(f'<polyline class="curve" points="{track}"/>')
    for budget, elo, lower, upper in seen:
        parts.append(
            f'<line class="bar" x1="{across(budget):.1f}" x2="{across(budget):.1f}" y1="{down(lower):.1f}" y2="{down(upper):.1f}"/>'
            f'<circle cx="{across(budget):.1f}" cy="{down(elo):.1f}" r="4"><title>{budget}: {elo:+.0f} Elo</title></circle>'
        )
    title = f"Strength by budget in {registry.game(name).definition.title['en']}"
    style = (
        "text{font:12px system-ui,sans-serif;fill:#555}.grid{stroke:#8883}.axis{stroke:#888}"
        ".curve{fill:none;stroke:#2b6cb0;stroke-width:2}.bar{stroke:#2b6cb0;stroke-width:1.5}circle{fill:#2b6cb0}"
    )
    heading = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">'
    return "\n".join([heading, f"<title>{title}</title><style>{style}</style>", *parts, "</svg>", ""])


def table(name: str, curve: Curve, found: dict[str, Found]) -> str:
    """The points of a curve as numbers."""
    rows = ["| iterations | share | 95 % interval | Elo |", "|---|---|---|---|"]
    for budget, elo, _, _ in points(name, curve, found):
        row = found.get(command(name, curve, budget))
        if row is not None:
            low, high = row["interval"]
            rows.append(f"| {budget} | {100 * row['mean']:.1f} % | {100 * low:.1f} to {100 * high:.1f} | {elo:+.0f} |")
    return "\n".join(rows)

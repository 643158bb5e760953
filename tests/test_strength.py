"""The page about strength says what was measured."""

import runpy
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from joute.core import registry

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))
TABLE = SimpleNamespace(**runpy.run_path(str(BENCHMARKS / "strength_table.py")))
sys.path.remove(str(BENCHMARKS))  # worker processes inherit the path, and tests have modules of the same names
GAMES = TABLE.GAMES


def test_the_page_is_what_was_measured() -> None:
    assert TABLE.PAGE.read_text(encoding="utf-8") == TABLE.written(TABLE.load()), "run python benchmarks/strength.py --write"


@pytest.mark.parametrize("name", GAMES)
def test_every_line_names_agents_that_play_the_game(name: str) -> None:
    lines = TABLE.lines_of(name)
    named = {(len(others) + 1, agent) for first, others, *_ in lines.LINES for agent in (first, *others)}
    seats = registry.game(name).spec.seats
    named |= {(seats, agent) for line in lines.ANSWERS for agent in line[:2]} | {(seats, agent) for agent in lines.PLAYERS[0]}
    for table, agent in named:
        options = {"seats": table} if "seats" in registry.define(name).options.__dataclass_fields__ else {}
        assert registry.agent(agent, registry.game(name, **options)).text == agent


@pytest.mark.parametrize("name", GAMES)
def test_no_line_is_there_twice(name: str) -> None:
    lines = TABLE.lines_of(name)
    commands = [TABLE.duel_command(name, line) for line in lines.LINES] + [TABLE.answer_command(name, line) for line in lines.ANSWERS]
    assert len(set(commands)) == len(commands)


@pytest.mark.parametrize("name", GAMES)
def test_every_level_meets_the_one_below(name: str) -> None:
    met = {(first, others[0]) for first, others, *_ in TABLE.lines_of(name).LINES}
    assert {("medium", "easy"), ("hard", "medium"), ("expert", "hard")} <= met


@pytest.mark.parametrize("name", GAMES)
def test_lines_whose_settings_were_selected_are_measured_by_other_games(name: str) -> None:
    levels = [line for line in TABLE.lines_of(name).LINES if line[0] in ("medium", "hard", "expert")]
    assert {line[3] for line in levels} == {TABLE.HELD_OUT} != {TABLE.ADJUSTED}


def test_a_line_is_met_above_its_interval_missed_below_it_and_open_within() -> None:
    assert TABLE.verdict_of([0.66, 0.72], 0.65) == TABLE.verdict_of([0.65, 0.72], 0.65) == "met"
    assert TABLE.verdict_of([0.60, 0.64], 0.65) == "**missed**"
    assert TABLE.verdict_of([0.60, 0.70], 0.65) == "open", "the share may be above what is wanted by luck"


def test_games_that_selected_the_settings_decide_nothing() -> None:
    game, line = registry.game("morpion"), ("hard", ["medium"], 100, TABLE.HELD_OUT, 0.65)
    agents, figures = TABLE.texts(game, "hard", "medium"), {"share": 0.9, "interval": [0.8, 0.95]}
    old, new = (TABLE.duel_command("morpion", (*line[:3], seed)) for seed in (TABLE.ADJUSTED, TABLE.HELD_OUT))
    row = next(row for row in TABLE.duels("morpion", game, {old: {"agents": agents, **figures}}).splitlines() if "hard medium" in row)
    assert f"`{old}`" in row
    assert "selected" in row
    assert "met" not in row
    measured = {old: {"agents": agents, **figures}, new: {"agents": agents, **figures, "share": 0.85}}
    row = next(row for row in TABLE.duels("morpion", game, measured).splitlines() if "hard medium" in row)
    assert "85.0 %" in row
    assert "met" in row


@pytest.mark.parametrize("name", TABLE.CURVES)
def test_the_curves_are_drawn_from_what_was_measured(name: str) -> None:
    curve = TABLE.CURVES[name]
    assert TABLE.picture_of(name).read_text(encoding="utf-8") == TABLE.draw(name, curve, TABLE.load_budgets())
    assert all(later == 2 * earlier for earlier, later in zip(curve.budgets, curve.budgets[1:], strict=False))
    for budget in curve.budgets:
        assert registry.agent(curve.text(budget), registry.game(name)).settings.iterations == budget

"""The page about strength says what was measured."""

import runpy
from pathlib import Path
from types import SimpleNamespace

import pytest

from joute.core import registry

TABLE = SimpleNamespace(**runpy.run_path(str(Path(__file__).parent.parent / "benchmarks" / "strength_table.py")))
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

"""What is compiled before anybody waits for it."""

import pytest

import joute
from joute.arena.warmup import compile_rules
from joute.core.game import Game
from joute.games.barbu import state_json
from joute.games.barbu.contracts import Contract


def test_rules_are_compiled_with_what_a_finished_position_needs_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    """Barbu simulates the deals that are over for its score sheet: a host would wait for that code."""
    asked: list[int] = []

    def expected_points(declarer: int, hand: int, contract: int) -> int:
        assert hand.bit_count() == 8
        asked.append(contract)
        return 0

    monkeypatch.setattr(state_json, "expected_points", expected_points)
    monkeypatch.setattr(Game, "fast", lambda game: game)  # nothing is compiled here
    compile_rules(joute.game("barbu", declarers=1))
    assert asked == list(Contract)

"""Tests of games: random games in which every promise of the contract is checked, and a small game for each promise that is broken.

from joute.testing import assert_contract

def test_my_game_keeps_the_contract() -> None:
    assert_contract(joute.game("my_game.py"))
"""

from joute.testing.check import assert_contract as assert_contract
from joute.testing.check import check_game as check_game
from joute.testing.effort import Effort as Effort
from joute.testing.moment import Moment as Moment
from joute.testing.moment import Move as Move
from joute.testing.moment import replayed as replayed
from joute.testing.problem import GameFinding as GameFinding
from joute.testing.problem import Problem as Problem

"""Beliefs: shares of what is hidden, nothing where nothing is."""

import joute
from joute.core.beliefs import beliefs


def test_every_unseen_card_is_with_one_of_the_others() -> None:
    game = joute.game("coeurs")
    state = game.new(seed=2)
    seat = game.movers(state)[0]
    believed = beliefs(game, game.view(state, seat), seed=1)
    own = {action.name for action in game.legal(state, seat)}
    assert len(believed) == 24
    assert not own & set(believed)
    for holders in believed.values():
        assert f"seat {seat}" not in holders
        assert abs(sum(holders.values()) - 1) < 1e-9
        assert all(0.2 < share < 0.47 for share in holders.values()), "before the first card everybody may hold anything"


def test_an_open_game_has_no_secrets() -> None:
    game = joute.game("morpion")
    assert beliefs(game, game.view(game.new(), 0)) == {}

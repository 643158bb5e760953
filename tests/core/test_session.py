"""A session applies actions, records them and goes back."""

import joute
from joute.core.record import COMPLETE
from joute.core.session import Session


def test_applied_actions_are_recorded_and_the_record_replays() -> None:
    game = joute.game("morpion", width=3, height=3, align=3)
    session = Session.begin(game, ["human", "human"], seed=1)
    for name in ("a1", "b1", "a2", "b2", "a3"):
        mover = game.movers(session.state)[0]
        session.apply(game.check(session.state, {mover: name}))
    assert session.over
    assert session.record.ended == COMPLETE
    assert session.record.scores == game.returns(session.state)
    assert [state for state, _ in session.record.replay(game)][-1] == session.state


def test_apply_leaves_the_state_before_it_as_it_was_and_step_does_not_copy() -> None:
    game = joute.game("morpion")
    session = Session.begin(game, ["human", "human"], seed=1)
    before = session.state
    session.apply(game.check(before, {0: "f6"}))
    assert before == game.new(1)
    after = session.state
    session.step(game.check(after, {1: "g7"}))
    assert session.state is after


def test_undo_goes_back_to_before_a_decision_with_the_same_chance_to_come() -> None:
    game = joute.game("diamant", seats=2)
    session = Session.begin(game, ["human", "human"], seed=3)
    explore = game.check(session.state, {0: "explore", 1: "explore"})
    states = [session.state]
    for _ in range(2):
        session.apply(explore)
        states.append(session.state)
    assert session.last_decision(1) == 1
    session.undo(1)
    assert session.state == states[1]
    assert session.ply == 1
    session.apply(explore)
    assert session.state == states[2]

"""Checks of a move: it changes something, and only the choices of those who choose have a meaning."""

from collections.abc import Iterator
from dataclasses import replace

from joute.testing.knowledge import bare
from joute.testing.moment import Moment, Move, apply
from joute.testing.problem import Problem
from joute.testing.run import raised

ACTIONS = 40  # of a position that are tried


def check_actions(moment: Moment) -> Iterator[Problem]:
    """Every legal action can be played, and changes the position."""
    if not moment.legal:
        return
    first = {seat: actions[0] for seat, actions in moment.legal.items()}
    for seat, actions in moment.legal.items():
        for action in actions[:ACTIONS]:
            after = moment.state.copy()
            move = Move({**first, seat: action})
            try:
                apply(moment.game, after, move)
            except Exception as error:
                yield replace(raised(error, moment.game.definition, "advance"), last=move)
                return
            if bare(after) == bare(moment.state):
                values = {"action": moment.names().get(action, str(action))}
                yield Problem("actions_change_the_position", "advance", "the action {action} changes nothing", values, last=move)
                return
    if len(moment.legal) < moment.game.spec.seats:
        other = moment.state.copy()
        apply(moment.game, other, move, others=0)
        if bare(other) != bare(after):
            yield Problem("only_movers_choose", "advance", "advance reads the choice of a seat that does not choose")

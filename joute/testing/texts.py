"""Checks of what people and other programs get: pictures of positions, sentences about what happened, JSON."""

import json
from collections.abc import Iterator

from joute.core.events import Events, Step
from joute.core.state import Action
from joute.i18n import Language
from joute.testing.knowledge import different_field
from joute.testing.moment import Moment
from joute.testing.problem import Problem


def check_json(moment: Moment) -> Iterator[Problem]:
    """Positions and views go through JSON and come back as they were."""
    game = moment.game
    for state in (moment.state, *(game.view(moment.state, seat) for seat in range(-1, game.spec.seats))):
        try:
            back = game.position(json.loads(json.dumps(game.to_json(state))))
        except (TypeError, ValueError) as error:
            yield Problem(
                "positions_go_through_json",
                "to_json",
                "a position cannot be written as JSON and read again: {error}",
                {"error": str(error)},
            )
            return
        if back != state:
            values = {"field": different_field(back, state)}
            yield Problem("positions_go_through_json", "to_json", "the field {field} of a position is lost on its way through JSON", values)
            return


def check_texts(moment: Moment) -> Iterator[Problem]:
    """A position can be shown, and what happened described, to everybody in every language."""
    game = moment.game
    for seat in range(-1, game.spec.seats):
        for language in Language:
            if not isinstance(shown := game.show(game.view(moment.state, seat), language), str) or not shown:
                yield Problem("positions_are_shown", "show", "show returns {shown!r}, not a text", {"shown": shown})
                return
    if moment.before is None or not moment.moves:
        return
    move = moment.moves[-1]
    chosen = {seat: Action(number, moment.names().get(number, str(number))) for seat, number in move.choices.items()}
    events = Events(game, [Step(moment.before.state, moment.state, chosen, move.outcome)])
    for viewer in (None, *range(-1, game.spec.seats)):
        for event in events.seen_by(viewer):
            for language in Language:
                event.text(language)
            json.dumps(event.to_json())

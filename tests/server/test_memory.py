"""What is dropped is gone: at a busy server nobody has time to look for circles."""

import gc
import weakref

import pytest
from server.served import Served, wait_until

from joute.server.line import Line


@pytest.mark.parametrize("game", ["love_letter", "morpion"])
def test_a_dropped_table_and_its_lines_are_gone_at_once(server: Served, game: str) -> None:
    person = server.person()
    table = person.table(game, seats=[{"who": "me"}, {"who": "agent", "agent": "easy"}])["id"]
    hall = server.house.hall
    before = {id(one) for one in gc.get_objects() if isinstance(one, Line)}
    gc.disable()
    try:
        with person.socket(table) as line, server.stranger().socket(table) as other:
            message = line.hear("state")
            while not (message["turn"] and message["turn"]["mine"]):
                message = line.hear("update")
            line.say(type="play", answers=message["turn"]["answers"], action=message["turn"]["legal"][0])
            assert other.update("played")["by"]
            seat = weakref.ref(hall.tables[table])
            lines = [weakref.ref(one) for one in gc.get_objects() if isinstance(one, Line) and id(one) not in before]
        assert len(lines) == 2
        wait_until(lambda: not hall.tables[table].listeners)
        server.inside(lambda: hall.lose(hall.tables[table]))
        wait_until(lambda: seat() is None and all(line() is None for line in lines))
    finally:
        gc.enable()

"""An action of several steps: how the game looked after each of them, as the seat itself saw it."""

import random
from typing import Any

import pytest
from server.served import Served

from joute.core import registry
from joute.server.tables.projection import _events_and_steps

GAMES: dict[str, dict[str, Any]] = {"love_letter": {"rounds": 2}, "diamant": {}, "coeurs": {"deals": 2}, "pokemon": {}}


@pytest.mark.parametrize("name", GAMES)
def test_each_step_has_its_events_and_the_view_after_them(name: str) -> None:
    game = registry.game(name, **GAMES[name])
    state, chance, several = game.new(3), random.Random(3), 0
    while movers := game.movers(state):
        played = game.play(state, {seat: chance.choice(list(game.legal(state, seat))) for seat in movers})
        for seat in (0, 1, -1):
            events, steps = _events_and_steps(played, seat, seat)
            assert [event["text"] for event in events] == [dict(event.sentences) for event in played.seen_by(seat)]
            last = len(events) - sum(step["events"] for step in steps)
            assert last >= 0
            assert all(step["events"] > 0 for step in steps)
            views = [game.to_json(game.view(step.after, seat)) for step in played.steps]
            assert [step["view"] for step in steps] == [
                view for view, found in zip(views[:-1], played.by_step(seat)[:-1], strict=True) if found
            ]
            several += len(steps)
    assert several > 0


def test_steps_reach_the_client_from_its_own_seat_alone(server: Served) -> None:
    ada = server.person("Ada")
    table = ada.table("love_letter", seats=[{"who": "me"}, {"who": "agent", "agent": "random"}])["id"]
    found = 0
    with ada.socket(table) as line:
        mine = line.hear("state")["table"]["you"]
        while found < 5 and ada.state(table)["result"] is None:
            if ada.state(table)["turn"]["mine"]:
                ada.play(table)
            update = line.update("played")
            for step in update.get("steps", []):
                assert step["view"]["viewer"] == mine
                assert "chance" not in step["view"]
                found += 1
    assert found

"""Tables that nobody looks at any more leave the server's memory, and come back when somebody asks for them."""

from server.served import Served, left_long_ago


def test_a_table_whose_game_is_over_is_read_again_when_somebody_asks(server: Served) -> None:
    ada = server.person("Ada")
    over, open_, watched = (ada.table("morpion", seats=[{"who": "me"}, {"who": "open"}])["id"] for _ in range(3))
    bob = server.person("Bob")
    for table in (over, watched):
        bob.post(f"/api/tables/{table}/join")
        ada.say(table, type="resign")
    before = ada.state(over)
    with bob.socket(watched) as line:
        line.hear("state")
        left_long_ago(server, over, watched)
        assert set(server.services.tables.tables) >= {open_, watched}  # one is young, one is looked at
        assert over not in server.services.tables.tables
    after = ada.state(over)
    assert after["result"] == before["result"]
    assert after["seq"] == before["seq"]


def test_a_game_that_nobody_came_back_to_is_given_up(server: Served) -> None:
    ada = server.person("Ada")
    table = ada.table("morpion", seats=[{"who": "me"}, {"who": "open"}])["id"]
    left_long_ago(server, table)
    assert table not in server.services.tables.tables
    assert table not in {stored.id for stored in server.services.store.store.tables.unfinished()}

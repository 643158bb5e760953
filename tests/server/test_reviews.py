"""Reviews of finished games: judged in the background, refined while somebody looks, and any action in place of the played one."""

from collections.abc import Iterator
from typing import Any

import pytest
from server.served import Client, Served, wait_until

from joute.server import reviews

AGENT = {"who": "agent", "agent": "careful"}


def finished(person: Client, game: str, **wish: Any) -> str:
    """A game that agents have played."""
    table: str = person.table(game, seats=[AGENT, AGENT], pace=0, **wish)["id"]
    wait_until(lambda: person.state(table)["result"] is not None)
    wait_until(lambda: person.request("GET", f"/api/records/{table}").status_code == 200)
    return table


@pytest.fixture(scope="module", autouse=True)
def few_samples() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reviews, "QUICK", 200)
        patch.setattr(reviews, "FULL", 400)
        yield


@pytest.fixture(scope="module")
def ada(server: Served) -> Client:
    return server.person("Ada")


@pytest.fixture(scope="module")
def diamant(ada: Client) -> str:
    return finished(ada, "diamant", seed=3)


def test_a_review_begins_when_somebody_asks_and_is_refined_while_they_look(ada: Client, diamant: str) -> None:
    address = f"/api/records/{diamant}/review?agent=careful"
    assert ada.get(address)["status"] == "none"
    begun = ada.post(f"/api/records/{diamant}/review", {"agent": "careful"})
    assert begun["status"] in ("working", "refining")
    found = [begun]

    def done() -> bool:
        found.append(ada.get(address))
        return bool(found[-1]["status"] == "done")

    wait_until(done)
    last = found[-1]
    assert last["done"] == last["of"] == last["refined"] == len(last["decisions"])
    assert [one["done"] for one in found] == sorted(one["done"] for one in found)
    assert len(last["seats"]) == 2
    assert all(one["verdict"]["fr"] for one in last["decisions"])
    again = ada.post(f"/api/records/{diamant}/review", {"agent": "careful"})
    assert again == last  # nothing is left to do

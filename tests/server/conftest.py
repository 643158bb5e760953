"""A server for the tests of a module, over a database of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from server.served import Served, served

from joute.store import Store


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    place: Path = tmp_path_factory.mktemp("server")
    with Store.open(f"sqlite:///{place}/joute.sqlite") as store, served(store) as running:
        yield running

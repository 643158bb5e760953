"""Every test of the store runs on SQLite and on PostgreSQL."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from postgres import binaries, cluster
from sqlalchemy import create_engine, text

from joute.store import Store

_fresh = itertools.count()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    if binaries() is None:
        pytest.skip("PostgreSQL is not installed: neither pg_config nor /usr/lib/postgresql names its programs")
    with cluster() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/joute.sqlite"
    served: str = request.getfixturevalue("postgres")
    name = f"t{next(_fresh)}"  # a schema: it is there at once, a database would be copied
    engine = create_engine(served.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(text(f"CREATE SCHEMA {name}"))
    engine.dispose()
    return f"{served}?options=-csearch_path%3D{name}"


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with Store.open(url) as opened:
        yield opened

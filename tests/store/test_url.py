"""Where the database is, and what is said when it cannot be there."""

import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from joute.core.errors import BadStore
from joute.store import Store
from joute.store.database import HEAD, database_url
from joute.store.schema import metadata


def test_without_a_word_it_is_in_the_users_data_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("JOUTE_DATABASE", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "of the user"))
    with Store.open() as store:
        assert store.tournaments() == []
    assert (tmp_path / "of the user" / "joute" / "joute.sqlite").is_file()


def test_joute_database_is_a_url_or_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in (f"{tmp_path}/new/a.db", f"sqlite:///{tmp_path}/new/a.db"):
        monkeypatch.setenv("JOUTE_DATABASE", place)
        assert database_url().database == f"{tmp_path}/new/a.db"
    monkeypatch.setenv("JOUTE_DATABASE", "postgres://ada:secret@example.org/joute")
    assert database_url().drivername == "postgresql+psycopg"


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("mysql://host/x", "mysql:// is not supported; expected sqlite:///path, postgresql://"),
        ("sqlite://", "a database in memory does not last"),
        ("sqlite:///:memory:", "a database in memory does not last"),
        ("://", "the database is not a URL"),
        ("{here}", "is a directory; the database is a file in it, for instance"),
        ("{here}/file/below/a.db", "the directory .*/file/below of the database cannot be created: Not a directory"),
        ("{here}/file", "file is not a database"),
        ("postgresql://joute@127.0.0.1:1/x", "the database postgresql://joute@127.0.0.1:1/x cannot be used: .*refused"),
        ("postgresql://joute:hush@127.0.0.1:1/x", r"postgresql://joute:\*\*\*@127.0.0.1:1/x cannot be used"),
    ],
)
def test_a_place_that_will_not_do_is_refused_in_a_sentence(place: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no database " * 100)
    with pytest.raises(BadStore, match=sentence) as refusal:
        Store.open(place.format(here=tmp_path))
    assert "hush" not in str(refusal.value)


def test_a_directory_without_the_right_to_write_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: False)
    with pytest.raises(BadStore, match=f"the directory {tmp_path} of the database cannot be written"):
        Store.open(str(tmp_path / "a.db"))


def test_postgresql_without_its_driver_says_what_to_install() -> None:
    program = "import sys; sys.modules['psycopg'] = None; from joute.store import Store; Store.open('postgresql://127.0.0.1/x')"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert "PostgreSQL needs the package psycopg: pip install 'joute[postgres]'" in ended.stderr


def test_a_database_of_a_newer_joute_is_left_alone(url: str) -> None:
    with Store.open(url) as store, store._database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(BadStore, match=rf"was made by a newer Joute \(revision 9999, this one knows {HEAD}\): upgrade Joute"):
        Store.open(url)


def test_a_failed_migration_leaves_nothing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        broken.setattr("alembic.op.create_index", lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            Store.open(url)
    with Store.open(url) as store:
        assert store.tournaments() == []


def test_the_migrations_end_at_the_tables_of_the_program(store: Store) -> None:
    with store._database.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_sqlite_keeps_a_write_ahead_log_and_checks_references(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "a.db")) as store, store._database.reading() as connection:
        asked = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "foreign_keys", "synchronous")]
    assert asked == ["wal", 1, 1]

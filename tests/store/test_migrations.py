"""Databases of earlier versions are upgraded when they are opened."""

from pathlib import Path

from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

import joute.store
from joute.store import Store
from joute.store.database import HEAD, Database, database_url

MIGRATIONS = Path(joute.store.__file__).parent / "migrations"


def test_the_newest_migration_is_the_one_that_opening_looks_for() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD


def test_a_database_of_the_first_version_is_upgraded(tmp_path: Path) -> None:
    place = str(tmp_path / "old.sqlite")
    with Store.open(place):
        pass
    database = Database(database_url(place))
    with database.writing() as connection:  # as the first version left it
        for table in ("study_answers", "study_participants", "meetings_today"):
            connection.execute(text(f"DROP TABLE {table}"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    database.close()
    with Store.open(place):
        pass
    database = Database(database_url(place))
    with database.reading() as connection:
        assert inspect(connection).has_table("meetings_today")
        assert inspect(connection).has_table("study_answers")
    database.close()

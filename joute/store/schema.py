"""The tables of the database. A change here comes with a migration in `migrations/versions`."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
    }
)

_Long = BigInteger().with_variant(Integer, "sqlite")  # SQLite's INTEGER has 64 bits, and as a primary key it is the rowid


def _of(table: str, **how: str) -> ForeignKey:
    return ForeignKey(f"{table}.id", ondelete=how.get("ondelete", "CASCADE"))


agents = Table(
    "agents",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("text", Text, nullable=False),
    Column("version", Text, nullable=False),
    UniqueConstraint("text", "version"),
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("game", Text, nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", Text, nullable=False),  # a whole number of any size
    Column("format", Text, nullable=False),
    Column("openings", Text, nullable=False),
    Column("limits", JSON, nullable=False),
    Column("made", JSON, nullable=False),  # versions and machine
    Column("begun", Double, nullable=False),  # times are seconds since 1970
    Column("changed", Double, nullable=False),
)

entrants = Table(
    "entrants",
    metadata,
    Column("tournament", _of("tournaments"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("agent", _of("agents", ondelete="RESTRICT"), nullable=False),
)

meetings = Table(
    "meetings",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("tournament", _of("tournaments"), nullable=False),
    Column("entrants", Text, nullable=False),  # their numbers, each between commas: ,0,1,4,
    UniqueConstraint("tournament", "entrants"),
)

blocks = Table(
    "blocks",
    metadata,
    Column("id", _Long, primary_key=True, autoincrement=False),  # see `tournament_rows.block_id`
    Column("games", Integer, nullable=False),
    Column("faults", Integer, nullable=False),
    Column("seconds", Double, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", _Long, primary_key=True, autoincrement=False),  # see `tournament_rows.game_id`
    Column("seats", Text, nullable=False),  # the entrant on each seat: [0, 1, 4]
    Column("scores", Text, nullable=False),  # by seat: [1.0, 0.0, 0.0]
    Column("choices", Integer, nullable=False),
    Column("times", LargeBinary, nullable=False),  # see `tournament_rows`
    Column("faults", Text),  # by seat: {"0": "timeout"}
    Column("record", LargeBinary),  # see `joute.arena.record_packing`
)

ratings = Table(
    "ratings",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("tournament", _of("tournaments"), nullable=False, index=True),
    Column("made", Double, nullable=False),
    Column("ratings", JSON, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("colour", Text, nullable=False),
    Column("token", Text, nullable=False, unique=True),  # hashed
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False),
    sqlite_autoincrement=True,  # the id of a deleted person is not used again
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("options", JSON, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("status", Text, nullable=False, index=True),
    Column("created", Double, nullable=False),
    Column("changed", Double, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("table", _of("tables"), primary_key=True),
    Column("number", SmallInteger, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("person", _of("people", ondelete="SET NULL"), index=True),
    Column("agent", Text, nullable=False),
    Column("token", Text, nullable=False),  # hashed; empty: the person's own token is used, or nobody holds the seat
)

events = Table(
    "events",
    metadata,
    Column("table", _of("tables"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("event", Text, nullable=False),
)

records = Table(  # of people's games
    "records",
    metadata,
    Column("id", Text, primary_key=True),
    Column("table", _of("tables", ondelete="SET NULL"), index=True),
    Column("game", Text, nullable=False),
    Column("summary", JSON, nullable=False),
    Column("ended", Double, nullable=False, index=True),
    Column("record", LargeBinary, nullable=False),
)

players = Table(
    "players",
    metadata,
    Column("record", _of("records"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("person", _of("people", ondelete="SET NULL"), index=True),
    Column("name", Text, nullable=False),
    Column("agent", Text, nullable=False),
)

opinions = Table(
    "opinions",
    metadata,
    Column("record", _of("records"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("agent", Text, primary_key=True),
    Column("opinion", JSON, nullable=False),
)

scores = Table(
    "scores",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("partie", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("kind", Text, nullable=False, index=True),
    Column("level", Text, nullable=False),
    Column("scores", JSON, nullable=False),
    Column("written", Double, nullable=False),
)

study_participants = Table(  # of studies: no name, no address, no link to a person
    "study_participants",
    metadata,
    Column("id", Text, primary_key=True),  # random
    Column("study", Text, nullable=False, index=True),
    Column("version", Text, nullable=False),  # of the plan, and so of the text that was agreed to
    Column("arm", Text, nullable=False),
    Column("sequence", Text, nullable=False),  # which set of questions comes first
    Column("steps", Integer, nullable=False),
    Column("token", Text, nullable=False, unique=True),  # hashed
    Column("consented", Double, nullable=False),
)

study_answers = Table(
    "study_answers",
    metadata,
    Column("participant", _of("study_participants"), primary_key=True),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("phase", Text, nullable=False),
    Column("item", Text, nullable=False),
    Column("legal", Integer, nullable=False),
    Column("action", Text, nullable=False),
    Column("answer", Text, nullable=False),
    Column("correct", SmallInteger),
    Column("seconds", Double, nullable=False),
)

meetings_today = Table(  # rated games of the last day, by player and opponent
    "meetings_today",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", Text, nullable=False),
    Column("player", Text, nullable=False, index=True),
    Column("opponent", Text, nullable=False),
    Column("person", _of("people"), index=True),
    Column("at", Double, nullable=False, index=True),
)

ladder = Table(
    "ladder",
    metadata,
    Column("game", Text, primary_key=True),
    Column("player", Text, primary_key=True),
    Column("person", _of("people"), index=True),
    Column("rating", Double, nullable=False, index=True),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("changed", Double, nullable=False),
)

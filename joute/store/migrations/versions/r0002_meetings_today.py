"""Rated games of the last day, by player and opponent."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "meetings_today",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("opponent", sa.Text(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=True),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_meetings_today_person"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    for column in ("player", "person", "at"):
        op.create_index(op.f(f"ix_meetings_today_{column}"), "meetings_today", [column], unique=False)

"""Which games are rated: nobody can choose the chance, the rules, the seats or the strength of those they meet."""

from joute.server.server_messages import UnratedReason
from joute.server.tables.config import AGENT, BOT
from joute.server.tables.table import Table

LEAST_DECISIONS = 3  # of each person; no game that is played to its end has fewer


def unrated(table: Table) -> UnratedReason | None:
    """Why the result does not count on the ladder; None: it does, as far as one can know."""
    config, levels = table.config, table.game.definition.levels
    if not table.people and not table.open_seats:
        return "agents_only"
    if not config.rated:
        return "chance"
    if config.options:
        return "options"
    if any(seat.kind == BOT for seat in table.seats):
        return "bot"
    if any(seat.kind == AGENT and seat.agent not in levels for seat in table.seats):
        return "agent"
    if not config.drawn:
        return "seats"
    if table.assisted:
        return "assisted"
    if table.weakened:
        return "weakened"
    return None if table.result is None else _ended(table)


def _ended(table: Table) -> UnratedReason | None:
    """The same for a game that is over and was rated so far."""
    assert table.result is not None
    if table.result["reason"] == "aborted":
        return "aborted"
    return "short" if any(table.decided[seat] < LEAST_DECISIONS for seat in table.people) else None

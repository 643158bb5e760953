"""`joute serve`: the server, for people, agents and bots."""

from joute.cli import options
from joute.cli.options import parse_pairs
from joute.server.serving import serve


def command(
    host: options.Host = None,
    port: options.Port = None,
    database: options.Database = None,
    browser: options.Browser = True,
    more: options.ServerSettings = None,
) -> None:
    """Serve until stopped."""
    serve({"host": host, "port": port, "database": database, **parse_pairs(more)}, browser)

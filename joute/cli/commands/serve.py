"""`joute serve`: the server, for people, agents and bots."""

from joute.cli import options
from joute.cli.options import parse_pairs
from joute.core.errors import JouteError

try:
    from joute.server.serving import serve
except ModuleNotFoundError as missing:
    raise JouteError("the server needs the package {package}: pip install 'joute[server]'", package=missing.name) from missing


def command(
    host: options.Host = None,
    port: options.Port = None,
    database: options.Database = None,
    browser: options.Browser = True,
    more: options.ServerSettings = None,
) -> None:
    """Serve until stopped."""
    serve({"host": host, "port": port, "database": database, **parse_pairs(more)}, browser)

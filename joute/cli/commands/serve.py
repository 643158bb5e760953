"""`joute serve`: the server, for people, agents and bots."""

from joute.cli import options
from joute.cli.options import parse_pairs
from joute.core.errors import JouteError
from joute.explain.study.plan import read_plan

try:
    from joute.server.serving import serve
    from joute.server.settings import EVERYWHERE
except ModuleNotFoundError as missing:
    raise JouteError("the server needs the package {package}: pip install 'joute[server]'", package=missing.name) from missing


def command(
    host: options.Host = None,
    lan: options.Lan = False,
    port: options.Port = None,
    database: options.Database = None,
    browser: options.Browser = True,
    game: options.ServedGames = None,
    study: options.ServedStudies = None,
    more: options.ServerSettings = None,
) -> None:
    """Serve until stopped."""
    if lan and host is not None:
        raise JouteError("--lan listens on every address: leave out --host {host}", host=host)
    chosen = parse_pairs(more)
    if game:
        chosen["games"] = ",".join(map(str, game))
    if study:
        from joute.cli.commands.study import prepared  # here: the server itself needs no study

        for file in study:
            prepared(read_plan(file), file)
        chosen["studies"] = ",".join(map(str, study))
    serve({"host": EVERYWHERE[0] if lan else host, "port": port, "database": database, **chosen}, browser)

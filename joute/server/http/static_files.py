"""Pages: the browser client's files with preload links in its page, and the routes as a page to read."""

import json
from collections.abc import Iterator
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any

from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.requests import Request

from joute.core.state import Json
from joute.server.errors import Refused
from joute.server.services import Services

STYLE = "body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}code{font-size:.95em}dt{margin-top:1rem}"
CHUNKS = "chunks.json"  # written by the build: sources, files and imports
ENTRY = "index.html"
PAGES = {  # by the first part of the path: those that links lead to
    "": "src/pages/Home.svelte",
    "table": "src/pages/Table.svelte",
    "analysis": "src/pages/Analysis.svelte",
}
BOARD = "src/games/{game}/index.ts"
REQUESTS = {"": "/api/games"}  # of a page to the API
FOLDER = Path(__file__).parent / "static"
ENCODINGS = {"br": ".br", "gzip": ".gz"}
FOR_EVER = "public, max-age=31536000, immutable"  # names of assets change with their content
ASK_AGAIN = "no-cache"
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
}
MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Joute</title><h1>Joute</h1>
<p>The server runs, but its browser client is not built here. Programs can play: see <a href="/api/docs">/api/docs</a>.</p>
<p lang="fr">Le serveur fonctionne, mais son client n'est pas construit ici.
Les programmes peuvent jouer : voir <a href="/api/docs">/api/docs</a>.</p>
</html>"""


async def page(path: str, request: Request) -> Response:
    """What the browser asks for; a page of the client comes with links to what it will need."""
    if "text/html" in request.headers.get("accept", "") and (FOLDER / "index.html").is_file() and "." not in path:
        services: Services = request.app.state.services
        return HTMLResponse(page_with_head(FOLDER, path, services.tables.game_at(path)), headers={"cache-control": ASK_AGAIN})
    return served(path, request.headers.get("accept-encoding", ""))


def served(path: str, accepted: str, folder: Path = FOLDER) -> Response:
    """The file of that path; for any page of the client, its one HTML page."""
    file = _inside(folder, path)
    if file is None and path.rpartition("/")[2].count("."):
        raise Refused("not_found")
    index = folder / "index.html"
    if file is None and not index.is_file():
        return HTMLResponse(MISSING)
    chosen = file or index
    age = FOR_EVER if "assets" in chosen.relative_to(folder).parts else ASK_AGAIN
    return _compressed(chosen, accepted, age)


def _inside(folder: Path, path: str) -> Path | None:
    """The file, if it exists inside the folder."""
    if not path or "\0" in path:
        return None
    file = (folder / path).resolve()
    return file if file.is_relative_to(folder.resolve()) and file.is_file() else None


def _compressed(file: Path, accepted: str, age: str) -> Response:
    headers = {"cache-control": age, "vary": "accept-encoding"}
    kind = TYPES.get(file.suffix)
    for encoding, suffix in ENCODINGS.items():
        packed = file.with_name(file.name + suffix)
        if encoding in accepted and packed.is_file():
            return FileResponse(packed, headers=headers | {"content-encoding": encoding}, media_type=kind or _guess(file))
    return FileResponse(file, headers=headers, media_type=kind)


def _guess(file: Path) -> str:
    return "text/html" if file.suffix == ".html" else "application/octet-stream"


def page_with_head(folder: Path, path: str, game: str | None) -> str:
    """The client's page at that path with preload links, also for the board of a game if it is known."""
    place, _, table = path.partition("/")
    return _made(folder, (folder / ENTRY).stat().st_mtime_ns, place, table.lower() if game else "", game or "")


@lru_cache(maxsize=256)
def _made(folder: Path, _: int, place: str, table: str, game: str) -> str:
    page = (folder / ENTRY).read_text(encoding="utf-8")
    links = [_link(file) for file in _files(folder, place, game)]
    if place in REQUESTS:
        links.append(f'<link rel="preload" as="fetch" crossorigin href="{REQUESTS[place]}">')
    if game:
        links.append(f'<meta name="joute-table" content="{escape(table)} {escape(game)}">')
    return page.replace("</head>", "".join(f"  {link}\n" for link in links) + "  </head>", 1)


def _link(file: str) -> str:
    kind = "stylesheet" if file.endswith(".css") else "modulepreload"
    return f'<link rel="{kind}" crossorigin href="/{file}">'


def _files(folder: Path, place: str, game: str) -> list[str]:
    """Scripts and styles of a page and of a board, except those that the page names itself."""
    if not (folder / CHUNKS).is_file():
        return []
    chunks = json.loads((folder / CHUNKS).read_text(encoding="utf-8"))
    wanted = [PAGES[place], *([BOARD.format(game=game)] if game else [])] if place in PAGES else []
    known = set(_with_imports(chunks, ENTRY))
    return list(dict.fromkeys(file for name in wanted for file in _with_imports(chunks, name) if file not in known))


def _with_imports(chunks: dict[str, Any], name: str) -> Iterator[str]:
    """The files of a chunk and of everything it imports."""
    waiting, seen = [name], set[str]()
    while waiting:
        current = waiting.pop()
        if current in seen or current not in chunks:
            continue
        seen.add(current)
        yield chunks[current]["file"]
        yield from chunks[current].get("css", ())
        waiting += chunks[current].get("imports", ())


def api_docs(description: Json) -> str:
    """Every route of an OpenAPI description, without anything from elsewhere."""
    rows = []
    for path, methods in description["paths"].items():
        for method, route in methods.items():
            takes = ", ".join(parameter["name"] for parameter in route.get("parameters", []))
            body = " · JSON" if "requestBody" in route else ""
            rows.append(f"<dt><code>{method.upper()} {escape(path)}</code></dt><dd>{escape(route.get('summary', ''))}")
            rows.append(f"<br><small>{escape(takes)}{body}</small></dd>" if takes or body else "</dd>")
    title = escape(f"{description['info']['title']} {description['info']['version']}")
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{STYLE}</style><h1>{title}</h1>"
        f'<p>For programs: <a href="/api/openapi.json">OpenAPI</a>. Messages of tables: docs/wire.md.</p><dl>{"".join(rows)}</dl></html>'
    )

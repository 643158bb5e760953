"""The browser's client: files built beforehand, compressed where they were built so, with the right age; other pages are its own."""

from pathlib import Path

from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.requests import Request

from joute.server.errors import Refused
from joute.server.http.preload import page_with_head
from joute.server.services import House

FOLDER = Path(__file__).parent / "static"
ENCODINGS = {"br": ".br", "gzip": ".gz"}
FOR_EVER = "public, max-age=31536000, immutable"  # names of assets change with their content
ASK_AGAIN = "no-cache"
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
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
    """What the browser asks for; a person who opens a page is told at once what it will need."""
    if "text/html" in request.headers.get("accept", "") and (FOLDER / "index.html").is_file() and "." not in path:
        house: House = request.app.state.house
        return HTMLResponse(page_with_head(FOLDER, path, house.hall.game_at(path)), headers={"cache-control": ASK_AGAIN})
    return served(path, request.headers.get("accept-encoding", ""))


def served(path: str, accepted: str, folder: Path = FOLDER) -> Response:
    """The file of that path; for a page of the client, its one page."""
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
    """The file, if there is one and it lies in the folder."""
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

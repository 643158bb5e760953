"""What a page of the client will ask for, told in its head: the browser fetches it all at once, and not one after the other."""

import json
from collections.abc import Iterator
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any

CHUNKS = "chunks.json"  # written by the build: which file came from which source, and what it imports
ENTRY = "index.html"
PAGES = {"table": "src/pages/Table.svelte"}  # by the first part of the path: those that people come to by a link
BOARD = "src/games/{game}/index.ts"
ANSWERS = {"": "/api/games"}  # what the server will be asked for


def page_with_head(folder: Path, path: str, game: str | None) -> str:
    """The client's page at that path; the game is the one at the table there, if it is known."""
    place, _, table = path.partition("/")
    return _made(folder, (folder / ENTRY).stat().st_mtime_ns, place, table.lower() if game else "", game or "")


@lru_cache(maxsize=256)
def _made(folder: Path, _: int, place: str, table: str, game: str) -> str:
    page = (folder / ENTRY).read_text(encoding="utf-8")
    links = [_link(file) for file in _files(folder, place, game)]
    if place in ANSWERS:
        links.append(f'<link rel="preload" as="fetch" crossorigin href="{ANSWERS[place]}">')
    if game:
        links.append(f'<meta name="joute-table" content="{escape(table)} {escape(game)}">')
    return page.replace("</head>", "".join(f"  {link}\n" for link in links) + "  </head>", 1)


def _link(file: str) -> str:
    kind = "stylesheet" if file.endswith(".css") else "modulepreload"
    return f'<link rel="{kind}" crossorigin href="/{file}">'


def _files(folder: Path, place: str, game: str) -> list[str]:
    """Scripts and styles of a page and of a board, but not those that the page names itself."""
    if not (folder / CHUNKS).is_file():
        return []
    chunks = json.loads((folder / CHUNKS).read_text(encoding="utf-8"))
    wanted = [PAGES[place], *([BOARD.format(game=game)] if game else [])] if place in PAGES else []
    known = set(_with_imports(chunks, ENTRY))
    return list(dict.fromkeys(file for name in wanted for file in _with_imports(chunks, name) if file not in known))


def _with_imports(chunks: dict[str, Any], name: str) -> Iterator[str]:
    """The files of a chunk and of all that it imports."""
    waiting, seen = [name], set[str]()
    while waiting:
        current = waiting.pop()
        if current in seen or current not in chunks:
            continue
        seen.add(current)
        yield chunks[current]["file"]
        yield from chunks[current].get("css", ())
        waiting += chunks[current].get("imports", ())

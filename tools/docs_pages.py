"""Pages of the documentation site that are made from the code, a hook of MkDocs (mkdocs.yml).

The API, the command line, the HTTP interface, the games and the settings of the agents are generated; READMEs and examples outside of
docs/ are shown as pages; a link between two files of the repository becomes a link between their pages. Nothing is written to disk.
"""

import json
import posixpath
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import joute
from joute.core import registry, settings

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)


def mirrored() -> dict[str, str]:
    """Files outside of docs/ that are pages or pictures: path in the repository -> path in the site."""
    pages = {name: name for name in ("CONTRIBUTING.md", "CHANGELOG.md", "benchmarks/README.md")}
    pages["web/public/icon.svg"] = "icon.svg"
    for file in _files("examples", "*"):
        pages[file] = file if file.endswith(".md") else f"{file}.md"
    for game in registry.GAMES:
        folder = f"joute/games/{game}"
        pages |= {f"{folder}/README.md": f"games/{game}.md", f"{folder}/rules.en.md": f"games/{game}_rules.md"}
        pages[f"{folder}/rules.fr.md"] = f"fr/games/{game}.md"
    return pages


def _files(folder: str, pattern: str) -> Iterator[str]:
    for path in sorted((ROOT / folder).rglob(pattern)):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(ROOT).as_posix()


MIRRORED = mirrored()
SOURCES = {place: path for path, place in MIRRORED.items()}  # path in the site -> path in the repository


def site_path(path: str) -> str | None:
    """The page, or the file of the site, that shows a file of the repository."""
    if path in ("README.md", "README.fr.md"):
        return "index.md" if path == "README.md" else "fr/index.md"
    return path.removeprefix("docs/") if path.startswith("docs/") else MIRRORED.get(path)


def on_files(files: "Files", config: "MkDocsConfig") -> "Files":
    """Add the pages that are not in docs/."""
    from mkdocs.structure.files import File

    for path, place in MIRRORED.items():
        if place == f"{path}.md":
            files.append(File.generated(config, place, content=_source_page(path)))
        else:
            files.append(File.generated(config, place, abs_src_path=str(ROOT / path)))
        if path.startswith("joute/games"):
            folder = posixpath.dirname(path)
            for picture in _files(f"{folder}/pictures", "*.svg"):
                copy = posixpath.join(posixpath.dirname(place), "pictures", posixpath.basename(folder), posixpath.basename(picture))
                files.append(File.generated(config, copy, abs_src_path=str(ROOT / picture)))
    for place, make in GENERATED.items():
        files.append(File.generated(config, place, content=make()))
    return files


def _source_page(path: str) -> str:
    text = (ROOT / path).read_text(encoding="utf-8").rstrip()
    language = {".py": "python", ".js": "javascript"}.get(posixpath.splitext(path)[1], "text")
    return f"# {posixpath.basename(path)}\n\n`{path}`\n\n````{language}\n{text}\n````\n"


def on_page_markdown(markdown: str, page: "Page", config: "MkDocsConfig", files: "Files") -> str:
    """Turn links between files of the repository into links between pages; what has no page stays as text."""
    place = page.file.src_uri
    source = SOURCES.get(place, f"docs/{place}")
    if place.endswith((".py.md", ".js.md")):
        return markdown

    def moved(link: "re.Match[str]") -> str:
        picture, text, target, anchor = link.groups()
        if ":" in target:
            return link[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        found = site_path(path)
        if path.startswith("joute/games") and picture:
            found = posixpath.join(posixpath.dirname(place), "pictures", path.split("/")[2], posixpath.basename(path))
        if found is None:
            return text if (ROOT / path).exists() else link[0]
        return f"{picture}[{text}]({posixpath.relpath(found, posixpath.dirname(place))}{anchor or ''})"

    parts = CODE.split(markdown)
    return "".join(part if place % 2 else LINK.sub(moved, part) for place, part in enumerate(_without_comments(parts)))


def _without_comments(parts: list[str]) -> list[str]:
    return [part if place % 2 else re.sub(r"<!--.*?-->\n?", "", part, flags=re.DOTALL) for place, part in enumerate(parts)]


def on_page_context(context: Any, page: "Page", config: "MkDocsConfig", nav: object) -> Any:
    """Pages in French have French labels, and say so to browsers."""
    config.theme["language"] = "fr" if page.file.src_uri.startswith("fr/") else "en"
    return context


def cell(text: object) -> str:
    """A text inside a table."""
    return str(text).replace("|", "\\|").replace("\n", " ")


def table(header: str, rows: list[list[object]]) -> str:
    """A table whose header is given with bars between the columns."""
    columns = header.split("|")
    lines = [columns, ["---"] * len(columns), *[[cell(text) for text in row] for row in rows]]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def api_page() -> str:
    """Every public name of `joute`, with its docstring."""
    names = [name for name in dir(joute) if not name.startswith("_")]
    errors = [name for name in names if isinstance(getattr(joute, name), type) and issubclass(getattr(joute, name), Exception)]
    classes = [name for name in names if isinstance(getattr(joute, name), type) and name not in errors]
    functions = [name for name in names if name not in errors and name not in classes]
    text = (
        "# Public API\n\n`import joute` is enough: every name here is `joute.<name>`. What is not on this page may change without notice.\n"
    )
    for title, group in {"Functions": functions, "Classes": classes, "Errors": errors}.items():
        text += f"\n## {title}\n\n" + "\n\n".join(f"::: joute.{name}" for name in group) + "\n"
    return text


def cli_page() -> str:
    """Every command with its arguments and options."""
    from joute.cli.app import COMMANDS, load_command

    text = (
        "# Command line\n\n`joute` alone opens the table in the browser. `--lang en` or `--lang fr` selects the language of any command,\n"
        "`--json` prints a result as JSON, and `joute COMMAND --help` prints what is here.\n\n"
    )
    text += table("command|what it does", [[f"[`{name}`](#joute-{name})", said] for name, said in COMMANDS.items()]) + "\n"
    for name, said in COMMANDS.items():
        command = load_command(name)
        text += f"\n## joute {name}\n\n{said}\n\n{_command_text(f'joute {name}', command)}"
        for sub in getattr(command, "commands", {}).values():
            text += f"\n### joute {name} {sub.name}\n\n{sub.help or ''}\n\n{_command_text(f'joute {name} {sub.name}', sub)}"
    return text


def _command_text(call: str, command: Any) -> str:
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    options = [one for one in command.params if one.param_type_name == "option" and one.name != "help"]
    placeholders = ["COMMAND"] if hasattr(command, "commands") else [_argument(one) for one in arguments]
    usage = " ".join([call, *placeholders, *(["[OPTIONS]"] if options else [])])
    rows: list[list[object]] = [[f"`{one.metavar or one.name.upper()}`", _meaning(one), ""] for one in arguments]
    for one in options:
        names = ", ".join(
            f"`{name}{'' if one.is_flag or not one.metavar else ' ' + one.metavar}`" for name in sorted(one.opts, key=len)[::-1]
        )
        default = (
            ""
            if one.default is None or one.default is False or one.default in ("", ()) or callable(one.default)
            else f"`{getattr(one.default, 'value', one.default)}`"
        )
        rows.append([names, _meaning(one), default])
    return f"```sh\n{usage}\n```\n\n" + (table("argument or option|meaning|default", rows) + "\n" if rows else "")


def _argument(argument: Any) -> str:
    name = (argument.metavar or argument.name.upper()) + ("..." if argument.nargs == -1 else "")
    return name if argument.required else f"[{name}]"


def _meaning(parameter: Any) -> str:
    choices = getattr(parameter.type_descriptor.annotation, "__members__", None)
    if choices:
        return f"{parameter.help} ({', '.join(f'`{one.value}`' for one in choices.values())})"
    if parameter.min is None and parameter.max is None:
        return parameter.help or ""
    limits = f"{parameter.min} or more" if parameter.max is None else f"{parameter.min} to {parameter.max:,}"
    return f"{parameter.help} ({limits})"


def games_page() -> str:
    """Every game with its nature and its options."""
    text = '# Games and options\n\nOptions are given as `-o width=15` and, in Python, as `joute.game("morpion", width=15)`.\n'
    for name in sorted(registry.GAMES):
        game = joute.game(name)
        text += f"\n## {game.definition.title['en']} (`{name}`)\n\n{game.spec.nature['en'].capitalize()}. "
        text += f"[Rules](../games/{name}.md).\n\n"
        rows: list[list[object]] = [
            [f"`{row.name}`", f"`{row.default}`" if row.default != "" else "", row.allowed, row.meaning]
            for row in settings.table(game.definition.options)
        ]
        text += table("option|default|allowed|meaning", rows) + "\n"
    return text


def agents_page() -> str:
    """Every agent with the games it plays and all its settings."""
    from joute.cli.commands.agents import all_agents

    text = (
        "# Agents and settings\n\nAn agent is named by a text: its name, or `name:setting=value,setting=value`, as in\n"
        "`ismcts:iterations=500,rollout=careful`. Every game also has the levels `easy`, `medium`, `hard`, `expert` and mostly `master`;\n"
        "[Strength](../strength.md) says what they stand for and measures them. [Algorithms](../algorithms.md) explains the searches.\n"
    )
    for row in all_agents():
        games = "every game" if len(row["games"]) == len(registry.GAMES) else ", ".join(row["games"])
        text += f"\n## {row['agent']}\n\n{row['summary']['en'].capitalize()}. Plays {games}.\n"
        rows: list[list[object]] = [
            [f"`{one['name']}`", f"`{one['default']}`" if one["default"] != "" else "", one["allowed"], one["meaning"]]
            for one in row["settings"]
        ]
        text += "\n" + table("setting|default|allowed|meaning", rows) + "\n" if rows else ""
    return text


def http_page() -> str:
    """Every route of the server, from its OpenAPI description."""
    from joute.server.http.app import build
    from joute.server.settings import ServerSettings
    from joute.store.store import Store

    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(f"{folder}/joute.db")
        described: Mapping[str, Any] = build(ServerSettings(), store).openapi()
        store.close()
    text = (
        "# HTTP\n\nThe routes of `joute serve`, from its OpenAPI description, which a running server gives at `/api/openapi.json`.\n"
        "Live games use a WebSocket or server-sent events: [Messages of a table](../wire.md).\n"
    )
    for path, methods in described["paths"].items():
        for method, route in methods.items():
            text += f"\n## {method.upper()} {path}\n\n{route.get('summary', '')}\n"
            rows: list[list[object]] = [
                [f"`{one['name']}`", one["in"], _schema(one["schema"]), "yes" if one.get("required") else "no"]
                for one in route.get("parameters", [])
            ]
            text += "\n" + table("parameter|in|type|required", rows) + "\n" if rows else ""
            for kind, body in route.get("requestBody", {}).get("content", {}).items():
                text += f"\nBody (`{kind}`): {_schema(body.get('schema', {}))}\n"
    text += "\n## Types\n" if described.get("components", {}).get("schemas") else ""
    for name, schema in described.get("components", {}).get("schemas", {}).items():
        required = schema.get("required", [])
        fields: list[list[object]] = [
            [f"`{field}`", _schema(one), "yes" if field in required else "no", one.get("description", "")]
            for field, one in schema.get("properties", {}).items()
        ]
        text += f"\n### {name}\n\n{schema.get('description', '')}\n\n" + (
            table("field|type|required|meaning", fields) + "\n" if fields else ""
        )
    return text


def _schema(schema: Mapping[str, Any]) -> str:
    """A JSON schema in a few words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(_schema(one) for one in schema["anyOf"])
    if "enum" in schema or "const" in schema:
        return ", ".join(f"`{json.dumps(one)}`" for one in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return f"list of {_schema(schema.get('items', {}))}"
    return str(schema.get("type", "any"))


GENERATED: dict[str, Callable[[], str]] = {
    "reference/api.md": api_page,
    "reference/cli.md": cli_page,
    "reference/games.md": games_page,
    "reference/agents.md": agents_page,
    "reference/http.md": http_page,
}

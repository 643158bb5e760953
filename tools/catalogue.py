"""The French catalogue: finds the texts for people in the source, and keeps joute/i18n/locale/fr/LC_MESSAGES/joute.po in step with them.

`python tools/catalogue.py` adds new texts with an empty translation, deletes those that are no longer used, compiles the catalogue,
and lists what has no translation. With `--check` it writes nothing and fails if there is anything to do;
`--compile` does nothing else.

A text for people is: the sentence of `say` or `say_in_every_language`, both sentences of `say_count`, the first argument of an error,
the meaning of a `setting`, the `help` and the `metavar` of an option of the command line, the `summary` of an agent, the comments in a
bot's starter, and every text in a constant, or for a field of a class, that is annotated with `Sentence`.
"""

import argparse
import ast
import io
import os
import re
import string
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
SOURCES, CATALOGUES = ROOT / "joute", ROOT / "joute" / "i18n" / "locale"
PO = CATALOGUES / "fr" / "LC_MESSAGES" / "joute.po"
HEADER = r"""# French texts of Joute. `python tools/catalogue.py` adds and deletes entries; the translations are written by hand.
msgid ""
msgstr ""
"Language: fr\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\n"

"""
SAYING = ("say", "say_in_every_language")
STARTERS = SOURCES / "bots" / "starters"
COMMENT = re.compile(r'(?<=""")[^"\n]+(?=""")|(?<=# ).+|(?m:(?<=^// ).+)')  # in a starter of a bot, as in joute/bots/starter.py
Text = str | tuple[str, str]  # a sentence, or its singular and its plural


def texts_of_source() -> set[Text]:
    """Every text for people in the package."""
    comments = {text for file in STARTERS.iterdir() if file.is_file() for text in COMMENT.findall(file.read_text(encoding="utf-8"))}
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in sorted(SOURCES.rglob("*.py"))]
    errors, fields = error_classes(trees), sentence_fields(trees)
    nodes = [node for tree in trees for node in ast.walk(tree)]
    return comments | {text for node in nodes for text in (*texts_of(node, errors), *texts_of_fields(node, fields))}


def error_classes(trees: list[ast.Module]) -> set[str]:
    """`JouteError` and the classes derived from it, by name."""
    classes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    found, size = {"JouteError"}, 0
    while size < len(found):
        size = len(found)
        found |= {node.name for node in classes for base in node.bases if isinstance(base, ast.Name) and base.id in found}
    return found


def sentence_fields(trees: list[ast.Module]) -> dict[str, list[bool]]:
    """The classes with fields annotated with `Sentence`, by name: which of their fields are."""
    found = {}
    for node in (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
        fields = ["Sentence" in ast.unparse(part.annotation) for part in node.body if isinstance(part, ast.AnnAssign)]
        if any(fields):
            found[node.name] = fields
    return found


def texts_of_fields(node: ast.AST, fields: dict[str, list[bool]]) -> Iterator[Text]:
    """The texts that a call gives to fields annotated with `Sentence`, in the order of the fields."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=arguments) if name in fields:
            given = zip(arguments, fields[name], strict=False)
            yield from (text for argument, is_sentence in given if is_sentence for text in constants(argument))


def texts_of(node: ast.AST, errors: set[str]) -> Iterator[Text]:
    """The texts for people that a node of the syntax tree holds itself."""
    match node:
        case ast.Call(func=ast.Name(id="say_count"), args=[ast.Constant(value=str(one)), ast.Constant(value=str(many)), *_]):
            yield one, many
        case ast.Call(func=ast.Name(id="setting"), args=[_, meaning, *_]):
            yield from constants(meaning)
        case ast.Call(func=ast.Name(id=name), args=[sentence, *_]) if name in SAYING or name in errors:
            yield from constants(sentence)
        case ast.ClassDef(body=body):
            summaries = [part.value for part in body if isinstance(part, ast.Assign) and ast.unparse(part.targets[0]) == "summary"]
            yield from (text for summary in summaries for text in constants(summary))
        case ast.AnnAssign(annotation=annotation, value=ast.expr() as value) if "Sentence" in ast.unparse(annotation):
            yield from constants(value)
    if isinstance(node, ast.Call):
        yield from (text for keyword in node.keywords if keyword.arg in ("help", "metavar") for text in constants(keyword.value))


def constants(node: ast.expr) -> Iterator[str]:
    """The texts that an expression can be: a constant, either branch of a condition, the values of a dictionary or a sequence."""
    match node:
        case ast.JoinedStr():
            raise SystemExit(f"an f-string cannot be translated; use placeholders: {ast.unparse(node)}")
        case ast.Constant(value=str(text)) if text:
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            parts = [body, orelse]
            yield from (text for part in parts for text in constants(part))
        case ast.Dict(values=values) | ast.Tuple(elts=values) | ast.List(elts=values):
            yield from (text for value in values for text in constants(value))


def updated(old: Catalog, texts: set[Text]) -> Catalog:
    """The catalogue of exactly these texts, with the translations that were there."""
    new = Catalog(locale="fr")
    for text in texts:
        before = old.get(text)
        kept = before.string if before is not None and isinstance(before.id, tuple) is isinstance(text, tuple) else ""
        new.add(text, kept)
    return new


def written(catalogue: Catalog) -> str:
    """The catalogue as the text of its file, sorted, so that two authors rarely change the same place."""
    out = io.BytesIO()
    write_po(out, catalogue, width=0, no_location=True, omit_header=True, sort_output=True, ignore_obsolete=True)
    return HEADER + out.getvalue().decode().strip() + "\n"


def faults(catalogue: Catalog) -> list[str]:
    """What is wrong with the translations: missing, not reviewed, or with other placeholders than the English."""
    return [fault for message in catalogue if message.id for fault in faults_of(message)]


def faults_of(message: Message) -> Iterator[str]:
    """What is wrong with one translation."""
    english, french = forms(message.id), forms(message.string)
    if not all(french):
        yield f"no French: {english[0]}"
    elif message.fuzzy:
        yield f"marked fuzzy: {english[0]}"
    elif any(placeholders(text) != placeholders(english[-1]) for text in (french if len(english) == 1 else french[1:])):
        yield f"other placeholders than in English: {french[-1]}"


def forms(text: object) -> list[str]:
    """A sentence alone, or its singular and its plural."""
    return [str(form or "") for form in text] if isinstance(text, (list, tuple)) else [str(text or "")]


def placeholders(text: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def read(file: Path = PO) -> Catalog:
    """The catalogue in a file."""
    with file.open("rb") as source:
        return read_po(source, locale="fr")


def compile_catalogues(folder: Path = CATALOGUES) -> None:
    """Compile the catalogues that changed since they were compiled last; safe in several processes at once."""
    for source in folder.glob("*/LC_MESSAGES/*.po"):
        compiled = source.with_suffix(".mo")
        if compiled.is_file() and compiled.stat().st_mtime_ns >= source.stat().st_mtime_ns:
            continue
        partial = compiled.with_suffix(f".{os.getpid()}")
        with partial.open("wb") as out:
            write_mo(out, read(source))
        os.replace(partial, compiled)


def main(arguments: list[str]) -> int:
    """Update the catalogue, or only check it; 1 if something is left to do."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the catalogue is not complete")
    parser.add_argument("--compile", action="store_true", help="only compile what changed")
    chosen = parser.parse_args(arguments)
    if chosen.compile:
        compile_catalogues()
        return 0
    checking = chosen.check
    catalogue = updated(read(), texts_of_source())
    text, left = written(catalogue), faults(catalogue)
    stale = text != PO.read_text(encoding="utf-8")
    if stale and checking:
        left.append("the entries differ from the texts in the source")
    elif stale:
        PO.write_text(text, encoding="utf-8")
    if not checking:
        compile_catalogues()
    for fault in sorted(left):
        print(fault)
    if left:
        print(f"Run python tools/catalogue.py, then write the French behind each empty msgstr of {PO.relative_to(ROOT)}, and run it again.")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

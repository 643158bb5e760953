"""Names follow docs/glossary.md: retired words are in no module or class name, and no class name means two things."""

import ast
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
FILES = sorted((ROOT / "joute").rglob("*.py"))
RETIRED = {
    "ahead", "audience", "behind", "brain", "busy", "chair", "desk", "dice", "doors", "face", "fallen", "guest", "guide", "hall",
    "happening", "happenings", "house", "keeping", "kept", "lot", "making", "notebook", "ongoing", "oracle", "passage",
    "placing", "pushing", "reception", "rival", "rivals", "rulebook", "showing", "sight", "sitting", "talk", "tensors", "terms",
    "thinkers", "thought", "told", "wish", "woven",
}  # fmt: skip
ALLOWED = {"double_oracle", "notebook", "notebook_html"}  # terms of art


def words(name: str) -> set[str]:
    """The words of a module's or a class's name."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def classes(file: Path) -> list[str]:
    return [node.name for node in ast.parse(file.read_text(encoding="utf-8")).body if isinstance(node, ast.ClassDef)]


def test_module_and_class_names_avoid_retired_words() -> None:
    named = {str(file.relative_to(ROOT)): file.stem for file in FILES}
    named |= {f"{file.relative_to(ROOT)}:{name}": name for file in FILES for name in classes(file)}
    wrong = {place: found for place, name in named.items() if snake(name) not in ALLOWED and (found := words(name) & RETIRED)}
    assert not wrong


def test_no_class_name_is_defined_twice() -> None:
    places = defaultdict(list)
    for file in FILES:
        for name in classes(file):
            places[name].append(str(file.relative_to(ROOT)))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_the_glossary_lists_every_word_once() -> None:
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|", (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"), re.MULTILINE)
    concepts = [concept for concept, _ in rows]
    assert len(concepts) == len(set(concepts)) > 20


def test_prose_avoids_the_retired_dialect() -> None:
    dialect = re.compile(r"\b(by lot|so many|whoever|told|kept|machine code|same eyes|woven|scratch paper|fallen)\b", re.IGNORECASE)
    files = [
        *FILES,
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/**/*.md"),
        *(ROOT / "web" / "src").rglob("*.ts"),
        *(ROOT / "web" / "src").rglob("*.svelte"),
    ]
    found = {}
    for file in files:
        if file.name in ("glossary.md",):  # it lists them
            continue
        if hits := [match.group(0) for match in dialect.finditer(file.read_text(encoding="utf-8"))]:
            found[str(file.relative_to(ROOT))] = len(hits)
    assert not found

"""Battles with more cards: the modules of the game are loaded once more, for the cards of a file.

Rules read their tables as constants, so that they compile to fast code; other tables therefore need modules of their own. Their package is
named by its cards, so that compiled code is cached for them too.
"""

import hashlib
import importlib
import re
import sys
import threading
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

from joute.core.definition import AnyDefinition
from joute.games.pokemon.card_file import read_cards, text_of
from joute.games.pokemon.cards import MADE_FOR

HERE = Path(__file__).parent
SHARED = re.compile(rb"joute\.games\.pokemon\b(?!\.(?:card_file|cards|variant)\b)")  # every other module is loaded once more
PREFIX = "joute.games.pokemon_"

_lock = threading.RLock()


class VariantLoader(SourceFileLoader):
    """Loads a module of the game as one of a variant's package."""

    def get_code(self, fullname: str) -> CodeType:
        """The code with the variant's package for that of the game."""
        package = ".".join(fullname.split(".")[:3]).encode()
        return compile(SHARED.sub(package, Path(self.path).read_bytes()), self.path, "exec", dont_inherit=True)


class VariantFinder(MetaPathFinder):
    """Finds the modules of variants beside those of the game."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Where a module of a variant comes from."""
        if not fullname.startswith(PREFIX):
            return None
        file = HERE.joinpath(*fullname.split(".")[3:])
        folder = [str(file)] if file.is_dir() else None
        source = file / "__init__.py" if folder else file.with_suffix(".py")
        loader = VariantLoader(fullname, str(source))
        return spec_from_file_location(fullname, source, loader=loader, submodule_search_locations=folder) if source.is_file() else None


def definition_for(options: Mapping[str, object]) -> tuple[AnyDefinition, Mapping[str, object]] | None:
    """The game with the cards that the options name, and the options with the cards themselves; None without any.

    Records keep these options, so that they replay where the file is not.
    """
    given = str(options.get("cards", ""))
    if not given:
        return None
    text = text_of(given)
    package = PREFIX + hashlib.sha256(text.encode()).hexdigest()[:16]
    with _lock:
        if package not in MADE_FOR:
            MADE_FOR[package] = read_cards(text, "cards" if text == given else given)
            if not any(isinstance(finder, VariantFinder) for finder in sys.meta_path):
                sys.meta_path.insert(0, VariantFinder())  # before the one that follows the path of the package
        definition: AnyDefinition = importlib.import_module(package).DEFINITION
    return definition, {**options, "cards": text}

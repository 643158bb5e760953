"""What is needed to repeat a result: seed, rules, versions and command."""

import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

from joute.arena.worker import rules_fingerprint
from joute.core import settings
from joute.core.game import Game
from joute.core.rng import plain_seed
from joute.core.state import Json
from joute.version import __version__

LEARNERS = ("scikit-learn", "interpret-core", "shap")  # libraries whose versions may change a model or a baseline


def provenance(game: Game, seed: int, command: str = "", libraries: Sequence[str] = ()) -> Json:
    """The game with its rules, the seed, the versions and the command, as JSON."""
    return {
        "game": game.name,
        "options": settings.changed(game.options),
        "rules": rules_fingerprint(game),
        "seed": plain_seed(seed),
        "versions": {"joute": __version__, "python": sys.version.split()[0], **installed("numpy", *libraries)},
        "command": command,
    }


def installed(*libraries: str) -> dict[str, str]:
    """The versions of those libraries that are installed."""
    found = {}
    for library in libraries:
        try:
            found[library] = version(library)
        except PackageNotFoundError:
            continue
    return found

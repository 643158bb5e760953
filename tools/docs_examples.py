"""Examples of docstrings as code on the pages of the API: an extension of Griffe, which reads the docstrings (mkdocs.yml)."""

import re
from typing import Any

from griffe import Extension, Object

EXAMPLE = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.DOTALL | re.MULTILINE)


class Examples(Extension):
    """Puts a fence around every session of a docstring."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Change the docstring before it becomes a page."""
        if obj.docstring and ">>> " in obj.docstring.value:
            obj.docstring.value = EXAMPLE.sub(lambda session: f"```pycon\n{session[0].rstrip()}\n```", obj.docstring.value)

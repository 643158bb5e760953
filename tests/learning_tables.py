"""The generated tables of docs/learning.md: `python tests/learning_tables.py` writes them, a test compares them."""

from pathlib import Path
from typing import Any

from joute.core import settings
from joute.learning.distil.training import DistilSettings
from joute.learning.dqn.learner import TrainSettings
from joute.learning.expert.settings import ExpertSettings
from joute.learning.ppo.settings import PpoSettings

PAGE = Path(__file__).parent.parent / "docs" / "learning.md"
TABLES: dict[str, type[Any]] = {
    "settings": TrainSettings,
    "settings of ppo": PpoSettings,
    "settings of distil": DistilSettings,
    "settings of expert": ExpertSettings,
}


def written() -> str:
    """The page with its tables generated."""
    page = PAGE.read_text(encoding="utf-8")
    for name, owner in TABLES.items():
        opening, closing = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        rows = ["| setting | default | allowed | meaning |", "|---|---|---|---|"]
        rows += [f"| `{row.name}` | {row.default} | {row.allowed} | {row.meaning} |" for row in settings.table(owner)]
        before, _, rest = page.partition(opening)
        page = f"{before}{opening}{chr(10).join(rows)}\n{closing}{rest.partition(closing)[2]}"
    return page


if __name__ == "__main__":
    PAGE.write_text(written(), encoding="utf-8")

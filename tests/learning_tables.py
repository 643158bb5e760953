"""The generated table of docs/learning.md: `python tests/learning_tables.py` writes it anew, a test holds the page to it."""

from pathlib import Path

from joute import settings
from joute.learning.dqn import TrainSettings

PAGE = Path(__file__).parent.parent / "docs" / "learning.md"
OPENING, CLOSING = "<!-- settings -->\n", "<!-- end of settings -->"


def written() -> str:
    """The page with its table made anew."""
    rows = ["| setting | default | allowed | meaning |", "|---|---|---|---|"]
    rows += [f"| `{row.name}` | {row.default} | {row.allowed} | {row.meaning} |" for row in settings.table(TrainSettings)]
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(OPENING)
    return f"{before}{OPENING}{chr(10).join(rows)}\n{CLOSING}{rest.partition(CLOSING)[2]}"


if __name__ == "__main__":
    PAGE.write_text(written(), encoding="utf-8")

"""The READMEs' tables, made from the data."""

from joute.core import settings
from joute.games.love_letter.cards import COPIES, EFFECTS, ENGLISH, FRENCH, KINDS
from joute.games.love_letter.options import LoveLetterOptions


def table_of_cards() -> str:
    """Every card with its copies and its effect."""
    rows = [f"| {kind} | {ENGLISH[kind]} | {FRENCH[kind]} | {COPIES[kind]} | {EFFECTS['en'][kind]} |" for kind in range(KINDS)]
    return "\n".join(["| value | card | carte | copies | effect |", "|---|---|---|---|---|", *rows])


def french_table_of_cards() -> str:
    """Every card with its copies and its effect, for the rules in French."""
    rows = [f"| {kind} | **{FRENCH[kind]}** ×{COPIES[kind]} | {EFFECTS['fr'][kind]} |" for kind in range(KINDS)]
    return "\n".join(["| n° | carte | effet |", "|---|---|---|", *rows])


def table_of_options() -> str:
    """Every option with its default."""
    rows = [f"| `{line.name}` | {line.default} | {line.allowed} | {line.meaning} |" for line in settings.table(LoveLetterOptions)]
    return "\n".join(["| option | default | allowed | meaning |", "|---|---|---|---|", *rows])

"""The state as text: names of actions, the path, the odds of the next card, and everybody's gems."""

from joute.games.diamant.cards import FIRST_RELIC, FIRST_TRAP
from joute.games.diamant.options import DiamantOptions
from joute.games.diamant.rules import EXPLORE, RETURN, cards_left, deadly_cards, relics_on_path, worth_of_path_relics
from joute.games.diamant.state import DiamantState
from joute.games.diamant.strings import gems, members, relics, result, signed, trap

CARDS_IN_A_ROW = 12


def names(options: DiamantOptions) -> dict[int, str]:
    """The name of every action."""
    return {EXPLORE: "explore", RETURN: "return"}


def local_names(options: DiamantOptions, language: str) -> dict[int, tuple[str, ...]]:
    """The names that people read."""
    return {EXPLORE: ("explorer",), RETURN: ("rentrer",)} if language == "fr" else {}


def show(state: DiamantState, viewer: int | None, language: str) -> str:
    """The round, the path, the odds of the next card, and a row for each seat."""
    if state.round == state.rounds:
        return "\n".join([result(state, language), *_table(state, viewer, language)])
    return "\n".join([_heading(state, language), *_cave(state, language), "", *_table(state, viewer, language)])


def _heading(state: DiamantState, language: str) -> str:
    if language == "fr":
        return f"Manche {state.round + 1} sur {state.rounds}"
    return f"Round {state.round + 1} of {state.rounds}"


def _cave(state: DiamantState, language: str) -> list[str]:
    french = language == "fr"
    cards = [signed(kind, state.edition) for kind in state.path[: state.steps].tolist()] or ["—"]
    rows = ["  ".join(cards[first : first + CARDS_IN_A_ROW]) for first in range(0, len(cards), CARDS_IN_A_ROW)]
    lines = [f"{label:<8}{row}" for label, row in zip(["Chemin" if french else "Path", *[""] * len(rows)], rows, strict=False)]
    if state.warned:
        lines.append(f"{'Pièges' if french else 'Traps':<8}{_traps(state, language)}")
    if on_path := _on_path(state, language):
        lines.append(f"{'Au sol' if french else 'On it':<8}{on_path}")
    lines.append(f"{'Suite' if french else 'Next':<8}{_next_card(state, language)}")
    return lines


def _traps(state: DiamantState, language: str) -> str:
    """The traps on the path, and the number of each left in the deck."""
    kinds = [FIRST_TRAP + number for number in members(state.warned)]
    left = ", ".join(f"{state.deck[kind]} {trap(kind, language)}" for kind in kinds)
    return f"encore {left} dans la pioche" if language == "fr" else f"{left} left in the deck"


def _on_path(state: DiamantState, language: str) -> str:
    parts = [gems(state.gems, language)] if state.gems else []
    if count := relics_on_path(state):
        worth = worth_of_path_relics(state)
        alone = f"pour qui rentre seul : {worth}" if language == "fr" else f"for one who returns alone: {worth}"
        parts.append(f"{relics(count, language)} ({alone})")
    return ", ".join(parts)


def _next_card(state: DiamantState, language: str) -> str:
    """The probabilities of the next card, the disaster first."""
    deck, cards, deadly = state.deck, cards_left(state), deadly_cards(state)
    treasures, found = int(deck[:FIRST_TRAP].sum()), int(deck[FIRST_RELIC:].sum())
    counts = {"disaster": deadly, "first trap": cards - treasures - found - deadly, "treasure": treasures, "relic": found}
    if language == "fr":
        french = {"disaster": "désastre", "first trap": "premier piège", "treasure": "trésor", "relic": "relique"}
        shares = [f"{french[what]} {100 * count / cards:.0f} %" for what, count in counts.items() if count or what == "disaster"]
        return f"{', '.join(shares)} ({cards} cartes)"
    shares = [f"{what} {100 * count / cards:.0f}%" for what, count in counts.items() if count or what == "disaster"]
    return f"{', '.join(shares)} ({cards} cards)"


def _table(state: DiamantState, viewer: int | None, language: str) -> list[str]:
    french = language == "fr"
    heads = ("coffre", "porte", "reliques") if french else ("bank", "carries", "relics")
    lines = [f"{'':<10}{heads[0]:>7}{heads[1]:>9}{heads[2]:>10}"]
    for seat in range(state.seats):
        label = f"{'siège' if french else 'seat'} {seat}"
        inside = state.inside >> seat & 1
        carried = state.carried if inside else "–"
        place = "" if state.round == state.rounds else _place(bool(inside), language)
        you = "" if viewer != seat else "  ← vous" if french else "  ← you"
        lines.append(f"{label:<10}{state.bank[seat]:>7}{carried:>9}{state.relics[seat]:>10}{place}{you}".rstrip())
    return lines


def _place(inside: bool, language: str) -> str:
    if language == "fr":
        return "  explore   " if inside else "  rentré    "
    return "  exploring " if inside else "  back      "

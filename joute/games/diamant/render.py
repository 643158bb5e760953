"""The state as text: names of actions, the path, the odds of the next card, and everybody's gems."""

from joute.core.seat_names import with_names
from joute.games.diamant.cards import FIRST_RELIC, FIRST_TRAP
from joute.games.diamant.options import DiamantOptions
from joute.games.diamant.rules import EXPLORE, RETURN, cards_left, deadly_cards, relics_on_path, worth_of_path_relics
from joute.games.diamant.state import DiamantState
from joute.games.diamant.strings import gems, members, relics, result, signed, trap
from joute.i18n import Sentence, say, say_count

CARDS_IN_A_ROW = 12
NEXT_CARDS: tuple[Sentence, ...] = ("disaster {percent}%", "first trap {percent}%", "treasure {percent}%", "relic {percent}%")


def names(options: DiamantOptions) -> dict[int, str]:
    """The name of every action."""
    return {EXPLORE: "explore", RETURN: "return"}


def local_names(options: DiamantOptions, language: str) -> dict[int, tuple[str, ...]]:
    """The names that people read."""
    return {EXPLORE: (say("explore"),), RETURN: (say("return"),)}


def spoken_action(action: int) -> str:
    """A choice in a sentence."""
    return say("going on" if action == EXPLORE else "going home")


def show(state: DiamantState, viewer: int | None, language: str) -> str:
    """The round, the path, the odds of the next card, and a row for each seat."""
    if state.round == state.rounds:
        return "\n".join([with_names(result(state)), *_table(state, viewer)])
    heading = say("Round {number} of {rounds}", number=state.round + 1, rounds=state.rounds)
    return "\n".join([heading, *_cave(state), "", *_table(state, viewer)])


def _cave(state: DiamantState) -> list[str]:
    cards = [signed(kind, state.edition) for kind in state.path[: state.steps].tolist()] or ["—"]
    rows = ["  ".join(cards[first : first + CARDS_IN_A_ROW]) for first in range(0, len(cards), CARDS_IN_A_ROW)]
    lines = [f"{label:<8}{row}" for label, row in zip([say("Path"), *[""] * len(rows)], rows, strict=False)]
    if state.warned:
        lines.append(f"{say('Traps'):<8}{_traps(state)}")
    if on_path := _on_path(state):
        lines.append(f"{say('On it'):<8}{on_path}")
    lines.append(f"{say('Next'):<8}{_next_card(state)}")
    return lines


def _traps(state: DiamantState) -> str:
    """The traps on the path, and the number of each left in the deck."""
    kinds = [FIRST_TRAP + number for number in members(state.warned)]
    return say("{traps} left in the deck", traps=", ".join(f"{state.deck[kind]} P{kind - FIRST_TRAP + 1} ({trap(kind)})" for kind in kinds))


def _on_path(state: DiamantState) -> str:
    parts = [gems(state.gems)] if state.gems else []
    if count := relics_on_path(state):
        parts.append(say("{relics} (for one who returns alone: {worth})", relics=relics(count), worth=worth_of_path_relics(state)))
    return ", ".join(parts)


def _next_card(state: DiamantState) -> str:
    """The probabilities of the next card, the disaster first."""
    deck, cards, deadly = state.deck, cards_left(state), deadly_cards(state)
    treasures, found = int(deck[:FIRST_TRAP].sum()), int(deck[FIRST_RELIC:].sum())
    counts = zip(NEXT_CARDS, (deadly, cards - treasures - found - deadly, treasures, found), strict=True)
    shares = [say(share, percent=f"{100 * count / cards:.0f}") for share, count in counts if count or share == NEXT_CARDS[0]]
    return f"{', '.join(shares)} ({say_count('{n} card', '{n} cards', cards)})"


def _table(state: DiamantState, viewer: int | None) -> list[str]:
    lines = [f"{'':<10}{say('bank'):>7}{say('carries'):>9}{say('relics'):>10}"]
    for seat in range(state.seats):
        inside = state.inside >> seat & 1
        carried = state.carried if inside else "–"
        place = "" if state.round == state.rounds else f"  {say('exploring' if inside else 'back'):<10}"
        you = f"  ← {say('you')}" if viewer == seat else ""
        label = say("seat {player}", player=seat)
        lines.append(f"{label:<10}{state.bank[seat]:>7}{carried:>9}{state.relics[seat]:>10}{place}{you}".rstrip())
    return lines

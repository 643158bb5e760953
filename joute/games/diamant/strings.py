"""Words of Diamant: gems, seats, cards, and the result."""

from collections.abc import Mapping

from joute.core.seat_names import placeholders
from joute.games.diamant.cards import FIRST_RELIC, FIRST_TRAP, card_names
from joute.games.diamant.state import DiamantState
from joute.i18n import Sentence, say, say_count, say_in_every_language

TRAP_NAMES: tuple[Sentence, ...] = ("fire", "mummy", "rockfall", "snakes", "spiders")  # P1 to P5: the hazards of the 2006 edition


def gems(count: int) -> str:
    """`1 gem`, `7 gems`."""
    return say_count("{n} gem", "{n} gems", count)


def relics(count: int) -> str:
    """`1 relic`, `2 relics`."""
    return say_count("{n} relic", "{n} relics", count)


def trap(kind: int) -> str:
    """`snakes`."""
    return say(TRAP_NAMES[kind - FIRST_TRAP])


def signed(kind: int, edition: int) -> str:
    """A card with the sign of its kind: ◆7 a treasure, ☠P4 a trap, ✦R a relic."""
    sign = "◆" if kind < FIRST_TRAP else "☠" if kind < FIRST_RELIC else "✦"
    return sign + card_names(edition)[kind]


def members(bits: int) -> list[int]:
    """The seats whose bits are set."""
    return [seat for seat in range(bits.bit_length()) if bits >> seat & 1]


def winners(state: DiamantState) -> list[int]:
    """The seats with the highest bank."""
    banks = state.bank[: state.seats].tolist()
    return [seat for seat, bank in enumerate(banks) if bank == max(banks)]


def result(state: DiamantState) -> str:
    """The winners and their gems, as a sentence; seats are placeholders."""
    first = winners(state)
    who, amount = placeholders(first), gems(int(state.bank[first[0]]))
    return say_count("{who} wins with {gems}", "{who} share the win with {gems} each", len(first), who=who, gems=amount)


def cards() -> dict[str, dict[str, Mapping[str, str]]]:
    """What is printed on the traps, by their code, for a client that draws them."""
    return {"traps": {f"P{number}": say_in_every_language(name) for number, name in enumerate(TRAP_NAMES, 1)}}

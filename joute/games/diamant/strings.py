"""Words of Diamant in English and French: gems, seats, cards, and the result."""

from collections.abc import Callable, Sequence

from joute.games.diamant.cards import FIRST_RELIC, FIRST_TRAP, card_names
from joute.games.diamant.state import DiamantState

LANGUAGES = ("en", "fr")
TRAP_NAMES = {  # P1 to P5: the hazards of the 2006 edition
    "en": ("fire", "mummy", "rockfall", "snakes", "spiders"),
    "fr": ("feu", "momie", "éboulement", "serpents", "araignées"),
}


def in_both(sentence: Callable[[str], str]) -> dict[str, str]:
    """A sentence in every language."""
    return {language: sentence(language) for language in LANGUAGES}


def gems(count: int, language: str) -> str:
    """`1 gem`, `7 gems`; in French 0 is singular too."""
    if language == "fr":
        return f"{count} gemme" if count < 2 else f"{count} gemmes"
    return f"{count} gem" if count == 1 else f"{count} gems"


def relics(count: int, language: str) -> str:
    """`1 relic`, `2 relics`."""
    word = "relique" if language == "fr" else "relic"
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def listed(parts: Sequence[object], language: str) -> str:
    """`a, b and c`."""
    texts = [str(part) for part in parts]
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {'et' if language == 'fr' else 'and'} {texts[-1]}"


def seats(numbers: Sequence[int], language: str) -> str:
    """`seat 2`, `seats 0 and 3`; in French with the article."""
    if language == "fr":
        return f"{'le siège' if len(numbers) == 1 else 'les sièges'} {listed(numbers, language)}"
    return f"{'seat' if len(numbers) == 1 else 'seats'} {listed(numbers, language)}"


def capital(sentence: str) -> str:
    """The sentence with a capital letter."""
    return sentence[:1].upper() + sentence[1:]


def trap(kind: int, language: str) -> str:
    """`P4 (snakes)`."""
    number = kind - FIRST_TRAP
    return f"P{number + 1} ({TRAP_NAMES[language][number]})"


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


def result(state: DiamantState, language: str) -> str:
    """The winners and their gems, as a sentence."""
    first = winners(state)
    who, amount = capital(seats(first, language)), gems(int(state.bank[first[0]]), language)
    if len(first) == 1:
        return f"{who} gagne avec {amount}" if language == "fr" else f"{who} wins with {amount}"
    return f"{who} partagent la victoire avec {amount} chacun" if language == "fr" else f"{who} share the win with {amount} each"


def cards() -> dict[str, dict[str, dict[str, str]]]:
    """What is printed on the traps, by their code, for a client that draws them."""
    kinds = range(len(TRAP_NAMES["en"]))
    return {"traps": {f"P{kind + 1}": {language: names[kind] for language, names in TRAP_NAMES.items()} for kind in kinds}}

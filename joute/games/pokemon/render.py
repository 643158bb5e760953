"""The state as text: names of actions, both teams with bars of HP, the active creatures with their attacks."""

from joute.games.pokemon.creatures import ATTACKS, CREATURES, EXHAUSTION, KNOWN, NO_ATTACK, SEND, STATUSES, TEAM, TYPES
from joute.games.pokemon.options import PokemonOptions
from joute.games.pokemon.state import (
    ATTACK_BONUS,
    CHOICES,
    DEFENCE_BONUS,
    DRAW,
    LEADS,
    LEAVE,
    NOBODY,
    OVER,
    PARALYSIS_DIE,
    REPLACEMENT,
    STATUS_DIE,
    PokemonState,
)
from joute.games.pokemon.strings import action_name, card_name, local_action_name, name_of, phrase

BAR = 20  # characters


def names(options: PokemonOptions) -> dict[int, str]:
    """Every attack of the teams, exhaustion, and every creature that may be sent."""
    actions = {EXHAUSTION}
    for kinds in options.kinds:
        for place, kind in enumerate(kinds):
            actions.add(SEND + kind * TEAM + kinds[:place].count(kind))
            actions.update(int(attack) for attack in KNOWN[kind] if attack != NO_ATTACK)
    return {action: action_name(action) for action in sorted(actions)}


def local_names(options: PokemonOptions, language: str) -> dict[int, tuple[str, ...]]:
    """`Earthquake` or `Séisme`; `send Cubone` or `envoyer Osselait`, for which the creature's name is enough."""
    local = {action: local_action_name(action, language) for action in names(options)}
    return {action: (name, name.partition(" ")[2]) if action >= SEND else (name,) for action, name in local.items()}


def show(state: PokemonState, viewer: int | None, language: str) -> str:
    """The turn, the opponent above, the viewer below, and what is awaited."""
    below = 1 if viewer == 1 else 0
    turn = min(state.turn + 1, state.limit)
    lines = [phrase("turn of", language, turn=turn, limit=state.limit), ""]
    for seat in (1 - below, below):
        lines += [*_side(state, seat, viewer, language), ""]
    return "\n".join([*lines, awaited(state, language)])


def awaited(state: PokemonState, language: str) -> str:
    """The trainers that must choose, the pending chance event, or the result."""
    if state.phase == OVER:
        return phrase("draw", language) if state.winner == DRAW else phrase("wins", language, seat=state.winner)
    if state.phase in (REPLACEMENT, REPLACEMENT + 1):
        return phrase("replacement awaited", language, seat=state.phase - REPLACEMENT)
    keys = {LEADS: "leads", CHOICES: "choices", PARALYSIS_DIE: "die", STATUS_DIE: "die"}
    return phrase(keys.get(state.phase, "coin") + " awaited", language)


def _side(state: PokemonState, seat: int, viewer: int | None, language: str) -> list[str]:
    """A trainer, the active creature first, then the bench."""
    head = [phrase("trainer", language, seat=seat)]
    if seat == viewer:
        head.append(phrase("you", language))
    if state.rocks[seat]:
        head.append(phrase("rocks left", language, turns=state.rocks[seat]))
    if state.pending[seat] >= 0:
        head.append(phrase("announced", language, action=state.pending[seat]))
    if state.pending[seat] == LEAVE:
        head.append(phrase("leaves", language))
    active = state.active[seat]
    team = [creature for creature in range(TEAM * seat, TEAM * seat + TEAM) if state.kind[creature] != NOBODY]
    lines = [" · ".join(head)]
    for creature in sorted(team, key=lambda creature: creature != active):
        lines += _creature(state, creature, creature == active, language)
    return lines


def _creature(state: PokemonState, creature: int, active: bool, language: str) -> list[str]:
    """Name, type, HP, conditions; the PP of the active creature, and of attacks that were used."""
    card = CREATURES[state.kind[creature]]
    kind = TYPES[card.type] if language == "fr" else card.type
    start = f" {'▸' if active else ' '} {name_of(state, creature).text_in(language):<12} {kind:<10} "
    if state.hp[creature] == 0:
        return [start + phrase("knocked out", language)]
    state_words = " · ".join(_conditions(state, creature, language))
    line = f"{start}{bar(state.hp[creature], card.hp)} {state.hp[creature]:>3}/{card.hp}  {state_words}".rstrip()
    attacks = _attacks(state, creature, language, spent_only=not active)
    return [line, f"     {' · '.join(attacks)}"] if attacks else [line]


def _attacks(state: PokemonState, creature: int, language: str, spent_only: bool) -> list[str]:
    known = [(move, ATTACKS[attack]) for move, attack in enumerate(KNOWN[state.kind[creature]]) if attack != NO_ATTACK]
    return [
        f"{card_name(attack, language)} {state.pp[creature, move]}/{attack.pp}"
        for move, attack in known
        if not spent_only or state.pp[creature, move] < attack.pp
    ]


def _conditions(state: PokemonState, creature: int, language: str) -> list[str]:
    """Statuses with the turns left, and bonuses."""
    words = []
    for number, status in enumerate(STATUSES):
        if left := state.status[creature, number]:
            words.append(f"{status.french if language == 'fr' else status.english} {left}")
    for key, which in (("attack", ATTACK_BONUS), ("defence", DEFENCE_BONUS)):
        if state.bonus[creature, which] != 1:
            words.append(phrase(key, language, bonus=state.bonus[creature, which]))
    return words


def bar(hp: int, full: int) -> str:
    """HP as a bar, never empty while HP are left."""
    filled = -(-hp * BAR // full)
    return "█" * filled + "░" * (BAR - filled)

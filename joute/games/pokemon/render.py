"""The state as text: names of actions, both teams with bars of HP, the active creatures with their attacks."""

from joute.core.seat_names import with_names
from joute.games.pokemon.cards import STATUSES
from joute.games.pokemon.creatures import (
    ATTACKS,
    CREATURES,
    EXHAUSTION,
    KNOWN,
    NO_ATTACK,
    SEND,
    TEAM,
)
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
from joute.games.pokemon.strings import action_name, card_name, local_action_name, name_of, number, phrase
from joute.i18n import capital, say, say_count

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
    local = {action: local_action_name(action) for action in names(options)}
    return {action: (name, name.partition(" ")[2]) if action >= SEND else (name,) for action, name in local.items()}


def spoken_action(action: int) -> str:
    """An attack by its name; sending a creature as a noun."""
    name = local_action_name(action)
    return say("sending {creature}", creature=name.partition(" ")[2]) if action >= SEND else name


def show(state: PokemonState, viewer: int | None, language: str) -> str:
    """The turn, the opponent above, the viewer below, and what is awaited."""
    below = 1 if viewer == 1 else 0
    turn = min(state.turn + 1, state.limit)
    lines = [say("Turn {turn} of {limit}", turn=turn, limit=state.limit), ""]
    for seat in (1 - below, below):
        lines += [*_side(state, seat, viewer), ""]
    return "\n".join([*lines, awaited(state)])


def awaited(state: PokemonState) -> str:
    """The trainers that must choose, the pending chance event, or the result."""
    if state.phase == OVER:
        return phrase("draw") if state.winner == DRAW else with_names(phrase("wins", seat=state.winner))
    if state.phase in (REPLACEMENT, REPLACEMENT + 1):
        return with_names(phrase("replacement awaited", seat=state.phase - REPLACEMENT))
    keys = {LEADS: "leads", CHOICES: "choices", PARALYSIS_DIE: "die", STATUS_DIE: "die"}
    return phrase(keys.get(state.phase, "coin") + " awaited")


def _side(state: PokemonState, seat: int, viewer: int | None) -> list[str]:
    """A trainer, the active creature first, then the bench."""
    head = [capital(say("seat {player}", player=seat))]
    if seat == viewer:
        head.append(say("you"))
    if state.rocks[seat]:
        head.append(say_count("rocks for {n} turn", "rocks for {n} turns", state.rocks[seat]))
    if state.pending[seat] >= 0:
        head.append(say("chose {action}", action=local_action_name(state.pending[seat])))
    if state.pending[seat] == LEAVE:
        head.append(say("makes room next"))
    active = state.active[seat]
    team = [creature for creature in range(TEAM * seat, TEAM * seat + TEAM) if state.kind[creature] != NOBODY]
    lines = [" · ".join(head)]
    for creature in sorted(team, key=lambda creature: creature != active):
        lines += _creature(state, creature, creature == active)
    return lines


def _creature(state: PokemonState, creature: int, active: bool) -> list[str]:
    """Name, type, HP, conditions; the PP of the active creature, and of attacks that were used."""
    card = CREATURES[state.kind[creature]]
    start = f" {'▸' if active else ' '} {name_of(state, creature)!s:<12} {say(card.type):<10} "
    if state.hp[creature] == 0:
        return [start + say("knocked out")]
    state_words = " · ".join(_conditions(state, creature))
    line = f"{start}{bar(state.hp[creature], card.hp)} {state.hp[creature]:>3}/{card.hp}  {state_words}".rstrip()
    attacks = _attacks(state, creature, spent_only=not active)
    return [line, f"     {' · '.join(attacks)}"] if attacks else [line]


def _attacks(state: PokemonState, creature: int, spent_only: bool) -> list[str]:
    known = [(move, ATTACKS[attack]) for move, attack in enumerate(KNOWN[state.kind[creature]]) if attack != NO_ATTACK]
    return [
        f"{card_name(attack)} {state.pp[creature, move]}/{attack.pp}"
        for move, attack in known
        if not spent_only or state.pp[creature, move] < attack.pp
    ]


def _conditions(state: PokemonState, creature: int) -> list[str]:
    """Statuses with the turns left, and bonuses."""
    words = []
    for status, left in zip(STATUSES, state.status[creature], strict=True):
        if left:
            words.append(f"{say(status.adjective)} {left}")
    for name, which in ((say("attack"), ATTACK_BONUS), (say("defence"), DEFENCE_BONUS)):
        if state.bonus[creature, which] != 1:
            words.append(f"{name} ×{number(state.bonus[creature, which])}")
    return words


def bar(hp: int, full: int) -> str:
    """HP as a bar, never empty while HP are left."""
    filled = -(-hp * BAR // full)
    return "█" * filled + "░" * (BAR - filled)

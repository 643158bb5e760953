"""What happened in a battle, as sentences: the step is repeated one rule at a time, and each change becomes a phrase."""

from collections.abc import Mapping
from typing import TypeAlias

import numpy as np

from joute.core.events import Event, Step
from joute.games.pokemon.battlefield import seat_of
from joute.games.pokemon.cards import STATUSES
from joute.games.pokemon.creatures import (
    ATTACKS,
    CREATURES,
    EXHAUSTION,
    SEND,
    effect,
)
from joute.games.pokemon.rules import announce, apply_outcome
from joute.games.pokemon.state import (
    BITE,
    BITE_COIN,
    CREATURES_IN_PLAY,
    DRAW,
    LEADS,
    ORDER_COIN,
    OVER,
    PARALYSIS_DIE,
    REPLACEMENT,
    RUNNING,
    STATUS_DIE,
    PokemonState,
)
from joute.games.pokemon.strings import Name, PhraseValues, action_name, name_in_sentence, name_of, phrase
from joute.games.pokemon.turn import tick
from joute.i18n import in_every_language, say

Phrase: TypeAlias = tuple[str, PhraseValues]  # a key of PHRASES and its values
Marks: TypeAlias = tuple[list[float], list[int]]  # a creature's bonuses and statuses


def describe(before: PokemonState, after: PokemonState, step: Step, viewer: int | None) -> list[Event]:
    """Every action, status and coin in order; all viewers see the same."""
    state, old = step.before.copy(), PokemonState.of(step.before)
    new = PokemonState.of(state)
    if step.choices:
        announce(new, np.array([step.choices.get(seat, -1) for seat in range(2)]))
        events = _announced(old, new)
    else:
        outcome = step.outcome or 0
        apply_outcome(new, outcome)
        events = _decided(old, new, outcome)
    while new.phase == RUNNING:
        old = PokemonState.snapshot(state.copy())
        tick(new)
        events += _ticked(old, new)
    return events + _ended(new)


# --- what a step did --------------------------------------------------------------------------------------------------------


def _announced(old: PokemonState, new: PokemonState) -> list[Event]:
    """Leads or a replacement were sent in; the choices of a turn are described when they are carried out."""
    if old.phase == LEADS:
        return [_sent(old, new, seat) for seat in range(2)]
    return [_sent(old, new, old.phase - REPLACEMENT)] if old.phase in (REPLACEMENT, REPLACEMENT + 1) else []


def _decided(old: PokemonState, new: PokemonState, outcome: int) -> list[Event]:
    """The result of a coin or a die."""
    if old.phase in (ORDER_COIN, BITE_COIN):
        key = "acts first" if old.phase == ORDER_COIN else "bitten first"
        name = name_in_sentence(old, old.active[outcome])
        return [_event(key, {"seat": outcome, "creature": name.canonical}, (key, {"name": name}))]
    if old.phase == STATUS_DIE:
        return [_event("status", {"seat": 1 - old.actor, **_changed(old, new)}, change) for change in _changes(old, new)]
    if outcome == 1:
        user = name_in_sentence(old, old.active[old.actor])
        return [_event("held back", {"seat": old.actor, "creature": user.canonical}, ("held back", {"name": user}))]
    return [_attacked(old, new)]


def _ticked(old: PokemonState, new: PokemonState) -> list[Event]:
    """One step of the turn: an action, a status, or its end."""
    seat, task = old.actor, old.pending[old.actor]
    if new.phase in (REPLACEMENT, REPLACEMENT + 1, PARALYSIS_DIE):
        return []
    if task >= SEND:
        return [_sent(old, new, seat)]
    if task == EXHAUSTION:
        name = name_in_sentence(old, old.active[seat])
        words = {"seat": seat, "creature": name.canonical, **_changed(old, new)}
        return [_event("exhausted", words, ("exhausted", {"name": name}), *_changes(old, new))]
    if task >= 0:
        return [_attacked(old, new)]
    if task <= BITE:
        return _bitten(old, new, seat, BITE - task)
    return _closed(old, new) if new.turn > old.turn else []


def _sent(old: PokemonState, new: PokemonState, seat: int) -> Event:
    """A creature was sent in; rocks may have hurt it."""
    creature = new.active[seat]
    lost = int(old.hp[creature] - new.hp[creature])
    knocked_out = new.hp[creature] == 0
    words = {"seat": seat, "creature": name_of(new, creature).canonical, "lost": lost, "knocked_out": knocked_out, **_changed(old, new)}
    hurt: list[Phrase] = [("rocks fell" if knocked_out else "rocks hurt", {"lost": lost})] if lost else []
    return _event("sent", words, ("sends", {"seat": seat, "name": name_of(new, creature)}), *hurt)


def _attacked(old: PokemonState, new: PokemonState) -> Event:
    """An attack, and everything that it changed."""
    seat = old.actor
    user, target = old.active[seat], old.active[1 - seat]
    attack = old.pending[seat]
    card = ATTACKS[attack]
    factor = effect(card.type, CREATURES[old.kind[target]].type) if card.power else None
    words = {
        "seat": seat,
        "creature": name_of(old, user).canonical,
        "attack": action_name(attack),
        "target": name_of(old, target).canonical,
        "lost": int(old.hp[target] - new.hp[target]),
        "effect": factor,
        "knocked_out": new.hp[target] == 0,
        **_changed(old, new),
    }
    changes = _changes(old, new) or ([("nothing", {})] if new.phase != STATUS_DIE else [])
    if factor and factor != 1:
        changes.insert(0, ("very effective" if factor > 1 else "not very effective", {}))
    return _event("attack", words, ("uses", {"name": name_in_sentence(old, user), "attack": attack}), *changes)


def _bitten(old: PokemonState, new: PokemonState, seat: int, status: int) -> list[Event]:
    """A status cost HP, or ended."""
    creature = old.active[seat]
    name = name_in_sentence(old, creature)
    words = {"seat": seat, "creature": name.canonical, "status": STATUSES[status].name, **_changed(old, new)}
    events = []
    if new.hp[creature] < old.hp[creature]:
        events.append(_event("bite", words, ("bites", {"status": status}), *_changes(old, new)))
    if new.hp[creature] > 0 and new.status[creature, status] == 0:
        events.append(_event("status over", words, ("over", {"name": name, "status": status})))
    return events


def _closed(old: PokemonState, new: PokemonState) -> list[Event]:
    """Rocks that ended, and the next turn."""
    events = [_event("rocks over", _changed(old, new), change) for change in _changes(old, new)]
    if new.phase != OVER:
        events.append(_event("turn", {"turn": new.turn + 1}, ("turn", {"turn": new.turn + 1})))
    return events


def _ended(state: PokemonState) -> list[Event]:
    """The result, if the battle is over."""
    if state.phase != OVER:
        return []
    result: Phrase = ("draw", {}) if state.winner == DRAW else ("wins", {"seat": state.winner})
    return [_event("ended", {"winner": state.winner}, result)]


# --- sentences ----------------------------------------------------------------------------------------------------------------


def _event(kind: str, words: Mapping[str, object], head: Phrase, *changes: Phrase) -> Event:
    """A sentence: what was done, a colon, what it changed."""

    def sentence() -> str:
        start, parts = phrase(head[0], **head[1]), [phrase(key, **values) for key, values in changes]
        return start + say(": ") + ", ".join(parts) if parts else start

    return Event(kind, words, in_every_language(sentence))


def _changed(old: PokemonState, new: PokemonState) -> dict[str, object]:
    """For a client: every creature that changed as it is now, and the turns of rocks by seat if they changed."""
    before, after = (list(zip(state.hp.tolist(), state.bonus.tolist(), state.status.tolist(), strict=True)) for state in (old, new))
    words: dict[str, object] = {
        "changed": [
            {
                "seat": int(seat_of(creature)),
                "creature": name_of(new, creature).canonical,
                "hp": hp,
                "attack_bonus": attack_bonus,
                "defence_bonus": defence_bonus,
                "statuses": {status.name: turns for status, turns in zip(STATUSES, statuses, strict=True) if turns},
            }
            for creature, (hp, (attack_bonus, defence_bonus), statuses) in enumerate(after)
            if after[creature] != before[creature]
        ]
    }
    rocks = new.rocks.tolist()
    return words if rocks == old.rocks.tolist() else {**words, "rocks": rocks}


def _changes(old: PokemonState, new: PokemonState) -> list[Phrase]:
    """Everything that changed: HP, bonuses, new statuses, rocks."""
    changes: list[Phrase] = []
    before, after = old.hp.tolist(), new.hp.tolist()
    for creature in range(CREATURES_IN_PLAY):
        if after[creature] < before[creature]:
            key = "loses" if after[creature] else "falls"
            changes.append((key, {"name": name_in_sentence(old, creature), "lost": before[creature] - after[creature]}))
    marks = [(state.bonus.tolist(), state.status.tolist()) for state in (old, new)]
    for creature in range(CREATURES_IN_PLAY):
        if after[creature] > before[creature]:
            changes.append(("gains", {"name": name_in_sentence(old, creature), "gained": after[creature] - before[creature]}))
        was, now = ((bonuses[creature], statuses[creature]) for bonuses, statuses in marks)
        if was != now and after[creature] > 0:
            changes += _marked(name_in_sentence(old, creature), was, now)
    for seat in range(2):
        if (new.rocks[seat] > 0) != (old.rocks[seat] > 0):
            changes.append(("rocks" if new.rocks[seat] else "rocks gone", {"seat": seat}))
    return changes


def _marked(name: Name, was: Marks, now: Marks) -> list[Phrase]:
    """Bonuses that changed and statuses that were added."""
    bonuses = zip(("attack bonus", "defence bonus"), was[0], now[0], strict=True)
    marked: list[Phrase] = [(key, {"name": name, "bonus": new}) for key, old, new in bonuses if new != old]
    statuses = enumerate(zip(was[1], now[1], strict=True))
    return marked + [("gets", {"name": name, "status": status}) for status, (old, new) in statuses if new > old]

"""What happened in a game of Diamant, as sentences: choices, what seats brought home, cards, the end of a round."""

from joute.core.events import Event, Step
from joute.core.seat_names import placeholder, placeholders, score_list
from joute.games.diamant.cards import FIRST_RELIC, FIRST_TRAP, NUMBERED_RELICS, card_names, relic_worth
from joute.games.diamant.rules import EXPLORE, RETURN, relics_on_path
from joute.games.diamant.state import DiamantState
from joute.games.diamant.strings import gems, members, relics, result, trap, winners
from joute.i18n import every_language, in_every_language, say, say_count, say_in_every_language


def describe(before: DiamantState, after: DiamantState, step: Step, viewer: int | None) -> list[Event]:
    """The choices and what the returning seats bring home, or the card turned; then the end of the round and of the game, if it is one."""
    events = _choices(before, after, step) if step.outcome is None else _card(before, after, step.outcome)
    if after.round != before.round:
        events.append(_end_of_round(before, after, step))
    if after.round == after.rounds:
        words = {"winners": winners(after), "banks": _banks(after)}
        events.append(Event("ended", words, in_every_language(lambda: result(after))))
    return events


def _choices(before: DiamantState, after: DiamantState, step: Step) -> list[Event]:
    explorers = [seat for seat, action in step.choices.items() if action == EXPLORE]
    returning = [seat for seat, action in step.choices.items() if action == RETURN]
    events = [Event("chosen", {"explore": explorers, "return": returning}, _chosen(tuple(explorers), tuple(returning)))]
    return events + [_returned(before, after, seat, len(returning)) for seat in returning]


@every_language
def _chosen(explorers: tuple[int, ...], returning: tuple[int, ...]) -> str:
    parts = [say_count("{who} explores", "{who} explore", len(explorers), who=placeholders(explorers))] if explorers else []
    parts += [say_count("{who} returns", "{who} return", len(returning), who=placeholders(returning))] if returning else []
    return say("; ").join(parts)


def _returned(before: DiamantState, after: DiamantState, seat: int, returning: int) -> Event:
    """The gems that one seat brings home, by source."""
    banked = int(after.bank[seat] - before.bank[seat])
    carried, found = before.carried, before.gems // returning
    taken = int(after.relics[seat] - before.relics[seat])
    worth = banked - carried - found
    words = {"seat": seat, "banked": banked, "carried": carried, "from_path": found, "relics": taken, "relic_gems": worth}
    return Event("returned", words, _brought(seat, carried, found, taken, worth))


@every_language
def _brought(seat: int, carried: int, found: int, taken: int, worth: int) -> str:
    banked = carried + found + worth
    if banked == 0:
        return say("{player} comes back empty-handed", player=placeholder(seat))
    sources = [say("{n} carried", n=carried)] if carried else []
    sources += [say("{n} from the path", n=found)] if found else []
    sources += [say("{n} for {relics}", n=worth, relics=relics(taken))] if taken else []
    detail = f" ({' + '.join(sources)})" if len(sources) > 1 or taken else ""
    return say("{player} brings {gems} home", player=placeholder(seat), gems=gems(banked)) + detail


def _card(before: DiamantState, after: DiamantState, kind: int) -> list[Event]:
    events = []
    if before.steps == 0 and before.inside == (1 << before.seats) - 1:
        number = int(before.round) + 1
        events.append(Event("round begun", {"round": number}, say_in_every_language("Round {number} begins", number=number)))
    if kind < FIRST_TRAP:
        return [*events, _treasure(before, after, kind)]
    if kind < FIRST_RELIC:
        return [*events, _trap(before, kind)]
    return [*events, _relic(before, kind)]


def _relic(before: DiamantState, kind: int) -> Event:
    card = card_names(before.edition)[kind]
    if before.edition != NUMBERED_RELICS:
        return Event("relic", {"card": card}, say_in_every_language("A relic lies on the path"))
    worth = int(relic_worth(before.edition, kind, 0))
    sentences = say_in_every_language("A relic worth {worth} lies on the path", worth=worth)
    return Event("relic", {"card": card, "worth": worth}, sentences)


def _treasure(before: DiamantState, after: DiamantState, kind: int) -> Event:
    inside = members(before.inside)
    share, left = int(after.carried - before.carried), int(after.gems - before.gems)
    card = card_names(before.edition)[kind]
    words = {"card": card, "seats": inside, "share": share, "left": left}
    return Event("treasure", words, _shared(card, tuple(inside), share, left))


@every_language
def _shared(card: str, inside: tuple[int, ...], share: int, left: int) -> str:
    if share == 0:
        return say("A treasure of {card}: too small to share, {gems} on the path", card=card, gems=gems(left))
    taken = say_count("{who} takes {gems}", "{who} each take {gems}", len(inside), who=placeholders(inside), gems=gems(share))
    rest = say_count(", {n} stays on the path", ", {n} stay on the path", left) if left else ""
    return say("A treasure of {card}: {taken}", card=card, taken=taken) + rest


def _trap(before: DiamantState, kind: int) -> Event:
    inside, lost = members(before.inside), int(before.carried)
    words = {"card": card_names(before.edition)[kind]}
    if not before.warned >> (kind - FIRST_TRAP) & 1:
        return Event("warning", words, _warning(kind))
    return Event("disaster", words | {"seats": inside, "lost": lost}, _disaster(kind, tuple(inside), lost))


@every_language
def _warning(kind: int) -> str:
    return say("A trap ({trap}): a first warning", trap=trap(kind))


@every_language
def _disaster(kind: int, inside: tuple[int, ...], lost: int) -> str:
    who = placeholders(inside)
    if lost:
        loss = say_count("{who} loses {gems}", "{who} each lose {gems}", len(inside), who=who, gems=gems(lost))
    else:
        loss = say_count("{who} had nothing to lose", "{who} had nothing to lose", len(inside), who=who)
    return say("Disaster ({trap}): {loss}", trap=trap(kind), loss=loss)


def _end_of_round(before: DiamantState, after: DiamantState, step: Step) -> Event:
    banks, number = _banks(after), int(before.round) + 1
    reason = "return" if step.outcome is None else card_names(before.edition)[step.outcome]
    lost_relics = relics_on_path(before) - int(after.relics.sum() - before.relics.sum())
    words = {"round": number, "reason": reason, "banks": banks, "lost_relics": lost_relics}
    return Event("round ended", words, _ended(number, tuple(banks), lost_relics))


@every_language
def _ended(number: int, banks: tuple[int, ...], lost_relics: int) -> str:
    loss = say_count(", {n} relic lost", ", {n} relics lost", lost_relics) if lost_relics else ""
    return say("Round {number} ends{loss}; chests: {scores}", number=number, loss=loss, scores=score_list(banks))


def _banks(state: DiamantState) -> list[int]:
    banks: list[int] = state.bank[: state.seats].tolist()
    return banks

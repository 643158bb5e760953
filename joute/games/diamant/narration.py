"""What happened in a game of Diamant, as sentences: choices, what seats brought home, cards, the end of a round."""

from joute.core.events import Event, Step
from joute.games.diamant.cards import FIRST_RELIC, FIRST_TRAP, NUMBERED_RELICS, card_names, relic_worth
from joute.games.diamant.rules import EXPLORE, RETURN, relics_on_path
from joute.games.diamant.state import DiamantState
from joute.games.diamant.strings import capital, gems, in_both, members, relics, result, seats, trap, winners


def describe(before: DiamantState, after: DiamantState, step: Step, viewer: int | None) -> list[Event]:
    """The choices and what the returning seats bring home, or the card turned; then the end of the round and of the game, if it is one."""
    events = _choices(before, after, step) if step.outcome is None else _card(before, after, step.outcome)
    if after.round != before.round:
        events.append(_end_of_round(before, after, step))
    if after.round == after.rounds:
        words = {"winners": winners(after), "banks": _banks(after)}
        events.append(Event("ended", words, in_both(lambda language: result(after, language))))
    return events


def _choices(before: DiamantState, after: DiamantState, step: Step) -> list[Event]:
    explorers = [seat for seat, action in step.choices.items() if action == EXPLORE]
    returning = [seat for seat, action in step.choices.items() if action == RETURN]

    def sentence(language: str) -> str:
        parts = [f"{seats(explorers, language)} {_verb(explorers, EXPLORE, language)}"] if explorers else []
        parts += [f"{seats(returning, language)} {_verb(returning, RETURN, language)}"] if returning else []
        return capital((" ; " if language == "fr" else "; ").join(parts))

    events = [Event("chosen", {"explore": explorers, "return": returning}, in_both(sentence))]
    return events + [_returned(before, after, seat, len(returning)) for seat in returning]


def _verb(who: list[int], action: int, language: str) -> str:
    alone = len(who) == 1
    if language == "fr":
        return ("explore" if alone else "explorent") if action == EXPLORE else ("rentre" if alone else "rentrent")
    return ("explores" if alone else "explore") if action == EXPLORE else ("returns" if alone else "return")


def _returned(before: DiamantState, after: DiamantState, seat: int, returning: int) -> Event:
    """The gems that one seat brings home, by source."""
    banked = int(after.bank[seat] - before.bank[seat])
    carried, found = before.carried, before.gems // returning
    taken = int(after.relics[seat] - before.relics[seat])
    worth = banked - carried - found

    def sentence(language: str) -> str:
        french = language == "fr"
        sources = [f"{carried} {'en poche' if french else 'carried'}"] if carried else []
        sources += [f"{found} {'sur le chemin' if french else 'from the path'}"] if found else []
        sources += [f"{worth} {'pour' if french else 'for'} {relics(taken, language)}"] if taken else []
        detail = f" ({' + '.join(sources)})" if len(sources) > 1 or taken else ""
        if banked == 0:
            return f"Le siège {seat} revient les mains vides" if french else f"Seat {seat} comes back empty-handed"
        if french:
            return f"Le siège {seat} met {gems(banked, language)} au coffre{detail}"
        return f"Seat {seat} banks {gems(banked, language)}{detail}"

    words = {"seat": seat, "banked": banked, "carried": carried, "from_path": found, "relics": taken, "relic_gems": worth}
    return Event("returned", words, in_both(sentence))


def _card(before: DiamantState, after: DiamantState, kind: int) -> list[Event]:
    events = []
    if before.steps == 0 and before.inside == (1 << before.seats) - 1:
        number = int(before.round) + 1
        events.append(Event("round begun", {"round": number}, {"en": f"Round {number} begins", "fr": f"La manche {number} commence"}))
    if kind < FIRST_TRAP:
        return [*events, _treasure(before, after, kind)]
    if kind < FIRST_RELIC:
        return [*events, _trap(before, kind)]
    return [*events, _relic(before, kind)]


def _relic(before: DiamantState, kind: int) -> Event:
    card = card_names(before.edition)[kind]
    if before.edition != NUMBERED_RELICS:
        return Event("relic", {"card": card}, {"en": "A relic lies on the path", "fr": "Une relique, au sol"})
    worth = relic_worth(before.edition, kind, 0)
    sentences = {"en": f"Relic {card}, worth {worth}, lies on the path", "fr": f"Relique {card}, qui vaut {worth}, au sol"}
    return Event("relic", {"card": card, "worth": int(worth)}, sentences)


def _treasure(before: DiamantState, after: DiamantState, kind: int) -> Event:
    inside = members(before.inside)
    share, left = int(after.carried - before.carried), int(after.gems - before.gems)
    card = card_names(before.edition)[kind]

    def sentence(language: str) -> str:
        if share == 0:
            return _too_small(card, left, language)
        if language == "fr":
            taken = f"{seats(inside, language)} {'prend' if len(inside) == 1 else 'prennent chacun'} {gems(share, language)}"
            rest = f", {left} {'reste' if left == 1 else 'restent'} au sol" if left else ""
            return f"Trésor {card} : {taken}{rest}"
        taken = f"{seats(inside, language)} {'takes' if len(inside) == 1 else 'each take'} {gems(share, language)}"
        rest = f", {left} {'stays' if left == 1 else 'stay'} on the path" if left else ""
        return f"Treasure {card}: {taken}{rest}"

    return Event("treasure", {"card": card, "seats": inside, "share": share, "left": left}, in_both(sentence))


def _too_small(card: str, left: int, language: str) -> str:
    if language == "fr":
        return f"Trésor {card} : trop peu pour un partage, {gems(left, language)} au sol"
    return f"Treasure {card}: too small to share, {gems(left, language)} on the path"


def _trap(before: DiamantState, kind: int) -> Event:
    inside, lost = members(before.inside), int(before.carried)
    words = {"card": card_names(before.edition)[kind]}
    if not before.warned >> (kind - FIRST_TRAP) & 1:
        return Event("warning", words, {"en": f"Trap {trap(kind, 'en')}: a warning", "fr": f"Piège {trap(kind, 'fr')} : un avertissement"})

    def sentence(language: str) -> str:
        disaster = (
            f"Second piège {trap(kind, language)} : désastre" if language == "fr" else f"Second trap {trap(kind, language)}: disaster"
        )
        return f"{disaster}, {_loss(inside, lost, language)}"

    return Event("disaster", words | {"seats": inside, "lost": lost}, in_both(sentence))


def _loss(inside: list[int], lost: int, language: str) -> str:
    who, alone = seats(inside, language), len(inside) == 1
    if language == "fr":
        verb = ("perd" if alone else "perdent chacun") if lost else ("n'avait" if alone else "n'avaient")
        return f"{who} {verb} {gems(lost, language) if lost else 'rien à perdre'}"
    verb = ("loses" if alone else "each lose") if lost else "had"
    return f"{who} {verb} {gems(lost, language) if lost else 'nothing to lose'}"


def _end_of_round(before: DiamantState, after: DiamantState, step: Step) -> Event:
    banks, number = _banks(after), int(before.round) + 1
    reason = "return" if step.outcome is None else card_names(before.edition)[step.outcome]
    lost_relics = relics_on_path(before) - int(after.relics.sum() - before.relics.sum())

    def sentence(language: str) -> str:
        scores = ", ".join(str(bank) for bank in banks)
        if language == "fr":
            loss = f", {relics(lost_relics, language)} {'perdue' if lost_relics == 1 else 'perdues'}" if lost_relics else ""
            return f"Fin de la manche {number}{loss} ; coffres : {scores}"
        loss = f", {relics(lost_relics, language)} lost" if lost_relics else ""
        return f"Round {number} ends{loss}; banks: {scores}"

    words = {"round": number, "reason": reason, "banks": banks, "lost_relics": lost_relics}
    return Event("round ended", words, in_both(sentence))


def _banks(state: DiamantState) -> list[int]:
    banks: list[int] = state.bank[: state.seats].tolist()
    return banks

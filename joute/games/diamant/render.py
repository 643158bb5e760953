"""How a person sees Diamant: the path card by card, what lies on it, the odds of the next card, and everybody's gems."""

from joute.core.events import Event, Step
from joute.games.diamant.cards import FIRST_RELIC, FIRST_TRAP, NUMBERED_RELICS, card_names, relic_worth
from joute.games.diamant.options import DiamantOptions
from joute.games.diamant.rules import EXPLORE, RETURN, cards_left, deadly_cards, relics_on_path, worth_of_path_relics
from joute.games.diamant.state import DiamantState
from joute.games.diamant.strings import capital, gems, in_both, members, relics, result, seats, signed, trap, winners

CARDS_IN_A_ROW = 12


def names(options: DiamantOptions) -> dict[int, str]:
    """Every action of the game."""
    return {EXPLORE: "explore", RETURN: "return"}


# --- the picture ------------------------------------------------------------------------------------------------------------


def show(state: DiamantState, viewer: int | None, language: str) -> str:
    """The round, the path, the odds of the next card, and a line for each seat."""
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
    if on_path := _lying(state, language):
        lines.append(f"{'Au sol' if french else 'On it':<8}{on_path}")
    lines.append(f"{'Suite' if french else 'Next':<8}{_next_card(state, language)}")
    return lines


def _traps(state: DiamantState, language: str) -> str:
    """The traps on the path, and how many more of each are in the deck."""
    kinds = [FIRST_TRAP + number for number in members(state.warned)]
    left = ", ".join(f"{state.deck[kind]} {trap(kind, language)}" for kind in kinds)
    return f"encore {left} dans la pioche" if language == "fr" else f"{left} left in the deck"


def _lying(state: DiamantState, language: str) -> str:
    parts = [gems(state.gems, language)] if state.gems else []
    if count := relics_on_path(state):
        worth = worth_of_path_relics(state)
        alone = f"pour qui rentre seul : {worth}" if language == "fr" else f"for one who returns alone: {worth}"
        parts.append(f"{relics(count, language)} ({alone})")
    return ", ".join(parts)


def _next_card(state: DiamantState, language: str) -> str:
    """What the next card may be, the disaster first."""
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


# --- what happened ----------------------------------------------------------------------------------------------------------


def describe(before: DiamantState, after: DiamantState, step: Step, viewer: int | None) -> list[Event]:
    """Choices revealed at once and what came home, or the card turned; then perhaps the end of the round and of the game."""
    events = _tell_choices(before, after, step) if step.outcome is None else _tell_card(before, after, step.outcome)
    if after.round != before.round:
        events.append(_tell_end_of_round(before, after, step))
    if after.round == after.rounds:
        words = {"winners": winners(after), "banks": _banks(after)}
        events.append(Event("ended", words, in_both(lambda language: result(after, language))))
    return events


def _tell_choices(before: DiamantState, after: DiamantState, step: Step) -> list[Event]:
    explorers = [seat for seat, action in step.choices.items() if action == EXPLORE]
    returning = [seat for seat, action in step.choices.items() if action == RETURN]

    def sentence(language: str) -> str:
        parts = [f"{seats(explorers, language)} {_verb(explorers, EXPLORE, language)}"] if explorers else []
        parts += [f"{seats(returning, language)} {_verb(returning, RETURN, language)}"] if returning else []
        return capital((" ; " if language == "fr" else "; ").join(parts))

    events = [Event("chosen", {"explore": explorers, "return": returning}, in_both(sentence))]
    return events + [_tell_return(before, after, seat, len(returning)) for seat in returning]


def _verb(who: list[int], action: int, language: str) -> str:
    alone = len(who) == 1
    if language == "fr":
        return ("explore" if alone else "explorent") if action == EXPLORE else ("rentre" if alone else "rentrent")
    return ("explores" if alone else "explore") if action == EXPLORE else ("returns" if alone else "return")


def _tell_return(before: DiamantState, after: DiamantState, seat: int, returning: int) -> Event:
    """What one seat brought home, and from where."""
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


def _tell_card(before: DiamantState, after: DiamantState, kind: int) -> list[Event]:
    events = []
    if before.steps == 0 and before.inside == (1 << before.seats) - 1:
        number = int(before.round) + 1
        events.append(Event("round begun", {"round": number}, {"en": f"Round {number} begins", "fr": f"La manche {number} commence"}))
    if kind < FIRST_TRAP:
        return [*events, _tell_treasure(before, after, kind)]
    if kind < FIRST_RELIC:
        return [*events, _tell_trap(before, kind)]
    return [*events, _tell_relic(before, kind)]


def _tell_relic(before: DiamantState, kind: int) -> Event:
    card = card_names(before.edition)[kind]
    if before.edition != NUMBERED_RELICS:
        return Event("relic", {"card": card}, {"en": "A relic lies on the path", "fr": "Une relique, au sol"})
    worth = relic_worth(before.edition, kind, 0)
    sentences = {"en": f"Relic {card}, worth {worth}, lies on the path", "fr": f"Relique {card}, qui vaut {worth}, au sol"}
    return Event("relic", {"card": card, "worth": int(worth)}, sentences)


def _tell_treasure(before: DiamantState, after: DiamantState, kind: int) -> Event:
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


def _tell_trap(before: DiamantState, kind: int) -> Event:
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


def _tell_end_of_round(before: DiamantState, after: DiamantState, step: Step) -> Event:
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

"""What happened in Love Letter, as sentences; each viewer gets what it could see."""

from operator import itemgetter

from joute.core.events import Event, Step
from joute.core.seat_names import placeholder, score_list
from joute.games.love_letter.actions import NOBODY, card_of, guess_of, lowest_of, retained_of, target_of, upper_of
from joute.games.love_letter.cards import AIMED, BARON, CHANCELLOR, GUARD, HANDMAID, HIDDEN, KING, NONE, PRIEST, PRINCE, PRINCESS
from joute.games.love_letter.rounds import match_winners
from joute.games.love_letter.state import CHOOSE, DEAL, DRAWN, KEEP, LOT, OVER, REPLACE, SHOW, UNDER, LoveLetterState, is_showdown
from joute.games.love_letter.strings import COUNTED, NAMES, THE, key_of, result, seats_in
from joute.i18n import Sentence, in_every_language, listed, say, say_in_every_language

RECEIVED: dict[str, Sentence] = {
    "dealt": "{player} is dealt {card}",
    "drawn": "{player} draws {card}",
    "replaced": "{player} draws {card} instead",
}


def describe(before: LoveLetterState, after: LoveLetterState, step: Step, viewer: int | None) -> list[Event]:
    """The card played and its effects, or the outcome of chance; then the cards that arrive, and the end of the round."""
    if step.outcome is not None:
        events = _chance_of(before, step.outcome, viewer)
    elif before.phase == KEEP:
        events = [_retained(before, int(step.choices[before.mover]), viewer)]
    else:
        events = _played(before, after, int(step.choices[before.mover]), viewer)
    return events + _arrivals_in(before, after) + _ends_of(before, after)


def _retained(before: LoveLetterState, action: int, viewer: int | None) -> Event:
    seat = int(before.mover)
    under = [card for card in (upper_of(action), lowest_of(action)) if card != NONE]
    if viewer not in (None, seat):
        sentences = say_in_every_language("{player} puts {cards} under the deck", player=placeholder(seat), cards=COUNTED[len(under)])
        return Event("stirred", {"seat": seat, "count": len(under)}, sentences)
    retained = retained_of(action)

    def sentence() -> str:
        cards = ", ".join(say(THE[card]) for card in under)
        return say("{player} keeps {card} and puts under the deck: {cards}", player=placeholder(seat), card=say(THE[retained]), cards=cards)

    words = {"seat": seat, "count": len(under), "retained": key_of(retained), "under": [key_of(card) for card in under]}
    return Event("stirred", words, in_every_language(sentence))


def _played(before: LoveLetterState, after: LoveLetterState, action: int, viewer: int | None) -> list[Event]:
    seat, card, target = int(before.mover), card_of(action), target_of(action)
    player, other = placeholder(seat), placeholder(target)
    words: dict[str, object] = {"seat": seat, "card": key_of(card)}
    the, named = THE[card], THE[guess_of(action)]
    if target == NOBODY and card in AIMED:
        sentences = say_in_every_language("{player} plays {card}, with nobody to choose", player=player, card=the)
    elif card == CHANCELLOR and before.left + before.under == 0:
        sentences = say_in_every_language("{player} plays {card}; the deck is empty", player=player, card=the)
    elif target == NOBODY:
        sentences = say_in_every_language("{player} plays {card}", player=player, card=the)
    elif target == seat:
        sentences = say_in_every_language("{player} plays {card} on their own hand", player=player, card=the)
    elif card == GUARD:
        sentence: Sentence = "{player} plays {card} on {target}, naming {guess}"
        sentences = say_in_every_language(sentence, player=player, card=the, target=other, guess=named)
    else:
        sentences = say_in_every_language("{player} plays {card} on {target}", player=player, card=the, target=other)
    if target != NOBODY:
        words["target"] = target
    if card == GUARD and target != NOBODY:
        words["guess"] = key_of(guess_of(action))
    events = [Event("played", words, sentences)]
    if target != NOBODY:
        events += _effect(before, after, action, viewer)
    if card == HANDMAID:
        protected = say_in_every_language("{player} is protected until their next turn", player=player)
        events.append(Event("protected", {"seat": seat}, protected))
    return events + _discards(before, after)


def _effect(before: LoveLetterState, after: LoveLetterState, action: int, viewer: int | None) -> list[Event]:
    seat, card, target = int(before.mover), card_of(action), target_of(action)
    player, other = placeholder(seat), placeholder(target)
    pair: dict[str, object] = {"seat": seat, "target": target}
    if card == GUARD and before.standing == after.standing:
        guess = guess_of(action)
        sentences = say_in_every_language("{player} does not hold {card}", player=other, card=THE[guess])
        return [Event("missed", {**pair, "guess": key_of(guess)}, sentences)]
    if card == PRIEST:
        if viewer not in (None, seat, target):
            sentences = say_in_every_language("{player} looks at the hand of {target}", player=player, target=other)
            return [Event("looked", pair, sentences)]
        seen = int(before.cards[target] if viewer != seat else after.cards[target])
        sentences = say_in_every_language("{player} sees the hand of {target}: {card}", player=player, card=THE[seen], target=other)
        return [Event("looked", {**pair, "seen": key_of(seen)}, sentences)]
    if card == BARON:
        return [_compared(before, after, action, viewer)]
    if card == KING:
        return [_traded(after, seat, target, viewer)]
    return []


def _compared(before: LoveLetterState, after: LoveLetterState, action: int, viewer: int | None) -> Event:
    """Who holds the higher card; the two who compare see both."""
    seat, target = int(before.mover), target_of(action)
    tie = before.standing == after.standing
    words: dict[str, object] = {"seat": seat, "target": target, "tie": tie}
    if viewer in (None, seat, target):
        words["cards"] = {str(each): key_of(_compared_card(before, after, each)) for each in (seat, target)}
    if tie:
        player, other = placeholder(seat), placeholder(target)
        same = say_in_every_language("{player} and {target} hold the same card", player=player, target=other)
        return Event("compared", words, same)
    winner = target if not after.standing >> seat & 1 else seat
    sentences = say_in_every_language("{player} holds the higher card", player=placeholder(winner))
    return Event("compared", {**words, "higher": winner}, sentences)


def _compared_card(before: LoveLetterState, after: LoveLetterState, seat: int) -> int:
    """The card that a seat showed to a Baron; the lower one was then laid down."""
    return int(after.cards[seat] if after.standing >> seat & 1 else after.pile[before.piled + 1])


def _traded(after: LoveLetterState, seat: int, target: int, viewer: int | None) -> Event:
    words: dict[str, object] = {"seat": seat, "target": target}
    player, other = placeholder(seat), placeholder(target)
    if viewer not in (None, seat, target):
        return Event(
            "traded",
            words,
            say_in_every_language("{player} and {target} trade hands", player=player, target=other),
        )
    gained, given = int(after.cards[seat]), int(after.cards[target])
    sentence: Sentence = "{player} and {target} trade hands: {player} gives {given} for {gained}"
    sentences = say_in_every_language(sentence, player=player, target=other, given=THE[given], gained=THE[gained])
    return Event("traded", {**words, "given": key_of(given), "gained": key_of(gained)}, sentences)


def _discards(before: LoveLetterState, after: LoveLetterState) -> list[Event]:
    """Cards that had to be laid down, after the one that was played."""
    events = []
    for number in range(before.piled + 1, after.piled):
        seat, card = int(after.pile_of[number]), int(after.pile[number])
        if after.standing >> seat & 1:
            sentences = say_in_every_language("{player} discards {card}", player=placeholder(seat), card=THE[card])
            events.append(Event("discarded", {"seat": seat, "card": key_of(card)}, sentences))
        else:
            sentences = say_in_every_language("{player} discards {card} and is out", player=placeholder(seat), card=THE[card])
            events.append(Event("out", _fall(after, number), sentences))
    return events


def _fall(state: LoveLetterState, number: int) -> dict[str, object]:
    """The card of the pile with which a seat went out, and who had played which card just before."""
    seat, cause = int(state.pile_of[number]), number - 1
    words = {"seat": seat, "card": key_of(state.pile[number])}
    return {**words, "by": int(state.pile_of[cause]), "with": key_of(state.pile[cause])}


def _falls_in(state: LoveLetterState) -> list[dict[str, object]]:
    """How each seat that is out went out, in order; its last card of the pile was its hand."""
    last = {int(state.pile_of[number]): number for number in range(state.piled)}
    return [_fall(state, number) for seat, number in sorted(last.items(), key=itemgetter(1)) if not state.standing >> seat & 1]


# --- cards that arrive ----------------------------------------------------------------------------------------------------


def _chance_of(before: LoveLetterState, outcome: int, viewer: int | None) -> list[Event]:
    """The card that was laid face up or dealt, or the seat that begins; a card drawn is one of `_arrivals_in`."""
    if before.phase == LOT:
        return [Event("leader", {"seat": outcome}, say_in_every_language("{player} begins the next round", player=placeholder(outcome)))]
    if before.phase == SHOW:
        return [Event("face up", {"card": key_of(outcome)}, say_in_every_language("Face up: {cards}", cards=THE[outcome]))]
    if before.phase == DEAL:
        return [_received("dealt", before.recipient, outcome if viewer in (None, before.recipient) else HIDDEN)]
    return []


def _received(kind: str, seat: int, card: int) -> Event:
    if card in (HIDDEN, NONE):
        return Event(kind, {"seat": seat}, say_in_every_language(RECEIVED[kind], player=placeholder(seat), card=COUNTED[1]))
    return Event(
        kind, {"seat": seat, "card": key_of(card)}, say_in_every_language(RECEIVED[kind], player=placeholder(seat), card=THE[card])
    )


def _arrivals_in(before: LoveLetterState, after: LoveLetterState) -> list[Event]:
    """Cards that a seat received in this step, by chance or from under the deck."""
    events = []
    if before.phase != KEEP and after.phase == KEEP:
        events.append(_searched(after))
    if before.phase == REPLACE:
        events.append(_received("replaced", before.recipient, int(after.cards[before.recipient])))
    elif before.phase == CHOOSE and _replaced_at_once(before, after):
        target = int(after.pile_of[before.piled + 1])
        events.append(_received("replaced", target, int(after.cards[target])))
    if after.phase == CHOOSE:
        events.append(_received("drawn", after.mover, int(after.cards[DRAWN])))
    return events


def _replaced_at_once(before: LoveLetterState, after: LoveLetterState) -> bool:
    """Whether a Prince's target drew a card from under the deck, which is no chance."""
    discarded = after.piled == before.piled + 2
    return bool(discarded and after.pile[before.piled] == PRINCE and after.pile[before.piled + 1] != PRINCESS and after.phase != REPLACE)


def _searched(after: LoveLetterState) -> Event:
    seat = int(after.mover)
    cards = [int(after.cards[place]) for place in range(DRAWN, UNDER) if after.cards[place] != NONE]
    words: dict[str, object] = {"seat": seat, "count": len(cards)}
    if HIDDEN in cards:
        return Event("searched", words, say_in_every_language(RECEIVED["drawn"], player=placeholder(seat), card=COUNTED[len(cards)]))

    def sentence() -> str:
        return say(RECEIVED["drawn"], player=placeholder(seat), card=listed([say(THE[card]) for card in cards]))

    return Event("searched", {**words, "cards": [key_of(card) for card in cards]}, in_every_language(sentence))


# --- the end of a round and of the match ----------------------------------------------------------------------------------


def _ends_of(before: LoveLetterState, after: LoveLetterState) -> list[Event]:
    """The winners of the round that this step ended, and of the match."""
    if before.phase >= LOT or after.phase < LOT:
        return []
    events = []
    if is_showdown(after):
        events.append(_showdown({seat: int(after.cards[seat]) for seat in seats_in(after.standing)}))
    for seat in seats_in(after.winners):
        total = int(before.tokens[seat]) + 1
        sentences = say_in_every_language("{player} wins the round (tokens: {total})", player=placeholder(seat), total=total)
        events.append(Event("round won", {"seat": seat, "tokens": total, "outs": _falls_in(after)}, sentences))
    spies = seats_in(after.standing & after.spied)
    if len(spies) == 1:
        total = int(after.tokens[spies[0]])
        sentence: Sentence = "{player} has played the only Spy of those still in: one more token (tokens: {total})"
        events.append(
            Event("spy", {"seat": spies[0], "tokens": total}, say_in_every_language(sentence, player=placeholder(spies[0]), total=total))
        )
    if after.phase == OVER:
        events.append(_match_end(after))
    return events


def _showdown(hands: dict[int, int]) -> Event:
    def sentence() -> str:
        shown = ", ".join(f"{placeholder(seat)} ({say(NAMES[card])})" for seat, card in hands.items())
        return say("The deck is empty; hands: {hands}", hands=shown)

    return Event("showdown", {"hands": {str(seat): key_of(card) for seat, card in hands.items()}}, in_every_language(sentence))


def _match_end(after: LoveLetterState) -> Event:
    tokens = [int(after.tokens[seat]) for seat in range(after.seats)]
    if after.goal:
        return Event("ended", {"winners": seats_in(match_winners(after)), "tokens": tokens}, in_every_language(lambda: result(after)))
    scores = score_list(tokens)
    sentences = in_every_language(lambda: say("{result}; tokens: {scores}", result=result(after), scores=scores))
    return Event("ended", {"tokens": tokens}, sentences)

"""Deals that were played through the report's interface: put together from its requests, and taken apart into decisions for a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from joute.core.errors import BadPosition
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.core.state import Json
from joute.explain.decisions import RecordedDecisions
from joute.games.coeurs.strings import CARD_NAMES, SUIT_LETTERS
from joute.server.classic.jeu_requests import HAND, SEATS, suit
from joute.store.records import ReportedScore

Play = tuple[int, str]  # seat and card


@dataclass(frozen=True)
class ReportedDeal:
    """A whole deal."""

    plays: list[Play]  # in order
    players: list[str]  # by seat: an agent, or human
    scores: list[int]  # by seat

    def to_json(self) -> Json:
        """For the store."""
        return {"plays": [list(play) for play in self.plays], "players": self.players}

    @classmethod
    def of_score(cls, stored: ReportedScore) -> "ReportedDeal | None":
        """The deal that was stored with a score, if there is one."""
        deal = stored.scores.get("deal")
        return (
            None
            if deal is None
            else cls([(int(seat), str(card)) for seat, card in deal["plays"]], deal["players"], stored.scores["scores"])
        )


def completed(plays: Sequence[Play]) -> list[Play] | None:
    """All plays of a deal: the last card is the one that nobody has seen. None: more is missing, or a seat has not played eight."""
    found, seen = list(plays), {card for _, card in plays}
    unseen = [card for card in CARD_NAMES if card not in seen]
    if len(unseen) == 1:
        found.append(((found[-1][0] + 1) % SEATS, unseen[0]))
    whole = len(found) == SEATS * HAND and all(sum(own == seat for own, _ in found) == HAND for seat in range(SEATS))
    return found if whole else None


def position_before(plays: Sequence[Play], number: int) -> Json:
    """The position before a play, with open hands, as the game reads it."""
    before, begun = list(plays[:number]), number - number % SEATS
    lacks: list[list[str]] = [[] for _ in range(SEATS)]
    hearts = [0] * SEATS
    for first in range(0, number, SEATS):
        trick = before[first : first + SEATS]
        led = suit(trick[0][1])
        for seat, card in trick:
            if suit(card) != led and led not in lacks[seat]:
                lacks[seat].append(led)
        if len(trick) == SEATS:
            cards = [card for _, card in trick]
            best = max((card for card in cards if suit(card) == led), key=CARD_NAMES.index)
            hearts[trick[cards.index(best)][0]] += sum(suit(card) == SUIT_LETTERS[-1] for card in cards)
    return {
        "viewer": None,
        "deals_over": 0,
        "dealt": SEATS * HAND,
        "mover": plays[number][0],
        "table": [{"seat": seat, "card": card} for seat, card in before[begun:]],
        "hands": [[card for own, card in plays[number:] if own == seat] for seat in range(SEATS)],
        "played": [card for _, card in before],
        "lacks": lacks,
        "hearts": hearts,
        "points": [0] * SEATS,
    }


def recorded(deal: ReportedDeal, game: Game) -> RecordedDecisions | None:
    """The decisions of a deal; None: it breaks the rules somewhere."""
    decisions: list[Json] = []
    for number, (seat, card) in enumerate(deal.plays):
        try:
            state = game.position(position_before(deal.plays, number))
        except BadPosition:
            return None
        legal = [action.name for action in game.legal(state, seat)]
        if card not in legal:
            return None
        if len(legal) > 1:
            decisions.append({"ply": number, "seat": seat, "view": game.to_json(game.view(state, seat)), "action": card})
    seed = seed_of("reported deal", *(card for _, card in deal.plays))
    return RecordedDecisions(game.name, {"deals": 1}, deal.players, seed, decisions, [float(score) for score in deal.scores])


def reported_decisions(scores: Sequence[ReportedScore], game: Game) -> list[RecordedDecisions]:
    """The decisions of all whole deals that were reported, the oldest first."""
    deals = [deal for score in reversed(scores) if (deal := ReportedDeal.of_score(score)) is not None]
    return [found for deal in deals if (found := recorded(deal, game)) is not None]

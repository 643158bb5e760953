"""Deals that were played through the report's interface of a server, as decisions for a table."""

from collections.abc import Sequence

from joute.core.errors import BadPosition
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.core.state import Json
from joute.explain.decisions import RecordedDecisions
from joute.games.coeurs.played_deals import position_before
from joute.store.records import ReportedScore


def recorded(deal: Json, scores: Sequence[float], game: Game) -> RecordedDecisions | None:
    """The decisions of a deal as the server has stored it; None: it breaks the rules somewhere."""
    plays, decisions = [(int(seat), str(card)) for seat, card in deal["plays"]], list[Json]()
    for number, (seat, card) in enumerate(plays):
        try:
            state = game.position(position_before(plays, number))
        except BadPosition:
            return None
        legal = [action.name for action in game.legal(state, seat)]
        if card not in legal:
            return None
        if len(legal) > 1:
            decisions.append({"ply": number, "seat": seat, "view": game.to_json(game.view(state, seat)), "action": card})
    seed = seed_of("reported deal", *(card for _, card in plays))
    return RecordedDecisions(game.name, {"deals": 1}, deal["players"], seed, decisions, list(scores))


def reported_decisions(scores: Sequence[ReportedScore], game: Game) -> list[RecordedDecisions]:
    """The decisions of all whole deals that were reported, the oldest first."""
    stored = [score.scores for score in reversed(scores) if "deal" in score.scores]
    return [found for one in stored if (found := recorded(one["deal"], one["scores"], game)) is not None]

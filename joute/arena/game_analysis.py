"""The course of one game: how its positions were judged, and how long everybody thought."""

from collections.abc import Sequence

from joute.bots.reference import is_bot
from joute.core import registry
from joute.core.agent import Agent
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.core.record import GameRecord
from joute.core.rng import seed_of
from joute.core.state import Json

STRONG = ("ismcts:iterations=2000", "mcts:iterations=2000", "smmcts:iterations=2000", "alpha_beta:depth=3")  # judges of last resort


def course(game: Game, record: GameRecord, judge: Agent | None) -> Json:
    """Every choice: who, what, how long, and what the position was worth to the one who chose, as far as it could know."""
    seen = judge.game if judge else game
    steps: list[Json] = []
    states = [state for state, _ in record.replay(seen)]
    for number, (state, choices) in enumerate(zip(states, record.choices, strict=False)):
        for seat, action in sorted(choices.items()):
            value = _said(record, number, seat)
            if value is None and judge is not None:
                value = judge.consider(seen.view(state, seat), seat, seed_of(record.seed, "judge", number)).value
            second = record.seconds[number].get(seat)
            steps.append(
                {"choice": number, "seat": seat, "action": action, "seconds": second, "value": value, "given": number < record.opening}
            )
    return {"agents": record.agents, "scores": record.scores, "judge": judge.text if judge else None, "steps": steps}


def _said(record: GameRecord, number: int, seat: int) -> float | None:
    """What the one who chose said about it, where the record has kept that."""
    opinion = record.opinions[number].get(seat, {}) if number < len(record.opinions) else {}
    value = opinion.get("value")
    return float(value) if isinstance(value, (int, float)) else None


def find_judge(game: Game, wanted: str | None, agents: Sequence[str]) -> Agent | None:
    """The agent that was asked for, else the best of these that has values, else any that has."""
    if wanted:
        judge = registry.agent(wanted, game)
        if not _has_values(judge):
            raise JouteError(f"{wanted} cannot judge a game: it gives no values")
        return judge
    for text in [*(text for text in agents if not is_bot(text)), *STRONG]:
        try:
            judge = registry.agent(text, game)
        except JouteError:
            continue
        if _has_values(judge):
            return judge
    return None


def _has_values(judge: Agent) -> bool:
    state = judge.game.new(0)
    seat = judge.game.movers(state)[0]
    return judge.consider(judge.game.view(state, seat), seat, 0).value is not None

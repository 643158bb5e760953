"""The course of one game: the value of every position to the player that chose, and the thinking times."""

from collections.abc import Sequence

from joute.arena.tournament.report_data import CourseData, CourseStep
from joute.bots.reference import is_bot
from joute.core import registry
from joute.core.agent import Agent
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.core.record import GameRecord
from joute.core.rng import seed_of

STRONG = (
    "ismcts:iterations=2000",
    "mcts:iterations=2000",
    "smmcts:iterations=2000",
    "alpha_beta:depth=3",
)  # judges if no agent of the game has values


def course(name: str, game: Game, record: GameRecord, judge: Agent | None) -> CourseData:
    """Every choice of the game of that name: seat, action, seconds, and the value of what the seat knew."""
    seen = judge.game if judge else game
    steps: list[CourseStep] = []
    states = [state for state, _ in record.replay(seen)]
    for number, (state, choices) in enumerate(zip(states, record.choices, strict=False)):
        for seat, action in sorted(choices.items()):
            value = _recorded_value(record, number, seat)
            if value is None and judge is not None:
                value = judge.consider(seen.view(state, seat), seat, seed_of(record.seed, "judge", number)).value
            second = record.seconds[number].get(seat)
            steps.append(CourseStep(choice=number, seat=seat, action=action, seconds=second, value=value, given=number < record.opening))
    return CourseData(game=name, agents=record.agents, scores=record.scores, judge=judge.text if judge else None, steps=steps)


def _recorded_value(record: GameRecord, number: int, seat: int) -> float | None:
    """The player's own value, if the record has its opinion."""
    opinion = record.opinions[number].get(seat, {}) if number < len(record.opinions) else {}
    value = opinion.get("value")
    return float(value) if isinstance(value, (int, float)) else None


def find_judge(game: Game, wanted: str | None, agents: Sequence[str]) -> Agent | None:
    """The requested agent, else the first of these that gives values, else a strong search that does."""
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

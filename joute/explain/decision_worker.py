"""Tables of decisions from several processes: each plays or replays a few games at a time."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from joute.core import registry, settings
from joute.core.errors import BadRecord
from joute.core.record import GameRecord
from joute.core.rng import seed_of
from joute.core.session import Session
from joute.core.state import Json
from joute.explain.decision_rows import Columns, DecisionRows
from joute.explain.decisions import (
    RECORDED,
    DecisionSource,
    PlayedGame,
    Recorded,
    RecordedDecisions,
    StudiedDecision,
    replayed_decisions,
    viewed_decisions,
)
from joute.explain.self_play import play_game, results_of, worker_count
from joute.explain.steps import finished

GAMES_PER_JOB = 4


@dataclass(frozen=True)
class DecisionJob:
    """Games for one worker: by their numbers, or as records."""

    source: DecisionSource
    numbers: range
    records: tuple[Json, ...] = ()


def decision_columns(
    source: DecisionSource,
    games: int,
    records: Sequence[Recorded] = (),
    workers: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[Columns]:
    """The columns of the table, a few games at a time, in the same order on any number of processes."""
    count = len(records) or games
    workers = worker_count(workers, -(-count // GAMES_PER_JOB))
    for place, columns in enumerate(results_of(DecisionWorker, _jobs(source, count, records), workers), 1):
        yield columns
        if progress:
            progress(min(count, place * GAMES_PER_JOB), count)


def _jobs(source: DecisionSource, count: int, records: Sequence[Recorded]) -> Iterator[DecisionJob]:
    for first in range(0, count, GAMES_PER_JOB):
        numbers = range(first, min(count, first + GAMES_PER_JOB))
        yield DecisionJob(source, numbers, tuple(record.to_json() for record in records[numbers.start : numbers.stop]))


class DecisionWorker:
    """Plays or replays the games of a job; the game and its agents stay from job to job."""

    def __init__(self) -> None:
        self._source: DecisionSource | None = None

    def run(self, job: DecisionJob) -> Columns:
        """The columns of the job's games."""
        source = job.source
        if source != self._source:
            self._game = registry.game(source.game, **source.options).fast()
            self._agents = {text: registry.agent(text, self._game) for text in filter(None, {*source.players, source.judge})}
            self._source = source
        rows = DecisionRows(self._game, source)
        for place, number in enumerate(job.numbers):
            played = self._replay(job.records[place], number) if job.records else self._play(number)
            rows.add(played)
        return rows.columns

    def close(self) -> None:
        """Close the agents."""
        for agent in self._agents.values() if self._source else ():
            agent.close()

    def _play(self, number: int) -> PlayedGame:
        game, source = self._game, self._source
        assert source is not None
        seed = seed_of(source.seed, "decisions", number)
        played = PlayedGame(number, seed, source.seated(number, game.spec.seats))

        def decide(session: Session, seat: int) -> int:
            played.decisions.append(self._decide(session, seat, played.players[seat]))
            return played.decisions[-1].chosen

        played.scores = play_game(game, played.players, seed, decide).record.scores
        return played

    def _decide(self, session: Session, seat: int, player: str) -> StudiedDecision:
        """The player's decision, with its own opinion or that of the judge."""
        assert self._source is not None
        view, seed = self._game.view(session.state, seat), session.decision_seed(seat)
        judge = self._agents[self._source.judge or player]
        opinion = judge.consider(view, seat, seed)
        other = self._source.judge not in ("", player)
        chosen = int(self._agents[player].choose(view, seat, seed) if other else opinion.action)
        return StudiedDecision(session.ply, seat, view, chosen, opinion, judge, seed)

    def _replay(self, stored: Json, number: int) -> PlayedGame:
        record: Recorded = RecordedDecisions.from_json(stored) if RECORDED in stored else GameRecord.from_json(stored)
        game, source = self._game, self._source
        assert source is not None
        if record.game != game.name:
            raise BadRecord("record {number} is of {other}, not of {game}", number=number + 1, other=record.game, game=game.name)
        own = settings.changed(game.options)
        if record.options != own:
            words = {"number": number + 1, "options": record.options, "own": own}
            raise BadRecord("record {number} has the options {options}; the table is of {own}", **words)
        judge = self._agents[source.players[0]] if source.players else None
        if isinstance(record, RecordedDecisions):
            return viewed_decisions(game, record, judge, number)
        return finished(replayed_decisions(game, record, judge, number))

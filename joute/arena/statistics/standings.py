"""The standings of a tournament: ratings with their intervals, comparisons of all pairs, groups and cycles."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

import numpy as np

from joute.arena.block import Block
from joute.arena.statistics.comparisons import Pair, cycles, groups, holm, pairs, superiority, two_sided
from joute.arena.statistics.estimates import CONFIDENCE, ELO, chi_square_tail, share_interval, shares
from joute.arena.statistics.rating import RESAMPLES, Floats, RatingFit, bca_interval, collect, resample
from joute.arena.tournament.report_data import ComparisonData, StandingData, StandingsData, UnexplainedData
from joute.core.errors import UnknownName, known
from joute.core.notebook import NotebookHtml


@dataclass(frozen=True)
class Standing:
    """How one agent did."""

    number: int  # in the list of agents
    agent: str
    rank: int  # from 1
    elo: float | None  # None: it has not played
    interval: tuple[float, float] | None
    games: int
    blocks: int
    share: float | None  # of the points of its games
    share_interval: tuple[float, float] | None
    faults: dict[str, int]  # games lost by each kind of fault

    def to_json(self) -> StandingData:
        """For reports."""
        return StandingData(
            number=self.number,
            agent=self.agent,
            rank=self.rank,
            elo=self.elo,
            interval=self.interval and [*self.interval],
            games=self.games,
            blocks=self.blocks,
            share=self.share,
            share_interval=self.share_interval and [*self.share_interval],
            faults=self.faults,
        )


@dataclass(frozen=True)
class Comparison:
    """Two agents, the lower number first: their own games, and what all games say about them."""

    direct: Pair | None  # None: they never met
    agents: tuple[int, int]
    games: int
    superiority: float  # the probability that the first is stronger, from all games
    probability: float  # of so large a difference of ratings by chance alone, corrected for the number of comparisons
    direct_probability: float | None  # the same for their own games

    @property
    def separated(self) -> bool:
        """Whether their ratings differ significantly."""
        return self.probability < 1 - CONFIDENCE

    def to_json(self) -> ComparisonData:
        """For reports."""
        met = self.direct
        return ComparisonData(
            agents=list(self.agents),
            games=self.games,
            share=met.share if met else None,
            interval=list(met.interval) if met else None,
            expected=met.expected if met else None,
            surprise=met.surprise if met else None,
            direct_probability=self.direct_probability,
            superiority=self.superiority,
            probability=self.probability,
            separated=self.separated,
        )


@dataclass(frozen=True, repr=False)
class Standings(NotebookHtml):
    """The ranking of a tournament and what supports it.

    >>> import joute
    >>> found = joute.tournament(joute.game("morpion", width=3, height=3, align=3), ["random", "random:"], games=4, seed=1)
    >>> [(standing.rank, standing.games, standing.faults) for standing in found.agents]
    [(1, 4, {}), (2, 4, {})]
    """

    model: str
    anchor: str | None
    games: int
    blocks: int
    units: int  # independent of each other: deals, or blocks if there are few deals
    agents: list[Standing]  # the best first
    comparisons: list[Comparison]
    groups: list[list[int]]  # numbers of agents that cannot be separated
    islands: list[list[int]]  # numbers of agents that are connected by games; ratings of different islands cannot be compared
    cycles: list[list[int]]  # each beats the next, and the last the first
    unexplained: UnexplainedData

    def __repr__(self) -> str:
        """The ranking with ratings in Elo."""
        ranks = (f"{one.rank}. {one.agent} " + ("–" if one.elo is None else f"{one.elo:+.0f}") for one in self.agents)
        return f"<Standings: {self.games} games: {', '.join(ranks)}>"

    @property
    def widest(self) -> float | None:
        """The width of the widest interval, in Elo; None before all have played."""
        widths = [None if one.interval is None else one.interval[1] - one.interval[0] for one in self.agents]
        return None if None in widths or not widths else max(width for width in widths if width is not None)

    def to_json(self) -> StandingsData:
        """For reports."""
        return StandingsData(
            model=self.model,
            anchor=self.anchor,
            games=self.games,
            blocks=self.blocks,
            units=self.units,
            agents=[one.to_json() for one in self.agents],
            comparisons=[one.to_json() for one in self.comparisons],
            groups=self.groups,
            islands=self.islands,
            cycles=self.cycles,
            unexplained=self.unexplained,
            widest=self.widest,
        )


def standings(
    blocks: Iterable[Block],
    agents: Sequence[str],
    seed: int = 0,
    anchor: str | None = None,
    resamples: int = RESAMPLES,
    winners_only: bool = False,
) -> Standings:
    """Rate all agents on all games at once: the order of the games does not matter.

    Ratings are Elo points around a mean of 0, or around the anchor, whose rating is then 0. Without resamples, intervals come
    from the curvature of the likelihood, which is cheap enough for a live table. With `winners_only`, places behind the winner do not
    count: in a game that is played for the win, only winning shows strength.
    """
    if anchor is not None and anchor not in agents:
        raise UnknownName("there is no agent {anchor} to anchor the ratings; there are: {names}", anchor=anchor, names=known(agents))
    ordered = sorted(blocks, key=lambda block: block.key)
    fitted = RatingFit.of(collect(ordered, len(agents), winners_only))
    counts = _Counts(ordered, len(agents))
    islands = _islands(len(agents), counts.meetings)
    compared = _comparisons(fitted, counts.meetings, islands)
    rated = _ratings(fitted, counts, agents, None if anchor is None else list(agents).index(anchor), seed, resamples)
    separated = {one.agents for one in compared if one.separated}
    beats = {
        one.agents if one.direct.share > 0.5 else one.agents[::-1]: one.direct_probability
        for one in compared
        if one.direct and one.direct_probability is not None and one.direct_probability < 1 - CONFIDENCE
    }
    return Standings(
        model="Bradley-Terry" if counts.most_seats <= 2 else "Luce" if winners_only else "Plackett-Luce",
        anchor=anchor,
        games=counts.all_games,
        blocks=len(ordered),
        units=fitted.placings.units,
        agents=rated,
        comparisons=compared,
        groups=groups([one.number for one in rated if one.elo is not None], separated),
        islands=islands,
        cycles=cycles(beats),
        unexplained=_unexplained([one.direct for one in compared if one.direct], len(agents) - len(islands)),
    )


class _Counts:
    """Games, blocks, shares and faults of each agent."""

    def __init__(self, blocks: Sequence[Block], agents: int) -> None:
        self.games, self.blocks = [0] * agents, [0] * agents
        self.shares: list[list[float]] = [[] for _ in range(agents)]  # by block
        self.fair: list[list[float]] = [[] for _ in range(agents)]  # by block: its part of the seats
        self.faults: list[Counter[str]] = [Counter() for _ in range(agents)]
        self.meetings: Counter[tuple[int, int]] = Counter()
        self.all_games = sum(len(block.games) for block in blocks)
        self.most_seats = max((len(game.seats) for block in blocks for game in block.games), default=2)
        for block in blocks:
            self._add(block)

    def _add(self, block: Block) -> None:
        points: dict[int, list[float]] = {}
        seats: Counter[int] = Counter()
        for game in block.games:
            here = sorted(set(game.seats))
            seats.update(game.seats)
            won = dict.fromkeys(here, 0.0)
            for agent, share in zip(game.seats, shares(game.scores, game.faults), strict=True):
                won[agent] += share
            for agent in here:
                self.games[agent] += 1
                points.setdefault(agent, []).append(won[agent])
            for seat, kind in game.faults.items():
                self.faults[game.seats[seat]][kind] += 1
            self.meetings.update(combinations(here, 2))
        for agent, wins in points.items():
            self.blocks[agent] += 1
            self.shares[agent].append(fmean(wins))
            self.fair[agent].append(seats[agent] / seats.total())


def _ratings(fitted: RatingFit, counts: _Counts, agents: Sequence[str], anchor: int | None, seed: int, resamples: int) -> list[Standing]:
    played = np.array([count > 0 for count in counts.games], bool)
    drawn = resample(fitted, resamples, seed) if played.any() else np.zeros((0, len(agents)))
    elo, drawn, influence = (_anchored(values, played, anchor) for values in (fitted.strengths, drawn, fitted.influence))
    order = sorted(range(len(agents)), key=lambda agent: (not played[agent], -elo[agent], agent))
    return [
        Standing(
            number=agent,
            agent=agents[agent],
            rank=rank,
            elo=float(elo[agent]) if played[agent] else None,
            interval=bca_interval(float(elo[agent]), drawn[:, agent], influence[:, agent], fitted.placings.units)
            if played[agent]
            else None,
            games=counts.games[agent],
            blocks=counts.blocks[agent],
            share=fmean(counts.shares[agent]) if played[agent] else None,
            share_interval=share_interval(counts.shares[agent], fmean(counts.fair[agent])) if played[agent] else None,
            faults=dict(sorted(counts.faults[agent].items())),
        )
        for rank, agent in enumerate(order, 1)
    ]


def _anchored(strengths: Floats, played: Floats, anchor: int | None) -> Floats:
    """In Elo points above the anchor, or above the mean of the agents that have played."""
    if not played.any():
        return strengths * 0
    zero = strengths[..., anchor, None] if anchor is not None else strengths[..., played].mean(axis=-1, keepdims=True)
    return ELO * (strengths - zero)


def _comparisons(fitted: RatingFit, meetings: Counter[tuple[int, int]], islands: list[list[int]]) -> list[Comparison]:
    """Every two agents whose ratings can be compared."""
    direct = {pair.agents: pair for pair in pairs(fitted)}
    spread = fitted.influence.T @ fitted.influence
    variances = np.diag(spread)[:, None] + np.diag(spread)[None, :] - 2 * spread
    likely = superiority(fitted.strengths[:, None] - fitted.strengths[None, :], variances, fitted.placings.units)
    chosen = sorted(pair for island in islands for pair in combinations(island, 2))
    corrected = holm([two_sided(float(likely[pair])) for pair in chosen])
    by_pair = dict(zip(direct, holm([two_sided(pair.ahead) for pair in direct.values()]), strict=True))
    return [
        Comparison(direct.get(pair), pair, meetings[pair], float(likely[pair]), probability, by_pair.get(pair))
        for pair, probability in zip(chosen, corrected, strict=True)
    ]


def _unexplained(met: Sequence[Pair], fitted: int) -> UnexplainedData:
    """The sum of the squared surprises of all pairs: about chi-square if ratings explain everything."""
    freedom = len(met) - fitted
    total = sum(pair.surprise**2 for pair in met)
    return UnexplainedData(chi_square=total, freedom=freedom, probability=chi_square_tail(total, freedom))


def _islands(agents: int, meetings: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Agents that are connected by games, directly or through others."""
    island = list(range(agents))
    for first, second in sorted(meetings):
        lower, higher = sorted((island[first], island[second]))
        island = [lower if one == higher else one for one in island]
    return [[agent for agent in range(agents) if island[agent] == one] for one in sorted(set(island))]

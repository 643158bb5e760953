"""Control variates: the luck of a game, as a value function fixed beforehand sees it, taken out of a duel's figures (AIVAT).

At every chance event, and at every choice of an agent that states its strategy, the value after what happened is compared with its mean
over all that could have happened. These surprises have mean 0 whatever the value function is worth, so a figure less a multiple of their
sum is as unbiased as the plain one, and varies less if the value function is good (Burch, Schmid, Moravčík and Bowling 2018). The
multiple for a block is fitted to the other blocks, so that it does not depend on the block that it corrects.
"""

from collections.abc import Mapping, Sequence
from statistics import fmean, variance
from typing import TypedDict

import numpy as np

from joute.arena.block import GameResult
from joute.arena.statistics.estimates import mean_interval, share_interval
from joute.arena.statistics.rating import Floats
from joute.core.agent import AT_RANDOM, Agent
from joute.core.chance import chance_of
from joute.core.errors import Unfit
from joute.core.game import Game
from joute.core.record import GameRecord
from joute.core.state import Fields, Json, State

ROUNDING = 1e-6  # by which the weights of a stated strategy may miss 1
EVEN = 1e-12  # a smaller variance is none


class ControlledData(TypedDict):
    """The share and the lead of an agent less its luck; `worth` is the number of plain games that one game is worth for each."""

    share: float
    interval: list[float]
    worth: float | None
    lead: float
    lead_interval: list[float] | None
    lead_worth: float | None


# --- the luck of one game ---------------------------------------------------------------------------------------------------------


def luck(game: Game, record: GameRecord, players: Sequence[Agent]) -> list[float]:
    """What each seat owes to chance and to the draws of known strategies, in the units of the game's value function."""
    state = game.laid_out()
    state.array["chance"] = chance_of("game", record.seed)
    total = luck_of_chance(game, state)
    for ply, choices in enumerate(record.choices):
        numbers = game.check(state, choices)
        if ply >= record.opening:
            opinions = record.opinions[ply] if ply < len(record.opinions) else {}
            for seat in numbers:
                total += luck_of_choice(game, state, numbers, seat, strategy(game, state, seat, players[seat], opinions.get(seat)))
        game.advance(state, numbers)
        total += luck_of_chance(game, state)
    found: list[float] = total.tolist()
    return found


def value(game: Game, state: State) -> Floats:
    """The value of each seat: its chance to win where the game predicts it, else what the game's evaluation says."""
    values = np.zeros(game.spec.seats)
    game.definition.stated[value_rule(game)](Fields.of(state), values)
    return values


def value_rule(game: Game) -> str:
    """The rule that values positions."""
    rule = next((rule for rule in ("prospects", "evaluate") if game.definition.states_itself(rule)), None)
    if rule is None:
        raise Unfit("{game} has no evaluation of positions: there is nothing to see luck by", game=game.name)
    return rule


def luck_of_chance(game: Game, state: State) -> Floats:
    """Settle the pending chance events; the value after each less its mean over the outcomes, added up."""
    total = np.zeros(game.spec.seats)
    while odds := game.chances(state):
        outcome = game.sample_chance(state)
        if max(odds) < 1:
            expected = np.zeros(game.spec.seats)
            for other, chance in enumerate(odds):
                if chance > 0:
                    after = state.copy()
                    game.resolve(after, other)
                    expected += chance * value(game, after)
            game.resolve(state, outcome)
            total += value(game, state) - expected
        else:
            game.resolve(state, outcome)
    return total


def strategy(game: Game, state: State, seat: int, player: Agent, opinion: Json | None) -> dict[int, float]:
    """The probabilities with which a player chose, by action; empty if they are not known."""
    if player.policy == AT_RANDOM:
        legal = game.legal_numbers(state, seat)
        return dict.fromkeys(legal, 1 / len(legal))
    if not player.mixes or opinion is None:
        return {}
    weights = {int(game.action(one["action"])): one["weight"] or 0.0 for one in opinion["judgements"]}
    return weights if abs(sum(weights.values()) - 1) < ROUNDING else {}


def luck_of_choice(game: Game, state: State, numbers: Mapping[int, int], seat: int, probabilities: Mapping[int, float]) -> Floats:
    """The value after the seat's choice less its mean over the seat's strategy; the other seats chose what they chose."""
    likely = {action: chance for action, chance in probabilities.items() if chance > 0}
    if len(likely) < 2 or numbers[seat] not in likely:
        return np.zeros(game.spec.seats)
    values = {}
    for action in likely:
        after = state.copy()
        game.advance(after, {**numbers, seat: action})
        values[action] = value(game, after)
    mean = np.sum([chance * values[action] for action, chance in likely.items()], axis=0)
    return np.asarray(values[numbers[seat]] - mean, np.float64)


# --- the figures of a duel ----------------------------------------------------------------------------------------------------------


def controlled(shares: Sequence[float], leads: Sequence[float], games: Sequence[GameResult], agent: int, fair: float) -> ControlledData:
    """The share and the lead of an agent, block by block, less its luck."""
    sums, gaps = block_luck(games, agent)
    less, ahead = less_luck(shares, sums), less_luck(leads, gaps)
    bounds = mean_interval(ahead)
    return {
        "share": fmean(less),
        "interval": list(share_interval(less, fair)),
        "worth": worth(shares, less),
        "lead": fmean(ahead),
        "lead_interval": bounds and list(bounds),
        "lead_worth": worth(leads, ahead),
    }


def block_luck(games: Sequence[GameResult], agent: int) -> tuple[list[float], list[float]]:
    """The agent's luck for each block in order: that of its seats, and its mean less that of the other seats."""
    blocks: dict[int, list[tuple[float, float]]] = {}
    for game in games:
        own = [one for one, number in zip(game.luck, game.seats, strict=True) if number == agent]
        others = [one for one, number in zip(game.luck, game.seats, strict=True) if number != agent]
        blocks.setdefault(game.block, []).append((sum(own), fmean(own) - fmean(others)))
    ordered = [blocks[block] for block in sorted(blocks)]
    return [fmean(one for one, _ in block) for block in ordered], [fmean(gap for _, gap in block) for block in ordered]


def less_luck(figures: Sequence[float], lucky: Sequence[float]) -> list[float]:
    """Each block's figure less its luck times a slope that is fitted to the other blocks."""
    figure, chance, others = np.array(figures, np.float64), np.array(lucky, np.float64), len(figures) - 1
    if others < 2:
        return list(figures)
    rest, rest_luck = figure.sum() - figure, chance.sum() - chance
    together = (figure * chance).sum() - figure * chance - rest * rest_luck / others
    spread = (chance**2).sum() - chance**2 - rest_luck**2 / others
    slopes = np.where(spread > EVEN, together / np.maximum(spread, EVEN), 0.0)
    found: list[float] = (figure - slopes * chance).tolist()
    return found


def worth(plain: Sequence[float], less: Sequence[float]) -> float | None:
    """How many plain games tell as much as one: the ratio of the variances; None if a variance is 0 or there are too few blocks."""
    if len(plain) < 3 or min(variance(plain), variance(less)) < EVEN:
        return None
    return variance(plain) / variance(less)

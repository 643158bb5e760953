"""How much each fact and consequence of an action counts: `python tools/fact_weights.py coeurs` writes the game's fact_weights.json.

Games of the level `hard` are played, with some random actions; at many decisions every legal action is judged in the same sampled
worlds. The values are fitted to the facts, and to the mean consequences, by ridge regression, all as differences from their mean in the
decision; a fact with a sign gets a weight of that sign or none. Beside the weights: how surely each number alone goes with better actions,
for decisions that have too few actions to tell. The seeds are 1000 and more: measurements use others.
"""

import argparse
import json
import sys

import numpy as np

import joute
from joute.core.rng import Rng, below, seeded
from joute.core.state import Fields
from joute.review.continuations import ContinuationSampler, tracked
from joute.review.reasons import FACT_WEIGHTS
from joute.review.value_range import unit_of

FIRST_SEED = 1000
WIDEST, PROMISING = 12, 8  # actions judged in a decision, and those of them that the game lists first
RANDOM_ONCE_IN = 5  # actions, so that there is something to punish
FEW = 4  # actions of the game
SWEEPS = 300
RIDGE = 0.05  # of the number of rows: facts overlap


def rows_of(game: joute.Game, decisions: int, worlds: int, level: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Facts, consequences and values of the actions in some decisions, without the mean of each decision.

    Of a game with few actions, what an action is worth on the whole is left out of the values, so that a fact which only one of them
    can have gets a weight by how much there is of it.
    """
    agent, rng = joute.agent(level, game), seeded("fact weights")
    names = [fact.name for fact in game.definition.facts]
    low, high = unit_of(game).bounds(game.spec)
    facts, consequences, values, taken, seed, found = [], [], [], [], FIRST_SEED, 0
    while found < decisions:
        state, seed = game.new(seed), seed + 1
        while not game.over(state):
            choices = {}
            for seat in game.movers(state):
                view = game.view(state, seat)
                legal = game.legal_numbers(view, seat)
                at_random = below(rng, RANDOM_ONCE_IN) == 0
                choices[seat] = legal[below(rng, len(legal))] if at_random else int(agent.choose(view, seat, seed))
                if len(legal) < 2 or below(rng, 3):
                    continue
                legal = some_of(game, view, seat, legal, rng)
                sampler = ContinuationSampler(game, view, seat, unit_of(game), agent.belief, seed)
                drawn = sampler.sample(legal, worlds)
                judged, came = drawn.values.mean(axis=0) / (high - low), drawn.consequences.mean(axis=0)
                seen_events = np.array([[game.facts(view, seat, action)[name] for name in names] for action in legal])
                facts.append(seen_events - seen_events.mean(axis=0))
                consequences.append(came - came.mean(axis=0))
                values.append(judged - judged.mean())
                which = np.equal.outer(legal, list(game.actions)).astype(float)
                taken.append(which - which.mean(axis=0))
                found += 1
            game.step(state, choices)
        print(f"\r{game.name}: {found} of {decisions} decisions", end="", file=sys.stderr)
    usual = np.concatenate(taken)
    described, came, valued = np.concatenate(facts), np.concatenate(consequences), np.concatenate(values)
    if usual.shape[1] > FEW:
        return described, came, valued
    return without(described, usual), without(came, usual), without(valued, usual)


def without(rows: np.ndarray, usual: np.ndarray) -> np.ndarray:
    """What is left of some columns after a linear fit by others."""
    left: np.ndarray = rows - usual @ np.linalg.lstsq(usual, rows, rcond=None)[0]
    return left


def some_of(game: joute.Game, view: joute.State, seat: int, legal: list[int], rng: Rng) -> list[int]:
    """All legal actions, or the most promising ones and some others if there are many."""
    if len(legal) <= WIDEST:
        return legal
    buffer = np.zeros(game.spec.widest, np.int64)
    count = game.definition.stated["candidates"](Fields.of(view), seat, buffer)
    best = buffer[: min(count, PROMISING)].tolist()
    others = [action for action in legal if action not in best]
    return best + [others.pop(below(rng, len(others))) for _ in range(WIDEST - len(best))]


def fitted(facts: np.ndarray, values: np.ndarray, signs: list[int]) -> tuple[np.ndarray, float]:
    """The weights, each of the sign that its fact has, and the share of the variance that they account for."""
    scale = np.maximum(facts.std(axis=0), 1e-9)
    scaled = facts / scale
    gram, alone = scaled.T @ scaled + RIDGE * len(facts) * np.eye(facts.shape[1]), scaled.T @ values
    weights = np.zeros(len(signs))
    for _ in range(SWEEPS):  # coordinate descent, within the signs
        for place, sign in enumerate(signs):
            best = weights[place] + (alone[place] - gram[place] @ weights) / gram[place, place]
            weights[place] = best if sign == 0 else sign * max(0.0, sign * best)
    share = 1 - (values - scaled @ weights).var() / values.var()
    # A weight of the other sign than a fact's own correlation only corrects for facts that overlap.
    return np.where((scale > 1e-8) & (weights * alone > 0), weights / scale, 0.0), share


def strengths(facts: np.ndarray, values: np.ndarray) -> np.ndarray:
    """How surely more of each fact goes with better actions, by itself: the slope in standard errors, robust to unequal variances."""
    squares = np.maximum((facts**2).sum(axis=0), 1e-9)
    slopes = facts.T @ values / squares
    errors = np.sqrt((((values[:, None] - facts * slopes) * facts) ** 2).sum(axis=0)) / squares
    return np.where(errors > 1e-9, slopes / np.maximum(errors, 1e-9), 0.0)


def main() -> None:
    """Fit and write the weights of the games named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--decisions", type=int, default=600)
    parser.add_argument("--worlds", type=int, default=1000)
    parser.add_argument("--level", default="hard")
    given = parser.parse_args()
    for name in given.games:
        game = joute.game(name).fast()
        facts, consequences, values = rows_of(game, given.decisions, given.worlds, given.level)
        written = {"decisions": given.decisions, "worlds": given.worlds}
        for kind, rows, names in (("facts", facts, game.definition.facts), ("consequences", consequences, tracked(game))):
            weights, share = fitted(rows, values, [fact.sign for fact in names])
            named = {fact.name: round(float(weight), 5) for fact, weight in zip(names, weights, strict=True)}
            sure = {fact.name: round(float(one), 1) for fact, one in zip(names, strengths(rows, values), strict=True)}
            written[kind] = {"variance_accounted_for": round(float(share), 3), "weights": named, "slope_in_errors": sure}
            print(f"\n{name}, {kind}: {share:.3f}", named)
        (game.definition.folder / FACT_WEIGHTS).write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

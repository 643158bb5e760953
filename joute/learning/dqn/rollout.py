"""The compiled rollout: many games in parallel, each played up to the next decision of a network or a search.

The features of all waiting decisions are gathered in one array, so that a network evaluates them as one batch; a search is asked game by
game. Transitions of the learner go straight into the replay buffer: a decision, and either the value of the end of its episode or what the
seat saw `n_step` decisions later. An episode ends with a chapter (a deal, a round) or with the game.
"""

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from joute.core.chance import SEQUENTIAL
from joute.core.contract import Actions, Odds, Scores, advance, careful, chapter, legal, movers, over, pick, resolve, returns
from joute.core.rng import Rng, below, draw, next_bits, uniform
from joute.core.rule_calls import sample_chance, view_features
from joute.core.state import Fields, States
from joute.jit.compile import compiled
from joute.jit.dispatch import rule, wrap64
from joute.jit.struct import Float32s, Float64, Float64s, Int64, Int64s, Records, Struct, UInt64s
from joute.learning.dqn.replay_buffer import Transition
from joute.search.network.inference import baseline_value, best_action, outcome_values

SEARCH, RANDOM, CAREFUL, LEARNER = -3, -2, -1, 0  # players; numbers above are networks of the pool
FIRST_OPPONENT = SEARCH  # the player that the first of the opponents' odds is for
NOBODY = -1  # as a waiting seat
TRANSITIONS, EPISODES, GAMES = 0, 1, 2  # what is counted


class Env(Struct):
    """One of the parallel games, beside its state."""

    rng: Annotated[UInt64s, 1]  # for random players and the seeds of further games
    choices: Annotated[Int64s, "seats"]
    decisions: Annotated[Int64s, "seats"]  # of a seat in this episode
    players: Annotated[Int64s, "seats"]
    pending: Int64  # a bit for each seat that has not chosen yet
    waiting: Int64  # the seat that a network or a search chooses for
    games_left: Int64
    wins: Float64  # of the learner's first seat; a shared win counts in part
    points: Float64  # its total score


class Decision(Struct):
    """A decision of the learner whose outcome is not known yet."""

    features: Annotated[Float32s, "features"]
    action: Int64
    baseline: Float64  # the game's own estimate of the value


class Envs(NamedTuple):
    """The arrays of all parallel games."""

    states: States  # [env]
    envs: Records[Env]
    recent: NDArray[np.void]  # [env, seat, slot] the last decisions of a seat, a ring buffer of Decision
    values: Float32s  # [env, action] of the waiting decision
    features: Float32s  # [env, feature] of the waiting decision
    counts: Int64s


class RolloutBuffers(NamedTuple):
    """Scratch arrays."""

    start: States  # the state at the beginning of a game
    view: States
    actions: Actions
    odds: Odds
    scores: Scores
    features: Float64s


class Objective(NamedTuple):
    """What a learner's values mean."""

    win: bool  # the chance to win; else the score
    by_chapter: bool  # an episode ends with a chapter, not with the game
    shaping: bool  # values are relative to the game's own estimate
    lowest: float  # a score is reduced by this,
    scale: float  # and divided by this


@rule
def list_actions(state: Fields, seat: int, actions: Actions) -> int:
    """The legal actions; a function of its own because `legal` is inlined into every caller."""
    return legal(state, seat, actions)


@rule
def rule_choice(state: Fields, seat: int, sensible: bool, actions: Actions, rng: Rng) -> int:
    """The action of a careful or a random player."""
    return careful(state, seat, actions, rng) if sensible else pick(state, seat, actions, rng)


@rule
def append(buffer: Records[Transition], counts: Int64s, decision: Decision) -> int:
    """Begin a transition with a decision; return its place."""
    place = counts[TRANSITIONS] % len(buffer)
    counts[TRANSITIONS] += 1
    transition = buffer[place]
    for index in range(len(transition.features)):
        transition.features[index] = decision.features[index]
    transition.action = decision.action
    transition.next_action = 0
    transition.terminal = 1.0
    return place


@rule
def bootstrap(
    slots: Records[Decision], made: int, best: int, actions: Actions, count: int, buffer: Records[Transition], counts: Int64s
) -> None:
    """Record the decision `n_step` decisions ago, which led to the one that the seat makes now."""
    following, decision = slots[made % len(slots)], slots[(made + 1) % len(slots)]
    transition = buffer[append(buffer, counts, decision)]
    transition.terminal = 0.0
    transition.reward = following.baseline - decision.baseline
    transition.next_action = best
    for index in range(len(transition.next_features)):
        transition.next_features[index] = following.features[index]
    for action in range(len(transition.next_legal)):
        transition.next_legal[action] = 0
    for index in range(count):
        transition.next_legal[actions[index]] = 1


@rule
def end_episode(
    env: Env, recent: NDArray[np.void], number: int, scores: Scores, recording: bool, buffer: Records[Transition], counts: Int64s
) -> None:
    """Record every decision that still waits for the end of its episode."""
    n_step = recent.shape[2] - 1
    made = 0
    for seat in range(len(scores)):
        if env.players[seat] == LEARNER and recording:
            for place in range(max(0, env.decisions[seat] - n_step), env.decisions[seat]):
                decision = recent[number, seat, place % (n_step + 1)]
                buffer[append(buffer, counts, decision)].reward = scores[seat] - decision.baseline
        made += env.decisions[seat]
        env.decisions[seat] = 0
    counts[EPISODES] += made > 0


@rule
def seat_players(env: Env, number: int, opponents: Odds) -> None:
    """Seat the players of a new game: the learner takes each seat in turn, all others are of one kind, drawn by the odds."""
    seats = len(env.players)
    opponent = draw(env.rng, opponents, len(opponents)) + FIRST_OPPONENT
    for seat in range(seats):
        env.players[seat] = LEARNER if seat == (number + env.games_left) % seats else opponent
        env.decisions[seat] = 0


@rule
def end_game(env: Env, state: Fields, number: int, scores: Scores) -> None:
    """Add the learner's share of a finished game, and its score."""
    returns(state, scores)
    seat = (number + env.games_left) % len(scores)
    best, winners = scores.max(), 0
    for other in range(len(scores)):
        winners += scores[other] == best
    env.wins += 1.0 / winners if scores[seat] == best else 0.0
    env.points += scores[seat]
    env.games_left -= 1


@compiled
def step_envs(
    batch: Envs,
    work: RolloutBuffers,
    objective: Objective,
    buffer: Records[Transition],
    opponents: Odds,
    epsilon: float,
    recording: bool,
    hidden: bool,
) -> int:
    """Choose by the values for every waiting seat, and play on until a network or a search is to choose; return the number waiting."""
    states, envs, recent, values, rows, counts = batch
    start, view, actions, odds, scores, features = work
    win, by_chapter, shaping, lowest, scale = objective
    n_step, waiting = recent.shape[2] - 1, 0
    for number in range(len(envs)):
        env, state = envs[number], states[number]
        if env.games_left == 0:
            continue
        # 1. The waiting decision: the action of the highest value, or with probability epsilon a random one of the learner.
        if env.waiting != NOBODY:
            seat = env.waiting
            count = list_actions(state, seat, actions)
            action = best_action(actions, count, values[number])
            if recording and env.players[seat] == LEARNER:
                if env.decisions[seat] >= n_step:
                    bootstrap(recent[number, seat], env.decisions[seat], action, actions, count, buffer, counts)
                if uniform(env.rng) < epsilon:
                    action = actions[below(env.rng, count)]
            env.choices[seat] = action
            if env.players[seat] == LEARNER:
                recent[number, seat, env.decisions[seat] % (n_step + 1)].action = action
                env.decisions[seat] += 1
            env.pending &= ~(1 << seat)
            env.waiting = NOBODY
        while True:
            # 2. Random and careful players choose, until a network or a search is to choose.
            while env.pending != 0 and env.waiting == NOBODY:
                seat = 0
                while env.pending >> seat & 1 == 0:
                    seat += 1
                if env.players[seat] >= LEARNER or env.players[seat] == SEARCH:
                    env.waiting = seat
                    continue
                env.choices[seat] = rule_choice(state, seat, env.players[seat] == CAREFUL, actions, env.rng)
                env.pending &= ~(1 << seat)
            if env.waiting != NOBODY:
                break
            # 3. Apply the actions and chance events; end episodes and games, and start new games.
            if movers(state) != 0:
                advance(state, env.choices)
            while True:
                ended = over(state)
                if ended or (by_chapter and chapter(state)):
                    outcome_values(state, win, lowest, scale, scores)
                    end_episode(env, recent, number, scores, recording, buffer, counts)
                if ended:
                    end_game(env, state, number, scores)
                    counts[GAMES] += 1
                    if env.games_left == 0:
                        break
                    states[number] = start[0]
                    state.chance[0], state.chance[1], state.chance[2] = next_bits(env.rng), next_bits(env.rng), wrap64(SEQUENTIAL)
                    seat_players(env, number, opponents)
                if movers(state) != 0:
                    break
                resolve(state, sample_chance(state, odds))
            if env.games_left == 0:
                break
            env.pending = movers(state)
        if env.games_left == 0:
            continue
        # 4. The features that the network gets.
        seat = env.waiting
        view_features(state, seat, hidden, view, features)
        for index in range(len(features)):
            rows[number, index] = features[index]
        waiting += 1
        if env.players[seat] == LEARNER:
            decision = recent[number, seat, env.decisions[seat] % (n_step + 1)]
            decision.baseline = baseline_value(view[0], seat, win, lowest, scale, scores) if shaping else 0.0
            for index in range(len(features)):
                decision.features[index] = features[index]
    return waiting


@compiled
def seat_first_players(envs: Records[Env], opponents: Odds) -> None:
    """Seat the players of the first game everywhere."""
    for number in range(len(envs)):
        seat_players(envs[number], number, opponents)

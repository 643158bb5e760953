"""The compiled steps of a batch: apply an action in every game, let opponents choose, settle chance, begin the next game.

A game of the batch waits for one decision at a time. Seats that choose at once are asked one after the other, and the state changes when
the last of them has chosen. The randomness of a game, its chance included, comes from its own fast generator, as in a search: nobody bets
on these games, and threads may take any part of them.
"""

from functools import lru_cache
from typing import Annotated, NamedTuple

from joute.core.agent import CompiledPolicy
from joute.core.contract import Actions, Odds, Scores, advance, chances, chapter, legal, movers, over, resolve, returns
from joute.core.rng import Rng, below, draw
from joute.core.rule_calls import standing, view_features
from joute.core.state import Fields, States
from joute.jit.compile import Compiled, compiled
from joute.jit.dispatch import borrowed, lowest_bit, rule
from joute.jit.struct import Float32s, Float64s, Int8s, Int64, Int64s, Records, Struct, UInt64s

CALLER = 0  # the player whose actions the caller of the batch chooses; the opponents have the numbers above
NO_CHOICE = -1  # as an action: the game does not wait for this step
NOBODY = -1  # as a learner's seat: the caller plays every seat


class BatchGame(Struct):
    """One game of a batch, beside its state."""

    rng: Annotated[UInt64s, 1]  # for compiled opponents and the chance of further games
    choices: Annotated[Int64s, "seats"]
    players: Annotated[Int64s, "seats"]
    standing: Annotated[Float64s, "seats"]  # at the end of the last chapter, if rewards are paid by chapter
    pending: Int64  # a bit for each seat that has not chosen yet
    waiting: Int64  # the seat that chooses next
    count: Int64  # number of its legal actions
    learner: Int64  # the only seat that the caller plays, or NOBODY
    games: Int64  # number of games begun
    decisions: Int64  # of all seats, in all games


class BatchArrays(NamedTuple):
    """The games of a batch."""

    states: States  # [game]
    games: Records[BatchGame]  # [game]
    legal: Int64s  # [game, place] the legal actions of the waiting seat
    rewards: Float64s  # [game, seat] the scores of the game that has ended in this step
    done: Int8s  # [game] 1: a game has ended in this step
    chapters: Int8s  # [game] 1: a chapter or a game has ended in this step
    final: Float32s  # [game, feature] what the seat that the caller played last saw at the end; no columns: not wanted


class Opponents(NamedTuple):
    """Who plays the seats that the caller does not."""

    odds: Odds  # [player] how often the seats beside the learner's belong to it; CALLER: the caller plays every seat
    parameters: Float64s  # [player, seat, parameter] of the compiled policy
    compiled: int  # players from 1 to this number choose by the compiled policy, further ones are asked by the host
    seat: int  # of the learner; NOBODY: each seat in turn


class BatchBuffers(NamedTuple):
    """Scratch arrays of one thread."""

    start: States  # the state at the beginning of a game
    seen: States
    actions: Actions
    odds: Odds
    scores: Scores
    features: Float64s
    win: bool  # rewards by chapter count chances to win, not scores


@rule
def next_decision(state: Fields, odds: Odds, rng: Rng) -> int:
    """Sample chance up to the next decision; the seats that choose then, 0 at the end of the game."""
    while True:
        seats = movers(state)
        if seats != 0 or over(state):
            return seats
        resolve(state, draw(rng, odds, chances(state, odds)))


@rule
def begin_game(states: States, games: Records[BatchGame], number: int, opponents: Opponents, buffers: BatchBuffers) -> None:
    """Lay the pieces out, draw the players and the chance of a game from its generator, and settle the first chance events."""
    game, rng = games[number], games[number].rng
    seats = len(game.players)
    player = draw(rng, opponents.odds, len(opponents.odds))
    game.learner = NOBODY
    if player != CALLER:
        game.learner = opponents.seat if opponents.seat >= 0 else (number + game.games) % seats
    for seat in range(seats):
        game.players[seat] = CALLER if seat == game.learner else player
    game.games += 1
    states[number] = buffers.start[0]
    state = states[number]
    game.pending = next_decision(state, buffers.odds, rng)


@rule
def begin_chapters(states: States, games: Records[BatchGame], number: int, opponents: Opponents, buffers: BatchBuffers) -> None:
    """Begin a game whose rewards are paid by chapter."""
    begin_game(states, games, number, opponents, buffers)
    standing(states[number], buffers.win, games[number].standing)


@rule
def list_legal(state: Fields, seat: int, actions: Actions) -> int:
    """The legal actions; a function of its own because `legal` is inlined into every caller."""
    return legal(state, seat, actions)


@rule
def pay_chapter(batch: BatchArrays, number: int, buffers: BatchBuffers) -> None:
    """Add what a chapter has changed to the rewards, unless a game of this step has ended."""
    game, scores = batch.games[number], buffers.scores
    standing(batch.states[number], buffers.win, scores)
    if batch.done[number] == 0:
        batch.chapters[number] = 1
        for seat in range(len(scores)):
            batch.rewards[number, seat] += scores[seat] - game.standing[seat]
    for seat in range(len(scores)):
        game.standing[seat] = scores[seat]


@rule
def settle_game(batch: BatchArrays, number: int, buffers: BatchBuffers) -> int:
    """Settle chance up to the next decision; the seats that choose then, 0 at the end of the game."""
    return next_decision(batch.states[number], buffers.odds, batch.games[number].rng)


@rule
def settle_chapters(batch: BatchArrays, number: int, buffers: BatchBuffers) -> int:
    """Settle chance up to the next decision, paying for each chapter that ends; the seats that choose then, 0 at the end of the game."""
    state, rng = batch.states[number], batch.games[number].rng
    while True:
        ended = over(state)
        if ended or chapter(state):
            pay_chapter(batch, number, buffers)
        seats = movers(state)
        if seats != 0 or ended:
            return seats
        resolve(state, draw(rng, buffers.odds, chances(state, buffers.odds)))


@rule
def end_game(batch: BatchArrays, number: int, hidden: bool, buffers: BatchBuffers) -> None:
    """Write the scores of a finished game, unless an earlier game of this step has ended."""
    if batch.done[number] == 0:
        returns(batch.states[number], batch.rewards[number])
        end_chapters(batch, number, hidden, buffers)


@rule
def end_chapters(batch: BatchArrays, number: int, hidden: bool, buffers: BatchBuffers) -> None:
    """Mark a game as finished whose rewards are paid already, unless an earlier game of this step has ended."""
    if batch.done[number] != 0:
        return
    batch.done[number] = 1
    batch.chapters[number] = 1
    if batch.final.shape[1] > 0:
        game = batch.games[number]
        seat = game.waiting if game.learner == NOBODY else game.learner
        view_features(batch.states[number], seat, hidden, buffers.seen, buffers.features)
        for index in range(batch.final.shape[1]):
            batch.final[number, index] = buffers.features[index]


@lru_cache
def batch_stepper(
    choose: CompiledPolicy, by_chapter: bool
) -> Compiled[[BatchArrays, BatchBuffers, Opponents, Int64s, int, int, bool], int]:
    """The compiled function that steps a batch whose compiled opponents choose by this policy, with rewards at the end or by chapter."""
    # One function for both would be four times slower where games are short.
    begin, settle, end = (begin_chapters, settle_chapters, end_chapters) if by_chapter else (begin_game, settle_game, end_game)

    def step_games(
        arrays: BatchArrays, scratch: BatchBuffers, others: Opponents, chosen: Int64s, first: int, last: int, hidden: bool
    ) -> int:
        batch, buffers, opponents = borrowed(arrays), borrowed(scratch), borrowed(others)
        states, games, legal_actions = batch.states, batch.games, batch.legal
        asked = 0  # decisions that the host asks an opponent for
        for number in range(first, last):
            action = chosen[number]
            if action == NO_CHOICE:
                continue
            # 1. The decision that the game waited for; before the first game there is none.
            game, state = games[number], states[number]
            if game.games == 0:
                begin(states, games, number, opponents, buffers)
            else:
                game.choices[game.waiting] = action
                game.pending &= game.pending - 1  # the lowest seat that has not chosen chooses
                game.decisions += 1
            while True:
                # 2. Compiled opponents choose, until the caller or the host is to choose.
                while game.pending != 0:
                    seat = lowest_bit(game.pending)
                    player = game.players[seat]
                    if player == CALLER or player > opponents.compiled:
                        break
                    game.choices[seat] = choose(state, seat, opponents.parameters[player], buffers.actions, game.rng)
                    game.pending &= game.pending - 1
                    game.decisions += 1
                if game.pending != 0:
                    break
                # 3. All have chosen: apply the actions, settle chance, and begin the next game after the end.
                advance(state, game.choices)
                game.pending = settle(batch, number, buffers)
                while game.pending == 0:
                    end(batch, number, hidden, buffers)
                    begin(states, games, number, opponents, buffers)
            # 4. The seat that the game waits for now, and its legal actions.
            game.waiting = lowest_bit(game.pending)
            game.count = list_legal(state, game.waiting, legal_actions[number])
            asked += game.players[game.waiting] != CALLER
        return asked

    # Compiled code is found by its qualified name: two policies, or two ways to pay, must not share one.
    step_games.__qualname__ = f"{settle.__name__}.{choose.__module__}.{choose.__qualname__}"
    return compiled(step_games)


@compiled
def first_illegal(games: Records[BatchGame], legal_actions: Int64s, chosen: Int64s) -> int:
    """The first game in which the chosen action is not legal; -1: there is none."""
    for number in range(len(chosen)):
        count, found, action = games[number].count, 0, chosen[number]
        for place in range(count):
            found |= legal_actions[number, place] == action
        if found == 0:
            return number
    return -1


@compiled
def sample_actions(games: Records[BatchGame], legal_actions: Int64s, rng: Rng, chosen: Int64s) -> None:
    """Write a random legal action for every game."""
    for number in range(len(chosen)):
        chosen[number] = legal_actions[number, below(rng, games[number].count)]


@compiled
def write_observations(
    arrays: BatchArrays, scratch: BatchBuffers, rows: Float32s, mask: Int8s, first: int, last: int, hidden: bool
) -> None:
    """Write the features of every waiting decision, and 1 for each legal action."""
    batch, buffers = borrowed(arrays), borrowed(scratch)
    for number in range(first, last):
        game = batch.games[number]
        view_features(batch.states[number], game.waiting, hidden, buffers.seen, buffers.features)
        for index in range(rows.shape[1]):
            rows[number, index] = buffers.features[index]
        for action in range(mask.shape[1]):
            mask[number, action] = 0
        for place in range(game.count):
            mask[number, batch.legal[number, place]] = 1


@compiled
def write_fields(games: Records[BatchGame], seats: Int64s, players: Int64s, learners: Int64s) -> None:
    """Write the waiting seat of every game, the player who chooses for it, and the learner's seat."""
    for number in range(len(seats)):
        game = games[number]
        seats[number], players[number], learners[number] = game.waiting, game.players[game.waiting], game.learner

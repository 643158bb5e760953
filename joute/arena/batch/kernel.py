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
from joute.core.state import States
from joute.jit.compile import Compiled, compiled
from joute.jit.dispatch import borrowed, inline, lowest_bit
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
    learner: Int64  # the only seat that the caller plays, or NOBODY
    games: Int64  # number of games begun
    decisions: Int64  # of all seats, in all games


class BatchArrays(NamedTuple):
    """The games of a batch."""

    states: States  # [game]
    games: Records[BatchGame]  # [game]
    legal: Int64s  # [game, place] the legal actions of the waiting seat
    counts: Int64s  # [game] their number
    seats: Int64s  # [game] the waiting seat
    players: Int64s  # [game] who chooses for it
    learners: Int64s  # [game] the only seat that the caller plays, or NOBODY
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


@inline
def lay_out(batch: BatchArrays, number: int, opponents: Opponents, buffers: BatchBuffers) -> None:
    """Lay the pieces of the next game out, and draw who plays its seats."""
    game = batch.games[number]
    seats = len(game.players)
    player = CALLER
    if len(opponents.odds) > 1:
        player = draw(game.rng, opponents.odds, len(opponents.odds))
    game.learner = NOBODY
    if player != CALLER:
        game.learner = opponents.seat if opponents.seat >= 0 else (number + game.games) % seats
    for seat in range(seats):
        game.players[seat] = CALLER if seat == game.learner else player
    game.games += 1
    batch.states[number] = buffers.start[0]


@inline
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


@inline
def settle_game(batch: BatchArrays, number: int, begins: bool, buffers: BatchBuffers) -> int:
    """Sample chance up to the next decision; the seats that choose then, 0 at the end of the game."""
    state, rng = batch.states[number], batch.games[number].rng
    while True:
        seats = movers(state)
        if seats != 0 or over(state):
            return seats
        resolve(state, draw(rng, buffers.odds, chances(state, buffers.odds)))


@inline
def settle_chapters(batch: BatchArrays, number: int, begins: bool, buffers: BatchBuffers) -> int:
    """The same, paying for each chapter that ends; at the beginning of a game, note how the seats stand."""
    state, game = batch.states[number], batch.games[number]
    while True:
        ended = over(state)
        if not begins and (ended or chapter(state)):
            pay_chapter(batch, number, buffers)
        seats = movers(state)
        if seats != 0 or ended:
            break
        resolve(state, draw(game.rng, buffers.odds, chances(state, buffers.odds)))
    if begins:
        standing(state, buffers.win, game.standing)
    return seats


@inline
def end_game(batch: BatchArrays, number: int, hidden: bool, buffers: BatchBuffers) -> None:
    """Write the scores of a finished game, unless an earlier game of this step has ended."""
    if batch.done[number] == 0:
        returns(batch.states[number], batch.rewards[number])
        end_chapters(batch, number, hidden, buffers)


@inline
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
    settle, end = (settle_chapters, end_chapters) if by_chapter else (settle_game, end_game)

    def step_games(
        arrays: BatchArrays, scratch: BatchBuffers, others: Opponents, chosen: Int64s, first: int, last: int, hidden: bool
    ) -> int:
        batch, buffers, opponents = borrowed(arrays), borrowed(scratch), borrowed(others)
        asked = 0  # decisions that the host asks an opponent for
        for number in range(first, last):
            action = chosen[number]
            if action == NO_CHOICE:
                continue
            # 1. The decision that the game waited for; before the first game there is none.
            game, state, pending = batch.games[number], batch.states[number], 0
            begins = game.games == 0
            if begins:
                lay_out(batch, number, opponents, buffers)
            else:
                game.choices[game.waiting] = action
                pending = game.pending & (game.pending - 1)  # the lowest seat that has not chosen chooses
                game.decisions += 1
            while True:
                # 2. Compiled opponents choose, until the caller or the host is to choose.
                while pending != 0:
                    seat = lowest_bit(pending)
                    player = game.players[seat]
                    if player == CALLER or player > opponents.compiled:
                        break
                    game.choices[seat] = choose(state, seat, opponents.parameters[player], buffers.actions, game.rng)
                    pending &= pending - 1
                    game.decisions += 1
                if pending != 0:
                    break
                # 3. All have chosen: apply the actions, settle chance, and lay out the next game after the end.
                if not begins:
                    advance(state, game.choices)
                pending = settle(batch, number, begins, buffers)
                begins = pending == 0
                if begins:
                    end(batch, number, hidden, buffers)
                    lay_out(batch, number, opponents, buffers)
            # 4. The seat that the game waits for now, and its legal actions.
            seat = lowest_bit(pending)
            game.pending, game.waiting = pending, seat
            batch.counts[number] = legal(state, seat, batch.legal[number])
            batch.seats[number], batch.players[number], batch.learners[number] = seat, game.players[seat], game.learner
            asked += game.players[seat] != CALLER
        return asked

    # Compiled code is found by its qualified name: two policies, or two ways to pay, must not share one.
    step_games.__qualname__ = f"{settle.__name__}.{choose.__module__}.{choose.__qualname__}"
    return compiled(step_games)


@compiled
def first_illegal(counts: Int64s, legal_actions: Int64s, chosen: Int64s) -> int:
    """The first game in which the chosen action is not legal; -1: there is none."""
    for number in range(len(chosen)):
        found, action = 0, chosen[number]
        for place in range(counts[number]):
            found |= legal_actions[number, place] == action
        if found == 0:
            return number
    return -1


@compiled
def sample_actions(counts: Int64s, legal_actions: Int64s, rng: Rng, chosen: Int64s) -> None:
    """Write a random legal action for every game."""
    for number in range(len(chosen)):
        chosen[number] = legal_actions[number, below(rng, counts[number])]


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
        for place in range(batch.counts[number]):
            mask[number, batch.legal[number, place]] = 1

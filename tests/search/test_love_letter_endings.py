"""Searches against exact enumeration in Love Letter: endings of two seats in which few cards are unseen.

What a seat can know comes from `games.love_letter.beliefs`, which lists the worlds by following the play from card to card and shares
nothing with `imagine`. Values come from trying every action in every world and every card that may be drawn.
"""

from collections.abc import Iterator
from functools import cache
from math import perm, sqrt

import numpy as np
import pytest
from enumeration import Truth, matrix_value
from games.love_letter.beliefs import Belief, in_view

import joute
from joute.core.game import Game
from joute.core.opinion import Opinion
from joute.core.playthrough import random_choices
from joute.core.settings import parse_pairs
from joute.core.state import State
from joute.games.love_letter.cards import CHANCELLOR, COPIES
from joute.games.love_letter.render import secrets
from joute.games.love_letter.state import DRAWN, KEEP, UNDER, LoveLetterState

Weighted = list[tuple[float, State]]


# --- endings and their worlds ---------------------------------------------------------------------------------------------------


def unseen_by(state: State, viewer: int) -> list[int]:
    """How many cards of each kind the viewer has not seen."""
    seen = in_view(LoveLetterState.of(state), viewer)
    return [int(COPIES[kind]) - seen.count(kind) for kind in range(10)]


def worlds(state: State, belief: Belief) -> Weighted:
    """Every world that fits, with its probability: as many ways as there are cards of its kinds."""
    found: Weighted = []
    for hand, _, under in sorted(belief.worlds, key=str):
        unseen = unseen_by(state, belief.viewer)
        ways = np.prod([perm(unseen[kind], [hand, *under].count(kind)) for kind in range(10)])
        world = state.copy()
        LoveLetterState.of(world).cards[belief.other] = hand
        for number, card in enumerate(under):
            LoveLetterState.of(world).cards[UNDER + number] = card
        for card in (hand, *under):
            unseen[card] -= 1
        LoveLetterState.of(world).deck[:] = unseen
        found.append((float(ways), world))
    total = sum(ways for ways, _ in found)
    return [(ways / total, world) for ways, world in found]


@cache
def endings(options: str, deck: int, count: int) -> tuple[Game, list[tuple[State, Weighted]]]:
    """`count` positions of random play with `deck` cards left to draw, several worlds and more than one kind of card to play."""
    game = joute.game("love_letter", **parse_pairs(options, "love_letter")).fast()
    found: list[tuple[State, Weighted]] = []
    seed = 0
    while len(found) < count:
        seed += 1
        played = line_to(game, seed, deck)
        if not played:
            continue
        beliefs = [Belief(game, played[0][0], viewer) for viewer in (0, 1)]
        if all(belief.follow(*step) for step in played for belief in beliefs):
            state = played[-1][2]
            if is_telling(state, deck, beliefs[LoveLetterState.of(state).mover]):
                found.append((state, worlds(state, beliefs[LoveLetterState.of(state).mover])))
    return game, found


def line_to(game: Game, seed: int, deck: int) -> list[tuple[State, int, State]]:
    """Random play until `deck` cards are left to draw; nothing when the round ends before."""
    state = game.new(seed)
    played: list[tuple[State, int, State]] = []
    while LoveLetterState.of(state).left + LoveLetterState.of(state).under > deck or LoveLetterState.of(state).phase == KEEP:
        choices = random_choices(game, state, seed, len(played))
        before = state.copy()
        game.step(state, choices)
        if game.over(state):
            return []
        (action,) = choices.values()
        played.append((before, action, state.copy()))
    return played


def is_telling(state: State, deck: int, belief: Belief) -> bool:
    record = LoveLetterState.of(state)
    pair = {int(record.cards[record.mover]), int(record.cards[DRAWN])}
    hides_a_card = CHANCELLOR in pair and deck > 0  # what it keeps is a choice that the other does not see: no single best answer
    return record.left + record.under == deck and len(pair) == 2 and len(belief.worlds) > 1 and not hides_a_card


# --- the truth ------------------------------------------------------------------------------------------------------------------


def after(game: Game, world: State, action: int) -> State:
    copy = world.copy()
    game.advance(copy, {game.movers(copy)[0]: action})
    return copy


def drawn_out(game: Game, share: float, state: State) -> Iterator[tuple[float, State]]:
    """The state after every way in which pending chance can fall."""
    odds = game.chances(state)
    if not odds:
        yield share, state
    for outcome, chance in enumerate(odds):
        if chance > 0:
            sample_chance = state.copy()
            game.resolve(sample_chance, outcome)
            yield from drawn_out(game, share * chance, sample_chance)


def best_answers(game: Game, states: Weighted) -> list[float]:
    """The score of each seat when the mover takes the best action in all the worlds that look the same to it."""
    total = [0.0, 0.0]
    groups: dict[bytes, Weighted] = {}
    for share, state in states:
        for part, sample_chance in drawn_out(game, share, state):
            if game.over(sample_chance):
                total = [sum_ + part * score for sum_, score in zip(total, game.returns(sample_chance), strict=True)]
            else:
                groups.setdefault(game.view(sample_chance, game.movers(sample_chance)[0]).array.tobytes(), []).append((part, sample_chance))
    for group in groups.values():
        mover = game.movers(group[0][1])[0]
        answers = [
            best_answers(game, [(share, after(game, state, action)) for share, state in group])
            for action in game.legal_numbers(group[0][1], mover)
        ]
        best = max(answers, key=lambda scores: scores[mover])
        total = [sum_ + score for sum_, score in zip(total, best, strict=True)]
    return total


def exact_values(game: Game, known: Weighted, seat: int) -> dict[str, float]:
    """The value of every action against an opponent who answers best, knowing this seat's card but no more than its own view besides."""
    return {
        action.name: best_answers(game, [(share, after(game, world, action)) for share, world in known])[seat]
        for action in game.legal(known[0][1], seat)
    }


def open_values(game: Game, known: Weighted, seat: int) -> dict[str, float]:
    """The value of every action if all cards were turned up after it: what determinised search is meant to find."""
    truth = Truth(game, matrix_value)
    values = {}
    for action in game.legal(known[0][1], seat):
        value = sum(share * truth.value(after(game, world, action), 9) for share, world in known)
        values[action.name] = value if seat == 0 else 1 - value
    return values


def assert_near(opinion: Opinion, exact: dict[str, float], slack: float) -> None:
    """Every action that was tried often has its value, within three standard errors and some slack; the choice is as good as any."""
    for judgement in opinion.judgements:
        visits = judgement.visits or 0
        if visits > 300:
            assert judgement.value == pytest.approx(exact[judgement.action.name], abs=slack + 3 / sqrt(visits)), judgement.action.name
    assert exact[opinion.action.name] >= max(exact.values()) - slack - 0.03


# --- the last choice of a round: nothing depends on how others play ---------------------------------------------------------------


@pytest.mark.parametrize("options", ["rounds=1", "tokens=1"])
@pytest.mark.parametrize(
    "agent",
    [
        "ismcts:iterations=4000,belief=uniform",
        "ismcts:iterations=4000,observers=multi,rollout=careful,choice=mean,belief=uniform",
    ],
)
def test_the_last_choice_of_a_round_has_its_exact_value(agent: str, options: str) -> None:
    game, found = endings(options, deck=0, count=12)
    for state, known in found:
        seat = int(LoveLetterState.of(state).mover)
        opinion = joute.agent(agent, game).consider(game.view(state, seat), seat, seed=1)
        assert_near(opinion, exact_values(game, known, seat), slack=0.0)


def test_determinised_means_count_every_world_alike() -> None:
    """Weighed by visits, a world in which an action looks good would count more: certain losses would pass for even chances."""
    game, found = endings("tokens=1", deck=0, count=12)
    agent = joute.agent("determinized:iterations=200000,iterations_per_world=100,choice=mean", game)
    for state, known in found:
        seat = int(LoveLetterState.of(state).mover)
        exact = exact_values(game, known, seat)
        opinion = agent.consider(game.view(state, seat), seat, seed=1)
        for judgement in opinion.judgements:
            assert judgement.value == pytest.approx(exact[judgement.action.name], abs=0.05)  # 2000 worlds: three standard errors are 0.034
        assert exact[opinion.action.name] >= max(exact.values()) - 0.05


def test_what_is_believed_of_the_last_cards_is_how_often_they_lie_there() -> None:
    game, found = endings("tokens=1", deck=1, count=8)
    for state, known in found:
        seat = int(LoveLetterState.of(state).mover)
        opinion = joute.agent("ismcts:iterations=100,belief=uniform", game).explain(game.view(state, seat), seat, seed=1)
        shares: dict[str, float] = {}
        for share, world in known:
            name = secrets(LoveLetterState.of(world), seat)[f"seat {1 - seat}"]
            shares[name] = shares.get(name, 0.0) + share
        assert opinion.beliefs[f"seat {1 - seat}"] == pytest.approx(shares, abs=0.12)


# --- one more card: the opponent answers -------------------------------------------------------------------------------------------


def test_with_one_card_left_information_set_search_expects_the_best_answer_that_its_opponent_can_know() -> None:
    game, found = endings("tokens=1", deck=1, count=8)
    agent = joute.agent("ismcts:iterations=40000,observers=multi,belief=uniform", game)
    for state, known in found:
        seat = int(LoveLetterState.of(state).mover)
        assert_near(agent.consider(game.view(state, seat), seat, seed=1), exact_values(game, known, seat), slack=0.05)


@pytest.mark.parametrize(("deck", "count"), [(0, 8), (1, 5)])
def test_determinised_search_votes_for_an_action_as_often_as_it_is_best_in_an_open_world(deck: int, count: int) -> None:
    game, found = endings("tokens=1", deck, count)
    agent = joute.agent("determinized:iterations=600000,iterations_per_world=2000,choice=votes", game)
    for state, known in found:
        seat = int(LoveLetterState.of(state).mover)
        opinion = agent.consider(game.view(state, seat), seat, seed=1)
        by_world = [(share, open_values(game, [(1.0, world)], seat)) for share, world in known]
        for judgement in opinion.judgements:
            name = judgement.action.name
            best = sum(share for share, values in by_world if values[name] >= max(values.values()) - 0.05)
            alone = sum(share for share, values in by_world if values[name] > max([-1.0, *others(values, name)]) + 0.05)
            assert alone - 0.1 < (judgement.weight or 0.0) < best + 0.1  # 300 worlds: three standard errors are 0.09


def others(values: dict[str, float], name: str) -> list[float]:
    return [value for other, value in values.items() if other != name]


def test_open_worlds_promise_no_less_than_what_can_be_known() -> None:
    """An opponent who sees all cards can only answer better: the two truths differ, and in that direction."""
    game, found = endings("tokens=1", deck=1, count=8)
    differences = []
    for state, known in found:
        seat = int(LoveLetterState.of(state).mover)
        hidden, opened = exact_values(game, known, seat), open_values(game, known, seat)
        differences += [hidden[name] - opened[name] for name in hidden]
    assert min(differences) > -1e-9

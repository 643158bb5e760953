"""The end of a round, solved: the worlds that fit, the decision before, and an agent that mixes by it."""

import json
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import joute
from joute.core.agent import Stop
from joute.core.beliefs import believed_worlds
from joute.core.errors import Unfit
from joute.core.rng import below, seeded
from joute.core.state import State, States
from joute.games.love_letter.actions import card_of, guess_of
from joute.games.love_letter.agents.blueprint import FILE
from joute.games.love_letter.agents.posterior import goal_of, weigh_by_solution
from joute.games.love_letter.agents.public_worlds import BY_CARDS, BY_POLICY, list_worlds, step_back, write_common_view
from joute.games.love_letter.agents.subgame import Solved, Subgame, cards_to_draw, names_of, place_to_doubt, rates_with_errors
from joute.games.love_letter.cards import BARON, CHANCELLOR, GUARD, HANDMAID, HIDDEN, KING, NONE, PRIEST, PRINCESS
from joute.games.love_letter.state import CHOOSE, DRAWN, KEEP, LoveLetterState, deck_size
from joute.search.equilibrium.cfr import Equilibrium
from joute.search.equilibrium.exact_exploitability import at_roots
from joute.search.equilibrium.subgame import write_node_values

GAME = joute.game("love_letter", tokens=1)


def common_view(state: State, seat: int) -> State:
    """What both seats know, from the view of one."""
    common = np.zeros(1, GAME.dtype)
    write_common_view(GAME.view(state, seat).array, seat, common)
    return State(common)


def played_rounds(count: int) -> list[list[State]]:
    """The positions of rounds of random play at which a seat decides."""
    rounds = []
    for number in range(count):
        state, rng, positions = GAME.new(seed=number), seeded("rounds", number), list[State]()
        while not GAME.over(state):
            (seat,) = GAME.movers(state)
            positions.append(state.copy())
            legal = GAME.legal(state, seat)
            GAME.step(state, {seat: legal[below(rng, len(legal))]})
        rounds.append(positions)
    return rounds


def test_what_both_know_hides_the_hands_of_both() -> None:
    state = played_rounds(1)[0][0]
    fields = LoveLetterState.of(common_view(state, GAME.movers(state)[0]))
    assert [fields.cards[0], fields.cards[1], fields.cards[DRAWN]] == [HIDDEN] * 3


def test_the_listed_worlds_are_as_likely_as_sampled_ones() -> None:
    state = next(one for positions in played_rounds(40) for one in positions if deck_size(LoveLetterState.of(one)) == 2)
    common = common_view(state, GAME.movers(state)[0])
    worlds, weights = np.zeros(20_000, GAME.dtype), np.zeros(20_000)
    count = int(list_worlds(common.array, BY_CARDS, rates_with_errors(), worlds, weights))
    listed = {
        world["cards"].tobytes(): weight for world, weight in zip(worlds[:count], weights[:count] / weights[:count].sum(), strict=True)
    }
    sampled = [world.array["cards"][0].tobytes() for world in believed_worlds(GAME, State(common.array, -1), count=4000)]
    assert set(sampled) <= set(listed)
    likeliest = max(listed, key=lambda cards: listed[cards])
    assert sampled.count(likeliest) / 4000 == pytest.approx(listed[likeliest], abs=0.03)


def test_a_step_back_is_what_both_knew_at_the_decision_before() -> None:
    steps = 0
    for positions in played_rounds(100):
        for before, after in pairwise(positions):
            if {PRIEST, BARON, KING} & set(LoveLetterState.of(after).pile.tolist()):
                continue  # then a seat may have known what is no longer seen
            earlier = common_view(after, GAME.movers(after)[0])
            assert step_back(earlier.array)
            assert earlier == State(common_view(before, GAME.movers(before)[0]).array)
            steps += 1
    assert steps > 150


def long_round(number: int) -> list[State]:
    """The positions of a round of random play in which no Guard names the right card."""
    state, rng, positions = GAME.new(seed=number), seeded("long", number), list[State]()
    while not GAME.over(state):
        (seat,) = GAME.movers(state)
        positions.append(state.copy())
        legal, theirs = GAME.legal(state, seat), LoveLetterState.of(state).cards[1 - seat]
        if LoveLetterState.of(state).phase == CHOOSE:
            calm = [one for one in legal if card_of(int(one)) != BARON and (card_of(int(one)), guess_of(int(one))) != (GUARD, theirs)]
            legal = [one for one in calm if card_of(int(one)) != PRINCESS] or legal
        GAME.step(state, {seat: legal[below(rng, len(legal))]})
    return positions


def layout(state: State) -> tuple[object, ...]:
    """Where cards lie, and who does what next."""
    fields = LoveLetterState.of(state)
    return (
        fields.left,
        fields.under,
        fields.stirs,
        fields.phase,
        fields.mover,
        fields.piled,
        [card != NONE for card in fields.cards.tolist()],
    )


def test_a_step_back_puts_cards_under_the_deck_that_a_chancellor_left_there() -> None:
    late = 0
    for number in range(60):
        for before, after in pairwise(long_round(number)):
            fields = LoveLetterState.of(after)
            if CHANCELLOR not in fields.pile.tolist() or fields.left or fields.tied.any():
                continue
            earlier = common_view(after, GAME.movers(after)[0])
            assert step_back(earlier.array)
            assert layout(earlier) == layout(before)
            late += 1
    assert late > 30


def test_compiling_solves_the_end_of_a_round_before_anybody_waits_for_it() -> None:
    agent = joute.agent("subgame:cards=2,iterations=8", GAME.fast())
    assert isinstance(agent, Subgame)
    agent.compile()
    assert len(agent._solved) == 1


def weights_by(common: States, weighing: int) -> dict[bytes, float]:
    """How likely worlds are, by their cards."""
    worlds, weights = np.zeros(20_000, GAME.dtype), np.zeros(20_000)
    count = int(list_worlds(common, weighing, rates_with_errors(), worlds, weights))
    return {world["cards"].tobytes(): float(weight) for world, weight in zip(worlds[:count], weights[:count], strict=True)}


def test_by_the_blueprint_a_seat_that_has_played_a_handmaid_holds_the_princess_more_often_than_by_the_cards() -> None:
    state = next(one for positions in played_rounds(60) for one in positions if LoveLetterState.of(one).pile[0] == HANDMAID)
    fields = LoveLetterState.of(state)
    seat = int(fields.pile_of[0])
    assert fields.piled == 1
    common = common_view(state, int(fields.mover)).array

    def share(weighing: int) -> float:
        weights = weights_by(common, weighing)
        held = sum(weight for cards, weight in weights.items() if cards[seat] == PRINCESS)
        return held / sum(weights.values())

    assert share(BY_POLICY) > 1.2 * share(BY_CARDS)


def late_solution(agent: Subgame) -> tuple[States, Solved]:
    """A position with one card left to draw, which a solved position leads to."""
    for number in range(200):
        for state in long_round(number):
            (seat,) = GAME.movers(state)
            positions = agent.positions(GAME.view(state, seat), seat)
            if (late := place_to_doubt(positions)) and (before := agent.solve(positions[0], None)) is not None:
                return positions[late], before
    raise AssertionError("no round came that far")


def test_worlds_are_as_likely_as_the_solution_before_leads_to_them() -> None:
    agent = joute.agent("subgame:cards=3,belief=uniform,iterations=32", GAME.fast())
    assert isinstance(agent, Subgame)
    common, before = late_solution(agent)
    found, mover = before.equilibrium, int(LoveLetterState.of(State(common)).mover)
    # 1. The weights of worlds, added up by what the mover sees in them.
    worlds, weights = np.zeros(20_000, GAME.dtype), np.zeros(20_000)
    count = int(list_worlds(common, BY_CARDS, rates_with_errors(), worlds, weights))
    goal = goal_of(common, worlds[:count])
    weigh_by_solution(found.tree.arrays, found.strategy, before.values, found.tree.roots, found.tree.rules, goal)
    by_view: dict[int, float] = {}
    for number in range(count):
        name = int(names_of(GAME.view(State(worlds[number : number + 1]), mover).array)[0])
        by_view[name] = by_view.get(name, 0.0) + float(goal.weights[number])
    # 2. The chance of seeing that, in the tree.
    values, reaches = np.zeros(found.tree.n_nodes), np.zeros(found.tree.n_nodes)
    write_node_values(found.tree.arrays, found.strategy, values, reaches)
    assert sum(by_view.values()) > 0.0
    for name, weight in by_view.items():
        places = np.flatnonzero(before.names == np.uint64(name))
        assert weight == pytest.approx(float(reaches[np.isin(found.tree.arrays.infosets, places)].sum()), abs=1e-12)


def test_a_second_solving_that_is_stopped_gives_way_to_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    agent, stop = joute.agent("subgame:cards=3,belief=uniform,iterations=32", GAME.fast()), Stop()
    assert isinstance(agent, Subgame)
    common, before = late_solution(agent)
    solve_again = agent._solve_again

    def stopped(*asked: Any) -> Equilibrium:
        stop.now()
        return solve_again(*asked)

    monkeypatch.setattr(agent, "_solve_again", stopped)
    mover = int(LoveLetterState.of(State(common)).mover)
    assert next(agent.solutions(State(common), mover, stop)) is before


def test_while_a_chancellor_is_out_its_cards_are_still_to_draw() -> None:
    asked = 0
    for number in range(30):
        for before, after in pairwise(long_round(number)):
            fields = LoveLetterState.of(after)
            if fields.phase == KEEP:
                assert cards_to_draw(common_view(after, int(fields.mover)).array) == deck_size(LoveLetterState.of(before))
                asked += 1
    assert asked > 10


def test_at_two_seats_master_mixes_and_at_three_it_searches() -> None:
    assert joute.agent("master", GAME).mixes
    assert joute.agent("master", joute.game("love_letter", seats=3)).inner.name == "ismcts"  # type: ignore[union-attr]  # it has one


def test_the_blueprint_says_what_made_it_and_is_small() -> None:
    assert FILE.stat().st_size < 2_000_000
    assert "train_blueprint --rounds" in json.loads(FILE.read_text(encoding="utf-8"))["made_by"]


def test_the_blueprint_states_the_probability_of_every_action() -> None:
    state = GAME.new(seed=3)
    (seat,) = GAME.movers(state)
    opinion = joute.agent("blueprint:worlds=50", GAME).consider(GAME.view(state, seat), seat, seed=1)
    assert sum(judgement.weight or 0.0 for judgement in opinion.judgements) == pytest.approx(1.0)
    assert len(opinion.judgements) == len(GAME.legal(state, seat))


def test_the_blueprint_refuses_three_seats() -> None:
    with pytest.raises(Unfit, match="two seats, not with 3"):
        joute.agent("blueprint", joute.game("love_letter", seats=3))


@pytest.mark.slow
def test_the_solved_end_of_a_round_loses_less_than_half_of_what_rules_of_thumb_lose() -> None:
    def loss(agent: str) -> float:
        found = at_roots(GAME, joute.agent(agent, GAME.fast()), 2, 12, samples=1, seed=5, belief="inferred")
        return float(np.mean([root["exploitability"] for root in found]))

    assert loss("subgame:cards=2") < loss("careful") / 2


@pytest.mark.slow
def test_master_loses_next_to_nothing_with_two_turns_to_go_and_little_with_three() -> None:
    master = joute.agent("master", GAME.fast())
    losses = [float(np.mean([root["exploitability"] for root in at_roots(GAME, master, turns, 4, samples=1, seed=6)])) for turns in (2, 3)]
    assert losses[0] < 0.002
    assert losses[1] < 0.02

"""What holds in every battle: bounds, who may act, how a turn's outcomes add up, plain and compiled alike."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import joute
from joute.core.chance import chance_of
from joute.core.game import Game
from joute.core.playthrough import random_choices
from joute.core.rng import below, seeded
from joute.core.state import State
from joute.games.pokemon.battlefield import seat_of
from joute.games.pokemon.cards import ROCKS_TURNS
from joute.games.pokemon.creatures import (
    CREATURES,
    FULL_HP,
    FULL_PP,
    KNOWN,
    LEECH,
    MOVES,
    TEAM,
    TURNS,
)
from joute.games.pokemon.state import CREATURES_IN_PLAY, NOBODY, NOTHING, PokemonState

teams = st.lists(st.sampled_from([card.name for card in CREATURES]), min_size=1, max_size=TEAM).map(",".join)
seeds = st.integers(0, 10**6)


def battle(game: Game, seed: int, most: int = 80) -> Iterator[State]:
    """Positions of a random battle, those with a coin in the air among them."""
    state = game.laid_out()
    next_bits = seeded(seed, "coins")
    for turn in range(most):
        yield state
        if game.over(state):
            return
        if game.chances(state):
            game.resolve(state, below(next_bits, 2))
        else:
            game.advance(state, random_choices(game, state, seed, turn))


@settings(max_examples=25, deadline=None)
@given(teams, teams, seeds)
def test_every_number_stays_within_its_bounds(first: str, second: str, seed: int) -> None:
    game = joute.game("pokemon", team=first, team2=second)
    for state in battle(game, seed):
        fields = PokemonState.of(state)
        for creature in range(CREATURES_IN_PLAY):
            kind = fields.kind[creature]
            if kind == NOBODY:
                assert fields.hp[creature] == 0
                continue
            assert 0 <= fields.hp[creature] <= FULL_HP[kind]
            assert all(0 <= fields.pp[creature, move] <= FULL_PP[KNOWN[kind, move]] for move in range(MOVES))
            assert (fields.status[creature] >= 0).all()
            assert (fields.status[creature] <= TURNS).all()
            assert (fields.bonus[creature] >= 0.25).all()
            assert (fields.bonus[creature] <= 4).all()
        assert ((fields.rocks >= 0) & (fields.rocks <= ROCKS_TURNS)).all()


@settings(max_examples=25, deadline=None)
@given(teams, seeds)
def test_what_no_longer_matters_is_erased(team: str, seed: int) -> None:
    game = joute.game("pokemon", team=team)
    for state in battle(game, seed):
        fields = PokemonState.of(state)
        for creature in range(CREATURES_IN_PLAY):
            if fields.hp[creature] == 0:
                assert (fields.pp[creature].sum(), fields.status[creature].sum(), fields.feeds[creature]) == (0, 0, NOBODY)
            fed = fields.feeds[creature]
            assert fed == NOBODY or (fields.hp[fed] > 0 and fields.status[creature, LEECH] > 0 and seat_of(fed) != seat_of(creature))
        for seat in range(2):
            team_hp = fields.hp[TEAM * seat : TEAM * seat + TEAM]
            assert fields.standing[seat] == np.count_nonzero(team_hp)
        if len(game.movers(state)) == 2 or game.over(state):
            assert (fields.pending.tolist(), fields.actor, fields.ending) == ([NOTHING, NOTHING], 0, 0)


@settings(max_examples=25, deadline=None)
@given(teams, seeds)
def test_nobody_who_is_knocked_out_acts_and_somebody_stands_where_there_is_a_choice(team: str, seed: int) -> None:
    game = joute.game("pokemon", team=team)
    for state in battle(game, seed):
        fields, asked = PokemonState.of(state), game.movers(state)
        if len(asked) == 2 and fields.active[0] != NOBODY:
            assert all(fields.hp[fields.active[seat]] > 0 for seat in range(2))
        if len(asked) == 1:
            assert fields.hp[fields.active[1 - asked[0]]] > 0 or fields.standing[1 - asked[0]] > 0
        if game.chances(state):
            assert fields.hp[fields.active[fields.actor]] > 0
        for seat in asked:
            assert game.legal(state, seat)


@settings(max_examples=25, deadline=None)
@given(seeds)
def test_turns_of_statuses_count_only_on_the_field(seed: int) -> None:
    game = joute.game("pokemon")
    before: State | None = None
    for state in battle(game, seed):
        if before is not None:
            old, new = PokemonState.of(before), PokemonState.of(state)
            out = {creature for fields in (old, new) for creature in fields.active.tolist()}
            for creature in set(range(CREATURES_IN_PLAY)) - out:
                assert old.status[creature].tolist() == new.status[creature].tolist()
                assert new.hp[creature] >= old.hp[creature]
        before = state.copy()


@settings(max_examples=15, deadline=None)
@given(teams, teams, seeds)
def test_every_position_of_a_battle_goes_through_json_coins_in_the_air_included(first: str, second: str, seed: int) -> None:
    game = joute.game("pokemon", team=first, team2=second)
    for state in battle(game, seed):
        assert game.position(game.to_json(state)) == state


# --- enumeration ----------------------------------------------------------------------------------------------------------------


def outcomes_of(game: Game, state: State) -> Iterator[tuple[float, State]]:
    """Every way in which the coins of a position may fall, with its probability."""
    odds = game.chances(state)
    if not odds:
        yield 1.0, state
        return
    for outcome, chance in enumerate(odds):
        if chance > 0:
            after = state.copy()
            game.resolve(after, outcome)
            yield from ((chance * further, end) for further, end in outcomes_of(game, after))


@pytest.mark.parametrize("seed", range(3))
def test_the_outcomes_of_a_turn_have_probabilities_that_add_up_to_one(seed: int) -> None:
    game = joute.game("pokemon")
    checked = 0
    for state in list(map(State.copy, battle(game, seed, most=60)))[1::6]:
        if len(game.movers(state)) != 2:
            continue
        for first in game.legal(state, 0):
            for second in game.legal(state, 1):
                after = state.copy()
                game.advance(after, {0: first, 1: second})
                ends = list(outcomes_of(game, after))
                assert sum(chance for chance, _ in ends) == pytest.approx(1, abs=1e-12)
                assert len(ends) <= 2**6
                checked += 1
    assert checked > 100


def test_sampled_turns_have_the_frequencies_of_the_enumerated_ones() -> None:
    """Two paralysed Carapuces throw Ébullition at each other: coin, two paralyses, two burns, and a coin for who is bitten first."""
    game = joute.game("pokemon", team="carapuce")
    start = game.laid_out()
    game.advance(start, {0: "send Carapuce", 1: "send Carapuce"})
    PokemonState.of(start).status[0, 3] = PokemonState.of(start).status[TEAM, 3] = 5
    choices = game.check(start, {0: "Ébullition", 1: "Ébullition"})
    first = start.copy()
    game.advance(first, choices)
    exact: dict[bytes, float] = {}
    for chance, end in outcomes_of(game, first):
        exact[bytes(end.array.tobytes())] = exact.get(bytes(end.array.tobytes()), 0.0) + chance
    assert sum(exact.values()) == pytest.approx(1)
    draws, counts = 3000, dict.fromkeys(exact, 0)
    for seed in range(draws):
        state = start.copy()
        state.array["chance"] = chance_of("turns", seed)
        game.step(state, choices)
        state.array["chance"] = 0
        counts[bytes(state.array.tobytes())] += 1
    surprise = sum((counts[end] - draws * chance) ** 2 / (draws * chance) for end, chance in exact.items())
    freedom = len(exact) - 1
    assert surprise < freedom + 4 * np.sqrt(2 * freedom)


def test_both_seats_are_treated_alike() -> None:
    """The same battle with the seats exchanged ends the same way round."""
    game = joute.game("pokemon")
    for seed in range(20):
        plain, mirrored = game.laid_out(), game.laid_out()
        next_bits = seeded(seed, "coins")
        for turn in range(60):
            if game.over(plain):
                break
            if odds := game.chances(plain):
                outcome = below(next_bits, 2)
                names_a_seat = odds == [0.5, 0.5]
                game.resolve(plain, outcome)
                game.resolve(mirrored, 1 - outcome if names_a_seat else outcome)
                continue
            choices = random_choices(game, plain, seed, turn)
            game.advance(plain, choices)
            game.advance(mirrored, {1 - seat: choice for seat, choice in choices.items()})
        assert PokemonState.of(plain).hp[:TEAM].tolist() == PokemonState.of(mirrored).hp[TEAM:].tolist()
        assert game.returns(plain) == game.returns(mirrored)[::-1]

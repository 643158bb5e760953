"""What every game promises. No game is named here: one that registers is covered."""

import json
from pathlib import Path

import numpy as np
import pytest
from contract.games import DEFAULTS, GAMES

import joute
from joute.arena.match import match
from joute.core import registry
from joute.core.contract import view_key
from joute.core.errors import BadPosition, BadSetting, IllegalMove, UnknownName
from joute.core.game import Game
from joute.core.playthrough import playthrough, random_choices
from joute.core.record import GameRecord
from joute.core.rng import below, seeded
from joute.core.state import Fields, State
from joute.jit.dispatch import DEFAULTS as RULE_DEFAULTS
from joute.jit.record_proxy import StatesProxy
from joute.testing import Effort, assert_contract
from joute.testing.effort import GROUPS

every_game = pytest.mark.parametrize("game", GAMES, ids=repr)
every_default = pytest.mark.parametrize("game", DEFAULTS, ids=repr)
GOLDEN = Path(__file__).parent.parent / "golden"


def random_positions(game: Game, seed: int, most: int = 400) -> list[State]:
    """The positions of a random game, from the first to the last (or the first many)."""
    state = game.new(seed)
    positions = [state.copy()]
    while not game.over(state) and len(positions) <= most:
        game.step(state, random_choices(game, state, seed, len(positions)))
        positions.append(state.copy())
    return positions


@every_game
@pytest.mark.parametrize("group", [group for group in GROUPS if group != "compiled"])
def test_every_promise_of_the_contract_is_kept(game: Game, group: str) -> None:
    assert_contract(game, Effort(games=3, seed=1, groups=(group,), seconds=0.3))


@every_default
@pytest.mark.slow
def test_compiled_rules_keep_within_their_arrays_and_play_as_plain_python(game: Game) -> None:
    assert_contract(game, Effort(games=1, groups=("compiled",), compiled_games=500))


@every_default
def test_the_same_seed_gives_the_same_record(game: Game) -> None:
    agents = [joute.agent("random", game) for _ in range(game.spec.seats)]
    first, again, other = (match(game, agents, seed) for seed in (5, 5, 6))
    assert (first.choices, first.scores) == (again.choices, again.scores)
    assert first.choices != other.choices


@every_default
def test_a_record_goes_through_json_and_replays_to_the_same_end(game: Game) -> None:
    record = match(game, [joute.agent("random", game) for _ in range(game.spec.seats)], seed=3)
    back = GameRecord.from_json(json.dumps(record.to_json()))
    assert back == record
    *_, (last, _) = back.replay()
    assert game.over(last)
    assert game.returns(last) == record.scores


@every_game
def test_every_legal_action_plays_and_has_a_name_of_its_own(game: Game) -> None:
    for position in random_positions(game, seed=1, most=40)[::7]:
        for seat in game.movers(position):
            legal = game.legal(position, seat)
            assert 1 <= len(legal) <= game.spec.widest
            assert len({action.name for action in legal}) == len(set(legal)) == len(legal)
            for action in legal[:40]:
                assert game.action(action.name) == action
                state = position.copy()
                game.play(state, random_choices(game, position, 1) | {seat: action.name})
                assert state != position


@every_game
def test_an_illegal_action_is_named_with_the_legal_ones_and_changes_nothing(game: Game) -> None:
    for position in random_positions(game, seed=2, most=30)[::5]:
        for seat in game.movers(position):
            legal = game.legal(position, seat)
            state = position.copy()
            for wrong in [action for action in game.actions.values() if action not in legal][:10]:
                with pytest.raises(IllegalMove) as refused:
                    game.play(state, random_choices(game, position, 1) | {seat: wrong})
                assert wrong.name in str(refused.value)
                assert all(action.name in str(refused.value) for action in legal)
            with pytest.raises(IllegalMove, match="no such thing"):
                game.play(state, random_choices(game, position, 1) | {seat: "no such thing"})
            with pytest.raises(IllegalMove, match="choose now"):
                game.play(state, {})
            assert state == position


@every_default
def test_an_unknown_action_or_option_is_answered_with_known_ones(game: Game) -> None:
    with pytest.raises(UnknownName, match="for instance"):
        game.action("no such thing")
    with pytest.raises(BadSetting, match="it has:"):
        joute.game(game.name, nonsense=1)


@every_default
def test_a_position_that_is_none_is_refused(game: Game) -> None:
    for nonsense in ({}, {"game": "another"}, {"game": game.name, "state": {"nothing": 1}}, {"options": {"nothing": 1}}):
        with pytest.raises(BadPosition):
            game.position(nonsense)


@every_game
def test_positions_are_shown_and_events_told_in_english_and_french(game: Game) -> None:
    state = game.new(seed=3)
    turns = 0
    while not game.over(state) and turns < 60:
        happened = game.play(state, random_choices(game, state, turns))
        turns += 1
        assert len(happened) >= 1
        for seat in (None, *range(-1, game.spec.seats)):
            for event in happened.seen_by(seat):
                assert event.text("en")
                assert event.text("fr")
                json.dumps(event.to_json())
        for language in ("en", "fr"):
            assert len(game.show(game.view(state, 0), language)) > 10


@every_game
def test_a_view_holds_its_own_seat_s_choices_and_no_chance_to_come(game: Game) -> None:
    for position in random_positions(game, seed=6, most=40)[::6]:
        for seat in range(game.spec.seats):
            view = game.view(position, seat)
            assert not view.array["chance"].any()
            assert game.view(view, seat) == view
            assert game.movers(view) == game.movers(position)
            assert game.legal(view, seat) == game.legal(position, seat)
            assert game.over(view) == game.over(position)
            if game.spec.seats > 1:
                with pytest.raises(BadPosition):
                    game.view(view, (seat + 1) % game.spec.seats)


@every_default
def test_the_key_of_a_view_is_that_of_what_the_seat_knows(game: Game) -> None:
    keys: set[tuple[int, int]] = set()  # the key that the game states, and that of a copy from which the rest is hidden
    scratch = np.zeros(1, game.dtype)
    for seed in range(2):
        for position in random_positions(game, seed, most=60):
            for seat in range(game.spec.seats):
                world = game.imagine(game.view(position, seat), seed)
                given = seat, world.array.view(np.uint64), StatesProxy(scratch), scratch.view(np.uint64)
                stated, default = view_key(Fields.of(world), *given), RULE_DEFAULTS["view_key"](Fields.of(world), *given)  # type: ignore[arg-type]
                keys.add((int(stated), int(default)))
    assert len({stated for stated, _ in keys}) == len({default for _, default in keys}) == len(keys)


@every_game
def test_chances_are_probabilities_of_outcomes_that_can_happen(game: Game) -> None:
    """Chance events are visited by scripting them: from the lay-out on, game after game, without the state's own dice."""
    state = game.laid_out()
    visited = 0
    for turn in range(200):
        if game.over(state):
            state = game.laid_out()
        odds = game.chances(state)
        if not odds:
            game.advance(state, random_choices(game, state, turn))
            continue
        visited += 1
        assert len(odds) <= game.spec.outcomes
        assert min(odds) >= 0
        assert abs(sum(odds) - 1) < 1e-9
        possible = [outcome for outcome, chance in enumerate(odds) if chance > 0]
        game.resolve(state, possible[below(seeded(turn), len(possible))])
        with pytest.raises(IllegalMove):
            game.resolve(state, len(odds) + 1000)
    assert (visited > 0) == game.spec.chance


@every_default
def test_the_golden_playthrough_is_played_again(game: Game) -> None:
    """To accept a change of the rules, delete the file: this test writes it anew and fails, for you to read it and keep it."""
    file = GOLDEN / f"{game.name}.txt"
    played = playthrough(game, seed=1)
    if not file.exists():
        file.write_text(played, encoding="utf-8")
        pytest.fail(f"{file.name} did not exist and was written: read it, and keep it if it is right")
    assert played == file.read_text(encoding="utf-8")


def test_the_registry_lists_the_known_games() -> None:
    with pytest.raises(UnknownName, match=next(iter(registry.GAMES))):
        joute.game("no such game")

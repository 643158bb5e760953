"""What every game promises. No game is named here: one that registers is covered."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from contract.games import DEFAULTS, GAMES

import joute
from joute.arena.match import match
from joute.core import registry
from joute.core.contract import candidates, careful, chapter, evaluate, features, forget, pick, quiet, view_key
from joute.core.errors import BadPosition, BadSetting, IllegalMove, UnknownName
from joute.core.game import Game
from joute.core.playthrough import playthrough, random_choices
from joute.core.record import GameRecord
from joute.core.rng import below, seeded
from joute.core.state import Fields, State
from joute.jit.compile import compiled
from joute.jit.dispatch import DEFAULTS as RULE_DEFAULTS
from joute.jit.record_proxy import StatesProxy

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
def test_a_game_ends_within_its_length_and_its_scores_within_their_range(game: Game) -> None:
    for seed in range(2):
        positions = random_positions(game, seed, most=game.spec.longest + 1)
        assert game.over(positions[-1])
        assert len(positions) - 1 <= game.spec.longest
        scores = game.returns(positions[-1])
        assert len(scores) == game.spec.seats
        assert all(game.spec.lowest <= score <= game.spec.highest for score in scores)
        assert game.movers(positions[-1]) == []


@every_default
def test_zero_sum_games_share_out_a_fixed_sum(game: Game) -> None:
    sums = {round(sum(game.returns(random_positions(game, seed, game.spec.longest + 1)[-1])), 9) for seed in range(6)}
    if game.spec.zero_sum:
        assert len(sums) == 1


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


@every_game
def test_positions_and_views_go_through_json(game: Game) -> None:
    for position in random_positions(game, seed=4, most=60)[::9]:
        assert game.position(json.loads(json.dumps(game.to_json(position)))) == position
        for seat in range(-1, game.spec.seats):
            view = game.view(position, seat)
            assert game.position(json.loads(json.dumps(game.to_json(view)))) == view


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


@every_game
def test_what_is_hidden_does_not_show(game: Game) -> None:
    """The metamorphic proof: any other world that fits a seat's view gives that seat the same bytes."""
    for position in random_positions(game, seed=7, most=60)[::5]:
        for seat in range(game.spec.seats):
            view = game.view(position, seat)
            for seed in range(3):
                world = game.imagine(view, seed)
                assert game.view(world, seat) == view
                assert json.dumps(game.to_json(game.view(world, seat))) == json.dumps(game.to_json(view))
                assert game.legal(world, seat) == game.legal(position, seat)
                assert game.movers(world) == game.movers(position)


def without_dice(state: State) -> bytes:
    copy = state.array.copy()
    copy["chance"] = 0
    return bytes(copy.tobytes())


@every_default
def test_imagined_worlds_vary_where_something_is_hidden(game: Game) -> None:
    position = game.new(seed=8)
    for seat in range(game.spec.seats):
        view = game.view(position, seat)
        worlds = {without_dice(game.imagine(view, seed)) for seed in range(12)}
        assert (len(worlds) > 1) == game.spec.hidden


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
def test_imagined_worlds_can_be_played_to_the_end(game: Game) -> None:
    for position in random_positions(game, seed=9, most=30)[::8]:
        if game.over(position):
            continue
        for seat in game.movers(position):
            world = game.imagine(game.view(position, seat), seed=1)
            turns = 0
            while not game.over(world):
                game.step(world, random_choices(game, world, turns))
                turns += 1
            assert turns <= game.spec.longest


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
@pytest.mark.slow
def test_compiled_rules_play_as_the_plain_ones(game: Game) -> None:
    fast = game.fast()
    for seed in range(3):
        plain_state, fast_state = game.new(seed), fast.new(seed)
        turn = 0
        while not game.over(plain_state):
            assert plain_state.array.tobytes() == fast_state.array.tobytes()
            assert game.movers(plain_state) == fast.movers(fast_state)
            for seat in range(game.spec.seats):
                assert game.legal_numbers(plain_state, seat) == fast.legal_numbers(fast_state, seat)
                assert game.view(plain_state, seat) == fast.view(fast_state, seat)
                if turn % 5 == 0:
                    view = game.view(plain_state, seat)
                    assert game.imagine(view, turn) == fast.imagine(view, turn)
            choices = random_choices(game, plain_state, turn)
            game.step(plain_state, choices)
            fast.step(fast_state, choices)
            turn += 1
        assert fast.over(fast_state)
        assert game.returns(plain_state) == fast.returns(fast_state)


def ask(states: Any, seat: int, values: Any, out: Any, actions: Any, rng: Any) -> tuple[int, int, int, bool, bool]:
    """Every optional rule, asked of one view."""
    state = states[0]
    evaluate(state, values)
    features(state, seat, out)
    count = candidates(state, seat, actions)
    return count, pick(state, seat, actions, rng), careful(state, seat, actions, rng), quiet(state), chapter(state)


ask_compiled = compiled(ask)


@every_default
@pytest.mark.slow
def test_compiled_optional_rules_answer_as_the_plain_ones(game: Game) -> None:
    width = len(game.definition.feature_names(game.options)) if game.definition.feature_names else 1
    for position in random_positions(game, seed=15, most=40)[::3]:
        for seat in game.movers(position):
            view = game.view(position, seat)
            answers = []
            for rules, states in ((ask, StatesProxy(view.array)), (ask_compiled, view.array)):
                values, out, actions = np.zeros(game.spec.seats), np.zeros(width), np.zeros(game.spec.widest, np.int64)
                said = rules(states, seat, values, out, actions, seeded("optional"))
                answers.append((said, np.round(values, 9).tolist(), np.round(out, 9).tolist()))
            assert answers[0] == answers[1]


@every_default
def test_a_random_action_picked_by_the_rules_is_any_legal_one_equally_often(game: Game) -> None:
    """Where a game states a fast `pick`, it must draw what `legal` lists: chi-square over a position with few actions."""
    if not game.definition.states_itself("pick"):
        return
    position = [position for position in random_positions(game, seed=1, most=20) if game.movers(position)][-1]
    (seat, *_) = game.movers(position)
    legal = game.legal_numbers(position, seat)
    rolls, draws, scratch = seeded("pick"), 40 * len(legal), np.empty(game.spec.widest, np.int64)
    counts = dict.fromkeys(legal, 0)
    for _ in range(draws):
        counts[int(game.definition.stated["pick"](Fields.of(position), seat, scratch, rolls))] += 1
    surprise = sum((count - 40) ** 2 / 40 for count in counts.values())
    freedom = max(1, len(legal) - 1)
    assert surprise < freedom + 4 * np.sqrt(2 * freedom)


@every_default
def test_play_that_nobody_looks_at_goes_on_as_if_somebody_did(game: Game) -> None:
    """`forget` may leave out what only views tell: not what is legal, what follows, or who wins."""
    for seed in range(3):
        watched = random_positions(game, seed, most=6)[-1]
        forgotten = watched.copy()
        forget(Fields.of(forgotten))
        while not game.over(watched):
            assert [game.legal_numbers(forgotten, seat) for seat in game.movers(forgotten)] == [
                game.legal_numbers(watched, seat) for seat in game.movers(watched)
            ]
            choices = random_choices(game, watched, seed, 0)
            game.step(watched, choices)
            game.step(forgotten, choices)
        assert game.over(forgotten)
        assert game.returns(forgotten) == game.returns(watched)


@every_default
def test_evaluations_stay_within_the_scores(game: Game) -> None:
    values = np.zeros(game.spec.seats)
    for position in random_positions(game, seed=11, most=60)[::7]:
        if game.over(position) or not game.movers(position):
            continue
        game.definition.stated["evaluate"](Fields.of(position), values)
        assert all(game.spec.lowest <= value <= game.spec.highest for value in values)


@every_default
def test_candidates_are_legal_actions(game: Game) -> None:
    scratch = np.empty(game.spec.widest, np.int64)
    for position in random_positions(game, seed=12, most=60)[::5]:
        for seat in game.movers(position):
            count = game.definition.stated["candidates"](Fields.of(position), seat, scratch)
            chosen = scratch[:count].tolist()
            assert 1 <= count == len(set(chosen))
            assert set(chosen) <= set(game.legal_numbers(position, seat))


@every_default
def test_a_careful_beginner_plays_legally_from_its_view_alone(game: Game) -> None:
    scratch = np.empty(game.spec.widest, np.int64)
    for position in random_positions(game, seed=14, most=60)[::4]:
        for seat in game.movers(position):
            view = game.view(position, seat)
            before = view.copy()
            chosen = game.definition.stated["careful"](Fields.of(view), seat, scratch, seeded("careful"))
            assert chosen in game.legal_numbers(position, seat)
            assert view == before, "looking must not change the view"
            assert chosen == game.definition.stated["careful"](Fields.of(position.copy()), seat, scratch, seeded("careful")), (
                "compiled duels and playouts ask it of whole worlds: it must not look at what its seat does not know"
            )


@every_default
def test_features_have_names(game: Game) -> None:
    if not game.definition.states_itself("features"):
        return
    assert game.definition.feature_names is not None
    names = game.definition.feature_names(game.options)
    assert len(set(names)) == len(names) > 0
    for position in random_positions(game, seed=13, most=30)[::6]:
        out = np.full(len(names), np.nan)
        game.definition.stated["features"](Fields.of(game.view(position, 0)), 0, out)
        assert np.isfinite(out).all()


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

"""An agent that errs as people do: nearly as good, now and then, and never what it sees to be a blunder."""

from collections import Counter

import numpy as np
import pytest

import joute
from joute.core.errors import UnknownName
from joute.core.opinion import Judgement, Unit
from joute.core.state import Action
from joute.search.baselines.fallible import probabilities, reliable

SCALE = 2.0  # scores from -1 to 1


def judged(*values: float | None, visits: tuple[int | None, ...] = ()) -> list[Judgement]:
    counts = visits or (None,) * len(values)
    return [Judgement(Action(place, str(place)), value, counts[place]) for place, value in enumerate(values)]


def test_without_error_only_the_best_is_played() -> None:
    assert probabilities(judged(0.2, 0.5, 0.4), SCALE, 0.0, 1.0).tolist() == [0, 1, 0]


def test_equally_good_actions_are_equally_likely() -> None:
    assert probabilities(judged(0.5, 0.5, -0.5), SCALE, 0.0, 1.0).tolist() == [0.5, 0.5, 0]


def mixture(*choices: tuple[float, float]) -> list[Judgement]:
    return [Judgement(Action(place, str(place)), value, weight=weight) for place, (value, weight) in enumerate(choices)]


def test_a_mixed_strategy_is_mixed_alike_and_what_it_never_plays_is_still_an_error() -> None:
    unplayed, worse = (0.5, 0.0), (0.1, 0.0)
    weights = probabilities(mixture((0.5, 0.8), (0.5, 0.2), unplayed, worse), SCALE, 0.0, 1.0, mixed=True)
    assert weights.tolist() == pytest.approx([0.8, 0.2, 0, 0])
    weights = probabilities(mixture((0.5, 0.8), (0.5, 0.2), unplayed, worse), SCALE, 0.5, 1.0, mixed=True)
    assert weights[1] / weights[0] == pytest.approx(0.25)
    assert weights[3] / weights[0] == pytest.approx(np.exp(-1 / 0.5))


def test_a_worse_action_is_rarer_and_a_larger_error_makes_it_less_rare() -> None:
    mild, wild = (probabilities(judged(0.4, 0.3, 0.0), SCALE, error, 1.0) for error in (0.1, 0.5))
    assert mild[0] > mild[1] > mild[2] > 0
    assert wild[1] / wild[0] == pytest.approx(np.exp(-0.25 / 0.5))
    assert wild[1] > mild[1]


def test_a_blunder_that_is_seen_is_never_played() -> None:
    assert probabilities(judged(0.9, 0.7, -0.9), SCALE, 10.0, 0.25)[2] == 0


def test_over_chances_to_win_a_blunder_is_a_share_of_a_whole_win() -> None:
    game = joute.game("coeurs")
    view = game.view(game.new(1), 1)
    erring = joute.agent("fallible:of=ismcts+iterations=300+aim=win+opponents=careful,temperature=10,blunder=0.05", game)
    opinion = erring.consider(view, 1, 1)
    values = [one.value for one in opinion.judgements if one.value is not None]
    assert erring.unit == opinion.unit == Unit.WIN
    assert max(values) - min(values) > 0.05, "or there is nothing to bar"
    for one in reliable(opinion.judgements):
        assert one.value is not None
        assert bool(one.weight) == (max(values) - one.value <= 0.05)


def test_small_differences_count_where_nothing_larger_is_at_stake() -> None:
    assert probabilities(judged(0.99, 0.98), SCALE, 0.1, 0.25).tolist() == pytest.approx(
        probabilities(judged(0.5, 0.1), SCALE, 0.1, 0.25).tolist()
    )


def test_an_action_that_was_hardly_looked_at_is_not_seen() -> None:
    assert [int(one.action) for one in reliable(judged(0.1, 0.9, None, visits=(1000, 3, 500)))] == [0]


def test_the_choice_is_repeated_by_its_seed_and_varies_between_seeds() -> None:
    game = joute.game("pokemon")
    view = game.view(game.new(1), 0)
    agent = joute.agent("fallible:of=expectiminimax+depth=1,temperature=0.5", game)
    assert agent.consider(view, 0, 7).action == agent.consider(view, 0, 7).action
    chosen = Counter(agent.consider(view, 0, seed).action.name for seed in range(30))
    assert len(chosen) > 1


def test_an_agent_without_values_is_followed() -> None:
    game = joute.game("love_letter")
    view = game.view(game.new(1), 0)
    asked, followed = joute.agent("careful", game), joute.agent("fallible:of=careful", game)
    assert all(asked.choose(view, 0, seed) == followed.choose(view, 0, seed) for seed in range(10))


def test_an_unknown_agent_to_ask_is_refused() -> None:
    with pytest.raises(UnknownName, match="no agent is called 'nobody'"):
        joute.agent("fallible:of=nobody", joute.game("pokemon"))


@pytest.mark.parametrize("game", ["coeurs", "love_letter", "morpion", "pokemon"])
def test_the_choice_alone_is_that_of_the_opinion(game: str) -> None:
    opened = joute.game(game)
    state = opened.new(2)
    seat = opened.movers(state)[0]
    view, easy = opened.view(state, seat), joute.agent("easy", opened)
    for seed in range(3):
        assert easy.choose(view, seat, seed) == easy.consider(view, seat, seed).action


def test_who_errs_over_an_equilibrium_keeps_its_mixture() -> None:
    game = joute.game("pokemon")
    state = game.new(1)
    for _ in range(40):
        if len(game.movers(state)) == 2:
            asked = joute.agent("simultaneous:depth=1", game).consider(game.view(state, 0), 0, 1)
            played = {one.action: one.weight or 0.0 for one in asked.judgements if one.weight}
            if len(played) > 1:
                break
        game.play(state, {seat: game.legal(state, seat)[0] for seat in game.movers(state)})
    erring = joute.agent("fallible:of=simultaneous+depth=1,temperature=0.05", game).consider(game.view(state, 0), 0, 1)
    banked = {one.action: one.weight or 0.0 for one in erring.judgements if one.action in played}
    assert len(played) > 1
    assert {action: weight / sum(banked.values()) for action, weight in banked.items()} == pytest.approx(played)

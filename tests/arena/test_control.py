"""Control variates: luck has mean 0, so figures less luck are unbiased, and they vary less where the evaluation is good."""

import dataclasses
import itertools
from collections.abc import Iterator
from statistics import fmean
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import joute
from joute.arena.control import less_luck, luck, strategy
from joute.arena.duel import DuelPlan
from joute.core import registry
from joute.core.agent import Agent
from joute.core.contract import Scores
from joute.core.errors import Unfit
from joute.core.game import Game
from joute.core.opinion import Judgement, Opinion
from joute.core.record import GameRecord
from joute.core.state import Action, State
from joute.games.diamant.agents.exit_factor import Leaver

KUHN = "examples/kuhn/kuhn.py"


def by_cards(state: Any, values: Scores) -> None:
    """A rough value of Kuhn poker: the higher card wins, and more once a bet is in."""
    for seat in range(2):
        own, other = state.cards[seat], state.cards[1 - seat]
        values[seat] = 0.0 if own == 0 or other == 0 else float(np.sign(own - other)) * (1 + 0.5 * (state.history & 1))


by_cards.__module__, by_cards.__name__ = "valued", "evaluate"


@pytest.fixture
def kuhn() -> Game:
    """Kuhn poker with an evaluation."""
    valued = ModuleType("valued")
    vars(valued)["evaluate"] = by_cards
    definition = registry.define(KUHN)
    return Game(dataclasses.replace(definition, name="kuhn_valued", rules=(*definition.rules, valued)), definition.options())


class Bluffer(Agent):
    """Mixes: bets a third of the time."""

    name, mixes = "bluffer", True

    def consider(self, view: State, seat: int, seed: int = 0, stop: Any = None) -> Opinion:
        passing, betting = self.legal(view, seat)
        return Opinion(passing, [Judgement(passing, weight=2 / 3), Judgement(betting, weight=1 / 3)])


def all_games(game: Game, players: list[Agent], monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[float, list[float], list[float]]]:
    """Every game of Kuhn poker: its probability, scores and luck. A player of an unknown strategy passes on a 1 and bets on others."""
    for cards in itertools.permutations(range(3), 2):
        for actions in itertools.product(range(2), repeat=3):
            script = iter(cards)
            monkeypatch.setattr(Game, "sample_chance", lambda game, state, script=script: next(script))
            state, record, chance = game.laid_out(), GameRecord.begin(game, ["", ""], 0), 1 / 6
            while game.chances(state):
                game.resolve(state, game.sample_chance(state))
            for number in actions:
                if game.over(state):
                    break
                (seat,) = game.movers(state)
                view = game.view(state, seat)
                opinion = players[seat].consider(view, seat).to_json() if players[seat].mixes else None
                known = strategy(game, state, seat, players[seat], opinion)
                chance *= known[number] if known else float(number == (cards[seat] > 0))
                record.choices.append({seat: game.actions[number].name})
                record.opinions.append({seat: opinion} if opinion else {})
                game.advance(state, {seat: number})
            unused = len(actions) - len(record.choices)
            if game.over(state) and chance > 0:
                script = iter(cards)
                monkeypatch.setattr(Game, "sample_chance", lambda game, state, script=script: next(script))
                yield chance / 2**unused, game.returns(state), luck(game, record, players)


class Unknown(Agent):
    """States nothing about its strategy."""

    name = "unknown"


def players_of(game: Game) -> dict[str, list[Agent]]:
    return {
        "both random": [registry.agent("random", game), registry.agent("random", game)],
        "a mixed strategy against an unknown one": [Bluffer(game), Unknown(game)],
        "an unknown one against random": [Unknown(game), registry.agent("random", game)],
        "both unknown": [Unknown(game), Unknown(game)],
    }


@pytest.mark.parametrize(
    "pairing", ["both random", "a mixed strategy against an unknown one", "an unknown one against random", "both unknown"]
)
def test_over_all_games_of_kuhn_poker_luck_is_nothing(kuhn: Game, pairing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    games = list(all_games(kuhn, players_of(kuhn)[pairing], monkeypatch))
    assert sum(chance for chance, _, _ in games) == pytest.approx(1)
    for seat in range(2):
        assert sum(chance * lucky[seat] for chance, _, lucky in games) == pytest.approx(0, abs=1e-12)
    assert any(abs(lucky[0]) > 0.1 for _, _, lucky in games), "and it is something in every single game"


def test_over_all_triples_of_games_the_mean_less_luck_is_the_value_and_varies_less(kuhn: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    chances, scores, lucky = zip(*all_games(kuhn, players_of(kuhn)["both random"], monkeypatch), strict=True)
    blocks = [(chance, score[0], one[0]) for chance, score, one in zip(chances, scores, lucky, strict=True)]
    value = sum(chance * score for chance, score, _ in blocks)
    assert value == pytest.approx(1 / 8), "two random players of Kuhn poker"
    for fixed in (0.5, 0.8):
        spread = sum(chance * (score - fixed * own - value) ** 2 for chance, score, own in blocks)
        assert spread < 0.9 * sum(chance * (score - value) ** 2 for chance, score, _ in blocks)
    mean = 0.0
    for triple in itertools.product(blocks, repeat=3):
        weight = float(np.prod([chance for chance, _, _ in triple]))
        mean += weight * fmean(less_luck([score for _, score, _ in triple], [own for _, _, own in triple]))
    assert mean == pytest.approx(value, abs=1e-12), "the slope of a block comes from the others: no bias at all"


def test_figures_that_are_all_luck_become_certain_and_others_stay() -> None:
    source = np.random.default_rng(1)
    chance, skill = source.normal(size=200), source.normal(size=200)
    assert np.var(less_luck((0.3 + 2 * chance).tolist(), chance.tolist())) < 1e-3
    assert np.var(less_luck(skill.tolist(), chance.tolist())) == pytest.approx(np.var(skill), rel=0.05)
    assert less_luck([1.0, 0.0, 1.0], [0.0, 0.0, 0.0]) == [1.0, 0.0, 1.0]


def test_a_duel_with_control_plays_the_same_games_and_tells_what_it_saves() -> None:
    game = joute.game("diamant", seats=2, rounds=1)
    plain, less = (DuelPlan(game, ["exit_factor", "leaver:gems=8"], 100, 3, control=control).play() for control in (False, True))
    assert [one.scores for one in plain.played] == [one.scores for one in less.played]
    assert plain.to_json()["agents"][0]["controlled"] is None
    first, second = (row["controlled"] for row in less.to_json()["agents"])
    assert first is not None
    assert second is not None
    assert first["interval"][0] <= first["share"] <= first["interval"][1]
    assert first["lead"] == pytest.approx(-second["lead"])
    assert first["worth"] is not None
    assert first["worth"] > 1.5


def test_compiled_games_and_games_that_are_asked_for_have_the_same_luck() -> None:
    game = joute.game("diamant", seats=2, rounds=1)

    class Asked(Leaver):
        """The same player, asked choice by choice."""

        compiled_policy = None

    compiled = DuelPlan(game, ["leaver:gems=9", "leaver:gems=15"], 6, 3, control=True).play()
    patient = Asked(game, registry.agent("leaver:gems=9", game).settings, "asked")
    asked = DuelPlan(game, [patient, "leaver:gems=15"], 6, 3, control=True).play()
    assert len({one.luck[0] for one in compiled.played}) > 3
    assert [one.luck for one in compiled.played] == [one.luck for one in asked.played]


def test_a_game_without_evaluation_has_no_control() -> None:
    with pytest.raises(Unfit, match="kuhn has no evaluation of positions"):
        DuelPlan(joute.game(KUHN), ["random", "random"], 2, control=True).play()


def test_a_stated_strategy_that_does_not_add_up_is_not_used(kuhn: Game) -> None:
    state, bluffer = kuhn.new(1), Bluffer(kuhn)
    opinion = bluffer.consider(kuhn.view(state, 0), 0).to_json()
    assert strategy(kuhn, state, 0, bluffer, opinion) == pytest.approx({Action(0, "pass"): 2 / 3, Action(1, "bet"): 1 / 3})
    opinion["judgements"][0]["weight"] = 0.5
    assert strategy(kuhn, state, 0, bluffer, opinion) == {}

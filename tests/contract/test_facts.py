"""What every game that names facts promises: numbers of the stated kind, from what the seat knows alone, with words in every language."""

import string
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from contract.games import DEFAULTS, GAMES
from contract.test_contract import random_positions

from joute.core import registry
from joute.core.contract import consequences, facts, final_consequences
from joute.core.facts import Fact, FactKind
from joute.core.game import Game
from joute.core.playthrough import random_choices
from joute.core.state import Fields, State
from joute.i18n import Language, use_language
from joute.jit.compile import compiled
from joute.jit.record_proxy import StatesProxy

WITH_FACTS = [game for game in GAMES if game.definition.facts]
every_game = pytest.mark.parametrize("game", WITH_FACTS, ids=repr)
every_default = pytest.mark.parametrize("game", [game for game in DEFAULTS if game.definition.facts], ids=repr)


def decisions(game: Game, seed: int, step: int) -> Iterator[tuple[State, int, int]]:
    """Some decisions of a random game: the position, the seat, and each of its legal actions."""
    for position in random_positions(game, seed, most=60)[::step]:
        for seat in game.movers(position):
            for action in game.legal_numbers(position, seat)[:12]:
                yield position, seat, action


def written(game: Game, state: State, seat: int, action: int) -> list[float]:
    """What the rule `facts` writes; a fact that it leaves out stays NaN."""
    out = np.full(len(game.definition.facts), np.nan)
    facts(Fields.of(state), seat, action, out)
    return out.tolist()


def assert_of_its_kind(fact: Fact, value: float) -> None:
    assert np.isfinite(value), fact.name
    if fact.kind is FactKind.FLAG:
        assert value in (0.0, 1.0), fact.name
    if fact.kind is FactKind.COUNT:
        assert value == round(value), fact.name
    if fact.kind is FactKind.CHANCE:
        assert 0.0 <= value <= 1.0 + 1e-9, fact.name


@every_game
def test_facts_are_numbers_of_their_kind(game: Game) -> None:
    for position, seat, action in decisions(game, seed=3, step=3):
        for fact, value in zip(game.definition.facts, written(game, game.view(position, seat), seat, action), strict=True):
            assert_of_its_kind(fact, value)


@every_game
def test_what_is_hidden_does_not_change_facts(game: Game) -> None:
    for position, seat, action in decisions(game, seed=4, step=7):
        view = game.view(position, seat)
        known = written(game, view, seat, action)
        assert written(game, position, seat, action) == known
        assert written(game, game.imagine(view, seed=5), seat, action) == known


@every_default
def test_facts_tell_actions_apart(game: Game) -> None:
    """Every fact is there for some action and not for another, or differs, somewhere in a few games."""
    found: list[set[float]] = [set() for _ in game.definition.facts]
    for seed in range(40):
        for position, seat, action in decisions(game, seed, step=2):
            for values, value in zip(found, written(game, game.view(position, seat), seat, action), strict=True):
                values.add(value)
        if all(len(values) > 1 for values in found):
            return
    constant = [fact.name for fact, values in zip(game.definition.facts, found, strict=True) if len(values) == 1]
    assert constant == []


@every_default
def test_facts_of_the_position_are_the_same_for_all_legal_actions(game: Game) -> None:
    shared = [place for place, fact in enumerate(game.definition.facts) if fact.of_position]
    for position, seat, _ in decisions(game, seed=7, step=3) if shared else ():
        view = game.view(position, seat)
        rows = [[written(game, view, seat, number)[place] for place in shared] for number in game.legal_numbers(view, seat)]
        assert all(row == rows[0] for row in rows)


def ask(states: Any, seat: int, action: int, out: Any) -> None:
    facts(states[0], seat, action, out)


ask_compiled = compiled(ask)


@every_default
@pytest.mark.slow
def test_compiled_facts_are_those_of_plain_python(game: Game) -> None:
    for position, seat, action in decisions(game, seed=6, step=4):
        view = game.view(position, seat)
        plain, fast = np.zeros(len(game.definition.facts)), np.zeros(len(game.definition.facts))
        ask(StatesProxy(view.array), seat, action, plain)
        ask_compiled(view.array, seat, action, fast)
        assert np.round(plain, 9).tolist() == np.round(fast, 9).tolist()


@every_game
def test_consequences_are_numbers_of_their_kind(game: Game) -> None:
    state, turn = game.new(seed=8), 0
    while not game.over(state) and turn < 200:
        before, choices = state.copy(), random_choices(game, state, turn)
        game.step(state, choices)
        turn += 1
        for seat in set(choices) & ({*game.movers(state)} if not game.over(state) else {*choices}):
            out = np.full(len(game.definition.consequences), np.nan)
            consequences(Fields.of(before), Fields.of(state), seat, choices[seat], out)
            for fact, value in zip(game.definition.consequences, out.tolist(), strict=True):
                assert_of_its_kind(fact, value)


@every_game
def test_final_consequences_are_numbers_of_their_kind(game: Game) -> None:
    """Of a position and the end of its chapter: the end of the game, or when a new round or deal begins."""
    state = game.new(seed=9)
    before, turn = state.copy(), 0
    while not game.over(state) and turn < 400:
        game.step(state, random_choices(game, state, turn))
        turn += 1
    for seat in range(game.spec.seats):
        out = np.full(len(game.definition.final_consequences), np.nan)
        final_consequences(Fields.of(before), Fields.of(state), seat, out)
        for fact, value in zip(game.definition.final_consequences, out.tolist(), strict=True):
            assert_of_its_kind(fact, value)


@every_default
def test_facts_have_names_for_tables_and_sentences_in_every_language(game: Game) -> None:
    definition = game.definition
    names = [fact.name for fact in (*definition.facts, *definition.consequences, *definition.final_consequences)]
    assert len(set(names)) == len(names)
    assert all(name.isidentifier() and name == name.lower() for name in names)
    if game.name in registry.GAMES:
        assert 15 <= len([fact for fact in definition.facts if not fact.of_position]) <= 25
        assert definition.consequences
    for fact in (*definition.facts, *definition.consequences, *definition.final_consequences):
        places = {name for _, name, _, _ in string.Formatter().parse(fact.says) if name}
        assert "action" in places
        assert ("value" in places) == (fact.kind is not FactKind.FLAG)
        assert ("often" in places) == (fact not in definition.facts and fact.kind is FactKind.FLAG)
        said = {}
        for language in Language:
            with use_language(language):
                said[language] = fact.sentence("ACTION", 1.0, often="OFTEN" if "often" in places else "")
                assert "ACTION" in said[language]
                assert fact.label
        assert said[Language.en] != said[Language.fr]

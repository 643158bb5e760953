"""What a notebook shows: boards, opinions, duels and standings, well-formed, escaped, and without secrets."""

import dataclasses
from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from contract.games import DEFAULTS

import joute
from joute.core.game import Game
from joute.core.notebook import NotebookHtml
from joute.core.state import Action
from joute.i18n import Language, use_language

SMALL = joute.game("morpion", width=4, height=4, align=3)


def words(shown: NotebookHtml) -> str:
    """The text that a person reads."""
    tree = ElementTree.fromstring(shown._repr_html_())
    tree.remove(tree[0])  # the style
    return "".join(tree.itertext())


@pytest.mark.parametrize("game", DEFAULTS, ids=repr)
def test_a_state_is_drawn_as_the_terminal_shows_it(game: Game) -> None:
    state = game.new(seed=1)
    for seen in (state, game.view(state, 0), game.view(state, -1)):
        assert words(seen) == game.show(seen)


@pytest.mark.parametrize("game", [game for game in DEFAULTS if game.spec.hidden], ids=repr)
def test_a_view_is_drawn_the_same_whatever_is_hidden_from_it(game: Game) -> None:
    view = game.view(game.new(seed=1), 0)
    worlds = [game.imagine(view, seed) for seed in range(5)]
    assert len({world.array.tobytes() for world in worlds}) > 1
    assert {game.view(world, 0)._repr_html_() for world in worlds} == {view._repr_html_()}


def test_a_drawing_speaks_the_language_of_its_reader() -> None:
    with use_language(Language.fr):
        assert words(SMALL.new()) == SMALL.show(SMALL.new(), "fr") != SMALL.show(SMALL.new(), "en")


def opinion(values: dict[str, float], unit: joute.Unit = joute.Unit.SCORE, **more: object) -> joute.Opinion:
    judgements = [joute.Judgement(SMALL.action(name), value=value, visits=7) for name, value in values.items()]
    return dataclasses.replace(joute.Opinion(judgements[0].action, judgements, unit=unit), **more)  # type: ignore[arg-type]  # fields


def test_an_opinion_has_a_bar_for_every_action_and_names_its_unit() -> None:
    shown = opinion({"b2": 0.5, "a1": -0.25}, pv=[SMALL.action("b2"), SMALL.action("c3")])
    assert all(word in words(shown) for word in ("b2", "0.500", "a1", "−0.250", "score", "visits", "7", "expected: b2 c3"))
    assert shown._repr_html_().count("<rect") == 2
    assert "chance to win" in words(opinion({"b2": 0.5}, joute.Unit.WIN))


def test_bars_begin_at_zero_and_end_at_the_value() -> None:
    tree = ElementTree.fromstring(opinion({"b2": 0.5, "a1": -0.5})._repr_html_())
    places = [(bar.get("x"), bar.get("width")) for bar in tree.iter("rect")]
    assert places == [("50%", "50%"), ("0%", "50%")]


def test_an_opinion_without_numbers_and_one_with_many_actions_are_drawn() -> None:
    assert "b2" in words(joute.Opinion(SMALL.action("b2"), [joute.Judgement(SMALL.action("b2"))]))
    assert "… and 4 more" in words(opinion({action.name: 0.1 for action in SMALL.legal(SMALL.new(), 0)}))


def test_names_are_escaped() -> None:
    strange = Action(1, "<script>alert(1)</script>")
    shown = joute.Opinion(strange, [joute.Judgement(strange, value=1.0)], remark={"en": "a < b & c"})
    assert "<script" not in shown._repr_html_()
    assert "<script>alert(1)</script>" in words(shown)
    assert "a < b & c" in words(shown)


def test_a_duel_and_standings_are_tables() -> None:
    found = joute.duel(SMALL, ["random", "random:"], games=4, seed=1)
    assert all(word in words(found) for word in ("wins", "random:", "95 % interval", "4 games"))
    ranked = joute.tournament(SMALL, ["random", "random:"], games=4, seed=1)
    assert all(word in words(ranked) for word in ("Elo", "random:", "games"))


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: SMALL, 'joute.game("morpion", width=4, height=4, align=3)'),
        (lambda: SMALL.new(), "<State of morpion>"),
        (lambda: SMALL.view(SMALL.new(), -1), "<State of morpion, as a spectator sees it>"),
        (lambda: SMALL.action("b2"), "<b2 (44)>"),
        (lambda: opinion({"b2": -0.0001}, joute.Unit.WIN), "<Opinion: b2; actions judged: 1, nodes: 0>"),
        (lambda: opinion({"b2": 0.5}, joute.Unit.WIN, value=0.5), "<Opinion: b2, chance to win 0.500; actions judged: 1, nodes: 0>"),
        (lambda: joute.GameRecord("nim", {}, ["a", "b"], 3), "<GameRecord of nim, seed 3: a, b; 0 decisions, not finished>"),
        (lambda: joute.GameRecord("nim", {}, ["a", "b"], 3, scores=[1.0, 0.5]), "<GameRecord of nim, seed 3: a 1, b 0.5; 0 decisions>"),
    ],
)
def test_a_line_says_what_an_object_is(made: Callable[[], object], said: str) -> None:
    assert repr(made()) == said

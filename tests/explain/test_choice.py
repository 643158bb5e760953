"""Explanations of one choice: contributions add up, absent things are possible, counterfactuals can occur, and it can be repeated."""

import json
import math
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from cli.shell import joute as run_command

import joute
from joute.core.explanation import ExplanationModule
from joute.core.state import State
from joute.explain.choice import explain_choice
from joute.explain.choice_picture import picture
from joute.explain.contrast import Contrast, explanation_module
from joute.explain.fact_shares import fact_shares
from joute.explain.knowledge_shares import knowledge_shares, sampled_shapley, shapley_of_sets
from joute.explain.outcome_shares import outcome_shares, sampled_gap
from joute.explain.steps import finished
from joute.games.coeurs.state import CoeursState
from joute.games.trick_taking.card_names import card_number
from joute.games.trick_taking.cards import DECK, SEATS, set_of
from joute.i18n import Language, use_language

SMALL = 16_000


def deal(ply: int, seed: int = 3) -> tuple[joute.Game, State, int]:
    """A deal of careful players, at that ply: the game, what the mover knows, and its seat."""
    game = joute.game("coeurs", deals=1)
    record = joute.match(game, ["careful"] * SEATS, seed=seed)
    state = [position for position, _ in record.replay(game)][ply]
    seat = game.movers(state)[0]
    return game, game.view(state, seat), seat


def contrast(ply: int, first: int = 0, second: int = -1, seed: int = 3) -> Contrast:
    game, view, seat = deal(ply, seed)
    legal = game.legal(view, seat)
    return Contrast(game, view, seat, (legal[first], legal[second]), seed=1)


def module(game: joute.Game) -> ExplanationModule:
    found = explanation_module(game)
    assert found is not None
    return found


def test_shapley_values_of_a_sum_are_its_parts() -> None:
    parts = np.array([2.0, -1.0, 5.0])
    values = np.array([sum(part for place, part in enumerate(parts) if number >> place & 1) for number in range(8)])
    assert np.allclose(shapley_of_sets(values), parts)


def test_contributions_of_known_things_add_up_to_what_knowing_them_changes() -> None:
    found = finished(knowledge_shares(contrast(8), SMALL))
    assert found.exact
    assert sum(share.value for share in found.shares) == pytest.approx(found.everything - found.nothing)


def test_sampled_orders_agree_with_all_sets() -> None:
    compared = contrast(8)
    exact = {share.name: share for share in finished(knowledge_shares(compared, 120_000)).shares}
    sampled = sampled_shapley(compared, 120_000, 0)[0]
    for thing, value in zip(compared.things, sampled, strict=True):
        assert value == pytest.approx(exact[thing.name].value, abs=0.025)


@pytest.mark.parametrize("ply", [4, 9, 17, 22])
def test_a_world_without_some_knowledge_is_a_deal_of_all_cards_that_obeys_the_rest(ply: int) -> None:
    compared = contrast(ply)
    rng = np.random.default_rng(0)
    known = rng.random((300, len(compared.things))) < 0.5
    before = CoeursState.of(compared.view)
    for row, world in zip(known, compared.worlds(known, "test"), strict=True):
        hands = [int(hand) for hand in world["hands"]]
        assert set_of([card for hand in hands for card in range(32) if hand >> card & 1]) == DECK & ~int(world["played"])
        assert sum(hand.bit_count() for hand in hands) == 32 - int(world["plays"])
        assert all(hands[compared.seat] >> int(action) & 1 for action in compared.pair)
        for thing, is_known in zip(compared.things, row, strict=True):
            if is_known and thing.kind == "card":
                assert hands[compared.seat] >> thing.place[0] & 1
            if is_known and thing.kind == "void":
                assert not hands[thing.place[0]] & 0xFF << 8 * thing.place[1]
        assert world["hearts"].tolist() == before.hearts.tolist()


def test_the_two_actions_stay_legal_whatever_is_forgotten() -> None:
    for ply in (4, 9, 10, 11, 14, 18):
        game, view, seat = deal(ply)
        legal = game.legal_numbers(view, seat)
        if len(legal) < 2:
            continue
        compared = contrast(ply)
        for world in compared.worlds(np.zeros((50, len(compared.things)), np.bool_), "legal"):
            state = State(np.array([world], dtype=view.array.dtype))
            assert set(map(int, compared.pair)) <= set(game.legal_numbers(state, seat))


def test_parts_by_outcome_add_up_to_the_difference() -> None:
    compared = contrast(8)
    found = sampled_gap(compared, 800)
    assert sum(share.value for share in outcome_shares(compared, found)) == pytest.approx(found.value)


def test_a_fact_in_which_the_actions_do_not_differ_contributes_nothing() -> None:
    compared = contrast(8)
    game, view, seat = compared.game, compared.view, compared.seat
    one, other = (game.facts(view, seat, int(action)) for action in compared.pair)
    differing = {fact.topic or fact.name for fact in game.definition.facts if one[fact.name] != other[fact.name]}
    assert {share.name for share in finished(fact_shares(compared, 4_000))} <= differing


def test_a_counterfactual_is_a_position_that_the_game_reads() -> None:
    found = 0
    for ply in (4, 9, 14, 18, 21):
        compared = contrast(ply)
        for thing in compared.things:
            altered = module(compared.game).altered_views(compared.game, compared.view, compared.seat, compared.numbers, thing, 1)
            assert sum(one.probability for one in altered) <= 1.0 + 1e-9
            for one in altered:
                read = compared.game.position(compared.game.to_json(one.view))
                assert compared.game.legal(read, compared.seat)
                found += 1
    assert found > 50


def test_the_same_seed_gives_the_same_explanation_and_another_seed_nearly_the_same() -> None:
    game, view, seat = deal(8)
    one, again, other = (explain_choice(game, view, seat, "QD", "7S", samples=SMALL, seed=seed).to_json() for seed in (1, 1, 2))
    for explained in (one, again, other):
        del explained["seconds"]
    assert one == again
    assert one["gap"] == pytest.approx(other["gap"], abs=5 * math.hypot(one["gap_error"], other["gap_error"]))
    assert one["versions"]["joute"] == joute.__version__


def test_an_explanation_speaks_english_and_french() -> None:
    game, view, seat = deal(8)
    found = explain_choice(game, view, seat, "QD", "7S", samples=SMALL)
    assert found.sentences()[0].startswith("The queen of diamonds rather than the seven of spades: worse by")
    with use_language(Language.fr):
        french = found.sentences(["Ana", "Bob", "Cléo", "Dan"])
    assert french[0].startswith("La Dame de carreau plutôt que le 7 de pique")
    assert not any("{" in sentence for sentence in french)


def test_the_agent_s_choice_is_explained_when_an_agent_is_given() -> None:
    game, view, seat = deal(8)
    agent = joute.agent("ismcts:iterations=200,rollout=careful", game)
    found = explain_choice(game, view, seat, agent=agent, samples=SMALL)
    assert found.action == agent.consider(view, seat, joute_seed(found.seed)).action
    assert found.agent_values[0] is not None


def joute_seed(seed: int) -> int:
    from joute.core.rng import seed_of

    return seed_of(seed, "opinion")


def test_a_forced_choice_and_an_equal_pair_are_refused() -> None:
    game, view, seat = deal(30)
    with pytest.raises(joute.JouteError, match="nothing to explain"):
        explain_choice(game, view, seat, game.legal(view, seat)[0].name)
    game, view, seat = deal(8)
    with pytest.raises(joute.JouteError, match="another action"):
        explain_choice(game, view, seat, "QD", "QD")


@pytest.mark.parametrize("name", ["morpion", "pokemon"])
def test_a_game_that_names_no_known_things_says_so(name: str) -> None:
    game = joute.game(name)
    state = game.new(seed=1)
    seat = game.movers(state)[0]
    legal = game.legal(game.view(state, seat), seat)
    found = explain_choice(game, game.view(state, seat), seat, legal[0].name, legal[1].name, samples=2_000)
    assert found.knowledge is None
    assert "does not name what a seat knows" in found.remarks[0]["en"]


def test_the_command_prints_json_and_writes_a_picture(tmp_path: Path) -> None:
    game = joute.game("coeurs", deals=1)
    file, svg = tmp_path / "game.json", tmp_path / "choice.svg"
    file.write_text(json.dumps(joute.match(game, ["careful"] * SEATS, seed=3).to_json()), encoding="utf-8")
    arguments = ["explain", "choice", str(file), "--ply", "8", "--not", "7S", "--samples", "4000"]
    printed = json.loads(run_command(*arguments, "--json", "--svg", str(svg)).stdout)
    assert (printed["action"], printed["other"], printed["ply"]) == ("QD", "7S", 8)
    assert {"seed", "versions", "rules", "command"} <= set(printed)
    assert ElementTree.fromstring(svg.read_text(encoding="utf-8")).tag.endswith("svg")
    assert "what the seat knows" in run_command(*arguments).output
    refused = run_command("explain", "choice", str(file), "--ply", "32", code=2)
    assert "numbered from 0 to 31" in refused.output


def test_the_picture_has_a_bar_for_every_share() -> None:
    game, view, seat = deal(8)
    found = explain_choice(game, view, seat, "QD", "7S", samples=SMALL)
    assert found.knowledge is not None
    bars = picture(found).count("<rect")
    assert bars == min(8, len(found.knowledge.shares)) + min(8, len(found.facts)) + min(8, len(found.outcomes))


def test_cards_are_named_as_players_name_them() -> None:
    things = contrast(4).things
    assert {thing.label["en"] for thing in things if thing.kind == "card"} >= {"the king of spades in hand"}
    assert all(thing.place[0] == card_number(thing.name.removeprefix("card ")) for thing in things if thing.kind == "card")


# --- Love Letter --------------------------------------------------------------------------------------------------------------------------


def love_letter(ply: int, seed: int = 5) -> Contrast:
    """A round of careful players: the first legal action against the last one."""
    game = joute.game("love_letter", seats=3)
    record = joute.match(game, ["careful"] * 3, seed=seed)
    state = [position for position, _ in record.replay(game)][ply]
    seat = game.movers(state)[0]
    view = game.view(state, seat)
    legal = game.legal(view, seat)
    return Contrast(game, view, seat, (legal[0], legal[-1]), seed=1)


@pytest.mark.parametrize("ply", [0, 3, 5, 7])
def test_a_round_without_some_knowledge_still_has_every_card_once(ply: int) -> None:
    compared = love_letter(ply)
    known = np.random.default_rng(0).random((200, len(compared.things))) < 0.5
    for row, world in zip(known, compared.worlds(known, "test"), strict=True):
        counts = world["deck"].astype(int)
        for card in (*world["cards"], *world["pile"][: int(world["piled"])], *world["face_up"]):
            if card >= 0:
                counts[card] += 1
        assert counts.tolist() == [2, 6, 2, 2, 2, 2, 2, 1, 1, 1]
        state = State(np.array([world], dtype=compared.view.array.dtype))
        assert set(compared.numbers) <= set(compared.game.legal_numbers(state, compared.seat))
        for thing, is_known in zip(compared.things, row, strict=True):
            if is_known and thing.kind == "card":
                assert world["cards"][thing.place[0]] == thing.place[1]


def test_a_chancellor_that_left_cards_under_the_deck_is_not_forgotten() -> None:
    game = joute.game("love_letter")
    record = joute.match(game, ["careful"] * game.spec.seats, seed=5)
    seen = 0
    for state, _ in record.replay(game):
        for seat in () if game.over(state) else game.movers(state):
            view = game.view(state, seat)
            legal = game.legal_numbers(view, seat)
            names = [thing.name for thing in module(game).known_things(game, view, seat, (legal[0], legal[-1]))]
            if state.array["under"][0] and len(legal) > 1:
                assert "seen Chancellor" not in names
                seen += 1
    assert seen > 3


def test_what_a_guard_misses_is_what_its_target_is_known_not_to_hold() -> None:
    things = love_letter(3).things
    assert "hand 2" in [thing.name for thing in things]
    assert {thing.label["en"] for thing in things if thing.kind == "seen"} >= {"how often the Guard was seen"}


def test_values_from_0_to_1_are_shares_of_a_win() -> None:
    compared = love_letter(3)
    found = explain_choice(compared.game, compared.view, compared.seat, compared.pair[0].name, compared.pair[1].name, samples=2_000)
    assert "% of a win" in found.verdict()

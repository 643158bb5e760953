"""The hand-written players of Love Letter: weights worked out by hand, what careful does, and both ahead of random play."""

import numpy as np
import pytest
from games.love_letter.dealing import KIND, Table

import joute
from joute.arena.duel import duel
from joute.core.beliefs import beliefs
from joute.core.errors import Unfit
from joute.core.rng import seeded
from joute.games.love_letter.agents.negamax_search import judge_plays, lay_out
from joute.games.love_letter.agents.virtual_round import (
    LEFT,
    OUT,
    POOL,
    SHELTERED,
    SIZE,
    SPIED,
    UNKNOWN,
    World,
    chancellor,
    fixed_weight,
    hand_value,
    judged,
    play,
    prince_target,
)
from joute.games.love_letter.heuristic import careful, unseen_by
from joute.games.love_letter.render import secrets
from joute.games.love_letter.state import LoveLetterState


def world(mine: str, theirs: str, pool: str, left: int = 1, sheltered: int = 0, spied: int = 0) -> World:
    """A virtual position: both hands, and the cards in the deck and set aside."""
    drawn = np.zeros(SIZE, np.int64)
    drawn[0], drawn[1] = KIND[mine], KIND[theirs]
    drawn[LEFT], drawn[SHELTERED], drawn[SPIED] = left, sheltered, spied
    for name in pool.split():
        drawn[POOL + KIND[name]] += 1
    return drawn


# --- the report's weights -------------------------------------------------------------------------------------------------

# Unseen by side 0: two Guards, a Priest, a Princess (the opponent's): a = 4.
EASY = ("king", "princess", "guard guard priest")


@pytest.mark.parametrize(
    ("card", "free", "protected"),
    [
        ("spy", 0.5, 0.5),
        ("guard", 2 / 4, 2 / 4 - 0.15),
        ("priest", 0.15, 0.0),
        ("baron", -0.8, -0.95),  # and the share below the other card
        ("handmaid", 0.2, 0.2),
        ("prince", 0.15 + 1 / 4, 0.15 + 1 / 4),
        ("chancellor", 0.25, 0.25),
        ("king", 1.5 / 4, 1.5 / 4 - 0.15),
        ("countess", 1.75 / 4, 1.75 / 4),
        ("princess", 2 / 4, 2 / 4),
    ],
)
def test_weights_of_cards(card: str, free: float, protected: float) -> None:
    assert fixed_weight(world(*EASY), 0, KIND[card], 4, 0.5) == pytest.approx(free)
    assert fixed_weight(world(*EASY, sheltered=2), 0, KIND[card], 4, 0.5) == pytest.approx(protected)


def test_a_spy_weighs_nothing_once_it_has_the_point() -> None:
    assert fixed_weight(world(*EASY, spied=1), 0, KIND["spy"], 4, 0.5) == 0
    assert fixed_weight(world(*EASY, spied=2), 0, KIND["spy"], 4, 0.5) == 0.5


def test_a_prince_weighs_less_once_the_princess_is_seen() -> None:
    assert fixed_weight(world("princess", "priest", "guard guard"), 0, KIND["prince"], 3, 0.5) == 0.15


def test_the_value_of_a_hand_is_the_mean_over_the_draws_of_half_a_pair() -> None:
    # With the King (3/8): two Guards (1/2), a Priest (0.15), the Princess (1/2).
    expected = (2 * (3 / 8 + 1 / 2) + (3 / 8 + 0.15) + (3 / 8 + 1 / 2)) / 2 / 4
    assert hand_value(world(*EASY), 0, KIND["king"]) == pytest.approx(expected)


def test_a_baron_weighs_by_the_card_beside_it() -> None:
    # Below a Guard 0 of 4 unseen cards, below a Priest 2, below the Princess 3.
    pairs = 2 * (1 / 2 - 0.8 + 0 / 4) + (0.15 - 0.8 + 2 / 4) + (1 / 2 - 0.8 + 3 / 4)
    assert hand_value(world(*EASY), 0, KIND["baron"]) == pytest.approx(pairs / 2 / 4)
    # The Handmaid in hand, a Baron may come: 3 of 4 unseen cards (Guard, Priest, Baron) are below the Handmaid.
    pairs = (0.2 + 1 / 4) + (0.2 + 0.15) + (0.2 - 0.8 + 3 / 4) + (0.2 + 2 / 4)
    assert hand_value(world("handmaid", "princess", "guard priest baron"), 0, KIND["handmaid"]) == pytest.approx(pairs / 2 / 4)


def test_ends_are_worth_what_the_report_says() -> None:
    won, lost = world(*EASY), world(*EASY, spied=1)
    won[OUT], lost[OUT] = 2, 1
    assert judged(won) == 0.75
    assert judged(lost) == 0
    won[SPIED] = 1
    assert judged(won) == 1.5
    assert judged(world(*EASY, left=0)) == 3 / 4  # Guards and Priest are below the King
    assert judged(world(*EASY, left=0, spied=1)) == 3 / 4 + 0.5


# --- its rules for Prince and Chancellor ----------------------------------------------------------------------------------


@pytest.mark.parametrize("retained", ["handmaid", "chancellor", "princess", "spy"])
def test_a_prince_is_played_on_the_opponent_beside_a_card_worth_keeping(retained: str) -> None:
    assert prince_target(world(retained, "baron", "guard priest king"), 0) == 1


@pytest.mark.parametrize("retained", ["priest", "baron", "prince", "king", "countess"])
def test_a_prince_renews_other_cards(retained: str) -> None:
    assert prince_target(world(retained, "baron", "guard priest king"), 0) == 0


def test_a_prince_renews_a_spy_that_has_nothing_to_win() -> None:
    assert prince_target(world("spy", "baron", "guard priest king", spied=1), 0) == 0


def test_a_prince_spares_a_guard_that_hits_more_often_than_one_time_in_five() -> None:
    assert prince_target(world("guard", "baron", "priest king"), 0) == 1
    assert prince_target(world("guard", "baron", "priest king handmaid countess"), 0) == 0


def test_a_prince_against_a_handmaid_falls_on_its_player() -> None:
    assert prince_target(world("princess", "baron", "guard priest", sheltered=2), 0) == 0


def test_a_chancellor_keeps_the_card_with_the_best_value() -> None:
    table = world("priest", "guard", "countess countess king king spy", left=4)  # the most frequent stand for the top of the deck
    chancellor(table, 0)
    assert table[0] == KIND["countess"]
    assert table[POOL : POOL + 10].tolist() == [1, 0, 1, 0, 0, 0, 0, 2, 1, 0]


def test_the_agent_keeps_the_card_of_its_chancellor_that_weighs_most() -> None:
    table = Table("chancellor king", "princess").leave("guard spy guard", "guard").play("chancellor", "guard spy")
    opinion = joute.agent("negamax", table.game).consider(table.game.view(table.state, 0), 0)
    assert opinion.action.name == "chancellor keep spy, bottom guard, princess"  # half a point, and the deck is long
    assert len(opinion.judgements) == len(table.legal)


# --- its search -----------------------------------------------------------------------------------------------------------


def chosen(table: Table, agent: str = "negamax") -> str:
    return joute.agent(agent, table.game).consider(table.game.view(table.state, table.mover), table.mover).action.name


def test_it_names_a_card_that_it_has_seen() -> None:
    assert chosen(Table("priest countess", "king").play("priest>1", "spy").play("spy", "guard")) == "guard>1:countess"


def test_it_does_not_play_the_princess() -> None:
    assert chosen(Table("princess king", "countess")) == "countess"


def test_a_last_turn_is_worth_its_end() -> None:
    table = Table("king baron", "priest").leave("", "guard")
    opinion = joute.agent("negamax", table.game).consider(table.game.view(table.state, 0), 0)
    values = {judgement.action.name: judgement.value for judgement in opinion.judgements}
    seen = np.array([2, 3, 1, 2, 2, 2, 2, 0, 1, 1])  # unseen: all but three Guards, the King and the Priest
    assert opinion.action.name == "priest>1"
    assert values["priest>1"] == pytest.approx(seen[:7].sum() / seen.sum(), abs=1e-4)


def test_a_miss_in_the_virtual_game_changes_nothing_and_a_hit_ends_it() -> None:
    table = world("spy", "priest", "guard priest king", left=2)
    play(table, 0, KIND["guard"], KIND["spy"], 1, UNKNOWN, 0)
    assert table[OUT] == 2  # two Priests are unseen, one King
    table = world("spy", "king", "guard priest king", left=2)
    play(table, 0, KIND["guard"], KIND["spy"], 1, KIND["priest"], 0)
    assert table[OUT] == 0


def test_the_values_are_the_same_in_plain_python_and_compiled() -> None:
    table = Table("guard priest", "prince").leave("spy guard king", "handmaid")
    view = table.game.view(table.state, 0)
    actions = np.array(table.game.legal_numbers(table.state, 0), np.int64)
    fast, slow = np.zeros(len(actions)), np.zeros(len(actions))
    judge_plays(view.array, 0, actions, len(actions), 2, fast, np.zeros(1, np.int64))
    judge_plays.plain([LoveLetterState.of(view)], 0, actions, len(actions), 2, slow, np.zeros(1, np.int64))
    assert fast.tolist() == slow.tolist()


def test_a_known_hand_still_counts_as_unseen_in_the_weights() -> None:
    table = Table("priest countess", "king").play("priest>1", "spy").play("spy", "guard")
    drawn = np.zeros(SIZE, np.int64)
    lay_out(LoveLetterState.of(table.game.view(table.state, 0)), 0, drawn)
    assert drawn[POOL + KIND["countess"]] == 1
    assert drawn[POOL:].sum() == 21 - 3 - 2 - 2


def test_it_refuses_more_seats() -> None:
    with pytest.raises(Unfit, match="two seats, not with 3"):
        joute.agent("negamax", joute.game("love_letter", seats=3))


# --- careful --------------------------------------------------------------------------------------------------------------


def test_careful_names_a_card_that_it_has_seen() -> None:
    assert chosen(Table("priest king", "guard").play("priest>1", "spy").play("spy", "handmaid"), "careful") == "guard>1:king"


def test_careful_names_the_most_frequent_unseen_card() -> None:
    table = Table("guard baron", "guard", "spy priest baron")
    assert chosen(table, "careful") == "guard>1:chancellor"  # two of each of four kinds: the highest


def test_careful_never_plays_the_princess() -> None:
    for other in ("spy", "priest", "baron", "handmaid", "chancellor", "king", "countess"):
        assert not chosen(Table(f"princess {'guard' if other != 'guard' else 'spy'}", other), "careful").startswith("princess")


def test_careful_does_not_discard_its_own_princess() -> None:
    assert chosen(Table("princess guard", "prince"), "careful") == "prince>1"


def test_careful_duels_when_it_surely_wins() -> None:
    assert chosen(Table("priest spy", "baron").play("priest>1", "guard").play("guard>0:king", "king"), "careful") == "baron>1"


def test_careful_does_not_duel_with_a_low_card() -> None:
    assert chosen(Table("guard king", "baron"), "careful").startswith("guard")


def test_careful_hides_when_its_card_is_known() -> None:
    table = Table("guard priest", "countess").play("guard>1:king", "spy").play("priest>0", "handmaid")
    assert chosen(table, "careful") == "handmaid"


def test_careful_keeps_the_highest_card_for_the_end() -> None:
    assert chosen(Table("countess guard", "priest").leave("", "spy"), "careful") == "priest>1"


def test_careful_knows_no_more_in_the_true_state_than_in_its_view() -> None:
    game = joute.game("love_letter", seats=4)
    scratch = np.zeros(game.spec.widest, np.int64)
    for seed in range(5):
        state = game.new(seed)
        for turn in range(40):
            (seat,) = game.movers(state)
            view = game.view(state, seat)
            action = careful(LoveLetterState.of(state), seat, scratch, seeded(1))
            assert action == careful(LoveLetterState.of(view), seat, scratch, seeded(1))
            assert unseen_by(LoveLetterState.of(state), seat) == unseen_by(LoveLetterState.of(view), seat)
            legal = game.legal_numbers(state, seat)
            game.step(state, {seat: int(action) if turn % 3 else legal[turn % len(legal)]})
            if game.over(state):
                break


# --- the ends of rounds, and what is hidden -------------------------------------------------------------------------------


def test_a_round_won_is_worth_the_tokens_that_it_gives() -> None:
    table = Table("guard priest", "baron", tokens=3)
    values = np.zeros(2)
    LoveLetterState.of(table.state).spied = 1
    table.game.definition.stated["evaluate"](LoveLetterState.of(table.state), values)
    spied = values[0]
    LoveLetterState.of(table.state).spied = 0
    table.game.definition.stated["evaluate"](LoveLetterState.of(table.state), values)
    assert 0.3 < values[0] < 0.7
    assert values.sum() == 1
    assert spied > values[0]


def test_secrets_name_the_hidden_cards_of_a_world() -> None:
    table = Table("chancellor king", "spy").play("chancellor", "princess guard")
    table.play("chancellor keep princess, bottom guard, spy", "priest")
    assert secrets(LoveLetterState.of(table.state), 0) == {
        "seat 1": "King",
        "seat 1 drew": "Priest",
        "under the deck 1": "Guard",
        "under the deck 2": "Spy",
    }
    assert secrets(LoveLetterState.of(Table("king baron", "priest").leave("", "guard").state), 0) == {
        "seat 1": "Baron",
        "set aside": "Guard",
    }


def test_beliefs_of_a_card_that_was_seen_are_certain() -> None:
    table = Table("priest countess", "king").play("priest>1", "spy").play("spy", "guard")
    assert beliefs(table.game, table.game.view(table.state, 0), worlds=20)["seat 1"] == {"Countess": 1.0}


# --- strength -------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("text", "games"), [("careful", 1000), ("negamax", 24)])
def test_both_are_ahead_of_random_play(text: str, games: int) -> None:
    standing = duel(joute.game("love_letter"), [text, "random"], games, seed=1).standing(0)
    assert standing["interval"][0] > 0.6


@pytest.mark.slow
def test_careful_is_ahead_of_random_play_at_a_full_table() -> None:
    standing = duel(joute.game("love_letter", seats=6), ["careful", *["random"] * 5], games=1200, seed=1).standing(0)
    assert standing["interval"][0] > 0.4  # a fair share is a sixth

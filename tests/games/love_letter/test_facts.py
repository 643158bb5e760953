"""What is said of a card before it is played: each fact at a scripted table; and what has come of it by the next turn."""

import numpy as np
import pytest
from games.love_letter.dealing import Table

from joute.core.contract import consequences
from joute.core.state import Fields
from joute.games.love_letter.state import LoveLetterState
from joute.i18n import Language, use_language


def behind() -> Table:
    """The other player has two tokens."""
    table = Table("guard priest", "king")
    LoveLetterState.of(table.state).tokens[1] = 2
    return table


def king_seen(drawn: str) -> Table:
    """Seat 0 has seen the King of seat 1; it holds a Spy and the card drawn."""
    return Table("priest king", "spy").play("priest>1", "guard").play("guard>0:king", drawn)


def baron_seen_by_other(drawn: str) -> Table:
    """Seat 0 has seen the Baron of seat 1, which is to play."""
    return Table("priest baron", "spy").play("priest>1", drawn)


TABLES = {
    # seat 0 sees three Guards and its own cards; of 16 other cards 2 are Spies, Guards, Priests and so on
    "guard and king": Table("guard priest", "king"),
    "guard and king, behind": behind(),
    "baron and handmaid": Table("baron priest", "handmaid"),
    "baron and princess": Table("baron priest", "princess"),
    "baron and princess of three": Table("baron priest spy", "princess"),
    "prince and princess": Table("prince priest", "princess"),
    "prince and spy": Table("prince priest", "spy"),
    "handmaid and princess": Table("handmaid priest", "princess"),
    "countess and guard": Table("countess priest", "guard"),
    "chancellor and countess": Table("chancellor priest", "countess"),
    "spy": Table("spy priest", "handmaid"),
    "the other's spy": Table("spy priest", "handmaid").play("spy", "spy"),
    "a second spy": Table("spy priest", "handmaid").play("spy", "guard").play("guard>0:king", "spy"),
    "against a handmaid": Table("handmaid guard", "spy").play("handmaid", "priest"),
    "the last turn": Table("handmaid priest", "baron").empty_deck(),
    "a chancellor's last turn": Table("chancellor priest", "baron").empty_deck(),
    "king seen, guard": king_seen("guard"),
    "king seen, priest": king_seen("priest"),
    "king seen, baron": king_seen("baron"),
    "king seen, prince": king_seen("prince"),
    "own baron seen, handmaid": baron_seen_by_other("handmaid"),
    "own baron seen, prince": baron_seen_by_other("prince"),
    "own baron seen, chancellor": baron_seen_by_other("chancellor"),
    "own baron seen, keeping": baron_seen_by_other("chancellor").play("chancellor", "guard prince"),
    "keeping": Table("chancellor priest", "spy").play("chancellor", "guard prince"),
    "keeping the princess": Table("chancellor priest", "spy").play("chancellor", "guard princess"),
}
MEAN_WITHOUT_GUARD_AND_KING = (2 * (0 + 1 + 2 + 3 + 4 + 5 + 6) + 8 + 9) / 16


@pytest.mark.parametrize(
    ("name", "action", "fact", "value"),
    [
        ("guard and king", "guard>1:priest", "puts_out", 2 / 16),
        ("guard and king", "guard>1:countess", "puts_out", 1 / 16),
        ("guard and king", "king>1", "puts_out", 0),
        ("king seen, guard", "guard>1:king", "puts_out", 1),
        ("baron and handmaid", "baron>1", "puts_out", 8 / 16),
        ("prince and spy", "prince>1", "puts_out", 1 / 16),
        ("prince and princess", "prince>1", "puts_out", 0),  # the Princess is here
        ("baron and handmaid", "baron>1", "goes_out", 7 / 16),
        ("baron and princess", "baron>1", "goes_out", 0),
        ("king seen, baron", "baron>1", "goes_out", 1),
        ("prince and princess", "princess", "goes_out", 1),
        ("prince and princess", "prince>0", "goes_out", 1),
        ("prince and princess", "prince>1", "goes_out", 0),
        ("prince and spy", "prince>0", "goes_out", 0),
        ("guard and king", "guard>1:countess", "worse_guess", 1),
        ("guard and king", "guard>1:priest", "worse_guess", 0),
        ("guard and king", "king>1", "worse_guess", 0),
        ("guard and king", "guard>1:king", "cannot_hit", 1),  # the King is here
        ("guard and king", "guard>1:priest", "cannot_hit", 0),
        ("king seen, guard", "guard>1:priest", "cannot_hit", 1),
        ("king seen, guard", "guard>1:king", "known_target", 1),
        ("guard and king", "guard>1:priest", "known_target", 0),
        ("king seen, guard", "spy", "known_target", 0),
        ("against a handmaid", "priest", "looks", 0),
        ("king seen, priest", "priest>1", "looks", 0),
        ("own baron seen, handmaid", "handmaid", "looks", 0),
        ("king seen, prince", "prince>1", "strips", 7),
        ("prince and princess", "prince>1", "strips", 53 / 16),
        ("prince and princess", "prince>0", "strips", 0),
        ("guard and king, behind", "king>1", "strikes_leader", 1),
        ("guard and king", "king>1", "strikes_leader", 0),  # nobody has a token
        ("countess and guard", "countess", "no_effect", 1),
        ("countess and guard", "guard>1:spy", "no_effect", 0),
        ("king seen, priest", "priest>1", "no_effect", 1),
        ("against a handmaid", "guard", "no_effect", 1),
        ("the last turn", "handmaid", "no_effect", 1),
        ("a chancellor's last turn", "chancellor", "no_effect", 1),
        ("a second spy", "spy", "no_effect", 1),
        ("spy", "spy", "no_effect", 0),
        ("handmaid and princess", "handmaid", "shelters", 1),
        ("the last turn", "handmaid", "shelters", 0),
        ("handmaid and princess", "handmaid", "shelters_high", 1),
        ("baron and handmaid", "handmaid", "shelters_high", 0),
        ("own baron seen, handmaid", "handmaid", "shelters_known", 1),
        ("baron and handmaid", "handmaid", "shelters_known", 0),
        ("chancellor and countess", "chancellor", "searches", 1),
        ("a chancellor's last turn", "chancellor", "searches", 0),
        ("spy", "spy", "spy_token", 1),
        ("the other's spy", "spy", "spy_token", 0),
        ("the other's spy", "spy", "spoils_spy", 1),
        ("a second spy", "spy", "spoils_spy", 0),  # the first was its own
        ("guard and king", "guard>1:priest", "hand_value", 7),
        ("guard and king", "king>1", "hand_value", MEAN_WITHOUT_GUARD_AND_KING),
        ("prince and spy", "prince>0", "hand_value", 62 / 16),
        ("prince and princess", "princess", "hand_value", 0),
        ("chancellor and countess", "chancellor", "hand_value", 8 + 2 / 16),  # one of two cards may be the Princess
        ("keeping", "chancellor keep prince, bottom spy, guard", "hand_value", 5),
        ("guard and king", "guard>1:priest", "keeps_highest", 1),
        ("guard and king", "king>1", "keeps_highest", 0),
        ("keeping", "chancellor keep prince, bottom spy, guard", "keeps_highest", 1),
        ("keeping", "chancellor keep guard, bottom spy, prince", "keeps_highest", 0),
        ("guard and king", "guard>1:priest", "higher_unseen", 2),
        ("baron and princess", "baron>1", "higher_unseen", 0),
        ("chancellor and countess", "chancellor", "higher_unseen", 14 / 16),
        ("guard and king", "guard>1:priest", "highest_hand", 14 / 16),
        ("guard and king", "king>1", "highest_hand", 14 / 16),  # unless it gets a Spy for its Guard
        ("king seen, guard", "spy", "highest_hand", 0),
        ("king seen, prince", "prince>1", "highest_hand", 1 / 13),  # the King goes, and any unseen card comes
        ("countess and guard", "countess", "keeps_guard", 1),
        ("countess and guard", "guard>1:spy", "keeps_guard", 0),
        ("keeping", "chancellor keep guard, bottom spy, prince", "keeps_guard", 1),
        ("prince and princess", "prince>1", "exposes_princess", 1),
        ("handmaid and princess", "handmaid", "exposes_princess", 0),
        ("baron and princess", "baron>1", "exposes_princess", 0),  # the round is won
        ("baron and princess of three", "baron>1", "exposes_princess", 1),
        ("keeping the princess", "chancellor keep princess, bottom spy, guard", "exposes_princess", 1),
        ("keeping the princess", "chancellor keep guard, bottom spy, princess", "exposes_princess", 0),
        ("guard and king", "king>1", "gives_knowledge", 1),
        ("guard and king", "guard>1:priest", "gives_knowledge", 0),
        ("baron and princess", "baron>1", "gives_knowledge", 0),  # the round is won
        ("baron and princess of three", "baron>1", "gives_knowledge", 1),
        ("the last turn", "baron>1", "gives_knowledge", 0),
        ("own baron seen, prince", "prince>0", "keeps_known", 1),
        ("own baron seen, prince", "prince>1", "keeps_known", 0),  # it draws another card
        ("own baron seen, prince", "baron>0", "keeps_known", 0),
        ("baron and handmaid", "handmaid", "keeps_known", 0),
        ("own baron seen, prince", "baron>0", "sheds_known", 1),
        ("own baron seen, prince", "prince>1", "sheds_known", 1),
        ("own baron seen, prince", "prince>0", "sheds_known", 0),
        ("own baron seen, chancellor", "chancellor", "sheds_known", 1),
        ("own baron seen, keeping", "chancellor keep guard, bottom baron, prince", "sheds_known", 1),
        ("own baron seen, keeping", "chancellor keep baron, bottom guard, prince", "sheds_known", 0),
        ("baron and handmaid", "baron>1", "sheds_known", 0),
        ("keeping", "chancellor keep prince, bottom spy, guard", "puts_deep", 1),
        ("keeping", "chancellor keep prince, bottom guard, spy", "puts_deep", 0),
    ],
)
def test_a_fact(name: str, action: str, fact: str, value: float) -> None:
    table = TABLES[name]
    assert table.game.facts(table.game.view(table.state, table.mover), table.mover, action)[fact] == pytest.approx(value)


def test_a_priest_shows_a_hand_that_was_unknown() -> None:
    table = Table("priest king", "spy")
    assert table.game.facts(table.state, 0, "priest>1")["looks"] == 1


def test_facts_are_said_in_both_languages() -> None:
    game = TABLES["guard and king"].game
    hits = next(fact for fact in game.definition.facts if fact.name == "puts_out")
    assert hits.sentence(game.local_name("guard>1:priest"), 0.125) == "chance that guard>1:priest puts another player out: 12%"
    with use_language(Language.fr):
        assert hits.sentence(game.local_name("guard>1:priest"), 0.125) == "chance que garde>1:prêtre élimine un autre joueur : 12 %"


# --- what came of it ----------------------------------------------------------------------------------------------------------------------


def came(before: Table, action: str, after: Table) -> dict[str, float]:
    """What has come of an action of the seat that was to play; consequences that are 0 are left out."""
    names = [fact.name for fact in before.game.definition.consequences]
    out = np.full(len(names), np.nan)
    consequences(Fields.of(before.state), Fields.of(after.state), before.mover, int(before.game.action(action)), out)
    return {name: value for name, value in zip(names, out.tolist(), strict=True) if value}


def ended(table: Table, action: str) -> Table:
    """The action ends the round: the hands lie on the table until the next leader is found."""
    table.game.advance(table.state, {table.mover: action})
    return table


def test_a_guard_hits_and_the_round_goes_on() -> None:
    after = Table("guard priest baron", "spy").play("guard>1:priest", "handmaid").play("handmaid", "guard")
    assert came(Table("guard priest baron", "spy"), "guard>1:priest", after) == {"knocks_out": 1, "others_out": 1}


def test_a_guard_wins_the_round() -> None:
    before, won = Table("guard priest", "spy"), ended(Table("guard priest", "spy"), "guard>1:priest")
    assert came(before, "guard>1:priest", won) == {"knocks_out": 1, "others_out": 1, "wins_round": 1, "tokens_gained": 1}
    again = Table("guard priest", "spy").play("guard>1:priest", "guard guard guard spy spy king", lot=[0])  # the next round has begun
    assert came(before, "guard>1:priest", again) == {"knocks_out": 1, "wins_round": 1, "tokens_gained": 1}


def test_others_put_the_player_out() -> None:
    after = ended(Table("spy guard", "king").play("spy", "baron"), "guard>0:king")
    assert came(Table("spy guard", "king"), "spy", after) == {"is_put_out": 1, "loses_round": 1}


def test_a_showdown_is_lost_without_going_out() -> None:
    after = ended(Table("spy king", "guard").empty_deck(), "guard>1:priest")
    assert came(Table("spy king", "guard"), "guard>1:priest", after) == {"loses_round": 1}


def test_others_take_or_see_the_card_in_hand() -> None:
    before = Table("spy prince", "king")
    assert came(before, "spy", Table("spy prince", "king").play("spy", "guard").play("prince>0", "baron guard")) == {"hand_taken": 1}
    before = Table("spy priest", "king")
    assert came(before, "spy", Table("spy priest", "king").play("spy", "guard").play("priest>0", "guard")) == {"hand_known": 1}
    assert came(before, "spy", Table("spy priest", "king").play("spy", "guard").play("guard>0:baron", "guard")) == {}


def test_a_card_that_the_player_traded_for_was_not_taken() -> None:
    after = Table("king prince", "spy").play("king>1", "guard").play("guard>0:baron", "guard")
    assert came(Table("king prince", "spy"), "king>1", after) == {"hand_known": 1}

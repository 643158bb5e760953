"""How Diamant looks: pictures and events in both languages, positions through JSON, and the README's tables."""

import re
from pathlib import Path
from typing import Any

import pytest

import joute
from joute.core import settings
from joute.core.errors import BadPosition
from joute.core.events import Event, Events, Step
from joute.core.game import Game
from joute.core.state import State
from joute.games import diamant
from joute.games.diamant.cards import COPIES_OF_A_TRAP, TREASURES, WORTH_AS_NUMBERED, WORTH_AS_TAKEN, card_names
from joute.games.diamant.options import DiamantOptions
from joute.games.diamant.strings import TRAP_NAMES


def table(first: str, **options: Any) -> tuple[Game, State]:
    """A game whose first card is known."""
    game = joute.game("diamant", **options)
    state = game.laid_out()
    game.resolve(state, card_names(int(game.options.edition)).index(first))
    return game, state


def turn(game: Game, state: State, choices: dict[int, str], *cards: str) -> list[Event]:
    """Play, turn these cards, and tell."""
    before = state.copy()
    game.advance(state, choices)
    steps = [Step(before, state.copy(), {seat: game.action(name) for seat, name in choices.items()})]
    for card in cards:
        before, kind = state.copy(), card_names(int(game.options.edition)).index(card)
        game.resolve(state, kind)
        steps.append(Step(before, state.copy(), outcome=kind))
    return list(Events(game, steps))


def texts(events: list[Event], language: str) -> list[str]:
    return [event.text(language) for event in events]


X, R = "explore", "return"

# --- pictures ---------------------------------------------------------------------------------------------------------------


def test_the_picture_shows_the_path_what_lies_on_it_the_odds_and_everybody_s_gems() -> None:
    game, state = table("11", seats=3)
    turn(game, state, {0: X, 1: X, 2: X}, "P4")
    turn(game, state, {0: X, 1: R, 2: X}, "R")
    turn(game, state, {0: X, 2: X}, "7")
    assert game.show(game.view(state, 2)) == "\n".join(
        [
            "Round 1 of 5",
            "Path    ◆11  ☠P4  ✦R  ◆7",
            "Traps   2 P4 (snakes) left in the deck",
            "On it   1 gem, 1 relic (for one who returns alone: 5)",
            "Next    disaster 7%, first trap 44%, treasure 48% (27 cards)",
            "",
            "             bank  carries    relics",
            "seat 0          0        6         0  exploring",
            "seat 1          5        –         0  back",
            "seat 2          0        6         0  exploring   ← you",
        ]
    )
    assert game.show(game.view(state, -1), "fr") == "\n".join(
        [
            "Manche 1 sur 5",
            "Chemin  ◆11  ☠P4  ✦R  ◆7",
            "Pièges  encore 2 P4 (serpents) dans la pioche",
            "Au sol  1 gemme, 1 relique (pour qui rentre seul : 5)",
            "Suite   désastre 7 %, premier piège 44 %, trésor 48 % (27 cartes)",
            "",
            "           coffre    porte  reliques",
            "joueur 0        0        6         0  explore",
            "joueur 1        5        –         0  rentré",
            "joueur 2        0        6         0  explore",
        ]
    )


def test_a_long_path_goes_on_in_a_second_row() -> None:
    game, state = table("1", seats=2)
    for card in ("2", "3", "4", "5", "5", "7", "7", "9", "11", "11", "13", "14", "15"):
        turn(game, state, {0: X, 1: X}, card)
    lines = game.show(state).splitlines()
    assert lines[1].startswith("Path    ◆1  ◆2")
    assert lines[2] == "        ◆14  ◆15"


def test_the_last_picture_says_who_wins() -> None:
    game, state = table("9", seats=3, rounds=1)
    turn(game, state, {0: R, 1: X, 2: R}, "P1")
    turn(game, state, {1: X}, "P1")
    assert game.show(state).startswith("Seats 0 and 2 share the win with 3 gems each\n")
    assert game.show(state, "fr").startswith("Les joueurs 0 et 2 partagent la victoire avec 3 gemmes chacun\n")


def test_a_position_before_its_first_card_can_be_shown() -> None:
    game = joute.game("diamant")
    assert "Path    —" in game.show(game.laid_out())


# --- events -----------------------------------------------------------------------------------------------------------------


def test_choices_are_told_at_once_then_what_came_home_then_the_card() -> None:
    game, state = table("11", seats=4)
    events = turn(game, state, {0: X, 1: R, 2: X, 3: R}, "7")
    assert texts(events, "en") == [
        "Seats 0 and 2 explore; seats 1 and 3 return",
        "Seat 1 brings 3 gems home (2 carried + 1 from the path)",
        "Seat 3 brings 3 gems home (2 carried + 1 from the path)",
        "A treasure of 7: seats 0 and 2 each take 3 gems, 1 stays on the path",
    ]
    assert texts(events, "fr") == [
        "Les joueurs 0 et 2 explorent ; les joueurs 1 et 3 rentrent",
        "Le joueur 1 rapporte 3 gemmes (2 en poche + 1 sur le chemin)",
        "Le joueur 3 rapporte 3 gemmes (2 en poche + 1 sur le chemin)",
        "Un trésor de 7 : les joueurs 0 et 2 prennent chacun 3 gemmes, 1 reste sur le chemin",
    ]
    assert events[0].to_json()["explore"] == [0, 2]
    assert [event.kind for event in events] == ["chosen", "returned", "returned", "treasure"]


def test_relics_are_told_when_turned_when_taken_and_when_lost() -> None:
    game, state = table("R", seats=2, edition="2016")
    events = turn(game, state, {0: X, 1: X}, "R")
    assert texts(events, "en")[-1] == "A relic lies on the path"
    events = turn(game, state, {0: R, 1: X}, "R")
    assert texts(events, "en")[1] == "Seat 0 brings 10 gems home (10 for 2 relics)"
    assert events[1].words == {"seat": 0, "banked": 10, "carried": 0, "from_path": 0, "relics": 2, "relic_gems": 10}
    turn(game, state, {1: X}, "P1")
    events = turn(game, state, {1: X}, "P1", "9")
    assert texts(events, "en")[-3] == "Round 1 ends, 1 relic lost; chests: seat 0 (10), seat 1 (0)"
    assert texts(events, "fr")[-3] == "Fin de la manche 1, 1 relique perdue ; coffres : le joueur 0 (10), le joueur 1 (0)"


def test_numbered_relics_are_told_with_their_worth() -> None:
    game, state = table("7", seats=2, edition="2020")
    events = turn(game, state, {0: X, 1: X}, "R1")
    assert texts(events, "en")[-1] == "A relic worth 5 lies on the path"
    assert texts(events, "fr")[-1] == "Une relique de 5 gemmes est sur le chemin"


def test_a_disaster_is_told_with_its_losses_then_the_round_s_scores_and_the_next_round() -> None:
    game, state = table("15", seats=3)
    assert texts(turn(game, state, {0: X, 1: X, 2: R}, "P5"), "en")[-1] == "A trap (spiders): a first warning"
    events = turn(game, state, {0: X, 1: X}, "P5", "1")
    assert texts(events, "en") == [
        "Seats 0 and 1 explore",
        "Disaster (spiders): seats 0 and 1 each lose 5 gems",
        "Round 1 ends; chests: seat 0 (0), seat 1 (0), seat 2 (5)",
        "Round 2 begins",
        "A treasure of 1: too small to share, 1 gem on the path",
    ]
    assert texts(events, "fr")[1:] == [
        "Désastre (araignées) : les joueurs 0 et 1 perdent chacun 5 gemmes",
        "Fin de la manche 1 ; coffres : le joueur 0 (0), le joueur 1 (0), le joueur 2 (5)",
        "La manche 2 commence",
        "Un trésor de 1 : trop petit pour être partagé, 1 gemme sur le chemin",
    ]
    assert events[2].words["reason"] == "P5"


def test_those_who_have_nothing_bank_nothing_and_lose_nothing() -> None:
    game, state = table("P5", seats=2)
    events = turn(game, state, {0: X, 1: R}, "P5", "7")
    assert texts(events, "en")[1:3] == [
        "Seat 1 comes back empty-handed",
        "Disaster (spiders): seat 0 had nothing to lose",
    ]
    assert texts(events, "fr")[1:3] == [
        "Le joueur 1 revient les mains vides",
        "Désastre (araignées) : le joueur 0 n'avait rien à perdre",
    ]


def test_the_end_is_told_with_the_winner() -> None:
    game, state = table("9", seats=2, rounds=1)
    turn(game, state, {0: X, 1: R}, "3")
    events = turn(game, state, {0: R})
    assert texts(events, "en")[-2:] == ["Round 1 ends; chests: seat 0 (7), seat 1 (5)", "Seat 0 wins with 7 gems"]
    assert texts(events, "fr")[-1] == "Le joueur 0 gagne avec 7 gemmes"
    assert events[-1].words == {"winners": [0], "banks": [7, 5]}
    assert events[-2].words["reason"] == "return"


# --- JSON -------------------------------------------------------------------------------------------------------------------


def test_a_client_gets_cards_by_name_and_seats_as_lists() -> None:
    game, state = table("11", seats=2)
    turn(game, state, {0: X, 1: X}, "P4")
    turn(game, state, {0: X, 1: R}, "R")
    described = game.to_json(game.view(state, 0))
    assert described["path"] == ["11", "P4", "R"]
    assert (described["round"], described["gems"], described["carried"], described["inside"]) == (1, 0, 5, [0])
    assert (described["banks"], described["relics"]) == ([0, 6], [0, 0])
    assert described["next"] == {"cards": 28, "deadly": 2}
    assert described["path_relics"] == {"count": 1, "worth": 5}
    assert described["deck"]["P4"] == 2
    assert "R" not in described["deck"]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"round": 7}, "round 7 of 5"),
        ({"round": 1000}, "OverflowError"),
        ({"path": ["11", "P9"]}, "no card P9"),
        ({"path": ["11"] * 40}, "never has more than"),
        ({"path": ["11", "P4", "P4"]}, "a trap without cards, or with more than three"),
        ({"path": ["11", "11", "P4"]}, "treasures that are missing or too many"),
        ({"deck": {}}, "treasures that are missing or too many"),
        ({"gems": -1}, "gems below 0"),
        ({"carried": 100}, "more gems than the 11"),
        ({"inside": []}, r"seats \[\] inside"),
        ({"inside": [0, 2]}, "seats 0 to 1"),
        ({"inside": "everybody"}, "seats 0 to 1"),
        ({"inside": [10**12]}, "seats 0 to 1"),
        ({"banks": [0, 0, 0]}, "2 seats"),
        ({"banks": [0, -1]}, "none below 0"),
        ({"banks": [0, 30000]}, "a bank above"),
        ({"relics": [0, 2]}, "more relics than the 1"),
        ({"path": [], "gems": 0, "carried": 0}, "treasures that are missing"),
        ({"chance": "many"}, "non-hexadecimal"),
        ({"chance": "00"}, "ValueError"),
    ],
)
def test_a_position_that_cannot_come_about_is_refused_in_a_sentence(change: dict[str, Any], complaint: str) -> None:
    game, state = table("11", seats=2)
    turn(game, state, {0: X, 1: X}, "P4")
    described = game.to_json(state)
    assert game.position(described) == state
    with pytest.raises(BadPosition, match=complaint):
        game.position(described | change)


def test_two_traps_of_a_kind_never_lie_on_the_path() -> None:
    game, state = table("P1", seats=2)
    described = game.to_json(state)
    with pytest.raises(BadPosition, match="two traps of a kind"):
        game.position(described | {"path": ["P1", "P1"], "deck": described["deck"] | {"P1": 1}})


def test_a_numbered_relic_is_not_there_before_its_round() -> None:
    game, state = table("7", seats=2, edition="2020")
    described = game.to_json(state)
    early = {card: count for card, count in described["deck"].items() if card != "R1"} | {"R2": 1}
    with pytest.raises(BadPosition, match="before its round"):
        game.position(described | {"deck": early})


def test_traps_that_left_the_game_must_fit_the_rounds_played() -> None:
    game, state = table("P1", seats=2)
    turn(game, state, {0: X, 1: X}, "P1", "P2")
    described = game.to_json(state)
    assert game.position(described) == state
    with pytest.raises(BadPosition, match="1 traps out of the game after 0 rounds"):
        game.position(described | {"round": 1, "deck": described["deck"] | {"R": 1}})
    with pytest.raises(BadPosition, match="a trap without cards"):
        game.position(described | {"deck": described["deck"] | {"P1": 0}})


def test_a_finished_game_has_nothing_on_the_path() -> None:
    game, state = table("9", seats=2, rounds=1)
    turn(game, state, {0: R, 1: R})
    described = game.to_json(state)
    assert described["over"]
    assert game.position(described) == state
    with pytest.raises(BadPosition, match="a path after the end"):
        game.position(described | {"turning": True})


# --- the README -------------------------------------------------------------------------------------------------------------

README = Path(diamant.__file__).with_name("README.md").read_text(encoding="utf-8")


def part(name: str) -> list[str]:
    found = re.search(rf"<!-- {name} -->\n(.*?)\n<!-- end -->", README, re.DOTALL)
    assert found is not None
    return found[1].splitlines()


def test_the_readme_s_cards_are_those_of_the_game() -> None:
    treasures = [f"| treasure `{value}` | {value} | {TREASURES.count(value)} |" for value in sorted(set(TREASURES))]
    traps = [f"| trap `P{number}` {name} | – | {COPIES_OF_A_TRAP} |" for number, name in enumerate(TRAP_NAMES, 1)]
    assert part("cards") == ["| card | gems | in the deck |", "|---|---|---|", *treasures, *traps]


def test_the_readme_s_relics_are_those_of_the_game() -> None:
    first, *others = WORTH_AS_TAKEN.tolist()
    as_taken = f"the first taken in the game {first}, then {', '.join(map(str, others))}"
    lines = part("relics")
    assert [line.endswith(f"| {as_taken} |") for line in lines] == [True, True, False]
    assert lines[2].endswith(f"| {', '.join(map(str, WORTH_AS_NUMBERED.tolist()))} as numbered |")


def test_the_readme_s_options_are_those_of_the_game() -> None:
    rows = [f"| `{row.name}` | {row.default} | {row.allowed} | {row.meaning} |" for row in settings.table(DiamantOptions)]
    assert part("options") == ["| option | default | may be | meaning |", "|---|---|---|---|", *rows]

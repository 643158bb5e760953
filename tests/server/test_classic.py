"""The report's HTTP interface, as it stands there, its example corrected to valid JSON."""

from typing import Any

import pytest
from server.served import Served

from joute.core import registry
from joute.core.session import Session
from joute.core.state import Json
from joute.server.classic import jeu_requests

INITIALISATION: Json = {"ia_players": [{"id": 1, "type": "MCTS"}, {"id": 2, "type": "MCTS"}, {"id": 3, "type": "MCTS", "level": "facile"}]}
TURN: Json = {
    "id": 1,
    "played_cards": ["KD", "10D", "QS", "QD"],
    "possible_cards": ["7D", "8D", "QH", "9S", "KC", "7H", "10S"],
    "tricks": [
        {"id": "0", "list_of_tricks": [{"number_trick": "1", "cards_trick": ["KD", "10D", "QS", "QD"]}]},
        {"id": "1", "list_of_tricks": []},
        {"id": "2", "list_of_tricks": []},
        {"id": "3", "list_of_tricks": []},
    ],
}
SCORES: Json = {"scores": [{"id": "0", "score": -20}, {"id": 1, "score": 0}, {"id": 2, "score": 0}, {"id": 3, "score": 40}]}


def jeu(server: Served, route: str, body: Any, status: int = 200) -> Any:
    """An answer of the interface: its status is in the body and in HTTP."""
    person = server.stranger()
    given = {"content": body} if isinstance(body, (str, bytes)) else {"json": body}
    response = person.request("POST", f"/jeu/{route}", **given)
    received = response.json()
    assert (response.status_code, received["status"]) == (status, status), received
    assert received["message"]
    return received


def test_the_three_requests_of_the_report(server: Served) -> None:
    assert jeu(server, "initialisation", INITIALISATION)["message"] == "Les IA sont initialisées, la partie peut commencer."
    received = jeu(server, "tour_ia", TURN)
    assert received["message"] == "L'intelligence artificielle a choisi son coup."
    assert received["id"] == 1
    assert received["selected_card"] in TURN["possible_cards"]
    assert jeu(server, "scores", SCORES)["message"] == "Scores enregistrés avec succès."
    rows = server.stranger().get("/jeu/scores")["ia"]
    assert {"type": "MCTS", "level": "facile", "parties": 1, "moyenne": 40.0} in rows
    assert server.stranger().get("/jeu/regles")["types"] == ["MCTS", "NeuralNetwork"]


@pytest.mark.parametrize("level", ["facile", "moyen", "difficile", "expert"])
def test_the_network_of_the_report_answers_at_every_level(server: Served, level: str) -> None:
    jeu(server, "initialisation", {"partie": level, "ia_players": [{"id": 1, "type": "NeuralNetwork", "level": level}]})
    assert jeu(server, "tour_ia", {"partie": level, **TURN})["selected_card"] in TURN["possible_cards"]


@pytest.mark.parametrize(
    ("route", "body", "helps"),
    [
        ("initialisation", '{"ia_players": [}', "JSON valide (ligne 1, colonne 17)"),
        ("initialisation", b"\xff\xfe", "JSON valide"),
        ("initialisation", [], "objet JSON"),
        ("initialisation", {}, "« ia_players » manque"),
        ("initialisation", {"ia_players": []}, "au moins une IA"),
        ("initialisation", {"ia_players": [{"id": 1, "type": "Oracle"}]}, "types possibles : MCTS, NeuralNetwork"),
        ("initialisation", {"ia_players": [{"id": 1, "type": "MCTS"}, {"id": "1", "type": "MCTS"}]}, "déjà pris"),
        ("initialisation", {"ia_players": [{"id": 1, "type": "MCTS", "level": "divin"}]}, "niveaux possibles : facile, moyen"),
        ("initialisation", {"ia_players": [{"id": 4, "type": "MCTS"}]}, "de 0 à 3"),
        ("tour_ia", TURN | {"id": 0}, "ses IA : 1, 2, 3"),
        ("tour_ia", TURN | {"possible_cards": ["7D", "1D"]}, "une carte s'écrit 7D, 10S, QH ou AC"),
        ("tour_ia", TURN | {"possible_cards": ["7D", "7D"]}, "7D est deux fois"),
        ("tour_ia", TURN | {"possible_cards": ["KD"]}, "KD est déjà jouée"),
        ("tour_ia", TURN | {"possible_cards": []}, "« possible_cards » est vide"),
        ("tour_ia", TURN | {"tricks": []}, "manque dans « tricks »"),
        ("tour_ia", TURN | {"hand": ["7D"]}, "n'est pas dans « hand »"),
        ("tour_ia", TURN | {"hand": [*TURN["possible_cards"], "AC"]}, "doit en avoir 7"),
        ("tour_ia", TURN | {"partie": "jamais-vue"}, "envoyez d'abord POST /jeu/initialisation"),
        ("tour_ia", TURN | {"partie": "<script>"}, "« partie » doit avoir"),
        ("scores", {"scores": SCORES["scores"][:3]}, "des 4 joueurs"),
        ("scores", {"scores": [{"id": 0, "score": "beaucoup"}]}, "« scores[0].score » doit être un nombre entier"),
    ],
)
def test_a_wrong_request_is_told_what_would_be_right(server: Served, route: str, body: Any, helps: str) -> None:
    jeu(server, "initialisation", INITIALISATION)
    assert helps in jeu(server, route, body, 400)["message"]


def test_games_are_kept_apart_by_their_id(server: Served) -> None:
    jeu(server, "initialisation", {"partie": "a", "ia_players": [{"id": 1, "type": "MCTS"}]})
    jeu(server, "initialisation", {"partie": "b", "ia_players": [{"id": 2, "type": "MCTS"}]})
    assert jeu(server, "tour_ia", TURN | {"partie": "a"})["id"] == 1
    assert "ses IA : 2" in jeu(server, "tour_ia", TURN | {"partie": "b"}, 400)["message"]


def test_an_ai_plays_a_whole_deal_and_follows_suit(server: Served) -> None:
    """The client of the report keeps the rules; every AI is asked with only its playable cards."""
    game = registry.game("coeurs", deals=1)
    state = game.new(5)
    jeu(server, "initialisation", {"partie": "deal", "ia_players": [{"id": seat, "type": "MCTS", "level": "facile"} for seat in range(4)]})
    played: list[str] = []
    tricks: list[Json] = [{"id": seat, "list_of_tricks": []} for seat in range(4)]
    while not game.over(state):
        seat = game.movers(state)[0]
        legal = [card.name for card in game.legal(state, seat)]
        received = jeu(server, "tour_ia", {"partie": "deal", "id": seat, "played_cards": played, "possible_cards": legal, "tricks": tricks})
        assert received["selected_card"] in legal
        for event in game.play(state, {seat: received["selected_card"]}):
            if event.kind == "played":
                played.append(event.words["card"])
            if event.kind == "trick":
                cards = [card["card"] for card in event.words["cards"]]
                tricks[event.words["seat"]]["list_of_tricks"].append({"number_trick": len(played) // 4, "cards_trick": cards})
    assert len(played) == 32


def test_a_hand_that_was_not_shown_is_filled_with_what_is_possible() -> None:
    turn = jeu_requests.read_turn(TURN | {"played_cards": ["KD", "10D", "QS", "QD", "9D"], "possible_cards": ["7D", "8D"], "id": 2})
    hand = jeu_requests.whole_hand(turn, {"7D", "8D", "AC", "10D"}, 1)
    assert len(hand) == turn.size == 7
    assert hand[:3] == ["7D", "8D", "AC"]
    assert not [card for card in hand[3:] if card.endswith("D") or card in turn.played]


def play_deal(server: Served, partie: str, seed: int = 5) -> tuple[list[list[object]], list[float]]:
    """A deal through the interface: seat 0 plays carefully, the AIs answer; what was played, and the scores."""
    game = registry.game("coeurs", deals=1)
    human = registry.agent("careful", game)
    session = Session.begin(game, ["human", "uct", "uct", "uct"], seed)
    plays: list[tuple[int, str]] = []
    tricks: dict[int, list[Json]] = {seat: [] for seat in range(4)}
    while not session.over:
        seat = game.movers(session.state)[0]
        view = game.view(session.state, seat)
        if seat == 0:
            card = game.actions[human.choose(view, seat, 1)].name
        else:
            asked = {
                "partie": partie,
                "id": seat,
                "played_cards": [one for _, one in plays],
                "possible_cards": [action.name for action in game.legal(view, seat)],
                "tricks": [{"id": taker, "list_of_tricks": taken} for taker, taken in tricks.items()],
            }
            card = jeu(server, "tour_ia", asked)["selected_card"]
        session.step(game.check(session.state, {seat: card}))
        plays.append((seat, card))
        if len(plays) % 4 == 0:
            last = plays[-4:]
            best = max((one for _, one in last if one[-1] == last[0][1][-1]), key=jeu_requests.strength)
            taken = {"number_trick": len(plays) // 4, "cards_trick": [one for _, one in last]}
            tricks[next(own for own, one in last if one == best)].append(taken)
    return [list(play) for play in plays], list(session.record.scores or [])


def test_a_finished_deal_is_stored_with_its_scores(server: Served) -> None:
    ias = [{"id": seat, "type": "MCTS", "level": "facile"} for seat in (1, 2, 3)]
    jeu(server, "initialisation", {"partie": "whole", "ia_players": ias})
    plays, scores = play_deal(server, "whole")
    jeu(server, "scores", {"partie": "whole", "scores": [{"id": seat, "score": int(score)} for seat, score in enumerate(scores)]})
    stored = [score for score in server.services.store.store.scores.latest() if score.partie == "whole"]
    deals = [score.scores["deal"] for score in stored if "deal" in score.scores]
    assert [deal["plays"] for deal in deals] == [plays]
    assert deals[0]["players"] == ["human", *["uct:iterations=50"] * 3]


def test_settings_are_learned_only_if_the_server_is_asked_to(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    games = server.services.classic
    ias = {"partie": "learning", "ia_players": [{"id": 1, "type": "MCTS", "level": "facile"}]}
    tried = set()
    for learns in (False, True, True):
        monkeypatch.setattr(games, "learns", learns)
        jeu(server, "initialisation", ias)
        chosen = games._parties["partie learning"].players[1].settings
        assert learns or chosen == "uct:iterations=50"
        jeu(server, "scores", {"partie": "learning", **SCORES})
        tried.add(chosen)
    assert len(tried) > 1

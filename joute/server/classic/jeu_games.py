"""The report's interface (`/jeu`): games with their AIs, and the responses to its requests."""

import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from fastapi import Request
from fastapi.responses import JSONResponse

from joute.core import registry
from joute.core.agent import Agent
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.core.state import Json
from joute.games.coeurs.played_deals import Play, completed
from joute.server.agents.agent_pool import AgentPool, AgentTask
from joute.server.async_store import AsyncStore
from joute.server.catalogue import rules
from joute.server.classic import jeu_requests
from joute.server.classic.jeu_requests import LARGEST_SCORE, SEATS, BadRequest
from joute.server.classic.settings_bandit import SettingsBandit, reward
from joute.store.records import ReportedScore

TYPES = {  # the report's types -> our agents, level by level
    "MCTS": {  # iterations are the report's measure of difficulty
        "facile": "uct:iterations=50",
        "moyen": "uct:iterations=500",
        "difficile": "uct:iterations=5000",
        "expert": "uct:iterations=20000",
    },
    "NeuralNetwork": {  # which errs more or less
        "facile": "fallible:of=network,temperature=0.5,blunder=1",
        "moyen": "fallible:of=network,temperature=0.2,blunder=1",
        "difficile": "fallible:of=network,temperature=0.07,blunder=1",
        "expert": "network",
    },
}
LEVELS = tuple(TYPES["MCTS"])
ENGLISH = {"easy": "facile", "medium": "moyen", "hard": "difficile"}
USUAL = "moyen"
LEARNER = "MCTS"  # whose settings may be learned
REMEMBERED = 10_000  # reported scores that it learns from
MOST = 2000  # games; the oldest is dropped
SECONDS = 20.0  # time limit of a turn

log = logging.getLogger("joute.server")


@dataclass
class ClassicPlayer:
    """One AI of a game."""

    kind: str
    level: str
    agent: Agent
    settings: str  # its text
    seen: set[str] = field(default_factory=set)  # cards that it held in this deal


@dataclass
class ClassicGame:
    """One game: its AIs."""

    id: str
    players: dict[int, ClassicPlayer]
    turns: int = 0
    plays: list[Play] = field(default_factory=list)  # of this deal, as far as they are known


class ClassicGames:
    """All games of this interface."""

    def __init__(self, store: AsyncStore, pool: AgentPool, learns: bool = False) -> None:
        self.store, self.pool, self.learns = store, pool, learns
        self.game: Game = registry.game("coeurs", deals=1)
        self._parties: OrderedDict[str, ClassicGame] = OrderedDict()

    def _find(self, source: Json, client: str) -> ClassicGame:
        named = jeu_requests.partie(source)
        key = f"partie {named}" if named else f"client {client}"
        if key not in self._parties:
            raise BadRequest("Cette partie n'est pas initialisée : envoyez d'abord POST /jeu/initialisation.")
        self._parties.move_to_end(key)
        return self._parties[key]

    async def initialise(self, source: Json, client: str) -> Json:
        """`/jeu/initialisation`: the AIs of a game and their types."""
        players: dict[int, ClassicPlayer] = {}
        for place, item in jeu_requests.objects(source, "ia_players"):
            seat = jeu_requests.seat(item, place)
            if seat in players:
                raise BadRequest(f"« {place}id » est déjà pris par une autre IA.")
            players[seat] = await self._player(item, place)
        if not players:
            raise BadRequest("« ia_players » est vide : il faut au moins une IA.")
        named = jeu_requests.partie(source)
        partie = ClassicGame(named or secrets.token_hex(8), players)
        for key in (f"partie {partie.id}", *([] if named else [f"client {client}"])):
            self._parties[key] = partie
            self._parties.move_to_end(key)
        while len(self._parties) > MOST:
            self._parties.popitem(last=False)
        return {"message": "Les IA sont initialisées, la partie peut commencer.", "partie": partie.id}

    async def _player(self, item: Json, place: str) -> ClassicPlayer:
        kind = jeu_requests.field(item, "type", str, place)
        if kind not in TYPES:
            raise BadRequest(f"Le type de « {place}type » n'existe pas ; types possibles : {', '.join(TYPES)}.")
        level = item.get("level", USUAL)
        level = ENGLISH.get(level, level) if isinstance(level, str) else level
        if not isinstance(level, str) or level not in LEVELS:
            raise BadRequest(f"Le niveau de « {place}level » n'existe pas ; niveaux possibles : {', '.join(LEVELS)}.")
        text = TYPES[kind][level]
        if self.learns and kind == LEARNER:
            text = (await self._bandit(level)).choose()
        return ClassicPlayer(kind, level, registry.agent(text, self.game), text)

    async def _bandit(self, level: str) -> SettingsBandit:
        """What the reported scores say of the settings of a level."""
        stored = await self.store.run(self.store.store.scores.latest, LEARNER, REMEMBERED)
        known = [
            (score.scores["settings"], reward(score.scores["id"], score.scores["scores"]))
            for score in stored
            if score.level == level and "settings" in score.scores
        ]
        return SettingsBandit(TYPES[LEARNER][level], known)

    async def turn(self, source: Json, client: str) -> Json:
        """`/jeu/tour_ia`: the card that an AI plays."""
        partie = self._find(source, client)
        asked = jeu_requests.read_turn(source)
        player = partie.players.get(asked.seat)
        if player is None:
            known = ", ".join(str(seat) for seat in sorted(partie.players))
            raise BadRequest(f"« id » n'est pas une IA de cette partie ; ses IA : {known}.")
        partie.plays = [(seat, card) for seat, card, _ in asked.plays()]
        if len(asked.played) < SEATS:
            player.seen = set()  # the first trick: a new deal
        hand = jeu_requests.whole_hand(asked, player.seen, seed_of(partie.id, partie.turns))
        player.seen |= {*asked.possible, *(asked.hand or [])}
        view = jeu_requests.view(asked, hand, self.game)
        partie.turns += 1
        task = AgentTask(player.agent, view, asked.seat, seed_of(partie.id, partie.turns, asked.seat), SECONDS)
        opinion = await self.pool.consider(task)
        ranked = [opinion.action.name, *(judgement.action.name for judgement in opinion.judgements), *asked.possible]
        card = next(card for card in ranked if card in asked.possible)
        partie.plays.append((asked.seat, card))
        return {"message": "L'intelligence artificielle a choisi son coup.", "id": asked.seat, "selected_card": card}

    async def scores(self, source: Json, client: str) -> Json:
        """`/jeu/scores`: how a game ended."""
        found: dict[int, int] = {}
        for place, item in jeu_requests.objects(source, "scores"):
            seat = jeu_requests.seat(item, place)
            if seat in found:
                raise BadRequest(f"« {place}id » a déjà un score.")
            if "score" not in item:
                raise BadRequest(f"Le champ « {place}score » manque.")
            found[seat] = jeu_requests.whole(item["score"], f"{place}score")
            if abs(found[seat]) > LARGEST_SCORE:
                raise BadRequest(f"« {place}score » doit aller de -{LARGEST_SCORE} à {LARGEST_SCORE}.")
        if len(found) != SEATS:
            raise BadRequest(f"« scores » doit donner le score des {SEATS} joueurs, de 0 à {SEATS - 1}.")
        partie = self._find(source, client)
        plays, partie.plays = completed(partie.plays), []
        for number, (seat, player) in enumerate(partie.players.items()):
            scores: Json = {
                "id": seat,
                "score": found[seat],
                "scores": [found[other] for other in range(SEATS)],
                "settings": player.settings,
            }
            if plays is not None and number == 0:  # once a deal
                agents = [partie.players[other].settings if other in partie.players else "human" for other in range(SEATS)]
                scores |= {"deal": {"plays": [list(play) for play in plays], "players": agents}}
            score = ReportedScore(partie.id, self.game.name, player.kind, player.level, scores)
            await self.store.run(self.store.store.scores.add, score)
            player.seen = set()
        return {"message": "Scores enregistrés avec succès."}

    async def statistics(self) -> Json:
        """`GET /jeu/scores`: how each type has done so far, by level."""
        scores = await self.store.run(self.store.store.scores.latest, None, 10_000)
        rows: dict[tuple[str, str], list[int]] = {}
        for score in scores:
            rows.setdefault((score.kind, score.level), []).append(score.scores["score"])
        rows_by_level = [
            {"type": kind, "level": level, "parties": len(found), "moyenne": sum(found) / len(found)}
            for (kind, level), found in rows.items()
        ]
        return {"message": "Statistiques des IA.", "ia": rows_by_level}


# --- responses --------------------------------------------------------------------------------------------------------------


async def answered(request: Request, games: ClassicGames, action: str) -> JSONResponse:
    """The response to one of the report's requests."""
    actions: dict[str, Callable[[Json, str], Awaitable[Json]]] = {
        "initialisation": games.initialise,
        "tour_ia": games.turn,
        "scores": games.scores,
    }
    client = str(request.scope["client_address"])
    try:
        source = jeu_requests.body(await request.body())
        result = await actions[action](source, client)
    except BadRequest as wrong:
        return response(400, {"message": str(wrong)})
    except Exception:
        log.exception("/jeu/%s failed", action)
        return response(500, {"message": "Le serveur a rencontré une erreur ; la partie n'est pas changée."})
    return response(200, result)


def response(status: int, result: Json) -> JSONResponse:
    """A response in the report's form: `status` and `message` in the body, the same status in HTTP."""
    return JSONResponse({"status": status, **result}, status)


def rules_response() -> JSONResponse:
    """`GET /jeu/regles`: the rules, and what may be asked for."""
    page = rules("coeurs")
    result: Json = {
        "message": "Les règles du jeu des Cœurs.",
        "regles": page["fr"],
        "types": list(TYPES),
        "niveaux": list(LEVELS),
        "cartes": "7D, 10S, QH, AC : 7 8 9 10 J Q K A, en D (carreau), S (pique), C (trèfle), H (cœur)",
    }
    return response(200, result)

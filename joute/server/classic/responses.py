"""The report's answers: `status` and `message` in the body, the same status in HTTP."""

import logging
from collections.abc import Awaitable, Callable

from fastapi import Request
from fastapi.responses import JSONResponse

from joute.core.state import Json
from joute.server.classic import requests
from joute.server.classic.games import LEVELS, TYPES, Parties
from joute.server.classic.requests import Unreadable
from joute.server.http.catalogue import rules

log = logging.getLogger("joute.server")


async def answered(request: Request, parties: Parties, action: str) -> JSONResponse:
    """The answer to one of the report's requests."""
    actions: dict[str, Callable[[Json, str], Awaitable[Json]]] = {"tour_ia": parties.turn, "scores": parties.scores}
    client = str(request.scope["client_address"])
    try:
        source = requests.body(await request.body())
        told = parties.initialise(source, client) if action == "initialisation" else await actions[action](source, client)
    except Unreadable as wrong:
        return said(400, {"message": str(wrong)})
    except Exception:
        log.exception("/jeu/%s failed", action)
        return said(500, {"message": "Le serveur a rencontré une erreur ; la partie n'est pas changée."})
    return said(200, told)


def said(status: int, told: Json) -> JSONResponse:
    """An answer in the report's form."""
    return JSONResponse({"status": status, **told}, status)


def rule_page() -> JSONResponse:
    """`GET /jeu/regles`: the rules, and what may be asked for."""
    page = rules("coeurs")
    told: Json = {
        "message": "Les règles du jeu des Cœurs.",
        "regles": page["fr"] or page["en"],
        "types": list(TYPES),
        "niveaux": list(LEVELS),
        "cartes": "7D, 10S, QH, AC : 7 8 9 10 J Q K A, en D (carreau), S (pique), C (trèfle), H (cœur)",
    }
    return said(200, told)

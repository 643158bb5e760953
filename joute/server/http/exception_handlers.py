"""What goes wrong at a route, as answers in the one form of all refusals."""

import logging
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from joute.server.errors import Refused
from joute.server.messages import Said, problems

log = logging.getLogger("joute.server")


class Sentences(Said):
    """A sentence in both languages."""

    en: str
    fr: str


class Refusal(Said):
    """What a client gets instead of what it asked for."""

    code: str
    text: Sentences
    expected: Any = None


ERRORS: dict[int | str, dict[str, Any]] = {"4XX": {"model": Refusal}, "5XX": {"model": Refusal}}


def answer(refused: Refused) -> JSONResponse:
    """A refusal over HTTP."""
    headers = {"retry-after": str(int(refused.wait) + 1)} if refused.wait else None
    return JSONResponse(refused.to_json(), refused.status, headers)


async def refused(_: Request, error: Exception) -> JSONResponse:
    """One of ours."""
    return answer(error if isinstance(error, Refused) else Refused("failed"))


async def unreadable(_: Request, error: Exception) -> JSONResponse:
    """A body or a parameter that is not as described."""
    found = error.errors() if isinstance(error, RequestValidationError) else []
    return answer(Refused("bad_message", problems(found)))


async def nothing(path: str) -> None:
    """No such route."""
    raise Refused("not_found")


async def missing(request: Request, error: Exception) -> JSONResponse:
    """No such route, or not that way."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    code = {404: "not_found", 405: "no_method", 413: "too_large"}.get(status, "bad_message" if status < 500 else "failed")
    return answer(Refused(code))


async def failed(request: Request, error: Exception) -> JSONResponse:
    """Our fault: the log knows it, the client need not."""
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    if request.url.path.startswith("/jeu/"):
        return JSONResponse({"status": 500, "message": "Le serveur a rencontré une erreur."}, 500)
    return answer(Refused("failed"))

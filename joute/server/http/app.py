"""The application: routes, middleware, and what becomes of errors."""

import logging
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Router

from joute.core.errors import BadStore
from joute.server.client_messages import problems
from joute.server.errors import Refused
from joute.server.http import static_files
from joute.server.http.lab_routes import lab
from joute.server.http.middleware import EdgeMiddleware
from joute.server.http.record_routes import records_api
from joute.server.http.routes import SOCKETS, api, jeu
from joute.server.http.study_routes import studies
from joute.server.server_messages import Refusal
from joute.server.services import Services
from joute.server.settings import ServerSettings
from joute.store import Store
from joute.version import __version__

UNAVAILABLE = 5.0  # seconds after which a client may try again
SHORT = 2048  # bytes below which a response is not compressed
ERRORS: dict[int | str, dict[str, Any]] = {"4XX": {"model": Refusal}, "5XX": {"model": Refusal}}

log = logging.getLogger("joute.server")


def build(settings: ServerSettings, store: Store) -> FastAPI:
    """The application over a store."""
    services = Services(settings, store)
    app = FastAPI(
        title="Joute",
        version=__version__,
        lifespan=lambda _: services.open(),
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        responses=ERRORS,
    )
    app.state.services = services
    app.include_router(api)
    app.include_router(records_api)
    app.include_router(jeu)
    app.include_router(studies)
    app.include_router(lab)
    app.add_api_route("/api/{path:path}", unknown_route, include_in_schema=False)
    app.add_api_route("/{path:path}", static_files.page, include_in_schema=False, response_class=HTMLResponse)
    app.add_middleware(GZipMiddleware, minimum_size=SHORT, compresslevel=5)
    app.add_middleware(EdgeMiddleware, settings=settings, metrics=services.metrics, sockets=Router(SOCKETS))  # sockets skip the rest
    app.add_exception_handler(Refused, on_refused)
    app.add_exception_handler(RequestValidationError, on_invalid)
    app.add_exception_handler(HTTPException, on_http_error)
    app.add_exception_handler(BadStore, on_store_failure)
    app.add_exception_handler(Exception, on_failure)
    return app


def response(refused: Refused) -> JSONResponse:
    """A refusal over HTTP."""
    headers = {"retry-after": str(int(refused.wait) + 1)} if refused.wait else None
    return JSONResponse(refused.to_json(), refused.status, headers)


async def unknown_route(path: str) -> None:
    """Refuse an unknown route."""
    raise Refused("not_found")


async def on_refused(request: Request, error: Exception) -> JSONResponse:
    """A request that the server refuses, or that another server can answer."""
    refused = error if isinstance(error, Refused) else Refused("failed")
    answer = response(refused)
    if refused.address is not None:
        query = f"?{request.url.query}" if request.url.query else ""
        answer.headers["location"] = f"{refused.address.rstrip('/')}{request.url.path}{query}"
    return answer


async def on_invalid(_: Request, error: Exception) -> JSONResponse:
    """A body or a parameter that is not as described."""
    found = error.errors() if isinstance(error, RequestValidationError) else []
    return response(Refused("bad_message", problems(found)))


async def on_http_error(_: Request, error: Exception) -> JSONResponse:
    """An unknown route or a wrong method."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    code = {404: "not_found", 405: "no_method", 413: "too_large"}.get(status, "bad_message" if status < 500 else "failed")
    return response(Refused(code))


async def on_store_failure(request: Request, _: Exception) -> JSONResponse:
    """The database cannot be used; it is logged where that is noticed, once for all who wait."""
    return failure(request, Refused("unavailable", wait=UNAVAILABLE))


async def on_failure(request: Request, error: Exception) -> JSONResponse:
    """Our own fault: logged, but not described to the client. The traceback is logged by uvicorn, which gets the error after us."""
    log.error("%s %s failed: %s", request.method, request.url.path, type(error).__name__)
    return failure(request, Refused("failed"))


def failure(request: Request, refused: Refused) -> JSONResponse:
    """A failure in the words of the interface that was called."""
    if request.url.path.startswith("/jeu/"):
        return JSONResponse({"status": refused.status, "message": "Le serveur a rencontré une erreur."}, refused.status)
    return response(refused)

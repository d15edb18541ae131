"""The web application: the page's files, the HTTP API, and the protection of both."""

from __future__ import annotations

import ipaddress
from collections.abc import Awaitable, Callable, Sequence
from importlib.resources import files
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from fastapi_offline import FastAPIOffline
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import cq
from cq.errors import CqError, DeadlineError, InputError, MissingFileError
from cq.web.behind import Behind
from cq.web.hosts import KnownHosts
from cq.web.http_forms import HeadAsGet, JsonErrors, RequestTargets
from cq.web.json_body import JsonRoute
from cq.web.limits import LimitRequest, ModelThreads, TooBusyError
from cq.web.responses import ErrorJson
from cq.web.routes import add_routes
from cq.web.stored_worlds import UnknownWorldError
from cq.web.study.store import StoreBusyError
from cq.web.study.study_handlers import Participants
from cq.web.study.study_routes import add_study

DESCRIPTION = (
    "When to ask, what to ask, and what to build, for an instruction in a voxel world. The server stores "
    "nothing: a dialogue travels with its requests. Every error is one sentence under `error`."
)
STATIC = files("cq.web").joinpath("static")
LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    # An update of the package must not meet cached files of an earlier version.
    "Cache-Control": "no-cache",
}
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# Swagger UI starts with an inline script.
DOCS_POLICY = PAGE_POLICY.replace("-src 'self'", "-src 'self' 'unsafe-inline'", 2)
DOCS = "/api/docs"


def create_app(
    host: str = "127.0.0.1", study: Participants | None = None, behind: Behind | None = None
) -> FastAPI:
    """The application. `host` is its address: on a loopback address it answers only requests that name this
    machine, or a host that the proxy it is `behind` may name, so that no foreign web page reaches it by a
    name of its own; elsewhere only those hosts, if any are given. With a `study`, the page is that of its
    participants.
    """
    behind = behind or Behind()
    app = FastAPIOffline(
        docs_url=DOCS,
        redoc_url=None,
        redirect_slashes=False,
        openapi_url="/api/openapi.json",
        static_url=f"{DOCS}/assets",
        title="cq",
        version=cq.__version__,
        description=DESCRIPTION,
        responses={
            400: {"model": ErrorJson, "description": "The input cannot be used; `error` says why."},
            408: {"model": ErrorJson, "description": "The request was not complete in time."},
            413: {"model": ErrorJson, "description": "The request is too large."},
            422: {"model": ErrorJson, "description": "A field is missing or has another type."},
            503: {"model": ErrorJson, "description": "The server is busy, or the request takes too long."},
        },
    )
    app.router.route_class = JsonRoute
    threads = ModelThreads()
    add_routes(app, threads)
    if study is not None:
        add_study(app, threads, study)
    _add_error_handlers(app)
    app.add_middleware(LimitRequest)
    app.add_middleware(JsonErrors)
    app.add_middleware(GZipMiddleware, minimum_size=2_000)
    app.add_middleware(HeadAsGet)
    known = [*LOCAL_HOSTS, host] if _is_loopback(host) else []
    if hosts := [*known, *behind.allowed_hosts]:
        app.add_middleware(KnownHosts, hosts=hosts)
    app.add_middleware(RequestTargets, root_path=behind.root_path)
    app.add_middleware(AddHeaders)

    @app.get("/", include_in_schema=False)
    async def page() -> FileResponse:
        return FileResponse(str(STATIC.joinpath("index.html")))

    @app.get("/cerealbar", include_in_schema=False)
    async def game_page() -> FileResponse:
        return FileResponse(str(STATIC.joinpath("cerealbar.html")))

    app.mount("/static", StaticFiles(directory=str(STATIC)))
    return app


class AddHeaders:
    """ASGI middleware: every response has the headers that protect the page. (Starlette's base class would
    raise where a client leaves before the answer.)
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        policy = DOCS_POLICY if scope.get("path", "").endswith(DOCS) else PAGE_POLICY

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS | {"Content-Security-Policy": policy})
            await send(message)

        await self.app(scope, receive, with_headers)


def _add_error_handlers(app: FastAPI) -> None:
    """Every error is one sentence under `error`, with a status that tells its kind."""
    statuses: tuple[tuple[type[Exception], int], ...] = (
        (InputError, 400),
        (UnknownWorldError, 404),
        (MissingFileError, 404),
        (DeadlineError, 503),
        (StoreBusyError, 503),
        (CqError, 500),
    )
    for kind, status in statuses:
        app.add_exception_handler(kind, _responder(status))

    async def http_error(_: Request, error: Any) -> JSONResponse:
        return JSONResponse({"error": str(error.detail)}, error.status_code, error.headers)

    async def invalid(_: Request, error: Any) -> JSONResponse:
        return JSONResponse({"error": _sentence(error.errors())}, 422)

    async def busy(_: Request, error: Exception) -> JSONResponse:
        return JSONResponse({"error": "the server is busy; try again in a few seconds"}, 503)

    async def unexpected(_: Request, error: Exception) -> JSONResponse:
        return JSONResponse({"error": "that went wrong here; the log of the server says why"}, 500)

    app.add_exception_handler(HTTPException, http_error)
    app.add_exception_handler(Exception, unexpected)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(TooBusyError, busy)


def _responder(status: int) -> Callable[[Request, Exception], Awaitable[JSONResponse]]:
    async def respond(_: Request, error: Exception) -> JSONResponse:
        return JSONResponse({"error": " ".join(str(error).split())}, status)

    return respond


def _sentence(errors: Sequence[Any]) -> str:
    """The first of pydantic's errors as a sentence."""
    first = errors[0]
    field = first["loc"][1:2]
    if not field and first["type"] == "missing":
        return "the request has no body; send a JSON object"
    # Several errors of one field are for its possible types.
    messages = [
        str(error["msg"]).removeprefix("Value error, ") for error in errors if error["loc"][1:2] == field
    ]
    kinds = ", or ".join(dict.fromkeys(message[:1].lower() + message[1:] for message in messages))
    number = "".join(f"[{part}]" for part in first["loc"][2:3] if isinstance(part, int))
    return f"{field[0] if field else 'the request'}{number}: {kinds}"


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"

"""The forms of HTTP requests and answers that the framework does not handle."""

from __future__ import annotations

import json
from http import HTTPStatus
from urllib.parse import unquote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class RequestTargets:
    """ASGI middleware: it reads a target that names its server ("GET http://localhost/api/defaults") as one
    without, with the named server as Host (RFC 9112). A target is below `root_path` whether the proxy has
    left it there or not; the root path alone leads to the page.
    """

    def __init__(self, app: ASGIApp, root_path: str = "") -> None:
        self.app, self.root = app, root_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope = _origin_form(scope)
            if self.root and scope["path"] == self.root:
                await RedirectResponse(f"{self.root}/")(scope, receive, send)
                return
            if self.root:
                path = scope["path"]
                path = path if path.startswith(f"{self.root}/") else f"{self.root}{path}"
                scope = {**scope, "root_path": self.root, "path": path}
        await self.app(scope, receive, send)


def _origin_form(scope: Scope) -> Scope:
    target = scope.get("raw_path") or b""
    if not target.lower().startswith((b"http://", b"https://")):
        return scope
    try:
        parts = urlsplit(target)
    except ValueError:  # Its host is half an IPv6 address: there is no such address.
        return scope
    headers = [(b"host", parts.netloc), *(pair for pair in scope["headers"] if pair[0] != b"host")]
    path = parts.path or b"/"
    return {**scope, "path": unquote(path.decode("ascii")), "raw_path": path, "headers": headers}


class HeadAsGet:
    """ASGI middleware: HEAD is answered as GET, without the body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def without_body(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        await self.app({**scope, "method": "GET"}, receive, without_body)


class JsonErrors:
    """ASGI middleware: it turns an error in plain text into JSON, with the same headers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        start: Message | None = None
        text = bytearray()

        async def in_json(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and _is_plain_error(message):
                start = message
                return
            if start is None:
                await send(message)
                return
            text.extend(message.get("body", b""))
            if not message.get("more_body", False):
                sentence = text.decode("utf-8", "replace").strip() or HTTPStatus(start["status"]).phrase
                body = json.dumps({"error": sentence}).encode()
                headers = MutableHeaders(scope=start)
                headers.update({"Content-Type": "application/json", "Content-Length": str(len(body))})
                await send(start)
                await send({"type": "http.response.body", "body": body})

        await self.app(scope, receive, in_json)


def _is_plain_error(start: Message) -> bool:
    kind = Headers(raw=list(start.get("headers", ()))).get("content-type", "")
    return start["status"] >= HTTPStatus.BAD_REQUEST and not kind.startswith("application/json")

"""Limits that keep one visitor from taking the server from the others: size of a request, and waiting."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from anyio import CapacityLimiter, to_thread
from starlette.datastructures import Headers
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

T = TypeVar("T")

MAX_BYTES = 1_000_000
DRAINED = 10
"""A request that is too large is read on up to so many times `MAX_BYTES`, and forgotten."""
MAX_WAITING = 200
"""Requests that may wait for the models."""


class TooBusyError(RuntimeError):
    """More requests wait for the models than `MAX_WAITING`."""


class ModelThreads:
    """Runs calls of the models in the order in which they come, beside the thread that answers the network.

    One at a time is the default: half of a call is Python, which one thread at a time can run, and two calls
    that take turns need more time in all than one after the other.
    """

    def __init__(self, threads: int = 1) -> None:
        self._limiter = CapacityLimiter(threads)
        self._calls = 0

    async def run(self, function: Callable[..., T], *args: object) -> T:
        """The result of `function(*args)`. Raises `TooBusyError` instead of waiting in a long queue."""
        # The limiter counts a call only some steps later, so many at one moment would all pass.
        if self._calls >= self._limiter.total_tokens + MAX_WAITING:
            raise TooBusyError
        self._calls += 1
        try:
            return await to_thread.run_sync(partial(function, *args), limiter=self._limiter)
        finally:
            self._calls -= 1


class LimitBody:
    """ASGI middleware: a request body of more than `MAX_BYTES` gets status 413, however it is sent."""

    def __init__(self, app: ASGIApp, max_bytes: int = MAX_BYTES) -> None:
        self.app, self.max_bytes = app, max_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        length = Headers(scope=scope).get("content-length", "0")
        if length.isdecimal() and (len(length) > 15 or int(length) > self.max_bytes):
            await self._refuse(scope, receive, send, more=True)
            return
        body = bytearray()
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                # Nobody reads it, but the middleware above expects a response.
                await Response(status_code=400)(scope, receive, send)
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > self.max_bytes:
                await self._refuse(scope, receive, send, more)
                return
        await self.app(scope, _Replay(bytes(body), receive), send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, more: bool) -> None:
        # A client that is still sending when the connection closes never reads the answer.
        left = DRAINED * self.max_bytes
        while more and left > 0:
            message = await receive()
            left -= len(message.get("body", b""))
            more = message.get("more_body", False)
        sentence = f"the request has more than {self.max_bytes:,} bytes; send less"
        await JSONResponse({"error": sentence}, status_code=413)(scope, receive, send)


class _Replay:
    """Gives a body that was read already, and after it what the client does next."""

    def __init__(self, body: bytes, receive: Receive) -> None:
        self._body: bytes | None = body
        self._receive = receive

    async def __call__(self) -> Message:
        if self._body is None:
            return await self._receive()
        body, self._body = self._body, None
        return {"type": "http.request", "body": body, "more_body": False}

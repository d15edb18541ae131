"""Limits that keep one visitor from taking the server from the others: size of a request, and waiting."""

from __future__ import annotations

from asyncio import wait, wrap_future
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar, copy_context
from functools import partial
from typing import TypeVar

from anyio import create_task_group, move_on_after
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cq.deadlines import Deadline
from cq.web.turns import Turn, Turns

T = TypeVar("T")

MAX_HEAD, MAX_BYTES = 16_384, 1_000_000
"""Bytes of a request's head, and of its body."""
DRAINED, PAUSE = 10, 1.0
"""A request that is too large is read on up to so many times `MAX_BYTES`, and forgotten, until nothing comes
for so many seconds."""
MAX_WAITING, MAX_WAITING_EACH = 200, 100
"""Requests that may wait for the models, and of them from one address."""
LONGEST_WAIT, LONGEST_WORK = 30.0, 10.0
"""Seconds that a request may wait for the models, and that they may work for it."""
LONGEST_BESIDE_OTHERS = 2.0
"""Seconds that the models may work for a request while an address waits for which they have worked less."""
LAST_STEP, LOOKS = 1.0, 0.1
"""Seconds that a request waits for the last step before its deadline, then it is answered without it; and
between two looks whether it is time."""

_ADDRESS: ContextVar[str] = ContextVar("cq_address", default="")
"""Where the request comes from that is answered."""


class TooBusyError(RuntimeError):
    """More requests wait for the models than may, or one has waited or worked for too long."""


class ModelThreads:
    """Runs calls of the models beside the thread that answers the network. Addresses take turns
    (`cq.web.turns`).

    One at a time is the default: half of a call is Python, which one thread at a time can run, and two calls
    that take turns need more time in all than one after the other.

    A call past `LONGEST_WORK`, or whose client has gone, begins no further step (`cq.deadlines`). It has its
    turn until its last step ends. Processes could be stopped in mid-step, but each would hold the models once
    more.
    """

    def __init__(self, threads: int = 1) -> None:
        self._threads = threads
        self._turns = Turns(threads)
        self._pool = ThreadPoolExecutor(threads)
        self._calls: Counter[str] = Counter()

    async def run(self, function: Callable[..., T], *args: object) -> T:
        """The result of `function(*args)`. Raises `TooBusyError` instead of waiting in a long queue, and
        `DeadlineError` for what takes too long. What is cancelled is dropped.
        """
        address, threads = _ADDRESS.get(), self._threads
        if self._calls.total() >= threads + MAX_WAITING or self._calls[address] >= threads + MAX_WAITING_EACH:
            raise TooBusyError
        self._calls[address] += 1
        try:
            turn = None
            with move_on_after(LONGEST_WAIT):
                turn = await self._turns.take(address)
            if turn is None:
                raise TooBusyError
            return await self._computed(partial(function, *args), turn)
        finally:
            self._calls[address] -= 1
            if not self._calls[address]:
                del self._calls[address]

    async def _computed(self, call: Callable[[], T], turn: Turn) -> T:
        """The result of a call in a thread, until its deadline."""
        with Deadline(LONGEST_WORK) as deadline:
            job = self._pool.submit(copy_context().run, call)
            job.add_done_callback(lambda _: turn.end())
            work = wrap_future(job)
            try:
                while not (await wait([work], timeout=LOOKS))[0]:
                    if turn.seconds > LONGEST_BESIDE_OTHERS and self._turns.is_behind(turn):
                        raise TooBusyError
                    if turn.seconds > LONGEST_WORK + LAST_STEP:
                        raise deadline.error
                return work.result()
            finally:
                deadline.end()
                work.cancel()


class LimitRequest:
    """ASGI middleware: a request body of more than `MAX_BYTES` gets status 413, however it is sent; one of
    two lengths, and a head of more than `MAX_HEAD`, 400. A request whose client has gone is cancelled.
    """

    def __init__(self, app: ASGIApp, max_bytes: int = MAX_BYTES) -> None:
        self.app, self.max_bytes = app, max_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if fault := _fault_of_head(scope, headers):
            await JSONResponse({"error": fault}, 400, {"Connection": "close"})(scope, receive, send)
            return
        length = headers.get("content-length", "0")
        if length.isdecimal() and (len(length) > 15 or int(length) > self.max_bytes):
            await self._refuse(scope, receive, send, more=True)
            return
        body = bytearray()
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > self.max_bytes:
                await self._refuse(scope, receive, send, more)
                return
        _ADDRESS.set((scope.get("client") or ("",))[0])
        await self._answer(scope, _Replay(bytes(body), receive), send)

    async def _answer(self, scope: Scope, replay: _Replay, send: Send) -> None:
        """Run the application until it has answered, or its client is gone."""
        async with create_task_group() as group:

            async def watch() -> None:
                await replay.gone()
                group.cancel_scope.cancel()

            group.start_soon(watch)
            await self.app(scope, replay, send)
            group.cancel_scope.cancel()

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, more: bool) -> None:
        # A client that is still sending when the connection closes never reads the answer.
        left = DRAINED * self.max_bytes
        while more and left > 0:
            more = False
            with move_on_after(PAUSE):
                message = await receive()
                left -= len(message.get("body", b""))
                more = message.get("more_body", False)
        sentence = f"the request has more than {self.max_bytes:,} bytes; send less"
        await JSONResponse({"error": sentence}, status_code=413)(scope, receive, send)


def _fault_of_head(scope: Scope, headers: Headers) -> str:
    """What is wrong with the head of a request, else ""."""
    if "transfer-encoding" in headers and "content-length" in headers:
        # A proxy may have believed the other one, and take the rest for a request of somebody else.
        return "the request has a Content-Length and a Transfer-Encoding; send one of them"
    # The protocol counts only the bytes of a head that is not complete yet.
    size = len(scope.get("raw_path") or b"") + len(scope.get("query_string", b""))
    size += sum(len(name) + len(value) + len(": \r\n") for name, value in headers.raw)
    return f"the request's head has more than {MAX_HEAD:,} bytes; send less" if size > MAX_HEAD else ""


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

    async def gone(self) -> None:
        """Wait until the client has gone."""
        while (await self._receive())["type"] != "http.disconnect":
            pass

"""Limits so that one visitor cannot take the server from the others: size of a request, and waiting."""

from __future__ import annotations

import asyncio
from asyncio import wait, wrap_future
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from anyio import create_task_group, move_on_after
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cq.deadlines import Deadline
from cq.web.jobs import Job
from cq.web.turns import Turn, Turns, Visitor

T = TypeVar("T")

MAX_HEAD, MAX_BYTES = 16_384, 1_000_000
"""Bytes of a request's head, and of its body."""
DRAINED, PAUSE = 10, 1.0
"""The rest of a request that is too large is read and dropped, up to `DRAINED` times `MAX_BYTES`, until
nothing comes for `PAUSE` seconds."""
MAX_WAITING, MAX_WAITING_EACH = 200, 100
"""Requests that may wait for the models, in total and from one address."""
LONGEST_WAIT = 30.0
"""Seconds that a request may wait for the models."""
LONGEST_BESIDE_OTHERS = 2.0
"""Seconds that the models may work for a request while a visitor with less work waits."""
LAST_STEP, LOOKS = 0.2, 0.1
"""Seconds that a request waits for the last step before its deadline, before the step is ended; and between
two checks of the time."""

SESSION = "x-session-id"
"""The header by which a client tells its sessions apart, and how many characters of it count."""
LONGEST_SESSION = 100


@dataclass(frozen=True)
class Limit:
    """The time limit of the models for a request: seconds of a processor, and seconds by the clock."""

    work: float
    clock: float


ORDER = Limit(1.8, 10.0)
"""For an order in a world: anything longer is too much."""
READING = Limit(20.0, 30.0)
"""For reading a bank of questions, which takes some seconds for a thousand, or a data set."""

_VISITOR: ContextVar[Visitor] = ContextVar("cq_visitor", default=Visitor(""))  # noqa: B039 - it is frozen
"""The sender of the current request."""


class TooBusyError(RuntimeError):
    """Too many requests wait for the models, or one has waited or worked for too long."""


class ModelThreads:
    """Runs calls of the models beside the thread that answers the network. Visitors take turns
    (`cq.web.turns`).

    One call at a time is the default: half of a call is Python, which runs in one thread at a time, and two
    calls in turns take more time in all than one after the other.

    A call past its limit, or whose client has gone, starts no further step (`cq.deadlines`), and a running
    step is ended (`cq.web.jobs`). It keeps its turn until then.
    """

    def __init__(self, threads: int = 1) -> None:
        self._threads = threads
        self._turns = Turns(threads)
        self._pool = ThreadPoolExecutor(threads)
        self._calls: Counter[str] = Counter()
        self._ending: set[asyncio.Future[None]] = set()

    async def run(self, function: Callable[..., T], *args: object, limit: Limit = ORDER) -> T:
        """The result of `function(*args)`, within a limit. Raises `TooBusyError` instead of waiting in a long
        queue, and `DeadlineError` for a call that takes too long. A cancelled result is dropped.
        """
        visitor, threads = _VISITOR.get(), self._threads
        address = visitor.address
        if self._calls.total() >= threads + MAX_WAITING or self._calls[address] >= threads + MAX_WAITING_EACH:
            raise TooBusyError
        self._calls[address] += 1
        try:
            turn = None
            with move_on_after(LONGEST_WAIT):
                turn = await self._turns.take(visitor)
            if turn is None:
                raise TooBusyError
            return await self._computed(partial(function, *args), turn, limit)
        finally:
            self._calls[address] -= 1
            if not self._calls[address]:
                del self._calls[address]

    async def _computed(self, call: Callable[[], T], turn: Turn, limit: Limit) -> T:
        """The result of a call in a thread, until its deadline."""
        job = Job(call, limit.work)
        with Deadline(limit.clock) as deadline:
            running = self._pool.submit(copy_context().run, job.run)
            running.add_done_callback(lambda _: turn.end())
            work = wrap_future(running)
            try:
                while not (await wait([work], timeout=LOOKS))[0]:
                    if turn.seconds > LONGEST_BESIDE_OTHERS and self._turns.is_behind(turn):
                        raise TooBusyError
                    if turn.seconds > limit.clock + LAST_STEP:
                        raise deadline.error
                    if min(turn.seconds, job.worked) > limit.work + LAST_STEP:
                        raise Deadline(limit.work).error
                found: T = work.result()
                return found
            finally:
                deadline.end()
                work.cancel()
                if not running.done():
                    ending = asyncio.ensure_future(_end(job, running))
                    self._ending.add(ending)
                    ending.add_done_callback(self._ending.discard)


async def _end(job: Job[Any], running: Future[Any]) -> None:
    """Make sure that a job ends: at its next step, or in the middle of it."""
    await asyncio.sleep(LAST_STEP)
    while not running.done():
        # A thread is in its own code most of the time, but not at each check.
        await asyncio.sleep(LAST_STEP if job.stop() else LOOKS / 10)


class LimitRequest:
    """ASGI middleware: a request body of more than `MAX_BYTES` gets status 413, however it is sent; a body
    with two lengths, and a head of more than `MAX_HEAD`, 400. A request whose client has gone is cancelled.
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
        session = headers.get(SESSION, "")[:LONGEST_SESSION]
        _VISITOR.set(Visitor((scope.get("client") or ("",))[0], session))
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
    """The fault in the head of a request, else ""."""
    if "transfer-encoding" in headers and "content-length" in headers:
        # A proxy may have used the other one, and take the rest for the request of somebody else.
        return "the request has a Content-Length and a Transfer-Encoding; send one of them"
    # The protocol counts only the bytes of an incomplete head.
    size = len(scope.get("raw_path") or b"") + len(scope.get("query_string", b""))
    size += sum(len(name) + len(value) + len(": \r\n") for name, value in headers.raw)
    return f"the request's head has more than {MAX_HEAD:,} bytes; send less" if size > MAX_HEAD else ""


class _Replay:
    """Replays a body that was read already, and then passes on the client's next messages."""

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

"""Limits of connections: their number, and the time that each may wait for its client.

Uvicorn has neither: unfinished heads would take all files that the process may open.
"""

from __future__ import annotations

import asyncio
import json
from http import HTTPStatus

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MAX_CONNECTIONS, FEWEST = 1024, 8
"""The most open connections, and the least value of that limit where the process may open few files."""
AT_ONCE, QUEUE = 32, 1024
"""Connections accepted in one step of the event loop, and the length of the system's queue."""
OWN_FILES = 64 + 3 * AT_ONCE
"""Files left to the process: its own, and accepted connections that are not counted yet."""
WAITS = 20.0
"""Seconds that a connection waits: for the rest of a request, or for its client to read the response."""


def most_connections() -> int:
    """The number of connections that keeps the process below its limit of open files."""
    try:
        from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit
    except ImportError:  # Windows has no such limit.
        return MAX_CONNECTIONS
    files = getrlimit(RLIMIT_NOFILE)[0]
    return MAX_CONNECTIONS if files == RLIM_INFINITY else max(FEWEST, min(MAX_CONNECTIONS, files - OWN_FILES))


class Connection(H11Protocol):
    """A connection that closes after waiting for its client for more than `WAITS` seconds, or if it waits
    longest when there are too many: of all, or more than half of the limit from one address. If the server
    is answering all others, it refuses the new one.
    """

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        most = most_connections()
        others = [
            connection
            for connection in self.connections
            if isinstance(connection, Connection) and connection is not self
        ]
        own = [
            connection
            for connection in others
            if connection.client and self.client and connection.client[0] == self.client[0]
        ]
        if len(others) >= most or len(own) >= max(FEWEST, most // 2):
            waiting = [connection for connection in own or others if connection._deadline is not None]
            if waiting:
                min(waiting, key=Connection._ends_at)._abort()
            else:
                self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "the server is busy; try again in a few seconds")
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_waiting()

    def send_400_response(self, msg: str) -> None:
        """Answer an invalid request, such as two different lengths, or a head that is too long."""
        sentence = (
            "the request is not valid HTTP; send HTTP/1.1 with a Host, one length, and at most 16 kB of head"
        )
        self._refuse(HTTPStatus.BAD_REQUEST, sentence)

    def _watch(self) -> None:
        """Start the timer if the client has to act next, else stop it."""
        unfinished = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        if not (unfinished or self.flow.write_paused or self.transport.is_closing()):
            self._stop_waiting()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(WAITS, self._end)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _ends_at(self) -> float:
        return self._deadline.when() if self._deadline is not None else 0.0

    def _end(self) -> None:
        self._deadline = None
        sentence = f"the request was not complete after {WAITS:g} seconds; send it again"
        self._refuse(HTTPStatus.REQUEST_TIMEOUT, sentence)

    def _abort(self) -> None:
        """Close the connection now, whatever is still to be sent."""
        self.connections.discard(self)
        self.transport.abort()

    def _refuse(self, status: HTTPStatus, sentence: str) -> None:
        """Close the connection after an answer, which may replace the application's, but not interrupt it."""
        if self.transport.is_closing() or self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self._abort()
            return
        body = json.dumps({"error": sentence})
        lines = (
            f"HTTP/1.1 {status.value} {status.phrase}",
            "content-type: application/json",
            f"content-length: {len(body)}",
            "connection: close",
            "",
            body,
        )
        self.transport.write("\r\n".join(lines).encode())
        self.transport.close()
        self._watch()

"""Limits of connections: how many may be open, and how long each may wait for its client.

Uvicorn has neither: heads that are never finished would take all files that the process may open.
"""

from __future__ import annotations

import asyncio
import json
from http import HTTPStatus

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MAX_CONNECTIONS, FEWEST = 1024, 8
"""Connections that may be open, and how many at least where the process may open few files."""
AT_ONCE, QUEUE = 32, 1024
"""Connections that are accepted in one step of the event loop, and that the system lets wait for it."""
OWN_FILES = 64 + 3 * AT_ONCE
"""Files that are left to the process: its own, and connections that were accepted but are not counted yet."""
WAITS = 20.0
"""Seconds that a connection waits: for the rest of a request, or for its client to read the response."""


def most_connections() -> int:
    """How many connections may be open, so that the process keeps below its limit of open files."""
    try:
        from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit
    except ImportError:  # Windows has no such limit.
        return MAX_CONNECTIONS
    files = getrlimit(RLIMIT_NOFILE)[0]
    return MAX_CONNECTIONS if files == RLIM_INFINITY else max(FEWEST, min(MAX_CONNECTIONS, files - OWN_FILES))


class Connection(H11Protocol):
    """A connection that is closed if it waits for its client for more than `WAITS` seconds, or is the one
    that waits longest when there are too many: of all, or more than half of those that may be of one address.
    If all others are being answered, it is refused.
    """

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        most = most_connections()
        others = [one for one in self.connections if isinstance(one, Connection) and one is not self]
        own = [one for one in others if one.client and self.client and one.client[0] == self.client[0]]
        if len(others) >= most or len(own) >= max(FEWEST, most // 2):
            waiting = [one for one in own or others if one._deadline is not None]
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
        """Answer what is no HTTP; two different lengths are none, nor is a head that goes on for too long."""
        sentence = (
            "the request is not valid HTTP; send HTTP/1.1 with a Host, one length, and at most 16 kB of head"
        )
        self._refuse(HTTPStatus.BAD_REQUEST, sentence)

    def _watch(self) -> None:
        """Begin to count the seconds if the client has to do something next, else end it."""
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
        """Close the connection after an answer, which may come in place of the application's, but not in the
        middle of it.
        """
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

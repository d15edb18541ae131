"""Serves the page on this machine."""

from __future__ import annotations

import faulthandler
import gc
import os
import socket
import warnings
from types import FrameType

import uvicorn

import cq
from cq.encoder.backbone import TruncationWarning
from cq.errors import reporting
from cq.web.app import create_app
from cq.web.behind import Behind
from cq.web.connections import AT_ONCE, QUEUE, Connection
from cq.web.study.study_handlers import Participants

LAST_SECONDS = 4.0
"""Seconds from a signal to the end of the process: two for open answers, and some to stop."""


def listen(host: str, port: int) -> socket.socket:
    """A bound socket; port 0 takes a free one. Raises `InputError` if the address cannot be used."""
    fault, remedy = f"cannot listen on {host!r}, port {port}", "choose another by --host or --port"
    with reporting(fault, remedy, OSError, UnicodeError, OverflowError):
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)


def warm_up() -> None:
    """Load everything that the first visitor would wait for."""
    import torch

    # A short text gains nothing from more threads, which would take the processors from others.
    torch.set_num_threads(1)
    cq.ask("Place a red block in the centre")
    cq.rank(None, "Build a wall", top_k=1)
    # Loaded objects stay: without this, a garbage collection takes a third of a second from some visitor.
    gc.collect()
    gc.freeze()


class Server(uvicorn.Server):
    """Uvicorn's server, which accepts few connections at once but queues many. A signal ends it within
    `LAST_SECONDS`, whatever its threads do.
    """

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        nowhere = open(os.devnull, "w")  # noqa: SIM115 - it has to stay open
        faulthandler.dump_traceback_later(LAST_SECONDS, exit=True, file=nowhere)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or []:
            listening.listen(QUEUE)


def server(host: str, study: Participants | None = None, behind: Behind | None = None) -> Server:
    """The server, with its limits, for an address; of a study, for its participants."""
    behind = behind or Behind()
    return Server(
        uvicorn.Config(
            create_app(host, study, behind),
            proxy_headers=True,
            forwarded_allow_ips="*" if "*" in behind.proxies else [*behind.proxies],
            http=Connection,
            ws="none",
            backlog=AT_ONCE,
            log_level="warning",
            server_header=False,
            timeout_graceful_shutdown=2,
        )
    )


def serve(
    listening: socket.socket, host: str, study: Participants | None = None, behind: Behind | None = None
) -> None:
    """Answer requests until interrupted."""
    # Otherwise visitors with long texts would fill the log.
    warnings.simplefilter("ignore", TruncationWarning)
    server(host, study, behind).run(sockets=[listening])


def address(listening: socket.socket) -> str:
    """The page's address."""
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"

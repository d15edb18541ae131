"""Answers only requests that name a known host: no foreign web page reaches it by a name of its own."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from cq.errors import excerpt


class KnownHosts:
    """ASGI middleware: a request whose Host header is not in `hosts`, with any port, gets status 400;
    "*.example.org" is any host below it, "*" any at all. (Starlette's own answers in plain text.)
    """

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self.app, self.hosts = app, [host.lower() for host in hosts]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = Headers(scope=scope).get("host", "").lower() if scope["type"] == "http" else self.hosts[0]
        name, _, port = host.rpartition(":")
        if self._knows(name if port.isdecimal() else host):
            await self.app(scope, receive, send)
            return
        sentence = (
            f"the Host {excerpt(host)} is not this machine; use {self.hosts[0]}, or serve with --allowed-host"
        )
        await JSONResponse({"error": sentence}, 400)(scope, receive, send)

    def _knows(self, name: str) -> bool:
        return name in self.hosts or any(
            pattern.startswith("*") and name.endswith(pattern[1:]) for pattern in self.hosts
        )

"""The proxy in front of a server, as its operator describes it."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass

from cq.errors import InputError, excerpt

OWN = ("api", "static", "v1", "v2")
"""The beginnings of the server's addresses."""
_ROOT = re.compile(r"(/[A-Za-z0-9._~-]+)*")
_HOST = re.compile(r"\*|(\*\.)?[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\]")


@dataclass(frozen=True)
class Behind:
    """The path under which a proxy has the server ("/cq"), the host names that requests may give beside those
    of this machine ("*.example.org": any below it, "*": any), and the addresses and networks of proxies that
    may name their clients ("*": any). Raises `InputError` for other values.
    """

    root_path: str = ""
    allowed_hosts: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")

    def __post_init__(self) -> None:
        if not _ROOT.fullmatch(self.root_path):
            raise InputError(f"the root path is {excerpt(self.root_path)}; give one such as /cq")
        if self.root_path.split("/")[1:2] in ([own] for own in OWN):
            raise InputError(
                f"the root path {self.root_path} begins as addresses of the server do; give one such as /cq"
            )
        for host in self.allowed_hosts:
            if not _HOST.fullmatch(host):
                raise InputError(
                    f"an allowed host is {excerpt(host)}; give a name such as cq.example.org, without port "
                    "and scheme, *.example.org or *"
                )
        for proxy in self.proxies:
            if proxy != "*" and not _is_network(proxy):
                raise InputError(
                    f"a proxy is {excerpt(proxy)}; give its address, a network such as 10.0.0.0/8, or *"
                )


def _is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text)
    except ValueError:
        return False
    return True

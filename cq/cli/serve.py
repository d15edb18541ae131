"""`cq serve`: the page and the HTTP API."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from cq.cli.extras import require_extra

if TYPE_CHECKING:
    from cq.web.behind import Behind

Host = Annotated[str, typer.Option(help="The address to listen on. Only 127.0.0.1 keeps other machines out.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")]

RootPath = Annotated[str, typer.Option(help="The path under which a proxy has the server, such as /cq.")]
AllowedHosts = Annotated[
    list[str] | None,
    typer.Option(
        "--allowed-host", help="A host name that requests may give, such as cq.example.org. Repeatable."
    ),
]
Proxies = Annotated[
    list[str] | None,
    typer.Option(
        "--forwarded-allow-ips",
        help="An address or network of a proxy whose X-Forwarded-For and X-Forwarded-Proto are believed; * "
        "for any. Repeatable. Default: this machine.",
    ),
]


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8420,
    root_path: RootPath = "",
    allowed_host: AllowedHosts = None,
    forwarded_allow_ips: Proxies = None,
) -> None:
    """Serve a page to look at worlds and talk with the builder, and an HTTP API (extra `web`)."""
    require_extra("web", "fastapi", "fastapi_offline", "uvicorn")
    from cq.web.server import address, listen, warm_up
    from cq.web.server import serve as run

    behind = behind_proxy(root_path, allowed_host, forwarded_allow_ips)
    listening = listen(host, port)
    began = time.monotonic()
    typer.echo("loading the models …", err=True)
    warm_up()
    typer.echo(f"loaded in {time.monotonic() - began:.0f} s", err=True)
    typer.echo(f"{address(listening)} (the API: {address(listening)}api/docs; Ctrl+C ends)")
    run(listening, host, behind=behind)


def behind_proxy(root_path: str, hosts: list[str] | None, proxies: list[str] | None) -> Behind:
    """The proxy that the options describe."""
    from cq.web.behind import Behind

    return Behind(root_path.rstrip("/"), tuple(hosts or ()), tuple(proxies or Behind.proxies))

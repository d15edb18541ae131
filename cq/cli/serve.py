"""`cq serve`: the page and the HTTP API."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from cq.cli.extras import require_extra

Host = Annotated[str, typer.Option(help="The address to listen on. Only 127.0.0.1 keeps other machines out.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")]


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8420,
) -> None:
    """Serve a page to look at worlds and talk with the builder, and an HTTP API (extra `web`)."""
    require_extra("web", "fastapi", "fastapi_offline", "uvicorn")
    from cq.web.server import address, listen, serve, warm_up

    listening = listen(host, port)
    began = time.monotonic()
    typer.echo("loading the models …", err=True)
    warm_up()
    typer.echo(f"loaded in {time.monotonic() - began:.0f} s", err=True)
    typer.echo(f"{address(listening)} (the API: {address(listening)}api/docs; Ctrl+C ends)")
    serve(listening, host)

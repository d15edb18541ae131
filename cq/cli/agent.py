"""`cq agent`: the builder of the benchmark Build What I Mean, as an A2A agent."""

from __future__ import annotations

from typing import Annotated

import typer

from cq.cli.extras import require_extra


def agent(
    host: Annotated[
        str, typer.Option(help="The address to listen on. Only 127.0.0.1 keeps other machines out.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port.")] = 9022,
    card_url: Annotated[
        str | None, typer.Option(help="The URL that the agent card tells, if others reach it by another.")
    ] = None,
    cost_of_asking: Annotated[
        float,
        typer.Option(min=0.01, max=0.99, help="It asks if a guess is wrong with a greater probability."),
    ] = 0.25,
) -> None:
    """Serve the builder of Build What I Mean by the Agent2Agent protocol (extra `agent`)."""
    require_extra("agent", "a2a", "starlette", "uvicorn")
    from cq.agent.server import serve

    serve(host, port, card_url, cost_of_asking=cost_of_asking)

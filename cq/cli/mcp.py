"""`cq mcp`: the builder's decisions as tools of the Model Context Protocol."""

from __future__ import annotations

from typing import Annotated

import typer

from cq.cli.dialogue_option import Unsure
from cq.cli.extras import require_extra


def mcp(
    max_questions: Annotated[
        int, typer.Option(min=0, help="Most questions that a user is asked about one instruction.")
    ] = 3,
    on_unsure: Unsure = None,
) -> None:
    """Serve the tools classify, rank_questions, ask, answer and build by MCP, over standard input and output
    (extra `mcp`).
    """
    require_extra("mcp", "mcp")
    from cq.adapters.mcp_server import server

    server(max_questions, on_unsure or "build").run()

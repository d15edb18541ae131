"""An MCP server: classify, rank questions, ask, answer and build as tools (extra `mcp`).

It keeps no state: a dialogue travels with its calls. Where the client can ask its user, it does, and goes on:
from protocol 2026-07-28 on by a result that has the client call again, before that by a request meanwhile.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Annotated, Any, TypeAlias

import cq
from cq.adapters.extras import imports_of
from cq.adapters.payloads import words
from cq.dialogue.limits import OnUnsure
from cq.dialogue.questions import COUNTED
from cq.dialogue.replies import reply
from cq.dialogue.shown import build_json, turn_json

with imports_of("mcp"):
    from anyio.to_thread import run_sync
    from mcp.server.mcpserver import Context, MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.types import ElicitRequest, ElicitRequestFormParams, ElicitResult, InputRequiredResult
    from pydantic import Field

ASK = "Act on an instruction: it builds, asks, replies or refuses. If it asks, call `answer`."
ANSWER = "Answer the question that ends the dialogue that `ask` gave, in the same world."
BLOCKS = "The world: blocks [x, y, z, colour] with y from 63 on the ground, or a recorded state."
SAID = "What was said before: pairs [speaker, text]; the speaker is architect or builder."
Blocks: TypeAlias = Annotated[list[Any] | dict[str, Any] | None, Field(description=BLOCKS)]
Said: TypeAlias = Annotated[list[tuple[str, str]] | None, Field(description=SAID)]
Bank: TypeAlias = list[str] | None
Asked: TypeAlias = dict[str, Any] | InputRequiredResult
FORM = {"type": "object", "properties": {"answer": {"type": "string"}}, "required": ["answer"]}


def server(max_questions: int = 3, on_unsure: OnUnsure = "build") -> MCPServer:
    """The server, over the default pipeline; `max_questions` and `on_unsure` are as for `cq.ask`."""
    limits: dict[str, Any] = {"max_questions": max_questions, "on_unsure": on_unsure}
    app = MCPServer("cq", version=cq.__version__)

    @app.tool()
    async def classify(instruction: str, world: Blocks = None, dialogue: Said = None) -> dict[str, Any]:
        """Is an instruction to build clear enough to act on in this world? `p_unclear` is in [0, 1]."""
        return asdict(await _done(cq.classify, instruction, world, dialogue))

    @app.tool()
    async def rank_questions(instruction: str, questions: Bank = None, world: Blocks = None) -> list[Any]:
        """The clarifying questions of a list, or those of cq, for an instruction: the ten best."""
        return [asdict(question) for question in await _done(cq.rank, questions, instruction, world, 10)]

    @app.tool()
    async def build(instruction: str, world: Blocks = None, dialogue: Said = None) -> dict[str, Any]:
        """What a person would build, without asking."""
        return build_json(await _done(cq.build, instruction, world, dialogue))

    @app.tool("answer", description=ANSWER, structured_output=False)
    @app.tool("ask", description=ASK, structured_output=False)
    async def settled(text: str, ctx: Context, world: Blocks = None, dialogue: Said = None) -> Asked:
        turn = partial(_turn, world=world, **limits)
        able = ctx.client_capabilities and ctx.client_capabilities.elicitation
        goes_on = able is not None and (able.form is not None or able.url is None)
        if ctx.request_state is None:
            result = await _done(turn, text, dialogue or [])
        else:  # The SDK seals it, so it is unchanged.
            sent = (ctx.input_responses or {}).get("answer")
            result, goes_on = await run_sync(_heard, turn, json.loads(ctx.request_state), sent)
        while result["question"] is not None and goes_on:
            shown = ElicitRequestFormParams(message=result["question"]["text"], requested_schema=FORM)
            if (ctx.protocol_version or "") >= "2026-07-28":
                asked = {"answer": ElicitRequest(params=shown)}
                return InputRequiredResult(input_requests=asked, request_state=json.dumps(result))
            sent = await ctx.session.elicit_form(shown.message, FORM, ctx.request_id)
            result, goes_on = await run_sync(_heard, turn, result, sent)
        return result

    return app


async def _done(function: Callable[..., Any], *given: Any) -> Any:
    """The result of a function, outside of the event loop. The client reads the message of a `ToolError`;
    that of other exceptions stays with the server.
    """
    try:
        return await run_sync(function, *given)
    except cq.CqError as error:
        raise ToolError(str(error)) from error


def _turn(text: str, said: list[Any], **options: Any) -> dict[str, Any]:
    turn = cq.ask(text, dialogue=said, **options)
    return {**turn_json(turn), "dialogue": [*said, ("architect", text), ("builder", reply(turn))]}


def _heard(turn: Callable[..., Any], asked: dict[str, Any], sent: Any) -> tuple[dict[str, Any], bool]:
    """The result after the client's answer to the question of another result, and whether it answered: if
    not, the other result, with an `error` if the client accepted a form that cannot be read.
    """
    if not isinstance(sent, ElicitResult) or sent.action != "accept":
        return asked, False
    question, filled = asked["question"], {k: v for k, v in (sent.content or {}).items() if v is not None}
    try:
        text = words(filled, [option["text"] for option in question["options"]], question["type"] in COUNTED)
        return turn(text, asked["dialogue"]), True
    except cq.InputError as error:
        return {**asked, "error": str(error)}, False

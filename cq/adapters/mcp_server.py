"""An MCP server: classify, rank questions, ask, answer and build as tools (extra `mcp`).

It keeps nothing: a dialogue travels with its calls. Where the client can ask its user, it does, and goes on:
from protocol 2026-07-28 on by a result that has the client call again, before that by a request meanwhile.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated, Any, TypeAlias

import cq
from cq.adapters.extras import imports_of
from cq.dialogue.limits import OnUnsure
from cq.dialogue.replies import reply
from cq.dialogue.shown import build_json, turn_json

with imports_of("mcp"):
    from anyio.to_thread import run_sync
    from mcp.server.mcpserver import Context, MCPServer
    from mcp.types import ElicitRequest, ElicitRequestFormParams, ElicitResult, InputRequiredResult
    from pydantic import Field, create_model

ASK = "Act on an instruction: it builds, asks, replies or refuses. If it asks, call `answer`."
ANSWER = "Answer the question that ends the dialogue that `ask` gave, in the same world."
BLOCKS = "The world: blocks [x, y, z, colour] with y from 63 on the ground, or a recorded state."
SAID = "What was said before: pairs [speaker, text]; the speaker is architect or builder."
Blocks: TypeAlias = Annotated[list[Any] | dict[str, Any] | None, Field(description=BLOCKS)]
Said: TypeAlias = Annotated[list[tuple[str, str]] | None, Field(description=SAID)]
Bank: TypeAlias = list[str] | None
Asked: TypeAlias = dict[str, Any] | InputRequiredResult
Answer = create_model("Answer", answer=(str, ...))
FORM = Answer.model_json_schema()


def server(max_questions: int = 3, on_unsure: OnUnsure = "build") -> MCPServer:
    """The server, over the default pipeline; `max_questions` and `on_unsure` are as for `cq.ask`."""
    limits: dict[str, Any] = {"max_questions": max_questions, "on_unsure": on_unsure}
    app = MCPServer("cq", version=cq.__version__)

    @app.tool()
    async def classify(instruction: str, world: Blocks = None, dialogue: Said = None) -> dict[str, Any]:
        """Is an instruction to build clear enough to act on in this world? `p_unclear` is in [0, 1]."""
        return asdict(await run_sync(cq.classify, instruction, world, dialogue))

    @app.tool()
    async def rank_questions(instruction: str, questions: Bank = None, world: Blocks = None) -> list[Any]:
        """The clarifying questions of a list, or those of cq, for an instruction: the ten best."""
        return [asdict(one) for one in await run_sync(cq.rank, questions, instruction, world, 10)]

    @app.tool()
    async def build(instruction: str, world: Blocks = None, dialogue: Said = None) -> dict[str, Any]:
        """What a person would build, without asking."""
        return build_json(await run_sync(cq.build, instruction, world, dialogue))

    @app.tool("answer", description=ANSWER, structured_output=False)
    @app.tool("ask", description=ASK, structured_output=False)
    async def settled(text: str, ctx: Context, world: Blocks = None, dialogue: Said = None) -> Asked:
        said = dialogue or []
        able = ctx.client_capabilities and ctx.client_capabilities.elicitation
        may_ask = able is not None and (able.form is not None or able.url is None)
        if ctx.request_state is not None:  # The SDK seals it, so it is what was sent.
            said, given = json.loads(ctx.request_state), (ctx.input_responses or {}).get("answer")
            form = given.content if isinstance(given, ElicitResult) and given.action == "accept" else None
            if not (text := str((form or {}).get("answer", "")).strip()):  # The question is the result.
                said, text, may_ask = said[:-2], said[-2][1], False
        while True:
            turn = await run_sync(lambda: cq.ask(text, world, dialogue=said, **limits))  # noqa: B023
            said = [*said, ("architect", text), ("builder", reply(turn))]
            result = {**turn_json(turn), "dialogue": said}
            if turn.question is None or not may_ask:
                return result
            if (ctx.protocol_version or "") >= "2026-07-28":
                shown = ElicitRequestFormParams(message=turn.question.text, requested_schema=FORM)
                ask = ElicitRequest(params=shown)
                return InputRequiredResult(input_requests={"answer": ask}, request_state=json.dumps(said))
            found = await ctx.elicit(turn.question.text, Answer)
            if found.action != "accept" or not (text := found.data.answer.strip()):
                return result

    return app

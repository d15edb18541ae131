"""LangChain middleware that asks before a tool builds from an unclear instruction (extra `langchain`).

agent = create_agent(model, [build], middleware=[AskFirst(world=world)], checkpointer=InMemorySaver())
paused = agent.invoke({"messages": [...]}, config)          # paused["__interrupt__"][0].value["question"]
agent.invoke(Command(resume="the eastern one"), config)     # the tool gets the instruction with the answer
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import cq
from cq.adapters.extras import imports_of
from cq.dialogue.limits import OnUnsure
from cq.dialogue.replies import reply
from cq.language.arguments import WorldLike
from cq.language.transcript import to_transcript

with imports_of("langchain"):
    from langchain.agents.middleware import AgentMiddleware
    from langchain.agents.middleware.types import ToolCallRequest
    from langchain_core.messages import ToolMessage
    from langgraph.types import Command, interrupt

Result = ToolMessage | Command[Any]


class AskFirst(AgentMiddleware[Any, Any, Any]):
    """Judges each tool call that carries an instruction, and interrupts the agent while something is open.

    `when` chooses the calls, by default those with the argument named `argument`. `world` is anything that
    `World.parse` reads, or a function of the request. After answers the tool gets the transcript of the
    instruction, the questions and the answers in the argument's place, which the functions of cq read; what
    is refused is told to the model. `max_questions` and `on_unsure` are as for `cq.ask`. An agent that runs
    asynchronously needs Python 3.11, as all interrupts there.
    """

    def __init__(
        self,
        world: WorldLike | Callable[[ToolCallRequest], WorldLike] = None,
        *,
        when: Callable[[ToolCallRequest], bool] | None = None,
        argument: str = "instruction",
        max_questions: int = 3,
        on_unsure: OnUnsure = "build",
    ) -> None:
        super().__init__()
        self.world, self.when, self.argument = world, when, argument
        self.limits: dict[str, Any] = {"max_questions": max_questions, "on_unsure": on_unsure}

    def wrap_tool_call(
        self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], Result]
    ) -> Result:
        """The tool's result, after questions to the user, or why nothing is done."""
        judged = self._judged(request)
        return judged if isinstance(judged, ToolMessage) else handler(judged)

    async def awrap_tool_call(
        self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], Awaitable[Result]]
    ) -> Result:
        """The same, for agents that run asynchronously."""
        judged = self._judged(request)
        return judged if isinstance(judged, ToolMessage) else await handler(judged)

    def _judged(self, request: ToolCallRequest) -> ToolCallRequest | ToolMessage:
        call = request.tool_call
        text = call["args"].get(self.argument)
        if not isinstance(text, str) or (self.when is not None and not self.when(request)):
            return request
        world = self.world(request) if callable(self.world) else self.world
        said: list[tuple[str, str]] = []
        while (turn := cq.ask(text, world, dialogue=said, **self.limits)).question is not None:
            options = [one.text for one in turn.question.options]
            asked = {"question": turn.question.text, "options": options, "reasons": list(turn.reasons)}
            said += [("architect", text), ("builder", reply(turn))]
            text = str(interrupt(asked))
        if turn.action == "refuse":
            return ToolMessage(reply(turn), tool_call_id=call["id"], name=call["name"], status="error")
        meant = to_transcript([*said, ("architect", text)]) if said else text
        return request.override(tool_call={**call, "args": {**call["args"], self.argument: meant}})

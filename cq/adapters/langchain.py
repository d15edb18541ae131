"""LangChain middleware that asks before a tool builds from an unclear instruction (extra `langchain`).

agent = create_agent(model, [build], middleware=[AskFirst(world=world)], checkpointer=InMemorySaver())
paused = agent.invoke({"messages": [...]}, config)          # paused["__interrupt__"][0].value["question"]
agent.invoke(Command(resume="the eastern one"), config)     # the tool gets the instruction with the answer
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import cq
from cq.adapters.extras import imports_of
from cq.adapters.payloads import NO_ANSWER, Payload, read_payload
from cq.dialogue.limits import OnUnsure
from cq.dialogue.replies import reply
from cq.dialogue.turn import Turn
from cq.language.arguments import WorldLike
from cq.language.transcript import to_transcript

with imports_of("langchain"):
    from langchain.agents.middleware import AgentMiddleware
    from langchain.agents.middleware.types import ToolCallRequest
    from langchain_core.messages import ToolMessage
    from langgraph.types import Command, interrupt

Result = ToolMessage | Command[Any]
REJECTED = "The user does not want this; call it again only if the user asks."


class AskFirst(AgentMiddleware[Any, Any, Any]):
    """Judges each tool call with an instruction, and interrupts the agent while a slot is open.

    `when` chooses the calls, by default those with the argument named `argument`. `world` is anything
    that `World.parse` reads, or a function of the request. After answers the tool gets the transcript of
    the instruction, the questions and the answers in place of the argument, which the functions of cq
    read; refused and unreadable instructions are reported to the model. It resumes with an answer or a
    decision, as `cq.adapters.payloads` reads them: "approve" calls the tool with the transcript so far,
    "reject" does not, and an edit is judged anew. After an unreadable answer it asks again, with an `error`.
    `max_questions` and `on_unsure` are as for `cq.ask`. An agent that runs asynchronously needs Python
    3.11, as all interrupts there.
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
        """The tool's result, after questions to the user, or the reason for doing nothing."""
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
        try:
            turn = cq.ask(text, world, **self.limits)
        except cq.InputError as error:
            return _told(call, str(error))
        said = [("architect", text)]
        while turn.question is not None:
            said.append(("builder", reply(turn)))
            heard, turn = self._heard(turn, said, world, call["id"])
            if heard.kind == "stop":
                return _told(call, f"{REJECTED} {heard.text}".strip())
            if heard.kind == "edit":
                return self._edited(request, heard.call)
            if heard.kind == "go on":
                said.pop()
                break
            said.append(("architect", heard.text))
        if turn.action == "refuse":
            return _told(call, reply(turn))
        return _with_arguments(request, {self.argument: to_transcript(said) if len(said) > 1 else text})

    def _heard(
        self, turn: Turn, said: list[tuple[str, str]], world: WorldLike, call: str | None
    ) -> tuple[Payload, Turn]:
        """The user's answer to a question, and the turn about it. After an unreadable answer it asks once
        more, and then counts no answer.
        """
        question: Any = turn.question
        options = [option.text for option in question.options]
        shown = {"question": question.text, "options": options, "reasons": list(turn.reasons)}
        shown |= {"tool_call_id": call, "instruction": said[0][1]}  # Of several calls at once, this one.
        for _ in range(2):
            sent = interrupt(shown)
            try:
                heard = read_payload(sent, options, question.is_counted)
                if heard.kind != "answer":
                    return heard, turn
                return heard, cq.ask(heard.text, world, dialogue=said, **self.limits)
            except cq.InputError as error:
                shown = {**shown, "error": str(error)}
        return Payload("answer", NO_ANSWER), cq.ask(NO_ANSWER, world, dialogue=said, **self.limits)

    def _edited(self, request: ToolCallRequest, edit: Mapping[str, Any]) -> ToolCallRequest | ToolMessage:
        """The call with the user's arguments, judged anew."""
        call = request.tool_call
        if edit.get("name", call["name"]) != call["name"]:
            return _told(
                call, f"The user wants {edit['name']} in place of {call['name']}, with {edit['args']}."
            )
        return self._judged(_with_arguments(request, edit["args"]))


def _with_arguments(request: ToolCallRequest, arguments: Mapping[str, Any]) -> ToolCallRequest:
    call = request.tool_call
    return request.override(tool_call={**call, "args": {**call["args"], **arguments}})


def _told(call: Any, why: str) -> ToolMessage:
    """Tell the model why nothing was done: the run continues."""
    return ToolMessage(why, tool_call_id=call["id"], name=call["name"], status="error")

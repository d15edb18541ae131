"""A guardrail for tools of the OpenAI Agents SDK: unclear instructions go back as a question (extra
`openai-agents`).

    tool = function_tool(build)
    tool.tool_input_guardrails = [ask_first(world)]     # or function_tool(tool_input_guardrails=[...])

The model gets the question in place of the tool's result, asks its user, and calls again: with the answer
and the argument `dialogue`, if the tool has one, or in other words.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import cq
from cq.adapters.extras import imports_of
from cq.dialogue.limits import OnUnsure
from cq.dialogue.replies import reply
from cq.language.arguments import WorldLike

with imports_of("openai-agents"):
    from agents import ToolGuardrailFunctionOutput, ToolInputGuardrail, ToolInputGuardrailData


def ask_first(
    world: WorldLike | Callable[[ToolInputGuardrailData], WorldLike] = None,
    *,
    argument: str = "instruction",
    max_questions: int = 3,
    on_unsure: OnUnsure = "build",
) -> ToolInputGuardrail[Any]:
    """The guardrail. It judges the text in `argument` of a call, after the pairs (speaker, text) in its
    argument `dialogue`, if it has them, in `world` (or the result of a function of the call). Calls without
    such a text pass. `output_info` has the action, the question and its options. `max_questions` and
    `on_unsure` are as for `cq.ask`.
    """

    async def asks_first(data: ToolInputGuardrailData) -> ToolGuardrailFunctionOutput:
        try:
            # Of a key that is there twice the last counts, as for the SDK, which calls the tool.
            given = json.loads(data.context.tool_arguments or "{}")
        except (ValueError, RecursionError):
            return ToolGuardrailFunctionOutput.allow()  # The SDK tells the model itself.
        text = given.get(argument) if isinstance(given, dict) else None
        if not isinstance(text, str):
            return ToolGuardrailFunctionOutput.allow()
        where = world(data) if callable(world) else world
        try:
            turn = await asyncio.to_thread(
                lambda: cq.ask(
                    text,
                    where,
                    dialogue=given.get("dialogue"),
                    max_questions=max_questions,
                    on_unsure=on_unsure,
                )
            )
        except cq.InputError as error:
            return ToolGuardrailFunctionOutput.reject_content(str(error))
        question = turn.question
        options = [] if question is None else [option.text for option in question.options]
        info = {"action": turn.action, "question": question and question.text, "options": options}
        if question is not None:
            return ToolGuardrailFunctionOutput.reject_content(f"Ask the user: {question.text}", info)
        if turn.action == "refuse":
            return ToolGuardrailFunctionOutput.reject_content(reply(turn), info)
        return ToolGuardrailFunctionOutput.allow(info)

    return ToolInputGuardrail(asks_first, name="ask_first")

"""The guardrail in a run of the OpenAI Agents SDK, with a scripted model."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("agents")
from agents import Agent, ModelResponse, Runner, Usage, function_tool, set_tracing_disabled
from agents.models.interface import Model
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

import cq
from cq.adapters.openai_agents import ask_first

YELLOWS = [(5, 63, 3, "yellow"), (-4, 63, 4, "yellow"), (2, 63, 1, "blue")]
set_tracing_disabled(True)


class Scripted(Model):
    """Calls the tool with each of some arguments, then says that it is done."""

    def __init__(self, *calls):
        self.calls, self.heard = list(calls), []

    async def get_response(self, system_instructions, input, *_, **__):
        self.heard.append(input)
        if self.calls:
            arguments = json.dumps(self.calls.pop(0))
            name, number = "build", f"call{len(self.calls)}"
            said = ResponseFunctionToolCall(
                arguments=arguments, call_id=number, name=name, type="function_call"
            )
        else:
            text = ResponseOutputText(annotations=[], text="done", type="output_text")
            said = ResponseOutputMessage(
                id="1", content=[text], role="assistant", status="completed", type="message"
            )
        return ModelResponse(output=[said], usage=Usage(), response_id=None)

    def stream_response(self, *_, **__):
        raise NotImplementedError


def outputs(*calls):
    """What the tool, or the guardrail in its place, told the model."""

    def build(instruction: str, dialogue: list[list[str]] | None = None) -> str:
        """Build in the world."""
        return str(cq.build(instruction, YELLOWS, dialogue).actions[0])

    tool = function_tool(build)
    tool.tool_input_guardrails = [ask_first(YELLOWS)]
    model = Scripted(*calls)
    Runner.run_sync(Agent(name="builder", model=model, tools=[tool]), "go")
    return [one["output"] for one in model.heard[-1] if one.get("type") == "function_call_output"]


def test_a_question_goes_back_and_its_answer_builds():
    question = "Which yellow block do you mean: the easternmost yellow block or the westernmost yellow block?"
    said = [["architect", "Break the yellow one"], ["builder", question]]
    asked, built = outputs(
        {"instruction": "Break the yellow one"}, {"instruction": "the eastern one", "dialogue": said}
    )
    assert asked == f"Ask the user: {question}"
    assert built == "break the block at x 5, z 3, level 1"


@pytest.mark.parametrize(
    ("instruction", "told"),
    [
        ("Put a red block on the blue block", "place red at x 2, z 1, level 2"),
        ("What time is it?", "not something I can build"),
        ("", "holds no words"),
    ],
)
def test_the_rest_passes_or_is_refused(instruction, told):
    (output,) = outputs({"instruction": instruction})
    assert told in output

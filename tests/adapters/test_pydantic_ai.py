"""The deferred tool in runs of Pydantic AI, with a scripted model."""

from __future__ import annotations

import pytest

pytest.importorskip("pydantic_ai")
from pydantic_ai import Agent, DeferredToolRequests, DeferredToolResults
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import FunctionModel

from cq.adapters.pydantic_ai import answered, build_tool

YELLOWS = [(5, 63, 3, "yellow"), (-4, 63, 4, "yellow"), (2, 63, 1, "blue")]


def agent_that_calls(instruction):
    def scripted(messages, info):
        returned = [one for one in messages[-1].parts if isinstance(one, ToolReturnPart)]
        if returned:
            content = returned[0].content
            told = content["action"] if isinstance(content, dict) else f"{returned[0].outcome}: {content}"
            return ModelResponse(parts=[TextPart(told)])
        return ModelResponse(parts=[ToolCallPart("build", {"instruction": instruction})])

    return Agent(
        FunctionModel(scripted), tools=[build_tool(YELLOWS)], output_type=[str, DeferredToolRequests]
    )


def test_the_call_waits_for_the_answer():
    agent = agent_that_calls("Break the yellow one")
    run = agent.run_sync("go")
    (call,) = run.output.calls
    asked = run.output.metadata[call.tool_call_id]
    options = [one["text"] for one in asked["question"]["options"]]
    assert options == ["the easternmost yellow block", "the westernmost yellow block"]
    turn = answered("the eastern one", run.output, call.tool_call_id, YELLOWS)
    assert turn["build"]["actions"] == [
        {"kind": "break", "x": 5, "y": 63, "z": 3, "level": 1, "colour": None}
    ]
    results = DeferredToolResults(calls={call.tool_call_id: turn})
    assert agent.run_sync(message_history=run.all_messages(), deferred_tool_results=results).output == "build"


@pytest.mark.parametrize(
    ("instruction", "action"),
    [("Put a red block on the blue block", "build"), ("What time is it?", "refuse")],
)
def test_what_is_no_question_is_the_result(instruction, action):
    assert agent_that_calls(instruction).run_sync("go").output == action


@pytest.mark.parametrize("instruction", ["", "  ", "🙂", "…", "。"])
def test_an_instruction_that_cannot_be_read_is_one_to_retry(instruction):
    said = agent_that_calls(instruction).run_sync("go").output
    assert said.startswith("retried: instruction")


def deferred():
    run = agent_that_calls("Break the yellow one").run_sync("go")
    return run.output, run.output.calls[0].tool_call_id


@pytest.mark.parametrize("answer", [2, "2", {"answer": "the western one"}, ["the western one"], {"text": 2}])
def test_answers_in_other_forms_are_read(answer):
    turn = answered(answer, *deferred(), YELLOWS)
    assert (turn["action"], turn["build"]["actions"][0]["x"]) == ("build", -4)


@pytest.mark.parametrize("answer", ["", "🙂", {}, [], 7, {"a": "x", "b": "y"}, object()])
def test_an_answer_that_cannot_be_read_leaves_the_question_open(answer):
    asked, call = deferred()
    turn = answered(answer, asked, call, YELLOWS)
    assert turn["error"]
    assert {**turn, "error": None} == {**asked.metadata[call], "error": None}


def test_no_answer_is_one():
    assert answered(None, *deferred(), YELLOWS)["action"] == "build"
    assert answered(None, *deferred(), YELLOWS, on_unsure="refuse")["action"] == "refuse"

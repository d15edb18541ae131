"""A LangChain agent with a scripted model stops for the question, and goes on with the answer."""

from __future__ import annotations

import pytest

pytest.importorskip("langchain")
from langchain.agents import create_agent
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

import cq
from cq.adapters.langchain import AskFirst

YELLOWS = [(5, 63, 3, "yellow"), (-4, 63, 4, "yellow"), (2, 63, 1, "blue")]
SESSION = {"configurable": {"thread_id": "1"}}


class Scripted(GenericFakeChatModel):
    """Says what it is told to say, whatever its tools are."""

    def bind_tools(self, tools, **_):
        return self


def agent_that_calls(instruction, **options):
    built = []

    def build(instruction: str) -> str:
        """Build in the world."""
        built.append(instruction)
        return str(cq.build(instruction, YELLOWS).actions[0])

    call = {"name": "build", "args": {"instruction": instruction}, "id": "call 1"}
    script = [AIMessage("", tool_calls=[call]), AIMessage("done")]
    middleware = [AskFirst(YELLOWS, **options)]
    model = Scripted(messages=iter(script))
    return create_agent(model, [build], middleware=middleware, checkpointer=InMemorySaver()), built


def run(agent):
    return agent.invoke({"messages": [{"role": "user", "content": "go"}]}, SESSION)


def test_it_stops_for_the_question_and_goes_on_with_the_answer():
    agent, built = agent_that_calls("Break the yellow one")
    (asked,) = run(agent)["__interrupt__"]
    assert asked.value["options"] == ["the easternmost yellow block", "the westernmost yellow block"]
    assert built == []
    ended = agent.invoke(Command(resume="the one by the east edge"), SESSION)
    assert "__interrupt__" not in ended
    assert ended["messages"][-2].content == "break the block at x 5, z 3, level 1"
    assert len(built) == 1


def test_a_clear_instruction_passes_as_it_is():
    agent, built = agent_that_calls("Put a red block on the blue block")
    assert run(agent)["messages"][-2].content == "place red at x 2, z 1, level 2"
    assert built == ["Put a red block on the blue block"]


def test_what_is_refused_is_told_to_the_model():
    agent, built = agent_that_calls("What time is it?")
    told = run(agent)["messages"][-2]
    assert told.status == "error"
    assert "not something I can build" in told.content
    assert built == []


def test_when_chooses_the_calls():
    agent, built = agent_that_calls(
        "Break the yellow one", when=lambda call: call.tool_call["name"] != "build"
    )
    assert "__interrupt__" not in run(agent)
    assert built == ["Break the yellow one"]


def test_useless_answers_end():
    agent, built = agent_that_calls("Break the yellow one")
    found = run(agent)
    for _ in range(3):
        if "__interrupt__" not in found:
            break
        found = agent.invoke(Command(resume="gloop"), SESSION)
    assert "__interrupt__" not in found
    assert built == []

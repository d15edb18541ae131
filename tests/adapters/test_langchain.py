"""A LangChain agent with a scripted model stops for the question, and goes on with the answer."""

from __future__ import annotations

import asyncio

import pytest

pytest.importorskip("langchain")
from langchain.agents import create_agent
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, HumanMessage
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


REJECTED = "The user does not want this; call it again only if the user asks."
EAST, WEST = "break the block at x 5, z 3, level 1", "break the block at x -4, z 4, level 1"


def resumed(*payloads, **options):
    """The last of what the tool was told to build, what the model heard of it, and what is still asked."""
    agent, built = agent_that_calls("Break the yellow one", **options)
    found = run(agent)
    for payload in payloads:
        assert "__interrupt__" in found, found["messages"][-2].content
        found = agent.invoke(Command(resume=payload), SESSION)
    asked = found.get("__interrupt__")
    return built, None if asked else found["messages"][-2], asked and asked[0].value


WESTERN = [
    "the western one",
    {"decisions": [{"type": "respond", "message": "the western one"}]},
    {"type": "respond", "message": "the western one"},
    [{"type": "response", "args": "the western one"}],
    {"answer": "the western one"},
    {"answer": 2},
    2,
    2.0,
    "2",
    ["the western one"],
    {"text": "the westernmost yellow block", "probability": 0.5},
    HumanMessage("the western one"),
    [HumanMessage([{"type": "text", "text": "the western one"}])],
    {"role": "user", "content": "the western one"},
    {"reply": "the western one"},
]


@pytest.mark.parametrize("payload", WESTERN)
def test_answers_in_other_forms_are_read(payload):
    """langchain-ai/langchain #34261: resumes carry decisions, and "respond" among them."""
    built, heard, _ = resumed(payload)
    assert (len(built), heard.content) == (1, WEST)


@pytest.mark.parametrize("payload", [{"answer": None}, {"text": None}, "I don't know"])
def test_no_answer_is_one(payload):
    built, heard, _ = resumed(payload)
    assert (len(built), heard.status) == (1, "success")
    assert resumed(payload, on_unsure="refuse")[0] == []


@pytest.mark.parametrize(
    "payload",
    [{"decisions": [{"type": "approve"}]}, {"type": "approve"}, [{"type": "accept", "args": None}]],
)
def test_approval_calls_the_tool_with_what_was_said(payload):
    assert resumed(payload)[0] == ["Break the yellow one"]


@pytest.mark.parametrize(
    ("payload", "why"),
    [
        ({"decisions": [{"type": "reject", "message": "Not today."}]}, " Not today."),
        ({"type": "reject"}, ""),
        ([{"type": "ignore", "args": None}], ""),
    ],
)
def test_what_is_rejected_is_not_built_and_the_model_knows(payload, why):
    """langchain-ai/deepagents #2946: the model called a rejected tool again without end."""
    built, heard, _ = resumed(payload)
    assert built == []
    assert (heard.status, heard.content) == ("error", f"{REJECTED}{why}")


@pytest.mark.parametrize("form", ["decisions", "inbox"])
def test_an_edit_is_judged_anew(form):
    def edit(text, name="build"):
        action = {"name": name, "args": {"instruction": text}}
        by_form = {
            "decisions": {"decisions": [{"type": "edit", "edited_action": action}]},
            "inbox": [{"type": "edit", "args": {"action": name, "args": action["args"]}}],
        }
        return by_form[form]

    assert resumed(edit("Break the blue one"))[0] == ["Break the blue one"]
    built, heard, _ = resumed(edit("Break the yellow block"), "the western one")
    assert (len(built), heard.content) == (1, WEST)
    if form == "decisions":
        built, heard, _ = resumed(edit("Break the blue one", name="paint"))
        assert (built, heard.status) == ([], "error")


UNREAD = ["", "  ", "🙂", "…", [], object, {"a": "x", "b": "y"}, 7, "0", {"decisions": []}, {"type": "edit"}]


@pytest.mark.parametrize("payload", UNREAD)
def test_what_cannot_be_read_is_asked_for_again(payload):
    payload = {"decisions": [{"type": "approve"}] * 2} if payload is object else payload
    built, _, asked = resumed(payload)
    assert (built, asked["options"][0]) == ([], "the easternmost yellow block")
    assert asked["error"]
    built, heard, _ = resumed(payload, "the western one")
    assert (len(built), heard.content) == (1, WEST)


def test_what_cannot_be_read_twice_is_no_answer():
    built, heard, _ = resumed("🙂", "")
    assert (len(built), heard.status) == (1, "success")
    built, heard, _ = resumed("🙂", "", on_unsure="refuse")
    assert (built, heard.status) == ([], "error")


@pytest.mark.parametrize("instruction", ["", "  ", "🙂", "…", "Break it. " * 20_000, "\ud800"])
def test_an_instruction_that_cannot_be_read_is_told_to_the_model(instruction):
    """langchain-ai/deepagents #138: an exception of one tool call ended the whole run."""
    agent, built = agent_that_calls(instruction)
    told = run(agent)["messages"][-2]
    assert (built, told.status) == ([], "error")
    assert told.content


def test_an_agent_that_runs_asynchronously_asks_and_goes_on():
    agent, built = agent_that_calls("Break the yellow one")

    async def talk():
        found = await agent.ainvoke({"messages": [{"role": "user", "content": "go"}]}, SESSION)
        assert "__interrupt__" in found
        return await agent.ainvoke(Command(resume={"answer": "the western one"}), SESSION)

    assert asyncio.run(talk())["messages"][-2].content == WEST
    assert len(built) == 1


def test_questions_of_calls_at_once_get_each_its_own_answer():
    """langchain-ai/langgraph #6533, #6626: answers of parallel calls went to the wrong tool."""
    built = []

    def build(instruction: str) -> str:
        """Build in the world."""
        built.append(instruction)
        return str(cq.build(instruction, YELLOWS).actions[0])

    calls = [
        {"name": "build", "args": {"instruction": f"Break {which} yellow one"}, "id": which}
        for which in ("the", "a")
    ]
    model = Scripted(messages=iter([AIMessage("", tool_calls=calls), AIMessage("done")]))
    agent = create_agent(model, [build], middleware=[AskFirst(YELLOWS)], checkpointer=InMemorySaver())
    asked = run(agent)["__interrupt__"]
    assert len({one.id for one in asked}) == len(asked) == 2
    sides = {"the": "western", "a": "eastern"}
    answers = {one.id: f"the {sides[one.value['tool_call_id']]} one" for one in asked}
    assert {one.value["instruction"] for one in asked} == {"Break the yellow one", "Break a yellow one"}
    ended = agent.invoke(Command(resume=answers), SESSION)
    assert [one.content for one in ended["messages"] if one.type == "tool"] == [WEST, EAST]
    assert len(built) == 2

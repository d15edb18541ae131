"""The MCP server, by the SDK's own client: tools, a question, its answer, a build."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("mcp")
import anyio
from mcp.client.client import Client
from mcp.types import ElicitResult

from cq.adapters.mcp_server import server

YELLOWS = [[5, 63, 3, "yellow"], [-4, 63, 4, "yellow"], [2, 63, 1, "blue"]]
ORDER = {"instruction": "Break the yellow one", "world": YELLOWS}
ASK = {"text": "Break the yellow one", "world": YELLOWS}
MODES = ("auto", "legacy")


def talk(steps, mode="auto", answers=None):
    """What a client gets that takes `steps`, and the questions that its user was asked."""
    asked = []

    async def elicit(context, params):
        asked.append(params.message)
        answer = answers(len(asked))
        if isinstance(answer, ElicitResult):
            return answer
        if answer is None:
            return ElicitResult(action="decline")
        return ElicitResult(action="accept", content={"answer": answer})

    async def run():
        async with Client(server(), mode=mode, elicitation_callback=elicit if answers else None) as client:
            return await steps(client)

    return anyio.run(run), asked


async def call(client, tool, arguments):
    found = await client.call_tool(tool, arguments)
    assert not found.is_error, found.content
    return json.loads(found.content[0].text)


@pytest.mark.parametrize("mode", MODES)
def test_it_lists_its_tools(mode):
    async def steps(client):
        return {one.name: one for one in (await client.list_tools()).tools}

    tools, _ = talk(steps, mode)
    assert set(tools) == {"classify", "rank_questions", "ask", "answer", "build"}
    assert all(one.description for one in tools.values())
    assert set(tools["ask"].input_schema["properties"]) == {"text", "world", "dialogue"}


@pytest.mark.parametrize("mode", MODES)
def test_a_client_that_cannot_ask_gets_the_question_and_answers(mode):
    async def steps(client):
        first = await call(client, "ask", ASK)
        said = {"world": YELLOWS, "dialogue": first["dialogue"]}
        return first, await call(client, "answer", {"text": "the one by the east edge", **said})

    (asked, built), _ = talk(steps, mode)
    assert asked["action"] == "ask"
    options = [one["text"] for one in asked["question"]["options"]]
    assert options == ["the easternmost yellow block", "the westernmost yellow block"]
    assert built["action"] == "build"
    assert built["build"]["actions"] == [
        {"kind": "break", "x": 5, "y": 63, "z": 3, "level": 1, "colour": None}
    ]


@pytest.mark.parametrize("mode", MODES)
def test_a_client_that_can_ask_is_asked_until_it_is_built(mode):
    turn, asked = talk(lambda client: call(client, "ask", ASK), mode, lambda _: "the western one")
    assert len(asked) == 1
    assert "easternmost yellow block" in asked[0]
    assert turn["action"] == "build"
    assert [one[0] for one in turn["dialogue"]] == ["architect", "builder"] * 2


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("answer", [None, "  "])
def test_who_declines_gets_the_question_back(mode, answer):
    turn, asked = talk(lambda client: call(client, "ask", ASK), mode, lambda _: answer)
    assert (turn["action"], turn["question"]["text"]) == ("ask", asked[0])
    assert len(turn["dialogue"]) == 2


@pytest.mark.parametrize("mode", MODES)
def test_useless_answers_end(mode):
    turn, asked = talk(lambda client: call(client, "ask", ASK), mode, lambda _: "gloop")
    assert len(asked) <= 3
    assert turn["action"] in ("build", "refuse")


def test_the_other_tools():
    async def steps(client):
        clarity = await call(client, "classify", ORDER)
        built = await call(client, "build", {"instruction": "Put a red block in the middle"})
        found = await client.call_tool("rank_questions", {**ORDER, "questions": ["Which?", "Where?"]})
        return clarity, built, found.structured_content["result"]

    (clarity, built, ranked), _ = talk(steps)
    assert clarity["p_unclear"] == 0.1
    assert built["actions"] == [{"kind": "place", "x": 0, "y": 63, "z": 0, "level": 1, "colour": "red"}]
    assert [one["question"] for one in ranked] == ["Which?", "Where?"]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("answer", [2, 2.0, "2", ["the western one"], ["westernmost"]])
def test_an_accepted_form_with_a_number_or_a_list_is_read(mode, answer):
    turn, asked = talk(lambda client: call(client, "ask", ASK), mode, lambda _: answer)
    assert (turn["action"], len(asked)) == ("build", 1)
    assert turn["build"]["actions"][0]["x"] == -4


def accepted(content):
    return ElicitResult(action="accept", content=content)


UNFILLED = [accepted(None), accepted({}), accepted({"answer": None}), *map(accepted, [{"answer": 7}])]
UNFILLED += [accepted({"answer": text}) for text in ("", "🙂", "…")]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("sent", UNFILLED)
def test_an_accepted_form_that_cannot_be_read_leaves_the_question_open(mode, sent):
    """modelcontextprotocol/python-sdk #1284: clients accept a form without content."""
    turn, asked = talk(lambda client: call(client, "ask", ASK), mode, lambda _: sent)
    assert (turn["action"], turn["question"]["text"], len(asked)) == ("ask", asked[0], 1)
    assert turn["error"]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("action", ["decline", "cancel"])
@pytest.mark.parametrize("content", [None, {}, {"answer": "the western one"}])
def test_what_stands_in_a_form_that_was_not_accepted_is_no_answer(mode, action, content):
    """modelcontextprotocol/typescript-sdk #966, go-sdk #758: content of declined forms broke servers."""
    sent = ElicitResult(action=action, content=content)
    turn, asked = talk(lambda client: call(client, "ask", ASK), mode, lambda _: sent)
    assert (turn["action"], len(asked)) == ("ask", 1)
    assert "error" not in turn


RED = [[0, 63, 0, "red"]]
UNREAD = [
    ("ask", {"text": "", "world": RED}, "holds no words"),
    ("ask", {"text": "🙂"}, "instruction '🙂' holds no words; say what you want"),
    ("ask", {"text": "Remove it", "world": [[99, 63, 0, "red"]]}, "99"),
    ("ask", {"text": "Remove it", "world": [[0, 63, 0, "pink"]]}, "pink"),
    ("ask", {"text": "Remove it", "world": {"blocks": "none"}}, "blocks"),
    ("ask", {"text": "Remove it", "dialogue": [["robot", "hello"]]}, "robot"),
    ("answer", {"text": "…", "dialogue": []}, "holds no words"),
    ("classify", {"instruction": ""}, "holds no words"),
    ("build", {"instruction": "🙂"}, "holds no words"),
    ("rank_questions", {"instruction": "Remove it", "questions": [""]}, "question"),
]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("tool", "arguments", "told"), UNREAD)
def test_the_client_reads_the_sentence_of_an_error(mode, tool, arguments, told):
    async def steps(client):
        return await client.call_tool(tool, arguments)

    found, _ = talk(steps, mode)
    assert found.is_error
    assert told in found.content[0].text


def test_the_command_serves_it_over_standard_input_and_output():
    import os
    import sys

    from mcp.client.stdio import StdioServerParameters

    async def run():
        command = StdioServerParameters(
            command=sys.executable, args=["-m", "cq", "mcp"], env=dict(os.environ)
        )
        async with Client(command) as client:
            return [one.name for one in (await client.list_tools()).tools]

    assert "ask" in anyio.run(run)

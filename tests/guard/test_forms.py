"""Calls and histories in the forms of other frameworks, as mappings and as the objects of their SDKs."""

from __future__ import annotations

import enum
import json
from types import SimpleNamespace as Object

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cq
from cq.guard.forms import python_value, read_call, read_turns

ARGUMENTS = {"dish": "soup", "n": 2}
AS_JSON = json.dumps(ARGUMENTS)
CALLS = {
    "pair": ("order", ARGUMENTS),
    "pair with JSON": ["order", AS_JSON],
    "OpenAI": {"id": "1", "type": "function", "function": {"name": "order", "arguments": AS_JSON}},
    "OpenAI, Responses": {"type": "function_call", "call_id": "1", "name": "order", "arguments": AS_JSON},
    "OpenAI, old": {"content": None, "function_call": {"name": "order", "arguments": AS_JSON}},
    "OpenAI's object": Object(id="1", type="function", function=Object(name="order", arguments=AS_JSON)),
    "Anthropic": {"type": "tool_use", "id": "1", "name": "order", "input": ARGUMENTS},
    "Anthropic's object": Object(type="tool_use", id="1", name="order", input=ARGUMENTS),
    "MCP": {"method": "tools/call", "params": {"name": "order", "arguments": ARGUMENTS}},
    "LangChain": {"name": "order", "args": ARGUMENTS, "id": "1", "type": "tool_call"},
    "LangChain, from a stream": {"name": "order", "args": AS_JSON, "id": "1", "index": 0},
    "Pydantic AI": Object(tool_name="order", args=AS_JSON, tool_call_id="1", part_kind="tool-call"),
    "Gemini": {"functionCall": {"name": "order", "args": ARGUMENTS}},
    "Bedrock": {"toolUse": {"toolUseId": "1", "name": "order", "input": ARGUMENTS}},
    "Cohere": {"name": "order", "parameters": ARGUMENTS},
    "Vercel": {"toolCallId": "1", "toolName": "order", "input": ARGUMENTS},
    "encoded twice": {"name": "order", "arguments": json.dumps(AS_JSON)},
    "two keys": {"name": "order", "arguments": "", "args": ARGUMENTS},
}


@pytest.mark.parametrize("form", CALLS)
def test_calls_are_read_in_every_form(form):
    assert read_call(CALLS[form]) == ("order", ARGUMENTS)


@pytest.mark.parametrize("key", ["arguments", "args", "input", "parameters"])
@pytest.mark.parametrize("nothing", ["", "  ", None, "null", "{}", {}, [], "[]"])
def test_calls_without_arguments_are_such(key, nothing):
    """langchain-ai/langchain #34123, microsoft/semantic-kernel #9212: providers send null or “”."""
    assert read_call({"name": "order", key: nothing}) == ("order", {})
    assert read_call({"name": "order"}) == read_call(("order", nothing)) == ("order", {})


@pytest.mark.parametrize(
    ("call", "fault"),
    [
        ({"name": "order", "kwargs": ARGUMENTS}, "no arguments but 'kwargs'"),
        ({"name": "order", "argument": ARGUMENTS, "id": "1"}, "no arguments but 'argument'"),
        ({"name": "order", "arguments": "{"}, "are not JSON"),
        ({"name": "order", "arguments": str(ARGUMENTS)}, "are not JSON"),
        ({"name": "order", "arguments": "[" * 100_000}, "nested too deeply"),
        ({"name": "order", "arguments": '{"n": NaN}'}, "NaN is not a number"),
        ({"name": "order", "arguments": '{"n": 1, "n": 2}'}, "the key 'n' is there twice"),
        ({"name": "order", "arguments": "[1]"}, "are not an object"),
        ({"name": "order", "arguments": 3}, "are not an object"),
        ({"tool_calls": [CALLS["OpenAI"]]}, "is not a call"),
        ({"arguments": ARGUMENTS}, "is not a call"),
        ("order", "is not a call"),
        (["order"], "is not a call"),
        (3, "is not a call"),
    ],
)
def test_other_forms_are_refused_by_name(call, fault):
    with pytest.raises(cq.InputError, match=fault):
        read_call(call)


class Role(enum.Enum):
    USER = "user"


SPOKEN = {
    "pair": ("user", "for four"),
    "pair with parts": ("user", [{"type": "text", "text": "for four"}]),
    "message": {"role": "user", "content": "for four"},
    "parts": {"role": "user", "content": [{"type": "text", "text": "for four"}, {"type": "image_url"}]},
    "parts of Responses": {"role": "user", "content": [{"type": "input_text", "text": "for four"}]},
    "Gemini": {"role": "user", "parts": [{"text": "for four"}]},
    "texts": {"role": "user", "content": ["for four"]},
    "object": Object(role="user", content="for four"),
    "object with parts": Object(role="user", content=[Object(type="text", text="for four")]),
    "object of MCP": Object(role="user", content=Object(type="text", text="for four")),
    "role of an enumeration": Object(role=Role.USER, content="for four"),
    "role in capitals": {"role": "USER", "message": "for four"},
    "Pydantic AI": Object(
        kind="request",
        parts=[Object(part_kind="user-prompt", content=["for four", Object(kind="image-url")])],
    ),
}


@pytest.mark.parametrize("form", SPOKEN)
def test_what_the_user_said_is_read_in_every_form(form):
    assert read_turns([SPOKEN[form]]) == (("user", "for four"),)


SILENT = [
    {"role": "assistant", "content": None, "tool_calls": [CALLS["OpenAI"]]},
    {"role": "assistant", "tool_calls": [CALLS["OpenAI"]]},
    {"role": "assistant", "content": [CALLS["Anthropic"]]},
    {"role": "assistant", "content": ""},
    {"role": "assistant", "content": []},
    ("assistant", None),
    CALLS["OpenAI, Responses"],
    {"type": "reasoning", "summary": [{"type": "summary_text", "text": "perhaps four"}]},
    {"role": "assistant", "content": [{"type": "thinking", "thinking": "perhaps four"}]},
    Object(role="assistant", content=None, tool_calls=[CALLS["OpenAI's object"]]),
    Object(kind="response", parts=[CALLS["Pydantic AI"], Object(part_kind="thinking", content="four")]),
]


@pytest.mark.parametrize("message", SILENT)
def test_messages_without_text_say_nothing(message):
    assert read_turns([message, ("user", "hello")]) == (("user", "hello"),)


@pytest.mark.parametrize(
    ("message", "turn"),
    [
        ({"role": "tool", "content": "20 °C", "tool_call_id": "1"}, ("tool", "20 °C")),
        ({"type": "function_call_output", "output": "20 °C"}, ("function_call_output", "20 °C")),
        (
            {
                "role": "user",
                "content": [{"type": "tool_result", "content": [{"type": "text", "text": "20 °C"}]}],
            },
            ("user", "20 °C"),
        ),
        ({"role": "tool", "content": {"degrees": 20}}, ("tool", '{"degrees": 20}')),
        (
            {"role": "assistant", "content": [{"type": "refusal", "refusal": "I cannot"}]},
            ("assistant", "I cannot"),
        ),
        ({"role": "user", "content": ["one", {"type": "text", "text": "two"}]}, ("user", "one\ntwo")),
    ],
)
def test_what_tools_found_and_several_parts_are_read(message, turn):
    assert read_turns([message]) == (turn,)


@pytest.mark.parametrize(
    "history",
    [
        "for four",
        {"role": "user", "content": "for four"},
        ["for four"],
        [("user", "for", "four")],
        [{"role": "user"}],
        [{"role": "user", "contents": "for four"}],
        [{"content": "for four"}],
        [{"role": 3, "content": "for four"}],
        [{"role": "user", "content": 4}],
        [{"role": "user", "content": [object()]}],
        [Object(role="user")],
        [None],
        [3],
    ],
)
def test_histories_of_other_forms_are_refused(history):
    with pytest.raises(cq.InputError, match="history"):
        read_turns(history)


def test_the_messages_of_langchain_are_read():
    messages = pytest.importorskip("langchain_core.messages")
    call = {"name": "order", "args": ARGUMENTS, "id": "1"}
    said = [
        messages.HumanMessage([{"type": "text", "text": "for four"}]),
        messages.HumanMessageChunk(content="at eight"),
        messages.AIMessage("", tool_calls=[call]),
        messages.ToolMessage("done", tool_call_id="1"),
    ]
    assert read_turns(said) == (("user", "for four"), ("user", "at eight"), ("tool", "done"))
    assert read_call(said[2].tool_calls[0]) == ("order", ARGUMENTS)


def test_the_messages_of_pydantic_ai_are_read():
    messages = pytest.importorskip("pydantic_ai.messages")
    call = messages.ToolCallPart("order", AS_JSON)
    asked = messages.ModelRequest(
        parts=[messages.SystemPromptPart("Be kind."), messages.UserPromptPart("for four")]
    )
    answered = messages.ModelResponse(
        parts=[messages.ThinkingPart("five?"), messages.TextPart("Right."), call]
    )
    turns = (("system-prompt", "Be kind."), ("user", "for four"), ("text", "Right."))
    assert read_turns([asked, answered]) == turns
    assert read_call(call) == ("order", ARGUMENTS)


def test_a_call_and_its_history_in_the_forms_of_a_framework_are_decided_about():
    table = {
        "name": "reserve",
        "description": "Reserve a table.",
        "parameters": {
            "properties": {"guests": {"type": "integer"}, "date": {"type": "string", "format": "date"}}
        },
    }
    guard = cq.Guard([table], similarity=lambda texts, other: 0.0)
    call = {"name": "reserve", "args": {"guests": 4, "date": "2026-05-02"}, "id": "1", "type": "tool_call"}
    history = [SPOKEN["parts"], *SILENT]
    assert guard.decide("Reserve on 2026-05-02", call, history=history).action == "act"
    made = guard.decide("Reserve on 2026-05-02", call)
    assert (made.action, made.question.path) == ("ask", ("guests",))
    with guard.request("Reserve on 2026-05-02", history=history):
        assert guard.decide_in_scope("reserve", call["args"]).action == "act"


@given(
    st.dictionaries(
        st.text(max_size=9),
        st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=5),
    )
)
def test_arguments_come_through_json_as_they_are(arguments):
    assert read_call({"name": "order", "args": json.dumps(arguments)}) == ("order", arguments)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (np.int64(4), 4),
        (np.uint8(4), 4),
        (np.float32(19.5), 19.5),
        (np.float64(19.5), 19.5),
        (np.bool_(True), True),
        (np.str_("soup"), "soup"),
        (np.array([[1, 2]]), [[1, 2]]),
        (pd.Series([1, 2]), [1, 2]),
        (pd.NA, None),
        (pd.NaT, None),
        ((np.int8(1), {"n": np.int8(2), "m": pd.NA}), [1, {"n": 2, "m": None}]),
        (10**400, 10**400),
    ],
)
def test_values_of_numpy_and_pandas_are_taken_as_those_of_python(value, expected):
    read = python_value(value)
    assert (read, type(read)) == (expected, type(expected))
    assert read_call(("order", {"n": value})) == ("order", {"n": expected})


def test_an_integer_too_large_to_show_is_refused():
    with pytest.raises(cq.InputError, match=r"an argument is .*; give a smaller number"):
        read_call(("order", {"n": 10**5_000}))


@pytest.mark.parametrize("arguments", [{"n": "a\ud800"}, {"\udfff": 1}, '{"n": ["\\ud800"]}'])
def test_a_lone_surrogate_in_a_call_is_named(arguments):
    with pytest.raises(cq.InputError, match=r"ud800|udfff.* holds a lone surrogate"):
        read_call(("order", arguments))


@pytest.mark.parametrize("content", ["\ud800", [{"type": "text", "text": "a \udfff"}], {"degrees": "\ud800"}])
def test_a_lone_surrogate_in_a_history_is_named(content):
    with pytest.raises(cq.InputError, match=r"the turn .* holds a lone surrogate"):
        read_turns([{"role": "tool", "content": content}])

"""Schemas as frameworks write them are checked, asked about and answered like plain ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cq
from cq.guard import Tool

STOP = {
    "type": "object",
    "properties": {"city": {"type": "string"}, "nights": {"type": "integer", "minimum": 1}},
    "required": ["city", "nights"],
}
COLOUR = {"type": "string", "enum": ["red", "blue"]}
AREAS = [{"const": "t1", "title": "Terrace"}, {"const": "g7", "title": "Winter garden"}]


def guard(properties, required=(), **more):
    schema = {"type": "object", "properties": properties, "required": list(required), **more}
    tool = {"name": "order", "description": "Order food.", "parameters": schema}
    return cq.Guard([tool], similarity=lambda texts, other: 0.0)


def after(front, arguments, *answers, request="Order food"):
    """The decision about a call after answers to its questions."""
    made = front.decide(request, ("order", arguments))
    for answer in answers:
        assert made.action == "ask", made
        made = made.answer(answer)
    return made


REFERENCES = [
    ("#/definitions/Stop", {"definitions": {"Stop": STOP}}),
    ("#/$defs/Stop", {"$defs": {"Stop": STOP}}),
    ("#/$defs/Trip/properties/stop", {"$defs": {"Trip": {"properties": {"stop": STOP}}}}),
    ("#stop", {"$defs": {"Stop": {**STOP, "$anchor": "stop"}}}),
    ("#/$defs/A", {"$defs": {"A": {"$ref": "#/$defs/Stop"}, "Stop": STOP}}),
    ("#/components/schemas/St~1op%20", {"components": {"schemas": {"St/op ": STOP}}}),
]


@pytest.mark.parametrize(("reference", "where"), REFERENCES)
def test_references_are_followed(reference, where):
    front = guard({"stop": {"$ref": reference}}, ["stop"], **where)
    made = after(front, {"stop": {"city": "food"}}, "four")
    assert made.arguments == {"stop": {"city": "food", "nights": 4}}


@pytest.mark.parametrize(("reference", "where"), REFERENCES)
def test_references_in_lists_and_beside_null_are_followed(reference, where):
    inner = {"type": "array", "items": {"anyOf": [{"$ref": reference}, {"type": "null"}]}}
    made = after(guard({"stops": inner}, ["stops"], **where), {"stops": [{"city": "food"}]}, "a lot", "2")
    assert made.arguments == {"stops": [{"city": "food", "nights": 2}]}


def test_an_answer_with_a_list_of_referred_values_is_read():
    inner = {"type": "array", "items": {"$ref": "#/definitions/Colour"}}
    made = after(guard({"colours": inner}, ["colours"], definitions={"Colour": COLOUR}), {}, "red and blue")
    assert made.arguments == {"colours": ["red", "blue"]}


def test_a_reference_to_a_place_in_the_schema_that_holds_itself():
    """PrefectHQ/fastmcp #3893: .NET writes recursive types as `#/properties/nodes/items`, without `$defs`."""
    node = {
        "type": "object",
        "properties": {
            "value": {"type": "integer"},
            "children": {"type": "array", "items": {"$ref": "#/properties/nodes/items"}},
        },
        "required": ["value"],
    }
    front = guard({"nodes": {"type": "array", "items": node}}, ["nodes"])
    deep = {"nodes": [{"value": 1, "children": [{"value": 1, "children": [{"children": []}]}]}]}
    made = front.decide(None, ("order", deep))
    assert made.question.path == ("nodes", 0, "children", 0, "children", 0, "value")
    assert made.answer("seven").arguments["nodes"][0]["children"][0]["children"] == [
        {"children": [], "value": 7}
    ]


@pytest.mark.parametrize(
    "reference",
    ["#/definitions/Nowhere", "https://example.com/stop.json", "#/properties/stop", "stop.json", "#nowhere"],
)
def test_references_that_lead_nowhere_are_named_when_the_tool_is_added(reference):
    with pytest.raises(cq.InputError, match="tool 'order' refer to"):
        guard({"stop": {"$ref": reference}})
    with pytest.raises(cq.InputError, match="tool 'order' refer to"):
        cq.Guard([Tool("order", "", {"properties": {"stop": {"anyOf": [{"$ref": reference}, {}]}}})])


def test_a_schema_that_is_nothing_but_itself_is_refused():
    with pytest.raises(cq.InputError, match="refer to themselves without end"):
        cq.Guard([{"name": "order", "parameters": {"$ref": "#"}}])


def test_a_reference_that_only_a_call_reaches_is_named_then():
    inner = {"type": "object", "properties": {"deep": {"$ref": "#/definitions/Nowhere"}}}
    with pytest.raises(cq.InputError, match="'/definitions/Nowhere', which is not among them"):
        guard({"stop": inner}).decide("Order food", ("order", {"stop": {"deep": 1}}))


@pytest.mark.parametrize(
    "schema",
    [
        {"type": ["boolean", "null"]},
        {"type": ["null", "boolean"]},
        {"anyOf": [{"type": "boolean"}, {"type": "null"}]},
        {"oneOf": [{"type": "null"}, {"type": "boolean"}]},
        {"anyOf": [{"type": "boolean"}, {"const": None}]},
        {"allOf": [{"type": "boolean"}]},
        {"type": ["boolean"]},
    ],
)
def test_a_type_beside_null_is_that_type(schema):
    front = guard({"spicy": {**schema, "description": "whether it is spicy"}}, ["spicy"])
    made = after(front, {})
    assert made.question.options == ("yes", "no")
    assert made.answer("no, thanks").arguments == {"spicy": False}


@pytest.mark.parametrize(
    ("schema", "answer", "value"),
    [
        ({"type": ["integer", "null"], "minimum": 2}, "three", 3),
        ({"type": ["number", "null"]}, "2.5", 2.5),
        ({"type": ["string", "null"], "enum": ["red", "blue", None]}, "the second", "blue"),
        ({"type": ["array", "null"], "items": {"type": ["integer", "null"]}}, "1, 2 and 3", [1, 2, 3]),
        ({"type": ["string", "null"], "format": "date"}, "2026-03-14", "2026-03-14"),
        ({"allOf": [{"$ref": "#/definitions/Colour"}], "description": "the colour"}, "blue", "blue"),
    ],
)
def test_answers_are_read_in_the_type_beside_null(schema, answer, value):
    front = guard({"what": schema}, ["what"], definitions={"Colour": COLOUR})
    assert after(front, {}, answer).arguments == {"what": value}


NAMED = [
    {"oneOf": AREAS},
    {"anyOf": [*AREAS, {"type": "null"}]},
    {"type": "string", "enum": ["t1", "g7"], "enumNames": ["Terrace", "Winter garden"]},
    {"enum": ["t1", "g7", None], "x-enumNames": ["Terrace", "Winter garden", "None"]},
    {"type": ["string", "null"], "oneOf": AREAS},
    {"$ref": "#/$defs/Area"},
]


@pytest.mark.parametrize("schema", NAMED)
def test_values_with_names_are_shown_and_answered_by_their_names(schema):
    front = guard({"area": schema}, ["area"], **{"$defs": {"Area": {"oneOf": AREAS}}})
    made = after(front, {})
    assert made.question.options == ("Terrace", "Winter garden")
    for answer, value in (("in the winter garden", "g7"), ("t1", "t1"), ("2", "g7"), ("the first", "t1")):
        assert made.answer(answer).arguments == {"area": value}
    assert "one of Terrace, Winter garden" in made.answer("on the roof").question.text


@pytest.mark.parametrize("schema", NAMED)
def test_a_value_is_told_by_its_name(schema):
    front = guard({"area": schema}, **{"$defs": {"Area": {"oneOf": AREAS}}})
    for request in ("Order food to the terrace", "Order food to t1"):
        assert after(front, {"area": "t1"}, request=request).action == "act"
    made = after(front, {"area": "g7"}, request="Order food to the terrace")
    assert (made.action, made.assumption) == ("ask", "the area: Terrace")


def test_a_name_in_the_place_of_its_value_is_the_value():
    made = after(guard({"area": {"oneOf": AREAS}}), {"area": "Terrace"}, request="Order food to the terrace")
    assert made.arguments == {"area": "t1"}


def test_numbers_with_names_and_lists_of_named_values():
    sizes = {"type": "integer", "oneOf": [{"const": 1, "title": "Small"}, {"const": 2, "title": "Large"}]}
    assert after(guard({"size": sizes}, ["size"]), {}, "large").arguments == {"size": 2}
    several = {"type": "array", "items": {"anyOf": AREAS}}
    made = after(guard({"areas": several}, ["areas"]), {}, "terrace, winter garden")
    assert made.arguments == {"areas": ["t1", "g7"]}


@pytest.mark.parametrize("name", ["dish", "area", "n", "note"])
def test_null_for_an_argument_that_need_not_be_given_is_as_if_it_was_not(name):
    properties = {
        "dish": {"type": "string"},
        "area": {"oneOf": AREAS},
        "n": {"type": "integer", "default": 1},
        "note": {"type": "object", "properties": {"text": {"type": "string"}}},
    }
    for more in ({}, {"additionalProperties": False}):
        assert after(guard(properties, **more), {name: None}).arguments == {}
    assert after(guard(properties), {"note": {"text": None}}).arguments == {"note": {}}


def test_null_for_what_must_be_given_is_missing_unless_the_schema_takes_it():
    made = after(guard({"n": {"type": "integer"}}, ["n"]), {"n": None})
    assert (made.question.text, made.answer("3").arguments) == ("What is the n?", {"n": 3})
    strict = guard({"n": {"type": ["integer", "null"]}}, ["n"], additionalProperties=False)
    assert after(strict, {"n": None}).arguments == {"n": None}
    assert after(strict, {"n": None, "other": None}).arguments == {"n": None}


def test_candidates_with_null_are_those_without():
    front = guard({"dish": {"type": "string"}})
    same = [({}, 0.5), ({"dish": None}, 0.5)]
    assert front.decide("Order food", ("order", {"dish": None}), same).p_wrong == 0


def test_what_is_missing_in_the_branch_that_is_meant_is_asked_for():
    card = {"properties": {"by": {"const": "card"}, "digits": {"type": "integer"}}, "required": ["digits"]}
    cash = {"properties": {"by": {"const": "cash"}, "change": {"type": "string"}}, "required": ["change"]}
    front = guard({"pay": {"oneOf": [{"type": "object", **card}, {"type": "object", **cash}]}})
    made = after(front, {"pay": {"by": "card"}})
    assert made.question.path == ("pay", "digits")
    assert made.answer("77").arguments == {"pay": {"by": "card", "digits": 77}}


@pytest.mark.parametrize(
    ("draft", "schema"),
    [
        (
            "http://json-schema.org/draft-04/schema#",
            {"type": "integer", "minimum": 1, "exclusiveMinimum": True},
        ),
        ("http://json-schema.org/draft-07/schema#", {"type": "integer", "exclusiveMinimum": 1}),
        ("https://json-schema.org/draft/2020-12/schema", {"type": "integer", "exclusiveMinimum": 1}),
    ],
)
def test_a_schema_is_read_by_the_draft_that_it_names(draft, schema):
    front = guard({"n": schema}, ["n"], **{"$schema": draft})
    made = after(front, {"n": 1})
    assert (made.action, made.answer("3").arguments) == ("ask", {"n": 3})


def test_arguments_whose_schema_says_nothing():
    assert after(guard({"dish": True, "other": {}}), {"dish": "food"}).arguments == {"dish": "food"}


def test_many_definitions_that_hold_each_other_cost_no_time():
    names = [f"Block{i}" for i in range(30)]
    every = [{"$ref": f"#/$defs/{name}"} for name in names]
    block = {"type": "object", "properties": {"children": {"type": "array", "items": {"anyOf": every}}}}
    front = guard({"block": {"anyOf": every}}, **{"$defs": dict.fromkeys(names, block)})
    assert after(front, {"block": {"children": [{"children": []}]}}).action == "act"


@pytest.mark.parametrize(
    ("schema", "value", "meant"),
    [
        (STOP, '{"city": "food", "nights": 2}', {"city": "food", "nights": 2}),
        ({"type": "array", "items": COLOUR}, '["red", "blue"]', ["red", "blue"]),
        ({"anyOf": [{"$ref": "#/$defs/Stop"}, {"type": "null"}]}, '{"city": "food", "nights": 2}', None),
        ({"anyOf": [STOP, {"type": "array"}]}, "[]", []),
        ({"type": "object", "properties": {"stop": STOP}}, '{"stop": "{\\"city\\": null}"}', {"stop": {}}),
    ],
)
def test_objects_and_lists_that_came_as_json_are_what_the_json_says(schema, value, meant):
    """makenotion/notion-mcp-server #159, anomalyco/opencode #28472: nested arguments arrive as JSON texts."""
    tool = guard({"what": schema}, **{"$defs": {"Stop": STOP}}).tools["order"]
    meant = {"city": "food", "nights": 2} if meant is None else meant
    assert tool.tidied({"what": value}) == {"what": meant}


@pytest.mark.parametrize("value", ["{", "none", "3", '"red"', "", "null"])
def test_other_texts_in_the_place_of_an_object_are_asked_about(value):
    made = after(guard({"stop": STOP}, ["stop"]), {"stop": value})
    assert (made.action, made.question.path) == ("ask", ("stop",))


def test_a_text_that_looks_like_json_stays_where_a_text_is_asked_for():
    tool = guard({"note": {"type": "string"}, "any": {}, "n": {"type": "integer"}}).tools["order"]
    for name in ("note", "any", "n"):
        assert tool.tidied({name: '{"a": 1}'}) == {name: '{"a": 1}'}


@pytest.mark.parametrize("flag", [{"type": "boolean"}, {"type": ["boolean", "null"]}])
def test_null_never_becomes_yes(flag):
    """guardrails-ai/guardrails #479: null for a boolean came out as true."""
    for required in ([], ["gift"]):
        made = guard({"gift": flag}, required).decide("Order food as a gift", ("order", {"gift": None}))
        assert made.action == "ask" or made.arguments.get("gift") is None


@pytest.mark.parametrize(
    ("arguments", "path"),
    [({"people": -1}, "people"), ({"cuisine": "japanese"}, "cuisine"), ({"people": 0}, "people")],
)
def test_a_value_that_was_given_at_once_is_checked_like_an_answer(arguments, path):
    """RasaHQ/rasa #7108, #3194: values said before the form began were taken unchecked."""
    cuisines = {"type": "string", "enum": ["thai", "italian"]}
    front = guard({"people": {"type": "integer", "minimum": 1}, "cuisine": cuisines})
    made = front.decide("Order japanese food for -1 or 0", ("order", arguments))
    assert (made.action, made.question.path) == ("ask", (path,))
    assert made.answer(str(arguments[path])).question.text.startswith("I cannot take")


TYPES = st.sampled_from([{"type": "integer"}, {"type": "string"}, {"type": "boolean"}, COLOUR, STOP])


@given(inner=TYPES, value=st.none() | st.booleans() | st.integers() | st.sampled_from(["red", "x"]))
def test_however_a_schema_says_that_null_is_allowed_it_reads_the_same(inner, value):
    forms = [
        {"anyOf": [inner, {"type": "null"}]},
        {"oneOf": [{"type": "null"}, inner]},
        {"anyOf": [{"$ref": "#/definitions/It"}, {"enum": [None]}]},
    ]
    tools = [
        Tool.parse(
            {"name": "order", "parameters": {"properties": {"it": form}, "definitions": {"It": inner}}}
        )
        for form in forms
    ]
    assert len({str(tool.schema_at(("it",))) for tool in tools}) == 1
    assert len({tuple(tool.problems({"it": value})) for tool in tools}) == 1

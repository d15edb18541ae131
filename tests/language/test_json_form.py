"""Programs as JSON: every value survives, and what cannot be one is refused by name."""

from __future__ import annotations

import json
import random
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import cq
from cq.errors import InputError
from cq.language import program
from cq.language.json_form import classes_below, from_dict, hints_of, schema, to_dict
from cq.language.program import (
    Command,
    Correct,
    HasSize,
    Located,
    Look,
    Make,
    Meaning,
    OnTop,
    Ref,
    Remove,
    Reply,
    Size,
    Thing,
    Turn,
)
from cq.language.reading import read
from cq.language.sampling import sample

TOWER = Ref("tower", quantifier="the", colours=("red",), limits=(HasSize(Size("high", 3)),))
PROGRAM = cq.Program((Remove(TOWER), Turn("north")))


@given(st.integers(0, 10**9))
@example(2006)  # It draws "on the opposite side of".
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_random_programs_survive_json(seed):
    drawn = sample("Command", random.Random(seed))
    if drawn is not None:
        # One sentence may say several commands.
        for value in drawn[0] if isinstance(drawn[0], tuple) else drawn[:1]:
            assert from_dict(json.loads(json.dumps(to_dict(value)))) == value


def test_a_correction_by_two_commands_of_one_sentence_survives_json():
    for reading in read("I mean a whatever color one"):
        program = cq.Program(reading.program)
        assert cq.Program.from_dict(json.loads(json.dumps(program.to_dict()))) == program


def every_class() -> list[type]:
    return list(classes_below(Meaning))


@pytest.mark.parametrize("makes", every_class(), ids=lambda one: one.__name__)
def test_every_class_has_a_form_and_a_schema(makes):
    """A value with all its fields filled comes back, and fits the schema."""
    value = filled(makes)
    data = json.loads(json.dumps(to_dict(value)))
    assert from_dict(data, makes) == value
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator(schema(makes)).validate(data)


def test_the_schemas_of_all_classes_are_schemas():
    """They differ in the reference at their top alone; to check one takes a second."""
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator.check_schema(schema(Meaning))


def filled(makes: type, depth: int = 0) -> Meaning:
    """A value of a class in which, two levels deep, no field is as by default."""
    simple = {"Colour": "red", "Direction": "north"}

    def value(kind: str) -> object:
        if kind in simple:
            return simple[kind]
        if kind == "int":
            return 7
        if kind == "bool":
            return True
        if kind == "str":
            return "word"
        if kind == "Answer":
            return Reply("yes")
        if kind.startswith("tuple["):
            return (value(kind[len("tuple[") : -len(", ...]")]),)
        return filled(next(iter(classes_below(getattr(program, kind)))), depth + 1)

    given = {}
    for one in fields(makes):
        kind = str(one.type).split(" | ")[0]
        if depth < 2 or one.default is MISSING:
            given[one.name] = value(kind)
    return makes(**given)


def test_only_what_is_said_is_written():
    assert to_dict(Remove(TOWER)) == {
        "type": "Remove",
        "ref": {
            "type": "Ref",
            "noun": "tower",
            "quantifier": "the",
            "colours": ["red"],
            "limits": [{"type": "HasSize", "size": {"type": "Size", "dimension": "high", "number": 3}}],
        },
    }


def test_a_program_survives_json_and_fits_its_schema():
    jsonschema = pytest.importorskip("jsonschema")
    data = json.loads(json.dumps(PROGRAM.to_dict()))
    assert cq.Program.from_dict(data) == PROGRAM
    described = cq.Program.schema()
    jsonschema.Draft202012Validator.check_schema(described)
    jsonschema.validate(data, described)
    data["commands"][1]["direction"] = "nowhere"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, described)


NESTED = "Remove the block" + " on the block" * 36 + "."
READ = [
    "Build a row of six blocks, alternating red and blue.",
    "Make the tower alternate between red and blue.",
    "Put a yellow and green striped wall in the middle.",
    "Place a row of red and blue blocks going diagonally.",
    "Build a 5 by 5 checkerboard of red and blue.",
    "I mean a teal one",
    "No, make it white",
    "Remove the pink block.",
    "Put a door on the north side of the house.",
    "Place 999999999 blocks.",
    "Build a tower -3 blocks high.",
    "Mirror it on the opposite side.",
    "Undo that, then do the same on the other side",
    NESTED,
]


@cache
def validator(*colours: str) -> Any:
    """Of programs in a palette. That a schema is one is checked once, which takes seconds."""
    jsonschema = pytest.importorskip("jsonschema")
    schema = cq.Program.schema(list(colours) or None)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("text", READ)
def test_what_is_read_comes_back(text):
    for reading in read(text):
        program = cq.Program(reading.program)
        data = json.loads(json.dumps(program.to_dict()))
        assert cq.Program.from_dict(data) == program
        validator(*data.get("colours") or ()).validate(data)


@pytest.mark.parametrize(
    ("colours", "said"),
    [
        ("pink", "give a list of names"),
        ([3], "give a list of names"),
        (["p1nk"], "is not one to"),
        (None, "is None"),
    ],
)
def test_colours_that_are_none_are_refused(colours, said):
    with pytest.raises(InputError, match=said):
        cq.Program.from_dict(PROGRAM.to_dict() | {"colours": colours})


def test_colours_that_a_palette_lacks_are_refused():
    program = cq.Program((Remove(Ref(colours=("pink",))),))
    assert program.to_dict()["colours"] == ["pink"]
    assert cq.Program.from_dict(program.to_dict()) == program
    with pytest.raises(InputError, match="is 'pink'; give one of"):
        cq.Program.from_dict(program.to_dict(), {"teal": 1})


@pytest.mark.parametrize(
    "value",
    [Look(), Correct(None), Correct("north"), Correct("blue"), Correct(3), Correct(Reply("any"))],
    ids=repr,
)
def test_answers_and_empty_commands_survive(value):
    assert from_dict(to_dict(value)) == value


REFUSED = [
    ({"type": "Remove"}, "(Remove) has no 'ref'; give an object of the type Ref"),
    ({"type": "Remove", "ref": {"type": "Ref", "colours": "red"}}, "ref.colours is 'red'; give a list"),
    (
        {"type": "Remove", "ref": {"type": "Ref", "colours": ["pink"]}},
        "ref.colours[0] is 'pink'; give one of blue",
    ),
    ({"type": "Turn", "direction": "norht"}, "direction is 'norht'; give one of north"),
    ({"type": "Ref"}, "\"type\" 'Ref'; give one of Make"),
    ({"type": "Place"}, "\"type\" 'Place'; give one of Make"),
    ({"type": ["x"]}, "\"type\" ['x']; give one of Make"),
    (
        {"type": "Remove", "ref": {"type": "Ref"}, "x": 1},
        "has the field 'x'; its fields are ref, number, side",
    ),
    ({"type": "Remove", "ref": {"type": "Ref", "number": True}}, "ref.number is True; give a whole number"),
    (
        {"type": "Remove", "ref": {"type": "Ref", "number": 10**9}},
        "ref.number is 1000000000; give a whole number",
    ),
    ({"type": "Remove", "ref": {"type": "Ref", "plural": 1}}, "ref.plural is 1; give true or false"),
    (3, "commands[0] is 3; give an object"),
]


@pytest.mark.parametrize(("command", "message"), REFUSED)
def test_errors_name_the_value_and_the_remedy(command, message):
    with pytest.raises(cq.InputError) as caught:
        cq.Program.from_dict({"type": "Program", "commands": [command]})
    assert str(caught.value).startswith("commands[0]")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "not []"),
        ({"type": "Program"}, "is None; give a list"),
        ({"type": "Program", "commands": [], "more": 1}, "has the field 'more'"),
    ],
)
def test_what_is_no_program_is_refused(data, message):
    with pytest.raises(cq.InputError, match=None) as caught:
        cq.Program.from_dict(data)
    assert message in str(caught.value)


def test_objects_nested_without_end_are_refused():
    ref: dict[str, object] = {"type": "Ref"}
    for _ in range(500):
        ref = {"type": "Ref", "of": ref}
    with pytest.raises(cq.InputError, match="nest them less"):
        cq.Program.from_dict({"type": "Program", "commands": [{"type": "Remove", "ref": ref}]})


def test_a_program_holds_commands_only():
    with pytest.raises(cq.InputError, match="not a command"):
        cq.Program((Ref("tower"),))  # type: ignore[arg-type]


def test_a_program_prints_as_words_or_as_code():
    assert PROGRAM.say() is not None
    assert str(PROGRAM) == PROGRAM.say()
    unsaid = cq.Program((Remove(Ref("tower", limits=(Located(OnTop(Ref("nothing said so"))),))),))
    assert str(unsaid) == 'Remove(Ref("tower", limits=(Located(OnTop(Ref("nothing said so"))),)))'


def test_hints_are_found_for_all_classes():
    for makes in classes_below(Meaning):
        assert set(hints_of(makes)) == {one.name for one in fields(makes)}
    assert is_dataclass(Make)
    assert Thing in classes_below(Meaning)
    assert all(issubclass(one, Command) for one in classes_below(Command))

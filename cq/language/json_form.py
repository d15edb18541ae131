"""Programs as JSON: the values of `cq.language.program` as plain dicts and back, and their JSON schema.

A value is an object with its class as "type" and the fields that differ from their defaults; a tuple is a
list:

    {"type": "Remove", "ref": {"type": "Ref", "noun": "tower", "quantifier": "the", "colours": ["red"]}}

The values that a field may hold are read from its annotation, so a new class or field needs no change here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from cq.errors import InputError, excerpt
from cq.language import lexicon, program
from cq.language.program import (
    Command,
    Meaning,
    actions,
    base,
    constructions,
    conversation,
    locations,
    naming,
    narrowing,
    parts,
    responses,
)
from cq.world.palette import COLOURS

DIRECTIONS = (
    *("north", "south", "east", "west", "northeast", "northwest", "southeast", "southwest"),
    *("left", "right", "front", "back", "up", "down"),
    *("front left", "front right", "back left", "back right", "diagonal", "opposite", "inwards", "first"),
)
"""The words that a direction can be; "inwards" leads away from the border, "first" is the side that a pattern
begins at, wherever that is.
"""
LARGEST = 1_000_000
"""The largest number in a program, and the smallest negated."""
DEEPEST = 150
"""Objects within objects: more than a sentence has."""
_WORDS = {"Colour": Literal[COLOURS], "Direction": Literal[DIRECTIONS] | program.Toward}
"""The types of the names in annotations that are plain text to the type checker."""


def to_dict(value: Any) -> Any:
    """A value of a program as plain dicts, lists, texts and numbers."""
    if isinstance(value, tuple):
        return [to_dict(part) for part in value]
    if not isinstance(value, Meaning) or not is_dataclass(value):
        return value
    held = {field.name: getattr(value, field.name) for field in fields(value)}
    left_out = {field.name for field in fields(value) if held[field.name] == field.default}
    said = {name: to_dict(part) for name, part in held.items() if name not in left_out}
    return {"type": type(value).__name__, **said}


def from_dict(data: Any, expected: type = Meaning, where: str = "the program") -> Any:
    """The value that `to_dict` gave for an object of the class `expected`.

    Raises `InputError` naming the offending part, `where` it is, and the values that may stand there.
    """
    return _value(data, expected, where, 0)


def other_colours(value: Any) -> tuple[str, ...]:
    """The colours in a value of a program, or in a tuple of them, that are not among the six."""
    found: dict[str, None] = {}
    for part in parts(value):
        makes: type = type(part)
        for name, hint in hints_of(makes).items():
            kinds = [inner for kind in kinds_of(hint) for inner in _inner_kinds(kind)]
            if _WORDS["Colour"] in kinds:
                known = {word for kind in kinds if get_origin(kind) is Literal for word in get_args(kind)}
                held = getattr(part, name)
                texts = held if isinstance(held, tuple) else (held,)
                found |= {text: None for text in texts if isinstance(text, str) and text not in known}
    return tuple(found)


def _value(data: Any, hint: Any, path: str, depth: int) -> Any:
    """The value of some data where a type is expected."""
    kinds = kinds_of(hint)
    if isinstance(data, dict):
        classes = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Meaning)]
        if classes:
            return _object(data, classes, path, depth)
    for kind in kinds:
        if get_origin(kind) is tuple and isinstance(data, (list, tuple)):
            inner = get_args(kind)[0]
            return tuple(_value(part, inner, f"{path}[{i}]", depth) for i, part in enumerate(data))
        if _is_plain(data, kind):
            return data
    raise InputError(f"{path} is {excerpt(data)}; give {_said(kinds)}")


def _object(data: dict[Any, Any], expected: list[type], path: str, depth: int) -> Any:
    if depth >= DEEPEST:
        raise InputError(f"{path[:60]}… lies more than {DEEPEST} objects deep; nest them less")
    known = {below.__name__: below for kind in expected for below in classes_below(kind)}
    name = data.get("type")
    if not isinstance(name, str) or name not in known:
        raise InputError(f'{path} has the "type" {excerpt(name)}; give one of {", ".join(known)}')
    makes, hints = known[name], hints_of(known[name])
    if unknown := [key for key in data if key != "type" and key not in hints]:
        raise InputError(
            f"{path} ({name}) has the field {excerpt(unknown[0])}; its fields are {', '.join(hints)}"
        )
    if missing := [field.name for field in fields(makes) if _is_needed(field) and field.name not in data]:
        raise InputError(f"{path} ({name}) has no {missing[0]!r}; give {_said(kinds_of(hints[missing[0]]))}")
    given = {
        field: _value(part, hints[field], f"{path}.{field}", depth + 1)
        for field, part in data.items()
        if field != "type"
    }
    return makes(**given)


def schema(expected: type = Command) -> dict[str, Any]:
    """The JSON schema (draft 2020-12) of the objects of a class, by default of all commands."""
    classes = [kind for kind in _all_classes() if is_dataclass(kind)]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **_schema_of_class(expected),
        "$defs": {kind.__name__: _schema_of_fields(kind) for kind in classes},
    }


def _schema_of_class(kind: type) -> dict[str, Any]:
    found = [{"$ref": f"#/$defs/{below.__name__}"} for below in classes_below(kind)]
    return found[0] if len(found) == 1 else {"anyOf": found}


def _schema_of_fields(makes: type) -> dict[str, Any]:
    properties: dict[str, Any] = {"type": {"const": makes.__name__}}
    for field in fields(makes):
        properties[field.name] = _schema_of_kinds(kinds_of(hints_of(makes)[field.name]))
    found = {
        "type": "object",
        "properties": properties,
        "required": ["type", *(field.name for field in fields(makes) if _is_needed(field))],
        "additionalProperties": False,
    }
    about = (makes.__doc__ or "").strip()
    return {"description": " ".join(about.split()), **found} if about else found


def _schema_of_kinds(kinds: tuple[Any, ...]) -> dict[str, Any]:
    parts = [_schema_of_kind(kind) for kind in kinds]
    return parts[0] if len(parts) == 1 else {"anyOf": parts}


def _schema_of_kind(kind: Any) -> dict[str, Any]:
    if get_origin(kind) is Literal:
        return {"enum": list(_words(kind))}
    if get_origin(kind) is tuple:
        return {"type": "array", "items": _schema_of_kinds(kinds_of(get_args(kind)[0]))}
    if kind is int:
        return {"type": "integer", "minimum": -LARGEST, "maximum": LARGEST}
    if kind in (str, bool, NoneType):
        return {"type": {str: "string", bool: "boolean", NoneType: "null"}[kind]}
    return _schema_of_class(kind)


# --- what annotations allow ---------------------------------------------------------------------------------


@cache
def hints_of(makes: type) -> dict[str, Any]:
    """The types of the fields of a class; colours and directions are `Literal`s of their words."""
    return get_type_hints(makes, vars(program), _WORDS | {"Answer": _answer()})


@cache
def _answer() -> Any:
    """The type that `Answer` stands for, a text that names classes."""
    holder = type("Holder", (), {"__annotations__": {"value": program.Answer}})
    return get_type_hints(holder, vars(program), _WORDS)["value"]


def kinds_of(hint: Any) -> tuple[Any, ...]:
    """The single types that a type allows."""
    if get_origin(hint) in (Union, UnionType):
        return tuple(kind for inner in get_args(hint) for kind in kinds_of(inner))
    return (hint,)


def _inner_kinds(kind: Any) -> tuple[Any, ...]:
    """The type itself; of a tuple, those of its items."""
    return kinds_of(get_args(kind)[0]) if get_origin(kind) is tuple else (kind,)


@cache
def classes_below(kind: type) -> tuple[type, ...]:
    """The classes with values among a class and those derived from it, in the order of the module."""
    return tuple(below for below in _all_classes() if issubclass(below, kind) and is_dataclass(below))


def _all_classes() -> Iterator[type]:
    """The classes of programs: references first, then limits, things, places, commands, talk and replies."""
    for module in (base, naming, narrowing, constructions, locations, actions, conversation, responses):
        own = (value for value in vars(module).values() if isinstance(value, type))
        yield from (kind for kind in own if kind.__module__ == module.__name__)


def _is_needed(field: Field[Any]) -> bool:
    return field.default is MISSING


def _is_plain(data: Any, kind: Any) -> bool:
    """Whether a text, a number, true, false or null is of a type."""
    if get_origin(kind) is Literal:
        return isinstance(data, str) and data in _words(kind)
    if kind is int:
        return isinstance(data, int) and not isinstance(data, bool) and abs(data) <= LARGEST
    return kind in (str, bool, NoneType) and isinstance(data, kind)


def _words(kind: Any) -> tuple[str, ...]:
    """The words that a `Literal` allows; for colours also those of the current palette."""
    own = lexicon.own_colours() if kind == _WORDS["Colour"] else ()
    return tuple(dict.fromkeys((*get_args(kind), *own)))


def _said(kinds: tuple[Any, ...]) -> str:
    """The types as a message names them."""
    found = []
    for kind in kinds:
        if get_origin(kind) is Literal:
            found.append(f"one of {', '.join(_words(kind))}")
        elif get_origin(kind) is tuple:
            found.append(f"a list, each item {_said(kinds_of(get_args(kind)[0]))}")
        elif kind is int:
            found.append(f"a whole number of at most {LARGEST:,}")
        elif kind in (str, bool, NoneType):
            found.append({str: "a text", bool: "true or false", NoneType: "null"}[kind])
        else:
            names = [below.__name__ for below in classes_below(kind)]
            found.append(
                f"an object of the type {names[0]}"
                if len(names) == 1
                else f"an object of one of the types {', '.join(names)}"
            )
    return ", or ".join(found)

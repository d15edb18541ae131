"""Tools with the JSON schema of their arguments, and what is wrong with given arguments."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time
from functools import partial
from importlib.util import find_spec
from typing import Any, NamedTuple

from cq.errors import InputError, MissingFileError, excerpt

Path = tuple[str | int, ...]
"""Where a value stands in the arguments: `("guests",)`, `("address", "street")`, `("stops", 0)`."""
Schema = Mapping[str, Any]

_READS: dict[str, Callable[[str], Any]] = {
    "time": time.fromisoformat,
    "date-time": datetime.fromisoformat,
    "email": re.compile(r"[^\s@,;<>]+@[^\s@,;<>]+").fullmatch,
}

MISSING = object()
"""Stands for a value that is not there."""


class Problem(NamedTuple):
    """What is wrong with one argument. `kind`: missing, wrong, or unknown (the tool takes no such thing)."""

    path: Path
    kind: str


@dataclass(frozen=True)
class Tool:
    """A tool: its name, what it does, and the JSON schema of its arguments (an object)."""

    name: str
    description: str = ""
    parameters: Schema = field(default_factory=dict)

    @classmethod
    def parse(cls, tool: Tool | Mapping[str, Any]) -> Tool:
        """A tool in the form of OpenAI (`function`, `parameters`), Anthropic (`input_schema`) or MCP
        (`inputSchema`). Raises `InputError` if it has no name or no valid schema.
        """
        if isinstance(tool, Tool):
            return tool
        if not isinstance(tool, Mapping):
            raise InputError(f"tool {excerpt(tool)} is no mapping with a name and parameters")
        form = tool.get("function", tool)
        name = form.get("name") if isinstance(form, Mapping) else None
        if not isinstance(name, str) or not name:
            raise InputError(f"tool {excerpt(tool)} has no name")
        keys = ("parameters", "input_schema", "inputSchema")
        schema: Any = next((form[key] for key in keys if form.get(key) is not None), {})
        _check_schema(name, schema)
        return cls(name, str(form.get("description") or ""), schema)

    def problems(self, arguments: Mapping[str, Any]) -> list[Problem]:
        """All that is missing or outside the schema, in the order of the schema's properties; each once."""
        errors = _validator(self.parameters).iter_errors(arguments)
        found = dict.fromkeys(problem for error in errors for problem in _located(error))
        order = list(self.parameters.get("properties", ()))
        return sorted(
            found, key=lambda one: order.index(one.path[0]) if one.path and one.path[0] in order else -1
        )

    def schema_at(self, path: Path) -> Schema:
        """The schema of the value at a path; empty where it is not told."""
        schema = self.parameters
        for key in path:
            schema = self._resolved(schema)
            inner = schema.get("properties", {}).get(key) if isinstance(key, str) else schema.get("items")
            schema = inner if isinstance(inner, Mapping) else {}
        return self._resolved(schema)

    def _resolved(self, schema: Schema) -> Schema:
        """A schema with its reference inside this document followed; an optional type without its null."""
        for _ in range(10):
            branches = [one for one in schema.get("anyOf", ()) if one.get("type") != "null"]
            if str(schema.get("$ref", "")).startswith("#/$defs/"):
                target = self.parameters.get("$defs", {}).get(schema["$ref"].removeprefix("#/$defs/"), {})
            elif len(branches) == 1:
                target = branches[0]
            else:
                break
            schema = {**target, **{key: schema[key] for key in schema if key not in ("$ref", "anyOf")}}
        return schema

    def is_required(self, path: Path) -> bool:
        return bool(path) and path[-1] in self.schema_at(path[:-1]).get("required", ())


def fits(value: Any, schema: Schema) -> bool:
    """Whether a value is valid by a schema."""
    return bool(_validator(schema).is_valid(value))


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every value in the arguments that holds no others, with its path."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for index, inner in enumerate(value):
            yield from leaves(inner, (*path, index))
    else:
        yield path, value


def value_at(arguments: Any, path: Path) -> Any:
    """The value at a path, or `MISSING`."""
    for key in path:
        try:
            arguments = arguments[key]
        except (KeyError, IndexError, TypeError):
            return MISSING
    return arguments


def with_value(arguments: Any, path: Path, value: Any) -> Any:
    """A copy of the arguments with a value at a path; `MISSING` takes it away."""
    if not path:
        return value
    copy: Any = list(arguments) if isinstance(path[0], int) else dict(arguments or {})
    if len(path) == 1 and value is MISSING:
        del copy[path[0]]
    else:
        inner = value_at(copy, path[:1])
        copy[path[0]] = with_value({} if inner is MISSING else inner, path[1:], value)
    return copy


def _located(error: Any) -> list[Problem]:
    path = tuple(error.absolute_path)
    if error.validator == "required":
        missing = [key for key in error.validator_value if key not in error.instance]
        return [Problem((*path, key), "missing") for key in missing]
    if error.validator == "additionalProperties" and error.validator_value is False:
        known, patterns = error.schema.get("properties", {}), error.schema.get("patternProperties", {})
        extra = [
            key for key in error.instance if key not in known and not any(re.search(p, key) for p in patterns)
        ]
        return [Problem((*path, key), "unknown") for key in extra]
    return [Problem(path, "wrong")]


def _check_schema(name: str, schema: Any) -> None:
    if find_spec("jsonschema") is None:
        raise MissingFileError("jsonschema is not installed; run: pip install 'cq-clarify[guard]'")
    from jsonschema import Draft202012Validator, SchemaError

    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        raise InputError(f"the parameters of tool {name!r} are no JSON schema: {error.message}") from None
    if not isinstance(schema, Mapping) or schema.get("type", "object") != "object":
        raise InputError(f"the parameters of tool {name!r} must be the schema of an object")


def _is_read(read: Callable[[str], Any], value: Any) -> bool:
    return not isinstance(value, str) or bool(read(value))


def _validator(schema: Schema) -> Any:
    """A validator that never fetches a schema from elsewhere, and checks formats of dates and addresses.
    Other formats are not checked.
    """
    from jsonschema import Draft202012Validator, FormatChecker
    from jsonschema.validators import validator_for
    from referencing import Registry

    checker = FormatChecker(("date", "ipv4", "ipv6", "uuid"))
    for name, read in _READS.items():
        checker.checks(name, raises=ValueError)(partial(_is_read, read))
    kind = validator_for(schema, default=Draft202012Validator)
    return kind(schema, registry=Registry(), format_checker=checker)

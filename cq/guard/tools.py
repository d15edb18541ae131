"""Tools with the JSON schema of their arguments, and the problems of given arguments."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, time
from functools import cached_property, partial, reduce
from importlib.util import find_spec
from typing import Any, NamedTuple

from cq.errors import InputError, MissingFileError, excerpt, install
from cq.files.json_input import parse_json
from cq.guard.forms import python_value
from cq.guard.schemas import Placed, Schema, names

Path = tuple[str | int, ...]
"""The path of a value in the arguments: `("guests",)`, `("address", "street")`, `("stops", 0)`."""

_READS: dict[str, Callable[[str], Any]] = {
    "time": time.fromisoformat,
    "date-time": datetime.fromisoformat,
    "email": re.compile(r"[^\s@,;<>]+@[^\s@,;<>]+").fullmatch,
}

_LIBRARIES = ("jsonschema", "dateparser", "pint", "text_to_num")
MISSING = object()
"""Marks a value that is not there."""


class Problem(NamedTuple):
    """A problem with one argument. `kind`: missing, wrong, or unknown (the tool has no such argument)."""

    path: Path
    kind: str


@dataclass(frozen=True)
class Tool:
    """A tool: its name, its description, and the JSON schema of its arguments (an object)."""

    name: str
    description: str = ""
    parameters: Schema = field(default_factory=dict)

    @classmethod
    def parse(cls, tool: Tool | Mapping[str, Any]) -> Tool:
        """A tool in the form of OpenAI (`function`, `parameters`), Anthropic (`input_schema`) or MCP
        (`inputSchema`). Raises `InputError` if it has no name or no valid schema.
        """
        if not isinstance(tool, Tool):
            if not isinstance(tool, Mapping):
                raise InputError(f"tool {excerpt(tool)} is not a mapping with a name and parameters")
            form = tool.get("function", tool)
            name = form.get("name") if isinstance(form, Mapping) else None
            if not isinstance(name, str) or not name:
                raise InputError(f"tool {excerpt(tool)} has no name")
            keys = ("parameters", "input_schema", "inputSchema")
            schema: Any = next((form[key] for key in keys if form.get(key) is not None), {})
            tool = cls(name, str(form.get("description") or ""), schema)
        _check_schema(tool)
        return tool

    def problems(self, arguments: Mapping[str, Any]) -> list[Problem]:
        """All arguments that are missing or outside the schema, in the order of its properties; each once."""
        with _references_of(self.name):
            errors = list(_validator(self.parameters).iter_errors(arguments))
        found = dict.fromkeys(problem for error in errors for problem in _located(error))
        order = list(self.properties)
        return sorted(
            found,
            key=lambda problem: (
                order.index(problem.path[0]) if problem.path and problem.path[0] in order else -1
            ),
        )

    def tidied(self, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """The arguments without each null that the schema does not take (agents write null for "not given"),
        with a value in place of its name, and with an object or a list in place of its JSON.
        """
        for path, _ in self.problems(arguments):
            value, schema = value_at(arguments, path), self.schema_at(path)
            if value is None and path and isinstance(path[-1], str):
                arguments = with_value(arguments, path, MISSING)
            elif isinstance(value, str) and value in names(schema):
                arguments = with_value(arguments, path, names(schema)[value])
            elif isinstance(value, str) and schema.get("type", "object") in ("object", "array"):
                inner = _from_json(value)
                if isinstance(inner, Mapping | list):
                    return self.tidied(with_value(arguments, path, inner))
        return arguments

    @cached_property
    def properties(self) -> Mapping[str, Schema]:
        """The schemas of the arguments, as `schema_at` gives them."""
        return {name: self.schema_at((name,)) for name in self._root.opened().schema.get("properties", ())}

    @cached_property
    def defaults(self) -> Mapping[str, Any]:
        """The values that the schema fills in."""
        return {name: schema["default"] for name, schema in self.properties.items() if "default" in schema}

    def schema_at(self, path: Path) -> Schema:
        """The schema of the value at a path, in plain form (`cq.guard.schemas`); empty where it is not given.

        Raises `InputError` if a reference in it cannot be resolved.
        """
        with _references_of(self.name):
            return reduce(Placed.child, path, self._root).told()

    @cached_property
    def _root(self) -> Placed:
        from referencing import Registry
        from referencing.jsonschema import DRAFT202012, specification_with

        kind = specification_with(str(self.parameters.get("$schema", "")), default=DRAFT202012)
        root = Registry().resolver_with_root(kind.create_resource(self.parameters))
        return Placed(self.parameters, root)

    def is_required(self, path: Path) -> bool:
        return bool(path) and path[-1] in self.schema_at(path[:-1]).get("required", ())


def fits(value: Any, schema: Schema) -> bool:
    """Whether a value is valid by a schema from `Tool.schema_at`."""
    from referencing.exceptions import Unresolvable

    try:
        return bool(_validator(schema).is_valid(value))
    except Unresolvable:  # Its rarest parts may refer to others. The call as a whole is checked again.
        return True


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every value in the arguments that contains no others, with its path."""
    if is_leaf(value):
        yield path, value
        return
    for key, inner in value.items() if isinstance(value, Mapping) else enumerate(value):
        yield from leaves(inner, (*path, key))


def is_leaf(value: Any) -> bool:
    """Whether a value contains no others."""
    return not isinstance(value, Mapping | Sequence) or isinstance(value, str)


def value_at(arguments: Any, path: Path) -> Any:
    """The value at a path, or `MISSING`."""
    for key in path:
        try:
            arguments = arguments[key]
        except (KeyError, IndexError, TypeError):
            return MISSING
    return arguments


def with_value(arguments: Any, path: Path, value: Any) -> Any:
    """A copy of the arguments with a value at a path; `MISSING` removes it."""
    if not path:
        return value
    copy: Any = list(arguments) if isinstance(path[0], int) else dict(arguments or {})
    if len(path) == 1 and value is MISSING:
        del copy[path[0]]
    else:
        inner = value_at(copy, path[:1])
        copy[path[0]] = with_value({} if inner is MISSING else inner, path[1:], value)
    return copy


def _from_json(text: str) -> Any:
    try:
        return parse_json(text, "it")
    except InputError:
        return None


def _located(error: Any) -> list[Problem]:
    path = tuple(error.absolute_path)
    if error.validator in ("anyOf", "oneOf") and (meant := _branch_meant(error)):
        return [problem for cause in meant for problem in _located(cause)]
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


def _branch_meant(error: Any) -> list[Any]:
    """The errors in the only branch that the value may be for: the others have another type, or a constant
    in them names another kind. Empty if there is no such branch.
    """
    by_branch: dict[int, list[Any]] = defaultdict(list)
    for cause in error.context:
        by_branch[cause.schema_path[0]].append(cause)
    meant = [
        errors
        for errors in by_branch.values()
        if not any(
            cause.validator == "const" or (cause.validator == "type" and not cause.path) for cause in errors
        )
    ]
    return meant[0] if len(meant) == 1 else []


def _check_schema(tool: Tool) -> None:
    if missing := [library for library in _LIBRARIES if find_spec(library) is None]:
        raise MissingFileError(f"{missing[0]} is not installed; {install('guard')}")
    from jsonschema import Draft202012Validator, SchemaError
    from jsonschema.validators import validator_for

    try:
        validator_for(tool.parameters, default=Draft202012Validator).check_schema(tool.parameters)
    except SchemaError as error:
        raise InputError(
            f"the parameters of tool {tool.name!r} are not a JSON schema: {error.message}"
        ) from None
    try:
        python_value([tool.name, tool.description, tool.parameters])  # Looks at the characters.
        if not isinstance(tool.parameters, Mapping) or tool.schema_at(()).get("type", "object") != "object":
            raise InputError(f"the parameters of tool {tool.name!r} must be the schema of an object")
        tool.properties  # noqa: B018  # Follows the references.
    except RecursionError:
        raise InputError(f"the parameters of tool {tool.name!r} refer to themselves without end") from None


@contextmanager
def _references_of(name: str) -> Iterator[None]:
    """Raises `InputError` if a reference inside cannot be resolved."""
    from referencing.exceptions import Unresolvable

    try:
        yield
    except Unresolvable as error:
        raise InputError(
            f"the parameters of tool {name!r} refer to {error.ref!r}, which is not among them; put it there"
        ) from None


def _is_read(read: Callable[[str], Any], value: Any) -> bool:
    return not isinstance(value, str) or bool(read(value))


def _validator(schema: Schema) -> Any:
    """A validator that never fetches a schema, and checks the formats of dates and addresses. Other formats
    are not checked.
    """
    from jsonschema import Draft202012Validator, FormatChecker
    from jsonschema.validators import validator_for
    from referencing import Registry

    checker = FormatChecker(("date", "ipv4", "ipv6", "uuid"))
    for name, read in _READS.items():
        checker.checks(name, raises=ValueError)(partial(_is_read, read))
    kind = validator_for(schema, default=Draft202012Validator)
    return kind(schema, registry=Registry(), format_checker=checker)

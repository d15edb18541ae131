"""A function's signature as the JSON schema of a tool, and JSON values as the function's arguments."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any, get_type_hints

from cq.errors import InputError, excerpt, fault_in, reporting
from cq.guard.forms import python_value

_EACH = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_BY_PLACE = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


class Signature:
    """The arguments of a function, without the object of a method (`self`, `cls`). `*names: str` is an
    argument with a list, `**more: int` stands for further arguments.

    Raises `InputError` for a callable that is not a named function, for an argument without a type, which
    nothing would check, and for types without a JSON form.
    """

    def __init__(self, function: Any) -> None:
        from pydantic import TypeAdapter
        from pydantic.errors import PydanticUserError

        self.name = getattr(function, "__name__", "")
        if not callable(function) or isinstance(function, type) or not self.name:
            raise InputError(f"{excerpt(function)} is not a function with a name; put a def around it")
        with reporting(
            f"the signature of {self.name} gives no JSON schema",
            "give each argument a type that JSON has, and take all else from around the function",
            *(PydanticUserError, AttributeError, NameError, SyntaxError, TypeError, ValueError),
        ):
            hints = get_type_hints(inspect.unwrap(function), include_extras=True)
            all_of_them = list(inspect.signature(function).parameters.values())
            self.is_method = bool(all_of_them) and all_of_them[0].name in ("self", "cls")
            self.parameters = all_of_them[self.is_method :]
            self._check_hints(hints)
            adapter: Any = TypeAdapter(_taker(self.parameters, hints))
            self.schema: dict[str, Any] = adapter.json_schema()
        self._validate = adapter.validate_python

    def _check_hints(self, hints: Mapping[str, Any]) -> None:
        if bare := [parameter.name for parameter in self.parameters if parameter.name not in hints]:
            raise InputError(
                f"{self.name} has no type for {', '.join(bare)}, so nothing would check it; annotate it: "
                f"{bare[0]}: int, or {bare[0]}: typing.Any if it takes any value"
            )

    def packed(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of a call by name, as JSON values.

        Raises `TypeError` for too many arguments or a repeated one, `InputError` for a value without a JSON
        form.
        """
        from pydantic_core import PydanticSerializationError, to_jsonable_python

        by_place = inspect.Signature(
            [parameter for parameter in self.parameters if parameter.kind is not _EACH[1]]
        )
        given = dict(by_place.bind_partial(*args).arguments)
        if twice := sorted(given.keys() & kwargs.keys()):
            raise TypeError(f"{self.name}() got multiple values for argument {twice[0]!r}")
        with reporting(
            f"an argument of {self.name} is not a value of JSON",
            "give a plain one",
            *(PydanticSerializationError, RecursionError, ValueError),
        ):
            jsonable: dict[str, Any] = to_jsonable_python(python_value({**given, **kwargs}))
        return jsonable

    def unpacked(self, arguments: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """Arguments by name in the types of the signature ("2026-03-14" as a date), as positional and as
        keyword arguments. Raises `InputError` for a value that a type does not take.
        """
        from pydantic import ValidationError

        try:
            named = self._validate(dict(arguments))
        except ValidationError as error:
            raise InputError(f"{self.name} cannot be called: {fault_in(error.errors()[0])}") from None
        args: list[Any] = []
        for parameter in self.parameters:
            if parameter.kind in _BY_PLACE:
                args.append(named.pop(parameter.name))
            elif parameter.kind is _EACH[0]:
                args += named.pop(parameter.name)
        return args, named


def _taker(parameters: list[inspect.Parameter], hints: dict[str, Any]) -> Any:
    """A function with the same arguments by name alone, which it returns: pydantic reads its signature."""
    taken = []
    for parameter in parameters:
        kind = hints.get(parameter.name, Any)
        if parameter.kind is _EACH[0]:
            taken.append(parameter.replace(kind=parameter.KEYWORD_ONLY, default=[], annotation=list[kind]))  # type: ignore[valid-type]
        else:
            by_name = parameter.kind if parameter.kind is _EACH[1] else parameter.KEYWORD_ONLY
            taken.append(parameter.replace(kind=by_name, annotation=kind))

    def take(**arguments: Any) -> dict[str, Any]:
        return arguments

    take.__signature__ = inspect.Signature(taken)  # type: ignore[attr-defined]
    take.__annotations__ = {parameter.name: parameter.annotation for parameter in taken}
    return take

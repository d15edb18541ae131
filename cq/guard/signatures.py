"""A function's signature as the JSON schema of a tool, and values of JSON as what the function takes."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any, get_type_hints

from cq.errors import InputError, excerpt, fault_in, reporting

_EACH = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_BY_PLACE = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


class Signature:
    """What a function takes, without the object that a method belongs to (`self`, `cls`). `*names: str` is an
    argument with a list, `**more: int` stands for further arguments.

    Raises `InputError` for what is no function with a name, and for types that no JSON value gives.
    """

    def __init__(self, function: Any) -> None:
        from pydantic import TypeAdapter
        from pydantic.errors import PydanticUserError

        self.name = getattr(function, "__name__", "")
        if not callable(function) or isinstance(function, type) or not self.name:
            raise InputError(f"{excerpt(function)} is no function with a name; put a def around it")
        with reporting(
            f"the signature of {self.name} gives no JSON schema",
            "give each argument a type that JSON has, and take all else from around the function",
            *(PydanticUserError, AttributeError, NameError, SyntaxError, TypeError, ValueError),
        ):
            hints = get_type_hints(inspect.unwrap(function), include_extras=True)
            all_of_them = list(inspect.signature(function).parameters.values())
            self.is_method = bool(all_of_them) and all_of_them[0].name in ("self", "cls")
            self.parameters = all_of_them[self.is_method :]
            adapter: Any = TypeAdapter(_taker(self.parameters, hints))
            self.schema: dict[str, Any] = adapter.json_schema()
        self._validate = adapter.validate_python

    def packed(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of a call by name, as values of JSON.

        Raises `TypeError` for too many arguments or one twice, `InputError` for a value that JSON has not.
        """
        from pydantic_core import PydanticSerializationError, to_jsonable_python

        by_place = inspect.Signature([one for one in self.parameters if one.kind is not _EACH[1]])
        given = dict(by_place.bind_partial(*args).arguments)
        if twice := sorted(given.keys() & kwargs.keys()):
            raise TypeError(f"{self.name}() got multiple values for argument {twice[0]!r}")
        with reporting(
            f"an argument of {self.name} is no value of JSON",
            "give a plain one",
            *(PydanticSerializationError, ValueError),
        ):
            jsonable: dict[str, Any] = to_jsonable_python({**given, **kwargs})
        return jsonable

    def unpacked(self, arguments: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """Arguments by name in the types of the signature ("2026-03-14" as a date), as those by place and
        those by name. Raises `InputError` for a value that a type does not take.
        """
        from pydantic import ValidationError

        try:
            named = self._validate(dict(arguments))
        except ValidationError as error:
            raise InputError(f"{self.name} cannot be called: {fault_in(error.errors()[0])}") from None
        args: list[Any] = []
        for one in self.parameters:
            if one.kind in _BY_PLACE:
                args.append(named.pop(one.name))
            elif one.kind is _EACH[0]:
                args += named.pop(one.name)
        return args, named


def _taker(parameters: list[inspect.Parameter], hints: dict[str, Any]) -> Any:
    """A function that takes the same by name alone and returns it: pydantic reads its signature."""
    taken = []
    for one in parameters:
        kind = hints.get(one.name, Any)
        if one.kind is _EACH[0]:
            taken.append(one.replace(kind=one.KEYWORD_ONLY, default=[], annotation=list[kind]))  # type: ignore[valid-type]
        else:
            by_name = one.kind if one.kind is _EACH[1] else one.KEYWORD_ONLY
            taken.append(one.replace(kind=by_name, annotation=kind))

    def take(**arguments: Any) -> dict[str, Any]:
        return arguments

    take.__signature__ = inspect.Signature(taken)  # type: ignore[attr-defined]
    take.__annotations__ = {one.name: one.annotation for one in taken}
    return take

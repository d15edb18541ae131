"""Plain functions behind a guard: they raise a question instead of acting on what nobody said."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, get_type_hints

from cq.errors import CqError
from cq.guard.decision import Decision
from cq.guard.questions import Question
from cq.guard.tools import Tool

if TYPE_CHECKING:
    from cq.guard.guard import Guard

_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", list: "array", dict: "object"}


class Refused(CqError):
    """The call was not made. `decision.reasons` say why."""

    def __init__(self, decision: Decision) -> None:
        super().__init__("; ".join(decision.reasons) or "the call was refused")
        self.decision = decision


class NeedsAnswer(CqError):
    """The call waits for an answer."""

    def __init__(self, decision: Decision, question: Question, run: Callable[[Decision], Any]) -> None:
        super().__init__(question.text)
        self.decision, self.question, self._run = decision, question, run

    def answer(self, text: str | None) -> Any:
        """Go on with the call after an answer (None: there is none), and return what the function returns.

        Raises `NeedsAnswer` for the next question, `Refused` if the call is not to be made.
        """
        return self._run(self.decision.answer(text))


def wrap(guard: Guard, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that asks before it runs. Its signature becomes a tool of the guard."""
    tool = guard.add(Tool(function.__name__, inspect.getdoc(function) or "", schema_of(function)))
    signature, call = inspect.signature(function), _validated(function)

    def run(decision: Decision) -> Any:
        if decision.question is not None:
            raise NeedsAnswer(decision, decision.question, run)
        if decision.arguments is None:
            raise Refused(decision)
        return call(**decision.arguments)

    @wraps(function)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        given = _jsonable(dict(signature.bind_partial(*args, **kwargs).arguments))
        return run(guard.decide_in_scope(tool.name, given))

    return guarded


def schema_of(function: Callable[..., Any]) -> dict[str, Any]:
    """The JSON schema of a function's arguments: by pydantic if it is installed, else of plain types alone
    (other types are then not checked).
    """
    try:
        from pydantic import TypeAdapter
    except ImportError:
        return _plain_schema(function)
    adapter: Any = TypeAdapter  # It takes functions too, which its type does not tell.
    schema: dict[str, Any] = adapter(function).json_schema()
    return schema


def _plain_schema(function: Callable[..., Any]) -> dict[str, Any]:
    hints, properties, required = get_type_hints(function), {}, []
    for name, parameter in inspect.signature(function).parameters.items():
        kind = _PLAIN.get(hints.get(name, object))
        properties[name] = {"type": kind} if kind else {}
        if parameter.default is parameter.empty:
            required.append(name)
        else:
            properties[name]["default"] = parameter.default
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _validated(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with JSON values turned into the types of its signature: "2026-03-14" into a date."""
    try:
        from pydantic import validate_call
    except ImportError:
        return function
    return validate_call(function)


def _jsonable(arguments: dict[str, Any]) -> dict[str, Any]:
    try:
        from pydantic_core import to_jsonable_python
    except ImportError:
        return arguments
    jsonable: dict[str, Any] = to_jsonable_python(arguments)
    return jsonable

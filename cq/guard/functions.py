"""Plain functions behind a guard: they raise a question instead of acting on values that nobody told."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from cq.errors import CqError
from cq.guard.decision import Decision
from cq.guard.questions import Question
from cq.guard.signatures import Signature
from cq.guard.tools import Tool


class Refused(CqError):
    """The call was not made. `decision.reasons` says why."""

    def __init__(self, decision: Decision) -> None:
        super().__init__("; ".join(decision.reasons) or "the call was refused")
        self.decision = decision


class NeedsAnswer(CqError):
    """The call waits for an answer."""

    def __init__(self, decision: Decision, question: Question, run: Callable[[Decision], Any]) -> None:
        super().__init__(question.text)
        self.decision, self.question, self._run = decision, question, run

    def answer(self, text: str | int | None) -> Any:
        """Go on with the call after an answer as of `Decision.answer`, and return the function's result: of a
        coroutine function, an awaitable.

        Raises `NeedsAnswer` for the next question, `Refused` if the call must not be made.
        """
        return self._run(self.decision.answer(text))


def wrap(add: Callable[[Tool], Tool], decide: Callable[[str, Any], Decision], function: Any) -> Any:
    """A function that asks before it runs; a coroutine function if the given one is. `add` takes the tool of
    its signature, and `decide` decides about a call by name and arguments.
    """
    if isinstance(function, staticmethod | classmethod):
        return type(function)(wrap(add, decide, function.__func__))
    signature = Signature(function)
    tool = add(Tool(signature.name, inspect.getdoc(function) or "", signature.schema))

    def run(receiver: tuple[Any, ...], decision: Decision) -> Any:
        if decision.question is not None:
            raise NeedsAnswer(decision, decision.question, partial(again, receiver))
        if decision.arguments is None:
            raise Refused(decision)
        args, kwargs = signature.unpacked(decision.arguments)
        return function(*receiver, *args, **kwargs)

    def guarded(*args: Any, **kwargs: Any) -> Any:
        receiver, args = args[: signature.is_method], args[signature.is_method :]
        return run(receiver, decide(tool.name, signature.packed(args, kwargs)))

    async def run_async(receiver: tuple[Any, ...], decision: Decision) -> Any:
        return await run(receiver, decision)

    async def guarded_async(*args: Any, **kwargs: Any) -> Any:
        return await guarded(*args, **kwargs)

    is_async = inspect.iscoroutinefunction(function)
    again = run_async if is_async else run
    return wraps(function)(guarded_async if is_async else guarded)

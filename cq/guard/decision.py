"""The decision of a guard about a call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from numbers import Integral
from typing import Any, Literal

from cq.errors import InputError, excerpt
from cq.guard.questions import Question
from cq.utterances import check_characters

Action = Literal["act", "ask", "refuse"]


@dataclass(frozen=True)
class Decision:
    """Whether to act, ask or refuse, and why."""

    action: Action
    arguments: Mapping[str, Any] | None
    """The arguments to call the tool with: as given, answered or assumed. None unless it acts."""
    question: Question | None
    """The question to ask: `.text`, `.options`. None unless it asks."""
    p_wrong: float
    """Probability in [0, 1] that the call as given (or answered) is not meant."""
    value_of_asking: float
    """By how much the best question lowers the probability of a wrong call, in [0, 1]."""
    assumption: str | None
    """The value that nobody told and the call assumes; if it asks, the value to assume without an answer."""
    reasons: tuple[str, ...] = ()
    """All open or wrong points, in words."""
    _hear: Callable[[str | None], Decision] | None = field(default=None, repr=False, compare=False)

    def answer(self, text: str | int | None) -> Decision:
        """The decision after an answer; None for no answer. A number is taken as the same number in words: it
        is the value of an argument that is a number, and counts the options of others, from 1. After an
        answer that does not fit, it asks again.

        Raises `InputError` if there is no question, and for a text with a lone surrogate.
        """
        if self._hear is None:
            raise InputError(
                f"nothing was asked: the decision is to {self.action}; answer only where it asks"
            )
        if isinstance(text, Integral) and not isinstance(text, bool):
            text = str(int(text))
        if text is not None and not isinstance(text, str):
            raise InputError(
                f"answer {excerpt(text)} is not text; give the words, an option's number, or None for none"
            )
        check_characters(text or "", "the answer")
        return self._hear(text)

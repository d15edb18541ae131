"""What a guard has decided about a call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from cq.errors import InputError
from cq.guard.questions import Question

Action = Literal["act", "ask", "refuse"]


@dataclass(frozen=True)
class Decision:
    """Whether to act, ask or refuse, and why."""

    action: Action
    arguments: Mapping[str, Any] | None
    """What to call the tool with: as given, with what was answered or assumed. None unless it acts."""
    question: Question | None
    """What to ask: `.text`, `.options`. None unless it asks."""
    p_wrong: float
    """Probability in [0, 1] that the call as it was given (or answered) is not what is meant."""
    value_of_asking: float
    """How much the best question lowers the probability of a wrong call, in [0, 1]."""
    assumption: str | None
    """What nobody has said and is taken for granted: by this call, or without an answer if it asks."""
    reasons: tuple[str, ...] = ()
    """All that is open or wrong, in words."""
    _hear: Callable[[str | None], Decision] | None = field(default=None, repr=False, compare=False)

    def answer(self, text: str | None) -> Decision:
        """The decision after an answer; None for no answer. What does not fit is asked once more.

        Raises `InputError` if nothing was asked.
        """
        if self._hear is None:
            raise InputError(
                f"nothing was asked: the decision is to {self.action}; answer only where it asks"
            )
        if text is not None and not isinstance(text, str):
            raise InputError(f"answer {text!r} is no text; give the words, or None for no answer")
        return self._hear(text)

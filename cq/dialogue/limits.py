"""The limits of asking: the cost of a question, and the number of questions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from cq.arrays import is_integer
from cq.clarity.classifier import check_cost
from cq.errors import InputError, excerpt
from cq.reading.grounded import GroundedInstruction

OnUnsure = Literal["build", "refuse"]
"""The action where a question would pay but may not be asked, or was not understood."""


@dataclass(frozen=True)
class AskingLimits:
    """The cost of a question, in (0, 1), and the most questions about one instruction; None: the defaults.

    `on_unsure` is the action where a question would pay, but the number is reached or answers were not
    understood: the best guess is built, or it is refused. Raises `InputError` for other values.
    """

    cost_of_asking: float | None = None
    max_questions: int | None = None
    on_unsure: OnUnsure = "build"

    def __post_init__(self) -> None:
        if self.cost_of_asking is not None:
            # A saved dialogue takes no numbers of NumPy.
            object.__setattr__(self, "cost_of_asking", check_cost(self.cost_of_asking))
        most = self.max_questions
        if most is not None:
            if not is_integer(most) or most < 0:
                raise InputError(
                    f"max_questions is {excerpt(most)}; it must be a whole number of 0 or more, or None for "
                    "no limit"
                )
            object.__setattr__(self, "max_questions", int(most))
        if self.on_unsure not in get_args(OnUnsure):
            raise InputError(f"on_unsure is {excerpt(self.on_unsure)}; it must be 'build' or 'refuse'")

    def allow(self, instruction: GroundedInstruction) -> bool:
        """Whether one more question may be asked about an instruction."""
        return self.max_questions is None or len(instruction.request.exchanges) < self.max_questions

"""How much asking is wanted: what a question costs, and how many may be asked."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral

from cq.clarity.classifier import check_cost
from cq.errors import InputError, excerpt
from cq.meaning.grounded import GroundedInstruction


@dataclass(frozen=True)
class AskingLimits:
    """What a question costs, in (0, 1), and how many may be asked about one instruction; None: the defaults.

    Raises `InputError` for other costs, and for a number of questions that is no whole number of 0 or more.
    """

    cost_of_asking: float | None = None
    max_questions: int | None = None

    def __post_init__(self) -> None:
        if self.cost_of_asking is not None:
            check_cost(self.cost_of_asking)
        most = self.max_questions
        if most is not None and (isinstance(most, bool) or not isinstance(most, Integral) or most < 0):
            raise InputError(
                f"max_questions is {excerpt(most)}; it must be a whole number of 0 or more, or None for no "
                "limit"
            )

    def allow(self, instruction: GroundedInstruction) -> bool:
        """Whether one more question may be asked about an instruction."""
        return self.max_questions is None or len(instruction.request.exchanges) < self.max_questions

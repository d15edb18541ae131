"""Questions of a bank in the place of the builder's own."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from cq.dialogue.questions import TYPES, ClarifyingQuestion, types_of
from cq.ranking import RankedQuestion


def bank_questions(
    ranked: Sequence[RankedQuestion], open_types: Collection[str], value: float
) -> list[ClarifyingQuestion]:
    """Ranked questions of a bank, in order. Each gets one type: of those it asks for, one in `open_types` if
    there is one. All have the same `value`, and no options: what a bank's questions offer is not known.
    """
    return [ClarifyingQuestion(_type(one.question, open_types), one.question, (), value) for one in ranked]


def _type(question: str, open_types: Collection[str]) -> str:
    asked = types_of(question)
    order = [*open_types, *TYPES]
    return next((one for one in order if one in asked), "action")

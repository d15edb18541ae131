"""Questions as the dialogue asks them: the builder's own, or those of a bank in their place."""

from __future__ import annotations

from cq.language.asked import COUNTED, ClarifyingQuestion, Option, kinds_asked, question_in
from cq.language.asked import QUESTION_TYPES as TYPES
from cq.language.lexicon import colours
from cq.language.tokens import tokenize

__all__ = ["COUNTED", "TYPES", "ClarifyingQuestion", "Option", "fits", "types_of"]


def types_of(question: str) -> frozenset[str]:
    """The `TYPES` that a question in words is about; "action" if there are no others."""
    found = {"where" if kind == "place" else kind for kind in kinds_asked(question)}
    return frozenset(found or {"action"})


def fits(text: str, question: ClarifyingQuestion) -> bool:
    """Whether a question of a bank, `text`, has the type of a question, and names no other colour."""
    return question.type in types_of(text) and _colours(text) <= _colours(question.asked)


def _colours(text: str) -> set[str]:
    return {token.text for token in tokenize(question_in(text).head)} & set(colours())

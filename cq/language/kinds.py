"""What a clarifying question asks about, by its words."""

from __future__ import annotations

import re

QUESTION_KINDS = {
    "colour": r"\bcolou?rs?\b",
    "count": r"\bhow many\b|\bnumber of\b",
    "size": r"\bhow (?:tall|long|wide|big|large|high|far)\b|\bsize\b|\bheight\b|\blength\b",
    "place": r"\bwhere\b|\bwhich (?:square|spot|side|edge|corner|position|place)|\blocation\b|\bposition\b",
    "direction": r"\bdirections?\b|\bhorizontal|\bvertical|\bdiagonal|\bwhich way\b|\border\b|\barrang",
    "orientation": r"\bfacing\b|\borient|\bface\b",
    "reference": r"\bwhich\b|\bwhat (?:\w+ )?(?:block|tower|column|structure|box)|\bdo you mean\b|"
    r"\bthere (?:is|are)\b",
    "action": r"\bwhat (?:should|do) i (?:build|do|destroy)|\binstructions?\b|\bremove or\b|\bdestroy or\b",
}
"""A pattern for each kind of ambiguity. A question may be of several kinds, or of none."""


def question_kinds(question: str) -> frozenset[str]:
    """The kinds of one question, by its words."""
    text = question.casefold()
    return frozenset(kind for kind, pattern in QUESTION_KINDS.items() if re.search(pattern, text))

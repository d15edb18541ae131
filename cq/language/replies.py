"""Answers that are only a reply, such as "yes" and "I don't know"."""

from __future__ import annotations

from cq.language.program import Reply
from cq.language.reading import read


def reply_in(answer: str) -> str:
    """The word of an answer that is only a reply; "" for other answers."""
    best = read(answer, "Answer")[0]
    words = {piece.word for piece in best.program if isinstance(piece, Reply)}
    if len(words) != 1 or len(best.program) > 1 + ("unknown" in words):
        return ""
    word = words.pop()
    return word if not best.unread or word == "unknown" else ""  # "I'm not sure what you mean."

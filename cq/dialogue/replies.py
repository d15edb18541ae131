"""The builder's utterances in a transcript: its question, its build, or its reasons to refuse."""

from __future__ import annotations

import re

from cq.dialogue.builds_in_words import describe_build
from cq.dialogue.turn import Turn
from cq.language.spoken import DONE, REFUSED, UNDERSTOOD, UNSURE, is_question
from cq.utterances import find_mark

DONE_FROM = 0.7
"""The confidence from which a build is called done."""


def reply(turn: Turn) -> str:
    """The builder's side of a turn as one utterance. A transcript of such utterances reads back to the same
    requests: `is_question` holds for it if, and only if, the turn asks.
    """
    if turn.question is not None:
        return as_question(turn.question.text)
    if turn.build is not None:
        said = "" if turn.reply is None else f" {_without_marks(turn.reply)}"
        is_sure = turn.build.confidence >= DONE_FROM
        taken = "".join(f" {_without_marks(sentence)}." for sentence in turn.assumptions)
        doubts = "" if is_sure else " I am not sure; say “undo” if it is wrong."
        return f"{DONE if is_sure else UNSURE} {describe_build(turn.build)}.{taken}{doubts}{said}"
    if turn.reply is not None:
        said = _without_marks(turn.reply)
        return said if turn.clarity.domain == "building" else f"{UNDERSTOOD} {said}"
    reasons = "; ".join(turn.reasons) or "this is not something I can build"
    return f"{REFUSED} {_without_marks(reasons).rstrip('.')}."


def as_question(text: str) -> str:
    """A question as the builder says it: a bank may hold some that do not look like one."""
    text = _without_marks(text)
    return text if is_question(text) else f"Please tell me: {text.rstrip('.!? ')}?"


def _without_marks(text: str) -> str:
    text = re.sub(r"[<>]", "", text) if find_mark(text) else text
    return text.strip()

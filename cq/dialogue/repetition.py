"""Whether a question was asked before."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cq.dialogue.questions import types_of
from cq.language.request import Exchange
from cq.language.words import colours_in

_SHAPES = re.compile(
    r"\b(tower|column|row|line|wall|stack|pillar|pile|structure|square|rectangle|bridge|arch|cross|platform|"
    r"stair|pyramid)"
)


def is_repeated(question: str, kind: str, exchanges: Iterable[Exchange]) -> bool:
    """Whether a question of type `kind` was asked before: in the same words, or for the same type and about
    the same things. A question that names no colour and no shape is about everything.
    """
    return any(_same_question(question, kind, exchange.question) for exchange in exchanges)


def _same_question(question: str, kind: str, earlier: str) -> bool:
    if _words(question) in _words(earlier):
        return True
    if kind not in types_of(earlier):
        return False
    now, then = _things(question), _things(earlier)
    return now <= then or then <= now


def _things(question: str) -> frozenset[str]:
    """The colours and shapes that a question names. What follows a colon are its options."""
    text = question.split(":")[0].casefold()
    return frozenset((*map(str, colours_in(text)), *_SHAPES.findall(text)))


def _words(text: str) -> str:
    """The words with a space around each."""
    words = " ".join(re.findall(r"\w+", text.casefold()))
    return f" {words} "

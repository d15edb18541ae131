"""Evidence: what an instruction leaves open, in words, with the blocks that it is about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cq.reading.obstacles import REFUSED, Obstacle
from cq.reading.phrases import Phrase
from cq.types import Cell

_TEXTS = {
    "colour": ("colour", "no colour is given for “{}”"),
    "count": ("count", "no number is given for “{}”"),
    "size": ("size", "no size is given for “{}”"),
    "place": ("where", "no place is given for “{}”"),
    "which": ("which", "“{}” could be any of {}"),
    "absent": ("which", "nothing in the world matches “{}”"),
}
"""Open ends of phrases: what would be asked for, and what a person reads."""


@dataclass(frozen=True)
class Evidence:
    """One open thing: a sentence, the words that it is about ("" if none), and the cells that these could
    mean. `question_type` is what would be asked for (`cq.language.questions`). `in_the_way` is true for an
    obstacle, which must be settled before anybody can build.
    """

    text: str
    question_type: str
    words: str
    cells: tuple[Cell, ...]
    in_the_way: bool


def evidence_of(obstacles: Sequence[Obstacle], phrases: Iterable[Phrase]) -> list[Evidence]:
    """All that an instruction leaves open: its obstacles, then what its phrases leave to the builder. Of a
    text that is refused, why.
    """
    found = {
        one.text: Evidence(one.text, one.question_type, one.phrase, one.cells, True) for one in obstacles
    }
    if any(one.kind in REFUSED for one in obstacles):
        return list(found.values())
    asked = {one.question_type for one in obstacles}
    for phrase in phrases:
        cells = tuple(sorted({cell for thing in phrase.found or () for cell in thing}))
        for end in sorted(phrase.open_ends & _TEXTS.keys()):
            question_type, text = _TEXTS[end]
            if phrase.words and question_type not in asked:
                text = text.format(phrase.words, len(phrase.found or ()))
                found.setdefault(text, Evidence(text, question_type, phrase.words, cells, False))
    return list(found.values())

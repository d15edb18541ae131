"""Evidence: the open ends of an instruction in words, with the blocks that they are about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cq.deadlines import watched
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
"""Open end of a phrase → the type of its question, and a sentence for a person."""


@dataclass(frozen=True)
class Evidence:
    """One open end: a sentence, the words that it is about ("" if none), and the cells that these could mean.
    `question_type` is the type of the question for it (`cq.language.questions`). `in_the_way` is true for an
    obstacle, which must be settled before the build.
    """

    text: str
    question_type: str
    words: str
    cells: tuple[Cell, ...]
    in_the_way: bool


def evidence_of(obstacles: Sequence[Obstacle], phrases: Iterable[Phrase]) -> list[Evidence]:
    """The open ends of an instruction: its obstacles, then the open ends of its phrases. For a refused text,
    only the obstacles.
    """
    found = {
        obstacle.text: Evidence(obstacle.text, obstacle.question_type, obstacle.phrase, obstacle.cells, True)
        for obstacle in obstacles
    }
    if any(obstacle.kind in REFUSED for obstacle in obstacles):
        return list(found.values())
    asked = {obstacle.question_type for obstacle in obstacles}
    for phrase in watched(phrases):
        for end in sorted(phrase.open_ends & _TEXTS.keys()):
            question_type, text = _TEXTS[end]
            if phrase.words and question_type not in asked:
                text = text.format(phrase.words, len(phrase.found or ()))
                if text not in found:
                    cells = tuple(sorted({cell for thing in phrase.found or () for cell in thing}))
                    found[text] = Evidence(text, question_type, phrase.words, cells, False)
    return list(found.values())

"""Questions one would expect to be asked about an instruction: what each of its phrases could leave open.

They are not shown to anyone; candidates that mean the same as one of them are good candidates.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from cq.clarity.grounding import KINDS, MISSING, findings, grounded_phrases
from cq.world.grid import Grid

TEMPLATES = {
    "colour": ("What color should {phrase} be?",),
    "count": ("How many blocks are in {phrase}?", "How many {bare}?"),
    "size": ("How tall or long should {phrase} be?",),
    "place": ("Where should {phrase} be placed?", "Where exactly do I place {phrase}?"),
    "direction": ("In which direction should {phrase} go, horizontally or vertically?",),
    "reference": ("Which {bare} do you mean?", "There is more than one {bare}, which one?"),
    "missing": ("There are no {bare} in the world.", "What {bare}?"),
}
"""By what is left open, a kind of ambiguity or that nothing is there, questions about one phrase."""

GENERAL = {
    "no side": ("On which side should it be placed?", "Next to on which side, left or right?"),
    "no facing": ("Which direction should I be facing?",),
    "nothing to do": ("What should I build?",),
    "no place": ("Where should the first block be placed?",),
}
"""By kind of finding, questions about the instruction as a whole."""

_DETERMINERS = re.compile(
    r"^(?:(?:the|an?|another|each|every|all|any|both|that|this|those|these|of|its|your)\s+)+"
)


@dataclass(frozen=True)
class Expected:
    """One expected question; `open` where a finding says that the instruction leaves it open."""

    text: str
    open: bool


def expected_questions(instruction: str, grid: Grid) -> list[Expected]:
    """All questions of all templates, phrase by phrase."""
    questions = []
    for phrase, found in grounded_phrases(instruction, grid):
        opened = {"missing" if f.kind in MISSING else KINDS[f.kind] for f in found}
        bare = _DETERMINERS.sub("", phrase.text)
        for kind, templates in TEMPLATES.items():
            for template in templates:
                text = template.format(phrase=phrase.text, bare=bare)
                questions.append(Expected(text, kind in opened))
    kinds = {finding.kind for finding in findings(instruction, grid)}
    for kind, texts in GENERAL.items():
        questions += [Expected(text, kind in kinds) for text in texts]
    return questions

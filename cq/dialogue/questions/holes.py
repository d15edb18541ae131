"""Questions about what a program leaves open, as the dialogue asks them."""

from __future__ import annotations

from cq.dialogue.questions.question import ClarifyingQuestion, Option
from cq.language.instruction import GroundedInstruction
from cq.language.spelling import corrected
from cq.language.vocabulary import CHEAP, FREE
from cq.meaning.instruction import understanding_of
from cq.meaning.questions import HoleQuestion, hole_questions
from cq.meaning.understand import Understanding

_TYPES = {"place": "where", "axis": "direction"}
"""The type of a question for a kind of hole that has another name."""


def language_questions(
    instruction: GroundedInstruction, understanding: Understanding
) -> list[tuple[ClarifyingQuestion, bool]]:
    """The questions about a text that the language reads in full, the most valuable first, each with
    whether it must be asked.
    """
    pose = instruction.world.pose
    found = hole_questions(understanding, instruction.world.grid, None if pose is None else pose.facing)
    return [(_question(one), one.necessary) for one in found]


def unread_question(instruction: GroundedInstruction) -> ClarifyingQuestion | None:
    """The question about the first words of a text that nobody reads; None if all are read."""
    understanding = understanding_of(instruction)
    if understanding is None or not understanding.reading.unread_spans:
        return None
    reading = understanding.reading
    spans = [
        span
        for span in reading.unread_spans
        if any(_has_content(one.text) for one in reading.tokens[slice(*span)])
    ]
    if not spans:
        return None
    first, end = spans[0]
    text = corrected(instruction.request.instruction)
    words = text[reading.tokens[first].start : reading.tokens[end - 1].end]
    return ClarifyingQuestion(
        "action", f"I did not understand “{words}”. How would you say it in other words?"
    )


def _has_content(word: str) -> bool:
    """Whether a word could mean something: no article, preposition or the like, and no mark."""
    return word.isalnum() and word not in CHEAP and word not in FREE


def read_in_full(instruction: GroundedInstruction) -> Understanding | None:
    """What an instruction means with its answers, if every word is read and it can be carried out, or could
    be if an open end were known; else None."""
    understanding = understanding_of(instruction)
    if understanding is None or not understanding.reading.is_full:
        return None
    return understanding if understanding.results or understanding.open_holes else None


def _question(hole: HoleQuestion) -> ClarifyingQuestion:
    options = tuple(Option(text, (), probability) for text, probability in hole.options)
    return ClarifyingQuestion(_TYPES.get(hole.kind, hole.kind), hole.text, options, hole.value)

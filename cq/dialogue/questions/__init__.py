"""Clarifying questions: what an answer is worth, what to ask, and how well builds agree with an answer."""

from cq.dialogue.questions.choice import choose
from cq.dialogue.questions.possible import possible_questions
from cq.dialogue.questions.question import ClarifyingQuestion, Option
from cq.dialogue.questions.settled import TYPES, types_of

__all__ = ["TYPES", "ClarifyingQuestion", "Option", "choose", "possible_questions", "types_of"]

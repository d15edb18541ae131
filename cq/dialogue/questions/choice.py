"""The question to ask: by its value, in the words of a user's bank if one was given."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from cq.dialogue.questions.question import ClarifyingQuestion
from cq.dialogue.questions.settled import colour_ids, types_of
from cq.ranking import RankedQuestion

ENOUGH = 0.5
"""The share of the best question's value that a question of the bank must have to take its place."""
CONSIDERED = 50
"""How many of the bank's questions are considered, by the ranker's order."""


def choose(
    questions: Sequence[ClarifyingQuestion],
    ranked_bank: Sequence[RankedQuestion] | None = None,
    asked: Collection[str] = (),
) -> ClarifyingQuestion | None:
    """The question to ask, None if there is none.

    `questions` are those of `possible_questions`. Without a bank it is the first of them. A question of
    `ranked_bank` scores the ranker's score times the value of the best question of its types: the one says
    that it suits the instruction, the other what its answer is worth. The best of them is asked in the place
    of the first question if its value is at least `ENOUGH` of that one's. What an obstacle makes necessary
    is asked of the bank only by a question of the same type. Texts in `asked` are not asked again.
    """
    if not questions:
        return None
    first = questions[0]
    best, best_score = first, 0.0
    for ranked in (ranked_bank or ())[:CONSIDERED]:
        template = _of_types(questions, ranked.question)
        if template is None or ranked.question in asked or not _names_known(ranked.question, template):
            continue
        fits = template is first if first.obstacle is not None else template.value >= ENOUGH * first.value
        score = ranked.score * (template.value or 1.0)
        if fits and score > best_score:
            best, best_score = replace(template, text=ranked.question), score
    return best


def _of_types(questions: Sequence[ClarifyingQuestion], text: str) -> ClarifyingQuestion | None:
    """The first of the questions that asks for what a text asks."""
    types = types_of(text)
    return next((question for question in questions if question.type in types), None)


def _names_known(text: str, template: ClarifyingQuestion) -> bool:
    """Whether a text names no colour besides those of the question that it replaces."""
    return colour_ids(text) <= colour_ids(template.text)

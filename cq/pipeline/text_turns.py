"""Turns about requests of another domain: ask from the bank, or reply with the completed request in words."""

from __future__ import annotations

from collections.abc import Sequence

from cq.clarity.classifier import Clarity
from cq.clarity.general import QUESTIONS
from cq.clarity.text_classifier import TextClassifier
from cq.dialogue.limits import AskingLimits
from cq.dialogue.questions import ClarifyingQuestion
from cq.dialogue.replying import reply_to
from cq.dialogue.turn import Turn
from cq.encoder.backbone import Backbone, l2_normalize
from cq.errors import InputError
from cq.language.block_words import orders_blocks
from cq.pipeline.parts import Parts
from cq.ranking import QuestionBank, RankedQuestion
from cq.ranking.bank import bundled_bank
from cq.ranking.text_ranker import TextRanker
from cq.reading.grounded import GroundedInstruction

MOST_QUESTIONS = 3
"""The default limit of questions about one request: the classifier may stay unsure after all answers."""


FIRST = 30
"""The first unasked questions, from which the next one is chosen."""
SAME_FACET = 0.75
"""Two questions with this cosine or more are about one facet."""
GENERATED = "there is no bank to ask from: the question is generated from what may be missing"
"""The last reason of a turn whose question is not from a bank."""


def is_of_text(parts: Parts) -> bool:
    """Whether a pipeline was fitted on requests of another domain, where no world counts."""
    return isinstance(parts.classifier, TextClassifier)


def bank_of(parts: Parts, bank: QuestionBank, is_given: bool) -> QuestionBank:
    """The bank to ask from: the given one, else that of the corpus that the ranker was fitted on.

    Raises `InputError` if a pipeline for requests of another domain has only the bundled bank, about blocks.
    """
    if not is_given and isinstance(parts.ranker, TextRanker):
        return parts.ranker.bank
    if is_of_text(parts) and bank is bundled_bank():
        raise InputError(
            'the bundled bank is about blocks; give qbank=, or fit tasks=("clarity", "ranking") on a corpus '
            "with questions"
        )
    return bank


def is_taken_by_text(parts: Parts, instruction: GroundedInstruction, has_bank: bool) -> bool:
    """Whether a turn is about a request of another domain. Without a bank, small talk, questions about the
    talk and orders to build are treated as in a world, even with unread words in the order.
    """
    if is_of_text(parts):
        return True
    if not parts.is_judged_in_general(instruction):
        return False
    is_order = instruction.is_building and orders_blocks(instruction.corrected)
    return has_bank or not (is_order or reply_to(instruction) is not None)


def take_text_turns(
    parts: Parts,
    instructions: Sequence[GroundedInstruction],
    bank: QuestionBank | None,
    limits: AskingLimits,
    backbone: Backbone,
) -> list[Turn]:
    """One turn per request. If the request with its answers is unclear, it asks the first question of the
    bank about a new facet, or else the first unasked one; otherwise it replies with the request and its
    answers as one text. Without a bank it asks for the kind of detail that may be missing, with `GENERATED`
    as a reason.
    """
    clarities = parts.classify(instructions, limits.cost_of_asking)
    may_ask = [
        not clarity.is_clear and limits.allow(instruction) and _is_below_limit(instruction, limits)
        for instruction, clarity in zip(instructions, clarities, strict=True)
    ]
    asking = [instruction for instruction, may in zip(instructions, may_ask, strict=True) if may]
    rankings = iter(parts.rank(bank, asking) if asking and bank is not None else [])
    turns = []
    for instruction, clarity, may in zip(instructions, clarities, may_ask, strict=True):
        ranking = next(rankings, []) if may else []
        chosen = _next(
            [ranked for ranked in ranking if not _was_asked(ranked.question, instruction)],
            instruction,
            backbone,
        )
        if chosen is not None:
            question = ClarifyingQuestion("action", chosen.question)
            turns.append(Turn("ask", clarity, question, None, clarity.reasons, ranking))
            continue
        if bank is None and may and (asked := _generated(clarity, instruction)) is not None:
            question = ClarifyingQuestion("action", asked)
            turns.append(Turn("ask", clarity, question, None, (*clarity.reasons, GENERATED), []))
            continue
        reasons = () if clarity.is_clear else ("it may still be unclear; nothing more may be asked",)
        turns.append(Turn("reply", clarity, None, None, reasons, reply=instruction.text))
    return turns


def _is_below_limit(instruction: GroundedInstruction, limits: AskingLimits) -> bool:
    return limits.max_questions is not None or len(instruction.request.exchanges) < MOST_QUESTIONS


def _next(
    questions: Sequence[RankedQuestion], instruction: GroundedInstruction, backbone: Backbone
) -> RankedQuestion | None:
    """The first question, best first, about a facet that no earlier one has; the first if all have one."""
    asked = [exchange.question.text for exchange in instruction.request.exchanges]
    some = questions[:FIRST] if asked else questions[:1]
    if not asked or not some:
        return some[0] if some else None
    vectors = l2_normalize(backbone.encode([*asked, *(question.question for question in some)]))
    likeness = (vectors[len(asked) :] @ vectors[: len(asked)].T).max(1)
    return next(
        (question for question, like in zip(some, likeness, strict=True) if like < SAME_FACET), some[0]
    )


def _generated(clarity: Clarity, instruction: GroundedInstruction) -> str | None:
    """A question for the first reason without an earlier question, None if there is none."""
    questions = (QUESTIONS[reason] for reason in clarity.reasons if reason in QUESTIONS)
    return next((question for question in questions if not _was_asked(question, instruction)), None)


def _was_asked(question: str, instruction: GroundedInstruction) -> bool:
    # A statement is asked with other words around it.
    words = question.rstrip(".!? ")
    return any(words in exchange.question.text for exchange in instruction.request.exchanges)

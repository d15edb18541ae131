"""The questions that can be asked about an instruction, from the builds that its builder thinks possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cq.building.decoding.candidates import Candidates
from cq.dialogue.questions.attributes import ATTRIBUTES
from cq.dialogue.questions.grouping import (
    OF_ONE_COLOUR,
    changes_of,
    colours_asked_for,
    group_texts,
    options_of,
)
from cq.dialogue.questions.obstacles import obstacle_questions
from cq.dialogue.questions.question import ClarifyingQuestion, Option
from cq.dialogue.questions.sensible import sensible_options
from cq.dialogue.questions.settled import asked_before, said
from cq.dialogue.questions.templates import noun_of, question_text
from cq.dialogue.questions.value import AnswerValue
from cq.language.instruction import GroundedInstruction
from cq.language.rewriting import rewritten

SHOWN = 0.9
"""The share of the probability that the options should have, or the question ends in "or something else"."""


def possible_questions(instruction: GroundedInstruction, candidates: Candidates) -> list[ClarifyingQuestion]:
    """All questions that tell the candidates apart, the most valuable first; before them those that an
    obstacle makes necessary.

    None asks for what the request says, unless an obstacle says that it cannot be, or for what an exchange
    has asked.
    """
    value, known = AnswerValue(candidates), _known(instruction)
    asked = asked_before(instruction)
    texts = {exchange.question.casefold().strip() for exchange in instruction.request.exchanges}
    needed = [
        question
        for question in obstacle_questions(instruction, candidates, value)
        if question.text.casefold() not in texts
    ]
    found = []
    for attribute, colour in _asked_for(candidates):
        type_ = attribute.split()[0]
        if attribute in known or (type_ in known and attribute != "count removed"):
            continue
        if attribute == "which anchor" and any("where" in types for types, _ in asked):
            continue  # A place tells the blocks that it touches.
        if any(type_ == question.type for question in needed):
            continue
        if any(
            type_ in types and (not colours or colour is None or colour in colours)
            for types, colours in asked
        ):
            continue
        groups = group_texts(attribute, candidates, colour)
        if len(set(groups) - {None}) < 2:
            continue
        options = sensible_options(attribute, groups, instruction, candidates, colour)
        options = options if len(options) > 1 else options_of(groups, candidates)
        question = _question(attribute, colour, options, groups, instruction, candidates, value(groups))
        if question.text.casefold() not in texts:
            found.append(question)
    return needed + sorted(found, key=lambda question: -question.value)


def _known(instruction: GroundedInstruction) -> frozenset[str]:
    """What the request says (see `said`), also what it says once its answers have their places in it."""
    plain = rewritten(instruction.request, instruction.world)
    told = said(instruction)
    return told if plain is None else told | said(GroundedInstruction(plain, instruction.world))


def _asked_for(candidates: Candidates) -> Iterator[tuple[str, int | None]]:
    """The attributes to ask for, and the colour of the blocks in question, None for all."""
    several = colours_asked_for(candidates)
    for attribute in ATTRIBUTES:
        of_each = bool(several) and attribute in OF_ONE_COLOUR
        for colour in several if of_each else [None]:
            yield attribute, colour


def _question(
    attribute: str,
    colour: int | None,
    options: tuple[Option, ...],
    groups: Sequence[str | None],
    instruction: GroundedInstruction,
    candidates: Candidates,
    value: float,
) -> ClarifyingQuestion:
    having = [group is not None for group in groups]
    more = sum(one.probability for one in options) < SHOWN * candidates.probabilities[having].sum()
    common = colour or _common_colour(attribute, candidates)
    texts = [one.text for one in options]
    if attribute.startswith("count") or len(texts) == 1:
        texts = sorted(texts, key=lambda text: (len(text), text)) if len(texts) > 1 else []
    order = {text: i for i, text in enumerate(texts)}
    text = question_text(attribute, texts, noun_of(instruction, colour), common, more)
    shown = tuple(sorted(options, key=lambda one: order.get(one.text, 0)))
    return ClarifyingQuestion(attribute.split()[0], text, shown, value)


def _common_colour(attribute: str, candidates: Candidates) -> int | None:
    """The colour of all blocks that an attribute is about, None if they have several."""
    changes = changes_of(candidates)
    if attribute == "which anchor":
        blocks = [{int(candidates.start[change.touching[0][1]])} for change in changes if change.touching]
    elif attribute.endswith("removed"):
        blocks = [set(change.removed.values()) for change in changes]
    else:
        blocks = [set(change.placed.values()) for change in changes]
    colours = set().union(*blocks)
    return min(colours) if len(colours) == 1 else None

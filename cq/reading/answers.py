"""Answers: an instruction and the answers about it are one program.

An answer is read as pieces of a program (`cq.language.rules.answers`), and a piece fills every slot that its
type fits (`cq.semantics.slot_filling`). The program that can be carried out and leaves the least open is the
one that is meant; the words of the question only break ties. The answer to a question about unread words
replaces these words, or the whole instruction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cq.language import lexicon
from cq.language.asked import ClarifyingQuestion
from cq.language.reading import Reading, read
from cq.language.replies import reply_in
from cq.language.request import Exchange
from cq.reading.answer_programs import Way, after_answer, is_order, ways_of, whole_orders
from cq.reading.new_orders import said_instead
from cq.reading.outcome_constraints import NOTHING, OutcomeConstraints, disagreement, told
from cq.reading.understand import Understanding, understood
from cq.semantics.memory import Memory
from cq.types import Cell, Grid

ANY = "you choose"
_USUAL = {
    "count": ("three", "two"),
    "size": ("three", "3 by 3"),
    "place": ("in the middle", "in the northeast corner", "in the southwest corner"),
    "direction": ("north", "east"),
    "facing": ("north",),
}
"""The builder's choices by the kind of hole, where it may choose and no option is likelier."""


@dataclass(frozen=True)
class Heard:
    """The meaning of an instruction with the answers about it.

    `instruction` is the current text: with an answer in it, or an answer that is an instruction of its own
    (`is_new`). `unheard` are the indices of the answers that were not understood. `tells_nothing`: the last
    answer does not know, or leaves the choice to the builder (`is_left`). `withdrawn`: it takes the
    instruction back. `told` is the kind of hole that the last answer fills, or another word for its effect
    ("said", "anew"). `exchanges` are those that tell something besides `instruction`. `facing` is where the
    builder looks. `outcome` has the constraints of the answers on all new blocks.
    """

    understanding: Understanding
    instruction: str
    unheard: tuple[int, ...] = ()
    tells_nothing: bool = False
    withdrawn: bool = False
    is_new: bool = False
    told: str = ""
    exchanges: tuple[Exchange, ...] = ()
    facing: str | None = None
    outcome: OutcomeConstraints = NOTHING
    is_left: bool = False

    @property
    def is_filled(self) -> bool:
        """Whether the last answer fills a slot, is read in full and can be carried out."""
        reads = self.understanding.reading.is_full and bool(self.understanding.results)
        return bool(self.told) and not self.is_left and reads


def heard(
    instruction: str,
    exchanges: Sequence[Exchange],
    start: Grid,
    facing: str | None = None,
    recent: Sequence[Cell] = (),
    memory: Memory | None = None,
    is_instead: bool = False,
) -> Heard:
    """The meaning of an instruction with its questions and answers in a start grid (9, 11, 11), after the
    commands in `memory`. `is_instead`: it replaces a dropped instruction, and corrects nothing else.
    """
    text, ways = instruction, ways_of(instruction, is_instead)
    unheard, is_new, reply = [], False, ""
    telling: list[Exchange] = []
    before = outcome = NOTHING
    for place, exchange in enumerate(exchanges):
        question, answer = exchange.question, exchange.answer
        reply, is_new = reply_in(answer), False
        answer = ANY if reply == "any" else answer
        if reply in ("unknown", "withdrawn"):
            continue
        before, outcome = outcome, told(outcome, answer, start, facing, question.about)
        is_told = before != outcome
        if question.about == "words":
            found_text, found, is_new = after_answer(text, ways, question, answer)
        else:
            found_text, found = answer, whole_orders(answer)
            if is_told and not is_order(answer, found):
                telling.append(exchange)
                continue
            is_new = bool(found)
        if reply == "any" and question.about == "words" and question.type != "confirmation":
            left = found or ways
            if not _understood(text, left, start, facing or "north", recent, memory).results:
                found = _chosen_for(text, left, question, start)
        if is_new:
            outcome = NOTHING
        if reply not in ("any", "no", "none"):
            # The networks hear answers that no rule reads.
            telling = [*telling, exchange] if not found or found_text == text else []
        if found:
            text, ways = found_text, found
        elif reply not in ("any", "no", "none") and not is_told:
            unheard.append(place)
    # "Right" is a side, though it also agrees: a question for a direction has no yes.
    corrects = bool(exchanges) and "facing" in exchanges[-1].question.kinds and reply in ("", "yes")
    if facing is None and exchanges and not corrects:
        facing = "north"  # An architect who was asked and names no direction speaks of a map.
    understanding = _understood(text, ways, start, facing, recent, memory, is_instead)
    kind = {way.program: way.kind for way in ways}.get(understanding.reading.program, "")
    meant = (
        [result.grid for result in understanding.results[:1]]
        if kind and understanding.reading.is_full
        else []
    )
    if any(disagreement(outcome, start, grid) > 0 for grid in meant):
        outcome = before  # "In the middle" of the edge that was said.
    return Heard(
        understanding,
        text,
        tuple(unheard),
        reply in ("unknown", "any"),
        reply == "withdrawn",
        is_new,
        kind,
        tuple(telling),
        facing,
        outcome,
        reply == "any",
    )


def _understood(
    text: str,
    ways: Sequence[Way],
    start: Grid,
    facing: str | None,
    recent: Sequence[Cell],
    memory: Memory | None,
    is_instead: bool = False,
) -> Understanding:
    tokens = read(text)[0].tokens
    filled = any(way.kind for way in ways)
    readings = (
        [Reading(way.program, way.cost, tokens, (), way.unread) for way in ways] if filled else read(text)
    )
    if memory is not None and not filled:
        readings = memory.readings(text, readings)
    if is_instead:
        readings = [replace(reading, program=said_instead(reading.program)) for reading in readings]
    return understood(readings, start, facing, recent, fewest_open=filled, memory=memory)


def _chosen_for(text: str, ways: Sequence[Way], question: ClarifyingQuestion, start: Grid) -> list[Way]:
    """The ways to mean a text with the builder's own choice, where no option is likelier."""
    first: list[Way] = []
    for words in choices_for(question):
        _, found, is_new = after_answer(text, ways, question, words)
        if found and not is_new:
            if _understood(text, found, start, "north", (), None).results:
                return found
            first = first or found
    return first


def choices_for(question: ClarifyingQuestion) -> tuple[str, ...]:
    """The builder's choices if an answer leaves the choice to it: the options, or the usual values."""
    known = {**_USUAL, "colour": lexicon.colours()}
    usual = [words for kind in sorted(question.kinds) for words in known.get(kind, ())]
    return question.offered or tuple(usual)

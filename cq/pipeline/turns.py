"""Turns: the policy applied to instructions, and what the parts of a pipeline find."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import copy_context
from dataclasses import replace

import numpy as np

from cq.building import Build
from cq.dialogue.hedging import DONE_FROM, like_this, removes_more, unsure_of
from cq.dialogue.limits import AskingLimits
from cq.dialogue.policy import Decision, decide, least_gain, wants_candidates
from cq.dialogue.questions import ClarifyingQuestion, fits
from cq.dialogue.replies import as_question
from cq.dialogue.turn import Turn
from cq.meaning.answers import choices_for, kinds_asked
from cq.meaning.grounded import GroundedInstruction
from cq.meaning.instruction import heard_in
from cq.meaning.replying import replies_beside
from cq.pipeline.parts import Parts
from cq.ranking import QuestionBank, RankedQuestion
from cq.ranking.bank import bundled_bank

UNSEEN = {
    "nothing": "the plan network cannot read this zone: I built what I read of the words alone",
    "window": "the plan network has read only the part of the zone where blocks stand",
}
"""What is said of what the networks saw of a zone, if that is not all."""


def take_turns(
    parts: Parts,
    instructions: Sequence[GroundedInstruction],
    bank: QuestionBank,
    limits: AskingLimits,
    *,
    lazy: bool,
) -> list[Turn]:
    """One turn per instruction, computed as one batch. If `lazy`, a turn ranks the bank when its questions
    are read; it then holds on to the instruction's encoding.
    """
    clarities = parts.classify(instructions, limits.cost_of_asking)
    unsure = [one for one in instructions if wants_candidates(one)]
    sampled = dict(zip(map(id, unsure), parts.sample(unsure), strict=True))
    decisions = [
        decide(
            one,
            limits.cost_of_asking,
            limits.allow(one),
            sampled.get(id(one)),
            builder_reads=parts.builder_reads,
        )
        for one in instructions
    ]
    pairs = list(zip(instructions, decisions, strict=True))
    building = [one for one, decision in pairs if decision.action == "build"]
    builds = iter(parts.build(building, [sampled.get(id(one)) for one in building]) if building else [])
    rankings = _Rankings(parts, bank)
    turns = []
    for (instruction, decision), clarity in zip(pairs, clarities, strict=True):
        question = decision.question
        if question is not None and bank is not bundled_bank():
            question = _in_words_of_bank(parts, question, bank, instruction)
        build = next(builds) if decision.action == "build" else None
        reasons, action = _reasons(instruction, decision), decision.action
        if build is not None and build.unread:
            reasons += (f"not understood: {', '.join(f'“{word}”' for word in dict.fromkeys(build.unread))}",)
        if build is not None and build.networks_saw in UNSEEN:
            reasons += (UNSEEN[build.networks_saw],)
        if build is not None and (chosen := _chosen(build, instruction)) is not None:
            reasons += (f"I chose “{chosen}”",)
        if build is not None and build.failure:
            reasons = (*reasons, build.failure)
            action, build = "refuse", None
        is_unsure = build is not None and build.confidence < DONE_FROM
        is_read = parts.builder_reads or _is_read(instruction)
        if build is not None and _destroys(build, instruction) and not is_read:
            action, build = "refuse", None  # What is not read may say that they stay.
        if build is not None and is_unsure and removes_more(build, instruction):
            action, build = "refuse", None
        if build is not None and is_unsure:
            if limits.allow(instruction):
                question = like_this(build, instruction, least_gain(limits.cost_of_asking))
            reasons += (unsure_of(build, instruction),) if question is None else ()
            action, build = ("build", build) if question is None else ("ask", None)
        ranking = None if question is None else rankings.of(instruction)
        said = decision.reply if build is None else replies_beside(instruction, build.grid)
        turns.append(Turn(action, clarity, question, build, reasons, ranking, reply=said))
    if not lazy:
        for turn in turns:
            turn.questions  # noqa: B018 reading them ranks all that are asked about together
    return turns


class _Rankings:
    """The rankings of a bank for some instructions, computed together when the first of them is read."""

    def __init__(self, parts: Parts, bank: QuestionBank) -> None:
        self.bank = bank
        self._parts = parts
        self._instructions: list[GroundedInstruction] = []
        self._found: list[list[RankedQuestion]] = []
        self._context = copy_context()  # In which the colours of the world are known.

    def of(self, instruction: GroundedInstruction) -> Callable[[], list[RankedQuestion]]:
        """A function that gives the ranking for one more instruction."""
        self._instructions.append(instruction)
        self._context = copy_context()
        place = len(self._instructions) - 1
        return lambda: self._all()[place]

    def _all(self) -> list[list[RankedQuestion]]:
        self._found = self._found or self._context.run(self._parts.rank, self.bank, self._instructions)
        return self._found


def _destroys(build: Build, instruction: GroundedInstruction) -> bool:
    """Whether a build removes or recolours a block."""
    start = instruction.world.grid
    return bool(((start > 0) & (build.grid != start)).any())


def _chosen(build: Build, instruction: GroundedInstruction) -> str | None:
    """What was left to the builder by the last answer, as it is built, in words; None if nothing was."""
    if not instruction.heard.is_left:
        return None
    request = instruction.request
    *before, last = request.exchanges
    for words in choices_for(last.question):
        answered = replace(request, exchanges=(*before, replace(last, answer=words)))
        results = heard_in(answered, instruction.world).understanding.results
        if results and np.array_equal(results[0].grid, build.grid):
            return words
    placed = {one.colour_name for one in build.actions if one.kind == "place"}
    return placed.pop() if len(placed) == 1 and "colour" in kinds_asked(last.question) else None


def _is_read(instruction: GroundedInstruction) -> bool:
    """Whether an instruction with its answers is read in full, and can be carried out."""
    understanding = instruction.heard.understanding
    return understanding.reading.is_full and bool(understanding.results)


def _reasons(instruction: GroundedInstruction, decision: Decision) -> tuple[str, ...]:
    """The sentences that speak for a decision, and the words that were repaired."""
    reasons = decision.reasons
    if decision.gain is not None:
        reasons = (f"an answer is expected to add {decision.gain:.2f} to the changed F1",)
    if decision.action == "reply":
        return ()
    if not instruction.is_building:
        return (
            reasons  # What is no instruction may be in another language, where repaired words mean nothing.
        )
    return (*reasons, *(f"“{written}” is read as “{read}”" for written, read in instruction.corrections))


def _in_words_of_bank(
    parts: Parts, question: ClarifyingQuestion, bank: QuestionBank, instruction: GroundedInstruction
) -> ClarifyingQuestion:
    """The question of a bank that asks for what is open, if it has one, else the question itself."""
    said = {one.question for one in instruction.request.exchanges}
    # Ranking takes most of the time of a turn, so only questions that could be asked are ranked.
    fitting = [
        qid
        for qid, text in bank.items()
        if fits(text, question) and said.isdisjoint((text, as_question(text)))
    ]
    ranked = parts.rank_some(bank, instruction, fitting) if fitting else []
    return replace(question, asked=ranked[0].question, lists_options=False) if ranked else question

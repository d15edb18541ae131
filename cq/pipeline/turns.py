"""Turns: the policy applied to instructions and the results of the parts of a pipeline."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import copy_context
from dataclasses import replace

import numpy as np

from cq.building import Build
from cq.building.decoding.candidates import Candidates
from cq.dialogue.guess import Guess, answer_to_guess, best_guess, guess_before
from cq.dialogue.limits import AskingLimits
from cq.dialogue.policy import Decision, decide, without_building
from cq.dialogue.questions import ClarifyingQuestion, fits
from cq.dialogue.replies import as_question
from cq.dialogue.replying import replies_beside
from cq.dialogue.turn import ActionName, Turn
from cq.pipeline.parts import Parts
from cq.ranking import QuestionBank, RankedQuestion
from cq.ranking.bank import bundled_bank
from cq.reading.answers import choices_for
from cq.reading.grounded import GroundedInstruction
from cq.reading.instruction import heard_in

UNSEEN = {
    "nothing": "the plan network cannot read this zone: I built what I read of the words alone",
    "window": "the plan network has read only the part of the zone where blocks stand",
}
"""The sentence about the part of a zone that the networks read, if that is not all."""


def take_turns(
    parts: Parts,
    instructions: Sequence[GroundedInstruction],
    bank: QuestionBank,
    limits: AskingLimits,
    *,
    lazy: bool,
) -> list[Turn]:
    """One turn per instruction, computed as one batch. If `lazy`, a turn ranks the bank when its questions
    are read; until then it keeps the instruction's encoding.
    """
    clarities = parts.classify(instructions, limits.cost_of_asking)
    decisions = [without_building(instruction) for instruction in instructions]
    orders = [
        instruction for instruction, decided in zip(instructions, decisions, strict=True) if decided is None
    ]
    guesses = iter(_guesses(parts, orders))
    rankings = _Rankings(parts, bank)
    turns = []
    for instruction, decision, clarity in zip(instructions, decisions, clarities, strict=True):
        guess = guess_before(instruction) if decision is not None and decision.action == "ask" else None
        if decision is None:
            guess, candidates = next(guesses)
            decision = decide(instruction, guess, candidates, limits, clarity.p_unclear)
        question = decision.question
        if question is not None and bank is not bundled_bank():
            question = _in_words_of_bank(parts, question, bank, instruction)
        build = guess.build if guess is not None and decision.action == "build" else None
        action, reasons, said = decision.action, _reasons(instruction, decision), decision.reply
        if build is not None:
            action, build, reasons = _built(build, instruction, reasons)
            said = None if build is None else replies_beside(instruction, build.grid)
        ranking = None if question is None else rankings.of(instruction)
        turns.append(Turn(action, clarity, question, build, reasons, ranking, reply=said, guess=guess))
    if not lazy:
        for turn in turns:
            turn.questions  # noqa: B018 reading them ranks all questions together
    return turns


def _guesses(parts: Parts, orders: Sequence[GroundedInstruction]) -> list[tuple[Guess, Candidates | None]]:
    """The best guess for each order, and the candidate builds. An answer is weighed against the guess before
    it.
    """
    known = {id(order): guess for order in orders if (guess := guess_before(order)) is not None}
    answered = [order for order in orders if order.request.exchanges and id(order) not in known]
    before = [order.before_answer for order in answered]
    everything = [*orders, *before]
    sampled = parts.sample(everything)
    builds = parts.build(everything, sampled)
    earlier = known | {
        id(order): best_guess(of, build, None)
        for order, of, build in zip(answered, before, builds[len(orders) :], strict=True)
    }
    found = []
    for order, build, candidates in zip(orders, builds, sampled, strict=False):
        guess = earlier.get(id(order))
        if guess is not None and candidates is not None and answer_to_guess(order) in ("no", "none"):
            candidates, guess = candidates.without(guess.build.grid), None
            (build,) = parts.build([order], [candidates])
        found.append((best_guess(order, build, guess), candidates))
    return found


def _built(
    build: Build, instruction: GroundedInstruction, reasons: tuple[str, ...]
) -> tuple[ActionName, Build | None, tuple[str, ...]]:
    """The turn of a build: its action, the build and the reasons."""
    if build.unread:
        reasons += (f"not understood: {', '.join(f'“{word}”' for word in dict.fromkeys(build.unread))}",)
    if build.networks_saw in UNSEEN:
        reasons += (UNSEEN[build.networks_saw],)
    if (chosen := _chosen(build, instruction)) is not None:
        reasons += (f"I chose “{chosen}”",)
    if build.failure:
        return "refuse", None, (*reasons, build.failure)
    return "build", build, reasons


class _Rankings:
    """The rankings of a bank for some instructions, computed together when the first of them is read."""

    def __init__(self, parts: Parts, bank: QuestionBank) -> None:
        self.bank = bank
        self._parts = parts
        self._instructions: list[GroundedInstruction] = []
        self._found: list[list[RankedQuestion]] = []
        self._context = copy_context()  # It knows the colours of the world.

    def of(self, instruction: GroundedInstruction) -> Callable[[], list[RankedQuestion]]:
        """A function that gives the ranking for an added instruction."""
        self._instructions.append(instruction)
        self._context = copy_context()
        place = len(self._instructions) - 1
        return lambda: self._all()[place]

    def _all(self) -> list[list[RankedQuestion]]:
        self._found = self._found or self._context.run(self._parts.rank, self.bank, self._instructions)
        return self._found


def _chosen(build: Build, instruction: GroundedInstruction) -> str | None:
    """The builder's choice that the last answer left open, in words; None if there is none."""
    if not instruction.heard.is_left:
        return None
    request = instruction.request
    *before, last = request.exchanges
    for words in choices_for(last.question):
        answered = replace(request, exchanges=(*before, replace(last, answer=words)))
        results = heard_in(answered, instruction.world).understanding.results
        if results and np.array_equal(results[0].grid, build.grid):
            return words
    placed = {action.colour_name for action in build.actions if action.kind == "place"}
    return placed.pop() if len(placed) == 1 and "colour" in last.question.kinds else None


def _reasons(instruction: GroundedInstruction, decision: Decision) -> tuple[str, ...]:
    """The reasons for a decision, and the corrected words."""
    reasons = decision.reasons
    if decision.gain is not None and not reasons:
        reasons = (f"an answer is expected to add {decision.gain:.2f} to the changed F1",)
    if decision.action == "reply":
        return ()
    if not instruction.is_building:
        return reasons  # Text in another language is not an instruction, and its corrections mean nothing.
    return (*reasons, *(f"“{written}” is read as “{read}”" for written, read in instruction.corrections))


def _in_words_of_bank(
    parts: Parts, question: ClarifyingQuestion, bank: QuestionBank, instruction: GroundedInstruction
) -> ClarifyingQuestion:
    """The question of a bank for the open slot, if it has one, else the question itself."""
    said = {exchange.question.text for exchange in instruction.request.exchanges}
    # Ranking takes most of the time of a turn, so only questions that could be asked are ranked.
    fitting = [
        qid
        for qid, text in bank.items()
        if fits(text, question) and said.isdisjoint((text, as_question(text)))
    ]
    ranked = parts.rank_some(bank, instruction, fitting) if fitting else []
    return replace(question, asked=ranked[0].question, lists_options=False) if ranked else question

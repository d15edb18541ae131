"""The policy: ask, build, reply or refuse, from what stands in the way and from what an answer is worth."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cq.building.decoding.candidates import Candidates
from cq.dialogue.outcome import LEAST_VALUE, question_about_outcome
from cq.dialogue.questions import types_of
from cq.dialogue.turn import ActionName
from cq.language.length import TOO_LONG, is_too_long
from cq.language.program import Connect, Copy, Fill, Keep, Make, Mirror, Plan, Redo, Ref, Resize, Undo
from cq.language.request import LIKE_THIS, Exchange, head_of
from cq.language.vocabulary import denies
from cq.meaning.answers import Heard, kinds_asked, reply_in
from cq.meaning.grounded import GroundedInstruction
from cq.meaning.obstacles import REFUSED, Obstacle, obstacles_of
from cq.meaning.questions import ClarifyingQuestion, in_other_words, is_failed, questions_about
from cq.meaning.replying import reply_to
from cq.meaning.told import is_about_all

COST_OF_ASKING = 0.43
"""The default cost of a question: it is asked if its answer is expected to add more than this to the changed
F1 of the build, or if nothing should be built without it.
"""

_PLACING = (Connect, Copy, Fill, Make, Mirror, Plan, Resize)
"""Commands that place new blocks."""


_STAYING = (Keep(Ref("it")), Keep(Ref("it", True)), Keep(Ref("rest")))
"""What is said where all is well as it is: "leave it", "that is all"."""


@dataclass(frozen=True)
class Decision:
    """What to do, what to ask if that is to ask, and why. `gain` is the changed F1 that the question is
    expected to add, where that is why it is asked. `is_final`: nothing else can help. `reply` is what it says
    if that is to reply.
    """

    action: ActionName
    question: ClarifyingQuestion | None = None
    reasons: tuple[str, ...] = ()
    gain: float | None = None
    is_final: bool = False
    reply: str | None = None

    @property
    def is_promising(self) -> bool:
        """Whether it asks something else than for other words, or for what should be done instead."""
        one = self.question
        return one is not None and not (one.necessary and one.value == 1 and one.type in ("which", "action"))


def decide(
    instruction: GroundedInstruction,
    cost_of_asking: float | None = None,
    may_ask: bool = True,
    candidates: Candidates | None = None,
    *,
    builder_reads: bool = False,
) -> Decision:
    """The decision about an instruction with its answers.

    It replies to a question about the world or the talk, and to a greeting. It refuses what no answer can
    make a building instruction, and an instruction that its last answer takes back. It asks what must be
    known, and the most valuable other question if its answer is worth more than `cost_of_asking` (None:
    `COST_OF_ASKING`), a changed F1 in [0, 1]. An answer that is not understood is said to be so, and
    asked for once more in other words. What was answered is never asked again. Where nothing may be
    asked, or asking was in vain, it builds what can be built.

    With `candidates`, the builds that are considered, it first asks what these differ in, where the words
    lead no further.

    `builder_reads`: the builder makes something of words that no rule reads, so nobody is asked for others.
    What is read of them may leave something open; else it builds.
    """
    if (reply := reply_to(instruction)) is not None:
        return Decision("reply", is_final=True, reply=reply)
    decision = _by_words(instruction, cost_of_asking, may_ask, builder_reads)
    if decision.is_final or decision.is_promising or not wants_candidates(instruction):
        return decision
    heard, exchanges = instruction.heard, instruction.request.exchanges
    in_vain = is_about_all(exchanges[-1].question) and len(exchanges) - 1 in heard.unheard
    is_left = heard.is_left and bool(heard.understanding.results)
    if candidates is not None and may_ask and not in_vain and not is_left:
        question = question_about_outcome(candidates, [one.question for one in exchanges])
        is_needed = decision.action != "build" or decision.reasons or heard.tells_nothing
        if question is not None and (is_needed or question.value > least_gain(cost_of_asking)):
            return Decision("ask", question, decision.reasons)
    is_which = decision.question is not None and decision.question.type == "which"
    return Decision("build", None, decision.reasons) if heard.outcome and not is_which else decision


def wants_candidates(instruction: GroundedInstruction) -> bool:
    """Whether an answer did not tell what is meant, so that what the builds differ in may be asked."""
    if not instruction.request.exchanges or not instruction.is_building:
        return False
    understanding = instruction.heard.understanding
    reading = understanding.reading
    places = not reading.is_full or any(isinstance(one, _PLACING) for one in reading.program)
    return places and understanding.grid is None


def least_gain(cost_of_asking: float | None) -> float:
    """What an answer must add."""
    return max(LEAST_VALUE, COST_OF_ASKING if cost_of_asking is None else cost_of_asking)


def _by_words(
    instruction: GroundedInstruction, cost_of_asking: float | None, may_ask: bool, builder_reads: bool
) -> Decision:
    """The decision by what is understood."""
    heard, exchanges = instruction.heard, instruction.request.exchanges
    found = obstacles_of(heard.understanding, heard.instruction)
    if any(one.kind in REFUSED for one in found):
        return Decision("refuse", None, _texts(found), is_final=True)
    program = heard.understanding.reading.program
    if program and not heard.understanding.results and all(isinstance(one, (Redo, Undo)) for one in program):
        return Decision("reply", is_final=True, reply="There is nothing to take back.")
    if program and not heard.understanding.results and all(one in _STAYING for one in program):
        return Decision("reply", is_final=True, reply="All right, it stays as it is.")
    if exchanges and is_too_long(exchanges[-1].answer):
        return Decision("refuse", None, (TOO_LONG,), is_final=True)
    if heard.withdrawn:
        answer = exchanges[-1].answer
        return Decision(
            "refuse", None, (f"“{answer}” takes the instruction back; give another",), is_final=True
        )
    questions = questions_about(heard.understanding, found, instruction.world.grid, instruction.facing)
    if heard.understanding.grid is not None:
        questions = []
    elif builder_reads and not heard.understanding.reading.is_full:
        return _of_what_is_read(heard, instruction, least_gain(cost_of_asking), may_ask)
    if exchanges and exchanges[-1].question.startswith(LIKE_THIS):
        if reply_in(exchanges[-1].answer) == "no":
            return Decision("ask", in_other_words(ClarifyingQuestion("action", "", (), 1.0, True)))
        if heard.tells_nothing or len(exchanges) - 1 in heard.unheard:
            return _build(replace(heard, unheard=heard.unheard[:-1]), found)
    if exchanges and len(exchanges) - 1 in heard.unheard:
        return _about_unheard(heard, exchanges, questions, may_ask)
    asked = {head_of(one.question): one for one in exchanges}
    cost = least_gain(cost_of_asking)
    for question in questions:
        before = asked.get(head_of(question.text))
        is_corrected = heard.told == "corrected" or (question.type == "facing" and bool(heard.told))
        if before is not None and is_corrected and may_ask:
            return Decision("ask", replace(question, asked=f"All right. {question.asked}"), _texts(found))
        if heard.tells_nothing and question.type in types_of(exchanges[-1].question):
            continue
        if before is not None and not _is_narrower(question, before):
            if not question.necessary:
                continue
            question = in_other_words(question)
            told = heard.told or reply_in(exchanges[-1].answer)
            if told in ("said", "none", *kinds_asked(question.asked)) or head_of(question.text) in asked:
                return _in_vain(heard, before, exchanges[-1].answer, found)
        if may_ask and question.necessary:
            return Decision("ask", question, _texts(found))
        if may_ask and question.value > cost:
            return Decision("ask", question, gain=question.value)
    return _build(heard, found)


def _of_what_is_read(heard: Heard, instruction: GroundedInstruction, cost: float, may_ask: bool) -> Decision:
    """The decision about words of which a builder makes something that no rule reads: to ask what those that
    are read leave open, once, or to build.
    """
    understanding, exchanges = heard.understanding, instruction.request.exchanges
    if not may_ask or not understanding.results:
        return Decision("build")
    as_read = replace(understanding, reading=replace(understanding.reading, unread=(), over_budget=False))
    asked = [head_of(one.question) for one in exchanges]
    for question in questions_about(as_read, (), instruction.world.grid, instruction.facing):
        if head_of(question.text) not in asked and (question.necessary or question.value > cost):
            gain = None if question.necessary else question.value
            return Decision("ask", question, _texts(obstacles_of(as_read, heard.instruction)), gain)
    return Decision("build")


def _about_unheard(
    heard: Heard, exchanges: tuple[Exchange, ...], questions: list[ClarifyingQuestion], may_ask: bool
) -> Decision:
    """What follows an answer that was not understood: the question once more, or nothing."""
    last, before = exchanges[-1], len(exchanges) - 2
    reason = f"I did not understand “{last.answer}”"
    if not may_ask or is_about_all(last.question) or before in heard.unheard:
        return Decision("refuse", None, (f"{reason}; give the instruction again, in other words",))
    same = [one for one in questions if head_of(one.text) == head_of(last.question)] or questions
    question = same[0] if same else ClarifyingQuestion("action", last.question)
    question = replace(in_other_words(question), asked=f"{reason}. {in_other_words(question).asked}")
    if question.text in [one.question for one in exchanges]:
        return Decision("refuse", None, (reason,))
    return Decision("ask", question, (reason,))


def _is_narrower(question: ClarifyingQuestion, before: Exchange) -> bool:
    """Whether a question was asked before with more options: the answer left some of them."""
    return bool(question.options) and question.text != before.question and reply_in(before.answer) == ""


def _in_vain(heard: Heard, before: Exchange, answer: str, found: tuple[Obstacle, ...]) -> Decision:
    """What follows where the last answer does not tell what was asked for."""
    if found and found[0].kind == "unread":
        return _build(heard, found)
    asked = head_of(before.question)
    if asked.startswith("Which ") and asked.endswith(" do you mean"):
        reason = f"“{answer}” does not say w{asked[1:].removesuffix(' do you mean')} is meant"
    else:
        reason = f"“{answer}” does not answer “{asked}?”"
    return Decision("refuse", None, (reason,))


def _build(heard: Heard, found: tuple[Obstacle, ...]) -> Decision:
    """To build, unless it cannot be, or words that deny something are not read."""
    understanding = heard.understanding
    if understanding.reading.is_full and is_failed(understanding):
        return Decision("refuse", None, _texts(found) or ("nothing of it can be done",))
    if heard.unheard and not understanding.reading.is_full:
        return Decision("refuse", None, (*_texts(found), "give the instruction again, in other words"))
    if any(map(denies, understanding.reading.unread_words)):
        return Decision("refuse", None, (*_texts(found), "say it in other words, as a whole instruction"))
    return Decision("build", None, _texts(found))


def _texts(obstacles: tuple[Obstacle, ...] | list[Obstacle]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.text for one in obstacles))

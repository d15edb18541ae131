"""The policy: ask, build or refuse, from what stands in the way and from what an answer is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cq.building import Build
from cq.dialogue.expected_gain import EXPECTED_GAIN
from cq.dialogue.questions import ClarifyingQuestion
from cq.dialogue.questions.holes import unread_question
from cq.dialogue.repetition import is_repeated
from cq.dialogue.turn import ActionName
from cq.language.denials import SAY_ANEW
from cq.language.instruction import GroundedInstruction
from cq.language.length import is_too_long
from cq.language.obstacles import REFUSED, UNREAD, Obstacle
from cq.language.obstacles.answers import is_question_in_return, is_understood, is_withdrawn, unchosen

COST_OF_ASKING = 0.43
"""The default cost of a question: it is asked if its answer is expected to add more than this to the changed
F1 of the build. Builders that have not seen the recorded instructions then ask about one of seven, those with
obstacles included (`python -m eval loop`).
"""

UNSURE = 0.5
"""The confidence under which the builder asks for other words for what it has not read."""

IMPOSSIBLE = frozenset({"absent", "impossible", "contradiction"})
"""Kinds of obstacle that must be removed before anything can be built."""


@dataclass(frozen=True)
class Decision:
    """What to do, what to ask if that is to ask, and why. `gain` is the changed F1 that the question is
    expected to add, where that is why it is asked.
    """

    action: ActionName
    question: ClarifyingQuestion | None = None
    reasons: tuple[str, ...] = ()
    gain: float | None = None


def decide(
    instruction: GroundedInstruction,
    obstacles: Sequence[Obstacle],
    questions: Sequence[ClarifyingQuestion],
    cost_of_asking: float | None = None,
    may_ask: bool = True,
    confidence: float | None = None,
    destroys: bool = True,
) -> Decision:
    """The decision about an instruction.

    It refuses what no answer can make a building instruction, and an instruction whose last answer takes it
    back, asks something in return, cannot be understood, or does not choose among the blocks that were asked
    about. It asks if something stands in the way, or if the best question is expected to add more than
    `cost_of_asking` (None: `COST_OF_ASKING`), a changed F1 in [0, 1]: see `EXPECTED_GAIN`.
    `confidence` is that of the build, None if unknown; then the question's value counts. Else it builds. A
    question that the dialogue has asked is never asked again. If nothing may or can be asked, it builds, or
    refuses what cannot be built, and what denies something that is not read, if the build `destroys` blocks
    or the answer about it says no more.
    """
    if unheard := _unheard(instruction):
        return Decision("refuse", None, (unheard,))
    if is_hopeless(obstacles):
        return Decision("refuse", None, _texts([one for one in obstacles if one.kind in REFUSED]))
    asked = instruction.request.exchanges
    new = [one for one in questions if not is_repeated(one.text, one.type, asked)] if may_ask else []
    unread = [one for one in obstacles if one.kind == UNREAD]
    asked_in_vain = unread and any(SAY_ANEW in one.question for one in asked)
    if obstacles and new and not asked_in_vain:
        return Decision("ask", _question_about(obstacles, new), _texts(obstacles))
    if impossible := [one for one in obstacles if one.kind in IMPOSSIBLE]:
        return Decision("refuse", None, _texts(impossible))
    if unread and (destroys or asked_in_vain):
        return Decision("refuse", None, (*_texts(unread), "say it in other words, as a whole instruction"))
    if vague := _vague(instruction):
        return Decision("refuse", None, (vague,))
    cost = COST_OF_ASKING if cost_of_asking is None else cost_of_asking
    best = None if unread else _most_valuable(new)
    if best is not None:
        gain = best.value if confidence is None else EXPECTED_GAIN(best.value, confidence)
        if gain > cost:
            return Decision("ask", best, gain=gain)
    return Decision("build", None, _texts(obstacles))


def decide_by_outcomes(
    instruction: GroundedInstruction,
    questions: Sequence[tuple[ClarifyingQuestion, bool]],
    cost_of_asking: float | None = None,
) -> Decision:
    """The decision about an instruction that is read in full and can be carried out.

    It asks the most valuable of the questions, each with whether it must be asked, that was not asked
    before: if it must be asked, or if its answer is worth more than `cost_of_asking`. Else it builds the
    likeliest outcome.
    """
    cost = COST_OF_ASKING if cost_of_asking is None else cost_of_asking
    asked = {_head(one.question) for one in instruction.request.exchanges}
    for question, necessary in questions:
        if _head(question.text) in asked:
            if necessary:
                return Decision("refuse", None, (_unanswered(instruction, question),))
        elif necessary:
            return Decision("ask", question, _texts(instruction.obstacles))
        elif question.value > cost:
            return Decision("ask", question, gain=question.value)
    return Decision("build")


def _unanswered(instruction: GroundedInstruction, question: ClarifyingQuestion) -> str:
    """Why the last answer leaves a question open."""
    answer, asked = instruction.request.exchanges[-1].answer, question.text.split(":")[0].rstrip("?")
    if asked.startswith("Which ") and asked.endswith(" do you mean"):
        return f"“{answer}” does not say w{asked[1:].removesuffix(' do you mean')} is meant"
    return f"“{answer}” does not answer “{asked}?”"


def _head(question: str) -> str:
    """A question without its options."""
    return question.split(":")[0].rstrip(" ?").casefold()


def decide_about_unread(instruction: GroundedInstruction, build: Build) -> Decision:
    """The decision about a text that is not read in full: it asks once for other words where the build is
    unsure.
    """
    if build.confidence >= UNSURE or not build.unread or instruction.request.exchanges:
        return Decision("build", None, ())
    question = unread_question(instruction)
    return Decision("build") if question is None else Decision("ask", question)


def _unheard(instruction: GroundedInstruction) -> str | None:
    """Why the last answer leads nowhere, None if it does not."""
    exchanges = instruction.request.exchanges
    if not exchanges or is_too_long(exchanges[-1].answer):
        return None
    question, answer = exchanges[-1].question, exchanges[-1].answer
    if is_withdrawn(answer):
        return f"“{answer}” takes the instruction back; give another"
    if is_question_in_return(answer):
        return f"“{answer}” asks instead of answering “{question}”; answer it, or give another instruction"
    if not is_understood(answer):
        return f"“{answer}” does not answer “{question}”; give the instruction again, in other words"
    return None


def _vague(instruction: GroundedInstruction) -> str | None:
    """Why the last answer does not choose among the blocks that were asked about, None if it may."""
    exchanges = instruction.request.exchanges
    missed = unchosen(exchanges[-1], instruction.world) if exchanges else None
    return missed and f"“{exchanges[-1].answer}” does not say which {missed} is meant"


def is_hopeless(obstacles: Sequence[Obstacle]) -> bool:
    """Whether no answer can make this an instruction to build."""
    return any(one.kind in REFUSED for one in obstacles)


def _question_about(
    obstacles: Sequence[Obstacle], questions: Sequence[ClarifyingQuestion]
) -> ClarifyingQuestion:
    """The question that an obstacle makes necessary, else the most valuable one of the type of the first
    obstacle that has one, else of all.
    """
    if needed := [one for one in questions if one.obstacle is not None]:
        return needed[0]
    for obstacle in obstacles:
        of_type = [one for one in questions if one.type == obstacle.question_type]
        about = [
            one for one in of_type if obstacle.phrase and obstacle.phrase.casefold() in one.text.casefold()
        ]
        if found := _most_valuable(about or of_type):
            return found
    return max(questions, key=lambda one: one.value)


def _most_valuable(questions: Sequence[ClarifyingQuestion]) -> ClarifyingQuestion | None:
    return max(questions, key=lambda one: one.value, default=None)


def _texts(obstacles: Sequence[Obstacle]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.text for one in obstacles))

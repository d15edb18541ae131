"""The policy: build the best guess, or ask a question that is expected to improve it by more than it
costs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cq.building.decoding.candidates import Candidates
from cq.dialogue.asking import in_other_words
from cq.dialogue.guess import (
    AGREED,
    Guess,
    answer_to_guess,
    guess_before,
    only_removes,
    removed_share,
    removes_less,
    was_shown,
)
from cq.dialogue.limits import AskingLimits
from cq.dialogue.proposals import IN_OTHER_WORDS, in_words, proposals_of, shown
from cq.dialogue.questions import ClarifyingQuestion
from cq.dialogue.replying import reply_to
from cq.dialogue.turn import ActionName
from cq.dialogue.understood import how_often_understood
from cq.language.asked import LIKE_THIS
from cq.language.denials import denies_something
from cq.language.length import TOO_LONG, is_too_long
from cq.language.program import Keep, Redo, Remove, Undo
from cq.language.replies import reply_in
from cq.reading.grounded import GroundedInstruction
from cq.reading.obstacles import REFUSED, obstacles_of

COST_OF_ASKING = 0.15
"""The default cost of a question: it is asked if its answer is expected to add more than this to the changed
F1 of the build.
"""
OPEN_AT_LEAST, OPEN_BY_CLARITY = 0.3, 1.5
"""The probability that unread words leave something open where no person would ask back, and its slope over
the probability that a person would.
"""
SURE_OF_REMOVAL = 0.7
"""The confidence from which a build that only removes blocks is not shown first."""
LATER = 0.5
"""The factor of each earlier question on the worth of one about unread words: people found 24 of 36 first
questions worth asking, and 6 of 33 later ones.
"""
MOST_REMOVED = 0.4
"""The share of the blocks in the world from which a removal needs that all words are read."""
SAY_ALL = "say what you mean as a whole instruction"
"""The request where a build that removes blocks is refused."""
LEAST_VALUE = 0.05
"""The least changed F1 that an answer must be expected to add, whatever it costs."""
MOST_UNHEARD = 1
"""Answers that are not understood after which no more questions are asked."""


@dataclass(frozen=True)
class Decision:
    """The action, its question if it asks, and its reasons. `gain` is the changed F1 that the question is
    expected to add. `reply` is its text if it replies.
    """

    action: ActionName
    question: ClarifyingQuestion | None = None
    reasons: tuple[str, ...] = ()
    gain: float | None = None
    reply: str | None = None


def without_building(instruction: GroundedInstruction) -> Decision | None:
    """The decision about a text that is not an order: it replies to talk, and refuses a text that no answer
    can make a building instruction, and an instruction that its last answer takes back. None for an order.
    """
    if (reply := reply_to(instruction)) is not None:
        return Decision("reply", reply=reply)
    heard, exchanges = instruction.heard, instruction.request.exchanges
    found = obstacles_of(heard.understanding, heard.instruction)
    if any(obstacle.kind in REFUSED for obstacle in found):
        return Decision("refuse", None, tuple(dict.fromkeys(obstacle.text for obstacle in found)))
    program, results = heard.understanding.reading.program, heard.understanding.results
    if program and not results and all(isinstance(command, (Redo, Undo)) for command in program):
        return Decision("reply", reply="There is nothing to take back.")
    nones = [reply_in(exchange.answer) == "none" for exchange in exchanges[-2:]]
    if nones and nones[-1] and (exchanges[-1].question.options or all(nones)):
        return _none_of(instruction)
    is_only_kept = heard.understanding.reading.is_full and all(
        isinstance(command, Keep) for command in program
    )
    if program and not results and is_only_kept:
        return Decision("reply", reply="All right, it stays as it is.")
    if exchanges and is_too_long(exchanges[-1].answer):
        return Decision("refuse", None, (TOO_LONG,))
    if heard.withdrawn:
        words = exchanges[-1].answer
        return Decision("refuse", None, (f"“{words}” takes the instruction back; give another",))
    return None


def _none_of(instruction: GroundedInstruction) -> Decision | None:
    """The decision where none of the options is meant: the question once more, without them."""
    question = instruction.request.exchanges[-1].question
    if question.type == "confirmation":
        return None
    again = in_other_words(replace(question, options=()))
    if again.head in [exchange.question.head for exchange in instruction.request.exchanges]:
        return Decision(
            "refuse", None, ("none of what I know is meant; give the instruction in other words",)
        )
    return Decision("ask", again)


def decide(
    instruction: GroundedInstruction,
    guess: Guess,
    candidates: Candidates | None,
    limits: AskingLimits,
    p_unclear: float = 0.5,
) -> Decision:
    """The decision about an order with its answers: to ask the question whose answer is expected to add most
    to the guess, if that is more than it costs and the `limits` allow it; else to build the guess, or to
    refuse where `limits.on_unsure` says so. `p_unclear` is the probability that a person would ask.

    The gain of an answer is multiplied by the share of understood answers to that kind of question. No
    question is asked twice. Nothing is asked after an answer that leaves the choice to the builder or is not
    understood.
    """
    reasons = tuple(dict.fromkeys(obstacle.text for obstacle in instruction.obstacles))
    word = answer_to_guess(instruction)
    if word == "yes":
        return Decision("build", None, reasons)
    if word in ("no", "none") and _is_refused(instruction, guess):
        return Decision("refuse", None, (*reasons, SAY_ALL))
    changes, is_free = guess.changes or guess.is_read, instruction.heard.tells_nothing
    may_ask = limits.allow(instruction) and not _is_left(instruction)
    least = least_gain(limits.cost_of_asking)
    is_to_show = limits.allow(instruction) and not is_free and is_to_be_shown(instruction, guess)
    worth = least if changes and not is_to_show else LEAST_VALUE
    best = None
    if may_ask or is_to_show or limits.on_unsure == "refuse":
        best = _most_valuable(instruction, guess, candidates, p_unclear, worth)
    if is_to_show:
        return Decision(
            "ask", best if best is not None and best.value > LEAST_VALUE else shown(guess), reasons
        )
    if best is not None and may_ask and best.value > worth:
        return Decision("ask", best, reasons, gain=best.value)
    if guess.build.failure:
        return Decision("refuse", None, (*reasons, guess.build.failure))
    if limits.on_unsure == "refuse" and (open_ := _still_open(instruction, best, least)) is not None:
        return Decision("refuse", None, (*reasons, f"I would have to know: {open_.text}"))
    is_alone, is_seen = (
        not instruction.request.exchanges,
        was_shown(instruction) and not removed_share(guess),
    )
    is_wrong = is_free and _is_no_removal(instruction, guess)
    is_wrong |= is_denied(instruction, guess) and not is_seen
    if is_wrong or (is_alone and _is_much(instruction, guess)):
        return Decision("refuse", None, (*reasons, SAY_ALL))
    if not changes and reasons and not is_free:
        return Decision("refuse", None, reasons)
    return Decision("build", None, reasons)


def _is_left(instruction: GroundedInstruction) -> bool:
    """Whether the last answer leaves the choice to the builder, or too many were not understood."""
    heard, exchanges = instruction.heard, instruction.request.exchanges
    leaves_it = heard.tells_nothing and exchanges[-1].question.type != "confirmation"
    return leaves_it or len(heard.unheard) >= MOST_UNHEARD


def _still_open(
    instruction: GroundedInstruction, best: ClarifyingQuestion | None, least: float
) -> ClarifyingQuestion | None:
    """The question whose answer is needed for the right build: the last one, if its answer tells nothing,
    else the best one if that is worth asking. None where the choice is left to the builder.
    """
    if instruction.heard.is_left:
        return None
    if _is_left(instruction):
        return instruction.request.exchanges[-1].question
    return best if best is not None and best.value > least else None


def _most_valuable(
    instruction: GroundedInstruction,
    guess: Guess,
    candidates: Candidates | None,
    p_unclear: float,
    least: float,
) -> ClarifyingQuestion | None:
    """The question whose answer is expected to add most, weighed by how often it is understood; None if there
    is none to ask, or only the question for a build, which adds less than `least`.
    """

    def weighed(question: ClarifyingQuestion) -> ClarifyingQuestion:
        worth = how_often_understood(question.type) * _openness(instruction, question, p_unclear)
        return replace(question, value=question.value * worth)

    proposals = [weighed(question) for question in proposals_of(instruction, guess, candidates)]
    while (best := max(proposals, key=lambda question: question.value, default=None)) is not None:
        if best.asked != LIKE_THIS:
            return best
        proposals.remove(best)
        if candidates is not None and best.value > least:
            said = in_words(instruction, guess, candidates)
            proposals += [weighed(said)] if said is not None else []
    return None


def is_to_be_shown(instruction: GroundedInstruction, guess: Guess) -> bool:
    """Whether a build removes blocks that may not be meant, or may be denied, and was not shown yet."""
    if was_shown(instruction) or (guess.is_read and _was_chosen(instruction)):
        return False
    understanding = instruction.heard.understanding
    is_open = understanding.reading.is_full and not understanding.results
    is_unsure = only_removes(guess) and (guess.probability < SURE_OF_REMOVAL or is_open)
    return is_unsure or _is_much(instruction, guess) or is_denied(instruction, guess)


def _is_refused(instruction: GroundedInstruction, guess: Guess) -> bool:
    """Whether a build after the "no" to another one may be as wrong: it removes blocks, is not sure, and does
    not remove only a part of the blocks of the other one.
    """
    before = guess_before(instruction)
    answer = instruction.request.exchanges[-1].answer
    tells = not reply_in(answer) and not denies_something(answer)  # "No, only the red one."
    if tells and before is not None and removes_less(guess, before):
        return False
    is_unsure = only_removes(guess) and guess.probability < SURE_OF_REMOVAL
    return is_unsure or is_denied(instruction, guess)


def _is_no_removal(instruction: GroundedInstruction, guess: Guess) -> bool:
    """Whether a build only removes blocks, by words that are read as something else."""
    reading = instruction.heard.understanding.reading
    says = any(isinstance(command, Remove) for command in reading.program)
    return only_removes(guess) and reading.is_full and not says and not guess.is_read


def is_denied(instruction: GroundedInstruction, guess: Guess) -> bool:
    """Whether a text denies something, and its build may be that: it is not the reading of the words and
    removes blocks, or is not sure. A build that was agreed to is not denied.
    """
    probability = guess.probability
    if probability >= AGREED or not denies_something(instruction.request.instruction):
        return False
    takes_away = removed_share(guess) > 0 and not _is_read(instruction, guess)
    return takes_away or probability < SURE_OF_REMOVAL


def _was_chosen(instruction: GroundedInstruction) -> bool:
    """Whether the last answer chooses one of the options."""
    if not instruction.request.exchanges:
        return False
    last, heard = instruction.request.exchanges[-1], instruction.heard
    is_chosen = heard.is_filled and heard.told == "which" and not denies_something(last.answer)
    return last.answer in last.question.offered or (bool(last.question.offered) and is_chosen)


def _is_much(instruction: GroundedInstruction, guess: Guess) -> bool:
    """Whether a build would remove much of the world by unread words, and was not shown."""
    share = 0.0 if was_shown(instruction) else removed_share(guess)
    return share > MOST_REMOVED and not _is_read(instruction, guess)


def _is_read(instruction: GroundedInstruction, guess: Guess) -> bool:
    return instruction.heard.understanding.reading.is_full and guess.is_read


def _openness(instruction: GroundedInstruction, question: ClarifyingQuestion, p_unclear: float) -> float:
    """The probability in [0, 1] that the subject of a question is open: unread words may only be unknown to
    the builder.
    """
    is_general = question.asked == IN_OTHER_WORDS or question.type == "confirmation"
    if question.about == "words" and not is_general:
        return 1.0
    later = LATER ** len(instruction.request.exchanges)
    return min(1.0, OPEN_AT_LEAST + OPEN_BY_CLARITY * p_unclear) * later


def least_gain(cost_of_asking: float | None) -> float:
    """The gain that an answer must exceed."""
    return max(LEAST_VALUE, COST_OF_ASKING if cost_of_asking is None else cost_of_asking)

"""The utterances of a dialogue, in words."""

from __future__ import annotations

from cq.arrays import is_integer
from cq.dialogue.history import History
from cq.dialogue.questions import ClarifyingQuestion, Option
from cq.dialogue.replies import reply
from cq.errors import InputError, excerpt
from cq.language.asked import question_in
from cq.language.instruction import check_instruction
from cq.language.spoken import NEVER_MIND, Turns, Utterance
from cq.utterances import find_mark


def utterances_of(history: History) -> Turns:
    """What architect and builder said in a history, oldest first."""
    said: list[Utterance] = []
    for number, step in enumerate(history.steps):
        before, turn, words = history.before(number), step.turn, reply(step.turn)
        if history.is_open(before) and step.back_to == before:
            if turn.question is None:  # It is still open.
                turn = history.steps[before - 1].turn
                words = f"{words} {reply(turn)}"
        elif history.is_open(before) and not step.is_answer:
            said.append(Utterance("builder", NEVER_MIND, "drop"))
        said.append(Utterance("architect", step.said))
        for question, answer in step.assumed:
            asked = question_in(question)
            said += [Utterance("builder", question, "ask", asked), Utterance("architect", answer)]
        said.append(Utterance("builder", words, turn.action, turn.question, step.memory, turn.guess))
    return tuple(said)


def checked_utterance(text: str, name: str) -> str:
    """The architect's words, stripped. Raises `InputError` if they are not an utterance."""
    checked = check_instruction(text, name)
    if found := find_mark(checked):
        raise InputError(
            f"{name} {checked[:40]!r} holds the mark {found}; give what the architect says alone"
        )
    return checked


def in_words(answer: str | int | Option, question: ClarifyingQuestion | None) -> str:
    """An answer to a question in words: an option, or the number of one, is what it says.

    Raises `InputError` naming the options if the answer is none of them.
    """
    options = () if question is None else question.options
    if isinstance(answer, Option):
        if answer.text in [option.text for option in options]:
            return answer.text
    elif isinstance(answer, str):
        number = _number(answer, question)
        if number is None or 1 <= number <= len(options):
            return answer if number is None else options[number - 1].text
    elif is_integer(answer) and 1 <= answer <= len(options):
        return options[int(answer) - 1].text
    listed = ", ".join(f"{i} {option.text!r}" for i, option in enumerate(options, start=1))
    raise InputError(
        f"answer {excerpt(answer, 40)} is not an option of the question; "
        + (f"its options are {listed}" if options else "it has none: answer in words")
    )


def _number(answer: str, question: ClarifyingQuestion | None) -> int | None:
    """The number of an option if an answer in words is only a number, unless the question has no options or
    asks for a number.
    """
    text = answer.strip()
    if question is None or not question.options or question.is_counted:
        return None
    if not (text.isascii() and text.isdecimal()):
        return None
    return int(text.lstrip("0")[:4] or "0")  # Python refuses numbers of thousands of digits.

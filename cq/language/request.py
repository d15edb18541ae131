"""What the architect wants now: an instruction, and what was asked and answered about it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from cq.language.program import Talk
from cq.language.tokens import tokenize

Turns = tuple[tuple[str, str], ...]
"""What was said, oldest first: (speaker, text)."""

DONE, UNSURE, REFUSED, NEVER_MIND = "Done:", "Perhaps:", "Sorry, I cannot do that:", "Never mind."
UNDERSTOOD = "Understood:"
"""How the builder's turn begins that gives a request of another domain, completed by its answers."""
BUILT = (DONE, UNSURE)
"""How the builder's turns begin that build: what it is sure of, and what it is not."""
LIKE_THIS = "Like this"
"""How the builder's question whether it has understood begins; the build follows a colon."""
CLOSINGS = (*BUILT, UNDERSTOOD, REFUSED, NEVER_MIND)
"""How this library's builder begins a turn that asks nothing. Such a turn ends what was asked before."""

_BEFORE_A_QUESTION = frozenset("and but so ok okay sorry then , hi hello".split())
_ASKING = frozenset(
    "which what where how who should shall do does did is are was can could would will am".split()
)
_BEFORE_WHICH, _OPENLY = (
    frozenset("on in at of to by from with for under".split()),
    frozenset("which what how".split()),
)
_PROBLEMS = (
    *(f" there {verb} {found} " for verb in ("is", "are") for found in "no not two three several".split()),
    *(" more than one ", " there are multiple ", " not see ", " no existing "),
)
"""What a recorded builder says instead of a question: nothing of the kind stands, or several do."""


@dataclass(frozen=True)
class Exchange:
    """A question of the builder and the architect's answer."""

    question: str
    answer: str


@dataclass(frozen=True)
class Request:
    """What the architect wants now.

    `exchanges` are the questions about `instruction` and their answers, oldest first. `context` is what was
    said before the instruction, (speaker, text).
    """

    instruction: str
    exchanges: tuple[Exchange, ...] = ()
    context: Turns = ()

    @cached_property
    def text(self) -> str:
        """The instruction and all answers as one text, for readers that know no dialogue."""
        return " ".join(map(_sentence, self.said)) if self.exchanges else self.instruction

    @property
    def said(self) -> tuple[str, ...]:
        """The instruction and all answers."""
        return self.instruction, *(exchange.answer for exchange in self.exchanges)

    @property
    def history(self) -> Turns:
        """What people said in the context, without the `CLOSINGS`."""
        return tuple(turn for turn in self.context if not turn[1].startswith(CLOSINGS))

    @property
    def dialogue(self) -> Turns:
        """The instruction and its exchanges as turns; the last is the architect's."""
        asked = [
            turn for one in self.exchanges for turn in (("builder", one.question), ("architect", one.answer))
        ]
        return (("architect", self.instruction), *asked)


def read_request(text: str, dialogue: Turns = ()) -> Request:
    """The request that ends with the architect's `text`, which follows `dialogue`.

    If the builder's turn directly before `text` asks something, `text` is its answer, and the instruction is
    what the architect said before the first question of that chain. A builder's turn that asks nothing ends
    a chain, and so do two turns of the architect, of which the second is a new instruction. What the builder
    asks about something that it has done ("Done: …", "Like this?") makes the text no answer: it is a new
    instruction, which may go on from there.
    """
    exchanges: list[Exchange] = []
    said, before = text, list(dialogue)
    if is_talk(text) and not (_question_at_end(before) and _is_side(text)):
        return Request(text, (), tuple(dialogue))
    while question := _question_at_end(before):
        asked_about, words = question
        if not asked_about or asked_about[-1][0] == "builder":
            break  # Nobody asks about nothing: the text is an instruction.
        exchanges.append(Exchange(words, said))
        *before, (_, said) = asked_about
    return Request(said, tuple(reversed(exchanges)), tuple(before))


def is_question(text: str) -> bool:
    """Whether a builder's turn wants an answer: it asks something, or says that nothing or that several
    things fit.
    """
    if text.startswith(CLOSINGS):
        return False
    if "?" in text:
        return True
    sentences: list[list[str]] = [[]]
    for token in tokenize(text):
        if token.text in (".", "!", ";"):
            sentences.append([])
        elif sentences[-1] or token.text not in _BEFORE_A_QUESTION:
            sentences[-1].append(token.text)
    words = f" {' '.join(word for one in sentences for word in one)} "
    openly = any(one[1:] and one[0] in _BEFORE_WHICH and one[1] in _OPENLY for one in sentences)
    return (
        openly
        or any(one and one[0] in _ASKING for one in sentences)
        or any(one in words for one in _PROBLEMS)
    )


def head_of(question: str) -> str:
    """A question without its options, which follow a colon."""
    return question.split(":")[0].rstrip(" ?")


def options_in(question: str) -> tuple[str, ...]:
    """The options that a question lists behind a colon: "the red one, the blue one or the green one?"."""
    head, _, listed = question.partition(":")
    if head == LIKE_THIS:
        return (listed.strip(" ?"),)
    if not listed:
        return ()
    *most, last = listed.strip(" ?.").split(", ")
    named = [one.strip().removeprefix("or ") for one in (*most, *last.split(" or "))]
    return tuple(one.split(")")[-1].strip() if one[1:2] == ")" else one for one in named if one)  # "1) red"


def _is_side(text: str) -> bool:
    """Whether a text may name a side, as "right" does, which praises where nothing is asked."""
    from cq.language.reading import read

    return read(text, "Direction")[0].is_full


def is_talk(text: str) -> bool:
    """Whether a text only asks about the world or the talk, or greets: it is replied to, and changes
    nothing.
    """
    from cq.language.reading import read

    found = next((one for one in read(text) if one.is_full), None)
    return found is not None and all(isinstance(one, Talk) for one in found.program)


def _question_at_end(turns: list[tuple[str, str]]) -> tuple[list[tuple[str, str]], str] | None:
    """The turns before the builder's question that ends the turns, and its words; None if none does. What it
    remarks just before belongs to the question. Talk behind the question, and the replies to it, are left
    out.
    """
    while (
        len(turns) >= 2
        and [one for one, _ in turns[-2:]] == ["architect", "builder"]
        and is_talk(turns[-2][1])
        and not _is_side(turns[-2][1])
    ):
        turns = turns[:-2]
    if not turns or turns[-1][0] != "builder" or not is_question(turns[-1][1]):
        return None
    count = 0
    while (
        count < len(turns)
        and turns[-count - 1][0] == "builder"
        and not turns[-count - 1][1].startswith(CLOSINGS)
    ):
        count += 1
    asked_about = turns[: len(turns) - count]
    return asked_about, " ".join(text for _, text in turns[len(asked_about) :])


def _sentence(text: str) -> str:
    return text if text[-1:] in ".!?;" else f"{text}."

"""What the architect wants now: an instruction, and what was asked and answered about it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import dropwhile

from cq.language.denials import SAY_ANEW, is_whole_order
from cq.language.questions import ASKED_WORDINGS
from cq.language.wordings import padded, says
from cq.language.words import split_clauses

Turns = tuple[tuple[str, str], ...]
"""What was said, oldest first: (speaker, text)."""

_ASKING = frozenset(
    "which what where how who should shall do does did is are was can could would will am".split()
)
_FILLERS = frozenset("and but so ok okay sorry then ,".split())
_ABOUT = frozenset(
    "i you we it they the there that this these those block blocks color colors colour colours way many one "
    "ones side direction edge corner tower".split()
)
_PROBLEM = [wordings for name, wordings in ASKED_WORDINGS.items() if name in ("missing", "several")]
"""What a builder says instead of a question: nothing of the kind stands, or several do."""

DONE, REFUSED, NEVER_MIND = "Done:", "Sorry, I cannot do that:", "Never mind."
CLOSINGS = (DONE, REFUSED, NEVER_MIND)
"""How this library's builder begins a turn that asks nothing. Such a turn ends what was asked before."""


@dataclass(frozen=True)
class Exchange:
    """A question of the builder and the architect's answer."""

    question: str
    answer: str


@dataclass(frozen=True)
class Request:
    """What the architect wants now.

    `exchanges` are the questions about `instruction` and their answers, oldest first. `context` is what was
    said before the instruction, (speaker, text), and already carried out.
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
    a chain, and so do two turns of the architect, of which the second is a new instruction. Where the builder
    wants it said in other words, and the answer is a whole order, the answer is the instruction.
    """
    anew: tuple[str, tuple[Exchange, ...]] | None = None
    exchanges: list[Exchange] = []
    said, before = text, list(dialogue)
    while question := _question_at_end(before):
        count, words = question
        if len(before) == count:
            break  # Nobody asks about nothing: the text is an instruction.
        if anew is None and SAY_ANEW in words and is_whole_order(said):
            anew = said, tuple(reversed(exchanges))
        exchanges.append(Exchange(words, said))
        said = before[-count - 1][1]
        del before[-count - 1 :]
    said, answered = anew or (said, tuple(reversed(exchanges)))
    return Request(said, answered, tuple(before))


def is_question(text: str) -> bool:
    """Whether a builder's turn wants an answer: it asks something, or says that nothing or that several
    things fit.
    """
    if text.startswith(CLOSINGS):
        return False
    if "?" in text or any(says(padded(text), wordings) for wordings in _PROBLEM):
        return True
    for clause in split_clauses(text):
        words = list(dropwhile(_FILLERS.__contains__, clause.split()))
        if words and words[0] in _ASKING and _ABOUT.intersection(words[1:]):
            return True
    return False


def _question_at_end(turns: list[tuple[str, str]]) -> tuple[int, str] | None:
    """How many of the last turns are the builder's question, and its words; None if it asks nothing."""
    if not turns or turns[-1][0] != "builder" or not is_question(turns[-1][1]):
        return None
    count = 0
    while count < len(turns) and turns[-count - 1][0] == "builder" and is_question(turns[-count - 1][1]):
        count += 1
    return count, " ".join(text for _, text in turns[len(turns) - count :])


def _sentence(text: str) -> str:
    return text if text[-1:] in ".!?;" else f"{text}."

"""Utterances: what was said, with what the dialogue knows of it besides the words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from cq.language.asked import ClarifyingQuestion, question_in
from cq.language.tokens import tokenize

Act = Literal["ask", "build", "reply", "refuse", "drop", ""]
"""What the builder does by an utterance: "drop" takes its question back, "" only says something."""
Turns = tuple[tuple[str, str], ...]
"""What was said, oldest first: (speaker, text), some of them `Utterance`."""

DONE, UNSURE, REFUSED, NEVER_MIND = "Done:", "Perhaps:", "Sorry, I cannot do that:", "Never mind."
UNDERSTOOD = "Understood:"
"""How the builder's turn begins in a transcript that gives a request of another domain with its answers."""
MARKS: dict[str, Act] = {
    DONE: "build",
    UNSURE: "build",
    UNDERSTOOD: "reply",
    REFUSED: "refuse",
    NEVER_MIND: "drop",
}
"""How the builder's turns begin in a transcript that ask nothing, and end what was asked before."""
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


class Utterance(tuple[str, str]):
    """(speaker, text). Of a builder's turn `act` is what it does by it, and `question` what it asks.

    `memory` is what is known of how it built (`cq.semantics.memory.Memory`), `guess` what it would have built
    when it asked (`cq.dialogue.guess.Guess`); None if nothing is known.
    """

    act: Act
    question: ClarifyingQuestion | None
    memory: Any
    guess: Any

    def __new__(
        cls,
        speaker: str,
        text: str,
        act: Act = "",
        question: ClarifyingQuestion | None = None,
        memory: Any = None,
        guess: Any = None,
    ) -> Utterance:
        said = super().__new__(cls, (speaker, text))
        said.act, said.question, said.memory, said.guess = act, question, memory, guess
        return said

    def __getnewargs__(self) -> tuple[Any, ...]:  # type: ignore[override]
        return (*self, self.act, self.question, self.memory, self.guess)

    @property
    def ends(self) -> bool:
        """Whether it ends what was asked before."""
        return self.act in ("build", "refuse", "drop") or (
            self.act == "reply" and self[1].startswith(UNDERSTOOD)
        )


def spoken(turns: Iterable[tuple[str, str]]) -> tuple[Utterance, ...]:
    """Turns as utterances: of those in words it is read what the builder does by them."""
    return tuple(one if isinstance(one, Utterance) else _in_words(*one) for one in turns)


def _in_words(speaker: str, text: str) -> Utterance:
    if speaker != "builder":
        return Utterance(speaker, text)
    act = next((act for mark, act in MARKS.items() if text.startswith(mark)), None)
    if act is None and is_question(text):
        return Utterance(speaker, text, "ask", question_in(text))
    return Utterance(speaker, text, act or "")


def is_question(text: str) -> bool:
    """Whether a builder's turn in words wants an answer: it asks something, or says that nothing or that
    several things fit.
    """
    if text.startswith(tuple(MARKS)):
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

"""Utterances: the words, with the dialogue's knowledge about them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from cq.language.asked import ClarifyingQuestion, question_in
from cq.language.tokens import tokenize

Act = Literal["ask", "build", "reply", "refuse", "drop", ""]
"""The builder's act by an utterance: "drop" takes its question back, "" only says something."""
Turns = tuple[tuple[str, str], ...]
"""Turns, oldest first: (speaker, text), some of them `Utterance`."""

DONE, UNSURE, REFUSED, NEVER_MIND = "Done:", "Perhaps:", "Sorry, I cannot do that:", "Never mind."
UNDERSTOOD = "Understood:"
"""The beginning of a builder's turn in a transcript that gives a request of another domain with its
answers."""
MARKS: dict[str, Act] = {
    DONE: "build",
    UNSURE: "build",
    UNDERSTOOD: "reply",
    REFUSED: "refuse",
    NEVER_MIND: "drop",
}
"""The beginnings of builder's turns in a transcript that ask nothing, and end the questions before them."""
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
"""Words of recorded builders in place of a question: nothing of the kind is there, or several are."""


class Utterance(tuple[str, str]):
    """(speaker, text). A builder's turn has its `act`, and its `question` if it asks.

    `memory` tells how it built (`cq.semantics.memory.Memory`), `guess` is the best build when it asked
    (`cq.dialogue.guess.Guess`); None if nothing is known.
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
        """Whether it ends the questions before it."""
        return self.act in ("build", "refuse", "drop") or (
            self.act == "reply" and self[1].startswith(UNDERSTOOD)
        )


def spoken(turns: Iterable[tuple[str, str]]) -> tuple[Utterance, ...]:
    """Turns as utterances: the builder's acts are read from turns in words."""
    return tuple(turn if isinstance(turn, Utterance) else _in_words(*turn) for turn in turns)


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
    words = f" {' '.join(word for sentence in sentences for word in sentence)} "
    openly = any(
        sentence[1:] and sentence[0] in _BEFORE_WHICH and sentence[1] in _OPENLY for sentence in sentences
    )
    return (
        openly
        or any(sentence and sentence[0] in _ASKING for sentence in sentences)
        or any(problem in words for problem in _PROBLEMS)
    )

"""`Turn`: the builder's turn about one instruction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import InitVar, dataclass, field, replace
from html import escape
from textwrap import shorten
from typing import Any, Literal, TypeAlias

from cq.building import Build
from cq.clarity import Clarity
from cq.dialogue.guess import Guess
from cq.dialogue.questions import ClarifyingQuestion
from cq.ranking import RankedQuestion
from cq.ranking.question_list import QuestionList

ActionName = Literal["build", "ask", "refuse", "reply"]
Ranking: TypeAlias = "list[RankedQuestion] | Callable[[], list[RankedQuestion]] | None"
LONGEST_SHOWN = 80
"""Characters of a question, and of its options, that its turn shows."""
ACTIONS: tuple[ActionName, ...] = ("build", "ask", "refuse", "reply")


@dataclass(frozen=True, eq=False, repr=False)
class Turn:
    """The builder's turn about one instruction.

    `action` is "build", "ask", "refuse" or "reply". `question` is its question, with `.text` and `.options`;
    None unless it asks. `build` is its build; None unless it builds. `reply` is its reply to a text that is
    not an order, also beside a build; None if nothing was asked. `guess` is the best build now, with its
    probability and assumptions, whatever the action; None for a text that is not an order. `reasons` are the
    sentences that speak for the action, possibly none. `clarity` has the probability that a person would ask.
    """

    action: ActionName
    clarity: Clarity
    question: ClarifyingQuestion | None = None
    build: Build | None = None
    reasons: tuple[str, ...] = ()
    ranking: InitVar[Ranking] = None
    """`questions`, or a function that computes them."""
    reply: str | None = field(default=None, kw_only=True)
    guess: Guess | None = field(default=None, kw_only=True)

    def __post_init__(self, ranking: Ranking) -> None:
        self.__dict__["_ranking"] = ranking

    @property
    def assumptions(self) -> tuple[str, ...]:
        """The fillings that the guess takes for open ends, as sentences."""
        return () if self.guess is None else self.guess.assumptions

    @property
    def questions(self) -> list[RankedQuestion] | None:
        """The questions of the bank for the instruction, best first, None unless the action is "ask".

        They may be computed on first access, which takes longer than the turn itself.
        """
        ranking: Ranking = self.__dict__["_ranking"]
        if callable(ranking):
            ranking = ranking()
        if ranking is not None and not isinstance(ranking, QuestionList):
            ranking = QuestionList(ranking)
        self.__dict__["_ranking"] = ranking
        return ranking

    def because(self, reason: str) -> Turn:
        """The same turn with one reason more."""
        return replace(self, reasons=(*self.reasons, reason), ranking=self.__dict__["_ranking"])

    def __getstate__(self) -> dict[str, Any]:
        # The models that rank are not part of a copy, nor the understanding of the guess.
        guess = None if self.guess is None else replace(self.guess, understanding=None)
        return {**self.__dict__, "_ranking": self.questions, "guess": guess}

    def __repr__(self) -> str:
        if self.question is not None:
            options = ", ".join(repr(option.text) for option in self.question.options)
            text, options = (
                shorten(text, LONGEST_SHOWN, placeholder=" …") for text in (self.question.text, options)
            )
            return f"Turn('ask', {text!r}, options=[{options}])"
        if self.build is not None:
            count = len(self.build.actions)
            actions = f"{count} action{'' if count == 1 else 's'}"
            return f"Turn('build', {actions}, confidence={self.build.confidence:.2f})"
        if self.reply is not None:
            return f"Turn('reply', {shorten(self.reply, LONGEST_SHOWN, placeholder=' …')!r})"
        return f"Turn({self.action!r}, reasons={list(self.reasons)})"

    def _repr_html_(self) -> str:
        """The question with its options, the build, or the reasons, for notebooks."""
        if self.build is not None:
            return self.build._repr_html_()
        if self.reply is not None:
            return f"<div>{escape(self.reply)}</div>"
        reasons = "".join(f"<li>{escape(reason)}</li>" for reason in self.reasons)
        if self.question is None:
            return f"<div><b>{self.action}</b></div><ul>{reasons}</ul>"
        options = "".join(f"<li>{escape(option.text)}</li>" for option in self.question.options)
        return f"<div><b>{escape(self.question.text)}</b></div><ol>{options}</ol><ul>{reasons}</ul>"

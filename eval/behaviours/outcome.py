"""What the library did in a case, and what of it was right."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import cq
from cq import InputError, Turn, World
from cq.language.questions import question_kinds
from eval.behaviours.case import Case

Ask = Callable[[list[str], list[World]], list[Turn]]
"""`cq.ask`, or the `ask` of a pipeline."""

CONFIDENT = 0.8
"""A wrong build above this confidence is a confident error."""

_WHICH_SIDE = re.compile(
    r"\bwhich (?=(?:direction|way|side|edge|corner|colou?r|order|position|place|spot|square)s?\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Outcome:
    """What the library did in a case: its action, and its first question or its confidence.

    `exact` and `on_topic` are None where the case has no exact build, or does not say what a question must
    be about. Otherwise another action counts as a miss.
    """

    case: Case
    action: str
    question: str | None = None
    confidence: float | None = None
    exact: bool | None = None
    on_topic: bool | None = None

    @classmethod
    def of(cls, case: Case, turn: Turn) -> Outcome:
        """The outcome of a case from the turn that the library gave for it."""
        build = turn.build
        question = turn.questions[0].question if turn.questions else None
        asked = asked_kinds(question) if question else frozenset()
        return cls(
            case,
            "ask" if build is None else "build",
            question,
            None if build is None else build.confidence,
            None if case.target is None else build is not None and np.array_equal(build.grid, case.target),
            bool(asked & case.about) if case.about else None,
        )

    @property
    def is_right_action(self) -> bool:
        """Whether the action is one that the case expects."""
        return self.action in self.case.expect

    @property
    def is_confident_error(self) -> bool:
        """Whether it built something wrong, or built at all where it must not, with high confidence."""
        wrong = self.action == "build" and (not self.is_right_action or self.exact is False)
        return wrong and self.confidence is not None and self.confidence > CONFIDENT

    @property
    def failures(self) -> list[str]:
        """What went wrong, in words; empty if all is right."""
        found = []
        if not self.is_right_action:
            found.append(f"{self.action} instead of {' or '.join(sorted(self.case.expect))}")
        elif self.exact is False:
            found.append("another build than the only right one")
        elif self.on_topic is False and self.action == "ask":
            found.append(f"the question is not about {' or '.join(sorted(self.case.about))}")
        if self.is_confident_error:
            found.append(f"confidence above {CONFIDENT}")
        return found

    def to_dict(self) -> dict[str, Any]:
        """The outcome as JSON values."""
        return {
            "id": self.case.id,
            "kind": self.case.kind,
            "instruction": self.case.instruction,
            "expect": sorted(self.case.expect),
            "action": self.action,
            "question": self.question,
            "confidence": self.confidence,
            "exact": self.exact,
            "on_topic": self.on_topic,
            "failures": self.failures,
        }


def asked_kinds(question: str) -> frozenset[str]:
    """The kinds of ambiguity that a question asks about, as `question_kinds`; but "which side" and the like
    do not ask which blocks are meant.
    """
    return question_kinds(question) - ({"reference"} - question_kinds(_WHICH_SIDE.sub("", question)))


def is_supported(case: Case) -> bool:
    """Whether the library can be asked about the case: not yet if it is a dialogue."""
    return not case.exchanges


def run_cases(cases: Sequence[Case], ask: Ask = cq.ask) -> list[Outcome]:
    """The outcomes of the cases, in order, from one batch.

    Raises `InputError` for a case that is not supported.
    """
    for case in cases:
        if not is_supported(case):
            raise InputError(f"case {case.id!r} is a dialogue, which `cq.ask` does not read; leave it out")
    turns = ask([case.instruction for case in cases], [case.world for case in cases])
    return [Outcome.of(case, turn) for case, turn in zip(cases, turns, strict=True)]

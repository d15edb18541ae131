"""What the library did in a case, and what of it was right."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

import cq
from cq import Build, Turn
from cq.language.questions import question_kinds
from eval.behaviours.case import Case

CONFIDENT = 0.8
"""A wrong build above this confidence is a confident error."""

_WHICH_SIDE = re.compile(
    r"\bwhich (?=(?:direction|way|side|edge|corner|colou?r|order|position|place|spot|square)s?\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Outcome:
    """What the library did in a case, after its last answer if it is a dialogue: its action, and its
    question or its confidence.

    `exact` is None where the case has no exact build, and `on_topic` where it does not say what a question
    must be about, or where the action is right without asking. Otherwise another action is a miss. `repeats`
    is whether it asks again what an answer has settled, None where nothing is settled.
    """

    case: Case
    action: str
    question: str | None = None
    confidence: float | None = None
    exact: bool | None = None
    on_topic: bool | None = None
    repeats: bool | None = None

    @classmethod
    def of(cls, case: Case, turn: Turn) -> Outcome:
        """The outcome of a case from the turn that the library gave for it."""
        build = turn.build
        question = turn.question.text if turn.question else None
        asked = asked_kinds(question) if question else frozenset()
        needs_question = case.about and (turn.action == "ask" or turn.action not in case.expect)
        return cls(
            case,
            turn.action,
            question,
            None if build is None else build.confidence,
            None if case.target is None else _is_exact(build, case),
            bool(asked & case.about) if needs_question else None,
            bool(asked & case.settled) if case.settled else None,
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
    def done(self) -> str:
        """What the library did, in words."""
        if self.confidence is not None:
            return f"built, confidence {self.confidence:.2f}"
        return "refused" if self.question is None else f"asked: {self.question}"

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
        if self.repeats:
            found.append("it asks again what was answered")
        if self.is_confident_error:
            found.append(f"confidence above {CONFIDENT}")
        return found

    def to_dict(self) -> dict[str, Any]:
        """The outcome as JSON values."""
        case, own = self.case, {field.name: getattr(self, field.name) for field in fields(self)[1:]}
        exchanges = [[one.question.text, one.answer] for one in case.exchanges]
        of_case = {"id": case.id, "kind": case.kind, "instruction": case.instruction, "exchanges": exchanges}
        return of_case | {"expect": sorted(case.expect)} | own | {"failures": self.failures}


def asked_kinds(question: str) -> frozenset[str]:
    """The kinds of ambiguity that a question asks about, as `question_kinds`; but "which side" and the like
    do not ask which blocks are meant.
    """
    return question_kinds(question) - ({"reference"} - question_kinds(_WHICH_SIDE.sub("", question)))


def run_cases(cases: Sequence[Case], ask: Callable[..., list[Turn]] = cq.ask) -> list[Outcome]:
    """The outcomes of the cases, in order, from one batch of `cq.ask`, or of the `ask` of a pipeline."""
    before = [case.dialogue[:-1] or None for case in cases]
    texts = [case.dialogue[-1][1] for case in cases]
    turns = ask(texts, [case.world for case in cases], dialogue=before)
    return [Outcome.of(case, turn) for case, turn in zip(cases, turns, strict=True)]


def run_builds(cases: Sequence[Case], build: Callable[..., list[Build]] = cq.build) -> list[Outcome]:
    """The outcomes of cases with one right build each, from one batch. The builder is asked for a build
    directly, so they do not depend on when `cq.ask` would ask.
    """
    builds = build([case.instruction for case in cases], [case.world for case in cases])
    return [
        Outcome(case, "build", confidence=built.confidence, exact=_is_exact(built, case))
        for case, built in zip(cases, builds, strict=True)
    ]


def _is_exact(build: Build | None, case: Case) -> bool:
    return build is not None and case.target is not None and np.array_equal(build.grid, case.target)

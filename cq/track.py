"""The two classes that the evaluator of the IGLU 2022 NLP track calls.

The evaluator constructs each without arguments, calls it row by row, and stops at the first exception.
An input that cannot be read or answered therefore causes a warning, and still gets an answer.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

from cq.errors import CqError, InputError, MissingFileError, excerpt
from cq.language.instruction import check_instruction
from cq.pipeline import Pipeline
from cq.pipeline.default import default_pipeline
from cq.ranking import QuestionBank
from cq.utterances import has_lone_surrogates
from cq.world import World


class UnansweredWarning(UserWarning):
    """A row got an answer of the protocol's form, but not from a model: the message says why."""


class _Answering:
    """The evaluator's interface to a pipeline; None means the default one (see `cq.use`)."""

    def __init__(self, pipeline: Pipeline | None = None) -> None:
        self.pipeline = pipeline or default_pipeline()

    def raise_aicrowd_error(self, msg: str) -> None:
        """Called by the evaluator to log; raises `NameError` with the message, as its examples do."""
        raise NameError(msg)


class TrackClassifier(_Answering):
    """When to ask. `pipeline` None means the default one (see `cq.use`)."""

    def clarification_required(self, instruction: str, gridworld_state: dict[str, Any] | None) -> int:
        """1 if a clarifying question is needed, else 0. An instruction without words gives 1.

        `gridworld_state` holds `avatarInfo` and `worldEndingState`; None means an unknown world.
        """
        try:
            text = check_instruction(instruction)
            (clarity,) = self.pipeline.classify([text], [_world(gridworld_state)])
        except Exception as error:
            warnings.warn(f"{_reason(error)}; a question is needed", UnansweredWarning, stacklevel=2)
            return 1
        return int(not clarity.is_clear)


class TrackRanker(_Answering):
    """What to ask. `pipeline` None means the default one (see `cq.use`)."""

    def rank_questions(
        self, instruction: str, gridworld_state: dict[str, Any] | None, question_bank: Sequence[str]
    ) -> list[str]:
        """The questions of `question_bank`, best first; the argument is not changed.

        The evaluator counts the first place of the asked question. So each question comes once, and its
        repetitions come at the end, where they lower the rank of no other question.
        """
        different = list(dict.fromkeys(filter(_is_question, question_bank)))
        try:
            text = check_instruction(instruction)
            if not different:
                return repeats_last(question_bank)
            bank = QuestionBank.parse(different)
            (ranked,) = self.pipeline.rank(bank, [text], [_world(gridworld_state)])
        except Exception as error:
            warnings.warn(
                f"{_reason(error)}; the questions keep their order", UnansweredWarning, stacklevel=2
            )
            return repeats_last(question_bank)
        order = {question.question: question.rank for question in ranked}
        ranks = [order[question] if _is_question(question) else len(order) + 1 for question in question_bank]
        places = sorted(range(len(ranks)), key=ranks.__getitem__)
        return repeats_last([question_bank[place] for place in places])


def _reason(error: Exception) -> str:
    return str(error) if isinstance(error, CqError) else f"{type(error).__name__}: {error}"


def _is_question(question: Any) -> bool:
    return isinstance(question, str) and bool(question.strip()) and not has_lone_surrogates(question)


def repeats_last(questions: Sequence[str]) -> list[str]:
    """Each question once, in order, then the repetitions, in order."""
    seen: set[str] = set()
    first: list[str] = []
    repeated: list[str] = []
    for question in questions:
        # A value that is not a text may have no hash.
        key = question if isinstance(question, str) else excerpt(question)
        (repeated if key in seen else first).append(question)
        seen.add(key)
    return first + repeated


def _world(state: dict[str, Any] | None) -> World:
    try:
        if not isinstance(state, (dict, World, type(None))):
            raise InputError(f"the world is {excerpt(state)}, no recorded state")
        return World.parse(state)
    except (InputError, MissingFileError) as error:
        warnings.warn(f"{error}; the world is taken as unknown", stacklevel=3)
        return World.parse(None)

"""Results as columns of the data frame that the instructions came in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from cq.building import Build
from cq.clarity import Clarity
from cq.dialogue.turn import Turn
from cq.errors import InputError
from cq.language.frames import is_frame
from cq.ranking import RankedQuestion

T = TypeVar("T")


def tabulated(instruction: Any, results: Any, columns: Callable[[T], Mapping[str, Any]]) -> Any:
    """The results as they are; or, if the instructions are a data frame, a copy of it with a column for each
    name that `columns` gives for a result. Index and other columns stay.

    Raises `InputError` for a frame that has a column of such a name already.
    """
    if not is_frame(instruction):
        return results
    rows = [columns(result) for result in results]
    frame = instruction.copy()
    for name in rows[0] if rows else ():
        if name in frame.columns:
            raise InputError(f"the data frame has a column {name!r} already; rename or drop it")
        frame[name] = _series(frame, [row[name] for row in rows])
    return frame


def clarity_columns(clarity: Clarity) -> dict[str, Any]:
    """`is_clear`, `p_unclear`, `reasons`."""
    return {
        "is_clear": clarity.is_clear,
        "p_unclear": clarity.p_unclear,
        "reasons": list(clarity.reasons),
    }


def ranking_columns(ranking: Sequence[RankedQuestion]) -> dict[str, Any]:
    """`qids`, `questions`, `question_scores`, best first."""
    return {
        "qids": [one.qid for one in ranking],
        "questions": [one.question for one in ranking],
        "question_scores": [one.score for one in ranking],
    }


def build_columns(build: Build) -> dict[str, Any]:
    """`built`, a grid of the zone, `actions` in words, `confidence`."""
    return {
        "built": build.grid,
        "actions": [str(action) for action in build.actions],
        "confidence": build.confidence,
    }


def turn_columns(turn: Turn) -> dict[str, Any]:
    """`action`, `asked` and its `options`, `reply`, `reasons`, `p_unclear`, `built`, `confidence`; None where
    the turn has no such thing.
    """
    question, build = turn.question, turn.build
    return {
        "action": turn.action,
        "asked": None if question is None else question.text,
        "options": [] if question is None else [option.text for option in question.options],
        "reply": turn.reply,
        "reasons": list(turn.reasons),
        "p_unclear": turn.clarity.p_unclear,
        "built": None if build is None else build.grid,
        "confidence": None if build is None else build.confidence,
    }


def _series(frame: Any, values: list[Any]) -> Any:
    """A column of values, lists and arrays kept whole."""
    import pandas as pd

    if any(hasattr(value, "__len__") and not isinstance(value, str) for value in values):
        cells = pd.Series([None] * len(values), index=frame.index, dtype=object)
        for i, value in enumerate(values):
            cells.iat[i] = value
        return cells
    return pd.Series(values, index=frame.index)

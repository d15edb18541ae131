"""Results as columns of the table of the instructions."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from cq.building import Build
from cq.clarity import Clarity
from cq.dialogue.turn import Turn
from cq.ranking import RankedQuestion
from cq.tables.frames import as_frame, input_name, is_frame

T = TypeVar("T")


class Cells(list[Any]):
    """A list in a cell. It prints as JSON, so that writers of text, such as `to_csv`, write a form that `cq`
    and others read; parquet stores it as any list.
    """

    def __repr__(self) -> str:
        return json.dumps(self, ensure_ascii=False)


CLARITY: Mapping[str, Callable[[Clarity], Any]] = {
    "is_clear": lambda clarity: clarity.is_clear,
    "p_unclear": lambda clarity: clarity.p_unclear,
    "reasons": lambda clarity: Cells(clarity.reasons),
}
"""Column → its value for a result. The other mappings have the same form."""

RANKING: Mapping[str, Callable[[Sequence[RankedQuestion]], Any]] = {
    "qids": lambda ranking: Cells(question.qid for question in ranking),
    "questions": lambda ranking: Cells(question.question for question in ranking),
    "question_scores": lambda ranking: Cells(question.score for question in ranking),
}
"""Best first."""

BUILD: Mapping[str, Callable[[Build], Any]] = {
    "built": lambda build: Cells(build.grid.tolist()),
    "actions": lambda build: Cells(map(str, build.actions)),
    "confidence": lambda build: build.confidence,
}
"""`built` is the grid of the zone, as nested lists; `actions` are in words."""

TURN: Mapping[str, Callable[[Turn], Any]] = {
    "action": lambda turn: turn.action,
    "asked": lambda turn: None if turn.question is None else turn.question.text,
    "options": lambda turn: Cells(
        [] if turn.question is None else [option.text for option in turn.question.options]
    ),
    "reply": lambda turn: turn.reply,
    "reasons": lambda turn: Cells(turn.reasons),
    "p_unclear": lambda turn: turn.clarity.p_unclear,
    "built": lambda turn: None if turn.build is None else BUILD["built"](turn.build),
    "confidence": lambda turn: None if turn.build is None else turn.build.confidence,
}
"""None, or no options, where the turn has no such part."""

DTYPES = {"is_clear": "bool", "p_unclear": "float64", "confidence": "float64"}
"""Dtypes of columns of numbers, independent of the rows. Others have the dtype object."""


def cells_of(result: T, columns: Mapping[str, Callable[[T], Any]]) -> dict[str, Any]:
    """The values of some columns for a result."""
    return {name: value(result) for name, value in columns.items()}


def tabulated(instruction: Any, results: Any, columns: Mapping[str, Callable[[T], Any]]) -> Any:
    """The results as they are; or, if the instructions are a table in memory, a data frame of it with more
    columns. Index and other columns stay; the name of one gets the prefix `input_` where an answer has it.
    """
    if not is_frame(instruction):
        return results
    import pandas as pd

    frame = as_frame(instruction)
    frame = frame.rename(columns={name: input_name(name, frame.columns, columns) for name in frame.columns})
    for name, value in columns.items():
        values = [value(result) for result in results]
        frame[name] = pd.Series(values, index=frame.index, dtype=DTYPES.get(name, "object"))
    return frame

"""Scores of predictions of any system on labelled rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from cq.data import stack_grids
from cq.data.asked_columns import TEXTS, first_of
from cq.data.cells import cell_value
from cq.data.folds import normalise
from cq.errors import InputError, excerpt, reporting
from cq.metrics import (
    average_precision,
    corpus_changed_f1,
    expected_calibration_error,
    grid_f1,
    macro_f1,
    mean_reciprocal_rank,
)
from cq.tables.cells import cell_list, is_empty, says_clear
from cq.tables.csv_text import check_separator
from cq.tables.files import read_rows
from cq.tables.frames import Table, frame_rows
from cq.world import World

if TYPE_CHECKING:
    import datasets

T = TypeVar("T")

Scores = dict[str, float | None]
"""By name; None where the predictions do not tell."""

COLUMNS = ("is_clear", "clarification_required", "p_unclear", "questions", "built")


def read_predictions(path: Path) -> Table:
    """A table of predictions: CSV, TSV, JSON lines or parquet. Raises `MissingFileError` or `InputError`."""
    return read_rows(path, "predictions")._replace(name="the predictions")


def score_predictions(dataset: datasets.Dataset, predictions: Any) -> Scores:
    """The scores that the columns of `predictions` allow, by name.

    `dataset` has the columns of `cq.data.features`, and `predictions`, a `Table` or a table in memory, as
    many rows in the same order. `is_clear`, yes or no (or the track's `clarification_required`, its
    opposite, or `p_unclear` above 0.5), gives macro-F1, and
    `p_unclear`, in [0, 1], average precision and calibration error. `questions` gives the mean reciprocal
    rank of the asked question over the rows that have one, 0 where it is not listed, and None if no row lists
    any of the asked questions: they are then from another bank. `built` gives changed
    F1, weighted by changed cells, and grid F1 over the clear rows with a target. Cells may hold JSON. A row
    with an empty cell has no answer, and counts as clear with probability 0.

    Raises `InputError` for rows that do not match, no such column, or a cell that cannot be read.
    """
    given = predictions if isinstance(predictions, Table) else frame_rows(predictions)
    _check_rows(dataset, given)
    unclear = np.array(dataset["label"])
    scores: Scores = {}
    if {"is_clear", "clarification_required", "p_unclear"} & set(given.columns):
        scores |= _asking_scores(unclear, given)
    if "questions" in given.columns:
        positives, rankings = _asked(dataset, given)
        if positives:
            is_other = _unlisted(positives, rankings) == len(positives)
            scores["mrr"] = None if is_other else mean_reciprocal_rank(rankings, positives)
    if "built" in given.columns:
        has_target = np.array([target is not None for target in dataset["target"]])
        rows = np.flatnonzero(has_target & (unclear == 0)).tolist()
        if rows:
            scores |= _building_scores(dataset.select(rows), _column(given, "built", _grid, rows))
    return scores


def unlisted_questions(dataset: datasets.Dataset, predictions: Any) -> int:
    """The number of asked questions that no list of the predictions holds: they lower the mean reciprocal
    rank, whatever the order. Some of them may come from another bank. 0 if there are no lists.
    """
    given = predictions if isinstance(predictions, Table) else frame_rows(predictions)
    if "questions" not in given.columns:
        return 0
    return _unlisted(*_asked(dataset, given))


def _unlisted(positives: Sequence[str], rankings: Sequence[Sequence[str]]) -> int:
    listed = {question for ranking in rankings for question in ranking}
    return sum(question not in listed for question in positives) if listed else 0


def _asked(dataset: datasets.Dataset, given: Table) -> tuple[list[str], list[list[str]]]:
    """The asked question of each row that has one, and the list that is given for the row."""
    questions = list(dataset["question"])
    asked = [i for i, question in enumerate(questions) if question is not None]
    return [questions[i] for i in asked], _column(given, "questions", _ranking, asked)


def _column(
    predictions: Table, name: str, read: Callable[[Any], T], rows: Sequence[int] | None = None
) -> list[T]:
    """The results of `read` for the cells of a column, in some rows or all. Raises `InputError` that names a
    cell by row and column.
    """
    found = []
    for i in range(len(predictions.rows)) if rows is None else rows:
        try:
            found.append(read(predictions.rows[i].get(name)))
        except InputError as error:
            raise InputError(f"prediction {i + 1}, column {name!r}: {error}") from None
    return found


def _check_rows(dataset: datasets.Dataset, predictions: Table) -> None:
    if not set(COLUMNS) & set(predictions.columns):
        check_separator(predictions.columns, predictions.name)
        raise InputError(
            f"the predictions have the columns {predictions.columns}; give at least one of "
            f"{', '.join(COLUMNS)}"
        )
    if len(dataset) != len(predictions.rows):
        raise InputError(
            f"{len(predictions.rows):,} predictions for {len(dataset):,} rows; give one for each, in their "
            "order"
        )
    if not set(TEXTS) & set(predictions.columns):
        return
    for i, (wanted, row) in enumerate(zip(dataset["instruction"], predictions.rows, strict=True), start=1):
        given = first_of(row, TEXTS)
        if normalise(str(given)) != normalise(wanted):
            raise InputError(
                f"prediction {i} is about {excerpt(given)}, row {i} about {wanted[:40]!r}; "
                "give them in the order of the rows"
            )


def _asking_scores(unclear: npt.NDArray[np.int64], predictions: Table) -> Scores:
    """Scores of when to ask."""
    has_p = "p_unclear" in predictions.columns
    p_unclear = np.array(_column(predictions, "p_unclear", _probability) if has_p else [])
    asks = (p_unclear > 0.5).astype(int)
    if "is_clear" in predictions.columns:
        asks = np.array(_column(predictions, "is_clear", _asks))
    elif "clarification_required" in predictions.columns:
        asks = np.array(_column(predictions, "clarification_required", _requires))
    scores: Scores = {"macro_f1": macro_f1(unclear, asks)}
    if has_p and len(set(unclear.tolist())) == 2:
        scores["average_precision"] = average_precision(unclear, p_unclear)
        scores["calibration_error"] = expected_calibration_error(unclear, p_unclear)
    return scores


def _asks(cell: Any) -> int:
    """1 for a cell that says "not clear", 0 for one that says "clear" or is empty."""
    says = True if is_empty(cell) else says_clear(cell)
    if says is None:
        raise InputError(f"it is {excerpt(cell)}; give yes or no, true or false, 1 or 0, clear or unclear")
    return int(not says)


def _requires(cell: Any) -> int:
    """1 for a cell that says that a question is needed, 0 for one that says no or is empty."""
    return 0 if is_empty(cell) else 1 - _asks(cell)


def _probability(cell: Any) -> float:
    """The probability in a cell, 0 in an empty one."""
    if is_empty(cell):
        return 0.0
    with reporting(f"it is {excerpt(cell)}", "give a probability", TypeError, ValueError):
        value = float(cell)
    if isinstance(cell, bool) or not 0 <= value <= 1:
        raise InputError(f"{excerpt(cell)} is outside 0 to 1; give a probability, or leave it empty")
    return value


def _ranking(cell: Any) -> list[str]:
    """The questions in a cell, best first; none in an empty one."""
    return [str(question) for question in cell_list(cell, "it")]


def _building_scores(rows: datasets.Dataset, built: list[npt.NDArray[np.int8] | None]) -> Scores:
    """Scores of the builds; a missing build counts as the start."""
    starts, targets = stack_grids(rows, "start"), stack_grids(rows, "target")
    pairs = zip(built, starts, strict=True)
    grids = np.stack([start if grid is None else grid for grid, start in pairs])
    return {
        "changed_f1_weighted": corpus_changed_f1(grids, targets, starts).weighted,
        "grid_f1": float(np.mean(grid_f1(grids, targets))),
    }


def _grid(cell: Any) -> npt.NDArray[np.int8] | None:
    """The built grid in a cell, None in an empty one."""
    return None if is_empty(cell) else World.parse(cell_value(cell)).grid

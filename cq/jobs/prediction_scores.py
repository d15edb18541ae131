"""Scores of predictions on labelled rows, whoever made them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from cq.data import stack_grids
from cq.data.folds import normalise
from cq.errors import InputError, MissingFileError, excerpt
from cq.files.json_input import json_lines
from cq.metrics import (
    average_precision,
    corpus_changed_f1,
    expected_calibration_error,
    grid_f1,
    macro_f1,
    mean_reciprocal_rank,
)
from cq.world import World

if TYPE_CHECKING:
    import datasets
    import pandas as pd

Scores = dict[str, float]

COLUMNS = ("is_clear", "p_unclear", "questions", "built")


def read_predictions(path: Path) -> pd.DataFrame:
    """A table of predictions: CSV, JSON lines or parquet. Raises `MissingFileError` or `InputError`."""
    import pandas as pd

    readers = {".csv": pd.read_csv, ".jsonl": _read_lines, ".parquet": pd.read_parquet}
    if path.suffix not in readers:
        raise InputError(f"cannot tell the format of {str(path)!r}; end it in {', '.join(readers)}")
    try:
        return readers[path.suffix](path)
    except FileNotFoundError:
        raise MissingFileError(f"no predictions at {str(path)!r}; give a file of `cq predict`") from None
    except (ValueError, OSError) as error:
        raise InputError(f"cannot read {str(path)!r}: {error}") from None


def _read_lines(path: Path) -> pd.DataFrame:
    import pandas as pd

    with path.open("rb") as file:
        return pd.DataFrame(row for _, row in json_lines(file, str(path)))


def score_predictions(dataset: datasets.Dataset, predictions: pd.DataFrame) -> Scores:
    """The scores that the columns of `predictions` allow, by name.

    `dataset` has the columns of `cq.data.features`, and `predictions` as many rows in the same order.
    `is_clear` (or `p_unclear` above 0.5) gives macro-F1, and `p_unclear`, in [0, 1], average precision and
    calibration error. `questions` gives the mean reciprocal rank of the asked question over the rows that
    have one, 0 where it is not listed. `built` gives changed F1, weighted by changed cells, and grid F1 over
    the clear rows with a target. Cells may hold JSON.

    Raises `InputError` for rows that do not fit, no such column, or a cell that cannot be read.
    """
    _check_rows(dataset, predictions)
    unclear = np.array(dataset["label"])
    scores: Scores = {}
    if "is_clear" in predictions or "p_unclear" in predictions:
        scores |= _asking_scores(unclear, predictions)
    if "questions" in predictions:
        asked = [i for i, question in enumerate(dataset["question"]) if question is not None]
        rankings = [_questions(predictions["questions"].iloc[i], i) for i in asked]
        positives = [dataset[i]["question"] for i in asked]
        if asked:
            scores["mrr"] = mean_reciprocal_rank(rankings, positives)
    if "built" in predictions:
        has_target = np.array([target is not None for target in dataset["target"]])
        rows = np.flatnonzero(has_target & (unclear == 0)).tolist()
        if rows:
            scores |= _building_scores(dataset.select(rows), predictions["built"].iloc[rows])
    return scores


def _check_rows(dataset: datasets.Dataset, predictions: pd.DataFrame) -> None:
    if not set(COLUMNS) & set(predictions):
        raise InputError(
            f"the predictions have the columns {list(predictions)}; give at least one of {', '.join(COLUMNS)}"
        )
    if len(dataset) != len(predictions):
        raise InputError(
            f"{len(predictions):,} predictions for {len(dataset):,} rows; give one for each, in their order"
        )
    if "instruction" not in predictions:
        return
    for i, (wanted, given) in enumerate(
        zip(dataset["instruction"], predictions["instruction"], strict=True), start=1
    ):
        if normalise(str(given)) != normalise(wanted):
            raise InputError(
                f"prediction {i} is about {excerpt(given)}, row {i} about {wanted[:40]!r}; "
                "give them in the order of the rows"
            )


def _asking_scores(unclear: npt.NDArray[np.int64], predictions: pd.DataFrame) -> Scores:
    """Scores of when to ask. A row without an answer counts as clear with probability 0."""
    if "p_unclear" not in predictions:
        return {"macro_f1": macro_f1(unclear, _asks(predictions["is_clear"]))}
    p_unclear = predictions["p_unclear"].fillna(0.0).to_numpy(float)
    if ((p_unclear < 0) | (p_unclear > 1)).any():
        raise InputError("p_unclear holds values outside 0 to 1; give probabilities")
    asks = _asks(predictions["is_clear"]) if "is_clear" in predictions else (p_unclear > 0.5).astype(int)
    scores = {"macro_f1": macro_f1(unclear, asks)}
    if len(set(unclear.tolist())) == 2:
        scores["average_precision"] = average_precision(unclear, p_unclear)
        scores["calibration_error"] = expected_calibration_error(unclear, p_unclear)
    return scores


def _asks(is_clear: Sequence[Any]) -> npt.NDArray[np.int64]:
    """1 where a cell says "not clear": False, NumPy's too, or in words; a missing value does not."""
    words = ("false", "no", "0")
    return np.array([int(v.strip().casefold() in words if isinstance(v, str) else v == 0) for v in is_clear])


def _building_scores(rows: datasets.Dataset, built: Sequence[Any]) -> Scores:
    starts, targets = stack_grids(rows, "start"), stack_grids(rows, "target")
    grids = np.stack([_grid(cell, start) for cell, start in zip(built, starts, strict=True)])
    return {
        "changed_f1_weighted": corpus_changed_f1(grids, targets, starts).weighted,
        "grid_f1": float(np.mean(grid_f1(grids, targets))),
    }


def _questions(cell: Any, row: int) -> list[str]:
    """The questions in a cell, best first; none in an empty one."""
    if isinstance(cell, str):
        try:
            cell = json.loads(cell) if cell.strip() else []
        except ValueError as error:
            raise InputError(
                f"prediction {row + 1}: questions {cell[:40]!r} is no JSON list: {error}"
            ) from None
    return [] if cell is None or isinstance(cell, float) else [str(one) for one in cell]


def _grid(cell: Any, start: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
    """The built grid in a cell; the start where the cell is empty."""
    if cell is None or isinstance(cell, float) or (isinstance(cell, str) and not cell.strip()):
        return start
    return World.parse(cell).grid

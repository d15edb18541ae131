"""Tables that summarise the single-turn set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cq.data.folds import FOLDS, normalise
from cq.data.report import LoadReport
from cq.data.schema import stack_grids
from cq.world import COLOURS

if TYPE_CHECKING:
    import datasets
    import pandas as pd

Table = dict[str, dict[str, int | float]]
"""Row name → column name → value."""


def statistics(dataset: datasets.Dataset, report: LoadReport) -> dict[str, Table]:
    """Tables by title: rows by label, folds, text, start worlds, colours, questions, and the load report.

    Counts are rows unless a column says otherwise; shares are in [0, 1].
    """
    if not len(dataset):
        return {"Load": _load(report)}
    grids = ["start", "target", "built", "position", "look"]
    frame: pd.DataFrame = dataset.remove_columns(grids).to_pandas()
    frame["ambiguous"] = frame["label"] == 1
    start = stack_grids(dataset, "start")
    return {
        "Rows": _rows(frame),
        "Folds": _folds(frame),
        "Start worlds": _worlds(frame, start),
        "Blocks by colour in the start worlds": _colours(start),
        "Questions": _questions(frame),
        "Load": _load(report),
    }


def _rows(frame: pd.DataFrame) -> Table:
    table: Table = {}
    words = frame["instruction"].str.split().str.len()
    for name, rows in (("clear", ~frame["ambiguous"]), ("ambiguous", frame["ambiguous"])):
        part = frame[rows]
        table[name] = {
            "rows": len(part),
            "share": round(len(part) / len(frame), 3),
            "distinct instructions": part["instruction"].map(normalise).nunique(),
            "words, median": float(words[rows].median()) if len(part) else 0.0,
            "words, longest": int(words[rows].max()) if len(part) else 0,
        }
    both = frame.groupby(frame["instruction"].map(normalise))["ambiguous"].nunique()
    table["both labels"] = {"distinct instructions": int((both > 1).sum())}
    return table


def _folds(frame: pd.DataFrame) -> Table:
    return {
        f"fold {i}": {
            "rows": int((frame["fold"] == i).sum()),
            "ambiguous": int(frame["ambiguous"][frame["fold"] == i].sum()),
        }
        for i in range(FOLDS)
    }


def _worlds(frame: pd.DataFrame, start: np.ndarray[Any, Any]) -> Table:
    first = ~frame["world_path"].duplicated().to_numpy()
    blocks = np.count_nonzero(start[first], axis=(1, 2, 3))
    return {
        "distinct start worlds": {"count": int(first.sum())},
        "target structures": {"count": int(frame["structure"].nunique())},
        "empty start worlds": {"count": int((blocks == 0).sum())},
        "blocks in a start world, median": {"count": float(np.median(blocks))},
        "blocks in a start world, most": {"count": int(blocks.max())},
    }


def _colours(start: np.ndarray[Any, Any]) -> Table:
    return {
        name: {
            "rows with it": int((start == i).any(axis=(1, 2, 3)).sum()),
            "blocks per row with it": round(
                float((start == i).sum() / max((start == i).any(axis=(1, 2, 3)).sum(), 1)), 1
            ),
        }
        for i, name in enumerate(COLOURS, start=1)
    }


def _questions(frame: pd.DataFrame) -> Table:
    asked = frame[frame["qid"].notna()]
    sizes = asked["pool"].dropna().map(len)
    return {
        "rows with a question": {"count": len(asked)},
        "distinct questions asked": {"count": int(asked["qid"].nunique())},
        "pool size, mean": {"count": round(float(sizes.mean()), 1) if len(sizes) else 0.0},
        "pool size, smallest": {"count": int(sizes.min()) if len(sizes) else 0},
        "pool size, largest": {"count": int(sizes.max()) if len(sizes) else 0},
    }


def _load(report: LoadReport) -> Table:
    return {
        "rows read": {"count": report.rows_read},
        "rows kept": {"count": report.rows_kept},
        "rows dropped": {"count": len(report.dropped_rows)},
        "rows repeated in the file": {"count": report.repeated_rows},
        "unreadable files": {"count": len(report.unreadable_files)},
        "rows without a target world": {"count": report.rows_without_target},
        "rows without a second build": {"count": report.rows_without_built},
        "questions in the bank": {"count": report.questions_in_bank},
        "candidate ids listed": {"count": report.pool_ids_listed},
        "candidate ids in no bank, left out": {"count": report.pool_ids_in_no_bank},
    }

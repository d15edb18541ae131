"""A run: one system's answers to every row, saved as JSON, so that systems can be compared row by row."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.errors import InputError, MissingFileError
from cq.files import write_text
from cq.metrics import average_precision, macro_f1

Array = npt.NDArray[Any]
Statistic = Callable[[Mapping[str, Array]], float]


def weighted_mean(scores: Array, weights: Array) -> float:
    """The weighted mean; 0 if all weights are 0, as in a sample of tasks that change nothing."""
    return float(np.average(scores, weights=weights)) if weights.any() else 0.0


STATISTICS: dict[str, dict[str, Statistic]] = {
    "clarity": {
        "macro-F1": lambda run: macro_f1(run["unclear"], run["predicted"]),
        "average precision": lambda run: average_precision(run["unclear"], run["p_unclear"]),
    },
    "ranking": {
        "MRR": lambda run: float((1 / run["rank"]).mean()),
        "MRR@20": lambda run: float(np.where(run["rank"] <= 20, 1 / run["rank"], 0.0).mean()),
    },
    "building": {
        "changed F1, weighted": lambda run: weighted_mean(run["changed_f1"], run["changed_cells"]),
        "changed F1, plain": lambda run: float(run["changed_f1"].mean()),
    },
}
"""Task → name → statistic of the columns, which hold a value per row."""

COLUMNS = {
    "clarity": ("unclear", "predicted", "p_unclear"),
    "ranking": ("rank",),
    "building": ("changed_f1", "changed_cells"),
}
"""Task → columns. `unclear` and `predicted` are 0 or 1, `p_unclear` is in [0, 1]. `rank` is the positive
question's, from 1 (a large number if it is not ranked). `changed_f1` is in [0, 1]; `changed_cells` counts the
target's."""

RANGES = {
    "unclear": (0, 1),
    "predicted": (0, 1),
    "p_unclear": (0, 1),
    "rank": (1, 1e9),
    "changed_f1": (0, 1),
    "changed_cells": (0, 9 * 11 * 11),
}

TRUTH = {"clarity": ("unclear",), "ranking": (), "building": ("changed_cells",)}
"""The columns that hold the truth instead of a system's answer. In a ranking run the key implies it."""


@dataclass(frozen=True)
class Run:
    """One system's answers for a task.

    Every row has a unique `key` and a `group`: the bootstrap draws rows of equal instructions together.
    Raises `InputError` for unknown tasks, missing columns, repeated keys and values out of range.
    """

    task: str
    name: str
    key: Sequence[str]
    group: Sequence[str]
    columns: Mapping[str, Array]

    def __post_init__(self) -> None:
        if self.task not in COLUMNS:
            raise InputError(f"task {self.task!r} is none of {', '.join(COLUMNS)}")
        missing = [name for name in COLUMNS[self.task] if name not in self.columns]
        if missing:
            raise InputError(f"run {self.name!r} of {self.task} lacks the columns {', '.join(missing)}")
        lengths = {len(self.key), len(self.group), *map(len, self.columns.values())}
        if len(lengths) != 1 or 0 in lengths:
            raise InputError(
                f"run {self.name!r} needs one value per row in each column; lengths are {lengths}"
            )
        if len(set(self.key)) < len(self.key):
            raise InputError(f"run {self.name!r} has rows of the same key; give each row a unique key")
        for name in COLUMNS[self.task]:
            least, most = RANGES[name]
            values = np.asarray(self.columns[name])
            if values.dtype.kind not in "biuf" or not ((values >= least) & (values <= most)).all():
                raise InputError(f"run {self.name!r}: {name} has values that are not from {least} to {most}")

    def save(self, path: Path) -> None:
        """Write the run as JSON."""
        columns = {name: np.asarray(values).tolist() for name, values in self.columns.items()}
        saved = {"task": self.task, "name": self.name, "key": list(self.key), "group": list(self.group)}
        write_text(path, json.dumps(saved | {"columns": columns}, ensure_ascii=False) + "\n")

    @classmethod
    def load(cls, path: Path) -> Run:
        """Read what `save` wrote. Raises `MissingFileError` or `InputError`."""
        try:
            saved = json.loads(path.read_text(encoding="utf-8"))
            columns = {name: np.array(values) for name, values in saved["columns"].items()}
            return cls(saved["task"], saved["name"], saved["key"], saved["group"], columns)
        except FileNotFoundError:
            raise MissingFileError(f"no run at {str(path)!r}; `python -m eval report` saves runs") from None
        except InputError:
            raise
        except KeyError as error:
            raise InputError(f"{str(path)!r} is not a saved run: it lacks {error}") from None
        except (OSError, ValueError, TypeError, AttributeError) as error:
            raise InputError(f"{str(path)!r} is not a saved run: {error}") from None

    def at(self, keys: Sequence[str]) -> dict[str, Array]:
        """The columns at some keys, in their order."""
        places = {key: i for i, key in enumerate(self.key)}
        rows = [places[key] for key in keys]
        return {name: np.asarray(values)[rows] for name, values in self.columns.items()}

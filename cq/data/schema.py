"""The columns of the single-turn set, and grid columns as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from cq.errors import InputError, excerpt
from cq.types import Grid
from cq.world import SHAPE

if TYPE_CHECKING:
    import datasets
    import pyarrow as pa


def features() -> datasets.Features:
    """The columns of the single-turn set.

    Grids are int8 (9, 11, 11), [y, x, z], IGLU 2022 colours; `target` and `built` are None without such a
    recording. `label` is 0 clear, 1 ambiguous; only ambiguous rows have `question`, `qid` and `pool`
    (ids of the candidate questions that are in the bank). `look` is (pitch, yaw) in radians. `dialog` holds
    the utterances before the start world, None if the set does not have them.
    """
    from datasets import ClassLabel, Features, List, Value

    grid = grid_feature()
    return Features(
        {
            "game_id": Value("string"),
            "instruction": Value("string"),
            "label": ClassLabel(names=["clear", "ambiguous"]),
            "fold": Value("int8"),
            "start": grid,
            "target": grid,
            "built": grid,
            "position": List(Value("float32"), length=3),
            "look": List(Value("float32"), length=2),
            "question": Value("string"),
            "qid": Value("string"),
            "pool": List(Value("string")),
            "structure": Value("string"),
            "world_path": Value("string"),
            "dialog": Value("string"),
        }
    )


def grid_feature() -> datasets.List:
    """The type of a column of grids, int8 (9, 11, 11). It is nested lists, since pandas cannot select rows of
    an `Array3D` (issue 8375 of datasets).
    """
    from datasets import List, Value

    levels, rows, cells = SHAPE
    return List(List(List(Value("int8"), length=cells), length=rows), length=levels)


def data_set(rows: Sequence[Mapping[str, Any]], columns: datasets.Features) -> datasets.Dataset:
    """Rows as a data set of these columns; missing values are None."""
    from datasets import Dataset

    values: dict[str, Any] = {name: [row.get(name) for row in rows] for name in columns}
    for name in columns:
        if columns[name] == grid_feature():
            values[name] = _grid_column(values[name])
    return Dataset.from_dict(values, features=columns)


def _grid_column(grids: Sequence[Grid | None]) -> pa.Array:
    """A column of grids. As lists of lists they would take most of the time of reading a set."""
    import pyarrow as pa

    empty = np.zeros(SHAPE, dtype=np.int8)
    column = pa.array(np.array([empty if grid is None else grid for grid in grids], dtype=np.int8).ravel())
    for size in reversed(SHAPE[1:]):
        column = pa.FixedSizeListArray.from_arrays(column, size)
    missing = pa.array([grid is None for grid in grids], type=pa.bool_())
    return pa.FixedSizeListArray.from_arrays(column, SHAPE[0], mask=missing)


def rows_with(dataset: datasets.Dataset, *columns: str) -> datasets.Dataset:
    """The rows in which none of the named columns is None, in order. Raises `InputError` for an unknown
    column."""
    import pyarrow.compute as pc

    check_columns(dataset, columns)
    table = dataset.select_columns(list(columns)).with_format("arrow")[:]
    complete = np.ones(len(dataset), dtype=bool)
    for column in columns:
        complete &= pc.is_valid(table[column]).to_numpy()
    return dataset.select(np.flatnonzero(complete))


def stack_grids(dataset: datasets.Dataset, column: str) -> Grid:
    """A grid column as one array (n, 9, 11, 11). Raises `InputError` if a row has no such grid."""
    check_columns(dataset, [column])
    grids = dataset.with_format("arrow")[:][column].combine_chunks()
    if grids.null_count:
        raise InputError(
            f"{grids.null_count} of {len(dataset)} rows have no {column!r} grid; "
            f"take those that do: cq.data.rows_with(dataset, {column!r})"
        )
    cells = getattr(grids, "storage", grids)  # Data sets of users may have an `Array3D`.
    for _ in SHAPE:
        cells = cells.flatten()
    return np.asarray(cells.to_numpy(), dtype=np.int8).reshape(-1, *SHAPE)


def check_columns(dataset: datasets.Dataset, columns: Sequence[str], loader: str | None = None) -> None:
    """Raise `InputError` if this is not a `datasets.Dataset`, or if it lacks one of the columns. `loader` is
    the function of `cq.data` whose rows are expected, for the message.
    """
    from datasets import Dataset

    expected = f"the rows of cq.data.{loader}" if loader else "a datasets.Dataset, as the loaders return"
    if not isinstance(dataset, Dataset):
        raise InputError(
            f"{type(dataset).__name__} {excerpt(dataset, 40)} is not a data set; give {expected}"
        )
    unknown = [name for name in columns if name not in dataset.column_names]
    if unknown:
        remedy = f"; give {expected}" if loader else ""
        raise InputError(f"no column {unknown[0]!r}; there are {', '.join(dataset.column_names)}{remedy}")

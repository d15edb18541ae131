"""Tables in memory: pandas, `datasets`, and all objects with Arrow data, such as Arrow's own and polars."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from cq.errors import InputError, MissingFileError, excerpt, reporting
from cq.tables.cells import plain_cell

if TYPE_CHECKING:
    import datasets
    import pandas as pd
    import pyarrow as pa

Row = dict[str, Any]
T = TypeVar("T")
SPELLING = 0.9
"""From this similarity on, a name of a column is another one misspelt: "worlds", "InitialisedWorldPath"."""
FRAME = "the data frame"
"""The name of a table in memory in messages, in place of a file's path."""


class Table(NamedTuple):
    """Rows of plain cells (`cq.tables.cells`), the columns of all, and the name of the table in messages."""

    name: str
    columns: list[str]
    rows: list[Row]

    def each(self, read: Callable[[Row], T]) -> list[T]:
        """The result of `read` for each row. Errors name the row, counted from 1."""
        found = []
        for number, row in enumerate(self.rows, start=1):
            try:
                found.append(read(row))
            except (InputError, MissingFileError) as error:
                raise InputError(f"row {number} of {self.name}: {error}") from None
        return found


def is_frame(x: Any) -> bool:
    """Whether this is a table in memory. Raises `InputError` for several, or one of unknown length."""
    return is_pandas(x) or _data_set(x) is not None or _is_arrow(x)


def is_pandas(x: Any) -> bool:
    """Whether this is pandas's data frame."""
    return hasattr(x, "columns") and hasattr(x, "iloc")


def is_column(x: Any) -> bool:
    """Whether this is a column of a `datasets.Dataset` or of an Arrow table."""
    library = sys.modules.get("datasets.arrow_dataset")
    # Old versions hand out lists.
    kind = getattr(library, "Column", None)
    return hasattr(x, "to_pylist") or (kind is not None and isinstance(x, kind))


def column_values(x: Any) -> list[Any]:
    """The values of such a column."""
    return [plain_cell(cell) for cell in (x.to_pylist() if hasattr(x, "to_pylist") else x)]


def as_frame(x: Any) -> pd.DataFrame:
    """The data frame of a table in memory, with the same values: integers beside missing ones stay
    integers.

    Raises `InputError` for columns of several levels.
    """
    if is_pandas(x):
        _check_one_level(x)
        frame: pd.DataFrame = x
        return frame
    with reporting("the table cannot become a data frame", "convert it to pandas", ValueError, TypeError):
        return _as_arrow(x).to_pandas(integer_object_nulls=True)


def frame_rows(x: Any) -> Table:
    """The rows of a table in memory. Numbers of a `datasets.ClassLabel` become the names of their labels.

    Raises `InputError` for a repeated column, and for columns of several levels.
    """
    if not is_pandas(x):
        return arrow_rows(_as_arrow(x), FRAME, getattr(x, "features", None))
    _check_one_level(x)
    columns = list(x.columns)
    check_once(columns, FRAME)
    return Table(FRAME, columns, [_plain_row(row) for row in x.to_dict("records")])


def _check_one_level(frame: pd.DataFrame) -> None:
    names = frame.columns
    # One level of tuples is a `MultiIndex` too.
    if hasattr(names, "levels"):
        raise InputError(
            f"{FRAME} has a MultiIndex of columns, {excerpt(list(names))}; name each by one text, as "
            "frame.columns = frame.columns.get_level_values(0) does"
        )


def arrow_rows(table: pa.Table, name: str, features: datasets.Features | None = None) -> Table:
    """The rows of an Arrow table. `features` are those of its data set, by default those in its metadata."""
    check_once(table.column_names, name)
    if features is None and b"huggingface" in (table.schema.metadata or {}):
        from datasets import Features

        features = Features.from_arrow_schema(table.schema)
    rows = [_plain_row(row) for row in table.to_pylist()]
    for column, feature in (features or {}).items():
        names: Sequence[str] = getattr(feature, "names", None) or ()
        for number, row in enumerate(rows if names else (), start=1):
            row[column] = _label(row[column], names, f"row {number} of {name}: the label in {column!r}")
    return Table(name, table.column_names, rows)


def check_once(columns: Sequence[Any], name: str, read: Iterable[str] | None = None) -> None:
    """Raise `InputError` for a repeated column; if `read` is given, only for one of these."""
    for column in columns if read is None else read:
        if list(columns).count(column) > 1:
            raise InputError(f"{name} has the column {column!r} twice; rename one")


def check_spelling(columns: Iterable[Any], name: str, known: Sequence[str]) -> None:
    """Raise `InputError` for a column that is called as a `known` one but for its case and spaces, and, if
    none of these is there, for one that is nearly called so: what is misspelt would not be read, in silence.
    """
    if misspelt := _misspelt(tuple(map(str, columns)), tuple(known)):
        column, right = misspelt
        raise InputError(f"{name} has the column {column!r}; write it {right!r}, or rename it")


@lru_cache  # The rows of a file have the same columns.
def _misspelt(columns: tuple[str, ...], known: tuple[str, ...]) -> tuple[str, str] | None:
    """The first column that is a known one misspelt, and this."""
    lower = {name.lower(): name for name in known}
    least = SPELLING if set(known).isdisjoint(columns) else 1.0
    for column in columns:
        for right in get_close_matches(column.strip().lower(), lower, 1, least):
            if column != lower[right]:
                return column, lower[right]
    return None


def _plain_row(row: Row) -> Row:
    return {name: plain_cell(cell) for name, cell in row.items()}


def _label(number: int | None, names: Sequence[str], what: str) -> str | None:
    """The name of a label; None for -1, the missing label of data sets."""
    if number is None or number < 0:
        return None
    if number >= len(names):
        raise InputError(f"{what} is {number}, and its names are {', '.join(names)}; give one of these")
    return names[number]


def _is_arrow(x: Any) -> bool:
    # Single columns hand out Arrow data too.
    return hasattr(x, "columns") and hasattr(x, "__arrow_c_stream__")


def _as_arrow(x: Any) -> pa.Table:
    import pyarrow as pa

    found = _data_set(x)
    return pa.table(x) if found is None else found.with_format("arrow")[:]


def _data_set(x: Any) -> datasets.Dataset | None:
    """This value as a `datasets.Dataset`, None if it is not one."""
    library = sys.modules.get("datasets")
    if library is None:
        return None
    if isinstance(x, library.DatasetDict | library.IterableDatasetDict):
        raise InputError(f"a {type(x).__name__} holds the splits {', '.join(x)}; give one of them")
    if isinstance(x, library.IterableDataset):
        raise InputError("an IterableDataset has no end; give datasets.Dataset.from_list(list(x.take(n)))")
    return x if isinstance(x, library.Dataset) else None


def input_name(name: str, names: Collection[str], taken: Collection[str]) -> str:
    """The name of a column of the input beside its other `names` and the `taken` ones, those of answers: it
    gets the prefix `input_`, as often as needed to be new.
    """
    if name not in taken:
        return name
    while name in taken or name in names:
        name = f"input_{name}"
    return name

"""Reading CSV tables as text."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from cq.data.storage.archive import Archive
from cq.errors import InputError, reporting

if TYPE_CHECKING:
    import pandas as pd


def read_csv(archive: Archive, name: str, required: tuple[str, ...]) -> pd.DataFrame:
    """A table of an archive (see `read_table`)."""
    return read_table(archive.read(name), name, required)


def read_table(content: bytes, name: str, required: tuple[str, ...]) -> pd.DataFrame:
    """A table of strings; empty cells are empty strings.

    Raises `InputError` if it cannot be read, has a row longer than its header or a column twice, or lacks one
    of the `required` columns. `name` is the table's name in messages.
    """
    import pandas as pd

    fault = f"cannot read {name} as a comma-separated table"
    remedy = "save it as UTF-8, with quotes around cells that hold commas"
    with reporting(fault, remedy, ValueError, csv.Error, OverflowError):
        # The header is read as a row: else longer rows would shift their cells, and pandas rename columns.
        rows = pd.read_csv(io.BytesIO(content), header=None, dtype=str, keep_default_na=False)
        # pandas would read on into the rows where a quote of the header is not closed.
        next(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True))
    header, frame = list(rows.iloc[0]), rows[1:].reset_index(drop=True)
    if twice := [column for column in header if header.count(column) > 1]:
        raise InputError(f"{name} has the column {twice[0]!r} twice; rename one")
    if missing := [column for column in required if column not in header]:
        raise InputError(f"{name} lacks the columns {missing}; it has {header}, separated by commas")
    return frame.set_axis(header, axis=1)

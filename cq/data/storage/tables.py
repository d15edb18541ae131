"""Reading CSV tables as text."""

from __future__ import annotations

import csv
import io
import warnings
from typing import TYPE_CHECKING

from cq.data.storage.archive import READ_ERRORS, Archive
from cq.errors import InputError

if TYPE_CHECKING:
    import pandas as pd


def read_csv(archive: Archive, name: str, required: tuple[str, ...]) -> pd.DataFrame:
    """A table of an archive (see `read_table`)."""
    try:
        content = archive.read(name)
    except READ_ERRORS as error:
        raise InputError(f"cannot read {name}: {error}") from None
    return read_table(content, name, required)


def read_table(content: bytes, name: str, required: tuple[str, ...]) -> pd.DataFrame:
    """A table of strings; empty cells are empty strings.

    Raises `InputError` if it cannot be read, has a row longer than its header or a column twice, or lacks one
    of the `required` columns. `name` is the table's name in messages.
    """
    import pandas as pd

    try:
        with warnings.catch_warnings():
            # In rows longer than the header, pandas takes the first cells as an index or drops the last.
            warnings.simplefilter("error", pd.errors.ParserWarning)
            frame = pd.read_csv(io.BytesIO(content), dtype=str, keep_default_na=False, index_col=False)
        header = next(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True), [])
    except pd.errors.ParserWarning:
        raise InputError(
            f"{name} has rows with more cells than its header; put cells that hold commas into quotes"
        ) from None
    except (ValueError, csv.Error, OverflowError) as error:
        raise InputError(f"cannot read {name} as a comma-separated table: {error}") from None
    if twice := [column for column in header if header.count(column) > 1]:
        raise InputError(f"{name} has the column {twice[0]!r} twice; rename one")
    if len(header) == frame.shape[1]:
        # pandas renames columns without a name.
        frame.columns = pd.Index(header)
    missing = [column for column in required if column not in frame]
    if missing:
        raise InputError(f"{name} lacks the columns {missing}; it has {list(frame)}, separated by commas")
    return frame

"""Reading the tables of an archive."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from cq.data.archive import READ_ERRORS, Archive
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
    """A table of strings; empty cells are empty strings. Raises `InputError` where it cannot be read, or
    lacks a column.
    """
    import pandas as pd

    try:
        frame = pd.read_csv(io.BytesIO(content), dtype=str, keep_default_na=False)
    except ValueError as error:
        raise InputError(f"cannot read {name} as a table separated by commas: {error}") from None
    missing = [column for column in required if column not in frame]
    if missing:
        raise InputError(f"{name} lacks the columns {missing}; it has {list(frame)}, separated by commas")
    return frame

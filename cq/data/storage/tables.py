"""Tables of an archive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cq.data.storage.archive import Archive
from cq.tables.csv_text import read_text_table

if TYPE_CHECKING:
    import pandas as pd


def read_csv(archive: Archive, name: str, required: tuple[str, ...]) -> pd.DataFrame:
    """A table of strings in an archive: see `cq.tables.csv_text.read_text_table`."""
    return read_text_table(archive.read(name), name, required)

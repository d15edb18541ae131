"""Reading CSV tables as text, and what no CSV may have."""

from __future__ import annotations

import csv
import io
import itertools
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from typing import TYPE_CHECKING, BinaryIO

from cq.data.storage.archive import Archive
from cq.errors import InputError, reporting

if TYPE_CHECKING:
    import pandas as pd


def read_csv(archive: Archive, name: str, required: tuple[str, ...]) -> pd.DataFrame:
    """A table of an archive (see `read_table`)."""
    return read_table(archive.read(name), name, required)


def read_table(content: bytes, name: str, required: tuple[str, ...]) -> pd.DataFrame:
    """A table of strings; empty cells are empty strings.

    Raises `InputError` if it cannot be read (see `check_csv`), has a row longer than its header, or lacks one
    of the `required` columns. `name` is the table's name in messages.
    """
    import pandas as pd

    header = check_csv(io.BytesIO(content), name)
    fault = f"cannot read {name} as a comma-separated table"
    with reporting(fault, "put cells that hold commas into quotes", ValueError, OverflowError):
        # The header is read as a row: else longer rows would shift their cells, and pandas rename columns.
        rows = pd.read_csv(io.BytesIO(content), header=None, dtype=str, keep_default_na=False)
    if missing := [column for column in required if column not in header]:
        raise InputError(f"{name} lacks the columns {missing}; it has {header}, separated by commas")
    return rows[1:].reset_index(drop=True).set_axis(header, axis=1)


def check_csv(file: BinaryIO, name: str) -> list[str]:
    """The header of a CSV of any length, which `name` names in messages.

    Raises `InputError` if it is not UTF-8, has a column twice, or a quote that never closes: the rows up to
    the next quote would be one.
    """
    start = file.read(2)
    file.seek(0)
    if start in (BOM_UTF16_LE, BOM_UTF16_BE):
        raise InputError(f"{name} is UTF-16; save it as CSV UTF-8")
    # Bytes that are not UTF-8 become lone surrogates, which `encode` refuses. Python 3.10 reads no NUL.
    lines = io.TextIOWrapper(file, "utf-8-sig", "surrogateescape", newline="")
    rows = csv.reader((line.replace("\0", " ") for line in lines), strict=True)
    most, begins = csv.field_size_limit(sys.maxsize), 1
    try:
        header = next(filter(None, rows), [])
        for row in itertools.chain([header], rows):
            "".join(row).encode()
            if row is header and (twice := [column for column in row if row.count(column) > 1]):
                raise InputError(f"{name} has the column {twice[0]!r} twice; rename one")
            begins = rows.line_num + 1
    except UnicodeEncodeError as error:
        found = error.object[error.start : error.end].encode("utf-8", "surrogateescape")
        raise InputError(
            f"the row at line {begins} of {name} holds {found[:20]!r}, which is not UTF-8; save it as CSV "
            "UTF-8"
        ) from None
    except csv.Error:
        raise InputError(
            f"the row at line {begins} of {name} has a quote that never closes, or text behind one that "
            "does; close it, or double it in a text"
        ) from None
    finally:
        csv.field_size_limit(most)
    return header

"""Text tables, CSV and TSV: every cell is text, and invalid tables are refused."""

from __future__ import annotations

import csv
import io
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO

from cq.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

DELIMITERS = {".csv": ",", ".tsv": "\t"}
"""Ending of a text table → the delimiter of its cells."""

_NAMES = {",": "commas", "\t": "tabs", ";": "semicolons", "|": "bars"}


def read_text_table(
    content: bytes, name: str, required: Sequence[str] = (), delimiter: str = ","
) -> pd.DataFrame:
    """A table as a data frame of strings: see `text_rows`."""
    import pandas as pd

    header, rows = text_rows(content, name, required, delimiter)
    return pd.DataFrame(rows, columns=header, dtype=str)


def text_rows(
    content: bytes, name: str, required: Sequence[str] = (), delimiter: str = ","
) -> tuple[list[str], list[list[str]]]:
    """The header and the rows of a table; empty cells are empty strings. `name` is its name in messages.

    Raises `InputError` for the errors of `csv_rows`, for a row with more or fewer cells than the header, or
    without one of the `required` columns.
    """
    lines = csv_rows(io.BytesIO(content), name, delimiter)
    _, header = next(lines, (1, []))
    check_header(header, required, name, delimiter)
    rows: list[list[str]] = []
    for line, row in lines:
        if len(row) != len(header):
            raise InputError(
                f"row {len(rows) + 1} of {name} does not have {len(header)} fields: Expected {len(header)} "
                f"fields in line {line}, saw {len(row)}; put cells that hold {_NAMES[delimiter]} in double "
                "quotes"
            )
        rows.append(row)
    return header, rows


def check_csv(file: BinaryIO, name: str, delimiter: str = ",") -> list[str]:
    """The header of a table of any length, which `csv_rows` reads to its end."""
    lines = csv_rows(file, name, delimiter)
    _, header = next(lines, (1, []))
    deque(lines, 0)
    return header


def csv_rows(file: BinaryIO, name: str, delimiter: str = ",") -> Iterator[tuple[int, list[str]]]:
    """The header and the rows of a table of any length, each after the line where it begins.

    Raises `InputError` if it is not UTF-8, has a repeated column, or a quote that never closes: the rows up
    to the next quote would be one.
    """
    start = file.read(2)
    file.seek(0)
    if start in (BOM_UTF16_LE, BOM_UTF16_BE):
        raise InputError(f"{name} is UTF-16; save it as CSV UTF-8")
    # Bytes that are not UTF-8 become lone surrogates, which `encode` refuses.
    lines: Iterable[str] = io.TextIOWrapper(file, "utf-8-sig", "surrogateescape", newline="")
    if sys.version_info < (3, 11):  # It reads no NUL.
        lines = (line.replace("\0", " ") for line in lines)
    rows = csv.reader(lines, delimiter=delimiter, strict=True)
    most, begins, is_header = csv.field_size_limit(sys.maxsize), 1, True
    try:
        for row in rows:
            "".join(row).encode()
            if row:
                if is_header and (twice := [column for column in row if row.count(column) > 1]):
                    raise InputError(f"{name} has the column {twice[0]!r} twice; rename one")
                is_header = False
                yield begins, row
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


def check_header(header: Sequence[str], required: Sequence[str], name: str, delimiter: str = ",") -> None:
    """Raise `InputError` for a header without the required columns, or with another separator."""
    missing = [column for column in required if column not in header]
    if not required or missing:
        check_separator(header, name, delimiter)
    if missing:
        raise InputError(
            f"{name} lacks the columns {missing}; it has {list(header)}, separated by {_NAMES[delimiter]}"
        )


def check_separator(header: Sequence[Any], name: str, delimiter: str = ",") -> None:
    """Raise `InputError` for a header of one cell that holds another separator."""
    if len(header) != 1 or not isinstance(header[0], str):
        return
    for other, what in _NAMES.items():
        if other != delimiter and other in header[0]:
            raise InputError(
                f"the cells of {name} are separated by {what} ({other!r}); its ending says that they are "
                f"separated by {_NAMES[delimiter]}: save it so"
            )


def csv_text(table: pd.DataFrame, delimiter: str = ",") -> str:
    """A table as CSV or TSV, without its index."""
    # Python before 3.13 puts no quotes around a carriage return, which ends a row.
    breaks = any(isinstance(cell, str) and "\r" in cell for name in table for cell in table[name])
    quoting = csv.QUOTE_NONNUMERIC if breaks else csv.QUOTE_MINIMAL
    text: str = table.to_csv(index=False, sep=delimiter, lineterminator="\n", quoting=quoting)
    return text

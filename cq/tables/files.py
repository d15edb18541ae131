"""Tables in files: CSV, TSV, JSON lines and parquet, as rows of plain cells."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cq.errors import InputError, MissingFileError, reporting
from cq.files import check_regular
from cq.files.json_input import json_lines
from cq.tables.cells import plain_cell
from cq.tables.csv_text import DELIMITERS, text_rows
from cq.tables.frames import Table, arrow_rows

LINES, PARQUET = (".jsonl", ".ndjson"), ".parquet"
ENDINGS = (*DELIMITERS, *LINES, PARQUET)


def read_rows(
    path: Path, what: str = "table", required: Sequence[str] = (), otherwise: str | None = None
) -> Table:
    """The table in a file, named `what` in messages; its ending gives the format, and `otherwise` that of
    files with another ending. Cells of text tables are texts, and empty ones "". The columns of JSON lines
    are the keys of all lines.

    Raises `MissingFileError` if there is no such file; `InputError` for another ending, a file that cannot be
    read, or a text table without the `required` columns.
    """
    ending, name = path.suffix.lower(), repr(str(path))
    if ending not in ENDINGS and otherwise is not None:
        ending = otherwise
    if ending not in ENDINGS:
        raise InputError(f"cannot tell the format of {name}; end it in {', '.join(ENDINGS)}")
    with reporting(f"cannot read {name}", "save it again", ValueError, OSError, OverflowError):
        try:
            check_regular(path)
            if ending in DELIMITERS:
                header, cells = text_rows(path.read_bytes(), name, required, DELIMITERS[ending])
                return Table(name, header, [dict(zip(header, row, strict=True)) for row in cells])
            return _parquet(path, name) if ending == PARQUET else _lines(path, name)
        except FileNotFoundError:
            raise MissingFileError(f"no {what} at {name}: there is no such file; check the path") from None


def _parquet(path: Path, name: str) -> Table:
    from pyarrow.parquet import ParquetFile

    # A reader of data sets would add columns from the names of folders.
    with ParquetFile(path) as file:
        return arrow_rows(file.read(), name)


def _lines(path: Path, name: str) -> Table:
    with path.open("rb") as file:
        found: list[dict[str, Any]] = [row for _, row in json_lines(file, str(path))]
    columns = list(dict.fromkeys(column for row in found for column in row))
    rows = [{column: plain_cell(row.get(column)) for column in columns} for row in found]
    return Table(name, columns, rows)

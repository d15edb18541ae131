"""Reads rows of instructions and worlds in batches, from a file of any length, here or at a URL."""

from __future__ import annotations

import hashlib
import itertools
import json
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cq.data.cells import cell_path, cell_value, cell_world, is_path
from cq.errors import CqError, InputError, MissingFileError
from cq.files import check_regular
from cq.files.json_input import parse_json
from cq.jobs.places import Place
from cq.world import World

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.dataset as ds

Row = dict[str, Any]

TEXTS = ("instruction", "InputInstruction")
WORLDS = ("world", "InitializedWorldPath")
START = "start"
COLUMNS = (*TEXTS, *WORLDS, START)
LINE_FORMATS, TABLE_FORMATS = (".jsonl", ".json"), (".csv", ".parquet")


def count_rows(source: Place) -> int:
    """The number of rows in a file. Raises `InputError` or `MissingFileError` if it cannot be read."""
    if _is_lines(source):
        return sum(1 for _ in _lines(source))
    with _reading(source):
        return int(_table(source).count_rows())


def read_batches(source: Place, size: int) -> Iterator[list[Row]]:
    """The rows of a CSV, JSON lines or parquet file, in lists of `size`; the file is never read whole."""
    rows = _lines(source) if _is_lines(source) else _table_rows(source, size)
    while batch := list(itertools.islice(rows, size)):
        yield batch


class ExtraColumns:
    """The columns of a file that prediction does not read, in pieces that follow each other.

    `schema` has their names and types, with `input_` before the names in `taken`; of JSON lines, it has the
    keys of the first line, as text.
    """

    def __init__(self, source: Place, taken: Collection[str]) -> None:
        import pyarrow as pa

        self._source, self._is_lines = source, _is_lines(source)
        if self._is_lines:
            self._names = [name for name in next(_lines(source), {}) if name not in COLUMNS]
            types = [pa.string()] * len(self._names)
        else:
            with _reading(source):
                fields = [field for field in _table(source).schema if field.name not in COLUMNS]
            self._names, types = [field.name for field in fields], [field.type for field in fields]
        shown = [f"input_{name}" if name in taken else name for name in self._names]
        self.schema = pa.schema(list(zip(shown, types, strict=True)))

    def pieces(self, sizes: Iterable[int]) -> Iterator[list[Any]]:
        """The columns of the next rows, for each size."""
        pieces = self._pieces_of_lines if self._is_lines else self._pieces_of_table
        with _reading(self._source):
            yield from pieces(sizes)

    def _pieces_of_lines(self, sizes: Iterable[int]) -> Iterator[list[Any]]:
        import pyarrow as pa

        lines = _lines(self._source)
        for size in sizes:
            rows = list(itertools.islice(lines, size))
            yield [pa.array([_as_text(row.get(name)) for row in rows], pa.string()) for name in self._names]

    def _pieces_of_table(self, sizes: Iterable[int]) -> Iterator[list[Any]]:
        import pyarrow as pa

        batches = _table(self._source).to_batches(columns=self._names)
        waiting: list[pa.RecordBatch] = []
        for size in sizes:
            while sum(batch.num_rows for batch in waiting) < size:
                waiting.append(next(batches))
            table = pa.Table.from_batches(waiting)
            yield table.slice(0, size).columns
            waiting = table.slice(size).to_batches()


def _as_text(value: Any) -> str | None:
    return value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def text_of(row: Row) -> Any:
    """The instruction of a row, or None."""
    return next((row[name] for name in TEXTS if row.get(name) is not None), None)


def with_worlds(rows: Sequence[Row], folder: Path | None) -> list[Row]:
    """The rows with the worlds in the place of their paths, so that other machines can answer them.

    Paths are relative to `folder`; None if the table is not on this machine, and names no files. A world that
    cannot be read is replaced by the `InputError` or `MissingFileError` that says why.
    """
    return [row if row.get(START) is not None else row | _world_read(row, folder) for row in rows]


def _world_read(row: Row, folder: Path | None) -> Row:
    name = next((name for name in WORLDS if row.get(name) is not None), None)
    if name is None or not is_path(row[name]):
        return {}
    try:
        if folder is None:
            raise InputError(f"{row[name]!r:.80} is a path, which only tables on this machine may name")
        return {name: cell_world(row[name], folder)}
    except (InputError, MissingFileError) as error:
        return {name: error}


def world_of(row: Row) -> World:
    """The world of a row that `with_worlds` has given; the empty world if the row has none.

    Read from `start`, a grid; or from `world` or `InitializedWorldPath`: a recorded state or a list of
    blocks, as an object or as JSON text. Raises `InputError` or `MissingFileError`.
    """
    start = cell_value(row.get(START))
    if start is not None:
        return World.parse(start)
    cell = _world_cell(row)
    if isinstance(cell, CqError):
        raise cell
    return World.parse(cell_value(cell))


def rows_digest(rows: Sequence[Row], folder: Path | None) -> str:
    """A digest of the rows and of the world files that they name."""
    digest = hashlib.sha256(json.dumps(rows, default=str).encode())
    if folder is None:
        return digest.hexdigest()[:12]
    for row in rows:
        try:
            path = cell_path(_world_cell(row), folder)
            if path is not None:
                check_regular(path)
                digest.update(path.read_bytes())
        except (OSError, ValueError) as error:
            digest.update(str(error).encode())
    return digest.hexdigest()[:12]


def _world_cell(row: Row) -> Any:
    return next((row[name] for name in WORLDS if row.get(name) is not None), None)


def _is_lines(source: Place) -> bool:
    if not source.is_file():
        raise MissingFileError(f"no rows at {source.name!r}; give a file of instructions")
    if source.suffix not in (*LINE_FORMATS, *TABLE_FORMATS):
        known = ", ".join((*LINE_FORMATS, *TABLE_FORMATS))
        raise InputError(f"cannot tell the format of {source.name!r}; use one of {known}")
    return source.suffix in LINE_FORMATS


def _lines(source: Place) -> Iterator[Row]:
    with source.open() as file:
        for number, line in enumerate(file, start=1):
            if not line.strip():
                continue
            row = parse_json(line.removeprefix(BOM_UTF8), f"line {number} of {source.name!r}")
            if not isinstance(row, dict):
                raise InputError(f"line {number} of {source.name!r} is not an object: {row!r:.40}")
            _check_columns(row, f"line {number} of {source.name!r}")
            yield row


def _table_rows(source: Place, size: int) -> Iterator[Row]:
    with _reading(source):
        found = _table(source)
        wanted = [name for name in COLUMNS if name in found.schema.names]
        for piece in found.to_batches(batch_size=size, columns=wanted):
            yield from piece.to_pylist()


@contextmanager
def _reading(source: Place) -> Iterator[None]:
    import pyarrow as pa

    try:
        yield
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {source.name!r}: {str(error).splitlines()[0]}") from None


def _table(source: Place) -> ds.Dataset:
    import pyarrow as pa
    import pyarrow.csv
    import pyarrow.dataset as ds

    csv = ds.CsvFileFormat(
        parse_options=pyarrow.csv.ParseOptions(newlines_in_values=True),
        convert_options=pyarrow.csv.ConvertOptions(column_types=dict.fromkeys(COLUMNS, pa.string())),
    )
    if source.suffix == ".csv":
        _check_text(source)
    found = ds.dataset(**source.dataset, format=csv if source.suffix == ".csv" else "parquet")
    _check_columns(found.schema.names, repr(source.name))
    _check_types(found.schema, source)
    return found


def _check_text(source: Place) -> None:
    """Raise `InputError` for a CSV in UTF-16, or with a quote that never closes."""
    with source.open() as file:
        if file.read(2) in (BOM_UTF16_LE, BOM_UTF16_BE):
            raise InputError(f"{source.name!r} is UTF-16; save it as CSV UTF-8")
        file.seek(0)
        quotes = sum(chunk.count(b'"') for chunk in iter(lambda: file.read(1 << 20), b""))
    if quotes % 2:
        raise InputError(f"{source.name!r} has a quote that never closes; close it, or double it in a text")


def _check_types(schema: pa.Schema, source: Place) -> None:
    """Raise `InputError` if a column of texts or worlds holds something else, such as dates or bytes."""
    import pyarrow as pa

    for name in (*TEXTS, WORLDS[1]):
        if name in schema.names:
            kind = schema.field(name).type
            kind = kind.value_type if pa.types.is_dictionary(kind) else kind
            if not (pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_null(kind)):
                raise InputError(f"the column {name!r} of {source.name!r} holds {kind}; it must hold text")
    for name in (WORLDS[0], START):
        if name in schema.names and _holds_no_json(schema.field(name).type):
            kind = schema.field(name).type
            raise InputError(f"the column {name!r} of {source.name!r} holds {kind}; it must hold worlds")


def _holds_no_json(kind: pa.DataType) -> bool:
    import pyarrow as pa

    is_bytes = (
        pa.types.is_binary(kind) or pa.types.is_large_binary(kind) or pa.types.is_fixed_size_binary(kind)
    )
    return bool(is_bytes or pa.types.is_temporal(kind) or pa.types.is_decimal(kind))


def _check_columns(names: Any, where: str) -> None:
    for name in names:
        meant = next((one for one in COLUMNS if name.strip().lower() == one.lower()), name)
        if name != meant:
            raise InputError(f"{where} has the column {name!r}; write it {meant!r}")
    twice = [name for name in COLUMNS if list(names).count(name) > 1]
    if twice:
        raise InputError(f"{where} has the column {twice[0]!r} twice; rename one")
    if not any(name in names for name in TEXTS):
        raise InputError(f"{where} has the columns {', '.join(names)}; it needs {' or '.join(TEXTS)}")

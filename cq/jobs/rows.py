"""Reads rows of instructions and worlds in batches, from a file of any length, here or at a URL."""

from __future__ import annotations

import csv
import hashlib
import io
import itertools
import json
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cq.data.cells import cell_value, cell_world, is_path
from cq.errors import InputError, MissingFileError, excerpt
from cq.files.json_input import json_lines
from cq.jobs.places import Place
from cq.language.instruction import check_instruction
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
TEXT_TYPES = ("string", "large_string", "string_view", "null")
NO_WORLD_TYPES = ("binary", "large_binary", "fixed_size_binary", "date", "time", "duration", "decimal")


class Asked(NamedTuple):
    """The instruction and the world of a row; or `error`, which says why they cannot be read."""

    instruction: str | None
    world: World | None = None
    error: str | None = None

    @classmethod
    def of(cls, row: Row, folder: Path | None) -> Asked:
        """Read a row. Paths of worlds are relative to `folder`; None if the table is not on this machine, and
        names no files.
        """
        given = _first(row, TEXTS)
        try:
            return cls(check_instruction(given), _world(row, folder))
        except (InputError, MissingFileError) as error:
            shown = given if isinstance(given, (str, type(None))) else excerpt(given)
            return cls(shown and _storable(shown), error=_storable(str(error)))


def asked_digest(batch: Iterable[Asked]) -> str:
    """A digest of a batch's instructions and worlds."""
    texts = (f"{one!r} {one.world and one.world.grid.tobytes()!r}\n" for one in batch)
    return hashlib.sha256("".join(texts).encode()).hexdigest()[:12]


def count_rows(source: Place) -> int:
    """The number of rows in a file. Raises `InputError` or `MissingFileError` if it cannot be read."""
    if _is_lines(source):
        return sum(1 for _ in _lines(source))
    with _reading(source):
        return int(_table(source).count_rows())


def read_batches(source: Place, size: int) -> Iterator[list[Row]]:
    """The rows of a CSV, JSON lines or parquet file, in lists of `size`; the file is never read whole. Of
    tables, only the columns that prediction reads.
    """
    if _is_lines(source):
        yield from _sized(_lines(source), size)
        return
    with _reading(source):
        names = _table(source).schema.names
    for table in _sized_tables(source, size, [name for name in COLUMNS if name in names]):
        yield table.to_pylist()


def extra_columns(source: Place, size: int, taken: Collection[str]) -> tuple[pa.Schema, Iterator[list[Any]]]:
    """The columns of a file that prediction does not read: names and types, and their values in batches of
    `size` rows. Names in `taken` get `input_` before them. Of JSON lines, the columns are the keys of all
    lines, as text.
    """
    import pyarrow as pa

    if is_lines := _is_lines(source):
        names_of_lines = dict.fromkeys(name for row in _lines(source) for name in row)
        fields = [pa.field(name, pa.string()) for name in names_of_lines]
    else:
        with _reading(source):
            fields = list(_table(source).schema)
    fields = [field for field in fields if field.name not in COLUMNS]
    names = [field.name for field in fields]
    shown = [f.with_name(f"input_{f.name}") if f.name in taken else f for f in fields]

    def of_lines(rows: list[Row]) -> list[Any]:
        return [pa.array([_as_text(row.get(name)) for row in rows], pa.string()) for name in names]

    if is_lines:
        return pa.schema(shown), map(of_lines, _sized(_lines(source), size))
    return pa.schema(shown), (table.columns for table in _sized_tables(source, size, names))


def _sized_tables(source: Place, size: int, names: Sequence[str]) -> Iterator[pa.Table]:
    """Columns of a table, in pieces of `size` rows, whatever pieces the file has."""
    import pyarrow as pa

    waiting: list[pa.RecordBatch] = []
    with _reading(source):
        for piece in _table(source).to_batches(batch_size=size, columns=names):
            waiting.append(piece)
            while sum(one.num_rows for one in waiting) >= size:
                table = pa.Table.from_batches(waiting)
                yield table.slice(0, size)
                waiting = table.slice(size).to_batches()
        if any(one.num_rows for one in waiting):
            yield pa.Table.from_batches(waiting)


def _sized(rows: Iterator[Row], size: int) -> Iterator[list[Row]]:
    while batch := list(itertools.islice(rows, size)):
        yield batch


def _first(row: Row, names: Sequence[str]) -> Any:
    return next((row[name] for name in names if row.get(name) is not None), None)


def _world(row: Row, folder: Path | None) -> World:
    """The world of a row, the empty one if it has none: `start`, a grid; or `world` or
    `InitializedWorldPath`: a path, or a recorded state or a list of blocks, as an object or as JSON text.
    """
    start, cell = cell_value(row.get(START)), _first(row, WORLDS)
    if start is not None:
        return World.parse(start)
    if folder is None and is_path(cell):
        raise InputError(f"{cell!r:.80} is a path, which only tables on this machine may name")
    return cell_world(cell, folder or Path())


def _as_text(value: Any) -> str | None:
    return value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _storable(text: str) -> str:
    """The text without lone surrogates, which parquet cannot hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _is_lines(source: Place) -> bool:
    if not source.is_file():
        raise MissingFileError(f"no rows at {source.name!r}; give a file of instructions")
    if source.suffix not in (*LINE_FORMATS, *TABLE_FORMATS):
        known = ", ".join((*LINE_FORMATS, *TABLE_FORMATS))
        raise InputError(f"cannot tell the format of {source.name!r}; use one of {known}")
    return source.suffix in LINE_FORMATS


def _lines(source: Place) -> Iterator[Row]:
    with source.open() as file:
        for where, row in json_lines(file, source.name):
            _check_columns(list(row), where)
            yield row


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

    form: Any = "parquet"
    if source.suffix == ".csv":
        _check_text(source)
        form = ds.CsvFileFormat(
            parse_options=pyarrow.csv.ParseOptions(newlines_in_values=True),
            convert_options=pyarrow.csv.ConvertOptions(column_types=dict.fromkeys(COLUMNS, pa.string())),
        )
    found = ds.dataset(source.path, filesystem=source.filesystem, format=form)
    _check_columns(found.schema.names, repr(source.name))
    _check_types(found.schema, source)
    return found


def _check_text(source: Place) -> None:
    """Raise `InputError` for a CSV in UTF-16, or with a quote that never closes: the rows up to the next
    quote would be one.
    """
    with source.open() as file:
        if file.read(2) in (BOM_UTF16_LE, BOM_UTF16_BE):
            raise InputError(f"{source.name!r} is UTF-16; save it as CSV UTF-8")
        file.seek(0)
        rows = csv.reader(io.TextIOWrapper(file, "utf-8", "replace", newline=""), strict=True)
        most, begins = csv.field_size_limit(sys.maxsize), 1
        try:
            for _ in rows:
                begins = rows.line_num + 1
        except csv.Error:
            raise InputError(
                f"the row at line {begins} of {source.name!r} has a quote that never closes, or text behind "
                "one that does; close it, or double it in a text"
            ) from None
        finally:
            csv.field_size_limit(most)


def _check_types(schema: pa.Schema, source: Place) -> None:
    """Raise `InputError` if a column of texts or worlds holds something else, such as dates or bytes."""
    import pyarrow as pa

    for name in (name for name in COLUMNS if name in schema.names):
        found = schema.field(name).type
        kind = str(found.value_type if pa.types.is_dictionary(found) else found)
        if name in (*TEXTS, WORLDS[1]):
            meant = None if kind in TEXT_TYPES else "text"
        else:
            meant = "worlds" if kind.startswith(NO_WORLD_TYPES) else None
        if meant:
            raise InputError(f"the column {name!r} of {source.name!r} holds {kind}; it must hold {meant}")


def _check_columns(names: Sequence[str], where: str) -> None:
    for name in names:
        meant = next((one for one in COLUMNS if name.strip().lower() == one.lower()), name)
        if name != meant:
            raise InputError(f"{where} has the column {name!r}; write it {meant!r}")
    twice = [name for name in COLUMNS if names.count(name) > 1]
    if twice:
        raise InputError(f"{where} has the column {twice[0]!r} twice; rename one")
    if not any(name in names for name in TEXTS):
        raise InputError(f"{where} has the columns {', '.join(names)}; it needs {' or '.join(TEXTS)}")

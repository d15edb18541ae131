"""Reads rows of instructions and worlds in batches, from a file of any length, here or at a URL."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.csv
import pyarrow.dataset as ds

from cq.data.asked_columns import START, TEXTS, WORLDS, check_columns, first_of, row_world
from cq.errors import InputError, MissingFileError, excerpt
from cq.files.json_input import json_lines
from cq.jobs.failures import reason_of, storable
from cq.jobs.places import Place
from cq.language.instruction import check_instruction
from cq.tables.csv_text import DELIMITERS, check_csv, check_separator
from cq.tables.files import LINES, PARQUET
from cq.tables.frames import check_once, input_name
from cq.world import World

Row = dict[str, Any]

COLUMNS = (*TEXTS, *WORLDS, START)
FORMATS = (*LINES, ".json", *DELIMITERS, PARQUET)
TEXT_TYPES = ("string", "large_string", "string_view", "null")
NO_WORLD_TYPES = ("binary", "large_binary", "fixed_size_binary", "date", "time", "duration", "decimal")


class Asked(NamedTuple):
    """The instruction and the world of a row; or `error`, the reason why they cannot be read."""

    instruction: str | None
    world: World | None = None
    error: str | None = None

    @classmethod
    def of(cls, row: Row, folder: Path | None) -> Asked:
        """Read a row; `folder` is that of `row_world`."""
        given = first_of(row, TEXTS)
        try:
            return cls(check_instruction(given), row_world(row, folder))
        except Exception as error:
            shown = given if isinstance(given, (str, type(None))) else excerpt(given)
            return cls(shown and storable(shown), error=reason_of(error))


class RowFile:
    """A CSV, TSV, JSON lines or parquet file of rows, which is never read whole.

    Raises `MissingFileError` or `InputError` if there is none, or its name tells no format. An error in its
    content is an `InputError` of the first method that reads it, `count` first.
    """

    def __init__(self, source: Place) -> None:
        if not source.is_file():
            raise MissingFileError(f"no rows at {source.name!r}; give a file of instructions")
        self.source, self._ending = source, source.suffix.lower()
        if self._ending not in FORMATS:
            raise InputError(f"cannot tell the format of {source.name!r}; use one of {', '.join(FORMATS)}")
        self._has_lines = self._ending not in (*DELIMITERS, PARQUET)

    def count(self) -> int:
        """The number of rows."""
        if self._has_lines:
            return sum(1 for _ in self._lines())
        with self._reading():
            return int(self._table.count_rows())

    def batches(self, size: int) -> Iterator[list[Row]]:
        """The rows in lists of `size`; of tables, only the columns that prediction reads."""
        if self._has_lines:
            lines = self._lines()
            yield from iter(lambda: list(itertools.islice(lines, size)), [])
        else:
            names = [name for name in self._table.schema.names if name in COLUMNS]
            yield from (table.to_pylist() for table in self._tables(size, names))

    def others(self, size: int, taken: Collection[str]) -> tuple[pa.Schema, Iterator[pa.Table]]:
        """The columns that prediction does not read: names and types, and their values in tables of `size`
        rows, without tables if there are no such columns. Names in `taken` get the prefix `input_`, as often
        as needed to be new. In CSV, all columns are text. In JSON lines, the columns are the keys of all
        lines, and their values JSON text, except texts and null.
        """
        if self._has_lines:
            keys = dict.fromkeys(name for row in self._lines() for name in row)
            fields = [pa.field(name, pa.string()) for name in keys if name not in COLUMNS]
        else:
            fields = [field for field in self._table.schema if field.name not in COLUMNS]
        names = [field.name for field in fields]
        shown = [field.with_name(input_name(field.name, names, taken)) for field in fields]
        if not self._has_lines:
            return pa.schema(shown), self._tables(size, names) if names else iter(())
        lines = self._lines(written=True)
        batches = iter(lambda: list(itertools.islice(lines, size)), [])
        return pa.schema(shown), (pa.Table.from_pylist(rows, pa.schema(fields)) for rows in batches)

    def _tables(self, size: int, names: Sequence[str]) -> Iterator[pa.Table]:
        """Some columns, at least one, in tables of `size` rows, whatever the row groups of the file."""
        with self._reading():
            rest = self._table.schema.empty_table().select(names)
            for piece in self._table.to_batches(batch_size=size, columns=names):
                rest = pa.concat_tables([rest, pa.Table.from_batches([piece])])
                while len(rest) >= size:
                    yield rest.slice(0, size)
                    rest = rest.slice(size)
            if len(rest):
                yield rest

    def _lines(self, *, written: bool = False) -> Iterator[Row]:
        """The objects of JSON lines; or their values as they are written."""
        with self.source.open() as file:
            for where, row in json_lines(file, self.source.name, written=written):
                check_columns(list(row), where)
                yield {name: text and storable(text) for name, text in row.items()} if written else row

    @cached_property
    def _table(self) -> ds.Dataset:
        name, form = self.source.name, "parquet"
        if delimiter := DELIMITERS.get(self._ending):
            with self.source.open() as file:
                header = check_csv(file, repr(name), delimiter)
            check_separator(header, repr(name), delimiter)
            check_columns(header, repr(name))
            # Guessed types would change the kept values, such as 007 and 1e5.
            form = ds.CsvFileFormat(
                parse_options=pyarrow.csv.ParseOptions(delimiter=delimiter, newlines_in_values=True),
                convert_options=pyarrow.csv.ConvertOptions(column_types=dict.fromkeys(header, pa.string())),
            )
        with self._reading():
            found = ds.dataset(self.source.path, filesystem=self.source.filesystem, format=form)
        check_once(found.schema.names, repr(name))
        check_columns(found.schema.names, repr(name))
        for field in found.schema:
            if field.name in COLUMNS:
                _check_type(field, name)
        return found

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Turn Arrow's errors into an `InputError` that names the file as the user does."""
        try:
            yield
        except (pa.ArrowException, OSError) as error:
            # The cause comes last, behind Arrow's own name of the file.
            cause = str(error).splitlines()[0].rpartition(f"{self.source.path}': ")[2]
            cause = cause.removeprefix("Invalid: ").rstrip(".")
            raise InputError(
                f"cannot read {self.source.name!r}: {cause}; mend it, or save it again"
            ) from None


def _check_type(field: pa.Field, source: str) -> None:
    """Raise `InputError` if a column of texts or worlds holds something else, such as dates or bytes."""
    kind = str(field.type.value_type if pa.types.is_dictionary(field.type) else field.type)
    is_text = field.name in (*TEXTS, WORLDS[1])
    if kind not in TEXT_TYPES if is_text else kind.startswith(NO_WORLD_TYPES):
        meant = "text" if is_text else "worlds"
        raise InputError(f"the column {field.name!r} of {source!r} holds {kind}; it must hold {meant}")

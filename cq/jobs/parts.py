"""One input file of a batch job, its batches, and the output file of its answers."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from cq.errors import InputError
from cq.files.digests import is_intact, keep, kept_content
from cq.jobs.batch_predictor import output_schema
from cq.jobs.input_rows import ExtraColumns, Row, read_batches, rows_digest, with_worlds
from cq.jobs.places import Place

if TYPE_CHECKING:
    import pyarrow as pa

WRITTEN = "written.json"


@dataclass(frozen=True)
class Written:
    """The names of the batches in an output, and the number of its rows without an answer."""

    batches: list[str]
    errors: int


@dataclass
class Part:
    """A file of rows, the file of their answers, and the `folder` on this machine that keeps the answered
    batches, of `size` rows each, until all are answered.
    """

    source: Place
    out: Place
    folder: Path
    size: int
    _paths: list[Path] = field(default_factory=list)
    _missing: int = 0
    _is_read: bool = False

    def written(self) -> Written | None:
        """What was written before the job was interrupted, if it was written from these same rows."""
        content = kept_content(self.folder / WRITTEN)
        if content is None or not self.out.is_file():
            return None
        found = Written(**json.loads(content))
        names = [self._name(number, rows) for number, rows in self._numbered()]
        return found if found.batches == names else None

    def batches(self) -> Iterator[tuple[int, list[Row] | None]]:
        """The number and the rows of each batch, with their worlds; no rows if it is answered already."""
        for number, rows in self._numbered():
            self._paths.append(self.folder / self._name(number, rows))
            if is_intact(self._paths[number]):
                yield number, None
            else:
                self._missing += 1
                yield number, with_worlds(rows, self._worlds)
        self._is_read = True

    def keep(self, number: int, answers: pa.Table) -> None:
        """Keep the answers of a batch."""
        import pyarrow.parquet as pq

        keep(self._paths[number], lambda temporary: pq.write_table(answers, temporary, compression="zstd"))
        self._missing -= 1

    @property
    def is_complete(self) -> bool:
        """Whether all batches are read and answered."""
        return self._is_read and self._missing == 0

    def write(self) -> int:
        """Write the output: the kept batches, after the other columns of the input. A list of the batches
        takes their place. Returns the number of rows without an answer.
        """
        import pyarrow as pa
        import pyarrow.parquet as pq

        extra = ExtraColumns(self.source, output_schema().names)
        errors = 0
        schema = pa.schema([*extra.schema, *output_schema()])
        counted, answers = itertools.tee(map(_read, self._paths))
        pieces = extra.pieces(table.num_rows for table in counted)
        with (
            self.out.replacing() as temporary,
            pq.ParquetWriter(temporary, schema, compression="zstd") as writer,
        ):
            for table, others in zip(answers, pieces, strict=True):
                errors += len(table) - table["error"].null_count
                writer.write_table(pa.Table.from_arrays([*others, *table.columns], schema=schema))
        text = json.dumps(asdict(Written([path.name for path in self._paths], errors)))
        keep(self.folder / WRITTEN, lambda temporary: temporary.write_text(text, encoding="utf-8"))
        for path in self._paths:
            path.unlink()
        return errors

    @property
    def _worlds(self) -> Path | None:
        """The folder that the paths of worlds are relative to."""
        return None if self.source.local is None else self.source.local.parent

    def _numbered(self) -> Iterator[tuple[int, list[Row]]]:
        return enumerate(read_batches(self.source, self.size))

    def _name(self, number: int, rows: list[Row]) -> str:
        return f"{number:08}-{rows_digest(rows, self._worlds)}.parquet"


def _read(path: Path) -> pa.Table:
    """A batch that was written. Raises `InputError` if it is damaged."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    content = kept_content(path)
    if content is None:
        raise InputError(f"{str(path)!r} was damaged while the job ran; run it again")
    return pq.read_table(pa.BufferReader(content))

"""One input file of a batch job, its batches, and the output file of its answers."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cq.jobs.answer_log import AnswerLog
from cq.jobs.batch_predictor import output_schema
from cq.jobs.places import Place
from cq.jobs.rows import Asked, asked_digest, extra_columns, read_batches

if TYPE_CHECKING:
    import pyarrow as pa


class Part:
    """A file of rows, which is read in batches of `size`, and the file of their answers. `log` keeps the
    answered batches, under the path `name` of the answers in the output.
    """

    def __init__(self, name: str, source: Place, out: Place, size: int, log: AnswerLog) -> None:
        self.name, self.source, self.out, self.size, self.log = name, source, out, size, log
        self._keys: list[str] = []
        # A set and not a number: the thread that reads adds to it, another one takes away.
        self._missing: set[str] = set()
        self._is_read = False
        self.found = 0
        """Rows whose answers were kept before the job was interrupted."""

    def batches(self) -> Iterator[tuple[str, list[Asked] | None]]:
        """The key and the rows of each batch; no rows if it is answered already. Batches with other rows or
        worlds have other keys.
        """
        folder = None if self.source.local is None else self.source.local.parent
        for number, rows in enumerate(read_batches(self.source, self.size)):
            batch = [Asked.of(row, folder) for row in rows]
            key = f"{self.name} {number} {asked_digest(batch)}"
            self._keys.append(key)
            if key in self.log:
                self.found += len(batch)
                yield key, None
            else:
                self._missing.add(key)
                yield key, batch
        self._is_read = True

    def keep(self, key: str, answers: pa.Table) -> None:
        """Keep the answers of a batch."""
        import pyarrow as pa

        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(
            sink, answers.schema, options=pa.ipc.IpcWriteOptions(compression="zstd")
        ) as stream:
            stream.write_table(answers)
        self.log.append(key, base64.b64encode(sink.getvalue()).decode())
        self._missing.remove(key)

    @property
    def is_complete(self) -> bool:
        """Whether all batches are read and answered."""
        return self._is_read and not self._missing

    def write(self) -> int:
        """Write the output, the answers after the other columns of the input, unless it was written from
        these same batches before the job was interrupted, and is still the same. Returns the number of rows
        without an answer.
        """
        import pyarrow as pa
        import pyarrow.parquet as pq

        tables = map(self._kept, self._keys)
        written = f"{self.name} written"
        if written in self.log and self.log[written] == [self._keys, self.out.digest()]:
            return sum(len(table) - table["error"].null_count for table in tables)
        extra, values = extra_columns(self.source, self.size, output_schema().names)
        schema, errors = pa.schema([*extra, *output_schema()]), 0
        with (
            self.out.replacing() as temporary,
            pq.ParquetWriter(temporary, schema, compression="zstd") as writer,
        ):
            for table, others in zip(tables, values, strict=True):
                errors += len(table) - table["error"].null_count
                writer.write_table(pa.Table.from_arrays([*others, *table.columns], schema=schema))
        self.log.append(written, [self._keys, self.out.digest()])
        return errors

    def _kept(self, key: str) -> pa.Table:
        import pyarrow as pa

        return pa.ipc.open_stream(base64.b64decode(self.log[key])).read_all()

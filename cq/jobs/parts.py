"""One input file of a batch job, its batches, and the output file of its answers."""

from __future__ import annotations

from collections.abc import Iterator

from cq.jobs.answer_log import AnswerLog
from cq.jobs.batch_predictor import kept_table, output_schema
from cq.jobs.places import Place
from cq.jobs.rows import Asked, asked_digest, extra_columns, read_batches


class Part:
    """A file of rows, which is read in batches of `size`, and the file of their answers. `log` keeps the
    answered batches, under the path `name` of the answers in the output.
    """

    def __init__(self, name: str, source: Place, out: Place, size: int, log: AnswerLog) -> None:
        self.name, self.source, self.out, self.size, self.log = name, source, out, size, log
        self._keys: list[str] = []
        self.found = 0
        """Rows whose answers were kept before the job was interrupted."""

    def batches(self) -> Iterator[tuple[str, list[Asked]]]:
        """The key and the rows of each batch. Batches with other rows or worlds have other keys."""
        folder = None if self.source.local is None else self.source.local.parent
        for number, rows in enumerate(read_batches(self.source, self.size)):
            batch = [Asked.of(row, folder) for row in rows]
            key = f"{self.name} {number} {asked_digest(batch)}"
            self._keys.append(key)
            self.found += len(batch) if key in self.log else 0
            yield key, batch

    def write(self) -> int:
        """Write the output when all is answered, the answers after the other columns of the input, unless it
        was written from these same batches before the job was interrupted, and is still the same. Returns the
        number of rows without an answer.
        """
        import pyarrow as pa
        import pyarrow.parquet as pq

        tables = (kept_table(self.log[key]) for key in self._keys)
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

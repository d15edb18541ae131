"""Batch prediction: `cq predict --input X.csv --output Y.parquet`.

Reads instructions and worlds from CSV, JSON lines or parquet in batches, and writes for each row whether it
is clear, what to ask and what to build. Finished batches are kept beside the output, so that a killed job
resumes and ends with the same file. Memory does not grow with the number of rows.

It reads the column `instruction` (or `InputInstruction`) and, if present, a world: `world`, a recorded
state or a list of blocks as JSON, or the path of such a file (or `InitializedWorldPath`, a path, as in the
track's table); or `start`, a grid (9, 11, 11) as in our own exports. Other columns are kept, with `input_`
before a name that an answer has.
"""

from __future__ import annotations

import glob
import hashlib
import itertools
import shutil
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from cq.digests import is_intact, keep, kept_content
from cq.errors import InputError
from cq.files import check_writable, replacing
from cq.jobs.batch_predictor import BatchPredictor, output_schema
from cq.jobs.input_rows import ExtraColumns, Row, count_rows, read_batches, rows_digest
from cq.jobs.weights_digest import pipeline_digest
from cq.locks import one_writer
from cq.plain_text import plain
from cq.progress import progress_bar
from cq.ranking import QuestionBank

if TYPE_CHECKING:
    import pyarrow as pa

BATCH_SIZE, MOST_ROWS = 256, 4096
"""Rows of a batch, and how many may be asked for: all of a batch are in memory."""

app = typer.Typer(help=__doc__, add_completion=False)
console = Console(stderr=True, markup=False)


class Engine(str, Enum):
    """What runs the batches."""

    local = "local"
    ray = "ray"


@app.command(help=__doc__)
def main(
    source: Annotated[Path, typer.Option("--input", help="X.csv, X.jsonl or X.parquet.")],
    out: Annotated[Path, typer.Option("--output", help="Y.parquet.")],
    qbank: Annotated[
        Path | None, typer.Option(help="A question_bank.csv. Default: the bundled bank.")
    ] = None,
    top: Annotated[int, typer.Option(min=1, help="Questions per unclear row.")] = 5,
    weights: Annotated[
        Path | None, typer.Option(help="A saved pipeline's folder. Default: the bundled one.")
    ] = None,
    batch: Annotated[int, typer.Option(min=1, max=MOST_ROWS, help="Rows per batch.")] = BATCH_SIZE,
    engine: Annotated[
        Engine, typer.Option(help="What runs the batches; ray needs the extra `ray`.")
    ] = Engine.local,
) -> None:
    if out.suffix != ".parquet":
        raise InputError(f"cannot write {str(out)!r}: the output is parquet; end it in .parquet")
    check_writable(out, source)
    bank = QuestionBank.parse(qbank)
    total = count_rows(source)
    batches = _batches_folder(out, bank, top, weights)
    predict = BatchPredictor(weights, bank, top, source.parent)
    paths: list[Path] = []

    def unanswered() -> Iterator[tuple[int, list[Row]]]:
        for number, rows in enumerate(read_batches(source, batch)):
            paths.append(batches / f"{number:08}-{rows_digest(rows, source.parent)}.parquet")
            if is_intact(paths[number]):
                bar.update()
            else:
                yield number, rows

    if engine is Engine.ray:
        from cq.jobs.ray_engine import predict_on_ray

        answers: Iterator[tuple[int, pa.Table]] = predict_on_ray(predict, unanswered())
    else:
        answers = ((number, predict(rows)) for number, rows in unanswered())
    with one_writer(out), progress_bar("batches", -(-total // batch)) as bar:
        for number, table in answers:
            _write(table, paths[number])
            bar.update()
        errors = _join(paths, out, ExtraColumns(source, output_schema().names))
        # Those of other options or versions too: the output is complete.
        for folder in out.parent.glob(f".{glob.escape(out.name)}-{'?' * 12}"):
            shutil.rmtree(folder, ignore_errors=True)
    note = f"; {errors:,} of them have no answer: see the column error" if errors else ""
    console.print(f"wrote {total:,} rows to {plain(out)}{note}")


def _batches_folder(out: Path, bank: QuestionBank, top: int, weights: Path | None) -> Path:
    """The folder of finished batches; other options have another folder."""
    options = (bank.qids, bank.questions, top, pipeline_digest(weights))
    return out.with_name(f".{out.name}-{hashlib.sha256(repr(options).encode()).hexdigest()[:12]}")


def _write(table: pa.Table, path: Path) -> None:
    import pyarrow.parquet as pq

    keep(path, lambda temporary: pq.write_table(table, temporary, compression="zstd"))


def _read(path: Path) -> pa.Table:
    """A batch that was written. Raises `InputError` if it is damaged."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    content = kept_content(path)
    if content is None:
        raise InputError(f"{str(path)!r} was damaged while the job ran; run it again")
    return pq.read_table(pa.BufferReader(content))


def _join(batches: list[Path], out: Path, extra: ExtraColumns) -> int:
    """Write the batches as one file, after the other columns of the input. Returns the number of rows without
    an answer.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    errors = 0
    schema = pa.schema([*extra.schema, *output_schema()])
    counted, written = itertools.tee(map(_read, batches))
    pieces = extra.pieces(table.num_rows for table in counted)
    with (
        replacing(out) as temporary,
        pq.ParquetWriter(temporary, schema, compression="zstd") as writer,
    ):
        for table, others in zip(written, pieces, strict=True):
            errors += len(table) - table["error"].null_count
            writer.write_table(pa.Table.from_arrays([*others, *table.columns], schema=schema))
    return errors

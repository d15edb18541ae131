"""Batch prediction: `python -m pipelines.predict --input X.csv --output Y.parquet`.

Reads instructions and worlds from CSV, JSON lines or parquet, batch by batch, and writes for each row whether
it is clear, what to ask and what to build. Finished batches are kept beside the output, so that a killed job
goes on where it was and ends with the same file; memory does not grow with the number of rows.

Columns read: `instruction` (or `InputInstruction`), and, where it is known, the world: `world`, a recorded
state or a list of blocks as JSON, or the path of one; or `start`, a grid (9, 11, 11) as in our own exports.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.progress import track

from cq.errors import InputError, MissingFileError
from cq.files import replacing
from cq.instructions import check_instruction
from cq.pipeline import Pipeline
from cq.ranking import QuestionBank
from cq.world import SHAPE, World

if TYPE_CHECKING:
    import pyarrow as pa

FORMATS = {".csv": "csv", ".jsonl": "json", ".json": "json", ".parquet": "parquet"}
TEXTS = ("instruction", "InputInstruction")
BATCH = 256

app = typer.Typer(help=__doc__, add_completion=False)
console = Console(stderr=True)


class Engine(str, Enum):
    """What runs the batches."""

    local = "local"
    ray = "ray"


@app.command(help=__doc__)
def main(
    source: Annotated[Path, typer.Option("--input", help="X.csv, X.jsonl or X.parquet.")],
    out: Annotated[Path, typer.Option("--output", help="Y.parquet.")],
    qbank: Annotated[Path | None, typer.Option(help="A question_bank.csv; ours if left out.")] = None,
    top: Annotated[int, typer.Option(min=1, help="Questions per unclear row.")] = 5,
    weights: Annotated[Path | None, typer.Option(help="A saved pipeline; ours if left out.")] = None,
    batch: Annotated[int, typer.Option(min=1, help="Rows at a time.")] = BATCH,
    engine: Annotated[Engine, typer.Option(help="ray needs the extra `ray`.")] = Engine.local,
) -> None:
    if out.suffix != ".parquet":
        raise InputError(f"cannot write {str(out)!r}: the output is parquet; end it in .parquet")
    bank = QuestionBank.parse(qbank)
    parts = _parts_folder(source, out, bank, top, weights, batch)
    answer = Answer(weights, bank, top, source.parent)
    total = count_rows(source)
    batches = enumerate(read_batches(source, batch))
    todo = ((number, table) for number, table in batches if not _part(parts, number).exists())
    if engine is Engine.ray:
        from pipelines.predict_ray import answers

        done: Iterator[tuple[int, pa.Table]] = answers(answer, todo)
    else:
        done = ((number, answer(table)) for number, table in todo)
    first, count = len(list(parts.glob("*.parquet"))), -(-total // batch)
    quiet = not console.is_terminal
    for number, table in track(done, "predicting", total=count - first, console=console, disable=quiet):
        _write(table, _part(parts, number))
    faults = _join([_part(parts, number) for number in range(count)], out)
    shutil.rmtree(parts)
    said = f", of which {faults:,} have no answer: see the column error" if faults else ""
    console.print(f"wrote {total:,} rows to {out}{said}")


class Answer:
    """What the pipeline says of a table of rows, as a table. Loads the pipeline on first use, so that it can
    be sent to other processes.
    """

    def __init__(self, weights: Path | None, bank: QuestionBank, top: int, folder: Path) -> None:
        self.weights, self.bank, self.top, self.folder = weights, bank, top, folder
        self._pipeline: Pipeline | None = None

    def __call__(self, table: pa.Table) -> pa.Table:
        import pyarrow as pa

        self._pipeline = self._pipeline or Pipeline.from_pretrained(self.weights)
        answers: list[dict[str, Any]] = [{} for _ in range(len(table))]
        texts, worlds, places = [], [], []
        for place, row in enumerate(table.to_pylist()):
            try:
                text, world = check_instruction(_text(row)), _world(row, self.folder)
            except (InputError, MissingFileError) as error:
                answers[place] = {"instruction": str(_text(row)), "error": str(error)}
                continue
            texts.append(text)
            worlds.append(world)
            places.append(place)
        for place, answer in zip(places, self._answers(self._pipeline, texts, worlds), strict=True):
            answers[place] = answer
        return pa.Table.from_pylist(answers, schema=schema())

    def _answers(self, pipeline: Pipeline, texts: list[str], worlds: list[World]) -> list[dict[str, Any]]:
        clarities, builds = pipeline.classify(texts, worlds), pipeline.build(texts, worlds)
        unclear = [i for i, clarity in enumerate(clarities) if not clarity.is_clear]
        ranked = pipeline.rank(self.bank, [texts[i] for i in unclear], [worlds[i] for i in unclear], self.top)
        questions = dict(zip(unclear, ranked, strict=True))
        return [
            {
                "instruction": texts[i],
                "is_clear": clarities[i].is_clear,
                "p_unclear": clarities[i].p_unclear,
                "qids": [one.qid for one in questions.get(i, [])],
                "questions": [one.question for one in questions.get(i, [])],
                "question_scores": [one.score for one in questions.get(i, [])],
                "built": builds[i].grid.tolist(),
                "confidence": builds[i].confidence,
            }
            for i in range(len(texts))
        ]


def schema() -> pa.Schema:
    """The columns of the output. `built` is the predicted grid, [y][x][z], IGLU 2022 colours; the questions
    are there for unclear rows, best first. `error` says why a row has no answer.
    """
    import pyarrow as pa

    grid = pa.int8()
    for _ in SHAPE:
        grid = pa.list_(grid)
    return pa.schema(
        {
            "instruction": pa.string(),
            "is_clear": pa.bool_(),
            "p_unclear": pa.float64(),
            "qids": pa.list_(pa.string()),
            "questions": pa.list_(pa.string()),
            "question_scores": pa.list_(pa.float64()),
            "built": grid,
            "confidence": pa.float64(),
            "error": pa.string(),
        }
    )


def read_batches(source: Path, size: int) -> Iterator[pa.Table]:
    """The rows of a file, `size` at a time, without reading it whole."""
    import pyarrow as pa

    held: list[pa.Table] = []
    count = 0
    for piece in _dataset(source).to_batches(batch_size=size):
        held.append(pa.Table.from_batches([piece]))
        count += len(piece)
        while count >= size:
            joined = pa.concat_tables(held)
            yield joined.slice(0, size)
            held, count = [joined.slice(size)], count - size
    if count:
        yield pa.concat_tables(held)


def count_rows(source: Path) -> int:
    """How many rows a file has. Raises `InputError` or `MissingFileError` where it cannot be read."""
    return int(_dataset(source).count_rows())


def _dataset(source: Path) -> Any:
    import pyarrow as pa
    import pyarrow.csv
    import pyarrow.dataset as ds

    if source.suffix not in FORMATS:
        raise InputError(f"cannot tell the format of {str(source)!r}; it ends in {', '.join(FORMATS)}")
    if not source.is_file():
        raise MissingFileError(f"no rows at {str(source)!r}; give a file of instructions")
    texts = dict.fromkeys((*TEXTS, "world"), pa.string())
    csv = ds.CsvFileFormat(
        parse_options=pyarrow.csv.ParseOptions(newlines_in_values=True),
        convert_options=pyarrow.csv.ConvertOptions(column_types=texts),
    )
    try:
        found = ds.dataset(source, format=csv if source.suffix == ".csv" else FORMATS[source.suffix])
    except (pa.ArrowException, OSError) as error:
        raise InputError(f"cannot read {str(source)!r}: {str(error).splitlines()[0]}") from None
    if not any(name in found.schema.names for name in TEXTS):
        raise InputError(
            f"{str(source)!r} has the columns {', '.join(found.schema.names)}; it needs {' or '.join(TEXTS)}"
        )
    return found


def _text(row: dict[str, Any]) -> Any:
    return next(row[name] for name in TEXTS if name in row)


def _world(row: dict[str, Any], folder: Path) -> World:
    """The world of a row, empty where none is given."""
    if row.get("start") is not None:
        return World.parse(np.array(row["start"]))
    given = row.get("world")
    if isinstance(given, str):
        if given.lstrip()[:1] in ("{", "["):
            try:
                return World.parse(json.loads(given))
            except json.JSONDecodeError as error:
                raise InputError(f"the world {given[:40]!r} is not valid JSON: {error}") from None
        return World.parse(folder / given if given.strip() else None)
    return World.parse(given)


def _parts_folder(
    source: Path, out: Path, bank: QuestionBank, top: int, weights: Path | None, batch: int
) -> Path:
    """Where this job's finished batches are kept: another input or option has another place."""
    if not source.is_file():
        raise MissingFileError(f"no rows at {str(source)!r}; give a file of instructions")
    digest = hashlib.sha256(repr((bank.qids, bank.questions, top, str(weights), batch)).encode())
    with source.open("rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return out.with_name(f".{out.name}-{digest.hexdigest()[:12]}")


def _part(parts: Path, number: int) -> Path:
    return parts / f"{number:08}.parquet"


def _write(table: pa.Table, path: Path) -> None:
    import pyarrow.parquet as pq

    with replacing(path) as temporary:
        pq.write_table(table, temporary, compression="zstd")


def _join(parts: list[Path], out: Path) -> int:
    """Write the batches as one file. Returns how many rows have no answer."""
    import pyarrow.parquet as pq

    faults = 0
    with replacing(out) as temporary, pq.ParquetWriter(temporary, schema(), compression="zstd") as writer:
        for part in parts:
            table = pq.read_table(part)
            faults += len(table) - table["error"].null_count
            writer.write_table(table)
    return faults


if __name__ == "__main__":
    from cq.cli import run

    run(app)

"""Batch prediction: `python -m pipelines.predict --input X.csv --output Y.parquet`.

Reads instructions and worlds from CSV, JSON lines or parquet, batch by batch, and writes for each row whether
it is clear, what to ask and what to build. Finished batches are kept beside the output, so that a killed job
goes on where it was and ends with the same file; memory does not grow with the number of rows.

Columns read: `instruction` (or `InputInstruction`), and, where it is known, the world: `world`, a recorded
state or a list of blocks as JSON, or the path of one (or `InitializedWorldPath`, such a path, as in the
track's table); or `start`, a grid (9, 11, 11) as in our own exports. Other columns are left.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from cq.errors import InputError, MissingFileError
from cq.files import check_writable, replacing
from cq.language.instruction import check_instruction
from cq.pipeline import Pipeline
from cq.ranking import QuestionBank
from cq.world import SHAPE, World
from pipelines.journal import fingerprint
from pipelines.progress import progress
from pipelines.rows import Row, count_rows, read_batches, row_digest, text_of, world_of

if TYPE_CHECKING:
    import pyarrow as pa

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
    check_writable(out, source)
    bank = QuestionBank.parse(qbank)
    total = count_rows(source)
    parts = _parts_folder(out, bank, top, weights)
    answer = Answer(weights, bank, top, source.parent)
    paths: list[Path] = []
    bar = progress("batches", -(-total // batch))

    def unanswered() -> Iterator[tuple[int, list[Row]]]:
        for number, rows in enumerate(read_batches(source, batch)):
            paths.append(parts / f"{number:08}-{row_digest(rows, source.parent)}.parquet")
            if paths[number].exists():
                bar.update()
            else:
                yield number, rows

    if engine is Engine.ray:
        from pipelines.predict_ray import answers

        done: Iterator[tuple[int, pa.Table]] = answers(answer, unanswered())
    else:
        done = ((number, answer(rows)) for number, rows in unanswered())
    with bar:
        for number, table in done:
            _write(table, paths[number])
            bar.update()
    faults = _join(paths, out)
    shutil.rmtree(parts, ignore_errors=True)
    said = f", of which {faults:,} have no answer: see the column error" if faults else ""
    console.print(f"wrote {total:,} rows to {out}{said}")


class Answer:
    """What the pipeline says of some rows, as a table. Loads the pipeline on first use, so that it can
    be sent to other processes.
    """

    def __init__(self, weights: Path | None, bank: QuestionBank, top: int, folder: Path) -> None:
        self.weights, self.bank, self.top, self.folder = weights, bank, top, folder
        self._pipeline: Pipeline | None = None

    def __call__(self, rows: list[Row]) -> pa.Table:
        import pyarrow as pa

        self._pipeline = self._pipeline or Pipeline.from_pretrained(self.weights)
        answers: list[dict[str, Any]] = [{} for _ in rows]
        texts, worlds, places = [], [], []
        for place, row in enumerate(rows):
            try:
                text, world = check_instruction(text_of(row)), world_of(row, self.folder)
            except (InputError, MissingFileError) as error:
                said = text_of(row)
                answers[place] = {"instruction": said if said is None else str(said), "error": str(error)}
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
                "reasons": list(clarities[i].reasons),
                "qids": [one.qid for one in questions.get(i, [])],
                "questions": [one.question for one in questions.get(i, [])],
                "question_scores": [one.score for one in questions.get(i, [])],
                "built": builds[i].grid.tolist(),
                "confidence": builds[i].confidence,
            }
            for i in range(len(texts))
        ]


def schema() -> pa.Schema:
    """The columns of the output. `reasons` say what the words leave open; the questions are there for unclear
    rows, best first; `built` is the predicted grid, [y][x][z], IGLU 2022 colours. `error` says why a row has
    no answer.
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
            "reasons": pa.list_(pa.string()),
            "qids": pa.list_(pa.string()),
            "questions": pa.list_(pa.string()),
            "question_scores": pa.list_(pa.float64()),
            "built": grid,
            "confidence": pa.float64(),
            "error": pa.string(),
        }
    )


def _parts_folder(out: Path, bank: QuestionBank, top: int, weights: Path | None) -> Path:
    """Where finished batches are kept, each under what its rows say: with other options, another place."""
    of = (bank.qids, bank.questions, top, fingerprint(weights))
    return out.with_name(f".{out.name}-{hashlib.sha256(repr(of).encode()).hexdigest()[:12]}")


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
    from cq.cli.main import run

    run(app)

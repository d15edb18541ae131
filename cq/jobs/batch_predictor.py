"""Answers a file of rows in batches (clear or not, questions, builds), and writes the answers."""

from __future__ import annotations

import base64
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from cq.errors import InputError
from cq.files.digests import fingerprint
from cq.jobs.answer_log import AnswerLog
from cq.jobs.failures import in_pieces
from cq.jobs.places import CHANGED, Place
from cq.jobs.rows import Asked, RowFile
from cq.jobs.weights_digest import check_pipeline, code_digest, pipeline_digest, weight_files
from cq.modeling.manifest import BACKBONE, update_part
from cq.pipeline import Pipeline
from cq.pipeline.frames import CLARITY, RANKING, cells_of
from cq.ranking import QuestionBank
from cq.world import SHAPE

TEXTS, GRID = pa.list_(pa.string()), pa.int8()
for _ in SHAPE:
    GRID = pa.list_(GRID)
SCHEMA = pa.schema(
    {
        "instruction": pa.string(),
        "is_clear": pa.bool_(),
        "p_unclear": pa.float64(),
        "reasons": TEXTS,
        "qids": TEXTS,
        "questions": TEXTS,
        "question_scores": pa.list_(pa.float64()),
        "built": GRID,
        "confidence": pa.float64(),
        "error": pa.string(),
    }
)
"""The columns of the output. `reasons` name the open slots of the instruction. Unclear rows have `qids`,
`questions` and `question_scores`, best first. `built` is the predicted grid, [y][x][z], in IGLU 2022 colours.
`error` is the reason why a row has no answer.
"""


class BatchPredictor:
    """Answers batches of rows with a pipeline.

    `weights` is a saved pipeline's folder (None: the bundled one), and `top` the number of questions per
    unclear row. The pipeline is loaded on first use, so that a predictor can be sent to other processes; and
    to other machines if it `travels`: then it contains the files of the weights.
    """

    def __init__(self, weights: Path | None, bank: QuestionBank, top: int, *, travels: bool = False) -> None:
        self.weights, self.bank, self.top = weights, bank, top
        self.digest = pipeline_digest(weights)
        files = weight_files(weights) if travels else {}
        self._carried = {name: path.read_bytes() for name, path in files.items()}
        self._code = code_digest() if travels else ""
        self._pipeline: Pipeline | None = None
        if travels:
            check_pipeline(weights, self.digest)

    def __call__(self, batch: Sequence[Asked]) -> str:
        """The answers to a batch, with the columns of `SCHEMA`: parquet in base64, for a log of lines."""
        self._pipeline = self._pipeline or self._loaded()
        table = pa.concat_tables(in_pieces(self._table, _failed, batch)).combine_chunks()
        sink = pa.BufferOutputStream()
        pq.write_table(table, sink, compression="zstd")
        return base64.b64encode(sink.getvalue()).decode()

    def _table(self, batch: Sequence[Asked]) -> pa.Table:
        """The answers to some rows, with the columns of `SCHEMA`."""
        pipeline = self._pipeline
        assert pipeline is not None
        rows: list[dict[str, Any]] = [
            {"instruction": asked.instruction, "error": asked.error} for asked in batch
        ]
        read = [i for i, asked in enumerate(batch) if asked.error is None]
        texts, worlds = [str(batch[i].instruction) for i in read], [batch[i].world for i in read]
        clarities, builds = pipeline.classify(texts, worlds), pipeline.build(texts, worlds)
        unclear = [n for n, clarity in enumerate(clarities) if not clarity.is_clear]
        ranked = pipeline.rank(self.bank, [texts[n] for n in unclear], [worlds[n] for n in unclear], self.top)
        questions = dict(zip(unclear, ranked, strict=True))
        for n, i in enumerate(read):
            rows[i] |= cells_of(clarities[n], CLARITY) | cells_of(questions.get(n, []), RANKING)
            rows[i] |= {"built": builds[n].grid.tolist(), "confidence": builds[n].confidence}
        return pa.Table.from_pylist(rows, schema=SCHEMA)

    def _loaded(self) -> Pipeline:
        if not self._carried:
            pipeline = Pipeline.from_pretrained(self.weights)
            check_pipeline(self.weights, self.digest)
            return pipeline
        if self._code != code_digest():
            raise InputError("a node of the cluster has another version of cq; install the same on all nodes")
        with tempfile.TemporaryDirectory() as folder:
            for name, content in self._carried.items():
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            update_part(Path(folder), BACKBONE)
            return Pipeline.from_pretrained(folder)


def _failed(asked: Asked, reason: str) -> pa.Table:
    """The answer of a row that cannot be answered."""
    return pa.Table.from_pylist([{"instruction": asked.instruction, "error": reason}], schema=SCHEMA)


class Part:
    """A file of rows, which is read in batches of `size`, and the file of their answers. `log` keeps the
    answered batches, under the path `name` of the answers in the output, and a digest of their other inputs
    beside the log's options.
    """

    def __init__(self, name: str, rows: RowFile, out: Place, size: int, log: AnswerLog) -> None:
        self.name, self.rows, self.out, self.size, self.log = name, rows, out, size, log
        self._keys: list[str] = []
        self.found = 0
        """Rows with answers from before the job was interrupted."""

    def batches(self) -> Iterator[tuple[str, list[Asked]]]:
        """The key and the rows of each batch. Batches with other rows or worlds have other keys."""
        for key, batch in self._read():
            self._keys.append(key)
            self.found += len(batch) if key in self.log else 0
            yield key, batch

    def _read(self) -> Iterator[tuple[str, list[Asked]]]:
        local = self.rows.source.local
        for number, rows in enumerate(self.rows.batches(self.size)):
            batch = [Asked.of(row, local and local.parent) for row in rows]
            yield f"{self.name} {number} {fingerprint(batch)}", batch

    def check(self, given: Place) -> None:
        """Raise `InputError` if the given file differs from the rows, its copy; or if a world that a row
        names has changed since the row was answered.
        """
        given.check_same(self.rows.source)
        for number, ((now, _), then) in enumerate(zip(self._read(), self._keys, strict=True)):
            if now != then:
                rows = f"{number * self.size + 1} to {(number + 1) * self.size}"
                raise InputError(f"a world of the rows {rows} of {self.rows.source.name!r} {CHANGED}")

    def write(self) -> int:
        """Write the output when all rows are answered, the answers after the other columns of the input,
        unless it was written from this same file and these same batches before the job was interrupted, and
        is unchanged. Returns the number of rows without an answer.
        """
        kept = (base64.b64decode(self.log[key]) for key in self._keys)
        tables = (pq.read_table(pa.BufferReader(content)) for content in kept)
        written, source = f"{self.name} written", self.rows.source.digest()
        if written in self.log and self.log[written] == [source, self._keys, self.out.digest()]:
            return sum(len(table) - table["error"].null_count for table in tables)
        extra, others = self.rows.others(self.size, SCHEMA.names)
        schema, errors = pa.schema([*extra, *SCHEMA]), 0
        with self.out.replacing() as path, pq.ParquetWriter(path, schema, compression="zstd") as writer:
            for table in tables:
                errors += len(table) - table["error"].null_count
                columns = [*(next(others).columns if len(extra) else ()), *table.columns]
                writer.write_table(pa.Table.from_arrays(columns, schema=schema))
        self.log.append(written, [source, self._keys, self.out.digest()])
        return errors

"""Answers a file of rows in batches, clear or not, what to ask, what to build, and writes the answers."""

from __future__ import annotations

import base64
import hashlib
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from cq.errors import InputError
from cq.jobs.answer_log import AnswerLog
from cq.jobs.places import Place
from cq.jobs.rows import Asked, RowFile
from cq.jobs.weights_digest import code_digest, weight_files
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
"""The columns of the output. `reasons` say what the instruction leaves open. Unclear rows have `qids`,
`questions` and `question_scores`, best first. `built` is the predicted grid, [y][x][z], in IGLU 2022 colours.
`error` says why a row has no answer.
"""


class BatchPredictor:
    """Answers batches of rows with a pipeline.

    `weights` is a saved pipeline's folder (None: the bundled one), and `top` the number of questions per
    unclear row. The pipeline is loaded on first use, so that a predictor can be sent to other processes; to
    those of other machines if it `travels`: then it has the files of the weights in it.
    """

    def __init__(self, weights: Path | None, bank: QuestionBank, top: int, *, travels: bool = False) -> None:
        self.weights, self.bank, self.top = weights, bank, top
        files = weight_files(weights) if travels else {}
        self._carried = {name: path.read_bytes() for name, path in files.items()}
        self._code = code_digest() if travels else ""
        self._pipeline: Pipeline | None = None

    def __call__(self, batch: Sequence[Asked]) -> str:
        """The answers to a batch, with the columns of `SCHEMA`: parquet in base64, for a log of lines."""
        pipeline = self._pipeline = self._pipeline or self._loaded()
        rows: list[dict[str, Any]] = [{"instruction": one.instruction, "error": one.error} for one in batch]
        read = [i for i, one in enumerate(batch) if one.error is None]
        texts, worlds = [str(batch[i].instruction) for i in read], [batch[i].world for i in read]
        clarities, builds = pipeline.classify(texts, worlds), pipeline.build(texts, worlds)
        unclear = [n for n, clarity in enumerate(clarities) if not clarity.is_clear]
        ranked = pipeline.rank(self.bank, [texts[n] for n in unclear], [worlds[n] for n in unclear], self.top)
        questions = dict(zip(unclear, ranked, strict=True))
        for n, i in enumerate(read):
            rows[i] |= cells_of(clarities[n], CLARITY) | cells_of(questions.get(n, []), RANKING)
            rows[i] |= {"built": builds[n].grid.tolist(), "confidence": builds[n].confidence}
        table, sink = pa.Table.from_pylist(rows, schema=SCHEMA), pa.BufferOutputStream()
        pq.write_table(table, sink, compression="zstd")
        return base64.b64encode(sink.getvalue()).decode()

    def _loaded(self) -> Pipeline:
        if not self._carried:
            return Pipeline.from_pretrained(self.weights)
        if self._code != code_digest():
            raise InputError("a node of the cluster has another version of cq; install the same on all nodes")
        with tempfile.TemporaryDirectory() as folder:
            for name, content in self._carried.items():
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            return Pipeline.from_pretrained(folder)


class Part:
    """A file of rows, which is read in batches of `size`, and the file of their answers. `log` keeps the
    answered batches, under the path `name` of the answers in the output.
    """

    def __init__(self, name: str, rows: RowFile, out: Place, size: int, log: AnswerLog) -> None:
        self.name, self.rows, self.out, self.size, self.log = name, rows, out, size, log
        self._keys: list[str] = []
        self.found = 0
        """Rows whose answers were kept before the job was interrupted."""

    def batches(self) -> Iterator[tuple[str, list[Asked]]]:
        """The key and the rows of each batch. Batches with other rows or worlds have other keys."""
        local = self.rows.source.local
        for number, rows in enumerate(self.rows.batches(self.size)):
            batch = [Asked.of(row, local and local.parent) for row in rows]
            texts = (f"{one!r} {one.world and one.world.grid.tobytes()!r}\n" for one in batch)
            key = f"{self.name} {number} {hashlib.sha256(''.join(texts).encode()).hexdigest()[:12]}"
            self._keys.append(key)
            self.found += len(batch) if key in self.log else 0
            yield key, batch

    def write(self) -> int:
        """Write the output when all is answered, the answers after the other columns of the input, unless it
        was written from these same batches before the job was interrupted, and is still the same. Returns the
        number of rows without an answer.
        """
        kept = (base64.b64decode(self.log[key]) for key in self._keys)
        tables = (pq.read_table(pa.BufferReader(content)) for content in kept)
        written = f"{self.name} written"
        if written in self.log and self.log[written] == [self._keys, self.out.digest()]:
            return sum(len(table) - table["error"].null_count for table in tables)
        extra, others = self.rows.others(self.size, SCHEMA.names)
        schema, errors = pa.schema([*extra, *SCHEMA]), 0
        with self.out.replacing() as path, pq.ParquetWriter(path, schema, compression="zstd") as writer:
            for table in tables:
                errors += len(table) - table["error"].null_count
                columns = [*(next(others).columns if len(extra) else ()), *table.columns]
                writer.write_table(pa.Table.from_arrays(columns, schema=schema))
        self.log.append(written, [self._keys, self.out.digest()])
        return errors

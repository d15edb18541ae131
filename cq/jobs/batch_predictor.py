"""Answers batches of rows: clear or not, what to ask, what to build."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cq.jobs.rows import Asked
from cq.pipeline import Pipeline
from cq.pipeline.frames import clarity_columns, ranking_columns
from cq.ranking import QuestionBank
from cq.world import SHAPE, World

if TYPE_CHECKING:
    import pyarrow as pa


class BatchPredictor:
    """Answers batches of rows with a pipeline.

    `weights` is a saved pipeline's folder (None: the bundled one), and `top` the number of questions per
    unclear row. The pipeline is loaded on first use, so that a predictor can be sent to other processes.
    """

    def __init__(self, weights: Path | None, bank: QuestionBank, top: int) -> None:
        self.weights, self.bank, self.top = weights, bank, top
        self._pipeline: Pipeline | None = None

    def load(self) -> Pipeline:
        """The pipeline, loaded on the first call."""
        self._pipeline = self._pipeline or Pipeline.from_pretrained(self.weights)
        return self._pipeline

    def __call__(self, batch: Sequence[Asked]) -> str:
        """A table (see `kept_table`) of one row for each row of the batch; `error` says why a row has no
        answer.
        """
        import pyarrow as pa

        answers: list[dict[str, Any]] = [
            {"instruction": one.instruction, "error": one.error} for one in batch
        ]
        read = [i for i, one in enumerate(batch) if one.error is None]
        texts, worlds = [str(batch[i].instruction) for i in read], [batch[i].world for i in read]
        for i, answer in zip(read, self._answers(self.load(), texts, worlds), strict=True):
            answers[i] |= answer
        sink, zstd = pa.BufferOutputStream(), pa.ipc.IpcWriteOptions(compression="zstd")
        with pa.ipc.new_stream(sink, output_schema(), options=zstd) as stream:
            stream.write_table(pa.Table.from_pylist(answers, schema=output_schema()))
        return base64.b64encode(sink.getvalue()).decode()

    def _answers(
        self, pipeline: Pipeline, texts: list[str], worlds: list[World | None]
    ) -> list[dict[str, Any]]:
        clarities, builds = pipeline.classify(texts, worlds), pipeline.build(texts, worlds)
        unclear = [i for i, clarity in enumerate(clarities) if not clarity.is_clear]
        ranked = pipeline.rank(self.bank, [texts[i] for i in unclear], [worlds[i] for i in unclear], self.top)
        questions = dict(zip(unclear, ranked, strict=True))
        return [
            {
                **clarity_columns(clarities[i]),
                **ranking_columns(questions.get(i, [])),
                "built": builds[i].grid.tolist(),
                "confidence": builds[i].confidence,
            }
            for i in range(len(texts))
        ]


def kept_table(text: str) -> pa.Table:
    """The table in a text that a predictor gave: an Arrow stream in base64, for a log of JSON lines."""
    import pyarrow as pa

    return pa.ipc.open_stream(base64.b64decode(text)).read_all()


def output_schema() -> pa.Schema:
    """The columns of the output.

    `reasons` say what the instruction leaves open. Unclear rows have `qids`, `questions` and
    `question_scores`, best first. `built` is the predicted grid, [y][x][z], in IGLU 2022 colours. `error`
    says why a row has no answer.
    """
    import pyarrow as pa

    texts, grid = pa.list_(pa.string()), pa.int8()
    for _ in SHAPE:
        grid = pa.list_(grid)
    return pa.schema(
        [
            ("instruction", pa.string()),
            ("is_clear", pa.bool_()),
            ("p_unclear", pa.float64()),
            ("reasons", texts),
            ("qids", texts),
            ("questions", texts),
            ("question_scores", pa.list_(pa.float64())),
            ("built", grid),
            ("confidence", pa.float64()),
            ("error", pa.string()),
        ]
    )

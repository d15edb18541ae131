"""Answers batches of rows: clear or not, what to ask, what to build."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from cq.errors import InputError, MissingFileError, excerpt
from cq.jobs.input_rows import Row, text_of, world_of
from cq.language.instruction import check_instruction
from cq.pipeline import Pipeline
from cq.ranking import QuestionBank
from cq.world import SHAPE, World

if TYPE_CHECKING:
    import pyarrow as pa


class BatchPredictor:
    """Answers batches of rows with a pipeline, as tables.

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

    def __call__(self, rows: list[Row]) -> pa.Table:
        """One row of the table for each row of the batch, as `with_worlds` gives them; `error` says why a row
        has no answer.
        """
        import pyarrow as pa

        answers: list[dict[str, Any]] = [{} for _ in rows]
        texts, worlds, places = [], [], []
        for place, row in enumerate(rows):
            try:
                text, world = check_instruction(text_of(row)), world_of(row)
            except (InputError, MissingFileError) as error:
                answers[place] = {"instruction": _shown(text_of(row)), "error": _storable(str(error))}
                continue
            texts.append(text)
            worlds.append(world)
            places.append(place)
        for place, answer in zip(places, self._answers(self.load(), texts, worlds), strict=True):
            answers[place] = answer
        return pa.Table.from_pylist(answers, schema=output_schema())

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


def _shown(given: Any) -> str | None:
    """What stands in the place of an instruction, as text."""
    return None if given is None else _storable(given if isinstance(given, str) else excerpt(given))


def _storable(text: str) -> str:
    """The text without half characters, which parquet cannot hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


def output_schema() -> pa.Schema:
    """The columns of the output.

    `reasons` say what the instruction leaves open. Unclear rows have `qids`, `questions` and
    `question_scores`, best first. `built` is the predicted grid, [y][x][z], in IGLU 2022 colours. `error`
    says why a row has no answer.
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

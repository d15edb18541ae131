"""Scores on labelled rows: of a pipeline, or of predictions that any system made.

The rows are the single-turn set or a table of your own, as `cq train` reads them. Predictions are CSV, TSV,
JSON lines or parquet with as many rows in the same order, and some of the columns `is_clear` (yes or no),
`p_unclear`, `questions` (a list, best first) and `built` (a world), as `cq predict` writes them. Without
predictions the pipeline answers the rows.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from cq.data import load_question_bank, load_singleturn
from cq.jobs.prediction_scores import Scores, read_predictions, score_predictions
from cq.pipeline import Pipeline
from cq.ranking import QuestionBank

if TYPE_CHECKING:
    import datasets
    import pandas as pd

app = typer.Typer(add_completion=False)


@app.command(help=__doc__)
def main(
    data: Annotated[
        Path | None,
        typer.Option(help="The labelled rows: a table, or the single-turn set, by default in CQ_DATA."),
    ] = None,
    predictions: Annotated[Path | None, typer.Option(help="Predictions to score.")] = None,
    weights: Annotated[
        Path | None, typer.Option(help="A saved pipeline's folder. Default: the bundled one.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    dataset = load_singleturn(data)
    if predictions is not None:
        answers = read_predictions(predictions)
    else:
        bank = QuestionBank.parse(load_question_bank(data) or None)
        answers = _answers(Pipeline.from_pretrained(weights), dataset, bank)
    _show(score_predictions(dataset, answers), len(dataset), as_json)


def _answers(pipeline: Pipeline, dataset: datasets.Dataset, bank: QuestionBank) -> pd.DataFrame:
    """What a pipeline predicts for every row: questions for those with a question, builds for all."""
    import pandas as pd

    from cq.data import stack_grids

    given = {"instruction": list(dataset["instruction"]), "world": list(stack_grids(dataset, "start"))}
    rows = pd.DataFrame(given)
    answers: pd.DataFrame = pipeline.build(pipeline.classify(rows))
    asked = [question is not None for question in dataset["question"]]
    if any(asked):
        answers["questions"] = pipeline.rank(bank, rows[asked])["questions"]
    return answers


def _show(scores: Scores, rows: int, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps({"rows": rows, **scores}))
        return
    table = Table("score", "value", box=None, padding=(0, 1))
    for name, value in scores.items():
        table.add_row(name, f"{value:.4f}")
    Console().print(f"{rows:,} rows", highlight=False)
    Console().print(table)

"""Scores on labelled rows: of a pipeline, or of predictions that any system made.

The rows are the single-turn set or a table of your own, as `cq train` reads them. Predictions are CSV, TSV,
JSON lines or parquet with as many rows in the same order, and some of the columns `is_clear` (yes or no; or
the track's `clarification_required`, 1 or 0),
`p_unclear`, `questions` (a list, best first) and `built` (a world), as `cq predict` writes them. Without
predictions the pipeline answers the rows.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from cq.data import load_question_bank, load_singleturn
from cq.jobs.failures import in_pieces
from cq.jobs.places import unchanged
from cq.jobs.prediction_scores import (
    COLUMNS,
    Scores,
    read_predictions,
    score_predictions,
    unlisted_questions,
)
from cq.pipeline import Pipeline
from cq.ranking import QuestionBank
from cq.types import Grid

if TYPE_CHECKING:
    import datasets
    import pandas as pd

app = typer.Typer(add_completion=False)

OTHER_BANK = (
    "{unlisted:,} of {asked:,} asked questions are in no list of the predictions{so}; if these rank another "
    "bank, predict with that of the rows (cq predict --qbank FILE)"
)


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
    with unchanged(data, predictions):
        dataset = load_singleturn(data)
        if predictions is not None:
            answers = read_predictions(predictions)
        else:
            bank = QuestionBank.parse(load_question_bank(data) or None)
            answers = _answers(Pipeline.from_pretrained(weights), dataset, bank)
    asked = sum(question is not None for question in dataset["question"])
    scores = score_predictions(dataset, answers)
    unlisted = unlisted_questions(dataset, answers)
    _show(scores, len(dataset), asked, unlisted, unanswered(answers), as_json)


def _answers(pipeline: Pipeline, dataset: datasets.Dataset, bank: QuestionBank) -> pd.DataFrame:
    """A pipeline's predictions for every row: questions for those with a question, builds for all. A row that
    cannot be answered has none of these, and an `error`.
    """
    import pandas as pd

    from cq.data import stack_grids

    asked = [question is not None for question in dataset["question"]]
    rows = list(zip(dataset["instruction"], stack_grids(dataset, "start"), asked, strict=True))

    def answer(some: Sequence[tuple[str, Grid, bool]]) -> pd.DataFrame:
        table = pd.DataFrame({"instruction": [row[0] for row in some], "world": [row[1] for row in some]})
        answers: pd.DataFrame = pipeline.build(pipeline.classify(table))
        if any(is_asked := [row[2] for row in some]):
            answers["questions"] = pipeline.rank(bank, table[is_asked])["questions"]
        return answers.assign(error=None)

    def failed(row: tuple[str, Grid, bool], reason: str) -> pd.DataFrame:
        nothing = dict.fromkeys(("is_clear", "p_unclear", "built"))
        return pd.DataFrame([{"instruction": row[0], "error": reason, **nothing}])

    pieces = in_pieces(answer, failed, rows)
    columns = dict.fromkeys(name for piece in pieces for name in piece)
    cells = [record for piece in pieces for record in piece.to_dict("records")]
    return pd.DataFrame(cells, columns=list(columns))


def unanswered(answers: pd.DataFrame) -> int:
    """The number of predictions that have an `error` and nothing else."""
    if "error" not in answers:
        return 0
    others = answers[[name for name in COLUMNS if name in answers]]
    return int((answers["error"].notna() & others.isna().all(axis=1)).sum())


def _show(scores: Scores, rows: int, asked: int, unlisted: int, errors: int, as_json: bool) -> None:
    """Print the scores. Rows without an answer are named, because they lower the scores. So are `unlisted`
    questions, which may be of another bank; if all are, there is no mean reciprocal rank.
    """
    if as_json:
        of_mrr = {"mrr_rows": asked, "mrr_unlisted": unlisted} if "mrr" in scores else {}
        typer.echo(json.dumps({"rows": rows, **({"errors": errors} if errors else {}), **scores, **of_mrr}))
        return
    if errors:
        note = f"{errors:,} of {rows:,} rows have no answer, and count as clear and unchanged"
        Console(stderr=True).print(note, highlight=False)
    if asked and "mrr" in scores:
        note = f"mrr is over the {asked:,} rows that have a question"
        Console(stderr=True).print(note, highlight=False)
    if unlisted:
        so = ", so mrr is not known" if scores["mrr"] is None else ", and lower mrr"
        note = OTHER_BANK.format(unlisted=unlisted, asked=asked, so=so)
        Console(stderr=True).print(note, highlight=False)
    table = Table("score", "value", box=None, padding=(0, 1))
    for name, value in scores.items():
        table.add_row(name, "–" if value is None else f"{value:.4f}")
    Console().print(f"{rows:,} rows", highlight=False)
    Console().print(table)

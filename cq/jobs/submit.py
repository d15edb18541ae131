"""Entering the IGLU 2022 NLP track: `cq submit bundle|evaluate|predict`.

`bundle` writes the folder to submit; `evaluate` runs the official protocol on the public rows; `predict`
answers new rows. The last two resume after a kill and end with the same files.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from cq.data.iglu.track_rows import Row, new_rows, public_rows
from cq.files import check_writable, write_text
from cq.files.locks import one_writer
from cq.jobs.answer_log import AnswerLog
from cq.jobs.bundle import write_bundle
from cq.jobs.weights_digest import pipeline_digest
from cq.metrics import macro_f1, mean_reciprocal_rank, track_bin
from cq.modeling.progress import progress_bar
from cq.pipeline import Pipeline
from cq.plain_text import plain, without_formula
from cq.ranking import QuestionBank
from cq.tables.csv_text import csv_text
from cq.track import TrackClassifier, TrackRanker

CLASSIFIER_RESULTS = "local-eval-classifier-results.json"
RANKER_RESULTS = "local-eval-ranker-results.json"
SCORES = "scores.json"

app = typer.Typer(help=__doc__, add_completion=False, no_args_is_help=True)
console = Console(stderr=True, markup=False)

Weights = Annotated[Path | None, typer.Option(help="A saved pipeline's folder. Default: the bundled one.")]


@app.command()
def bundle(
    out: Annotated[Path, typer.Argument(help="The folder to write; it must not exist.")],
    weights: Weights = None,
) -> None:
    """Write the folder to submit: the official layout, self-contained."""
    write_bundle(out, weights)
    console.print(f"wrote {plain(out)}: models/user_config.py holds UserClassifer and UserRanker")


@app.command()
def evaluate(
    data: Annotated[
        Path | None, typer.Option(help="The public data: single-turn folder or zip. Default: from CQ_DATA.")
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder of the result files.")] = Path("."),
    weights: Weights = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Only the first rows; the list of questions stays the same.")
    ] = None,
    entrant: Annotated[str, typer.Option(help="Your name in scores.json.")] = "cq",
) -> None:
    """Run the official protocol: classify every row, and rank all asked questions for every unclear row.

    The bundled weights were trained on the public rows, so these scores show that the submission runs, not
    how good it is; for that see `python -m eval clarity` and `python -m eval ranking`. Also writes
    scores.json.
    """
    for name in (CLASSIFIER_RESULTS, RANKER_RESULTS, SCORES):
        check_writable(out / name)
    rows = public_rows(data)
    if without := sum(row["state"] is None for row in rows):
        console.print(f"{without:,} of {len(rows):,} rows have no world state; they get the empty world")
    bank = [row["ClarifyingQuestion"] for row in rows if row["ClarifyingQuestion"]]
    rows = rows[:limit]
    with _answers(out / SCORES, rows, bank, weights, "ClarifyingQuestion", None) as answers:
        # Of rows with one key, the last counts, as in the official program.
        required = {row["key"]: needed for row, needed, _ in answers}
        ranked = {row["key"]: questions for row, _, questions in answers if row["ClarifyingQuestion"]}
        write_text(out / CLASSIFIER_RESULTS, json.dumps(required))
        write_text(out / RANKER_RESULTS, json.dumps(ranked))
        f1 = macro_f1([row["unclear"] for row in rows], [required[row["key"]] for row in rows])
        typer.echo(f"macro-F1 {f1:.4f}, bin {track_bin(f1)}, over {len(rows):,} rows")
        scores = {"classifier": f1}
        if asked := [row["ClarifyingQuestion"] for row in rows if row["ClarifyingQuestion"]]:
            rankings = [ranked[row["key"]] for row in rows if row["ClarifyingQuestion"]]
            scores["ranker"] = mrr = mean_reciprocal_rank(rankings, asked)
            typer.echo(f"MRR {mrr:.4f}, over {len(asked):,} unclear rows and {len(bank):,} questions")
        write_text(out / SCORES, json.dumps({"entrant": entrant, "scores": scores}) + "\n")
    if weights is None:
        typer.echo("(the bundled weights were trained on these rows)")


@app.command()
def predict(
    source: Annotated[
        Path,
        typer.Option(
            "--input",
            help="A CSV or TSV with the columns InputInstruction and, if known, InitializedWorldPath.",
        ),
    ],
    out: Annotated[
        Path, typer.Option("--output", help="The CSV to write: the input's columns and the answers.")
    ],
    qbank: Annotated[
        Path | None, typer.Option(help="A question_bank.csv. Default: the bundled bank.")
    ] = None,
    top: Annotated[int, typer.Option(min=1, help="Questions per row.")] = 20,
    weights: Weights = None,
    safe_csv: Annotated[
        bool, typer.Option("--safe-csv", help="Begin cells that a spreadsheet would run as formulas with '.")
    ] = False,
) -> None:
    """Answer new rows: `clarification_required` (0 or 1), and `questions`, a JSON list, best first.

    The input has the column InputInstruction and, if the world is known, InitializedWorldPath: the path of a
    recorded state, relative to the CSV's folder, and in it. The command checks all worlds before it begins.
    Texts are written as they are; spreadsheets run those that begin with =, +, - or @ as formulas, unless
    you give --safe-csv.
    """
    table, rows = new_rows(source)
    check_writable(out, source)
    bank = list(dict.fromkeys(QuestionBank.parse(qbank).questions))
    with _answers(out, rows, bank, weights, None, top) as answers:
        table["clarification_required"] = [needed for _, needed, _ in answers]
        table["questions"] = [json.dumps(questions, ensure_ascii=False) for *_, questions in answers]
        table = table.map(without_formula) if safe_csv else table
        write_text(out, csv_text(table))
    console.print(f"wrote {plain(out)}, {len(rows):,} rows")


@contextmanager
def _answers(
    out: Path, rows: list[Row], bank: list[str], weights: Path | None, only: str | None, top: int | None
) -> Iterator[list[tuple[Row, int, list[str]]]]:
    """Each row with what the evaluator asks, for a job that writes `out` alone meanwhile: whether a question
    is needed, and the `top` questions of the bank, for rows that have the column `only`. A log keeps it.
    """
    pipeline = Pipeline.from_pretrained(weights)
    classifier, ranker = TrackClassifier(pipeline), TrackRanker(pipeline)

    def answer(row: Row) -> tuple[int, list[str]]:
        asked = row["InputInstruction"], row["state"]
        ranked = ranker.rank_questions(*asked, bank)[:top] if only is None or row[only] else []
        return classifier.clarification_required(*asked), ranked

    with one_writer(out):
        log = AnswerLog(out.parent, out.name, json.dumps([rows, bank, top, pipeline_digest(weights)]))
        answered = progress_bar(out.name, len(rows), log.map(answer, rows))
        yield [(row, *one) for row, one in zip(rows, answered, strict=True)]
        log.remove()

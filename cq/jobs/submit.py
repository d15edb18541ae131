"""Entering the IGLU 2022 NLP track: `cq submit bundle|evaluate|predict`.

`bundle` writes the folder to submit; `evaluate` runs the official protocol on the public rows; `predict`
answers new rows. The last two resume after a kill and end with the same files.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from rich.console import Console

from cq.data.iglu.track_rows import Row, new_rows, public_rows
from cq.errors import InputError
from cq.files import check_writable, write_text
from cq.files.digests import fingerprint
from cq.files.locks import one_writer
from cq.jobs.answer_log import AnswerLog
from cq.jobs.bundle import write_bundle
from cq.jobs.failures import storable
from cq.jobs.places import CHANGED
from cq.jobs.weights_digest import check_pipeline, pipeline_digest
from cq.metrics import macro_f1, mean_reciprocal_rank, track_bin
from cq.modeling.progress import progress_bar
from cq.pipeline import Pipeline
from cq.plain_text import plain, without_formula
from cq.ranking import QuestionBank
from cq.tables.csv_text import csv_text
from cq.track import TrackClassifier, TrackRanker, UnansweredWarning

CLASSIFIER_RESULTS = "local-eval-classifier-results.json"
RANKER_RESULTS = "local-eval-ranker-results.json"
SCORES = "scores.json"

app = typer.Typer(help=__doc__, add_completion=False, no_args_is_help=True)
console = Console(stderr=True, markup=False, soft_wrap=True)

Weights = Annotated[Path | None, typer.Option(help="A saved pipeline's folder. Default: the bundled one.")]


class Answer(NamedTuple):
    """Whether a question is needed, 0 or 1; the questions, best first; why no model gave them, else ""."""

    needed: int
    questions: list[str]
    error: str


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
    rows = read = public_rows(data)
    if without := sum(row["state"] is None for row in rows):
        console.print(f"{without:,} of {len(rows):,} rows have no world state; they get the empty world")
    bank = [row["ClarifyingQuestion"] for row in rows if row["ClarifyingQuestion"]]
    rows = rows[:limit]

    def check() -> None:
        if public_rows(data) != read:
            raise InputError(f"the public rows {CHANGED}")

    with _answers(out / SCORES, rows, bank, weights, "ClarifyingQuestion", None, check) as answers:
        # Of rows with one key, the last counts, as in the official program.
        required = {row["key"]: answer.needed for row, answer in answers}
        ranked = {row["key"]: answer.questions for row, answer in answers if row["ClarifyingQuestion"]}
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
    bank = QuestionBank.parse(qbank)
    different = list(dict.fromkeys(bank.questions))

    def check() -> None:
        if new_rows(source)[1] != rows or QuestionBank.parse(qbank) != bank:
            raise InputError(f"{str(source)!r}, a world that it names, or the bank {CHANGED}")

    with _answers(out, rows, different, weights, None, top, check) as answers:
        table["clarification_required"] = [answer.needed for _, answer in answers]
        table["questions"] = [json.dumps(answer.questions, ensure_ascii=False) for _, answer in answers]
        if any(answer.error for _, answer in answers):
            table["error"] = [answer.error for _, answer in answers]
        table = table.map(without_formula) if safe_csv else table
        write_text(out, csv_text(table))
    console.print(f"wrote {plain(out)}, {len(rows):,} rows")


@contextmanager
def _answers(
    out: Path,
    rows: list[Row],
    bank: list[str],
    weights: Path | None,
    only: str | None,
    top: int | None,
    check: Callable[[], None],
) -> Iterator[list[tuple[Row, Answer]]]:
    """Each row with its answer for the evaluator, while the job alone writes `out`: whether a question is
    needed, and the `top` questions of the bank, for rows with the column `only`. A log keeps the answers.
    `check` raises `InputError` if an input of the job has changed.
    """
    digest = pipeline_digest(weights)
    pipeline = Pipeline.from_pretrained(weights)
    check_pipeline(weights, digest)
    classifier, ranker = TrackClassifier(pipeline), TrackRanker(pipeline)

    def answer(asked: tuple[str, Any, bool]) -> Answer:
        text, state, is_ranked = asked
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always", UnansweredWarning)
            ranked = ranker.rank_questions(text, state, bank)[:top] if is_ranked else []
            needed = classifier.clarification_required(text, state)
        for warning in told:
            warnings.warn_explicit(warning.message, warning.category, warning.filename, warning.lineno)
        reasons = [
            storable(str(warning.message)) for warning in told if warning.category is UnansweredWarning
        ]
        return Answer(needed, ranked, reasons[-1] if reasons else "")

    items = [(row["InputInstruction"], row["state"], only is None or bool(row[only])) for row in rows]
    with one_writer(out):
        log = AnswerLog(out.parent, out.name, fingerprint(bank, top, digest))
        answered = progress_bar(out.name, len(rows), log.map(answer, items))
        answers = [(row, Answer(*fields)) for row, fields in zip(rows, answered, strict=True)]
        check_pipeline(weights, digest)
        check()
        yield answers
        log.remove()
    if failed := sum(bool(answer.error) for _, answer in answers):
        console.print(f"{failed:,} of {len(rows):,} rows have no answer of a model; each counts as unclear")

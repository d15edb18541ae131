"""Entering the IGLU 2022 NLP track: `cq submit bundle|evaluate|predict`.

`bundle` writes the folder to submit; `evaluate` runs the official protocol on the public rows; `predict`
answers new rows. The last two resume after a kill and end with the same files.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from cq.data.iglu.track_rows import Row, new_rows, public_rows
from cq.errors import InputError
from cq.files import check_writable, write_text
from cq.files.digests import fingerprint
from cq.files.locks import one_writer
from cq.jobs.answer_log import AnswerLog
from cq.jobs.bundle import write_bundle
from cq.jobs.entrants import (
    CLASSIFIER_RESULTS,
    RANKER_RESULTS,
    SCORES,
    Answer,
    Entrant,
    bundle_entrant,
    pipeline_entrant,
)
from cq.jobs.places import CHANGED
from cq.metrics import macro_f1, mean_reciprocal_rank, track_bin
from cq.modeling.progress import progress_bar
from cq.plain_text import plain, without_formula
from cq.ranking import QuestionBank
from cq.tables.csv_text import DELIMITERS, csv_text

app = typer.Typer(help=__doc__, add_completion=False, no_args_is_help=True)
console = Console(stderr=True, markup=False, soft_wrap=True)

Weights = Annotated[Path | None, typer.Option(help="A saved pipeline's folder. Default: the bundled one.")]


@app.command()
def bundle(
    out: Annotated[Path, typer.Argument(help="The folder to write; it must not exist.")],
    weights: Annotated[
        Path | None,
        typer.Option(
            help="A saved pipeline's folder. Default: the bundled one. It holds no changed threshold: that "
            "goes into models/user_config.py of the bundle."
        ),
    ] = None,
) -> None:
    """Write the folder to submit: the official layout, self-contained.

    A threshold or a ranker of your own goes into its models/user_config.py; docs/track.md shows one.
    """
    write_bundle(out, weights)
    console.print(f"wrote {plain(out)}: models/user_config.py holds UserClassifer and UserRanker")


@app.command()
def evaluate(
    data: Annotated[
        Path | None, typer.Option(help="The public data: single-turn folder or zip. Default: from CQ_DATA.")
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder of the result files.")] = Path("."),
    weights: Weights = None,
    bundle: Annotated[
        Path | None,
        typer.Option(help="Score this bundle as it is now, with your changes, instead of a pipeline."),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Only the first rows; the list of questions stays the same.")
    ] = None,
    entrant: Annotated[str, typer.Option(help="Your name in scores.json.")] = "cq",
) -> None:
    """Run the official protocol: classify every row, and rank all asked questions for every unclear row.

    The bundled weights were trained on the public rows, so these scores show that the submission runs, not
    how good it is; for that see `python -m eval clarity` and `python -m eval ranking`. Also writes
    scores.json. With --bundle, models/user_config.py of a bundle runs in a process of its own, as the
    official program runs it; an exception stops the command too.
    """
    if bundle is not None and weights is not None:
        raise InputError("a bundle has its own weights; give --bundle or --weights, not both")
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

    running = nullcontext(pipeline_entrant(weights)) if bundle is None else bundle_entrant(bundle)
    with (
        running as entered,
        _answers(out / SCORES, rows, bank, entered, "ClarifyingQuestion", None, check) as answers,
    ):
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
            if missing := sum(wanted not in ranking for wanted, ranking in zip(asked, rankings, strict=True)):
                console.print(f"{missing:,} of {len(asked):,} asked questions are not in their row's list")
        write_text(out / SCORES, json.dumps({"entrant": entrant, "scores": scores}) + "\n")
    if weights is None and bundle is None:
        typer.echo("(the bundled weights were trained on these rows)")


@app.command()
def predict(
    source: Annotated[
        Path,
        typer.Option(
            "--input",
            help="A CSV or TSV with the columns InputInstruction (or instruction) and, if the world is "
            "known, InitializedWorldPath (or world).",
        ),
    ],
    out: Annotated[
        Path,
        typer.Option("--output", help="The .csv or .tsv to write: the input's columns and the answers."),
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

    The input has the columns of `cq predict`: InputInstruction (or instruction) and, if the world is known,
    InitializedWorldPath (or world): a recorded state or a list of blocks as JSON, or the path of one,
    relative to the CSV's folder, and in it. The command checks all worlds before it begins.
    Texts are written as they are; spreadsheets run those that begin with =, +, - or @ as formulas, unless
    you give --safe-csv.
    """
    check_writable(out, source)
    if out.suffix.lower() not in DELIMITERS:
        raise InputError(
            f"cannot write {str(out)!r}: the output is text; end it in {' or '.join(DELIMITERS)}"
        )
    table, rows = new_rows(source)
    bank = QuestionBank.parse(qbank)
    different = list(dict.fromkeys(bank.questions))

    def check() -> None:
        if new_rows(source)[1] != rows or QuestionBank.parse(qbank) != bank:
            raise InputError(f"{str(source)!r}, a world that it names, or the bank {CHANGED}")

    with _answers(out, rows, different, pipeline_entrant(weights), None, top, check) as answers:
        table["clarification_required"] = [answer.needed for _, answer in answers]
        table["questions"] = [json.dumps(answer.questions, ensure_ascii=False) for _, answer in answers]
        if any(answer.error for _, answer in answers):
            table["error"] = [answer.error for _, answer in answers]
        table = table.map(without_formula) if safe_csv else table
        write_text(out, csv_text(table, DELIMITERS[out.suffix.lower()]))
    console.print(f"wrote {plain(out)}, {len(rows):,} rows")


@contextmanager
def _answers(
    out: Path,
    rows: list[Row],
    bank: list[str],
    entrant: Entrant,
    only: str | None,
    top: int | None,
    check: Callable[[], None],
) -> Iterator[list[tuple[Row, Answer]]]:
    """Each row with its answer for the evaluator, while the job alone writes `out`: whether a question is
    needed, and the `top` questions of the bank, for rows with the column `only`. A log keeps the answers.
    `check` raises `InputError` if an input of the job has changed.
    """

    def answer(asked: tuple[str, Any, bool]) -> Answer:
        text, state, is_ranked = asked
        given = entrant.answer(text, state, bank if is_ranked else None)
        return given._replace(questions=given.questions[:top])

    items = [(row["InputInstruction"], row["state"], only is None or bool(row[only])) for row in rows]
    ranked = sum(is_ranked for *_, is_ranked in items)
    with one_writer(out):
        console.print(f"answering {len(rows):,} rows; {ranked:,} of them rank {len(bank):,} questions")
        log = AnswerLog(out.parent, out.name, fingerprint(bank, top, entrant.digest))
        answered = progress_bar(out.name, len(rows), log.map(answer, items))
        answers = [(row, Answer(*fields)) for row, fields in zip(rows, answered, strict=True)]
        entrant.check()
        check()
        yield answers
        log.remove()
    if failed := sum(bool(answer.error) for _, answer in answers):
        console.print(f"{failed:,} of {len(rows):,} rows have no answer of a model; each counts as unclear")

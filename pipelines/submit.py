"""Entering the IGLU 2022 NLP track: `python -m pipelines.submit bundle|evaluate|predict`.

`bundle` writes the folder to hand in; `evaluate` runs the official protocol on the public rows; `predict`
answers new rows. The last two go on where they were killed, and end with the same files.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from cq.data.iglu.clarifying_questions import LABELS, TABLE, find_root
from cq.data.iglu.singleturn import locate_singleturn
from cq.data.storage.archive import open_archive
from cq.data.storage.tables import read_csv, read_table
from cq.errors import InputError, MissingFileError
from cq.files import check_folder, check_writable, write_text
from cq.metrics import macro_f1, mean_reciprocal_rank, track_bin
from cq.pipeline import Pipeline
from cq.ranking import QuestionBank
from cq.track import TrackClassifier, TrackRanker
from cq.world import World
from pipelines.bundle import write_bundle
from pipelines.journal import Journal, fingerprint
from pipelines.progress import progress

CLASSIFIER_RESULTS = "local-eval-classifier-results.json"
RANKER_RESULTS = "local-eval-ranker-results.json"
KEPT = ("avatarInfo", "worldEndingState")
"""What the evaluator leaves of a state."""

ANSWERS = ("clarification_required", "questions")
"""The columns that `predict` adds."""

COLUMNS = ("GameId", "InitializedWorldPath", "InputInstruction", "IsInstructionClear", "ClarifyingQuestion")

app = typer.Typer(help=__doc__, add_completion=False, no_args_is_help=True)
console = Console(stderr=True)

Weights = Annotated[
    Path | None, typer.Option(help="A saved pipeline's folder; by default the bundled weights.")
]
Row = dict[str, Any]


@app.command()
def bundle(out: Annotated[Path, typer.Argument(help="A new folder.")], weights: Weights = None) -> None:
    """Write the folder to hand in: the official layout, self-contained."""
    write_bundle(out, weights)
    console.print(f"wrote {out}: models/user_config.py holds UserClassifer and UserRanker")


@app.command()
def evaluate(
    data: Annotated[
        Path | None, typer.Option(help="The public data: single-turn folder or zip; by default in CQ_DATA.")
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder of the result files.")] = Path("."),
    weights: Weights = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only so many rows, over the same list.")] = None,
    entrant: Annotated[str, typer.Option(help="The name in scores.json.")] = "cq",
) -> None:
    """Run the official protocol: every row classified, every unclear one ranked over all asked questions.

    The bundled weights were trained on the public rows, so that these figures say how the submission runs and
    not how good it is: for that see `python -m eval.track.nlp_track --folds`. Beside the predictions
    stands scores.json, for `python -m eval.track.leaderboard`.
    """
    check_folder(out)
    rows = public_rows(data)
    if without := sum(row["state"] is None for row in rows):
        console.print(f"{without:,} of {len(rows):,} rows have no world state there: empty worlds")
    bank = [row["ClarifyingQuestion"] for row in rows if row["ClarifyingQuestion"]]
    rows = rows[:limit]
    unclear = [row for row in rows if row["ClarifyingQuestion"]]
    pipeline = Pipeline.from_pretrained(weights)
    classifier, ranker = TrackClassifier(pipeline), TrackRanker(pipeline)
    of = _digest([bank, [[row["key"], row["state"]] for row in rows]], weights)

    def required(row: Row) -> int:
        return classifier.clarification_required(row["InputInstruction"], row["state"])

    def ranked(row: Row) -> list[str]:
        return ranker.rank_questions(row["InputInstruction"], row["state"], bank)

    journals = Journal(out, "classified", of), Journal(out, "ranked", of)
    required_of = _answers(rows, required, journals[0], out / CLASSIFIER_RESULTS)
    ranked_of = _answers(unclear, ranked, journals[1], out / RANKER_RESULTS)
    f1 = macro_f1([row["unclear"] for row in rows], [required_of[row["key"]] for row in rows])
    scores = {"classifier": f1}
    typer.echo(f"macro-F1 {f1:.4f}, bin {track_bin(f1)}, over {len(rows):,} rows")
    if unclear:
        rankings = [ranked_of[row["key"]] for row in unclear]
        scores["ranker"] = mean_reciprocal_rank(rankings, [row["ClarifyingQuestion"] for row in unclear])
        typer.echo(
            f"MRR {scores['ranker']:.4f}, over {len(unclear):,} unclear rows and {len(bank):,} questions"
        )
    write_text(out / "scores.json", json.dumps({"entrant": entrant, "scores": scores}) + "\n")
    for journal in journals:
        journal.remove()
    if weights is None:
        typer.echo("(bundled weights: these rows were seen in training)")


@app.command()
def predict(
    source: Annotated[Path, typer.Option("--input", help="A CSV of rows: see above.")],
    out: Annotated[Path, typer.Option("--output", help="CSV to write: the input's columns and the answers.")],
    qbank: Annotated[Path | None, typer.Option(help="A question_bank.csv; ours if left out.")] = None,
    top: Annotated[int, typer.Option(min=1, help="Questions per row.")] = 20,
    weights: Weights = None,
) -> None:
    """Answer new rows: `clarification_required` (0 or 1), and `questions`, a JSON list, best first.

    The input has the column InputInstruction, and, where the world is known, InitializedWorldPath: the path
    of a recorded state, from the CSV's folder. A world that cannot be read stops the job before it begins.
    """
    columns, rows = _new_rows(source)
    check_writable(out, source)
    bank = list(dict.fromkeys(QuestionBank.parse(qbank).questions))
    pipeline = Pipeline.from_pretrained(weights)
    classifier, ranker = TrackClassifier(pipeline), TrackRanker(pipeline)

    def answer(row: Row) -> list[Any]:
        required = classifier.clarification_required(row["InputInstruction"], row["state"])
        return [required, ranker.rank_questions(row["InputInstruction"], row["state"], bank)[:top]]

    journal = Journal(out.parent, out.name, _digest([rows, bank, top], weights))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*columns, *ANSWERS])
    answered = progress(out.name, len(rows), journal.over(rows, answer))
    for row, (required, questions) in zip(rows, answered, strict=True):
        answers = required, json.dumps(questions, ensure_ascii=False)
        writer.writerow([*(row[column] for column in columns), *answers])
    write_text(out, text.getvalue())
    journal.remove()
    console.print(f"wrote {out}, {len(rows):,} rows")


def public_rows(data: Path | None) -> list[Row]:
    """The public rows as the evaluator sees them: the table's columns, `key`, `unclear`, and `state`, None
    where the world state is not there. Raises `InputError` for a label or a state that cannot be read.
    """
    with open_archive(locate_singleturn(data)) as archive:
        root = find_root(archive, TABLE)
        rows: list[Row] = read_csv(archive, root + TABLE, COLUMNS).to_dict("records")
        names = set(archive.names())
        for number, row in enumerate(rows, start=1):
            name = root + row["InitializedWorldPath"]
            try:
                state = json.loads(archive.read(name)) if name in names else None
            except ValueError as error:
                raise InputError(f"{name} is not valid JSON ({error}); get the data again") from None
            label = row["IsInstructionClear"].strip().lower()
            if label not in LABELS:
                raise InputError(f"row {number} of {TABLE}: IsInstructionClear is {label!r}; it is Yes or No")
            row["unclear"] = LABELS[label]
            row["key"] = row["InputInstruction"] + row["GameId"]
            row["state"] = None if state is None else {key: state[key] for key in KEPT if key in state}
    if not rows:
        raise InputError(f"{TABLE} holds no rows")
    return rows


def _new_rows(source: Path) -> tuple[list[str], list[Row]]:
    """The columns of a CSV, and its rows with their `state`."""
    try:
        content = source.read_bytes()
    except OSError as error:
        raise MissingFileError(f"cannot read {str(source)!r}: {error.strerror}; give a CSV of rows") from None
    table = read_table(content, str(source), ("InputInstruction",))
    columns = list(table)
    if taken := [name for name in columns if name in (*ANSWERS, "state")]:
        raise InputError(f"{str(source)!r} has a column {taken[0]!r} already; rename it")
    rows: list[Row] = table.to_dict("records")
    for number, row in enumerate(rows, start=1):
        path = row.get("InitializedWorldPath", "").strip()
        try:
            row["state"] = json.loads((source.parent / path).read_text(encoding="utf-8")) if path else None
            World.parse(row["state"])
        except (OSError, ValueError) as error:
            raise InputError(f"row {number} of {str(source)!r}: cannot read {path!r}: {error}") from None
    return columns, rows


def _answers(rows: list[Row], work: Callable[[Row], Any], journal: Journal, path: Path) -> dict[str, Any]:
    """The answer to each row by its key, written as the evaluator writes it."""
    answered = progress(journal.name, len(rows), journal.over(rows, work))
    results = dict(zip([row["key"] for row in rows], answered, strict=True))
    write_text(path, json.dumps(results))
    return results


def _digest(what: Any, weights: Path | None) -> str:
    return hashlib.sha256(json.dumps([what, fingerprint(weights)]).encode()).hexdigest()


if __name__ == "__main__":
    from cq.cli.main import run

    run(app)

"""Batch prediction: `cq predict --input X.csv --output Y.parquet`.

Reads instructions and worlds from CSV, TSV, JSON lines or parquet in batches, and writes for each row whether
it is clear, what to ask and what to build. Finished batches are kept beside the output, so that a killed job
resumes and ends with the same file. Memory does not grow with the number of rows.

The input may also be a folder of such files. The output is then a folder with one parquet file for each,
which is written when all its rows are answered. Both may be URLs that fsspec opens, such as s3://bucket/rows.

It reads the column `instruction` (or `InputInstruction`) and, if present, a world: `world`, a recorded
state or a list of blocks as JSON, or the path of such a file (or `InitializedWorldPath`, a path, as in the
track's table); or `start`, a grid (9, 11, 11) as in our own exports. Other columns are kept as they stand,
those of CSV and JSON lines as text, with `input_` before a name that an answer has.
"""

from __future__ import annotations

import itertools
from contextlib import closing
from enum import Enum
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Annotated

import typer
from rich.console import Console

from cq.errors import InputError
from cq.files import check_writable, temporary_beside
from cq.files.digests import fingerprint
from cq.files.locks import one_writer
from cq.jobs.answer_log import AnswerLog
from cq.jobs.batch_predictor import BatchPredictor, Part
from cq.jobs.places import CHANGED, Place
from cq.jobs.rows import RowFile
from cq.jobs.weights_digest import check_pipeline
from cq.modeling.progress import progress_bar
from cq.modeling.threads import worker_processes
from cq.modeling.workers import in_cluster, in_workers
from cq.plain_text import plain
from cq.ranking import QuestionBank

BATCH_SIZE, MOST_ROWS = 256, 4096
"""Rows of a batch, and the most that may be asked for: all of a batch are in memory."""

ROWS_PER_WORKER = 256
"""Starting a process for fewer rows takes longer than it saves."""

ENDING, WORLD_ENDING = ".parquet", ".json"
"""The ending of the output, and of files in a folder of rows that are worlds, not rows."""

app = typer.Typer(help=__doc__, add_completion=False)
console = Console(stderr=True, markup=False, soft_wrap=True)


class Engine(str, Enum):
    """What runs the batches."""

    local = "local"
    ray = "ray"


@app.command(help=__doc__)
def main(
    source: Annotated[
        str, typer.Option("--input", help="X.csv, .tsv, .jsonl, .parquet, or a folder of such files.")
    ],
    out: Annotated[str, typer.Option("--output", help="Y.parquet; for a folder, another folder.")],
    qbank: Annotated[
        Path | None, typer.Option(help="A question_bank.csv. Default: the bundled bank.")
    ] = None,
    top: Annotated[int, typer.Option(min=1, help="Questions per unclear row.")] = 5,
    weights: Annotated[
        Path | None, typer.Option(help="A saved pipeline's folder. Default: the bundled one.")
    ] = None,
    batch: Annotated[int, typer.Option(min=1, max=MOST_ROWS, help="Rows per batch.")] = BATCH_SIZE,
    kind: Annotated[
        Engine, typer.Option("--engine", help="What runs the batches; ray needs the extra `ray`.")
    ] = Engine.local,
    workers: Annotated[
        int | None,
        typer.Option(min=1, help="Processes of the engine local. Default: CQ_THREADS, or a free core each."),
    ] = None,
) -> None:
    files, beside = _files(Place(source), Place(out)), Place(out).beside()
    bank = QuestionBank.parse(qbank)
    predict = BatchPredictor(weights, bank, top, travels=kind is Engine.ray)

    def check() -> None:
        """Raise `InputError` if an input of the job has changed."""
        check_pipeline(weights, predict.digest)
        if QuestionBank.parse(qbank) != bank:
            raise InputError(f"the bank in {str(qbank)!r} {CHANGED}")
        if [place.name for place, _ in _files(Place(source), Place(out))] != [
            place.name for place, _ in files
        ]:
            raise InputError(f"the files in {source!r} {CHANGED}")

    with one_writer(beside), temporary_beside(beside, Path.mkdir) as folder:
        log = AnswerLog(beside.parent, beside.name, fingerprint(bank, top, predict.digest))
        copies = [RowFile(place.copied(folder / f"{i}{place.suffix}")) for i, (place, _) in enumerate(files)]
        counts = [rows.count() for rows in copies]
        total = sum(counts)
        most = workers or min(worker_processes(), max(1, total // ROWS_PER_WORKER))
        alone = partial(in_workers, predict, workers=most)
        engine = partial(in_cluster, predict) if kind is Engine.ray else alone
        parts = [
            Part(to.name.removeprefix(out), rows, to, batch, log)
            for rows, (_, to) in zip(copies, files, strict=True)
        ]
        batches = (item for part in parts for item in part.batches())
        numbers, errors = [-(-count // batch) for count in counts], 0
        if len(log):
            console.print(
                f"going on with {plain(out)}, which was begun; finished batches are kept: {len(log):,}"
            )
        console.print(f"predicting {total:,} rows in {sum(numbers):,} batches")
        # Closed, so that a failed job stops its workers.
        with closing(log.fill(engine, batches)) as answered, progress_bar("batches", sum(numbers)) as bar:
            for part, number, (given, _) in zip(parts, numbers, files, strict=True):
                for _ in itertools.islice(answered, number):
                    bar.update(1)
                check()
                part.check(given)
                errors += part.write()
        # This also removes logs of other options or versions: the output is complete.
        log.remove()
    found = sum(part.found for part in parts)
    resumed = f", {found:,} of them finished before it was interrupted" if found else ""
    note = f"; {errors:,} of them have no answer: see the column error" if errors else ""
    console.print(f"wrote {total:,} rows to {plain(out)}{resumed}{note}")


def _files(source: Place, out: Place) -> list[tuple[Place, Place]]:
    """Each file of the input, and the file of its answers. Raises `MissingFileError` if there is none, and
    `InputError` if it has no known format, or the output cannot be written or would mix with other files.
    """
    if out.is_in(source) or source.is_in(out):
        raise InputError(f"cannot write {out.name!r}: the input is there; give another place")
    if source.is_folder():
        files = [(source.part(name), out.part(answer)) for answer, name in _names(source, out).items()]
    elif out.suffix == ENDING:
        files = [(source, out)]
    else:
        raise InputError(f"cannot write {out.name!r}: the output is parquet; end it in {ENDING}")
    for place, answer in files:
        RowFile(place)
        if answer.local is not None:
            check_writable(answer.local)
    return files


def _names(source: Place, out: Place) -> dict[str, str]:
    """The path in `out` of each file of answers, and that of its rows in `source`."""
    names = [name for name in source.parts() if PurePosixPath(name).suffix != WORLD_ENDING]
    if not names:
        raise InputError(f"no files of rows in the folder {source.name!r}; give a folder that has some")
    answers = {str(PurePosixPath(name).with_suffix(ENDING)): name for name in names}
    if twice := [name for name in names if name not in answers.values()]:
        raise InputError(
            f"{twice[0]!r} in {source.name!r} differs from another file only by its ending; rename it"
        )
    others = [name for name in out.parts() if name not in answers] if out.is_folder() else []
    if others:
        raise InputError(f"{out.name!r} holds {others[0]!r}, which is not of this job; give a new folder")
    return answers

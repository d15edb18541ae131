"""The closed loop: what asking is worth on unclear recorded rows, played as a user meets them.

Each row is talked through with `cq.Dialogue`, and its world at the end is scored against the recorded target:
a talk that ends without a build counts as the start. The answers come from a simulated architect who knows
the target, the library's `own`, who speaks by the grammar that reads answers, or a `brief` one in other
words; or from a person, by `--answers`. The rows are those of one fold, played by a builder and a classifier
that were trained on the others. With `--bundled` rows of all folds are played by the bundled pipeline, which
has seen them.

Intervals are 95 % bootstraps over groups of equal instructions. By kind of question: how often it was asked,
how often its answer was understood (the guess after it is another one, or more probable), and how much the
changed F1 of the guess rose by it on average.
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

import cq
from cq.building.training.recorded_builds import recorded_builds
from cq.data import load_singleturn, normalise
from eval.loop.answerers import ARCHITECTS, OWN, load_answers, recorded, simulated
from eval.loop.episodes import play_all
from eval.loop.fold_pipeline import fold_pipeline
from eval.loop.rows import drawn, unclear_rows
from eval.loop.tables import kind_table, talk_table, understood_by_kind
from eval.options import Data, Out, Samples, WorkRoot
from eval.output import show, write_json


def main(
    data: Data = None,
    samples: Samples = 1000,
    work: WorkRoot = Path("runs"),
    fold: Annotated[int, typer.Option(help="The fold whose rows are played.")] = 4,
    bundled: Annotated[
        bool, typer.Option("--bundled", help="Play rows of all folds by the bundled pipeline.")
    ] = False,
    num_rows: Annotated[
        int, typer.Option("--unclear-rows", min=0, help="So many of the rows; 0 plays all.")
    ] = 0,
    seed: Annotated[int, typer.Option(min=0, help="Draws the rows.")] = 0,
    architect: Annotated[str, typer.Option(help=f"Who answers: {' or '.join(ARCHITECTS)}.")] = OWN,
    answers: Annotated[
        Path | None,
        typer.Option(
            help="A person's answers instead, as ../shared/tools/play_person.py keeps them (JSON: row number "
            "→ list). Where one is missing the talk ends. Without --unclear-rows those rows are played.",
            metavar="FILE",
        ),
    ] = None,
    max_questions: Annotated[int, typer.Option(min=0, help="Questions about one instruction.")] = 3,
    fit: Annotated[
        Path | None, typer.Option(help="Write how often each kind was understood, of how often asked.")
    ] = None,
    out: Out = None,
) -> None:
    if architect not in ARCHITECTS:
        raise cq.InputError(f"--architect {architect!r} is unknown; give {' or '.join(ARCHITECTS)}")
    dataset = load_singleturn(data)
    every = recorded_builds(dataset)
    unclear = unclear_rows(every)
    told = None if answers is None else load_answers(answers, len(unclear))
    among = None if num_rows else told
    numbers = drawn(unclear, None if bundled else fold, among, num_rows, seed)
    rows = [unclear[i] for i in numbers]
    if told is None:
        says = [simulated(architect, unclear[i], i) for i in numbers]
    else:
        says = [recorded(told.get(i, ())) for i in numbers]
    pipeline = cq.Pipeline.from_pretrained() if bundled else fold_pipeline(dataset, every, fold, work)
    episodes = play_all(rows, numbers, says, pipeline, max_questions)
    who = f"{architect} architect" if told is None else "a person's answers"
    seen = "of all folds: the network has seen these rows" if bundled else f"of fold {fold}, out of fold"
    groups = np.array([normalise(row.instruction) for row in rows])
    tables = {
        f"The closed loop, {who}, {len(rows)} unclear rows {seen}": talk_table(episodes, groups, samples),
        f"Kinds of question, {who}": kind_table(episodes),
    }
    show(tables, out, episodes=[asdict(one) for one in episodes])
    if fit is not None:
        write_json(fit, {"understood": understood_by_kind(episodes)})

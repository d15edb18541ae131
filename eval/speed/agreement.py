"""Whether answers in a batch are those of each row alone.

Every row is classified, and every few rows are built and ranked, once in batches of 128 and once alone.
Finished batches are kept in a folder, so that a killed run goes on. Exits with 1 if a decision differs.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from cq.cli.tables import print_table
from cq.data import load_question_bank, load_singleturn, stack_grids
from cq.jobs.answer_log import AnswerLog
from cq.jobs.weights_digest import pipeline_digest
from cq.pipeline import Pipeline
from cq.progress import progress_bar
from cq.ranking import QuestionBank
from cq.threads import pin_one_thread
from cq.world import World
from eval.options import Data, Out, Work
from eval.output import write_json

BATCH = 128
FIRST = 5
"""How many of the first questions must be the same, in the same order."""


def main(
    data: Data = None,
    every: Annotated[int, typer.Option(min=1, help="Each so-manieth row is built and ranked.")] = 16,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first rows.")] = None,
    work: Work = Path("runs") / "agreement",
    out: Out = None,
) -> None:
    pin_one_thread()
    pipeline = Pipeline.from_pretrained()
    dataset = load_singleturn(data)
    dataset = dataset.select(range(min(limit or len(dataset), len(dataset))))
    texts, worlds = dataset["instruction"][:], [World.parse(grid) for grid in stack_grids(dataset, "start")]
    bank = QuestionBank.parse(load_question_bank(data) or None)

    def compare(first: int) -> dict[str, float]:
        rows = slice(first, first + BATCH)
        return _compared(pipeline, bank, texts[rows], worlds[rows], every)

    log = AnswerLog(work, "agreement", f"{texts} {every} {pipeline_digest(None)}")
    starts = range(0, len(texts), BATCH)
    parts = list(progress_bar("batches", len(starts), log.map(compare, starts)))
    totals = {name: sum(part[name] for part in parts) for name in parts[0] if not name.startswith("largest")}
    totals |= {name: max(part[name] for part in parts) for name in parts[0] if name.startswith("largest")}
    print_table("In a batch and alone", {name: {"": f"{value:g}"} for name, value in totals.items()})
    write_json(out, totals)
    log.remove()
    if any(value for name, value in totals.items() if name.startswith("other")):
        raise typer.Exit(1)


def _compared(
    pipeline: Pipeline, bank: QuestionBank, texts: list[str], worlds: list[World], every: int
) -> dict[str, Any]:
    """Counts of a batch: rows compared, and rows whose answer is another one alone."""
    together = pipeline.classify(texts, worlds)
    alone = [pipeline.classify(*row) for row in zip(texts, worlds, strict=True)]
    pairs = list(zip(together, alone, strict=True))
    said, seen = texts[::every], worlds[::every]
    builds, rankings = pipeline.build(said, seen), pipeline.rank(bank, said, seen)
    built = [
        np.array_equal(one.grid, pipeline.build(text, world).grid)
        for one, text, world in zip(builds, said, seen, strict=True)
    ]
    ranked = [
        _firsts(one) == _firsts(pipeline.rank(bank, text, world))
        for one, text, world in zip(rankings, said, seen, strict=True)
    ]
    return {
        "classified": len(pairs),
        "other decisions": sum(a.is_clear != b.is_clear for a, b in pairs),
        "largest difference of p_unclear": max(abs(a.p_unclear - b.p_unclear) for a, b in pairs),
        "built and ranked": len(said),
        "other builds": built.count(False),
        f"other first {FIRST} questions": ranked.count(False),
    }


def _firsts(ranking: Sequence[Any]) -> list[str]:
    return [one.qid for one in ranking[:FIRST]]

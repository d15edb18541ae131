"""How deep BM25 must reach: `python -m eval.ranking.first_stage --data PATH`.

Each row's asked question is looked for in the whole bank, not only in its pool. For each depth: how often it
is among BM25's first, and how many of the questions that the network puts among its first twenty of the whole
bank, out of fold, it would never have seen.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from cq.data import load_question_bank, load_singleturn
from cq.encoder.backbone import Backbone
from cq.files import write_text
from cq.modeling.checkpoints import Workshop
from cq.ranking import QuestionBank
from cq.ranking.features import features
from cq.ranking.index import QuestionIndex, References
from cq.ranking.training.examples import asked_rows
from cq.ranking.training.networks import Recipe, fit_by_fold, ranking_rows
from eval.options import Data, Out, Work
from eval.ranking.figures import WORK
from eval.tables import print_table

DEPTHS = (20, 50, 100, 200, 300, 400, 500, 600)
FOUND = 20


def main(data: Data = None, work: Work = WORK, out: Out = None) -> None:
    rows = asked_rows(load_singleturn(data))
    bank = QuestionBank.parse(load_question_bank(data))
    backbone = Backbone.load()
    index = QuestionIndex(bank.questions, References.fit(backbone, bank.questions))
    ensembles = fit_by_fold(ranking_rows(rows, bank, index), Recipe(), Workshop(work))
    everything = np.arange(len(bank))
    first, second = [], []
    for row in tqdm(rows, desc="rows", disable=None):
        asked = bank.place(row.qid)
        first.append(_rank(index.lexical["words"].scores(row.instruction), asked))
        found = features(index, row.instruction, row.world, everything)
        second.append(_rank(ensembles[row.fold].logits(found), asked))
    table = {
        f"{depth} of {len(bank)}": _figures(np.array(first), np.array(second), depth) for depth in DEPTHS
    }
    print_table("How deep the first stage must reach", table)
    if out is not None:
        write_text(out, json.dumps(table, indent=1) + "\n")


def _rank(scores: npt.NDArray[np.floating], place: int) -> int:
    """From 0, equal scores counting against it."""
    return int((scores >= scores[place]).sum()) - 1


def _figures(first: npt.NDArray[np.int64], second: npt.NDArray[np.int64], depth: int) -> dict[str, Any]:
    found = second < FOUND
    return {
        "asked question among BM25's first": round(float((first < depth).mean()), 3),
        f"of those the network finds in {FOUND}, lost": round(float((first >= depth)[found].mean()), 3),
    }


if __name__ == "__main__":
    import typer

    from cq.cli.main import run

    app = typer.Typer(add_completion=False)
    app.command(help=__doc__)(main)
    run(app)

"""How many questions BM25 must pass on to the network.

Each row's positive question is searched in the whole bank instead of the row's candidates. For each depth,
the table gives the share of rows whose positive is among BM25's first, and of the positives that the
network ranks among its first twenty of the whole bank, out of fold, the share that BM25 would not pass on.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from cq.cli.tables import print_table
from cq.data import load_question_bank, load_singleturn
from cq.encoder.backbone import Backbone
from cq.modeling.checkpoints import Workshop
from cq.ranking import QuestionBank
from cq.ranking.features import features
from cq.ranking.index import QuestionIndex, References
from cq.ranking.training.examples import asked_rows
from cq.ranking.training.networks import Recipe, fit_by_fold, ranking_rows
from eval.options import Data, Out, Work
from eval.output import write_json
from eval.ranking.evaluate import WORK

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
        positive = bank.place(row.qid)
        first.append(_rank(index.lexical["words"].scores(row.instruction), positive))
        found = features(index, row.instruction, row.world, everything)
        second.append(_rank(ensembles[row.fold].logits(found), positive))
    table = {f"{depth} of {len(bank)}": _shares(np.array(first), np.array(second), depth) for depth in DEPTHS}
    print_table("How deep the first stage must reach", table)
    write_json(out, table)


def _rank(scores: npt.NDArray[np.floating], place: int) -> int:
    """Rank from 0 of the question at `place`; questions with an equal score count as better."""
    return int((scores >= scores[place]).sum()) - 1


def _shares(first: npt.NDArray[np.int64], second: npt.NDArray[np.int64], depth: int) -> dict[str, Any]:
    found = second < FOUND
    return {
        "positive among BM25's first": round(float((first < depth).mean()), 3),
        f"of those the network finds in {FOUND}, lost": round(float((first >= depth)[found].mean()), 3),
    }

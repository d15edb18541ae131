"""What to ask: baselines, ablations, and the track's protocol.

Every ranking is judged out of fold over the row's candidates. Intervals are 95 % bootstraps over groups of
equal instructions. A question counts as seen if a row of the training folds has the same question text. The
last line follows the official evaluator instead: every row ranks one list of all questions that people asked,
repeats included. Trained networks are kept in `--work`, so that a killed run resumes.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from cq.cli.tables import print_table
from cq.data import load_question_bank, load_singleturn
from cq.encoder.backbone import Backbone
from cq.modeling.checkpoints import Workshop
from cq.ranking import QuestionBank
from cq.ranking.features import pair_names
from cq.ranking.index import QuestionIndex, References
from cq.ranking.training.examples import asked_rows
from cq.ranking.training.fusion import Fusion
from cq.ranking.training.networks import RankingRows, by_logits, ranking_rows
from eval.options import Data, Out, Samples, Work
from eval.output import write_json
from eval.ranking.ablations import ablations
from eval.ranking.baselines import baselines
from eval.ranking.out_of_fold import out_of_fold_fusion, track_rankings
from eval.ranking.scores import Rankings, Scores, ranking_scores

WORK = Path("runs/ranking")


def main(data: Data = None, samples: Samples = 1000, work: Work = WORK, out: Out = None) -> None:
    rows = asked_rows(load_singleturn(data))
    bank = QuestionBank.parse(load_question_bank(data))
    backbone = Backbone.load()
    references = References.fit(backbone, bank.questions)
    index = QuestionIndex(bank.questions, references)
    checkpoints = Workshop(work)
    read = ranking_rows(rows, bank, index)
    table: dict[str, Scores] = {}

    def add(name: str, rankings: Rankings, positives: Sequence[str] | None = None) -> None:
        table[name] = ranking_scores(rows, bank, rankings, samples, positives)
        tqdm.write(f"  {name}: {table[name]['MRR']}")

    for name, rankings in baselines(rows, bank, backbone).items():
        add(name, rankings)
    for name, logits in ablations(rows, bank, index, read, checkpoints):
        add(name, by_logits(rows, logits))
    fusion = out_of_fold_fusion(rows, bank, read, backbone, checkpoints)
    add("network", by_logits(rows, fusion.network))
    add("cross-encoder", by_logits(rows, fusion.cross))
    words = Fusion(_column(read, "words"), fusion.cross, read.asked, read.folds)
    add("cross-encoder + BM25", by_logits(rows, words.logits()))
    add("cross-encoder + network (ours)", by_logits(rows, fusion.logits()))
    add(
        f"ours, official list of {len(rows)} with repeats",
        *track_rankings(rows, bank, read, references, fusion, checkpoints),
    )
    print_table(f"What to ask, {len(rows):,} unclear rows, out of fold", table)
    write_json(out, table)


def _column(rows: RankingRows, name: str) -> list[npt.NDArray[np.float64]]:
    place = pair_names().index(name)
    return [row.pair[:, place].astype(np.float64) for row in rows.features]

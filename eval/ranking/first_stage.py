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
from cq.language.instruction import ground
from cq.modeling.checkpoints import CheckpointStore
from cq.ranking import QuestionBank
from cq.ranking.features import ranking_features
from cq.ranking.index import WORDS, QuestionIndex
from cq.ranking.network import candidate_logits
from cq.ranking.reading import Anchors
from cq.ranking.training.examples import encode_examples, ranking_examples
from cq.ranking.training.networks import RankingTrainingConfig, fit_by_fold
from eval.options import RANKING_WORK, Data, Out, Work
from eval.output import write_json

DEPTHS = (20, 50, 100, 200, 300, 400, 500, 600)
FOUND = 20


def main(data: Data = None, work: Work = RANKING_WORK, out: Out = None) -> None:
    examples = ranking_examples(load_singleturn(data))
    bank = QuestionBank.parse(load_question_bank(data))
    backbone = Backbone.load()
    index = QuestionIndex(bank.questions, Anchors.fit(backbone, bank.questions))
    encoded = encode_examples(examples, bank, index, backbone)
    networks = fit_by_fold(encoded, RankingTrainingConfig(), CheckpointStore(work))
    instructions = ground([one.instruction for one in examples], [one.world for one in examples], backbone)
    everything = np.arange(len(bank))
    first, second = [], []
    for example, instruction in zip(tqdm(examples, desc="rows", disable=None), instructions, strict=True):
        positive = bank.index_of(example.positive)
        first.append(_rank(index.lexical[WORDS].scores(example.instruction), positive))
        features = ranking_features(index, instruction, everything)
        second.append(_rank(candidate_logits(networks[example.fold], features), positive))
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

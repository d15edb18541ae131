"""What each group of features is worth: the same network, trained without it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from cq.modeling.checkpoints import Workshop
from cq.ranking import QuestionBank
from cq.ranking.clauses import question_names
from cq.ranking.features import pair_names
from cq.ranking.index import LEXICAL, QuestionIndex
from cq.ranking.match_features import agreement_names
from cq.ranking.training.examples import AskedRow
from cq.ranking.training.networks import RankingRows, Recipe, out_of_fold_logits, ranking_rows
from cq.world import World


def ablations(
    rows: Sequence[AskedRow],
    bank: QuestionBank,
    index: QuestionIndex,
    read: RankingRows,
    checkpoints: Workshop,
) -> list[tuple[str, list[npt.NDArray[np.float64]]]]:
    """Names of what is left out or kept, and the out-of-fold logits of a network trained so."""
    names = pair_names()
    matches = set(agreement_names())
    lexical = {name for name in names if name.removesuffix(", among the candidates") in LEXICAL}
    tokens = set(names) - matches - lexical
    questions = set(question_names())
    without_world = ranking_rows([replace(row, world=World.parse()) for row in rows], bank, index)
    changed = {
        "words in common alone": _without(read, matches | tokens | questions),
        "late interaction alone": _without(read, matches | lexical | questions),
        "match features alone": _without(read, tokens | lexical | questions),
        "network without match features": _without(read, matches),
        "network without late interaction": _without(read, tokens),
        "network without the question's features": _without(read, questions),
        "network without the world": without_world,
    }
    return [
        (name, out_of_fold_logits(changed_rows, Recipe(), checkpoints))
        for name, changed_rows in tqdm(changed.items(), desc="ablations", disable=None)
    ]


def _without(rows: RankingRows, names: set[str]) -> RankingRows:
    pair = np.array([name not in names for name in pair_names()])
    question = np.array([name not in names for name in question_names()])
    return replace(
        rows,
        features=[replace(f, pair=f.pair * pair, question=f.question * question) for f in rows.features],
    )

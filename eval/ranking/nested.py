"""What to ask by the linear model, by repeated cross-validation.

Grouped: all rows of one wording are in one fold. Random: a fifth of the rows, drawn anew, is judged by the
others; most of its wordings stand on the other side too. Brackets are the least and the largest value.
Trained models are kept in `--work`, so that a killed run resumes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer

from cq.data import load_question_bank, load_singleturn, normalise
from cq.encoder.backbone import Backbone
from cq.modeling.checkpoints import CheckpointStore
from cq.ranking import QuestionBank
from cq.ranking.index import QuestionIndex
from cq.ranking.reading import Anchors
from cq.ranking.training.examples import EncodedExamples, encode_examples, ranking_examples
from cq.ranking.training.fit_linear import RankingTrainingConfig, fit_linear_model
from eval.divisions import GROUPED, RANDOM, divisions, spread
from eval.options import RANKING_WORK, Data, Out, Work
from eval.output import show
from eval.ranking.scores import reciprocal_rank, seen_questions

Array = npt.NDArray[Any]


def main(
    data: Data = None,
    work: Work = RANKING_WORK,
    regroupings: Annotated[int, typer.Option(help="Repeats of the grouped cross-validation.")] = 3,
    random: Annotated[int, typer.Option(help="How often rows are divided at random.")] = 5,
    out: Out = None,
) -> None:
    examples, bank = ranking_examples(load_singleturn(data)), QuestionBank.parse(load_question_bank(data))
    backbone, store = Backbone.load(), CheckpointStore(work)
    index = QuestionIndex(bank.questions, Anchors.fit(backbone, bank.questions))
    pools = encode_examples(examples, bank, index, backbone)
    lists = encode_examples([replace(one, candidates=bank.qids) for one in examples], bank, index, backbone)
    groups = np.array([normalise(example.instruction) for example in examples])
    table = {}
    for kind, times in ((GROUPED, regroupings), (RANDOM, random)):
        runs = []
        for folds, held in divisions(kind, times, groups):
            seen = seen_questions([example.positive for example in examples], folds.tolist(), bank)
            runs.append(_judge(pools, lists, store, folds, held, seen))
        if runs:
            table[kind] = spread(runs)
    show({"Repeated cross-validation, MRR": table}, out)


def _judge(
    pools: EncodedExamples,
    lists: EncodedExamples,
    store: CheckpointStore,
    folds: Array,
    held_folds: Sequence[int],
    seen: Array,
) -> dict[str, float]:
    """The mean reciprocal rank over the held folds: in pools, of questions that other rows asked too, and in
    one list of all questions.
    """
    in_pools, in_lists = np.full(len(folds), np.nan), np.full(len(folds), np.nan)
    for k in held_folds:
        held = folds == k
        model = fit_linear_model(pools[~held], RankingTrainingConfig(), store)
        for found, rows in ((in_pools, pools[held]), (in_lists, lists[held])):
            pairs = zip(rows.features, rows.positives, strict=True)
            found[held] = [reciprocal_rank(model(features), positive) for features, positive in pairs]
    judged = np.isin(folds, held_folds)
    return {
        "pools": float(in_pools[judged].mean()),
        "asked elsewhere": float(in_pools[judged & seen].mean()),
        "one list": float(in_lists[judged].mean()),
    }

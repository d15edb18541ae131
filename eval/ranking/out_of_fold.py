"""Out-of-fold rankings over each row's candidates and under the track's protocol."""

from __future__ import annotations

from collections.abc import Sequence

from tqdm import tqdm

from cq.encoder.backbone import Backbone
from cq.modeling.checkpoints import Workshop
from cq.ranking import QuestionBank, Ranker
from cq.ranking.cross_encoder import CrossStage
from cq.ranking.index import References
from cq.ranking.training.cross_encoder import CrossRecipe, fit_cross_encoder, out_of_fold_cross_logits
from cq.ranking.training.examples import AskedRow
from cq.ranking.training.fusion import Fusion
from cq.ranking.training.networks import RankingRows, Recipe, fit_by_fold, out_of_fold_logits
from cq.track import repeats_last
from eval.ranking.scores import Rankings


def out_of_fold_fusion(
    rows: Sequence[AskedRow], bank: QuestionBank, read: RankingRows, backbone: Backbone, checkpoints: Workshop
) -> Fusion:
    """The ranker of each fold: its network and its cross-encoder, trained on all other folds."""
    network = out_of_fold_logits(read, Recipe(), checkpoints)
    cross = out_of_fold_cross_logits(rows, bank, backbone.bert(), CrossRecipe(), checkpoints)
    return Fusion(network, cross, read.asked, read.folds)


def track_rankings(
    rows: Sequence[AskedRow],
    bank: QuestionBank,
    read: RankingRows,
    references: References,
    fusion: Fusion,
    checkpoints: Workshop,
) -> tuple[Rankings, list[str]]:
    """Rankings of texts under the track's protocol, as the submission gives them, and the positive texts.

    Every row ranks one list of all questions that people asked, with repeats. The evaluator looks for the
    first place of the positive text.
    """
    texts = [bank[row.qid] for row in rows]
    listed = QuestionBank.parse(texts)
    rankings: Rankings = [[] for _ in rows]
    for k, ensemble in fit_by_fold(read, Recipe(), checkpoints).items():
        backbone, others = references.backbone, [row for row in rows if row.fold != k]
        cross = fit_cross_encoder(others, bank, backbone.bert(), CrossRecipe(), checkpoints)
        stage = CrossStage(cross, fusion.weight(without=k))
        ranker = Ranker(ensemble, references.scale, backbone, stage)
        for i in tqdm([i for i, row in enumerate(rows) if row.fold == k], desc=f"fold {k}", disable=None):
            ranked = ranker.rank(listed, [rows[i].instruction], [rows[i].world])[0]
            rankings[i] = repeats_last([question.question for question in ranked])
    return rankings, texts

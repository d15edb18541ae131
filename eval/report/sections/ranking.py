"""The report's section on what to ask."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from cq.data import load_question_bank, normalise
from cq.encoder.backbone import Backbone
from cq.language.questions import AMBIGUITY_KINDS, question_kinds
from cq.metrics import bootstrap_interval
from cq.metrics.bootstrap import Interval
from cq.modeling.checkpoints import CheckpointStore
from cq.ranking import QuestionBank
from cq.ranking.index import QuestionIndex
from cq.ranking.reading import Anchors
from cq.ranking.training.examples import RankingExample, encode_examples, ranking_examples
from cq.ranking.training.linear import RankingTrainingConfig, out_of_fold_logits, rank_candidates
from eval.comparison.run import Run
from eval.ranking.baselines import bm25_rankings
from eval.ranking.out_of_fold import out_of_fold_fusion, track_label, track_rankings
from eval.ranking.scores import Rankings, ranking_scores, seen_questions
from eval.report.plots import by_cutoff, by_kind
from eval.report.report import Report, quoted
from eval.report.sections.slices import by_length

PUBLISHED = {
    "third place of the 2022 track, on its hidden test": {"MRR": "about 0.38"},
    "BM25, as published": {"MRR": "0.34"},
}
WORST, UNRANKED = 6, 10_000


def ranking_section(
    report: Report,
    dataset: Any,
    backbone: Backbone,
    data: Path | None,
    work: Path,
    runs: Path,
    samples: int,
    with_cross_encoder: bool,
) -> None:
    """Add tables, curves and the worst errors; save the runs of BM25 and of cq."""
    examples, bank = ranking_examples(dataset), QuestionBank.parse(load_question_bank(data))
    anchors, store = Anchors.fit(backbone, bank.questions), CheckpointStore(work)
    encoded = encode_examples(examples, bank, QuestionIndex(bank.questions, anchors), backbone)
    fusion = out_of_fold_fusion(examples, bank, encoded, backbone, store) if with_cross_encoder else None
    cq = "cq" if fusion else "cq without the cross-encoder"
    logits = fusion.logits() if fusion else out_of_fold_logits(encoded, RankingTrainingConfig(), store)
    rankings = {
        "BM25 (first stage)": bm25_rankings(examples, bank),
        cq: rank_candidates(examples, logits),
    }
    groups = np.array([normalise(example.instruction) for example in examples])
    ranks = {name: _ranks(examples, found) for name, found in rankings.items()}
    for name, rank in ranks.items():
        keys = [f"{i} {example.positive}" for i, example in enumerate(examples)]
        Run("ranking", name, keys, groups.tolist(), {"rank": rank}).save(runs / f"ranking, {name}.json")
    report.section("What to ask", "python -m eval ranking", "python -m eval track --folds")
    report.text(
        f"{len(examples)} unclear rows. A person asked one of each row's recorded candidates, the positive; "
        "models trained on the other folds rank them."
    )
    table: dict[str, Any] = {
        name: ranking_scores(examples, bank, found, samples) for name, found in rankings.items()
    }
    if fusion:
        one_list, texts = track_rankings(examples, bank, encoded, anchors, fusion, store)
        table[track_label(len(examples))] = ranking_scores(examples, bank, one_list, samples, texts)
    report.table_with_published("ranker", PUBLISHED, table)
    report.figure("mrr", "MRR and recall by cutoff", partial(by_cutoff, ranks=ranks), 9, 3.8)
    reciprocal = 1 / ranks[cq]

    def mrr(chosen: Any) -> Interval:
        return bootstrap_interval(np.mean, reciprocal[chosen], groups=groups[chosen], samples=samples)

    def scores(chosen: Any) -> dict[str, Any]:
        return {"rows": int(chosen.sum()), "MRR": str(mrr(chosen))}

    seen = seen_questions(examples, bank)
    by_question = {"seen in another fold": seen, "unseen": ~seen}
    report.table("question", {name: scores(chosen) for name, chosen in by_question.items() if chosen.any()})
    kinds = _rows_by_kind(examples, bank)
    report.table("kind of question", {kind: scores(of) for kind, of in kinds.items()})
    report.figure(
        "mrr-by-kind",
        "MRR by the kind of the asked question",
        partial(by_kind, scores={kind: mrr(of) for kind, of in kinds.items()}, score="MRR"),
    )
    report.table("words in the instruction", by_length([example.instruction for example in examples], scores))
    _errors(report, examples, bank, rankings[cq], ranks[cq])


def _ranks(examples: Sequence[RankingExample], rankings: Rankings) -> Any:
    """Rank of the positive question, from 1."""
    return np.array(
        [
            found.index(example.positive) + 1 if example.positive in found else UNRANKED
            for example, found in zip(examples, rankings, strict=True)
        ]
    )


def _rows_by_kind(examples: Sequence[RankingExample], bank: QuestionBank) -> dict[str, Any]:
    """For each kind of ambiguity, which rows (a Boolean mask) asked about it."""
    asked = [question_kinds(bank[example.positive]) for example in examples]
    masks = {kind: np.array([kind in kinds for kinds in asked]) for kind in AMBIGUITY_KINDS}
    masks["none of these"] = np.array([not kinds for kinds in asked])
    return {kind: mask for kind, mask in masks.items() if mask.any()}


def _errors(
    report: Report, examples: Sequence[RankingExample], bank: QuestionBank, rankings: Rankings, ranks: Any
) -> None:
    report.text("**Worst errors.** The rows with the lowest-ranked positive, and what is ranked first.")
    shown: set[str] = set()
    table: dict[str, dict[str, Any]] = {}
    for i in np.argsort(-ranks, kind="stable").tolist():
        if examples[i].instruction in shown or len(table) == WORST:
            continue
        shown.add(examples[i].instruction)
        table[quoted(examples[i].instruction)] = {
            "positive": quoted(bank[examples[i].positive]),
            "rank": int(ranks[i]),
            "ranked first": quoted(bank[rankings[i][0]]),
        }
    report.table("instruction", table)

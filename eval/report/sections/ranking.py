"""The report's section on what to ask."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from cq.data import load_question_bank, normalise
from cq.encoder.backbone import Backbone
from cq.language.kinds import QUESTION_KINDS, question_kinds
from cq.metrics import bootstrap_interval
from cq.modeling.checkpoints import Workshop
from cq.ranking import QuestionBank
from cq.ranking.index import QuestionIndex, References
from cq.ranking.training.examples import AskedRow, asked_rows
from cq.ranking.training.networks import by_logits, ranking_rows
from eval.comparison.run import Run
from eval.ranking.baselines import bm25_rankings
from eval.ranking.out_of_fold import out_of_fold_fusion, track_rankings
from eval.ranking.scores import Rankings, ranking_scores, seen_questions
from eval.report.plots import by_cutoff
from eval.report.report import Report, quoted
from eval.report.sections.slices import by_length

PUBLISHED = {
    "third place of the 2022 track, on its hidden test": {"MRR": "about 0.38"},
    "BM25, as published": {"MRR": "0.34"},
}
WORST, UNRANKED = 6, 10_000


def ranking_section(
    report: Report, dataset: Any, backbone: Backbone, data: Path | None, work: Path, runs: Path, samples: int
) -> None:
    """Add tables, curves and the worst errors; save the runs of BM25 and of ours."""
    rows, bank = asked_rows(dataset), QuestionBank.parse(load_question_bank(data))
    references, checkpoints = References.fit(backbone, bank.questions), Workshop(work)
    read = ranking_rows(rows, bank, QuestionIndex(bank.questions, references))
    fusion = out_of_fold_fusion(rows, bank, read, backbone, checkpoints)
    rankings = {"BM25": bm25_rankings(rows, bank), "ours": by_logits(rows, fusion.logits())}
    groups = np.array([normalise(row.instruction) for row in rows])
    ranks = {name: _ranks(rows, found) for name, found in rankings.items()}
    for name, rank in ranks.items():
        keys = [f"{i} {row.qid}" for i, row in enumerate(rows)]
        Run("ranking", name, keys, groups.tolist(), {"rank": rank}).save(runs / f"ranking, {name}.json")
    report.section("What to ask", "python -m eval ranking", "python -m eval track --folds")
    report.text(
        f"{len(rows)} unclear rows. A person asked one of each row's recorded candidates, the positive; "
        "models trained on the other folds rank them."
    )
    table: dict[str, Any] = {
        name: ranking_scores(rows, bank, found, samples) for name, found in rankings.items()
    }
    one_list, texts = track_rankings(rows, bank, read, references, fusion, checkpoints)
    name = f"ours, under the track's protocol: one list of {len(rows)}"
    table[name] = ranking_scores(rows, bank, one_list, samples, texts)
    report.table_with_published("ranker", PUBLISHED, table)
    report.figure("mrr", "MRR and recall by cutoff", partial(by_cutoff, ranks=ranks), 9, 3.8)
    reciprocal = 1 / ranks["ours"]

    def scores(chosen: Any) -> dict[str, Any]:
        interval = bootstrap_interval(np.mean, reciprocal[chosen], groups=groups[chosen], samples=samples)
        return {"rows": int(chosen.sum()), "MRR": str(interval)}

    seen = seen_questions(rows, bank)
    by_question = {"seen in another fold": seen, "unseen": ~seen}
    report.table("question", {name: scores(chosen) for name, chosen in by_question.items() if chosen.any()})
    report.table("kind of question", _by_kind(rows, bank, scores))
    report.table("words in the instruction", by_length([row.instruction for row in rows], scores))
    _errors(report, rows, bank, rankings["ours"], ranks["ours"])


def _ranks(rows: Sequence[AskedRow], rankings: Rankings) -> Any:
    """Rank of the positive question, from 1."""
    return np.array(
        [
            found.index(row.qid) + 1 if row.qid in found else UNRANKED
            for row, found in zip(rows, rankings, strict=True)
        ]
    )


def _by_kind(rows: Sequence[AskedRow], bank: QuestionBank, scores: Any) -> dict[str, Any]:
    kinds = [question_kinds(bank[row.qid]) for row in rows]
    table = {}
    for kind in QUESTION_KINDS:
        chosen = np.array([kind in found for found in kinds])
        if chosen.any():
            table[kind] = scores(chosen)
    rest = np.array([not found for found in kinds])
    return table | ({"none of these": scores(rest)} if rest.any() else {})


def _errors(
    report: Report, rows: Sequence[AskedRow], bank: QuestionBank, rankings: Rankings, ranks: Any
) -> None:
    report.text("**Worst errors.** The rows with the lowest-ranked positive, and what is ranked first.")
    shown: set[str] = set()
    table: dict[str, dict[str, Any]] = {}
    for i in np.argsort(-ranks, kind="stable").tolist():
        if rows[i].instruction in shown or len(table) == WORST:
            continue
        shown.add(rows[i].instruction)
        table[quoted(rows[i].instruction)] = {
            "positive": quoted(bank[rows[i].qid]),
            "rank": int(ranks[i]),
            "ranked first": quoted(bank[rankings[i][0]]),
        }
    report.table("instruction", table)

"""What to ask, taken apart: `python -m eval.ranking.figures --data PATH`.

Every ranking is judged out of fold over the rows' candidate pools; intervals are 95 % bootstraps over groups
of equal instructions. A question is seen where another row of the training folds asked the same text. The
last row follows the official evaluator instead: one list of all asked questions, repeats included, for every
row. Finished networks are kept in `--work`, so that a killed run goes on where it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import typer
from tqdm import tqdm

from cq.data import load_question_bank, load_singleturn, normalise
from cq.encoder.backbone import Backbone
from cq.files import write_text
from cq.metrics import bootstrap_interval, mean_reciprocal_rank, recall_at_k
from cq.modeling.checkpoints import Workshop
from cq.ranking import QuestionBank, Ranker
from cq.ranking.clauses import question_names
from cq.ranking.cross_encoder import CrossStage
from cq.ranking.features import pair_names
from cq.ranking.index import LEXICAL, QuestionIndex, References
from cq.ranking.match_features import agreement_names
from cq.ranking.training.cross_encoder import CrossRecipe, fit_cross_encoder, out_of_fold_cross_logits
from cq.ranking.training.examples import AskedRow, asked_rows
from cq.ranking.training.fusion import Fusion
from cq.ranking.training.networks import (
    RankingRows,
    Recipe,
    by_logits,
    fit_by_fold,
    out_of_fold_logits,
    ranking_rows,
)
from cq.track import repeats_last
from cq.world import World
from eval.options import Data, Out, Samples, Work
from eval.ranking.baselines import baselines
from eval.tables import console, print_table

Figures = dict[str, Any]
Rankings = list[list[str]]
WORK = Path("runs/ranking")
KS = (1, 5, 10, 20)


def main(
    data: Data = None,
    samples: Samples = 1000,
    work: Work = WORK,
    out: Out = None,
) -> None:
    rows = asked_rows(load_singleturn(data))
    bank = QuestionBank.parse(load_question_bank(data))
    backbone = Backbone.load()
    references = References.fit(backbone, bank.questions)
    index = QuestionIndex(bank.questions, references)
    workshop = Workshop(work)
    read = ranking_rows(rows, bank, index)
    table: dict[str, Figures] = {}

    def add(name: str, rankings: Rankings, asked: Sequence[str] | None = None) -> None:
        table[name] = ranking_figures(rows, bank, rankings, samples, asked)
        console.print(f"  {name}: {table[name]['MRR']}", style="dim")

    for name, rankings in baselines(rows, bank, backbone).items():
        add(name, rankings)
    for name, logits in _ablations(rows, bank, index, read, workshop):
        add(name, by_logits(rows, logits))
    fusion = joined(rows, bank, read, backbone, workshop)
    add("network", by_logits(rows, fusion.network))
    add("cross-encoder", by_logits(rows, fusion.cross))
    words = Fusion(_column(read, "words"), fusion.cross, read.asked, read.folds)
    add("cross-encoder + BM25", by_logits(rows, words.logits()))
    add("cross-encoder + network (ours)", by_logits(rows, fusion.logits()))
    add(
        f"ours, official list of {len(rows)} with repeats",
        *official(rows, bank, read, references, fusion, workshop),
    )
    print_table(f"What to ask, {len(rows):,} unclear rows, out of fold", table)
    if out is not None:
        write_text(out, json.dumps(table, indent=1) + "\n")


def ranking_figures(
    rows: Sequence[AskedRow],
    bank: QuestionBank,
    rankings: Rankings,
    samples: int,
    asked: Sequence[str] | None = None,
) -> Figures:
    """Figures of one way to rank: `rankings` are of ids, or of whatever `asked` holds (by default ids)."""
    asked = [row.qid for row in rows] if asked is None else asked
    groups = np.array([normalise(row.instruction) for row in rows])
    seen = seen_questions(rows, bank)

    def each(metric: Callable[[Rankings, list[str]], float]) -> npt.NDArray[np.float64]:
        return np.array([metric([r], [a]) for r, a in zip(rankings, asked, strict=True)])

    def interval(values: npt.NDArray[np.float64], of: npt.NDArray[np.bool_] | None = None) -> str:
        of = np.ones(len(values), dtype=bool) if of is None else of
        if not of.any():
            return "no rows"
        return str(bootstrap_interval(np.mean, values[of], groups=groups[of], samples=samples))

    reciprocal = each(mean_reciprocal_rank)
    return {
        "MRR": interval(reciprocal),
        "MRR@20": interval(each(lambda r, a: mean_reciprocal_rank(r, a, cutoff=20))),
        **{f"recall@{k}": interval(each(lambda r, a, k=k: recall_at_k(r, a, k))) for k in KS},  # type: ignore[misc]
        f"MRR, {seen.sum()} seen": interval(reciprocal, seen),
        f"MRR, {(~seen).sum()} unseen": interval(reciprocal, ~seen),
    }


def seen_questions(rows: Sequence[AskedRow], bank: QuestionBank) -> npt.NDArray[np.bool_]:
    """Whether a row of another fold asked the same text: (n,)."""
    texts = [" ".join(bank[row.qid].casefold().split()) for row in rows]
    folds: dict[str, set[int]] = {}
    for row, text in zip(rows, texts, strict=True):
        folds.setdefault(text, set()).add(row.fold)
    return np.array([bool(folds[text] - {row.fold}) for row, text in zip(rows, texts, strict=True)])


def joined(
    rows: Sequence[AskedRow], bank: QuestionBank, read: RankingRows, backbone: Backbone, workshop: Workshop
) -> Fusion:
    """The ranker of each fold: its network and its cross-encoder, trained on all other folds."""
    network = out_of_fold_logits(read, Recipe(), workshop)
    cross = out_of_fold_cross_logits(rows, bank, backbone.bert(), CrossRecipe(), workshop)
    return Fusion(network, cross, read.asked, read.folds)


def official(
    rows: Sequence[AskedRow],
    bank: QuestionBank,
    read: RankingRows,
    references: References,
    fusion: Fusion,
    workshop: Workshop,
) -> tuple[Rankings, list[str]]:
    """Rankings of texts under the official protocol, as the submission gives them, and the asked texts.

    The evaluator looks the asked text up at its first place.
    """
    texts = [bank[row.qid] for row in rows]
    listed = QuestionBank.parse(texts)
    rankings: Rankings = [[] for _ in rows]
    for k, ensemble in fit_by_fold(read, Recipe(), workshop).items():
        backbone, others = references.backbone, [row for row in rows if row.fold != k]
        cross = fit_cross_encoder(others, bank, backbone.bert(), CrossRecipe(), workshop)
        stage = CrossStage(cross, fusion.weight(without=k))
        ranker = Ranker(ensemble, references.scale, backbone, stage)
        for i in tqdm([i for i, row in enumerate(rows) if row.fold == k], desc=f"fold {k}", disable=None):
            ranked = ranker.rank(listed, [rows[i].instruction], [rows[i].world])[0]
            rankings[i] = repeats_last([question.question for question in ranked])
    return rankings, texts


def _ablations(
    rows: Sequence[AskedRow], bank: QuestionBank, index: QuestionIndex, read: RankingRows, workshop: Workshop
) -> list[tuple[str, list[npt.NDArray[np.float64]]]]:
    names = pair_names()
    agreed = set(agreement_names())
    lexical = {name for name in names if name.removesuffix(", among the candidates") in LEXICAL}
    tokens = set(names) - agreed - lexical
    asks = set(question_names())
    worldless = ranking_rows([replace(row, world=World.parse()) for row in rows], bank, index)
    changed = {
        "words in common alone": _without(read, agreed | tokens | asks),
        "late interaction alone": _without(read, agreed | lexical | asks),
        "agreement alone": _without(read, tokens | lexical | asks),
        "network without agreement": _without(read, agreed),
        "network without late interaction": _without(read, tokens),
        "network without the question's own features": _without(read, asks),
        "network without the world": worldless,
    }
    return [
        (name, out_of_fold_logits(rows, Recipe(), workshop))
        for name, rows in tqdm(changed.items(), desc="ablations", disable=None)
    ]


def _without(rows: RankingRows, names: set[str]) -> RankingRows:
    pair = np.array([name not in names for name in pair_names()])
    question = np.array([name not in names for name in question_names()])
    return replace(
        rows,
        features=[replace(f, pair=f.pair * pair, question=f.question * question) for f in rows.features],
    )


def _column(rows: RankingRows, name: str) -> list[npt.NDArray[np.float64]]:
    place = pair_names().index(name)
    return [row.pair[:, place].astype(np.float64) for row in rows.features]


if __name__ == "__main__":
    from cq.cli.main import run

    app = typer.Typer(add_completion=False)
    app.command(help=__doc__)(main)
    run(app)

"""Requests of any domain: when to ask and what to ask on the public corpora, without a fit and with one.

Every figure of a fit is out of fold: requests with the same words share a fold, and strengths, weights and
what counts are chosen by the folds that are left. Without a fit the bundled classifier judges; "left out" is
the same classifier trained without that corpus. Brackets are 95 % intervals (bootstrap over different texts).
Corpora that are not at hand are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer

from cq.clarity.general import bundled_general
from cq.clarity.text_classifier import TextModel, check_classes
from cq.corpora import NAMES, Corpus, Request, load
from cq.data import fold, normalise
from cq.encoder.backbone import Backbone
from cq.errors import InputError, MissingFileError
from cq.metrics import bootstrap_interval, roc_auc
from cq.training.general import Rows, features_of
from cq.training.text import train_text_clarity, train_text_ranking
from eval.options import Out
from eval.output import show

PUBLISHED_CLARITY = {
    "clariq": "grade F1 0.607 on test, 0.555 on dev (RoBERTa, first of the leaderboard, ClariQ's README)",
    "mm_iglu": "macro-F1 0.709 on test (LLaVA, 13B, sees pictures), 0.505 (BART), MM-IGLU's README",
}
PUBLISHED_RANKING = {
    "clariq": "test: recall@5 / 10 / 20 / 30 0.340 / 0.633 / 0.834 / 0.874 (first of the leaderboard)",
}
RIVALS = {
    "cosine_new": "cosine, known last",
    "cosine": "cosine",
    "bm25": "BM25",
    "majority": "asked most",
}
MEASURES = ("mrr", "recall@5", "recall@10", "recall@20", "recall@30")
SIZES = (20, 50, 200)
DRAWS = 5
Array = npt.NDArray[Any]


def main(
    corpora: Annotated[
        Path | None, typer.Option(help="Folder or zip of the corpora. Default: CQ_DATA.")
    ] = None,
    names: Annotated[list[str] | None, typer.Option("--name", help="A corpus; default: all.")] = None,
    few: Annotated[bool, typer.Option("--few/--no-few", help="Also fit few rows.")] = True,
    rank: Annotated[bool, typer.Option("--ranking/--no-ranking", help="Also fit rankers.")] = True,
    out: Out = None,
) -> None:
    backbone = Backbone.load().for_inference()
    found = [one for name in names or NAMES if name != "table" and (one := _found(name, corpora))]
    if not found:
        raise InputError("none of the corpora is at hand; give --corpora FOLDER_OR_ZIP")
    left_out = next((Rows([one], backbone) for one in found if one.name == "in3"), None)
    clarity, curves = {}, {}
    ranking: dict[str, dict[str, Any]] = {}
    for corpus in found:
        x = features_of([one.text for one in corpus], backbone)
        y = np.array([int(one.is_unclear) for one in corpus])
        row: dict[str, Any] = {"rows": len(corpus), "unclear": f"{y.mean():.2f}"}
        if len(np.unique(y)) == 2:
            is_own = corpus.name in bundled_general().trained_on
            if is_own and left_out is not None:
                own = left_out.fit(left_out.source == "own")
                row["AUC without a fit"] = auc(y, left_out.held_out()[-len(y) :], corpus.requests)
                row["AUC, left out"] = auc(y, own.logits(x)[:, 0], corpus.requests)
            else:
                row["AUC without a fit"] = auc(y, _bundled(x), corpus.requests)
            row |= _fitted(train_text_clarity(corpus, backbone).figures)
            if few and len(corpus) > 2 * SIZES[0] and not is_own:
                folds = np.array([fold(normalise(one.text) or "none") for one in corpus])
                curves[corpus.name] = curve(x, y, folds)
        clarity[corpus.name] = row | _published(PUBLISHED_CLARITY, corpus)
        if rank and sum(bool(one.relevant) for one in corpus) >= SIZES[1]:
            figures = train_text_ranking(corpus, backbone).figures
            known = [name for name in MEASURES if name in figures]
            fitted = {name: _interval(figures, name) for name in known}
            ranking[f"{corpus.name}: fitted"] = fitted | _published(PUBLISHED_RANKING, corpus)
            for rival, label in RIVALS.items():
                ranking[f"{corpus.name}: {label}"] = {name: figures[f"{name}_{rival}"] for name in known}
    tables = {
        "When to ask, any domain": clarity,
        "What to ask, any domain": ranking,
        "Few rows, AUC on the others": curves,
    }
    show(tables, out)


def curve(x: Any, y: Array, folds: Array) -> dict[str, str]:
    """The area under the curve of the bundled classifier, of fits on few rows, and of fits that may keep the
    bundled one: means over draws from the rows of all folds but two, on those two.
    """
    test = np.isin(folds, (0, 1))
    rng, row = np.random.default_rng(0), {"bundled": f"{roc_auc(y[test], _bundled(x[test])):.3f}"}
    for size in SIZES:
        pool = np.flatnonzero(~test)
        results = []
        for _ in range(DRAWS):
            some = rng.permutation(pool)[:size]
            try:
                check_classes(y[some], folds[some], 2)
            except InputError:
                continue
            alone, chosen = (
                TextModel.fit(x[some], y[some], folds[some], general) for general in (None, bundled_general())
            )
            results.append([roc_auc(y[test], one.probabilities(x[test])) for one in (alone, chosen)])
        if results and size < len(pool):
            alone_mean, chosen_mean = np.mean(results, axis=0)
            row[f"{size} rows alone"], row[f"{size} rows"] = f"{alone_mean:.3f}", f"{chosen_mean:.3f}"
    return row


def auc(y: Array, scores: Array, requests: Sequence[Request]) -> str:
    """The area under the ROC curve with its interval."""
    groups = np.array([normalise(one.text) or one.text for one in requests])
    return str(bootstrap_interval(roc_auc, y, scores, groups=groups, samples=300))


def _bundled(x: Any) -> Array:
    return np.asarray(bundled_general().logits(x)[:, 0])


def _found(name: str, folder: Path | None) -> Corpus | None:
    try:
        return load(name, folder)
    except MissingFileError:
        return None


def _fitted(figures: dict[str, float]) -> dict[str, Any]:
    """The columns of a fitted classifier."""
    names = {
        "roc_auc": "AUC fitted",
        "balanced_accuracy": "balanced accuracy",
        "macro_f1": "macro-F1",
        "grade_f1": "grade F1",
        "details_named": "details named",
    }
    row = {label: _interval(figures, name) for name, label in names.items() if name in figures}
    return row | {"macro-F1, all alike": f"{figures['macro_f1_majority']:.3f}"}


def _interval(figures: dict[str, float], name: str) -> str:
    return f"{figures[name]:.3f} [{figures[f'{name}_low']:.3f}, {figures[f'{name}_high']:.3f}]"


def _published(known: dict[str, str], corpus: Corpus) -> dict[str, str]:
    return {"published": known[corpus.name]} if corpus.name in known else {}

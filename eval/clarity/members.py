"""Members that were tried beside the linear model, and what each adds to it.

Each is stacked with the linear model (C = 0.3) by logits of inner folds, on the regroupings and random
divisions of `python -m eval clarity-nested`. A row tells what the linear model with one more member reaches.
Brackets are the least and the largest value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer
from scipy.special import logit
from sklearn.decomposition import PCA
from sklearn.ensemble import ExtraTreesClassifier, HistGradientBoostingClassifier
from tqdm import tqdm

from cq.clarity.examples import ClarityExamples, clarity_examples
from cq.clarity.lexical import LexicalModel
from cq.cli.tables import print_table
from cq.data import load_singleturn
from cq.encoder.backbone import Backbone, l2_normalize
from cq.metrics import average_precision, macro_f1
from eval.clarity.nested import FOLDS, decide, grouped_folds, nested_logits, random_folds, spread
from eval.options import Data, Out
from eval.output import write_json

Array = npt.NDArray[Any]
Member = Callable[[ClarityExamples, Array, Array], Array]
"""Logits of the rows of the last argument, by a model of the rows of the second."""

STRENGTH = 0.3
COMPONENTS = 60
PRIOR, PRIOR_WEIGHT = 0.13, 0.5
"""Neighbours far away say little: the share of unclear rows, with the weight of half a neighbour."""


def main(
    data: Data = None,
    regroupings: Annotated[int, typer.Option(help="How often folds are drawn anew.")] = 1,
    out: Out = None,
) -> None:
    examples = clarity_examples(load_singleturn(data), Backbone.load())
    results: dict[str, Any] = {}
    for kind in ("grouped", "random"):
        runs = []
        for seed in tqdm(range(regroupings), desc=kind, disable=None):
            groups = examples.groups
            folds = grouped_folds(groups, seed) if kind == "grouped" else random_folds(len(groups), seed)
            runs.append(_judge(examples, folds, range(FOLDS) if kind == "grouped" else range(1)))
        results[kind] = {name: spread([run[name] for run in runs]) for name in runs[0]}
        print_table(f"One more member, {kind} rows, {regroupings} times", results[kind])
        write_json(out, results)


def _judge(examples: ClarityExamples, folds: Array, held_folds: Sequence[int]) -> dict[str, dict[str, float]]:
    unclear = examples.targets.unclear
    pairs = {"linear alone": [0], **{f"+ {name}": [0, i] for i, name in enumerate(MEMBERS, start=1)}}
    p = {name: np.zeros(len(folds)) for name in pairs}
    decided = {name: np.zeros(len(folds), dtype=bool) for name in pairs}
    for k in held_folds:
        held, train = folds == k, np.flatnonzero(folds != k)
        inner, outer = nested_logits(folds, k, partial(_logits, examples))
        for name, columns in pairs.items():
            p[name][held], decided[name][held] = decide(inner[:, columns], unclear[train], outer[:, columns])
    rows = np.isin(folds, list(held_folds))
    return {
        name: {
            "macro-F1": macro_f1(unclear[rows], decided[name][rows]),
            "average precision": average_precision(unclear[rows], p[name][rows]),
        }
        for name in pairs
    }


def _logits(examples: ClarityExamples, train: Array, test: Array) -> Array:
    linear = LexicalModel.fit(examples.x[train], examples.targets.unclear[train], STRENGTH)
    members = [member(examples, train, test) for member in MEMBERS.values()]
    return np.column_stack([linear.logits(examples.x[test]), *members])


def _neighbours(examples: ClarityExamples, train: Array, test: Array) -> Array:
    """The labels of the 40 nearest instructions, by the cosine of their last layer."""
    vectors = l2_normalize(examples.x.words[:, -examples.x.words.shape[1] // 6 :])
    cosine = vectors[test] @ vectors[train].T
    nearest = np.argpartition(-cosine, 40, axis=1)[:, :40]
    weight = np.exp(10 * (np.take_along_axis(cosine, nearest, 1) - 1))
    labels = examples.targets.unclear[train][nearest]
    return np.asarray(
        logit(((weight * labels).sum(1) + PRIOR * PRIOR_WEIGHT) / (weight.sum(1) + PRIOR_WEIGHT))
    )


def _same_wording(examples: ClarityExamples, train: Array, test: Array) -> Array:
    """The share of unclear rows among those of the same words; 0 for words never seen."""
    seen: dict[str, list[int]] = {}
    for group, label in zip(examples.groups[train], examples.targets.unclear[train], strict=True):
        seen.setdefault(group, []).append(int(label))
    shares = [
        (sum(labels) + 2 * PRIOR) / (len(labels) + 2) if (labels := seen.get(group)) else 0.5
        for group in examples.groups[test]
    ]
    return np.asarray(logit(np.array(shares)))


def _boosting(examples: ClarityExamples, train: Array, test: Array) -> Array:
    """Gradient-boosted trees over the findings."""
    model = HistGradientBoostingClassifier(
        max_iter=120, learning_rate=0.05, max_leaf_nodes=8, min_samples_leaf=30, random_state=0
    )
    x = examples.x.findings
    model.fit(x[train], examples.targets.unclear[train])
    return np.asarray(model.decision_function(x[test]))


def _extra_trees(examples: ClarityExamples, train: Array, test: Array) -> Array:
    """Random trees over the findings and the first principal components of the words."""
    components = PCA(COMPONENTS, svd_solver="randomized", random_state=0).fit(examples.x.words[train])
    model = ExtraTreesClassifier(300, min_samples_leaf=4, max_features=0.3, random_state=0)

    def features(rows: Array) -> Array:
        return np.hstack([examples.x.findings[rows], components.transform(examples.x.words[rows])])

    model.fit(features(train), examples.targets.unclear[train])
    return np.asarray(logit(np.clip(model.predict_proba(features(test))[:, 1], 1e-3, 1 - 1e-3)))


def _products(examples: ClarityExamples, train: Array, test: Array) -> Array:
    """The linear model with products of two findings too."""
    x = examples.x.findings
    first, second = np.triu_indices(x.shape[1], 1)
    products = np.sqrt(x[:, first] * x[:, second])
    common = (products[train] > 0).sum(0) >= 60
    wide = replace(examples.x, findings=np.hstack([x, 0.5 * products[:, common]]))
    return LexicalModel.fit(wide[train], examples.targets.unclear[train], STRENGTH).logits(wide[test])


MEMBERS: dict[str, Member] = {
    "neighbours": _neighbours,
    "rows of the same words": _same_wording,
    "boosted trees of findings": _boosting,
    "random trees of findings and words": _extra_trees,
    "products of findings": _products,
}

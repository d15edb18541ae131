"""When to ask, with every choice made by inner folds alone, by repeated cross-validation.

The recipe (the linear model at several strengths, networks, or both), its calibration and its threshold are
chosen by the inner folds of each training part. Grouped: all rows of one wording are in one fold, and the
wordings are divided into five folds anew for each regrouping. Random: a fifth of the rows, drawn anew, is
judged by the others; most of its wordings stand on the other side too. Brackets are the least and the largest
value over the regroupings. Trained networks are kept in `--work`, so that a killed run resumes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer
from tqdm import tqdm

from cq.clarity.calibration import Calibration, choose_threshold
from cq.clarity.examples import ClarityExamples, clarity_examples
from cq.clarity.lexical import LexicalModel
from cq.clarity.training import ClarityTrainingConfig, fit_networks
from cq.data import load_singleturn
from cq.encoder.backbone import Backbone
from cq.metrics import average_precision, expected_calibration_error, macro_f1
from cq.modeling.checkpoints import CheckpointStore
from eval.divisions import GROUPED, RANDOM, divisions, spread
from eval.options import CLARITY_WORK, Data, Out, Work
from eval.output import show

Array = npt.NDArray[Any]

STRENGTHS = (0.1, 0.3, 1.0)
LINEAR = tuple(f"linear, C = {strength}" for strength in STRENGTHS)
NETWORKS = "network"
CHOSEN = "chosen by inner folds (nested)"


def main(
    data: Data = None,
    work: Work = CLARITY_WORK,
    regroupings: Annotated[int, typer.Option(help="Repeats of the cross-validation.")] = 5,
    networks: Annotated[bool, typer.Option(help="Also train networks: 20 minutes instead of 3.")] = True,
    out: Out = None,
) -> None:
    examples = clarity_examples(load_singleturn(data), Backbone.load())
    members = {name: [i] for i, name in enumerate(LINEAR)}
    recipes = dict(members)
    if networks:
        both = {f"{NETWORKS} + {name}": [*of_one, len(LINEAR)] for name, of_one in members.items()}
        recipes |= {NETWORKS: [len(LINEAR)]} | both
    judge = partial(_judge, examples, recipes, CheckpointStore(work) if networks else None)
    tables: dict[str, Any] = {}
    for kind, title in ((GROUPED, "Repeated cross-validation, grouped"), (RANDOM, "Random rows")):
        runs, choices = [], Counter[str]()
        for folds, held in divisions(kind, regroupings, examples.groups):
            runs.append(judge(folds, held, choices))
            tqdm.write(f"  {kind} {len(runs) - 1}: {runs[-1][CHOSEN]}")
        tables[title] = {name: spread([run[name] for run in runs]) for name in (*recipes, CHOSEN)}
        typer.echo(f"chosen, {kind}: {dict(choices)}")
    show(tables, out)


def _judge(
    examples: ClarityExamples,
    recipes: Mapping[str, list[int]],
    store: CheckpointStore | None,
    folds: Array,
    held_folds: Sequence[int],
    choices: Counter[str],
) -> dict[str, dict[str, float]]:
    """The figures of every recipe, and of the one that the inner folds choose, over the held folds. A recipe
    has the columns of the members whose logits it weighs. Without a store no networks are trained.
    """
    p = {name: np.zeros(len(folds)) for name in (*recipes, CHOSEN)}
    decided = {name: np.zeros(len(folds), dtype=bool) for name in p}
    unclear = examples.unclear
    for k in held_folds:
        held, train = folds == k, np.flatnonzero(folds != k)
        inner, outer = nested_logits(folds, k, partial(_member_logits, examples, store))
        losses = {}
        for name, members in recipes.items():
            losses[name] = _inner_loss(inner[:, members], unclear[train], folds[train])
            calibration = Calibration.fit(inner[:, members], unclear[train])
            p[name][held] = calibration(outer[:, members])
            decided[name][held] = p[name][held] > choose_threshold(calibration(inner[:, members]))
        best = min(losses, key=lambda name: losses[name])
        choices[best] += 1
        p[CHOSEN][held], decided[CHOSEN][held] = p[best][held], decided[best][held]
    judged = np.isin(folds, held_folds)
    return {name: _figures(examples, judged, p[name], decided[name]) for name in p}


def nested_logits(folds: Array, k: int, logits: Callable[[Array, Array], Array]) -> tuple[Array, Array]:
    """Logits (rows, members) of the rows of all folds but `k`, each by models without its fold and without
    `k`, and of the rows of fold `k`, by models of all others. `logits` takes the rows to train on and those
    to judge.
    """
    train = np.flatnonzero(folds != k)
    of_train = folds[train]
    outer = logits(train, np.flatnonzero(folds == k))
    inner = np.zeros((len(train), outer.shape[1]))
    for j in np.unique(of_train):
        inner[of_train == j] = logits(train[of_train != j], train[of_train == j])
    return inner, outer


def _member_logits(
    examples: ClarityExamples, store: CheckpointStore | None, train: Array, test: Array
) -> Array:
    """Logits of the linear models and, if there is a store, of a network, (len(test), members), by members
    that are trained on the rows `train`.
    """
    x, unclear, given = examples.x[train], examples.unclear[train], examples.x[test]
    logits = [LexicalModel.fit(x, unclear, strength).logits(given) for strength in STRENGTHS]
    if store is not None:
        trained = fit_networks(x, unclear, ClarityTrainingConfig(), 1, store)
        logits.append(trained(given.dense))
    return np.column_stack(logits)


def _inner_loss(logits: Array, unclear: Array, folds: Array) -> float:
    """The log-loss of calibrated logits, each fold calibrated by the others."""
    from sklearn.metrics import log_loss

    p = np.zeros(len(logits))
    for k in np.unique(folds):
        aside = folds == k
        p[aside] = Calibration.fit(logits[~aside], unclear[~aside])(logits[aside])
    return float(log_loss(unclear, p))


def _figures(examples: ClarityExamples, judged: Array, p: Array, decided: Array) -> dict[str, float]:
    """Figures over the judged rows, over one of them for each wording, and without the wordings that people
    labelled both clear and unclear.
    """
    rows = np.flatnonzero(judged)
    once = rows[np.unique(examples.groups[rows], return_index=True)[1]]
    unclear = examples.unclear
    called_unclear, called_clear = (np.unique(examples.groups[unclear == label]) for label in (1, 0))
    agreed = rows[~np.isin(examples.groups[rows], np.intersect1d(called_unclear, called_clear))]
    return {
        "macro-F1": macro_f1(unclear[rows], decided[rows]),
        "average precision": average_precision(unclear[rows], p[rows]),
        "calibration error": expected_calibration_error(unclear[rows], p[rows]),
        "macro-F1, one row a wording": macro_f1(unclear[once], decided[once]),
        "average precision, one row a wording": average_precision(unclear[once], p[once]),
        "macro-F1, one label a wording": macro_f1(unclear[agreed], decided[agreed]),
    }

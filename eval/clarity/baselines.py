"""The clarity classifier out of fold, and baselines: the majority class and logistic regression."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cq.clarity.calibration import choose_threshold
from cq.clarity.examples import ClarityExamples
from cq.clarity.training import ClarityTrainingConfig, OutOfFoldPredictions, predict_out_of_fold
from cq.modeling.checkpoints import CheckpointStore

Array = npt.NDArray[Any]
STRENGTHS = (0.0003, 0.001, 0.003, 0.01)


def networks_of(examples: ClarityExamples, store: CheckpointStore | None = None) -> OutOfFoldPredictions:
    """The networks of `cq train clarity`."""
    config = ClarityTrainingConfig()
    return predict_out_of_fold(examples.x, examples.unclear, examples.folds, config, store)


def always_clear(examples: ClarityExamples) -> OutOfFoldPredictions:
    """The majority class, with the share of unclear rows as probability."""
    unclear = examples.unclear
    return OutOfFoldPredictions(np.full(len(unclear), unclear.mean()), np.zeros(len(unclear), dtype=bool), {})


def logistic(x: Array, examples: ClarityExamples) -> OutOfFoldPredictions:
    """Logistic regression, its regularisation and threshold chosen by cross-validation inside."""
    from sklearn.linear_model import LogisticRegression, LogisticRegressionCV
    from sklearn.model_selection import GroupKFold, cross_val_predict
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    unclear = examples.unclear
    p, decided = np.zeros(len(x)), np.zeros(len(x), dtype=bool)
    for k in np.unique(examples.folds):
        train, held = examples.folds != k, examples.folds == k
        inner = list(GroupKFold(4).split(x[train], unclear[train], examples.folds[train]))
        search = LogisticRegressionCV(
            Cs=list(STRENGTHS),
            cv=inner,
            l1_ratios=(0,),
            scoring="neg_log_loss",
            max_iter=300,
            use_legacy_attributes=False,
        )
        model = make_pipeline(StandardScaler(), search).fit(x[train], unclear[train])
        chosen = float(np.ravel(model[-1].C_)[0])
        again = make_pipeline(StandardScaler(), LogisticRegression(C=chosen, max_iter=300))
        seen = cross_val_predict(again, x[train], unclear[train], cv=inner, method="predict_proba")[:, 1]
        p[held] = model.predict_proba(x[held])[:, 1]
        decided[held] = p[held] > choose_threshold(seen)
    return OutOfFoldPredictions(p, decided, {})

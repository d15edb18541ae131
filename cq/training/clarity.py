"""Training the clarity classifier."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cq.clarity import ClarityClassifier
from cq.clarity.adaptation import adapt
from cq.clarity.examples import clarity_examples
from cq.clarity.training import (
    ClarityTrainingConfig,
    count_networks,
    fit_classifier,
    predict_out_of_fold,
)
from cq.encoder.backbone import Backbone
from cq.metrics import average_precision, expected_calibration_error, macro_f1
from cq.training.trained import OpenStore, Trained

if TYPE_CHECKING:
    import datasets


def train_clarity(
    dataset: datasets.Dataset, backbone: Backbone, epochs: int, open_store: OpenStore
) -> Trained[ClarityClassifier]:
    """A classifier trained on all rows of a data set (see `cq.data.features`)."""
    examples = clarity_examples(dataset, backbone)
    unclear = examples.unclear
    config = ClarityTrainingConfig(epochs=epochs)
    with open_store(count_networks(len(np.unique(examples.folds)), config)) as store:
        predictions = predict_out_of_fold(examples.x, examples.unclear, examples.folds, config, store)
        model = fit_classifier(examples.x, examples.unclear, examples.folds, config, store)
    info = {
        "rows": len(dataset),
        "out_of_fold": {
            "macro_f1": round(macro_f1(unclear, predictions.unclear), 4),
            "average_precision": round(average_precision(unclear, predictions.p_unclear), 4),
            "calibration_error": round(expected_calibration_error(unclear, predictions.p_unclear), 4),
        },
    }
    return Trained(ClarityClassifier(model, backbone), info)


def adapt_clarity(dataset: datasets.Dataset, classifier: ClarityClassifier) -> Trained[ClarityClassifier]:
    """A trained classifier adapted to the rows of a data set: its calibration and its threshold.

    The figures are those on each fold of the classifier adapted to the others, and those of the original
    classifier. Raises `InputError` unless there are clear and unclear rows.
    """
    examples = clarity_examples(dataset, classifier.backbone)
    unclear = examples.unclear
    adapted = adapt(classifier.model, examples.x, unclear)
    p_before = classifier.model.probabilities(examples.x)
    decided, p_after = p_before > classifier.model.threshold, p_before.copy()
    before = macro_f1(unclear, decided)
    for k in np.unique(examples.folds):
        held = examples.folds == k
        if len(np.unique(unclear[~held])) == 2:
            model = adapt(classifier.model, examples.x[~held], unclear[~held])
            p_after[held] = model.probabilities(examples.x[held])
            decided[held] = p_after[held] > model.threshold
    info = {
        "rows": len(dataset),
        "out_of_fold": {
            "macro_f1": round(macro_f1(unclear, decided), 4),
            "macro_f1_before": round(before, 4),
            "calibration_error": round(expected_calibration_error(unclear, p_after), 4),
            "calibration_error_before": round(expected_calibration_error(unclear, p_before), 4),
        },
    }
    return Trained(ClarityClassifier(adapted, classifier.backbone), info)

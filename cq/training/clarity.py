"""Training the clarity classifier."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cq.clarity import ClarityClassifier
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
    unclear = examples.targets.unclear
    config = ClarityTrainingConfig(epochs=epochs)
    with open_store(count_networks(len(np.unique(examples.folds)), config)) as store:
        predictions = predict_out_of_fold(examples.x, examples.targets, examples.folds, config, store)
        model = fit_classifier(examples.x, examples.targets, examples.folds, config, store)
    info = {
        "rows": len(dataset),
        "out_of_fold": {
            "macro_f1": round(macro_f1(unclear, predictions.unclear), 4),
            "average_precision": round(average_precision(unclear, predictions.p_unclear), 4),
            "calibration_error": round(expected_calibration_error(unclear, predictions.p_unclear), 4),
        },
    }
    return Trained(ClarityClassifier(model, backbone), info)

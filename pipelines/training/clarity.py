"""Train the clarity classifier."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from cq.clarity import ClarityClassifier
from cq.clarity.examples import clarity_examples
from cq.clarity.training import (
    ClarityTrainingConfig,
    count_networks,
    fit_classifier,
    predict_out_of_fold,
)
from cq.data import load_singleturn
from cq.metrics import average_precision, expected_calibration_error, macro_f1
from cq.modeling.artifacts import WEIGHTS
from cq.modeling.cards import clarity_card
from pipelines.training.job import (
    BackboneName,
    Data,
    Epochs,
    Out,
    TrainingJob,
    Work,
    changed_option,
    console,
)


def clarity(
    data: Data = None,
    out: Out = WEIGHTS,
    backbone: BackboneName = None,
    work: Work = Path("runs/clarity"),
    epochs: Epochs = ClarityTrainingConfig.epochs,
) -> None:
    """Fit the clarity classifier."""
    dataset = load_singleturn(data)
    options = changed_option("epochs", epochs, ClarityTrainingConfig.epochs)
    job = TrainingJob("clarity", data, out, backbone, options)
    console.print(f"encoding {len(dataset):,} instructions with {job.backbone.name} …")
    examples = clarity_examples(dataset, job.backbone)
    unclear = examples.targets.unclear
    config = ClarityTrainingConfig(num_grounding_features=examples.num_grounding_features, epochs=epochs)
    with job.store(work, count_networks(len(np.unique(examples.folds)), config)) as store:
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
    ClarityClassifier(model, job.backbone).save_pretrained(out / "clarity", info)
    share = float(unclear.mean())
    card = clarity_card(info, job.backbone.name, config.num_networks, model.threshold, share, job.source)
    job.finish(info, card)

"""Train the clarity classifier."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from cq.clarity.training import ClarityTrainingConfig
from cq.data import load_singleturn
from cq.jobs.training.job import (
    OUT,
    BackboneName,
    Data,
    Epochs,
    Out,
    TrainingJob,
    Work,
    changed_option,
    console,
)
from cq.training.clarity import train_clarity


def clarity(
    data: Data = None,
    out: Out = OUT,
    backbone: BackboneName = None,
    work: Work = Path("runs/clarity"),
    epochs: Epochs = ClarityTrainingConfig.epochs,
) -> None:
    """Fit the clarity classifier."""
    dataset = load_singleturn(data)
    options = changed_option("epochs", epochs, ClarityTrainingConfig.epochs)
    job = TrainingJob("clarity", data, out, backbone, options)
    console.print(f"encoding {len(dataset):,} instructions with {job.backbone.name} …")
    trained = train_clarity(dataset, job.backbone, epochs, partial(job.store, work))
    classifier = trained.part
    classifier.save_pretrained(out / "clarity", trained.info)
    share = sum(dataset["label"]) / len(dataset)
    job.finish(
        trained.info,
        networks=ClarityTrainingConfig.num_networks,
        threshold=classifier.model.threshold,
        share=share,
    )

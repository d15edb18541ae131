"""Train the builder."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from cq.building.training.config import BuilderTrainingConfig
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
    last_name,
)
from cq.training.building import train_building


def building(
    data: Data = None,
    out: Out = OUT,
    backbone: BackboneName = None,
    work: Work = Path("runs/building"),
    epochs: Epochs = BuilderTrainingConfig.epochs,
    synthetic_tasks: Annotated[
        int, typer.Option(min=16, help="Synthetic tasks per epoch.")
    ] = BuilderTrainingConfig.num_synthetic_tasks,
    short: Annotated[
        bool,
        typer.Option("--short", help="Train half as long on the rows, as for the folds."),
    ] = False,
    initial: Annotated[
        Path | None,
        typer.Option(help="Fine-tune the builder of this folder instead of training a new one.", exists=True),
    ] = None,
) -> None:
    """Fit the builder: first on synthetic tasks and dialogues, then on the rows. The networks of the folds,
    for the figures and the confidence, are trained half as long on the rows.
    """
    dataset = load_singleturn(data)
    options = changed_option("synthetic-tasks", synthetic_tasks, BuilderTrainingConfig.num_synthetic_tasks)
    options += changed_option("epochs", epochs, BuilderTrainingConfig.epochs)
    options += " --short" if short else ""
    options += f" --initial {last_name(str(initial))}" if initial else ""
    job = TrainingJob("building", data, out, backbone, options)
    config = BuilderTrainingConfig(
        num_synthetic_tasks=synthetic_tasks,
        num_language_tasks=synthetic_tasks * 3 // 4,
        epochs=epochs,
        synthetic_per_epoch=synthetic_tasks // 8,
        num_synthetic_sessions=synthetic_tasks * 3 // 16,
    )
    trained = train_building(
        dataset, job.backbone, config, partial(job.store, work), short=short, initial=initial
    )
    trained.part.save_pretrained(out / "building", trained.info)
    job.finish(trained.info)

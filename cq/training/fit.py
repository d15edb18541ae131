"""Training parts of a pipeline on a data frame."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cq.building.training.config import BuilderTrainingConfig
from cq.clarity import ClarityClassifier
from cq.clarity.training import ClarityTrainingConfig
from cq.data.user_table import frame_bank, frame_table
from cq.encoder.backbone import Backbone
from cq.errors import InputError, excerpt
from cq.modeling.checkpoints import CheckpointStore
from cq.modeling.progress import progress_bar
from cq.ranking.training.linear import RankingTrainingConfig
from cq.training.trained import Trained

if TYPE_CHECKING:
    import pandas as pd

    from cq.pipeline.parts import Classifier

TASKS = ("clarity", "ranking", "building")


def fit_parts(
    frame: pd.DataFrame,
    tasks: str | Sequence[str],
    backbone: Backbone,
    *,
    epochs: int | None,
    train_cross_encoder: bool,
    work: str | os.PathLike[str] | None,
) -> dict[str, Trained[Any]]:
    """The trained part of each task. See `cq.Pipeline.fit`."""
    from datasets import Dataset

    tasks = (tasks,) if isinstance(tasks, str) else tasks
    unknown = [task for task in tasks if task not in TASKS]
    if unknown or not tasks:
        raise InputError(f"tasks is {excerpt(tasks)}; give some of {', '.join(TASKS)}")
    if epochs is not None and epochs < 1:
        raise InputError(f"epochs is {epochs}; it must be 1 or more")
    dataset = Dataset(frame_table(frame))
    folder = None if work is None else Path(work)
    trained: dict[str, Trained[Any]] = {}
    for task in tasks:
        open_store = partial(_store, task, folder)
        if task == "clarity":
            from cq.training.clarity import train_clarity

            count = epochs or ClarityTrainingConfig.epochs
            trained[task] = train_clarity(dataset, backbone, count, open_store)
        elif task == "ranking":
            from cq.training.ranking import train_ranking

            trained[task] = train_ranking(
                dataset,
                frame_bank(frame),
                backbone,
                epochs or RankingTrainingConfig.epochs,
                open_store,
                train_cross_encoder=train_cross_encoder,
                cross_encoder=None,
            )
        else:
            from cq.training.building import train_building

            config = BuilderTrainingConfig(epochs=epochs or BuilderTrainingConfig.epochs)
            trained[task] = train_building(dataset, backbone, config, open_store)
    return trained


def adapt_parts(frame: pd.DataFrame, tasks: Sequence[str], classifier: Classifier) -> dict[str, Trained[Any]]:
    """The adapted part of each task, which can only be the clarity. See `cq.Pipeline.fit`."""
    from datasets import Dataset

    from cq.training.clarity import adapt_clarity

    if list(tasks) != ["clarity"]:
        raise InputError(f'tasks is {excerpt(tasks)}; only ("clarity",) can be adapted, others are trained')
    if not isinstance(classifier, ClarityClassifier):
        raise InputError(f"a {type(classifier).__name__} cannot be adapted; only a ClarityClassifier can")
    return {"clarity": adapt_clarity(Dataset(frame_table(frame)), classifier)}


@contextmanager
def _store(task: str, folder: Path | None, total: int) -> Iterator[CheckpointStore]:
    with progress_bar(task, total) as bar:
        yield CheckpointStore(None if folder is None else folder / task, on_finished=bar.update)

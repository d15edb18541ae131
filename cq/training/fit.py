"""Training parts of a pipeline on a data frame."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from cq.building.training.config import BuilderTrainingConfig
from cq.clarity import ClarityClassifier
from cq.clarity.training import ClarityTrainingConfig
from cq.corpora import Corpus
from cq.corpora.table import is_table, table
from cq.data.user_table import frame_bank, frame_table
from cq.encoder.backbone import Backbone
from cq.errors import InputError, excerpt
from cq.modeling.checkpoints import CheckpointStore
from cq.modeling.progress import progress_bar
from cq.ranking.training.fit_linear import RankingTrainingConfig
from cq.reading.grounded import ground
from cq.tables.frames import Table, frame_rows, is_frame
from cq.training.trained import Trained
from cq.world import World

FIRST = 50
"""Rows of a frame that are read to find its domain."""

TASKS = ("clarity", "ranking", "building")


def fit_parts(
    data: Any,
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
    if isinstance(data, str | os.PathLike):
        raise InputError(f"data is {excerpt(data)}; give a frame, or cq.corpora.table({excerpt(data)})")
    if (corpus := _corpus(data)) is not None:
        return _fit_on_text(corpus, tasks, backbone)
    dataset = Dataset(frame_table(data))
    folder = None if work is None else Path(work)
    if "ranking" in tasks:  # Before anything is trained.
        from cq.training.ranking import check_bank

        check_bank(frame_bank(data))
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
                frame_bank(data),
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


def _corpus(data: Any) -> Corpus | None:
    """The given corpus, or the corpus in a table in memory; None for instructions in worlds."""
    if isinstance(data, Corpus):
        return data
    if not is_frame(data):
        raise InputError(f"data is {excerpt(data)}; give a data frame, or a corpus of cq.corpora")
    rows = frame_rows(data)
    return table(data) if is_table(rows.columns) or _is_of_another_domain(rows) else None


def _is_of_another_domain(table: Table) -> bool:
    """Whether most rows of a table without worlds are not building instructions, but tickets, say."""
    if not {"world", "target", "built"}.isdisjoint(table.columns):
        return False
    found = [row.get("instruction") for row in table.rows[:FIRST]]
    texts = [text for text in found if isinstance(text, str) and text.strip()]
    others = sum(
        not instruction.is_building for instruction in ground(texts, [World.parse(None)] * len(texts))
    )
    return others > len(texts) / 2


def _fit_on_text(corpus: Corpus, tasks: Sequence[str], backbone: Backbone) -> dict[str, Trained[Any]]:
    from cq.training.text import check_ranking, train_text_clarity, train_text_ranking

    train: dict[str, Callable[[Corpus, Backbone], Trained[Any]]] = {
        "clarity": train_text_clarity,
        "ranking": train_text_ranking,
    }
    if "building" in tasks:
        raise InputError("a corpus of requests has no builds; give tasks of clarity and ranking")
    if "ranking" in tasks:  # Before anything is trained.
        check_ranking(corpus)
    return {task: train[task](corpus, backbone) for task in tasks}


def adapt_parts(data: Any, tasks: Sequence[str], classifier: object) -> dict[str, Trained[Any]]:
    """The adapted part of each task, which can only be the clarity. See `cq.Pipeline.fit`."""
    from datasets import Dataset

    from cq.training.clarity import adapt_clarity

    if list(tasks) != ["clarity"]:
        raise InputError(f'tasks is {excerpt(tasks)}; only ("clarity",) can be adapted, others are trained')
    if not isinstance(classifier, ClarityClassifier):
        raise InputError(f"a {type(classifier).__name__} cannot be adapted; only a ClarityClassifier can")
    if _corpus(data) is not None:
        raise InputError("a corpus of requests adapts nothing; fit it without adapt")
    return {"clarity": adapt_clarity(Dataset(frame_table(data)), classifier)}


@contextmanager
def _store(task: str, folder: Path | None, total: int) -> Iterator[CheckpointStore]:
    with progress_bar(task, total) as bar:
        yield CheckpointStore(None if folder is None else folder / task, on_finished=bar.update)

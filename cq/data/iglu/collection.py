"""`MultiturnDataset` and `SingleturnDataset`: the two sets as tasks, under the public package's names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from cq.data.iglu.multiturn import load_multiturn
from cq.data.iglu.singleturn import load_singleturn
from cq.data.schema import rows_with, stack_grids
from cq.data.storage.sources import fetch
from cq.data.tasks.subtasks import Subtasks
from cq.data.tasks.task import Rng, Task
from cq.errors import InputError, excerpt
from cq.types import PathLike
from cq.utterances import write_utterance

if TYPE_CHECKING:
    import datasets

VERSIONS = ("v1.0",)

Item = TypeVar("Item", Task, Subtasks)


class TaskCollection(Generic[Item]):
    """Tasks by name: `.tasks` maps a name to a list of sessions or of single tasks.

    Iteration yields (name, index in the list, turn, task); the length is the number of tasks.
    """

    def __init__(self, tasks: Mapping[str, Sequence[Item]], dataset_version: str) -> None:
        if dataset_version not in VERSIONS:
            raise InputError(
                f"no dataset_version {excerpt(dataset_version)}; there are {', '.join(VERSIONS)}"
            )
        if not tasks:
            raise InputError("the data set has no task; its report lists what was left out")
        self.tasks: dict[str, Sequence[Item]] = dict(tasks)
        self.dataset_version = dataset_version
        self.current: Task | None = None

    def sample(self, rng: Rng = None) -> Task:
        """A random task: uniform over names, then over the name's sessions, then over the session's turns.

        It becomes the current task, also of its session (see `Subtasks.start`).
        """
        rng = np.random.default_rng(rng)
        names = list(self.tasks)
        items = self.tasks[names[int(rng.integers(len(names)))]]
        self.current = items[int(rng.integers(len(items)))].sample(rng)
        return self.current

    def reset(self, rng: Rng = None) -> Task:
        """`sample`, under the older environment's name."""
        return self.sample(rng)

    def __len__(self) -> int:
        return sum(len(item) for items in self.tasks.values() for item in items)

    def __iter__(self) -> Iterator[tuple[str, int, int, Task]]:
        for name, items in self.tasks.items():
            for number, item in enumerate(items):
                for turn, task in enumerate(item):
                    yield name, number, turn, task

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self.tasks)} names, {len(self)} tasks)"


class MultiturnDataset(TaskCollection[Subtasks]):
    """The multi-turn set: `.tasks` maps a structure to its sessions.

    `task_kwargs` are passed to `Subtasks`. The set is found as by `load_multiturn`; it is downloaded if it is
    missing, or, with `force_download`, in any case.
    """

    def __init__(
        self,
        dataset_version: str = "v1.0",
        task_kwargs: Mapping[str, Any] | None = None,
        force_download: bool = False,
        *,
        path: PathLike | None = None,
        cache: bool = True,
    ) -> None:
        if force_download:
            path = fetch("multiturn", force=True)
        turns = load_multiturn(path, cache=cache, download=True)
        super().__init__(_sessions(turns, task_kwargs or {}), dataset_version)


class SingleturnDataset(TaskCollection[Task]):
    """The single-turn set: `.tasks` maps a recorded start world, such as "8-c92/step-4", to its tasks.

    Every row whose target differs from its start is a task. `clear` keeps only those with the label clear;
    `agreed` only rows where a second person built exactly the target (upstream's choice);
    `limit` only the first ones. `task_kwargs` are passed to `Task`.
    """

    def __init__(
        self,
        dataset_version: str = "v1.0",
        task_kwargs: Mapping[str, Any] | None = None,
        force_download: bool = False,
        limit: int | None = None,
        *,
        path: PathLike | None = None,
        cache: bool = True,
        clear: bool = False,
        agreed: bool = False,
    ) -> None:
        if limit is not None and limit < 1:
            raise InputError(f"limit is {excerpt(limit)}; it is 1 or more, or None for all")
        if force_download:
            path = fetch("singleturn", force=True)
        rows = rows_with(load_singleturn(path, cache=cache, download=True), "target")
        super().__init__(_branches(rows, task_kwargs or {}, clear, agreed, limit), dataset_version)


def _sessions(turns: datasets.Dataset, options: Mapping[str, Any]) -> dict[str, list[Subtasks]]:
    starts, targets = stack_grids(turns, "start"), stack_grids(turns, "target")
    rows = turns.select_columns(["session", "structure", "utterances"]).to_list()
    rows_by_session: dict[str, list[int]] = defaultdict(list)
    for i, row in enumerate(rows):
        rows_by_session[row["session"]].append(i)
    tasks: dict[str, list[Subtasks]] = defaultdict(list)
    for name, turns_of in rows_by_session.items():
        dialog, first = [rows[i]["utterances"] for i in turns_of], turns_of[0]
        session = Subtasks(dialog, list(targets[turns_of]), session_id=name, initial=starts[first], **options)
        tasks[rows[first]["structure"]].append(session)
    return dict(tasks)


def _branches(
    rows: datasets.Dataset, options: Mapping[str, Any], clear: bool, agreed: bool, limit: int | None
) -> dict[str, list[Task]]:
    if agreed:
        rows = rows_with(rows, "built")
    starts, targets = stack_grids(rows, "start"), stack_grids(rows, "target")
    wanted = (starts != targets).any(axis=(1, 2, 3))
    if clear:
        wanted &= np.array(rows["label"]) == 0
    if agreed:
        wanted &= (stack_grids(rows, "built") == targets).all(axis=(1, 2, 3))
    tasks: dict[str, list[Task]] = defaultdict(list)
    columns = rows.select_columns(["world_path", "instruction", "dialog"]).to_list()
    for i in np.flatnonzero(wanted)[:limit].tolist():
        name = "/".join(columns[i]["world_path"].split("/")[-2:])
        instruction = write_utterance("architect", columns[i]["instruction"])
        tasks[name].append(Task(instruction, targets[i], columns[i]["dialog"], starts[i], **options))
    return dict(tasks)

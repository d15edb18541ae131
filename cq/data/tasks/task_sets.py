"""Sets of tasks to sample from: a user's own tasks, and the goals of the Minecraft dialogue corpus.

Names are those of the older IGLU environment (iglu.tasks). The behaviour is the documented one, even if
the environment's code differs.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np

from cq.data.tasks.task import Rng, Task, ground_of_goal
from cq.errors import InputError, excerpt
from cq.files import write_text
from cq.files.json_input import read_json
from cq.settings import data_file
from cq.types import Grid, PathLike
from cq.utterances import mark
from cq.world import TASK_GROUND, Palette, World, to_sparse

GOALS = "minecraft_task_goals.json"
SIMPLEST = ("C3", "C8", "C12", "C14", "C32", "C17")


class Tasks:
    """Tasks by id; one of them is the current task. Iteration yields the tasks in order."""

    def __init__(self, tasks: Mapping[str, Task]) -> None:
        if not tasks:
            raise InputError("a task set holds at least one task")
        self.tasks = dict(tasks)
        self.current = next(iter(self.tasks.values()))

    @property
    def task_ids(self) -> list[str]:
        """The ids, in order."""
        return list(self.tasks)

    def sample(self, rng: Rng = None) -> Task:
        """A random task, uniformly, reset; it becomes the current task."""
        ids = self.task_ids
        return self.set_task(ids[int(np.random.default_rng(rng).integers(len(ids)))])

    def reset(self, rng: Rng = None) -> Task:
        """`sample`, under the later environment's name."""
        return self.sample(rng)

    def set_task(self, task_id: str) -> Task:
        """Reset a task and make it the current one. Raises `InputError` for an id that is not in the set."""
        if task_id not in self.tasks:
            raise InputError(f"no task {excerpt(task_id)} in this set; it has {_some(self.task_ids)}")
        self.current = self.tasks[task_id].reset()
        return self.current

    def dump(self, path: PathLike) -> None:
        """Write the goals as JSON, by id: dialog, instruction, and blocks (x, y, z, colour), y −1 to 7."""
        goals = {
            name: {
                "dialog": task.dialog,
                "instruction": task.instruction,
                "blocks": to_sparse(task.target_grid, ground=TASK_GROUND),
            }
            for name, task in self.tasks.items()
        }
        write_text(path, json.dumps(goals) + "\n")

    @classmethod
    def load(cls, path: PathLike) -> Tasks:
        """The tasks that `dump` wrote. Raises `InputError` or `MissingFileError`."""
        tasks = {}
        for name, goal in _read(Path(path)).items():
            if not isinstance(goal, dict) or not {"instruction", "blocks", "dialog"} <= goal.keys():
                raise InputError(f"task {name!r} in {str(path)!r} lacks instruction, blocks or dialog")
            _check_inline(goal["blocks"])
            tasks[name] = Task(goal["instruction"], goal["blocks"], goal["dialog"])
        return Tasks(tasks)

    def __len__(self) -> int:
        return len(self.tasks)

    def __iter__(self) -> Iterator[Task]:
        return iter(self.tasks.values())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self.tasks)} tasks: {_some(self.task_ids)})"


class CustomTasks(Tasks):
    """A user's tasks: `CustomTasks([(dialog, grid), …])`, ids "0", "1", …

    A grid is anything that `World.parse` reads, or a float array of integers. The instruction is the
    architect's last line, or the whole dialog if it names no speaker.
    """

    def __init__(self, goals: Sequence[tuple[str, Any]]) -> None:
        tasks = {}
        for number, goal in enumerate(goals):
            if not isinstance(goal, tuple | list) or len(goal) != 2 or not isinstance(goal[0], str):
                raise InputError(f"goal {number} is not a pair of a dialog, as text, and a grid")
            tasks[str(number)] = Task(_instruction(goal[0]), goal[1], goal[0])
        super().__init__(tasks)


class TaskSet(Tasks):
    """Goals of the Minecraft dialogue corpus (Narayan-Chen et al. 2019), by id C1 to C157.

    `preset` is a list of ids, "simplest" (six small ones), "one_task" with `task_id`, or `TaskSet.ALL`.
    `TaskSet.ALL` maps an id to its name with the published counts of blocks and colours. The goals are read
    from `minecraft_task_goals.json` in the data folders, or from `path`. No goal is recorded for C38: the
    preset ALL omits it, and a list that names it is refused. `palette` is that of the file's colour ids:
    the public file has the older environment's (the games that built the goals show it).
    """

    ALL: ClassVar[Mapping[str, str]]

    def __init__(
        self,
        preset: Sequence[str] | Mapping[str, str] | str = "simplest",
        task_id: str | None = None,
        *,
        path: PathLike | None = None,
        palette: str | Palette = "iglu-2021",
    ) -> None:
        goals = _read(Path(path) if path is not None else data_file(GOALS))
        ids = self._ids(preset, task_id)
        if isinstance(preset, Mapping):
            ids = [name for name in ids if name in goals]
        missing = [name for name in ids if name not in goals]
        if missing:
            raise InputError(f"no goal is recorded for {_some(missing)}; the file has {_some(list(goals))}")
        super().__init__({name: Task("", _grid(goals[name], palette)) for name in ids})

    @staticmethod
    def subset(task_ids: Sequence[str]) -> dict[str, str]:
        """Ids and names of some of the goals. Raises `InputError` for an unknown id."""
        unknown = [name for name in task_ids if name not in TaskSet.ALL]
        if unknown:
            raise InputError(f"no goals {_some(unknown)}; the ids are C1 to C{len(TaskSet.ALL)}")
        return {name: TaskSet.ALL[name] for name in task_ids}

    @staticmethod
    def _ids(preset: Sequence[str] | Mapping[str, str] | str, task_id: str | None) -> list[str]:
        if preset == "one_task":
            if task_id is None:
                raise InputError("preset 'one_task' needs task_id=, such as 'C8'")
            return [task_id]
        if preset == "simplest":
            return list(SIMPLEST)
        if isinstance(preset, str):
            raise InputError(
                f"no preset {excerpt(preset)}; give a list of ids, 'simplest', or 'one_task' with task_id="
            )
        return list(preset)


def _instruction(dialog: str) -> str:
    instructions = [line for line in dialog.splitlines() if line.startswith(mark("architect"))]
    return instructions[-1] if instructions else dialog


def _grid(blocks: Any, palette: str | Palette) -> Grid:
    _check_inline(blocks)
    return World.parse(blocks, palette=palette, ground=ground_of_goal(blocks)).grid


def _check_inline(blocks: Any) -> None:
    """Raise `InputError` for a text: it would be read as the path of a file."""
    if not isinstance(blocks, (list, dict)):
        raise InputError(f"the blocks of a goal are {excerpt(blocks)}; they are a list")


def _read(path: Path) -> dict[str, Any]:
    goals = read_json(path, "goals")
    if not isinstance(goals, dict):
        raise InputError(f"{str(path)!r} is not an object of goals by id")
    return goals


def _some(ids: Sequence[str], limit: int = 8) -> str:
    return ", ".join(ids[:limit]) + (f" and {len(ids) - limit} more" if len(ids) > limit else "")


def _published() -> dict[str, str]:
    """Names and counts, from the environment's documentation (iglu-contest.github.io, tasks)."""
    names = {}
    for row in csv.DictReader(files("cq.data.tasks").joinpath("task_names.csv").read_text().splitlines()):
        counts = f" ({row['blocks']} blocks, {row['colours']} colors)" if row["blocks"] else ""
        names[row["id"]] = row["name"] + counts
    return names


TaskSet.ALL = MappingProxyType(_published())

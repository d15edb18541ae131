"""Initial worlds: bundled examples and goals, the tasks C1 to C157, and the rows of the data sets."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import cq
from cq.data.iglu.multiturn import locate_multiturn
from cq.data.iglu.singleturn import locate_singleturn
from cq.data.tasks.task_sets import GOALS
from cq.errors import CqError, InputError, MissingFileError
from cq.settings import data_file
from cq.web.responses import CollectionJson, StoredWorldJson
from cq.world.pose import Pose

if TYPE_CHECKING:
    import datasets

log = logging.getLogger("cq.web")

EXAMPLES = {
    "towers": "Towers and a row",
    "bridge": "A bridge",
    "house": "A house",
    "stairs": "Stairs",
    "garden": "A garden",
    "snake": "A snake",
    "castle": "A castle",
    "pyramid": "A pyramid",
    "table": "A table",
    "empty": "An empty world",
}


class UnknownWorldError(InputError):
    """No collection has a world of that name."""


def collections() -> list[CollectionJson]:
    """All collections. A collection without its files says how to get them."""
    return [
        CollectionJson(id="examples", title="Examples", names=EXAMPLES),
        CollectionJson(
            id="goals", title="Goals to build", names={name: goal["title"] for name, goal in _goals().items()}
        ),
        CollectionJson(
            id="tasks",
            title="Minecraft tasks",
            names=dict(cq.data.TaskSet.ALL),
            missing=_missing(lambda: data_file(GOALS), f"docs/data.md says how {GOALS} is made"),
        ),
        _rows_of("singleturn", "IGLU single-turn rows", locate_singleturn),
        _rows_of("multiturn", "IGLU multi-turn rows", locate_multiturn),
    ]


def stored_world(collection: str, name: str) -> StoredWorldJson:
    """A world of a collection. Raises `UnknownWorldError` for other names, and `MissingFileError` without
    the data set.
    """
    if collection not in _READERS:
        raise UnknownWorldError(f"no collection {collection[:40]!r}; there are {', '.join(_READERS)}")
    try:
        return _READERS[collection](name)
    except UnknownWorldError:
        raise
    except CqError as error:  # It names files of this machine, which visitors must not see.
        log.warning("the collection %s cannot be read: %s", collection, error)
        missing = next(entry.missing for entry in collections() if entry.id == collection)
        raise MissingFileError(missing or f"the collection {collection!r} cannot be read") from None


def _rows_of(name: str, title: str, locate: Callable[[None], Path]) -> CollectionJson:
    remedy = f"`cq data download {name}` fetches the rows, see docs/data.md"
    return CollectionJson(id=name, title=title, names=None, missing=_missing(lambda: locate(None), remedy))


def _missing(locate: Callable[[], Path], remedy: str) -> str | None:
    """The remedy if `locate` does not find its file, None if it does."""
    try:
        locate()
    except MissingFileError:
        return f"Not in the data folders (CQ_DATA): {remedy}."
    return None


def _example(name: str) -> StoredWorldJson:
    if name not in EXAMPLES:
        raise UnknownWorldError(f"no example {name[:40]!r}; there are {', '.join(EXAMPLES)}")
    path = None if name == "empty" else str(files("cq").joinpath("examples", f"{name}.json"))
    return _stored(EXAMPLES[name], cq.World.parse(path))


def _goal(name: str) -> StoredWorldJson:
    if name not in _goals():
        raise UnknownWorldError(f"no goal {name[:40]!r}; there are {', '.join(_goals())}")
    goal = _goals()[name]
    return _stored(goal["title"], cq.World.parse(goal["start"]), cq.World.parse(goal["target"]))


@cache
def _goals() -> dict[str, Any]:
    """The bundled goals by name: a title, and the blocks at the start and of the target."""
    goals: dict[str, Any] = json.loads(files("cq").joinpath("examples", "goals.json").read_text("utf-8"))
    return goals


def _task(name: str) -> StoredWorldJson:
    if name not in cq.data.TaskSet.ALL:
        raise UnknownWorldError(f"no task {name[:40]!r}; there are C1 to C{len(cq.data.TaskSet.ALL)}")
    try:
        task = next(iter(cq.data.TaskSet([name])))
    except MissingFileError:
        raise
    except InputError as error:
        raise UnknownWorldError(str(error)) from None
    title = f"{name}: {cq.data.TaskSet.ALL[name]}"
    return _stored(title, cq.World(task.starting_grid), cq.World(task.target_grid))


def _singleturn_row(name: str) -> StoredWorldJson:
    row = _row(_singleturn(), name)
    position, look = row["position"], row["look"]
    # Some recordings have no pose.
    pose = Pose(tuple(position), *look) if position and look else None
    target = None if row["target"] is None else cq.World(_grid(row["target"]))
    return _stored(f"Single-turn row {name}", cq.World(_grid(row["start"]), pose), target, row["instruction"])


def _multiturn_row(name: str) -> StoredWorldJson:
    row = _row(_multiturn(), name)
    said = "\n".join(row["utterances"])
    title = f"Multi-turn row {name}: session {row['session']}, turn {row['turn']}"
    target = None if row["target"] is None else cq.World(_grid(row["target"]))
    return _stored(title, cq.World(_grid(row["start"])), target, said)


def _row(rows: datasets.Dataset, name: str) -> dict[str, Any]:
    if not re.fullmatch(r"[0-9]{1,9}", name) or int(name) >= len(rows):
        raise UnknownWorldError(f"no row {name[:40]!r}; the rows are 0 to {len(rows) - 1}")
    row: dict[str, Any] = rows[int(name)]
    return row


@cache
def _singleturn() -> datasets.Dataset:
    return cq.data.load_singleturn()


@cache
def _multiturn() -> datasets.Dataset:
    return cq.data.load_multiturn()


def _grid(values: Any) -> Any:
    return cq.World.parse(np.asarray(values, dtype=np.int8)).grid


def _stored(
    title: str, world: cq.World, target: cq.World | None = None, instruction: str | None = None
) -> StoredWorldJson:
    return StoredWorldJson(
        title=title,
        world=world.to_recorded(),
        description=world.describe(),
        instruction=instruction,
        target=None if target is None else target.to_recorded(),
    )


_READERS: dict[str, Callable[[str], StoredWorldJson]] = {
    "examples": _example,
    "goals": _goal,
    "tasks": _task,
    "singleturn": _singleturn_row,
    "multiturn": _multiturn_row,
}

"""A study as its researcher writes it: consent, tasks with their conditions, and a questionnaire."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator

from cq.errors import InputError, excerpt, fault_in
from cq.files.digests import fingerprint
from cq.files.json_input import parse_json, unique_keys
from cq.modeling.artifacts import WEIGHTS
from cq.modeling.manifest import Manifest
from cq.web.stored_worlds import stored_world
from cq.world import World

Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.-]{1,60}$")]
Text = Annotated[str, Field(min_length=1, max_length=20_000)]


MOST_CHARACTERS = 10_000_000
"""Characters of a study as JSON, in which its aliases are written out."""

DEFAULT = "default"
"""The bundled builder."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Condition(_Part):
    """The partner of a participant: `builder` is "default" or a folder of `Pipeline.save_pretrained`, its
    path from the study's file. `speaker` learns the participant's omitted details, over all tasks with it.
    """

    builder: str = DEFAULT
    cost_of_asking: Annotated[float | None, Field(gt=0, lt=1)] = None
    max_questions: Annotated[int | None, Field(ge=0, le=100)] = None
    speaker: bool = False


class Task(_Part):
    """A task: a world, and a target to build. `source` names a stored world with its target, such as
    "goals/lamp" or "tasks/C17"; else `world` and `target` are blocks, recorded states or paths.
    """

    id: Id
    title: Text
    source: Annotated[str | None, Field(alias="from")] = None
    world: Any = None
    target: Any = None
    condition: str | Condition = "default"


class Item(_Part):
    """A question of the questionnaire: with `choices`, or answered in words."""

    id: Id
    text: Text
    choices: Annotated[list[Text], Field(max_length=20)] = []


class Design(_Part):
    """A study. `Design.load` reads it from a file."""

    title: Text
    consent: Text
    tasks: Annotated[list[Task], Field(min_length=1, max_length=200)]
    conditions: dict[Id, Condition] = {}
    questionnaire: Annotated[list[Item], Field(max_length=200)] = []
    shuffle: bool = False
    """Whether each participant gets the tasks in an order of their own."""

    @model_validator(mode="after")
    def _check(self) -> Design:
        for what, ids in (("tasks", self.tasks), ("questions", self.questionnaire)):
            names = [entry.id for entry in ids]
            if len({*names}) < len(names):
                raise ValueError(f"two {what} have the id {max(names, key=names.count)!r}; rename one")
        for task in self.tasks:
            if isinstance(task.condition, str) and task.condition not in {"default", *self.conditions}:
                raise ValueError(f"task {task.id!r} has the condition {task.condition!r}, which is not there")
        return self

    def condition(self, task: Task) -> tuple[str, Condition]:
        """The condition of a task, and its name."""
        if isinstance(task.condition, Condition):
            return f"condition of {task.id}", task.condition
        return task.condition, self.conditions.get(task.condition, Condition())

    def order(self, number: int) -> list[str]:
        """The ids of the tasks in the order of the participant with a number, from 1."""
        ids = [task.id for task in self.tasks]
        if self.shuffle:
            random.Random(number).shuffle(ids)
        return ids

    @property
    def builders(self) -> list[str]:
        """The builders of all tasks."""
        return sorted({self.condition(task)[1].builder for task in self.tasks})

    @classmethod
    def load(cls, path: Path) -> Design:
        """The study of a YAML or JSON file. Raises `InputError` naming the error and its place."""
        try:
            text = path.read_text(encoding="utf-8-sig")
        except (OSError, ValueError) as error:
            raise InputError(f"cannot read the study {str(path)!r}: {error}") from None
        found = _parsed(text, path)
        if not isinstance(found, dict):
            raise InputError(
                f"{str(path)!r} holds {excerpt(found, 40)}; a study is YAML or JSON with its tasks: see "
                "docs/study.md"
            )
        try:
            return cls.model_validate(found)
        except ValidationError as error:
            raise InputError(f"{str(path)!r}: {fault_in(error.errors()[0])}") from None


@dataclass(frozen=True)
class Ready:
    """A task with its worlds."""

    task: Task
    world: World
    target: World | None


def prepared(design: Design, folder: Path) -> dict[str, Ready]:
    """The tasks of a study by id, with their worlds; paths are those of `folder`. Raises `InputError`."""
    return {task.id: _prepared(task, folder) for task in design.tasks}


def digests(design: Design, ready: dict[str, Ready], folder: Path) -> dict[str, str]:
    """The dependencies of the answers to a study, by part: its file, the worlds of its tasks, the weights of
    its builders, whose paths start at `folder`. One file of answers belongs to one study. Raises what
    `Manifest.read` raises.
    """
    found = {"the file of the study": fingerprint(design.model_dump_json(by_alias=True))}
    for name, task in ready.items():
        found[f"the world or the target of task {name!r}"] = fingerprint(task.world, task.target)
    for builder in design.builders:
        manifest = Manifest.read(WEIGHTS if builder == DEFAULT else folder / builder)
        found[f"the builder {builder!r}"] = fingerprint(manifest)
    return found


def _prepared(task: Task, folder: Path) -> Ready:
    try:
        if task.source is None:
            target = None if task.target is None else _world(task.target, folder)
            return Ready(task, _world(task.world, folder), target)
        if task.world is not None or task.target is not None:
            raise InputError("from names the world and the target; give it without them")
        collection, _, name = task.source.partition("/")
        found = stored_world(collection, name)
        target = None if found.target is None else World.parse(found.target)
        return Ready(task, World.parse(found.world), target)
    except InputError as error:
        raise InputError(f"task {task.id!r}: {error}") from None


def _world(given: Any, folder: Path) -> World:
    return World.parse(str(folder / given) if isinstance(given, str) else given)


def _length(value: Any, known: dict[int, int]) -> int:
    """The characters of a value as JSON. What aliases repeat counts each time, and is measured once."""
    if id(value) not in known:
        known[id(value)] = 0  # One that holds itself is refused when it is written.
        parts = [*chain(*value.items())] if isinstance(value, dict) else value
        inner = sum(_length(part, known) + 2 for part in parts) if isinstance(parts, list | tuple) else 0
        known[id(value)] = inner or len(json.dumps(value))
    return known[id(value)]


def _parsed(text: str, path: Path) -> Any:
    if path.suffix == ".json":
        return parse_json(text, f"the study {str(path)!r}")
    import yaml

    class Loader(yaml.SafeLoader):  # type: ignore[misc]
        def construct_mapping(self, node: Any, deep: bool = False) -> Any:
            unique_keys([(key.value, None) for key, _ in node.value if isinstance(key, yaml.ScalarNode)])
            return super().construct_mapping(node, deep)

    try:
        # Through JSON, so that dates and sets of YAML are refused like other values; measured before,
        # because aliases of aliases expand a small file to a huge one.
        value = yaml.load(text, Loader)
        if _length(value, {}) > MOST_CHARACTERS:
            raise ValueError(f"its aliases make more than {MOST_CHARACTERS:,} characters of it")
        return json.loads(json.dumps(value))
    except RecursionError:
        raise InputError(f"the study {str(path)!r} is nested too deeply to be read") from None
    except (yaml.YAMLError, TypeError, ValueError) as error:
        raise InputError(f"the study {str(path)!r} is not valid YAML: {error}") from None

"""The cases: talks, fragments and conversations, each with its right final worlds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.errors import InputError, excerpt
from cq.files.json_input import read_json
from cq.types import Grid
from cq.world import World
from cq.world.grid import RECORDED_GROUND

FACING = "north"
"""Talks and fragments use a map with north up, seen from the south."""

TALK, FRAGMENT, CONVERSATION = "talk", "fragment", "conversation"
"""The default kinds of cases."""


@dataclass(frozen=True)
class Case:
    """A case begins in `world` and is right if its last world has one of the grids in `targets`, each int8
    (9, 11, 11).
    """

    id: str
    kind: str
    world: World
    targets: tuple[Grid, ...]


@dataclass(frozen=True)
class Talk(Case):
    """Orders, one after the other. `book` has the person's answers: kind of question → wordings."""

    orders: tuple[str, ...]
    book: Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Fragment(Case):
    """An order, a given question about it, and a short answer."""

    order: str
    question: str
    answer: str


@dataclass(frozen=True)
class Conversation(Case):
    """Orders in turn, each with the answers to the questions that follow."""

    turns: tuple[tuple[str, tuple[str, ...]], ...]


def load_cases(path: Path) -> list[Case]:
    """The cases of a JSON file: a list of talks, fragments or conversations, told apart by their keys.

    Raises `InputError` naming the file, the case and the error, and `MissingFileError`.
    """
    rows = read_json(path, "file of talks")
    if not isinstance(rows, list) or not rows:
        raise InputError(f"{str(path)!r} holds {excerpt(rows)}; give a list of talks")
    cases: dict[str, Case] = {}
    for number, row in enumerate(rows, start=1):
        name = row.get("id", f"number {number}") if isinstance(row, dict) else f"number {number}"
        try:
            case = _parsed(row)
        except InputError as error:
            raise InputError(f"{str(path)!r}, case {excerpt(name)}: {error}") from None
        if case.id in cases:
            raise InputError(f"{str(path)!r}: two cases have the id {case.id!r}; rename one")
        cases[case.id] = case
    return list(cases.values())


def _parsed(row: Any) -> Case:
    if not isinstance(row, dict):
        raise InputError(f"{excerpt(row)} is not an object")
    for keys, parse in _FORMATS.items():
        if keys <= set(row):
            if missing := {"id", "world"} - set(row):
                raise InputError(f"it lacks {', '.join(sorted(missing))}; add them")
            return parse(row)
    known = "; ".join(", ".join(sorted(keys)) for keys in _FORMATS)
    raise InputError(f"its keys are {', '.join(map(str, row))}; a case has the keys of one format: {known}")


def _talk(row: dict[str, Any]) -> Talk:
    orders = _texts(row["text"] if isinstance(row["text"], list) else [row["text"]], "text")
    book = row["answers"]
    if not orders or not isinstance(book, dict):
        raise InputError("a talk has an order or more as text, and answers by kind of question")
    wordings = {str(kind): _texts(told, f"answers.{kind}") for kind, told in book.items()}
    world = _world(row["world"])
    return Talk(_id(row), _kind(row, TALK), world, (_final(world, row["final"]),), orders, wordings)


def _fragment(row: dict[str, Any]) -> Fragment:
    words = _texts([row["text"], row["question"], row["answer"]], "text, question or answer")
    world = _world(row["world"])
    return Fragment(_id(row), _kind(row, FRAGMENT), world, (_final(world, row["final"]),), *words)


def _conversation(row: dict[str, Any]) -> Conversation:
    turns: list[tuple[str, tuple[str, ...]]] = []
    for turn in _listed(row["turns"], "turns"):
        if not isinstance(turn, dict) or not set(turn) <= {"say", "if_asked"} or "say" not in turn:
            raise InputError(f"turn {excerpt(turn)} is not say and perhaps if_asked")
        (said,) = _texts([turn["say"]], "say")
        turns.append((said, _texts(turn.get("if_asked") or [], "if_asked")))
    world = _recorded(row["world"], row.get("facing"))
    changes = _listed(row["expected_final_change"], "expected_final_change")
    if not turns or not changes:
        raise InputError("a conversation has one turn and one expected change at least")
    targets = tuple(_changed(world.grid, change) for change in changes)
    return Conversation(_id(row), _kind(row, CONVERSATION), world, targets, tuple(turns))


_FORMATS: dict[frozenset[str], Callable[[dict[str, Any]], Case]] = {
    frozenset({"text", "question", "answer", "final"}): _fragment,
    frozenset({"text", "answers", "final"}): _talk,
    frozenset({"turns", "expected_final_change"}): _conversation,
}


def _id(row: dict[str, Any]) -> str:
    if not isinstance(row["id"], str) or not row["id"].strip():
        raise InputError(f"its id is {excerpt(row['id'])}; it must be text")
    return row["id"]


def _kind(row: dict[str, Any], default: str) -> str:
    kind = row.get("kind", default)
    if not isinstance(kind, str):
        raise InputError(f"its kind is {excerpt(kind)}; it must be text")
    return kind


def _texts(texts: Any, name: str) -> tuple[str, ...]:
    if wrong := [text for text in _listed(texts, name) if not isinstance(text, str) or not text.strip()]:
        raise InputError(f"{name} holds {excerpt(wrong[0])}; it must be text")
    return tuple(texts)


def _world(cells: Any) -> World:
    """The world of cells (x, z, level, colour)."""
    return World.parse([_named(cell) for cell in _listed(cells, "world")], facing=FACING)


def _final(world: World, cells: Any) -> Grid:
    """The grid in which some cells (x, z, level, colour, or None for an empty one) differ from the world."""
    named = [_named(cell) for cell in _listed(cells, "final")]
    filled = [cell for cell in named if cell["colour"] is not None]
    # An emptied cell is read as a block of any colour: that checks its place.
    emptied = [cell | {"colour": "red"} for cell in named if cell["colour"] is None]
    return _overlaid(world.grid, World.parse(emptied).grid > 0, World.parse(filled).grid)


def _named(cell: Any) -> dict[str, Any]:
    if not isinstance(cell, list) or len(cell) != 4:
        raise InputError(f"cell {excerpt(cell)} is not x, z, level, colour")
    return dict(zip(("x", "z", "level", "colour"), cell, strict=True))


def _listed(values: Any, name: str) -> list[Any]:
    if not isinstance(values, list):
        raise InputError(f"{name} is {excerpt(values)}; it must be a list")
    return values


def _recorded(blocks: Any, facing: str | None = None) -> World:
    """The world of blocks (x, y, z, colour), y from 63."""
    listed = _listed(blocks, "world, removed or added")
    return World.from_blocks(listed, ground=RECORDED_GROUND, facing=facing)


def _changed(start: Grid, change: Any) -> Grid:
    if not isinstance(change, dict) or set(change) != {"removed", "added"}:
        raise InputError(f"expected change {excerpt(change)} is not removed and added")
    removed, added = _recorded(change["removed"]).grid, _recorded(change["added"]).grid
    if np.any((removed > 0) & (removed != start)):
        raise InputError("not all of the removed blocks stand in its world; correct the case")
    return _overlaid(start, removed > 0, added)


def _overlaid(start: Grid, emptied: npt.NDArray[np.bool_], filled: Grid) -> Grid:
    grid: Grid = np.where(filled > 0, filled, np.where(emptied, 0, start)).astype(np.int8)
    return grid


def chosen(cases: Iterable[Case], only: Sequence[str], kinds: Sequence[str]) -> list[Case]:
    """The cases with one of some ids, or first words of ids, and of some kinds; all if none are named."""
    return [
        case
        for case in cases
        if (not only or case.id in only or case.id.split()[0] in only) and (not kinds or case.kind in kinds)
    ]

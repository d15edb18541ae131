"""Instruction and world as users give them: one or many, in lists, tuples, arrays or Series."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

from cq.errors import CqError, InputError
from cq.language.instruction import check_instruction
from cq.world import SHAPE, World

T = TypeVar("T")


class ArrayLike(Protocol):
    """A NumPy array or a pandas Series."""

    def tolist(self) -> Any:
        """The values as a list."""

    def __len__(self) -> int: ...


Texts: TypeAlias = "list[str] | tuple[str, ...] | ArrayLike | Instructions"
"""Many instructions, or what `Instructions.parse` has checked."""

WorldLike: TypeAlias = "World | Mapping[str, Any] | str | os.PathLike[str] | Sequence[Any] | ArrayLike | None"
"""One world in any form that `World.parse` reads, or as many worlds as instructions."""


@dataclass(frozen=True)
class Instructions:
    """Checked instructions with their worlds, and whether the caller gave a single one."""

    texts: tuple[str, ...]
    worlds: tuple[World, ...]
    single: bool

    @classmethod
    def parse(cls, instruction: Any, world: Any = None) -> Instructions:
        """Check one instruction with its world; or many, with as many worlds or one for all. An
        `Instructions` is returned unchanged.

        Raises `InputError` for an instruction or a world that cannot be read, naming the item, and for lists
        of unequal length.
        """
        if isinstance(instruction, Instructions):
            if world is not None:
                raise InputError("checked instructions have their worlds already; give no other world")
            return instruction
        if isinstance(instruction, str) or not _is_many(instruction):
            text = check_instruction(instruction)
            if _is_many(world) and any(x is None or isinstance(x, (World, Mapping)) for x in world):
                raise InputError(
                    f"one instruction needs one world; got {len(world)} in a {type(world).__name__}. For a "
                    "list of worlds, give a list of instructions"
                )
            return cls((text,), (World.parse(world),), single=True)
        texts = _as_list(instruction)
        worlds = [World.parse(world)] * len(texts) if _is_one_world(world) else _as_list(world)
        if len(worlds) != len(texts):
            raise InputError(
                f"{len(texts)} instructions need one world or as many worlds in a list; got {len(worlds)}"
            )
        checked, parsed = [], []
        for i, (text, one) in enumerate(zip(texts, worlds, strict=True)):
            try:
                checked.append(check_instruction(text))
                parsed.append(World.parse(one))
            except CqError as error:
                raise InputError(f"item {i}: {error}") from None
        return cls(tuple(checked), tuple(parsed), single=False)

    def unpack(self, results: list[T]) -> T | list[T]:
        """The only result if a single instruction was given, else the list."""
        return results[0] if self.single else results


def _is_many(x: Any) -> bool:
    """Whether this is a list, a tuple, an array or a Series."""
    return isinstance(x, (list, tuple)) or (hasattr(x, "tolist") and getattr(x, "ndim", 0) > 0)


def _as_list(x: Any) -> list[Any]:
    return list(x) if isinstance(x, (list, tuple)) or getattr(x, "ndim", 1) > 1 else list(x.tolist())


def _is_one_world(x: Any) -> bool:
    """Whether this is a world and not a list of worlds: a list of blocks and a dense grid are worlds."""
    if not _is_many(x):
        return True
    shape = getattr(x, "shape", None)
    if shape is not None and len(shape) > 1:
        return tuple(shape) == SHAPE or (len(shape) == 2 and shape[1] == 4)
    items = _as_list(x)
    return bool(items) and (all(map(_is_block, items)) or _is_dense(items))


def _is_block(x: Any) -> bool:
    """Whether this is (x, y, z, colour)."""
    return (
        _is_many(x)
        and len(x) == 4
        and not any(_is_many(part) or isinstance(part, (dict, World)) for part in x)
    )


def _is_dense(items: list[Any]) -> bool:
    """Whether these are the layers of a dense grid, as nested lists or arrays."""
    return len(items) == SHAPE[0] and all(
        _is_many(layer)
        and len(layer) == SHAPE[1]
        and all(_is_many(row) and len(row) == SHAPE[2] for row in layer)
        for layer in items
    )

"""Instruction, world and dialogue as users give them: one or many, in lists, arrays, Series or columns."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

from cq.errors import CqError, InputError, excerpt
from cq.language.frames import read_frame
from cq.language.instruction import check_instruction
from cq.language.request import read_request
from cq.language.spoken import Turns
from cq.language.transcript import as_pair, parse_dialogue
from cq.tables.frames import column_values, is_column, is_frame
from cq.utterances import SPEAKERS, starts_with_mark
from cq.world import SHAPE, World
from cq.world.named_blocks import is_named, is_named_block

T = TypeVar("T")

MOST_EXCHANGES = 50
"""The most answered questions about one instruction. The networks read all of them together, in a time that
grows with the square of their number; recorded builders ask a few.
"""


class ArrayLike(Protocol):
    """A NumPy array or a pandas Series."""

    def tolist(self) -> Any:
        """The values as a list."""

    def __len__(self) -> int: ...


Texts: TypeAlias = "list[str] | tuple[str, ...] | ArrayLike | Instructions"
"""Many instructions, or checked ones."""

WorldLike: TypeAlias = "World | Mapping[str, Any] | str | os.PathLike[str] | Sequence[Any] | ArrayLike | None"
"""One world in any form that `World.parse` reads, or as many worlds as instructions."""


DialogueLike: TypeAlias = "str | Sequence[Any] | ArrayLike | None"
"""The turns before an instruction in any form that `parse_dialogue` reads, or a list of them for a list of
instructions."""


@dataclass(frozen=True)
class Instructions:
    """Checked instructions with their worlds and dialogues, and whether the caller gave a single one."""

    texts: tuple[str, ...]
    worlds: tuple[World, ...]
    single: bool
    dialogues: tuple[Turns, ...] = ()
    """The turns before each; () for all if there are none."""
    has_world: tuple[bool, ...] = ()
    """For which of them a world was given; () for all."""

    def __post_init__(self) -> None:
        if not self.dialogues:
            object.__setattr__(self, "dialogues", ((),) * len(self.texts))
        if not self.has_world:
            object.__setattr__(self, "has_world", (True,) * len(self.texts))

    @classmethod
    def parse(cls, instruction: Any, world: Any = None, dialogue: Any = None) -> Instructions:
        """Check one instruction with its world and the turns before it; or many, with as many worlds or one
        for all, and as many dialogues or none; or a data frame (see `cq.language.frames`). An `Instructions`
        is returned unchanged.

        Raises `InputError` for an instruction, a world or a dialogue that cannot be read, naming the item,
        and for lists of unequal length.
        """
        if isinstance(instruction, Instructions):
            if world is not None or dialogue is not None:
                raise InputError(
                    "checked instructions have their worlds and dialogues already; give no others"
                )
            return instruction
        if is_frame(instruction):
            instruction, world, dialogue = read_frame(instruction, world, dialogue)
        if isinstance(instruction, str) or not _is_many(instruction):
            text, before = _read(instruction, dialogue)
            if (
                _is_many(world)
                and any(x is None or isinstance(x, (World, Mapping)) for x in world)
                and not is_named(world)
            ):
                raise InputError(
                    f"one instruction needs one world; got {len(world)} in a {type(world).__name__}. For a "
                    "list of worlds, give a list of instructions"
                )
            return cls((text,), (World.parse(world),), True, (before,), (world is not None,))
        texts = _as_list(instruction)
        worlds = [World.parse(world)] * len(texts) if _is_one_world(world) else _as_list(world)
        if len(worlds) != len(texts):
            raise InputError(
                f"{len(texts)} instructions need one world or as many worlds in a list; got {len(worlds)}"
            )
        dialogues = _as_dialogues(dialogue, len(texts))
        given = [world] * len(texts) if _is_one_world(world) else worlds
        has_world = tuple(own_world is not None for own_world in given)
        checked, parsed, all_before = [], [], []
        for i, (text, own_world, turns) in enumerate(zip(texts, worlds, dialogues, strict=True)):
            try:
                said, earlier = _read(text, turns)
                checked.append(said)
                all_before.append(earlier)
                parsed.append(World.parse(own_world))
            except CqError as error:
                raise InputError(f"item {i}: {error}") from None
        return cls(tuple(checked), tuple(parsed), False, tuple(all_before), has_world)

    def __getitem__(self, some: slice) -> tuple[Sequence[str], Sequence[World], Sequence[Turns]]:
        """Texts, worlds and dialogues of a part."""
        return self.texts[some], self.worlds[some], self.dialogues[some]

    def unpack(self, results: list[T]) -> T | list[T]:
        """The only result if a single instruction was given, else the list."""
        return results[0] if self.single else results


def _read(instruction: Any, dialogue: Any) -> tuple[str, Turns]:
    """The architect's current words, and the turns before them.

    An instruction that is a transcript adds its other turns to the dialogue. A dialogue that already ends
    with the instruction, as the whole conversation of a task does, does not say it twice.
    """
    before = parse_dialogue(dialogue)
    if isinstance(instruction, str) and starts_with_mark(instruction):
        *earlier, (speaker, instruction) = parse_dialogue(instruction)
        if speaker != "architect":
            raise InputError(
                f"the conversation ends in the builder's turn {instruction[:40]!r}; end it with what the "
                "architect says, or give it as dialogue= before an instruction"
            )
        before = parse_dialogue((*before, *earlier))
    text = check_instruction(instruction)
    if before and before[-1][0] == "architect" and _words(before[-1][1]) == _words(text):
        before = before[:-1]
    _check_exchanges(text, before)
    return text, before


def _check_exchanges(text: str, before: Turns) -> None:
    """Raise `InputError` if more than `MOST_EXCHANGES` questions about one instruction were answered."""
    if len(before) <= MOST_EXCHANGES:
        return
    request = read_request(text, before)
    if len(request.exchanges) > MOST_EXCHANGES:
        raise InputError(
            f"{len(request.exchanges):,} questions about the instruction {request.instruction[:40]!r} were "
            f"answered; at most {MOST_EXCHANGES} can be read: give what the answers say as one instruction"
        )


def _words(text: str) -> list[str]:
    return text.casefold().split()


def _as_dialogues(dialogue: Any, count: int) -> list[Any]:
    """A dialogue for each of `count` instructions."""
    if dialogue is None:
        return [None] * count
    dialogues = _as_list(dialogue) if _is_many(dialogue) else None
    if dialogues is None or any(map(_is_turn, dialogues)):
        raise InputError(
            f"{count} instructions need a list of as many dialogues; got one dialogue: {excerpt(dialogue)}"
        )
    if len(dialogues) != count:
        raise InputError(f"{count} instructions need as many dialogues in a list; got {len(dialogues)}")
    return dialogues


def _is_turn(x: Any) -> bool:
    """Whether this is (speaker, text), or a dict of both."""
    x = as_pair(x)
    return (
        isinstance(x, (list, tuple))
        and len(x) == 2
        and all(isinstance(part, str) for part in x)
        and x[0].casefold() in SPEAKERS
    )


def _is_many(x: Any) -> bool:
    """Whether this is a list, a tuple, an array, a Series, or a column of `datasets` or Arrow."""
    return (
        is_column(x) or isinstance(x, (list, tuple)) or (hasattr(x, "tolist") and getattr(x, "ndim", 0) > 0)
    )


def _as_list(x: Any) -> list[Any]:
    if is_column(x):
        return column_values(x)
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
    """Whether this is (x, y, z, colour), or a block by name."""
    return is_named_block(x) or (
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

"""The tape of a recording: the builder's actions, tick by tick, as a typed sequence.

A tape is lines of `tick event arguments`; `cq.data.iglu.events` has their types.

The engine's first build wrote `block_change` cells with the strides of height and depth exchanged: a change
at (0, 64, -2) is written as (0, 64, 0). Its place and break lines are right, but have no ray of sight, unlike
those of all later builds. This identifies its tapes, and their cells are corrected.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from cq.data.iglu.events import (
    BlockChange,
    Break,
    Change,
    Look,
    Move,
    Place,
    Recover,
    Step,
    TapeAction,
    Vector,
)
from cq.errors import InputError
from cq.files.json_input import read_json
from cq.types import Cell, Grid, PathLike
from cq.world.grid import DEPTH, HALF, HEIGHT, RECORDED_GROUND, SHAPE, check_dense
from cq.world.palette import RECORDED


def actions(recording: dict[str, Any] | PathLike) -> list[TapeAction]:
    """The events of a recorded state's tape, in order.

    `recording` is the recorded-state dict, a path to one, or the text of a tape. Raises `InputError` naming
    the line that cannot be read, and `MissingFileError` for a path that does not exist.
    """
    lines = _tape(recording).splitlines()
    events = [_parse_line(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    if any(isinstance(event, Place | Break) and event.ray is None for event in events):
        return [_with_corrected_strides(event) for event in events]
    return events


def replay(tape: Iterable[TapeAction]) -> Grid:
    """The world, int8 (9, 11, 11), at the end of a tape. Tapes begin in an empty world.

    Raises `InputError` if a change is outside the zone, if a cell has other contents than the change
    replaces, or if a block outside the six colours remains.
    """
    contents = np.zeros(SHAPE, dtype=np.int64)
    for event in tape:
        for change in event.changes if isinstance(event, BlockChange) else ():
            x, y, z = change.cell
            cell = (y - RECORDED_GROUND, x + HALF, z + HALF)
            if not all(0 <= i < n for i, n in zip(cell, SHAPE, strict=True)):
                raise InputError(
                    f"tick {event.tick}: the change at {change.cell} is outside the building zone"
                )
            if contents[cell] != change.before:
                raise InputError(
                    f"tick {event.tick}: the change at {change.cell} is from block {change.before}, but the "
                    f"cell holds {contents[cell]} so far; the tape is not complete"
                )
            contents[cell] = change.after
    # Checked at the end: one builder placed, and broke again, a block outside the six colours.
    return check_dense(contents, RECORDED)


def _tape(recording: dict[str, Any] | PathLike) -> str:
    if isinstance(recording, str) and ("\n" in recording or re.match(r"\d+ \w", recording)):
        return recording
    if isinstance(recording, (str, os.PathLike)):
        recording = read_json(recording, "recording")
    tape = recording.get("tape") if isinstance(recording, dict) else None
    if not isinstance(tape, str):
        raise InputError("a recording holds its tape under 'tape', as text; this one has no tape")
    return tape


def _parse_line(number: int, line: str) -> TapeAction:
    tick, _, rest = line.partition(" ")
    event, _, arguments = rest.partition(" ")
    kind, _, more = arguments.partition(" ")
    read = _READERS.get(f"action {kind}" if event == "action" else event)
    try:
        if read is None:
            raise ValueError(f"unknown event {rest.split(' (')[0][:40]!r}")
        return read(int(tick), more if event == "action" else arguments)
    except (ValueError, IndexError) as error:
        raise InputError(f"line {number} of the tape, {line[:80]!r}: {error}") from None


def _place(tick: int, arguments: str) -> Place:
    block, *rest = arguments.split()
    return Place(tick, _cell(rest), int(block), *_sight(rest))


def _break(tick: int, arguments: str) -> Break:
    rest = arguments.split()
    return Break(tick, _cell(rest), *_sight(rest))


def _cell(words: Sequence[str]) -> Cell:
    x, y, z = (int(word) for word in words[:3])
    return x, y, z


def _sight(words: Sequence[str]) -> tuple[Vector | None, Vector | None]:
    if len(words) == 3:
        return None, None
    ex, ey, ez, rx, ry, rz = (float(word) for word in words[3:])
    return (ex, ey, ez), (rx, ry, rz)


def _numbers(arguments: str, count: int) -> tuple[Any, ...]:
    numbers = tuple(float(number) for number in arguments.strip().strip("()").split(","))
    if len(numbers) != count:
        raise ValueError(f"{len(numbers)} numbers instead of {count}")
    return numbers


def _block_change(tick: int, arguments: str) -> BlockChange:
    changes = []
    for group in arguments.strip().removeprefix("(").removesuffix(")").split(") ("):
        x, y, z, before, after = (int(number) for number in group.split(","))
        changes.append(Change((x, y, z), before, after))
    return BlockChange(tick, tuple(changes))


_READERS: dict[str, Callable[[int, str], TapeAction]] = {
    "action select_and_place_block": _place,
    "action break": _break,
    "action step_forward": lambda tick, _: Step(tick, "forward"),
    "action step_backward": lambda tick, _: Step(tick, "backward"),
    "action step_left": lambda tick, _: Step(tick, "left"),
    "action step_right": lambda tick, _: Step(tick, "right"),
    "action start_recover_world_state": lambda tick, _: Recover(tick, "start"),
    "action finish_recover_world_state": lambda tick, _: Recover(tick, "finish"),
    "pos_change": lambda tick, arguments: Move(tick, _numbers(arguments, 3)),
    "set_look": lambda tick, arguments: Look(tick, *_numbers(arguments, 2)),
    "block_change": _block_change,
}


def _with_corrected_strides(action: TapeAction) -> TapeAction:
    """The engine flattened (x, y, z) with one stride and read it with another; this undoes it."""
    if not isinstance(action, BlockChange):
        return action
    changes = []
    for change in action.changes:
        x, y, z = change.cell
        flat = ((x + HALF) * DEPTH + (y - RECORDED_GROUND)) * HEIGHT + z + HALF
        x, rest = divmod(flat, HEIGHT * DEPTH)
        y, z = divmod(rest, DEPTH)
        changes.append(Change((x - HALF, y + RECORDED_GROUND, z - HALF), change.before, change.after))
    return BlockChange(action.tick, tuple(changes))

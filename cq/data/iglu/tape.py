"""The tape of a recording: what the builder did, tick by tick, as a typed sequence.

A tape is lines of `tick event arguments`; see `cq.data.iglu.events` for what they become.

The engine's first build wrote `block_change` cells with the strides of height and depth exchanged: what was
done at (0, 64, -2) stands as (0, 64, 0). Its place and break lines, which are right, have no ray of sight, as
all later ones have; by that its tapes are known, and their cells are put right here.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np

from cq.data.iglu.events import (
    BlockChange,
    Break,
    Cell,
    Change,
    Direction,
    Look,
    Move,
    Place,
    Recover,
    Step,
    TapeAction,
    Vector,
)
from cq.errors import InputError, MissingFileError
from cq.world.grid import DEPTH, HALF, HEIGHT, RECORDED_GROUND, SHAPE, Grid, check_dense
from cq.world.palette import RECORDED


def actions(recording: dict[str, Any] | str | os.PathLike[str]) -> list[TapeAction]:
    """What a recorded state's tape says was done, in order.

    `recording` is the recorded-state dict, a path to one, or the text of a tape. Raises `InputError` naming
    the line for one that cannot be read, and `MissingFileError` for a path that leads nowhere.
    """
    lines = _tape(recording).splitlines()
    done = [_action(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    if any(isinstance(one, Place | Break) and one.ray is None for one in done):
        return [_with_strides_put_right(one) for one in done]
    return done


def replay(tape: Iterable[TapeAction]) -> Grid:
    """The world, int8 (9, 11, 11), that a tape leads to. Tapes begin in an empty world.

    Raises `InputError` where a change is outside the zone, or does not find what it says was there, or where
    a block remains that is none of the six colours.
    """
    held = np.zeros(SHAPE, dtype=np.int64)
    for one in tape:
        for change in one.changes if isinstance(one, BlockChange) else ():
            x, y, z = change.cell
            cell = (y - RECORDED_GROUND, x + HALF, z + HALF)
            if not all(0 <= i < n for i, n in zip(cell, SHAPE, strict=True)):
                raise InputError(f"tick {one.tick}: the change at {change.cell} is outside the building zone")
            if held[cell] != change.before:
                raise InputError(
                    f"tick {one.tick}: the change at {change.cell} is from block {change.before}, but so far "
                    f"the tape has {held[cell]} there; it is not complete"
                )
            held[cell] = change.after
    # Only now: one builder placed, and broke again, a block that is none of the six.
    return check_dense(held, RECORDED)


def _tape(recording: dict[str, Any] | str | os.PathLike[str]) -> str:
    if isinstance(recording, str) and ("\n" in recording or re.match(r"\d+ \w", recording)):
        return recording
    if isinstance(recording, (str, os.PathLike)):
        path = Path(recording)
        try:
            recording = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise MissingFileError(
                f"no recording at {str(path)!r}; give a path to a recorded state"
            ) from None
        except (OSError, ValueError) as error:
            raise InputError(f"cannot read a recording from {str(path)!r}: {error}") from None
    tape = recording.get("tape") if isinstance(recording, dict) else None
    if not isinstance(tape, str):
        raise InputError("a recording holds its tape under 'tape', as text; this one has none")
    return tape


def _action(number: int, line: str) -> TapeAction:
    tick, _, rest = line.partition(" ")
    event, _, arguments = rest.partition(" ")
    kind, _, more = arguments.partition(" ")
    read = _READERS.get(f"action {kind}" if event == "action" else event)
    try:
        if read is None:
            raise ValueError(f"no event {rest.split(' (')[0][:40]!r} is known")
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


def _move(tick: int, arguments: str) -> Move:
    x, y, z = _numbers(arguments)
    return Move(tick, (x, y, z))


def _look(tick: int, arguments: str) -> Look:
    pitch, yaw = _numbers(arguments)
    return Look(tick, pitch, yaw)


def _numbers(arguments: str) -> list[float]:
    return [float(number) for number in arguments.strip().strip("()").split(",")]


def _block_change(tick: int, arguments: str) -> BlockChange:
    changes = []
    for group in arguments.strip().removeprefix("(").removesuffix(")").split(") ("):
        x, y, z, before, after = (int(number) for number in group.split(","))
        changes.append(Change((x, y, z), before, after))
    return BlockChange(tick, tuple(changes))


def _step(direction: Direction) -> Callable[[int, str], TapeAction]:
    return lambda tick, _: Step(tick, direction)


def _recover(edge: Literal["start", "finish"]) -> Callable[[int, str], TapeAction]:
    return lambda tick, _: Recover(tick, edge)


_READERS: dict[str, Callable[[int, str], TapeAction]] = {
    "action select_and_place_block": _place,
    "action break": _break,
    "action step_forward": _step("forward"),
    "action step_backward": _step("backward"),
    "action step_left": _step("left"),
    "action step_right": _step("right"),
    "action start_recover_world_state": _recover("start"),
    "action finish_recover_world_state": _recover("finish"),
    "pos_change": _move,
    "set_look": _look,
    "block_change": _block_change,
}


def _with_strides_put_right(action: TapeAction) -> TapeAction:
    """The engine flattened (x, y, z) with rows of 9 where it read rows of 11: undone by reading it again."""
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

"""Blocks by name: dicts, or the rows of a data frame, with x, z, colour, and y or level."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cq.errors import InputError, excerpt
from cq.world.grid import RECORDED_GROUND, accepted_palettes, check_colour, check_ground
from cq.world.palette import Palette
from cq.world.zone import Zone

COLOUR_NAMES = ("colour", "color")


def is_named(x: Any) -> bool:
    """Whether these are blocks by name: a data frame, or a list of dicts."""
    if hasattr(x, "columns") and hasattr(x, "to_dict"):
        return True
    return isinstance(x, (list, tuple)) and bool(x) and all(map(is_named_block, x))


def is_named_block(x: Any) -> bool:
    """Whether this is one block by name; a recorded state is not."""
    return isinstance(x, Mapping) and "x" in x and "z" in x


def named_blocks(
    x: Any, palette: str | Palette | None, ground: int | None, zone: Zone
) -> list[tuple[Any, Any, Any, Any]]:
    """The blocks as (x, y, z, colour), for `cq.world.to_dense` with the same `palette` and `ground`. Level 1
    is the ground, and the zone tells the highest.

    Raises `InputError` for an unknown colour, and a block that lacks something, has both y and level, or has
    no such level.
    """
    if hasattr(x, "columns"):
        _check_columns(x)
        x = x.to_dict("records")
    lowest = RECORDED_GROUND if ground is None else ground
    check_ground(lowest)
    accepted, blocks = accepted_palettes(palette), list(x)
    for i, block in enumerate(blocks):
        check_colour(_colour(block), f"of block {i}", accepted)
    return [_block(i, block, lowest, zone) for i, block in enumerate(blocks)]


def _colour(block: Mapping[str, Any]) -> Any:
    return next((block[name] for name in COLOUR_NAMES if name in block), None)


def _block(index: int, block: Mapping[str, Any], ground: int, zone: Zone) -> tuple[Any, Any, Any, Any]:
    colour = _colour(block)
    if colour is None or ("y" in block) == ("level" in block):
        raise InputError(
            f"block {index} is {excerpt(dict(block))}; a block has x, z, colour, and either y or level "
            "(1 is the ground)"
        )
    if "y" in block:
        return block["x"], block["y"], block["z"], colour
    level = block["level"]
    if isinstance(level, bool) or level not in range(1, zone.height + 1):
        raise InputError(
            f"block {index} is {excerpt(dict(block))}: level {excerpt(level)} is not a number from 1 to "
            f"{zone.height}"
        )
    return block["x"], int(level) - 1 + ground, block["z"], colour


def _check_columns(frame: Any) -> None:
    names = set(frame.columns)
    if not {"x", "z"} <= names or not names & {*COLOUR_NAMES}:
        raise InputError(
            f"a data frame with the columns {list(frame.columns)} is not a world; the world of blocks has x, "
            "z, colour, and y or level; for a column of worlds, give frame['world']"
        )

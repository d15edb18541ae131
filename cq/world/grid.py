"""Dense and sparse forms of the blocks of a zone, and their coordinate frames.

Dense grids are arrays `(height, width, depth)` indexed `[y, x, z]`: height first, then east, then south.
Sparse blocks are `(x, y, z, colour)` rows. Only this file converts one into the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.arrays import as_array, is_integer, is_whole
from cq.errors import InputError, excerpt
from cq.types import Grid
from cq.world.palette import IGLU_2022, RECORDED, Palette, as_palette, describe_ids, is_of_the_six
from cq.world.zone import IGLU, Zone

HEIGHT, WIDTH, DEPTH = SHAPE = IGLU.shape
"""Cells up (y), east (x) and south (z) of the recordings, of the environment, and inside the plan network."""

FARTHEST = 10**6
"""Coordinates beyond are not even written in messages."""

HALF = IGLU.middle[1]
"""In the recordings and the environment x and z run from -5 to 5 in the world, 0 to 10 in the grid."""

RECORDED_GROUND = 63
"""World height of the lowest layer in recorded files (zone: y 63 to 71)."""

TASK_GROUND = -1
"""World height of the lowest layer in task goals and the older environment (zone: y -1 to 7)."""

Block = tuple[int, int, int, int]


@dataclass(frozen=True)
class PackedGrid:
    """A grid as a value that can be compared and hashed, as a cache key."""

    blocks: bytes
    shape: tuple[int, ...]

    @classmethod
    def of(cls, grid: Grid) -> PackedGrid:
        """The value of a grid."""
        return cls(np.ascontiguousarray(grid, np.int8).tobytes(), grid.shape)

    @property
    def grid(self) -> Grid:
        """The grid, read-only."""
        return np.frombuffer(self.blocks, np.int8).reshape(self.shape)


def check_dense(array: npt.ArrayLike, palette: str | Palette = IGLU_2022, zone: Zone = IGLU) -> Grid:
    """A validated, read-only int8 copy, of the shape of a zone, of a dense integer array.

    Ids of the six colours become those of IGLU 2022; a user's own stay as they are. Raises `InputError` for a
    wrong shape, a non-integer dtype, a masked cell, or an id the palette does not know.
    """
    palette = as_palette(palette)
    grid = as_array(array, "a dense grid", f"give integers of the shape {zone.shape}")
    if grid.shape != zone.shape:
        raise InputError(
            f"a dense grid has shape {zone.shape}, indexed [y, x, z]; got {grid.shape}"
            + (
                "; transpose it so that height comes first"
                if sorted(grid.shape) == sorted(zone.shape)
                else ": give zone=cq.Zone(width, depth, height) for another zone"
                if grid.ndim == len(zone.shape)
                else ""
            )
        )
    # Time spans are integers for `np.issubdtype`.
    if grid.dtype.kind not in "iu":
        raise InputError(f"a dense grid has an integer dtype; got {grid.dtype}: convert it with .astype(int)")
    unknown = ~np.isin(grid, [0, *palette.ids])
    if unknown.any():
        y, x, z = (int(i) for i in np.argwhere(unknown)[0])
        raise InputError(
            f"colour id {grid[y, x, z]} at grid[{y}, {x}, {z}] is not a known block of palette "
            f"{palette.name!r}; known ids are 0 air, {describe_ids(palette)}"
        )
    inside = palette_inside(palette)
    dense = np.zeros(zone.shape, dtype=np.int8)
    for block_id in np.unique(grid[grid != 0]):
        dense[grid == block_id] = inside.id_by_name[palette.ids[int(block_id)]]
    dense.setflags(write=False)
    return dense


def palette_inside(palette: Palette | None) -> Palette:
    """The palette of the grid into which blocks with ids of a palette are read: IGLU 2022 for the six."""
    return IGLU_2022 if palette is None or is_of_the_six(palette) else palette


def to_dense(
    blocks: Iterable[Any],
    palette: str | Palette | None = None,
    ground: int | None = None,
    zone: Zone = IGLU,
) -> Grid:
    """Dense grid of the `(x, y, z, colour)` blocks of a zone, x and z counted from its middle; colour is an
    id or a colour name.

    `palette` None recognises recorded ids (47 to 91) and IGLU 2022 ids (1 to 6), which do not overlap,
    but not a mixture of them. `ground` None recognises the two frames in use: recorded (y from 63), and
    task goals (y from -1) by a block on the ground, y -1. Without one, heights from 0 could as well
    count from 0: give `ground=-1` or `ground=0`.

    Raises `InputError` for a malformed block, an unknown colour, a block outside the zone, a list that
    mixes frames or palettes, heights that fit two frames, and a cell given two colours.
    """
    blocks = list(blocks)
    accepted = accepted_palettes(palette)
    # Colours come first: a wrong place would hide that they are unknown.
    for index, block in enumerate(blocks):
        x, y, z, colour = _four(index, block)
        check_colour(colour, f"at ({', '.join(map(_shown, (x, y, z)))})", accepted)
    rows = [_block(i, b) for i, b in enumerate(blocks)]
    inside = palette_inside(accepted[0])
    if len(accepted) > 1:
        _check_one_palette(rows)
    if ground is None:
        ground = _ground_of(rows, zone)
    check_ground(ground)
    dense = np.zeros(zone.shape, dtype=np.int8)
    for x, y, z, colour in rows:
        cell = zone.cell(x, z, y - ground + 1)
        if not zone.holds(cell):
            raise InputError(
                f"block at ({x}, {y}, {z}) is outside the building zone: {_extent(zone)}, "
                f"y from {ground} to {ground + zone.height - 1} here (the first block decides; "
                "pass ground= if that is wrong)"
            )
        value = inside.id_of(_colour_name(colour, accepted))
        if dense[cell] not in (0, value):
            raise InputError(
                f"two blocks at ({x}, {y}, {z}): {inside.ids[int(dense[cell])]} and {inside.ids[value]}; "
                "keep one"
            )
        dense[cell] = value
    dense.setflags(write=False)
    return dense


def _extent(zone: Zone) -> str:
    """The range of coordinates, in words."""
    if zone.xs == zone.zs:
        return f"x and z run from {zone.xs[0]} to {zone.xs[-1]}"
    return f"x runs from {zone.xs[0]} to {zone.xs[-1]}, z from {zone.zs[0]} to {zone.zs[-1]}"


def to_sparse(
    grid: npt.NDArray[Any], palette: str | Palette = IGLU_2022, ground: int = RECORDED_GROUND
) -> list[Block]:
    """The blocks of a dense grid as `(x, y, z, colour id)`, ordered by x, y, z; the grid holds the ids of
    `palette` if that is a user's own, else those of IGLU 2022.

    The inverse of `to_dense`: `to_dense(to_sparse(g, p, h), p, h, zone)` equals `g`.
    """
    palette = as_palette(palette)
    inside = palette_inside(palette)
    _, west, north = Zone.of(grid).middle
    cells = sorted((int(x), int(y), int(z)) for y, x, z in np.argwhere(grid))
    return [
        (x - west, y + ground, z - north, palette.id_of(inside.ids[int(grid[y, x, z])])) for x, y, z in cells
    ]


def rotate(grid: npt.NDArray[Any], quarter_turns: int = 1) -> npt.NDArray[Any]:
    """Turn a grid (…, width, depth) about the vertical axis; a quarter turn takes east to south (clockwise
    from above), and a width becomes a depth."""
    return np.rot90(grid, quarter_turns, axes=(-2, -1))


def _block(index: int, block: Any) -> tuple[int, int, int, int | str]:
    """One row as (x, y, z, colour), integers checked."""
    x, y, z, colour = _four(index, block)
    x, y, z = (_integer(v, index, block) for v in (x, y, z))
    if max(abs(x), abs(y), abs(z)) > FARTHEST:
        raise InputError(f"block {index} is {excerpt(block)}, which is far outside the building zone")
    return x, y, z, colour if isinstance(colour, str) else _integer(colour, index, block)


def _four(index: int, block: Any) -> tuple[Any, Any, Any, Any]:
    """The four values of a row. A text of four letters is none."""
    try:
        if isinstance(block, (str, bytes)):
            raise TypeError
        x, y, z, colour = block
    except (TypeError, ValueError):
        raise InputError(f"block {index} is {excerpt(block)}; a block is (x, y, z, colour)") from None
    return x, y, z, colour


def _shown(coordinate: Any) -> str:
    is_small = isinstance(coordinate, (int, np.integer)) and abs(int(coordinate)) <= FARTHEST
    return str(coordinate) if is_small else excerpt(coordinate, 20)


def check_ground(ground: object) -> None:
    """Raise `InputError` unless this is the height of a lowest layer: an integer."""
    if not is_integer(ground) or abs(int(ground)) > FARTHEST:
        raise InputError(
            f"ground is {excerpt(ground)}; give the whole y of the lowest layer, such as 63 or -1"
        )


def _ground_of(rows: list[tuple[int, int, int, int | str]], zone: Zone) -> int:
    """The height of the lowest layer in the frame of the blocks."""
    if not rows or rows[0][1] >= RECORDED_GROUND - zone.height:
        return RECORDED_GROUND
    heights = [y for _, y, *_ in rows]
    if min(heights) >= 0 and max(heights) < TASK_GROUND + zone.height:
        x, y, z, _ = rows[0]
        raise InputError(
            f"the block at ({x}, {y}, {z}) is on level {y + 2} if y counts from {TASK_GROUND}, and on level "
            f"{y + 1} if it counts from 0; say which by ground={TASK_GROUND} or ground=0, count y from "
            f'{RECORDED_GROUND}, or name the level: {{"x": {x}, "level": {y + 1}, "z": {z}, "colour": "red"}}'
        )
    return TASK_GROUND


def _integer(value: Any, index: int, block: Any) -> int:
    if is_whole(value):
        return int(value)
    raise InputError(f"block {index} is {excerpt(block)}: {excerpt(value)} is not a whole number")


def _check_one_palette(rows: list[tuple[int, int, int, int | str]]) -> None:
    ids = {colour for *_, colour in rows if isinstance(colour, int)}
    recorded, converted = sorted(ids & set(RECORDED.ids)), sorted(ids & set(IGLU_2022.ids))
    if recorded and converted:
        raise InputError(
            f"the blocks mix recorded ids {recorded} with IGLU 2022 ids {converted}; "
            "convert them to one palette first"
        )


def accepted_palettes(palette: str | Palette | None) -> tuple[Palette, ...]:
    """The palettes that the colours of blocks may be of: a given one, or both that are recognised."""
    return (IGLU_2022, RECORDED) if palette is None else (as_palette(palette),)


def check_colour(colour: Any, where: str, accepted: tuple[Palette, ...]) -> None:
    """Raise `InputError` for a name or an id that no palette has. `where` says which block it is of."""
    if isinstance(colour, str):
        if colour.lower() not in accepted[0].colours:
            known = ", ".join(accepted[0].colours)
            raise InputError(f"colour {excerpt(colour)} {where} is not one of {known}")
    elif is_whole(colour) and not any(int(colour) in palette.ids for palette in accepted):
        raise InputError(
            f"colour id {excerpt(int(colour))} {where} is not a known block; known ids are "
            f"{describe_ids(*accepted)}"
        )


def _colour_name(colour: int | str, accepted: tuple[Palette, ...]) -> str:
    """The name of a checked colour."""
    if isinstance(colour, str):
        return colour.lower()
    return next(palette.ids[colour] for palette in accepted if colour in palette.ids)

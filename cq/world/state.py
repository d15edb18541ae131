"""`World`: the one form of a world state in the rest of `cq`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from cq.arrays import as_array
from cq.errors import InputError, excerpt
from cq.files.json_input import parse_json, read_json
from cq.types import Grid
from cq.world.description import describe
from cq.world.drawing.isometric import draw_svg
from cq.world.grid import (
    RECORDED_GROUND,
    Block,
    check_dense,
    palette_inside,
    to_dense,
    to_sparse,
)
from cq.world.named_blocks import is_named, named_blocks
from cq.world.palette import IGLU_2022, RECORDED, Palette, as_palette, is_of_the_six
from cq.world.pose import Pose
from cq.world.zone import IGLU, Zone

MOST_RECENT, MOST_PAST = 5, 12
"""The numbers of last placed blocks, and of earlier worlds, in a world's memory."""


@dataclass(frozen=True, eq=False)
class World:
    """A world state: the blocks of the building zone and, if known, the builder's pose.

    `grid` is a read-only int8 array (height, width, depth) indexed [y, x, z] with IGLU 2022 colours (0 air,
    1 blue, 2 green, 3 red, 4 orange, 5 purple, 6 yellow), or the ids of a `palette` of the user's own. Build
    one with `World.parse`. `recent` are the cells (y, x, z) of the last blocks that the builder placed,
    oldest first, as far as they are known, and `past` the worlds before the last builds, oldest first.
    """

    grid: Grid
    pose: Pose | None = None
    recent: tuple[tuple[int, int, int], ...] = ()
    past: tuple[World, ...] = ()
    palette: Palette = IGLU_2022

    def __post_init__(self) -> None:
        if not isinstance(self.grid, np.ndarray):
            raise InputError(
                f"World(grid) takes a NumPy array, not {type(self.grid).__name__}; cq.World.parse reads "
                "nested lists and the other forms of a world"
            )
        if self.grid.ndim != 3 or self.grid.dtype.kind not in "iu" or not self.grid.size:
            raise InputError(
                f"World(grid) takes integers (height, width, depth), not {self.grid.dtype} of the shape "
                f"{self.grid.shape}; cq.World.parse reads other forms of a world"
            )
        known = (IGLU_2022 if is_of_the_six(self.palette) else self.palette).ids
        for found in (self.grid.min(), self.grid.max()):
            if not 0 <= found <= max(known):
                raise InputError(
                    f"World(grid) holds the colour {found}; give ids from 0 (air) to {max(known)}, or a "
                    "palette of your own"
                )

    @property
    def zone(self) -> Zone:
        """The building zone."""
        return Zone.of(self.grid)

    @classmethod
    def parse(
        cls,
        x: Any = None,
        *,
        palette: Any = None,
        ground: int | None = None,
        facing: str | None = None,
        pose: Pose | None = None,
        zone: Zone | Any = None,
    ) -> World:
        """Read a world from any of its forms.

        - a recorded-state dict, with `worldEndingState.blocks` and optionally `avatarInfo`, `zone` and
          `palette`;
        - a path to a JSON file of such a dict, or of a form below; or the JSON itself, as text;
        - a list or (n, 4) array of blocks `(x, y, z, colour)`: x, z in -5…5, y in 63…71 (recorded frame)
          or -1…7 (task frame, told by a block at y -1), colour a recorded id, an IGLU 2022 id 1…6, or a
          name;
        - a list of dicts or a data frame with x, z, colour, and y as above or `level`, 1…9 from the ground;
        - a (9, 11, 11) integer array indexed [y, x, z], IGLU 2022 colours;
        - another `World`, or None (the empty world).

        `zone` is the building zone, a `cq.Zone(width, depth, height)`; without one that of a recorded state
        or a `World`, else 11 × 11 cells and 9 levels: the coordinates above are those of this zone. A `World`
        keeps the coordinates of its blocks in another zone.

        `palette` names the convention of the colour ids ("iglu-2022", "iglu-2021", "recorded"), or is one of
        your own: a mapping of colour names to ids (see `cq.world.Palette.own`), which the grid then holds.
        `ground` is the y of the lowest layer if it is neither 63 nor -1. `facing`, "north", "east", "south"
        or "west", puts the builder in the centre with this look; `pose` gives its position and look exactly.
        Either replaces a recorded pose.

        Raises `InputError` (a `ValueError`) for anything that cannot be read without guessing, and
        `MissingFileError` (a `FileNotFoundError`) for a path that does not exist.
        """
        given = _Given(
            None if palette is None else as_palette(palette),
            ground,
            None if zone is None else Zone.parse(zone),
        )
        world = cls._parse(x, given)
        if facing is not None:
            if pose is not None:
                raise InputError(f"facing {excerpt(facing)} and a pose are both given; give one of them")
            pose = Pose.towards(facing)
        if pose is None:
            return world
        if not isinstance(pose, Pose):
            raise InputError(
                f"pose is {type(pose).__name__} {excerpt(pose, 40)}; give a cq.world.Pose((x, y, z), pitch, "
                "yaw)"
            )
        return replace(world, pose=pose)

    @classmethod
    def from_blocks(
        cls,
        blocks: Any,
        *,
        palette: Any = None,
        ground: int | None = None,
        facing: str | None = None,
        pose: Pose | None = None,
        zone: Zone | Any = None,
    ) -> World:
        """The world of some blocks: (x, y, z, colour), or dicts or a data frame with x, z, colour, and y or
        level, in the forms that `parse` describes, but no other form.

        Raises `InputError`.
        """
        if (
            isinstance(blocks, (str, os.PathLike, dict, World))
            or blocks is None
            or getattr(blocks, "ndim", _nested_depth(blocks)) > 2
        ):
            raise InputError(
                f"from_blocks takes blocks (x, y, z, colour), not {type(blocks).__name__}; World.parse reads "
                "the other forms of a world"
            )
        return cls.parse(blocks, palette=palette, ground=ground, facing=facing, pose=pose, zone=zone)

    @classmethod
    def from_json(cls, text: str | bytes, source: str = "the world") -> World:
        """The world in a JSON text: an object or a list, never a path. `source` is its name in messages.

        Raises `InputError`.
        """
        return _from_json(parse_json(text, source), source, _Given())

    @classmethod
    def _parse(cls, x: Any, given: _Given) -> World:
        palette, ground, zone = given.palette, given.ground, given.zone or IGLU
        inside = palette_inside(palette)
        if x is None:
            return cls(check_dense(np.zeros(zone.shape, dtype=np.int8), inside, zone), palette=inside)
        if isinstance(x, World):
            return x._in(given)
        if isinstance(x, str) and x.lstrip()[:1] in ("[", "{"):
            source = "the world given as JSON"
            return _from_json(parse_json(x, source), source, given)
        if isinstance(x, str) and not x.strip():
            raise InputError(
                f"the world is the empty text {x[:40]!r}; give a path or JSON, or None for the empty world"
            )
        if isinstance(x, (str, os.PathLike)):
            return _from_json(read_json(Path(x), "world file"), repr(str(Path(x))), given)
        if isinstance(x, dict):
            given = given.with_those_of(x)
            zone, inside = given.zone or IGLU, palette_inside(given.palette)
            grid = to_dense(_recorded_blocks(x), given.palette, ground, zone)
            return cls(grid, _recorded_pose(x), palette=inside)
        if is_named(x):
            return cls(
                to_dense(named_blocks(x, palette, ground, zone), palette, ground, zone), palette=inside
            )
        if isinstance(x, (list, tuple)):
            if _nested_depth(x) == 3:
                return cls(check_dense(_as_array(x, zone), palette or IGLU_2022, zone), palette=inside)
            return cls(to_dense(x, palette, ground, zone), palette=inside)
        if hasattr(x, "__array__"):
            array = as_array(x, "the world", f"give rows of blocks, or integers of the shape {zone.shape}")
            if array.dtype == object:
                return cls._parse(_listed(array), given)
            if array.dtype.kind in "mM":
                # NumPy gives some of these times as integers.
                raise InputError(f"the world has dtype {array.dtype}; give integers")
            if array.dtype.kind in "US":
                raise InputError(
                    f"the world has dtype {array.dtype}: NumPy makes texts of numbers beside a text; give a "
                    "list of blocks, or an array with dtype=object"
                )
            if array.ndim == 2 and array.shape[1] == 4:
                return cls(to_dense(array.tolist(), palette, ground, zone), palette=inside)
            return cls(check_dense(array, palette or IGLU_2022, zone), palette=inside)
        raise InputError(
            f"cannot read a world from {type(x).__name__}; give a recorded-state dict, a path to one, "
            f"a list of (x, y, z, colour) blocks, a {zone.shape} integer array, a World, or None"
        )

    def _in(self, given: _Given) -> World:
        """The world in another zone, with its blocks at the same coordinates."""
        if given.palette is not None and palette_inside(given.palette) != self.palette:
            raise InputError(
                f"a world of the colours {', '.join(self.palette.colours)} is given with another palette; "
                "give its blocks"
            )
        zone = given.zone or self.zone
        if zone == self.zone:
            return self
        grid = to_dense(self.blocks(self.palette), self.palette, RECORDED_GROUND, zone)
        old = self.zone
        moved = (zone.cell(*old.coordinates(cell)) for cell in self.recent)
        return World(grid, self.pose, tuple(filter(zone.holds, moved)), palette=self.palette)

    def count_of(self, colour: str) -> int:
        """The number of blocks of a colour, by its name; 0 for one that the palette does not have."""
        block_id = self.palette.id_by_name.get(colour)
        return 0 if block_id is None else int(np.count_nonzero(self.grid == block_id))

    def after(self, grid: Grid, placed: Iterable[tuple[int, int, int]] | None = None) -> World:
        """The world in which `grid` stands and the builder has placed blocks at some cells, in this order; by
        default at those whose block is another one now.
        """
        if placed is None:
            placed = [(y, x, z) for y, x, z in np.argwhere((grid != self.grid) & (grid > 0)).tolist()]
        recent = [cell for cell in dict.fromkeys([*self.recent, *placed]) if grid[cell]]
        past = (*self.past, replace(self, past=()))
        return World(grid, self.pose, tuple(recent[-MOST_RECENT:]), past[-MOST_PAST:], self.palette)

    def blocks(self, palette: Any = None, ground: int = RECORDED_GROUND) -> list[Block]:
        """The blocks as `(x, y, z, colour id)`, ordered by x, y, z; y counts from `ground`, by default 63.

        `palette` chooses the ids: those of the grid by default. `cq.world.id2color` names them. Raises
        `InputError` for a palette that lacks a colour of the world.
        """
        chosen = self.palette if palette is None else as_palette(palette)
        if is_of_the_six(chosen) == is_of_the_six(self.palette):
            return to_sparse(self.grid, chosen, ground)
        own = to_sparse(self.grid, self.palette, ground)
        return [(x, y, z, chosen.id_of(self.palette.ids[i])) for x, y, z, i in own]

    def to_recorded(self) -> dict[str, Any]:
        """The recorded-state dict that `parse` reads back to an equal world (ids of the first set, or those
        of the user's own palette), without `recent`. It names the zone and the palette if they differ from
        those of the recordings.
        """
        is_own = not is_of_the_six(self.palette)
        blocks = self.blocks(self.palette if is_own else RECORDED)
        state: dict[str, Any] = {"worldEndingState": {"blocks": [list(b) for b in blocks]}}
        if self.pose is not None:
            state["avatarInfo"] = self.pose.to_recorded()
        if self.zone != IGLU:
            state["zone"] = self.zone.to_dict()
        if is_own:
            state["palette"] = self.palette.to_dict()
        return state

    def describe(self) -> str:
        """The world in plain sentences: see `cq.world.description`."""
        return describe(self.grid, self.pose, self.palette)

    def __len__(self) -> int:
        """Number of blocks."""
        return int(np.count_nonzero(self.grid))

    def __bool__(self) -> bool:
        """Always true: an empty world is still a world."""
        return True

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, World):
            return NotImplemented
        known = (self.pose, self.recent, self.palette) == (other.pose, other.recent, other.palette)
        return known and np.array_equal(self.grid, other.grid)

    def __hash__(self) -> int:
        return hash((self.grid.tobytes(), self.grid.shape, self.pose, self.recent, self.palette))

    def __repr__(self) -> str:
        zone = "" if self.grid.shape == IGLU.shape else f", zone={self.zone!r}"
        return f"World({len(self)} block{'' if len(self) == 1 else 's'}, pose={self.pose}{zone})"

    def draw(self, out: str | os.PathLike[str] | None = None) -> None:
        """Print the world level by level, in colour where the terminal or notebook has it; or write a
        picture to `out`, whose ending (png, svg, pdf) chooses the format (extra `demo`).

        Raises `InputError` for another ending.
        """
        if out is None:
            from rich.console import Console

            from cq.world.drawing.terminal import draw

            Console().print(draw(self.grid, self.palette))
        else:
            from cq.world.drawing.picture import save_picture

            save_picture(self.grid, out, palette=self.palette)

    def _repr_html_(self) -> str:
        """A picture for notebooks."""
        return draw_svg(self.grid, self.describe(), palette=self.palette)


@dataclass(frozen=True)
class _Given:
    """The given options for reading the blocks of a world."""

    palette: Palette | None = None
    ground: int | None = None
    zone: Zone | None = None

    def with_those_of(self, state: dict[str, Any]) -> _Given:
        """The same with the zone and the palette of a recorded state, which must not be others."""
        told = state.get("zone")
        zone = None if told is None else Zone.parse(told)
        if zone is not None and self.zone is not None and zone != self.zone:
            raise InputError(f"the state has a zone of {zone}, zone= one of {self.zone}; give one of them")
        told = state.get("palette")
        palette = None if told is None else Palette.own(told)
        if palette is not None and self.palette is not None and palette != self.palette:
            raise InputError(
                f"the state has the palette {palette.to_dict()}, but palette= says {self.palette.to_dict()}; "
                "give one of them"
            )
        return replace(self, palette=palette or self.palette, zone=zone or self.zone)


def _from_json(content: Any, source: str, given: _Given) -> World:
    """The world in a JSON value, named `source` in messages."""
    if not isinstance(content, (dict, list)):
        raise InputError(f"{source} holds {excerpt(content)}; a world is an object or a list of blocks")
    try:
        return World.parse(content, palette=given.palette, ground=given.ground, zone=given.zone)
    except InputError as error:
        raise InputError(f"{source}: {error}") from None


def _recorded_blocks(state: dict[str, Any]) -> list[Any]:
    ending = state.get("worldEndingState")
    if not isinstance(ending, dict) or not isinstance(ending.get("blocks"), list):
        raise InputError(
            "a recorded state holds its blocks under worldEndingState.blocks as a list; "
            f"this one has the keys {excerpt(sorted(map(str, state)))}"
        )
    blocks: list[Any] = ending["blocks"]
    return blocks


def _recorded_pose(state: dict[str, Any]) -> Pose | None:
    avatar = state.get("avatarInfo")
    return None if avatar is None else Pose.parse(avatar)


def _nested_depth(x: Any) -> int:
    """How many lists are nested in the first items; no more than 4, although a list may contain itself."""
    depth = 0
    while isinstance(x, (list, tuple)) and x and depth < 4:
        x, depth = x[0], depth + 1
    return depth


def _listed(array: np.ndarray[Any, Any], depth: int = 3) -> list[Any]:
    """The lists of an array, also of nested ones, the form in which data frames hold grids: as one array, the
    numbers beside a colour's name would become texts. An array may contain itself, so no more than `depth`
    are opened.
    """
    rows = as_array(array, "the world", "give a list of blocks").tolist()
    if any(hasattr(row, "columns") for row in rows):
        raise InputError("an array of data frames is not a world; give one frame, or a list of worlds")
    return [_listed(row, depth - 1) if depth and isinstance(row, np.ndarray) else row for row in rows]


def _as_array(x: Any, zone: Zone) -> np.ndarray[Any, Any]:
    try:
        return np.array(x)
    except (ValueError, OverflowError, RecursionError):
        raise InputError(f"a dense grid has shape {zone.shape}; the nested list is ragged") from None

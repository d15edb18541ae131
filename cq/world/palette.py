"""The six colours and the numberings of their block ids.

A `Palette` names one convention of block ids. Recorded files use the engine's ids (two sets, one per
build of the engine); converted grids use 1 to 6, in one of two orders that must never be mixed silently.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from cq.errors import InputError, excerpt

COLOURS = ("blue", "green", "red", "orange", "purple", "yellow")
"""Colour names in the order of their IGLU 2022 ids, 1 to 6; id 0 is air."""

COLOUR_IDS = MappingProxyType({name: i for i, name in enumerate(COLOURS, start=1)})
"""The IGLU 2022 id of each colour."""

HEX = MappingProxyType(
    {
        "blue": "#2f6fde",
        "green": "#2e9e4f",
        "red": "#d8392b",
        "orange": "#f08a24",
        "purple": "#8e44ad",
        "yellow": "#f2cf1d",
    }
)
"""The colour that each block is drawn in, on a terminal and in pictures."""


@dataclass(frozen=True)
class Palette:
    """One numbering of the six colours.

    `ids` maps block id to colour name; several ids may name one colour. Air is 0 in every palette here.
    """

    name: str
    ids: Mapping[int, str]

    def colour(self, block_id: int) -> str:
        """Colour name of `block_id`. Raises `InputError` for an id this palette does not know."""
        try:
            return self.ids[block_id]
        except KeyError:
            raise InputError(
                f"colour id {block_id} is not a known block of palette {self.name!r}; "
                f"known ids are {describe_ids(self)}"
            ) from None

    def id_of(self, colour: str) -> int:
        """The (first) id of a colour name. Raises `InputError` for a name that is not one of the six."""
        for block_id, name in self.ids.items():
            if name == colour:
                return block_id
        raise InputError(f"colour {excerpt(colour)} is not one of {', '.join(COLOURS)}")


IGLU_2022 = Palette("iglu-2022", MappingProxyType(dict(enumerate(COLOURS, start=1))))
"""1 blue, 2 green, 3 red, 4 orange, 5 purple, 6 yellow: what every grid inside `cq` uses."""

IGLU_2021 = Palette(
    "iglu-2021",
    MappingProxyType(dict(enumerate(("blue", "yellow", "green", "orange", "purple", "red"), start=1))),
)
"""1 blue, 2 yellow, 3 green, 4 orange, 5 purple, 6 red: the numbering of the older environment's docs."""

RECORDED = Palette(
    "recorded",
    MappingProxyType(
        {57: "blue", 59: "green", 60: "red", 47: "orange", 56: "purple", 50: "yellow"}
        | {86: "blue", 88: "green", 91: "red", 89: "orange", 90: "purple", 87: "yellow"}
    ),
)
"""Block ids in recordings: the engine's first set (47 to 60) and its "freeze" build's (86 to 91)."""

PALETTES: Mapping[str, Palette] = MappingProxyType({p.name: p for p in (IGLU_2022, IGLU_2021, RECORDED)})


def describe_ids(*palettes: Palette) -> str:
    """The ids of some palettes in words, for error messages: `1 blue, 2 green, …`."""
    return ", ".join(f"{i} {name}" for palette in palettes for i, name in sorted(palette.ids.items()))


def as_palette(name: str | Palette) -> Palette:
    """A palette itself, or the one of that name. Raises `InputError` naming the known ones."""
    if isinstance(name, Palette):
        return name
    try:
        return PALETTES[name]
    except KeyError:
        raise InputError(
            f"palette {excerpt(name)} is not known; known palettes are {', '.join(PALETTES)}"
        ) from None


def id2color(palette: str | Palette = IGLU_2022) -> dict[int, str]:
    """Colour name of each id of a palette, with 0 air: `{0: "air", 1: "blue", …}`."""
    return {0: "air", **as_palette(palette).ids}


def convert(
    grid: npt.ArrayLike, source: str | Palette, target: str | Palette = IGLU_2022
) -> npt.NDArray[np.int64]:
    """Renumber an integer array of block ids from one palette to another; 0 (air) stays 0.

    Returns a new int64 array of the same shape. Raises `InputError` for an id `source` does not know.
    """
    source, target = as_palette(source), as_palette(target)
    ids = np.asarray(grid)
    out = np.zeros(ids.shape, dtype=np.int64)
    for block_id in np.unique(ids[ids != 0]):
        out[ids == block_id] = target.id_of(source.colour(int(block_id)))
    return out

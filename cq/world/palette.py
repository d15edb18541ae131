"""The six colours and the numberings of their block ids; colours of a user's own.

A `Palette` names one convention of block ids. Recorded files use the engine's ids (two sets, one per
build of the engine); converted grids use 1 to 6, in one of two orders that must never be mixed silently.
A user's own colours are a palette too: the grids of such a world hold its ids.
"""

from __future__ import annotations

import colorsys
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from numbers import Integral
from types import MappingProxyType
from typing import Any

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

_MORE_HEX = MappingProxyType(
    {
        "white": "#f2f2f2",
        "black": "#2b2b2b",
        "grey": "#8c8c8c",
        "gray": "#8c8c8c",
        "pink": "#ef7fb2",
        "brown": "#7a4b2a",
        "cyan": "#2bbcd4",
        "magenta": "#c2329b",
        "teal": "#14807a",
        "lime": "#9bcf2f",
        "beige": "#e0cfa9",
        "turquoise": "#36c9b0",
        "gold": "#d4a017",
        "silver": "#b8bcc2",
        "navy": "#1f2f6b",
        "maroon": "#6e1f2a",
        "olive": "#7a7a1f",
        "violet": "#9b6fd1",
    }
)
"""The drawing colours of other names; further names get a colour from `hex_of`."""

MOST_COLOURS = 127
"""The greatest id of a colour: grids are int8."""

MOST_WORDS, MOST_LETTERS = 3, 40
"""Words of a colour's name, and its letters."""


@dataclass(frozen=True)
class Palette:
    """One numbering of colours.

    `ids` maps block id to colour name; several ids may name one colour. Air is 0 in every palette here.
    """

    name: str
    ids: Mapping[int, str]

    @classmethod
    def own(cls, colours: Any) -> Palette:
        """The palette of a user's colours: a mapping of names to ids from 1 to 127, pairs of both, or names
        alone, which get the ids from 1 on. Names are one to three words of letters, in any case, of at
        most 40 characters in all.

        Raises `InputError` for no colours, other names and ids, and a repeated name or id.
        """
        named: dict[str, int] = {}
        names: dict[int, str] = {}
        for given, block_id in _pairs(colours):
            name = " ".join(given.casefold().split()) if isinstance(given, str) else ""
            words = name.split()
            if (
                not 0 < len(words) <= MOST_WORDS
                or len(name) > MOST_LETTERS
                or name == "air"
                or not all(map(str.isalpha, words))
            ):
                raise InputError(
                    f"colour name {excerpt(given)} is not one to {MOST_WORDS} words of letters, "
                    f"{MOST_LETTERS} characters in all; "
                    'give such as "teal" or "dark blue"'
                )
            if isinstance(block_id, bool) or not isinstance(block_id, Integral):
                raise InputError(f"the id of colour {name!r} is {excerpt(block_id)}; give a whole number")
            if not 1 <= int(block_id) <= MOST_COLOURS:
                raise InputError(f"the id of colour {name!r} is {block_id}; ids are 1 to {MOST_COLOURS}")
            if name in named:
                raise InputError(f"colour {name!r} is in the palette twice; name each colour once")
            if block_id in names:
                raise InputError(
                    f"id {block_id} is that of {names[int(block_id)]!r} and {name!r}; give each its own"
                )
            named[name], names[int(block_id)] = int(block_id), name
        if not named:
            raise InputError("the palette has no colours; give a mapping of names to ids")
        return cls("own", MappingProxyType(dict(sorted(names.items()))))

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """The names of its colours, in the order of their ids."""
        return tuple(dict.fromkeys(self.ids.values()))

    @cached_property
    def id_by_name(self) -> Mapping[str, int]:
        """The (first) id of each colour."""
        return {name: block_id for block_id, name in reversed(list(self.ids.items()))}

    @cached_property
    def highest(self) -> int:
        """The greatest id."""
        return max(self.ids)

    def to_dict(self) -> dict[str, int]:
        """The ids by name, which `own` reads."""
        return {name: block_id for block_id, name in self.ids.items()}

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.ids.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.name, dict(self.ids))  # A read-only mapping cannot be pickled.

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
        """The (first) id of a colour name. Raises `InputError` for a name that it does not have."""
        for block_id, name in self.ids.items():
            if name == colour:
                return block_id
        raise InputError(f"colour {excerpt(colour)} is not one of {', '.join(self.colours)}")


def _restored(name: str, ids: dict[int, str]) -> Palette:
    return Palette(name, MappingProxyType(ids))


IGLU_2022 = Palette("iglu-2022", MappingProxyType(dict(enumerate(COLOURS, start=1))))
"""1 blue, 2 green, 3 red, 4 orange, 5 purple, 6 yellow: the palette of every grid inside `cq`."""

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


def as_palette(name: Any) -> Palette:
    """A palette itself, the one of that name, or that of a user's own colours (see `Palette.own`).

    Raises `InputError`, naming the known ones.
    """
    if isinstance(name, Palette):
        return name
    if isinstance(name, (Mapping, list, tuple)):
        return Palette.own(name)
    try:
        return PALETTES[name]
    except (KeyError, TypeError):
        raise InputError(
            f"palette {excerpt(name)} is not known; known palettes are {', '.join(PALETTES)}"
            "; a palette of your own is a mapping of names to ids"
        ) from None


def is_of_the_six(palette: Palette) -> bool:
    """Whether a palette numbers the six colours, so that its ids can be converted."""
    return palette.name != "own" and set(palette.colours) <= set(COLOURS)


def hex_of(colour: str) -> str:
    """The drawing colour of a name: `#rrggbb`. An unknown name gets a tone of its own."""
    known = HEX.get(colour) or _MORE_HEX.get(colour) or _MORE_HEX.get(colour.split()[-1])
    if known:
        return known
    digest = hashlib.sha256(colour.encode()).digest()
    tone = colorsys.hls_to_rgb(digest[0] / 255, 0.4 + digest[1] / 1275, 0.6)
    return "#" + "".join(f"{round(255 * part):02x}" for part in tone)


def _pairs(colours: Any) -> list[tuple[Any, Any]]:
    """The names with their ids."""
    if isinstance(colours, Mapping):
        return list(colours.items())
    is_listed = isinstance(colours, Iterable) and not isinstance(colours, str)
    listed = list(colours) if is_listed else [colours]
    if is_listed and all(isinstance(colour, str) for colour in listed):
        return [(name, i) for i, name in enumerate(listed, start=1)]
    if not all(isinstance(pair, (list, tuple)) and len(pair) == 2 for pair in listed):
        raise InputError(f"palette is {excerpt(colours)}; give a mapping of names to ids")
    return [(name, block_id) for name, block_id in listed]


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

"""How big a part of a change is, how it lies, and what it is called, in a few everyday words."""

from __future__ import annotations

from cq.world import COLOURS
from cq.world.difference import Part

WAYS = {
    0: ("upwards", "on top of each other", "straight up"),
    1: ("west-east", "in a row, west to east", "from west to east"),
    2: ("north-south", "n-s", "in a row from north to south"),
}
"""How a line along each axis of a grid [y, x, z] lies."""


def colour_of(part: Part) -> str:
    """The name of its colour."""
    return COLOURS[part.colour - 1]


def number(count: int) -> str:
    """A count in words, up to twelve."""
    words = "no one two three four five six seven eight nine ten eleven twelve".split()
    return words[count] if count < len(words) else str(count)


def is_upright(part: Part) -> bool:
    """Whether it is one block or a line upwards."""
    return len(part.cells) == 1 or part.axis == 0


def sizes(part: Part) -> list[str]:
    """Its size, of the box around it where it does not fill one."""
    up, across, along = part.extent
    long = across * along
    if len(part.cells) == 1:
        return ["just one block", "1"]
    if not part.is_filled:
        return [f"{across} by {along}" + (f", {up} high" if up > 1 else "") + " on the outside"]
    if part.axis == 0:
        return [f"{up} high", f"{number(up)} tall", f"{up} blocks high"]
    if part.axis is not None:
        return [f"{long} long", f"{long} long, 1 high", f"{number(long)} long"]
    if 1 in (across, along):
        return [f"{long} wide, {up} high", f"{long} long and {up} high"]
    return (
        [f"{across} by {along}, {up} high"]
        if up > 1
        else [f"{across} by {along}", f"{across} by {along}, flat"]
    )


def ways(part: Part) -> list[str]:
    """How it lies; nothing where no few words say it."""
    if part.is_line:
        return list(WAYS[part.axis or 0])
    if part.is_diagonal:
        return ["diagonally", "in a diagonal"]
    if part.is_filled and part.extent[0] == 1 and len(part.cells) > 1:
        return ["flat", "lying flat"]
    return sizes(part) if part.is_filled and len(part.cells) > 1 else []


def things(part: Part) -> list[str]:
    """What it is called where it is new; nothing for a shape without a name."""
    count, colour = len(part.cells), colour_of(part)
    a = "an" if colour == "orange" else "a"
    if count == 1:
        return [f"{a} {colour} block", f"one {colour} block"]
    if part.axis == 0:
        return [f"{count} {colour} blocks on top of each other", f"{a} {colour} tower, {count} high"]
    if part.axis is not None:
        return [f"{count} {colour} blocks in a row", f"a row of {number(count)} {colour} ones"]
    if part.is_filled and part.extent[0] == 1:
        return [f"a flat {colour} rectangle, {size}" for size in sizes(part)[:1]]
    return (
        [f"{a} {colour} wall, {size}" for size in sizes(part)] if part.is_filled and 1 in part.extent else []
    )

"""Which things a phrase leaves by their relation to others: "beside the tower", "that holds up the arch"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np

from cq.language.obstacles.mention import Mention
from cq.language.obstacles.obstacle import Cells
from cq.language.obstacles.scene import Scene
from cq.world.directions import COMPASS, axis_and_sign

FindOne = Callable[[Mention, Scene], Cells | None]
"""The cells (n, 3) that a landmark means if it means one thing for certain, else None."""

_THAT_IS = (
    r" ?(?:(?:that|which) (?:is|are|stands?|lies?|sits?|'s) )?(?:(?:directly|immediately|right|just) )?"
)
_BESIDE = re.compile(
    rf"{_THAT_IS}(?:standing |sitting |located )?(?:next to|beside|near|by|close to|adjacent to|alongside) ?"
)
_TO_SIDE = re.compile(rf"{_THAT_IS}(?:to the )?(?P<side>{'|'.join(COMPASS)}) of ?")
_SUPPORTS = re.compile(
    r" (?:(?:that|which) )?(?:(?:is |are )?(?:hold|support|carry|prop)\w*|carries)(?: up)? (?:the|it|that)\b"
)
_IN_HOLE = re.compile(
    r" (?:(?:that|which) )?(?:(?:is|sits?|lies?|stands?|sitting|lying|fill(?:s|ing)|plug(?:s|ging)) )?"
    r"(?:(?:in|inside|within)(?: of)? )?(?:the |its )?"
    r"(?P<what>hole|gap|opening|inside|ring|frame|rectangle|circle|square)\b"
)
_IT = re.compile(r"(?:it|that one)\b")


def related(groups: Sequence[Cells], mention: Mention, scene: Scene, find: FindOne) -> list[Cells] | None:
    """The groups that the words after a phrase leave; None if they say no relation that is known here."""
    after = mention.after
    if _SUPPORTS.match(after):
        return [group for group in groups if _supports(group, scene)]
    if (found := _IN_HOLE.match(after)) and mention.role in ("removed", "changed", "moved"):
        fills = re.search(r"\b(?:in|inside|within|fill\w*|plug\w*)\b", found[0])
        square = found["what"] in ("square", "rectangle") and not re.search(
            r"\b(?:inside|within)\b", found[0]
        )
        if mention.family not in ("unit", "") or not fills or square:
            return None
        return [group for group in groups if all(_is_enclosed(cell, scene) for cell in group)]
    if mention.family not in ("unit", "tower") or mention.plural:
        return None
    if found := _BESIDE.match(after):
        landmark = _landmark(mention, found.end(), scene, find)
        return None if landmark is None else _nearest(groups, landmark, 1.5)
    if found := _TO_SIDE.match(after):
        landmark = _landmark(mention, found.end(), scene, find)
        return None if landmark is None else _to_side(groups, landmark, found["side"])
    return None


def _landmark(mention: Mention, start: int, scene: Scene, find: FindOne) -> Cells | None:
    """The one thing that is named from a position of the words after a phrase on."""
    place = next(i for i, one in enumerate(scene.mentions) if one is mention)
    if any(not one.existing for one in scene.mentions[:place]) and mention.anchor is False:
        return None
    rest = mention.after[start:]
    if _IT.match(rest):
        one = scene.mentions[place - 1] if place else None
    else:
        following = scene.mentions[place + 1 : place + 2]
        one = following[0] if following and rest.startswith(following[0].text) else None
    if one is None or one is mention or not one.existing or one.plural or not (one.definite or one.colours):
        return None
    return find(one, scene)


def _nearest(groups: Sequence[Cells], landmark: Cells, times: float = 1) -> list[Cells]:
    """The groups at the smallest distance from the landmark, in steps along the axes, or some times it."""
    others = [group for group in groups if not _overlap(group, landmark)]
    gaps = [int(np.abs(group[:, None] - landmark[None]).sum(axis=2).min()) for group in others]
    return [group for group, gap in zip(others, gaps, strict=True) if gap <= times * min(gaps)]


def _to_side(groups: Sequence[Cells], landmark: Cells, side: str) -> list[Cells]:
    """The groups on a side of the landmark: the nearest of those straight there, else all."""
    axis, sign = axis_and_sign(side)
    edge = int((landmark[:, axis] * sign).max())
    there = [
        group for group in groups if not _overlap(group, landmark) and (group[:, axis] * sign).min() > edge
    ]
    lanes = set(landmark[:, 3 - axis].tolist())
    straight = [group for group in there if lanes & set(group[:, 3 - axis].tolist())]
    return _nearest(straight, landmark) if straight else there


def _overlap(one: Cells, other: Cells) -> bool:
    return bool((one[:, None] == other[None]).all(axis=2).any())


def _supports(group: Cells, scene: Scene) -> bool:
    """Whether a block lies on top of a group, or sticks out at its highest level."""
    own = {tuple(cell) for cell in group.tolist()}
    top = int(group[:, 0].max())
    steps = [(1, 0, 0)] if len(group) == 1 else [(1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
    near = {(y + dy, x + dx, z + dz) for y, x, z in own if y == top for dy, dx, dz in steps} - own
    return any(
        0 <= y < scene.grid.shape[0] and 0 <= x < 11 and 0 <= z < 11 and scene.grid[y, x, z]
        for y, x, z in near
    )


def _is_enclosed(cell: Cells, scene: Scene) -> bool:
    """Whether blocks stand on both sides of a cell along two axes or more."""
    y, x, z = (int(part) for part in cell)
    filled = scene.grid > 0
    lines = ((filled[:, x, z], y), (filled[y, :, z], x), (filled[y, x, :], z))
    return sum(bool(line[:at].any() and line[at + 1 :].any()) for line, at in lines) >= 2

"""Which blocks or structures of the world a noun phrase could mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cq.language.obstacles import structures
from cq.language.obstacles.mention import Mention
from cq.language.obstacles.obstacle import Cells, no_cells
from cq.language.obstacles.relations import related
from cq.language.obstacles.scene import ORANGE, YELLOW, Scene
from cq.world.directions import COMPASS, SIDES, axis_and_sign, turn
from cq.world.grid import HALF, HEIGHT

_HIGHEST = frozenset("highest topmost uppermost top upper higher".split())
_LOWEST = frozenset("lowest bottom bottommost base lower".split())
_BIG = {
    "tallest": 0,
    "taller": 0,
    "longest": None,
    "longer": None,
    "largest": None,
    "biggest": None,
    "bigger": None,
    "larger": None,
    "tall": 0,
    "long": None,
    "large": None,
    "big": None,
}
_SMALL = frozenset("shortest shorter smallest smaller short small little low".split())
_FLOATING = frozenset("floating hanging hovering flying".split())
_NEUTRAL = frozenset(
    "existing standing current original whole entire complete full single lone solitary only present "
    "coloured normal "
    "vertical horizontal very".split()
)
_FLOATS = re.compile(
    r" (?:(?:that|which) (?:is |are )?)?(?:float|hang|hover|fl(?:y|ies))\w*\b| (?:that is |which is )?(?:in|"
    r"above) the (?:mid ?)?air\b|"
    r" (?:above|off) the ground\b"
)
_STANDS_ON_GROUND = re.compile(
    r" (?:(?:that|which) )?(?:stand|lie|is|sit|rest|touch)\w* on the (?:ground|floor)\b"
)
_SIDE = "|".join(COMPASS)
_IN_PLACE = re.compile(
    rf" (?:(?:that|which) (?:is|are|stands?|lies?|sits?) )?(?:located )?(?:in|at|on|of|by|near|from|"
    rf"along) (?:the |its )?(?:very |far |exact )?"
    rf"(?P<place>(?:top |bottom )?(?:{_SIDE})(?:east|west)?(?:ern|most|ernmost)?(?: (?:corner|edge|side|end|"
    rf"wall|border))?|corner|middle|centre|left|right)"
    r"(?P<rest> of (?:the )?(?:grid|zone|board|world|floor|ground))?(?! (?:of|end|side of|block|one|most|"
    r"corner of|column|row|tower))(?= |$|,|\))"
)
_ON_TOP = re.compile(r"\b(?:on|onto|upon|atop|on top of|to the top of|above)(?: the)?$")
_COPIED = re.compile(r"\b(?:copy|duplicate|replicate|repeat|clone|reproduce)(?: of)?$")
_NEXT = re.compile(
    r"(?:[,:]? (?:(?:the|that) (?:\w+ )?ones?|which|closest|nearest|furthest|farthest)| ?\(| (?:that|who|"
    r"whose|with|where|"
    r"over|upon|\w+ing|from each|highest|lowest|farther|further|next to|near|located|touching|sticking|"
    r"facing|above|below|under|underneath|beneath|between|beside|behind|directly|adjacent|attached|"
    r"connected|opposite|on top of|standing|"
    r"sitting|lying|having|not|without|left|right|counting|counted|from the|in front|across|along|"
    r"immediately|just|placed|you|i|we|inside|"
    r"around|surround\w*|facing|there|here|apart|to (?:the|your|its|my) (?:left|right|north|south|east|"
    r"west)|(?:north|south|east|west)\w*|number|"
    r"level|layer|second|first|third|off|forming|making|diagonal\w*|closer|at|in|on|of))\b"
)
"""Words that may limit a phrase in a way that is not worked out here."""


@dataclass(frozen=True)
class Referents:
    """What a phrase could mean: blocks or structures, each as cells (n, 3).

    `known` are those of its kind and colour; `groups` those that its other words leave. `certain` is False if
    some of its words were not understood, so that it may mean fewer.
    """

    known: Sequence[Cells]
    groups: Sequence[Cells]
    certain: bool = True

    @property
    def cells(self) -> Cells:
        """All cells (n, 3) of the groups."""
        return np.concatenate(self.groups) if self.groups else no_cells()


def find_referents(mention: Mention, scene: Scene) -> Referents:
    """What a phrase could mean in its world. Each phrase is looked up once."""
    if id(mention) not in scene.found:
        scene.found[id(mention)] = _find(mention, scene)
    found: Referents = scene.found[id(mention)]
    return found


def _find(mention: Mention, scene: Scene) -> Referents:
    known = _of_kind(mention, scene)
    groups, certain = list(known), True
    if not groups:
        return Referents(known, groups)
    after = mention.after
    left = re.search(r"\b(?:leav|keep)\w*$", mention.link)  # "Leave it floating": it does not float yet.
    if left and (mention.adjectives & _FLOATING or _FLOATS.match(after)):
        certain = False
    elif mention.family in ("unit", "") and (mention.adjectives & _FLOATING or _FLOATS.match(after)):
        hanging = {tuple(cell) for cell in structures.floating(scene.grid > 0, scene.grid)}
        groups = [group for group in groups if any(tuple(cell) in hanging for cell in group)]
    elif _STANDS_ON_GROUND.match(after):
        groups = [group for group in groups if (group[:, 0] == 0).any()]
    elif place := _IN_PLACE.match(after):
        copied = re.search(
            r"\b(?:cop(?:y|ies)|replicas?|duplicates?|twin|same|like|as) (?:of|as)?$", mention.link
        )
        if mention.family == "thing" or copied:
            certain = False
        elif scene.is_short or mention.role in ("removed", "changed", "moved"):
            inside = _in_place(groups, place["place"], scene)
            groups, certain = (groups, False) if inside is None else (inside, True)
        else:
            certain = False
    elif (chosen := related(groups, mention, scene, _the_one)) is not None:
        # "Copy the tower north of the block" may say where the copy goes.
        groups = chosen or (groups if _COPIED.search(mention.link) else [])
    elif _NEXT.match(after):
        certain = False
    if mention.anchor and mention.family in ("unit", "") and _ON_TOP.search(mention.link):
        # Nothing can be placed on a block that has another on it.
        free = [group for group in groups if _is_free_above(group[0], scene)]
        groups = free or groups
    for adjective in sorted(mention.adjectives - _NEUTRAL - _FLOATING):
        chosen = _superlative(groups, adjective, mention, scene)
        if chosen is None:
            certain = False
        else:
            groups = chosen
    return Referents(known, groups, certain)


def _the_one(mention: Mention, scene: Scene) -> Cells | None:
    found = find_referents(mention, scene)
    return found.groups[0] if len(found.groups) == 1 and found.certain else None


def _is_free_above(cell: npt.NDArray[np.int64], scene: Scene) -> bool:
    y, x, z = cell
    return bool(y + 1 >= HEIGHT or not scene.grid[y + 1, x, z])


def _of_kind(mention: Mention, scene: Scene) -> list[Cells]:
    """The blocks or structures of a phrase's noun and colours."""
    colours = scene.look_alikes(mention.colours)
    cells = scene.blocks(mention.colours)
    if mention.noun in ("thing", "object"):
        wanted = structures.mask_of(scene.grid, colours)
        return [g for g in structures.components(scene.grid > 0) if wanted[tuple(g.T)].any()]
    if mention.noun == "leg" and (legs := structures.legs(scene.grid, colours)):
        return legs
    if mention.noun == "cube":
        # "The cube" is a block, or a structure where larger ones stand.
        groups = structures.components(structures.mask_of(scene.grid, colours))
        if groups and all(len(group) >= 4 for group in groups):
            return groups
    if mention.family in ("unit", "", "thing", "arch", "hole"):
        return [cells[i : i + 1] for i in range(len(cells))]
    find = {
        "tower": structures.towers,
        "row": structures.rows,
        "wall": structures.walls,
        "area": structures.areas,
    }[mention.family]
    found = find(structures.mask_of(scene.grid, colours))
    if not found and YELLOW in colours:
        found = find(structures.mask_of(scene.grid, [*colours, ORANGE]))
    if not found and mention.family == "area" and mention.colours:
        return [cells[i : i + 1] for i in range(len(cells))]  # "The red square" is often one block.
    if mention.colours and not found:
        # "The red tower" may be one of several colours.
        found = [
            group for group in find(scene.grid > 0) if np.isin(scene.grid[tuple(group.T)], colours).any()
        ]
    if mention.family == "wall" and not found:
        found = [
            group for group in structures.rows(structures.mask_of(scene.grid, colours)) if len(group) >= 3
        ]
    return found


def _superlative(groups: list[Cells], adjective: str, mention: Mention, scene: Scene) -> list[Cells] | None:
    """The groups that an adjective leaves; None if it is not understood."""
    if not groups:
        return groups
    unit = mention.family in ("unit", "")
    if adjective in _HIGHEST and (unit or adjective in ("highest", "topmost", "uppermost")):
        if (mention.count and mention.count > 1) or mention.plural:
            return None
        return _most(groups, 0, 1)
    if adjective in _LOWEST and unit:
        return None if mention.plural else _most(groups, 0, -1)
    if adjective in _BIG or adjective in _SMALL:
        if unit:
            return _most(groups, 0, 1) if adjective == "tallest" else None
        sizes = [len(np.unique(group[:, 0])) if mention.family == "tower" else len(group) for group in groups]
        best = max(sizes) if adjective in _BIG else min(sizes)
        return [group for group, size in zip(groups, sizes, strict=True) if size == best]
    if adjective == "corner" and unit:
        return _in_place(groups, "corner", scene) or None
    for direction in _directions(adjective, scene):
        if mention.plural or mention.count not in (None, 1):
            return None
        groups = _most(groups, *axis_and_sign(direction))
    return groups if _directions(adjective, scene) else None


def _directions(adjective: str, scene: Scene) -> list[str]:
    """The compass directions of "northernmost", "southeastern" or, with a facing, "leftmost"."""
    if adjective in ("left", "leftmost", "right", "rightmost"):
        side = adjective.removesuffix("most")
        return [turn(scene.facing, SIDES[side])] if scene.facing else []
    stem = re.fullmatch(r"(north|south)?(east|west)?(?:ern)?-?(?:most)?", adjective)
    return [part for part in stem.groups() if part] if stem else []


def _most(groups: list[Cells], axis: int, sign: int) -> list[Cells]:
    """The groups that reach furthest along an axis."""
    reach = [int((group[:, axis] * sign).max()) for group in groups]
    return [group for group, one in zip(groups, reach, strict=True) if one == max(reach)]


def _in_place(groups: list[Cells], place: str, scene: Scene) -> list[Cells] | None:
    """The groups in a part of the zone, "northeast corner", "middle"; None if it is not understood."""
    if place in ("middle", "centre"):
        off = [abs(group[:, 1:] - HALF).max(axis=1).min() for group in groups]
        # "The middle" is often the middle of something else.
        if max(off) > 1 and min(off) <= 3:
            return None
        near = min(off) if max(off) <= 1 else 1
        return [group for group, one in zip(groups, off, strict=True) if one <= near]
    if place == "corner":
        return [group for group in groups if (abs(group[:, 1:] - HALF) == HALF).all(axis=1).any()]
    if place in ("left", "right"):
        directions = _directions(place, scene)
        return _most(groups, *axis_and_sign(directions[0])) if directions else None
    stem = re.match(r"(?:top |bottom )?(north|south)?(east|west)?", place)
    directions = [part for part in stem.groups() if part] if stem else []
    if not directions:
        return None
    if "corner" in place or "edge" in place or "border" in place or "wall" in place:
        for direction in directions:
            axis, sign = axis_and_sign(direction)
            groups = [group for group in groups if ((group[:, axis] - HALF) * sign >= HALF - 1).any()]
        return groups
    for direction in directions:
        groups = _most(groups, *axis_and_sign(direction)) if groups else groups
    return groups

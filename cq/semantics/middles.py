"""The middle of things: of a line, of a wall, of things around a centre."""

from __future__ import annotations

from collections.abc import Collection

from cq.language.program import Ref
from cq.semantics.choices import Hole
from cq.semantics.geometry import Thing, box, runs, varying_axes
from cq.semantics.scene import Scene, cells_of


def line(found: Collection[Thing]) -> list[Thing] | None:
    """The things in their order, if they stand on a line along an axis; else None."""
    axes = varying_axes([min(thing) for thing in found])
    return sorted(found, key=lambda thing: min(thing)[axes[0]]) if len(axes) == 1 else None


def middle(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    """The things in the middle of all, as many as a reference names, or none."""
    if len(found) == 1:
        return found
    wanted = ref.number or 1
    inline = line(found)
    if inline is not None:
        if len(inline) % 2 != wanted % 2 and ref.number is None and ref.plural:
            wanted = 2
        if (len(inline) - wanted) % 2 or len(inline) <= wanted:
            return []
        margin = (len(inline) - wanted) // 2
        return inline[margin : margin + wanted]
    if ref.plural and ref.noun in ("block", "part"):
        return _middle_blocks(found, ref, scene)
    low, high = box(cells_of(found))
    central = [
        thing
        for thing in found
        if all(box(thing)[0][i] + box(thing)[1][i] == low[i] + high[i] for i in range(3))
    ]
    column = scene.zone.middle[1:]
    in_zone = (
        [thing for thing in found if all(cell[1:] == column for cell in thing)] if len(found[0]) > 1 else []
    )
    return central or in_zone or _middles_of_lines(found, wanted)


def _middles_of_lines(found: list[Thing], wanted: int) -> list[Thing]:
    """The middles of the longest lines of blocks, for blocks of which none is in the middle of all."""
    if wanted != 1 or any(len(thing) > 1 for thing in found):
        return []
    cells = cells_of(found)
    lines = [sorted(run) for way in ("up", "east", "south") for run in runs(cells, way, 3) if len(run) % 2]
    longest = max(map(len, lines), default=0)
    middles = {run[len(run) // 2] for run in lines if len(run) == longest}
    return [thing for thing in found if thing & middles]


def _middle_blocks(found: list[Thing], ref: Ref, scene: Scene) -> list[Thing]:
    """The middle column of a wall, or its blocks that are not at the top or foot."""
    number = ref.number
    low, high = box(cells_of(found))
    column = [thing for thing in found if all(2 * min(thing)[i] == low[i] + high[i] for i in (1, 2))]
    inner = [thing for thing in column if low[0] < min(thing)[0] < high[0]]
    fitting = [some for some in (column, inner) if some and number in (None, len(some))]
    if not fitting or fitting[0] == fitting[-1]:
        return fitting[0] if fitting else []
    return scene.decide(Hole("which", ref, "middle", "middle"), [(column, 3.0), (inner, 1.0)])

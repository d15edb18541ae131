"""Assigns new things to spots: the cells of each thing and their colours."""

from __future__ import annotations

from dataclasses import replace

from cq.language.program import Anchored, Beside, End, Extreme, OnTop, Place, Ref, Size, Span
from cq.language.program import Thing as NewThing
from cq.semantics.choices import Failure, Hole, equally, unsaid
from cq.semantics.geometry import HORIZONTAL, STEPS, box, step
from cq.semantics.scene import Scene, cells_of
from cq.semantics.shapes.blocks import blocks
from cq.semantics.shapes.colouring import Group, coloured
from cq.semantics.shapes.lines import lines
from cq.semantics.shapes.measures import LINES, STROKES, length_of, said, unmade
from cq.semantics.shapes.reaching import until_blocked
from cq.semantics.shapes.whole import is_whole, whole
from cq.semantics.spots import Spot, Spots
from cq.types import Cell
from cq.world.directions import OPPOSITE

ON_THE_GROUND = (("stands", 0.95), ("floats", 0.05))
"""A tower beside a floating block stands on the ground, in recorded orders."""

UP_THERE = (("stands", 0.5), ("floats", 0.5))
"""The same for a tower beside the topmost thing."""

BESIDE_TALL = (("stands", 0.6), ("floats", 0.4))
"""The same for a row beside a thing several blocks high, if no level is named."""

VERTICAL_ROW = (("stands", 0.7), ("lies", 0.3))
"""A vertical row stands, or it lies in the direction of the look, as on a map."""


def groups(
    new: NewThing, where: Spots, stacked: bool, scene: Scene, place: Place | None = None
) -> list[Group]:
    """The cells of new things at the spots of a place, one group for each thing.

    `stacked` is True for the verb "stack", `place` is the place of the spots. Open details are chosen
    (`Choices`): colour, direction, position. Raises `Failure` if the thing is impossible or too open.
    """
    new = turned(new, scene)
    if (
        isinstance(place, Span)
        and place.direction is not None
        and scene.direction(place.direction) in HORIZONTAL
    ):
        stacked = False
    if new.shape == "block" and new.count == 1 and new.pattern == "sequence":
        new = replace(new, count=len(new.colours), plural=True)  # "A green, a red and then a blue block"
    if new.then:
        return _in_sequence(
            [replace(new, then=()), *(turned(thing, scene) for thing in new.then)],
            where,
            stacked,
            scene,
            place,
        )
    return coloured(_arranged(new, where, stacked, scene, place), new, place, scene, _is_directed(new, where))


def _is_directed(new: NewThing, where: Spots) -> bool:
    """Whether the end at which a line begins is given."""
    if new.heading or new.axis or new.start or where.ends is not None:
        return True
    return len(where.spots) == 1 and where.anchor in ("", "start")


def turned(new: NewThing, scene: Scene) -> NewThing:
    """The thing with compass directions instead of the builder's own sides."""
    given = {
        name: scene.direction(value)
        for name in ("axis", "heading", "opens", "faces", "top", "start")
        if (value := getattr(new, name)) is not None
    }
    return replace(new, **given) if given else new  # type: ignore[arg-type]


def is_upright(new: NewThing, stacked: bool) -> bool:
    """Whether a thing is built upwards from a foot. "Stack three blocks going west" is a row."""
    if (new.heading or new.axis) and new.shape in ("block", "one"):
        return (new.heading or new.axis) == "up"
    if new.posture == "flat":
        return False
    return new.shape == "tower" or (stacked and new.shape in ("block", "one")) or new.posture == "upright"


def _arranged(
    new: NewThing, where: Spots, stacked: bool, scene: Scene, place: Place | None
) -> list[list[Cell]]:
    """The cells of new things of one kind."""
    if new.shape in ("arch", "bridge", "table") and (new.gap or said(new, "arm")):
        # The distance of its legs.
        wide = () if not new.gap else (Size("bar", new.gap + 2),)
        arch = "arch" if new.shape == "bridge" else new.shape
        new = replace(new, shape=arch, gap=None, sizes=(*new.sizes, *wide))
    if new.gap:
        return _spaced(new, new.gap, where, stacked, scene, place)
    new = _as_line(_stroke(new, where), scene)
    if new.heading in HORIZONTAL and isinstance(place, End):
        where = _from_ends(new, where, scene)
    upright = is_upright(new, stacked)
    in_layers = new.pattern == "sequence" and new.start in ("up", "down") and len(new.colours) > 1
    if new.shape == "layer" and (new.count or 1) > 1 and (new.dims or isinstance(place, OnTop)):
        shape = "square" if new.dims else "layer"
        new = replace(new, shape=shape, count=1, sizes=(*new.sizes, Size("high", new.count)))
    elif (
        is_whole(new) and in_layers and new.shape in ("wall", "square", "cube") and said(new, "high") is None
    ):
        new = replace(new, sizes=(*new.sizes, Size("high", len(new.colours))))
    if is_whole(new):
        if new.count not in (1, None) and len(where.spots) != new.count:
            raise Failure("impossible", f"several of a {new.shape} at one place", new)
        if new.count != 1 or (where.every and len(where.spots) > 1):
            return [whole(new, replace(where, spots=(spot,)), place, scene) for spot in where.spots]
        return [whole(new, where, place, scene)]
    if (where.grounded and upright) or (new.shape == "row" and _is_beside_tall(place, scene)):
        where = _on_the_ground(new, where, scene, place)
    if any(size.dimension == "until" for size in new.sizes):
        new = until_blocked(new, where, upright, scene)
    if new.shape in LINES:
        if new.shape == "bridge":
            new = replace(new, shape="row")
        return lines(new, where, place, scene)
    if new.shape not in ("block", "one", "layer"):
        raise unmade(new)
    if new.sizes or new.dims:
        raise Failure("impossible", "a block has no size", new)
    return blocks(new, where, upright, place, scene)


def _stroke(new: NewThing, where: Spots) -> NewThing:
    """A part of a figure as a line, which stands or lies, depending on its traits and its place."""
    if new.shape not in STROKES:
        return new
    grows = {spot.grow for spot in where.spots}
    lies = new.posture == "flat" or new.axis or new.heading in HORIZONTAL or said(new, "long", "wide")
    stands = (
        new.posture == "upright" or said(new, "high") or grows & {"up", "down"} or not grows & set(HORIZONTAL)
    )
    return replace(new, shape="row" if lies or not stands else "tower")


def _from_ends(new: NewThing, where: Spots, scene: Scene) -> Spots:
    """ "Going north from both ends": from the last blocks of a line, or from the cells after them."""
    turned_spots = [
        spot
        for spot in where.spots
        if spot.grow in HORIZONTAL and new.heading not in (spot.grow, OPPOSITE[spot.grow])
    ]
    if len(turned_spots) < len(where.spots):
        return where
    ends = tuple(
        replace(spot, cell=step(step(spot.cell, OPPOSITE[spot.grow]), str(new.heading)))
        for spot in where.spots
    )
    chosen = scene.choices.choose(Hole("place", new, "start"), [(ends, 2.0), (where.spots, 1.0)])
    return replace(where, spots=chosen)


def _spaced(
    new: NewThing, gap: int, where: Spots, stacked: bool, scene: Scene, place: Place | None
) -> list[list[Cell]]:
    """Blocks of a line with free cells between them."""
    number = length_of(new) if new.shape in LINES else new.count
    if new.shape not in (*LINES, "block", "one") or (new.shape in LINES and new.count != 1):
        raise Failure("impossible", f"a {new.shape} has no gaps", new)
    shape = "tower" if is_upright(new, stacked) else "row" if new.shape in ("block", "one") else new.shape
    sizes = () if number is None else (Size("blocks", number + (number - 1) * gap),)
    whole_line = replace(new, shape=shape, count=1, sizes=sizes, dims=(), gap=None)
    return [line[:: gap + 1] for line in _arranged(whole_line, where, stacked, scene, place)]


def _as_line(new: NewThing, scene: Scene) -> NewThing:
    """ "Red blocks three high" as a tower, "four blocks from west to east" as a row."""
    if new.shape == "row" and new.posture == "upright" and new.count == 1:
        hole = Hole("axis", new, "posture", default="vertical row")
        if new.axis or new.heading or scene.choices.choose(hole, VERTICAL_ROW) == "lies":
            away = scene.direction("back")
            return replace(new, posture="", axis=new.axis or (None if new.heading else away))
        sizes = (
            replace(size, dimension="high") if size.dimension in ("long", "any") else size
            for size in new.sizes
        )
        return replace(new, shape="tower", posture="", sizes=tuple(sizes))
    if new.shape not in ("block", "one"):
        return new
    long, high = said(new, "long", "wide"), said(new, "high")
    if high == 1 and new.count is None:
        return replace(new, sizes=())
    if (high or 0) > 1 and (long or 0) > 1:
        return replace(new, shape="wall", count=1)
    if (
        high is not None
        and (new.count in (None, high) or (new.shape == "one" and new.count == 1))
        and not new.dims
    ):
        return replace(new, shape="tower", count=1, sizes=(Size("high", high),))
    if long is not None and new.count in (None, long) and not new.dims:
        return replace(new, shape="row", count=1, sizes=(Size("long", long),))
    if new.axis and new.count is not None and new.count > 1 and not new.sizes:
        return replace(new, shape="row", count=1, sizes=(Size("blocks", new.count),))
    return new


def _is_beside_tall(place: Place | Ref | None, scene: Scene) -> bool:
    """Whether a place is beside the thing mentioned last, and that is higher than a block."""
    while isinstance(place, Anchored | Span):
        place = place.place if isinstance(place, Anchored) else place.start
    if not isinstance(place, Beside) or place.landmark != Ref("it") or not scene.focus:
        return False
    low, high = box(cells_of(scene.focus))
    return low[0] < high[0]


def _on_the_ground(new: NewThing, where: Spots, scene: Scene, place: Place | None) -> Spots:
    """Spots beside a floating thing, moved to the ground for a tower that stands there."""
    dropped: dict[tuple[int, int], Spot] = {}
    for spot in where.spots:
        foot = replace(spot, cell=scene.dropped(spot.cell)) if scene.is_free(spot.cell) else spot
        dropped.setdefault(foot.cell[1:], foot)
    spots = where.spots
    if len(dropped) == 1 and len(spots) > 1:
        (foot,) = dropped.values()
        top = max(spot.cell[0] for spot in spots)
        fallen = tuple(replace(foot, cell=(y, *foot.cell[1:])) for y in range(foot.cell[0], top + 1))
    elif len(dropped) == len(spots):
        fallen = tuple(dropped.values())
    else:
        return where
    if fallen == spots:
        return where
    landmark = getattr(place, "landmark", None)
    if isinstance(landmark, Ref) and Extreme("up") in landmark.limits:
        # Beside the topmost thing, the tower may be up there.
        hole, options = Hole("place", new, "level", default="tower floor beside the top"), UP_THERE
    elif new.shape == "row" and not is_upright(new, False):
        hole, options = Hole("place", new, "level"), BESIDE_TALL
    else:
        hole, options = Hole("place", new, "level", default="tower floor"), ON_THE_GROUND
    if scene.choices.choose(hole, options) == "floats":
        return where
    return replace(where, spots=fallen)


def _in_sequence(
    things: list[NewThing], where: Spots, stacked: bool, scene: Scene, place: Place | None
) -> list[Group]:
    """ "One orange and then one yellow block on the tower": one after the other, at each spot."""
    if any(is_whole(thing) for thing in things):
        raise Failure("impossible", "no way to put them in a line", things[0])
    if len(where.spots) == len(things) > 1 and not where.every and all(thing.count == 1 for thing in things):
        return [
            group
            for thing, spot in zip(things, where.spots, strict=True)
            for group in _single(thing, spot, where, stacked, scene, place)
        ]
    found: list[Group] = []
    for spot in where.spots:
        found += _one_after_another(things, spot, where, stacked, scene, place)
    return found


def _single(
    new: NewThing, spot: Spot, where: Spots, stacked: bool, scene: Scene, place: Place | None
) -> list[Group]:
    at = replace(where, spots=(spot,), filled=False, each=False, every=False)
    return coloured(_arranged(new, at, stacked, scene, place), new, place, scene)


def _one_after_another(
    things: list[NewThing], spot: Spot, where: Spots, stacked: bool, scene: Scene, place: Place | None
) -> list[Group]:
    upright = all(is_upright(thing, stacked) for thing in things)
    way = (
        next((thing.heading or thing.axis for thing in reversed(things) if thing.heading or thing.axis), "")
        or spot.grow
    )
    if upright and way != "down":
        way = "up"
    if way not in STEPS:
        ways = equally((*HORIZONTAL, "up"))
        way = scene.choices.choose(Hole("direction", things[0], "heading"), ways)
    if upright and where.grounded:
        spot = _on_the_ground(things[0], replace(where, spots=(spot,)), scene, place).spots[0]
    found: list[Group] = []
    cell = spot.cell
    counts = [(length_of(thing) if thing.shape in LINES else thing.count) or 0 for thing in things]
    if where.anchor == "middle" and way in HORIZONTAL and all(counts):
        if sum(counts) % 2 == 0:
            raise Failure("open", "which of them is in the middle is not said", things[0])
        cell = step(cell, OPPOSITE[way], sum(counts) // 2)
    for thing in things:
        number = length_of(thing) if thing.shape in LINES else None
        thing = replace(thing, heading=None, axis=None)
        if thing.shape in ("tower", "row") and number is not None and thing.count == 1:
            thing = replace(thing, shape="block", count=number, sizes=())
        elif thing.shape in LINES:
            raise unsaid("size", f"the size of the {thing.shape} is not said", thing, "sizes")
        if thing.count is None:
            raise unsaid("count", "how many is not said", thing, "count")
        line = [step(cell, way, i) for i in range(thing.count)]
        found += coloured([line], thing, place, scene)
        cell = step(cell, way, thing.count)
    return found

"""Carries out commands that make new things."""

from __future__ import annotations

from dataclasses import replace

from cq.language.program import (
    Around,
    At,
    Corner,
    Instead,
    Joined,
    Make,
    Middle,
    OnTop,
    Place,
    Ref,
    Several,
    Size,
    Span,
    Under,
)
from cq.language.program import Thing as NewThing
from cq.semantics.carrying import execute
from cq.semantics.choices import Failure, Hole, unsaid
from cq.semantics.fitting_places import about_its_middle, over_all, parallel, ring_of_size, under_what_ends_it
from cq.semantics.geometry import Thing, box, step
from cq.semantics.places import spots
from cq.semantics.places.combined import centred_line
from cq.semantics.pronouns import other_it
from cq.semantics.reference import resolve_reference
from cq.semantics.scene import Blocks, Scene
from cq.semantics.shapes import Group, groups
from cq.semantics.shapes.corner_copies import corner_copies
from cq.semantics.shapes.measures import FIGURES, SAME, length_of, measured, model_of, said, unmade
from cq.semantics.shapes.whole import located
from cq.semantics.spots import Spots
from cq.semantics.structures import KINDS
from cq.world.directions import OFFSETS


@execute.register
def _(command: Make, scene: Scene) -> None:
    before, focus = dict(scene.cells), scene.focus
    scene.making = command.thing
    try:
        _make(command, scene)
    except Failure as failure:
        other = other_it(scene)
        if failure.kind not in ("impossible", "absent") or not other or not _is_at_it(command.place):
            raise
        # "A blue block east of the red one and a green one on its west side": "its" is the red one.
        scene.cells, scene.focus = Blocks(before), other
        try:
            _make(command, scene)
        except Failure:
            scene.cells, scene.focus = Blocks(before), focus
            raise failure from None


def _is_at_it(place: Place | None) -> bool:
    """Whether a place is at "it"."""
    if isinstance(place, Joined):
        return any(map(_is_at_it, place.places))
    landmark = place.start if isinstance(place, Span) else getattr(place, "landmark", None)
    return isinstance(landmark, Ref) and (landmark.noun == "it" or landmark.of == Ref("it"))


def _in_its_colour(command: Make, scene: Scene) -> None:
    """Make a thing in the colour of its landmark, one for each of several."""
    landmark = getattr(command.place, "landmark", None)
    if not isinstance(landmark, Ref):
        raise unsaid("colour", "the colour is not said", command.thing, "colours")
    made: list[Thing] = []
    for thing in resolve_reference(landmark, scene):
        colour = scene.cells[max(thing)]
        new = replace(command.thing, colour_of=None, colours=(colour,))
        scene.focus = [thing]
        _make(Make(new, replace(command.place, landmark=Ref("it"))), scene)  # type: ignore[type-var]
        made += scene.focus
    scene.mention(made)


def _make(command: Make, scene: Scene) -> None:
    if command.thing.colour_of == Ref("same"):
        _in_its_colour(command, scene)
        return
    command = _where(command, scene)
    if command.place is None:
        _anywhere(command, scene)
        return
    new = _as_copy(like_the_last(command.thing, scene, command.place), command.place)
    new = parallel(new, command.place, scene)
    place = about_its_middle(new, command.place)
    new = _as_row(new, place)
    touched = [size.like for size in new.sizes if size.dimension == "touch" and size.like is not None]
    new = replace(new, sizes=tuple(size for size in new.sizes if size.dimension != "touch"))
    joined = [thing for ref in touched for thing in resolve_reference(_named_before(ref, place), scene)]
    if new.shape in KINDS and new.shape != "block":
        scene.nouns = [new.shape, *(noun for noun in scene.nouns if noun != new.shape)]
    if isinstance(place, Several) and new.then and len(place.places) == len(new.then) + 1:
        _one_by_one(new, place, scene)
        return
    if new.like is not None and new.shape not in ("tower", "row", "diagonal"):
        made = [copied(new, place, scene)]
    else:
        new, place, made = _groups(new, place, command.stacked, bool(joined), scene)
    near = {step(cell, way) for group in made for cell, _ in group for way in OFFSETS}
    if not all(near & thing for thing in joined):
        raise Failure("contradiction", "it does not touch what it is to touch", command)
    scene.place(block for group in made for block in group)
    if isinstance(place, Around) and isinstance(place.landmark, Ref):
        scene.mention(resolve_reference(place.landmark, scene))  # The surrounded thing is in focus.
    else:
        scene.mention([frozenset(cell for cell, _ in group) for group in made])
    if new.colours and not new.then:
        scene.model = new


def _where(command: Make, scene: Scene) -> Make:
    """The command with its place; without one if it may be anywhere."""
    if command.place is None and (below := under_what_ends_it(command.thing)):
        command = below
    if command.place in (None, At(level=1)) and (whole := over_all(command.thing, scene.zone)):
        command = whole
    if command.place is None and not scene.choices.free:
        if command.thing.shape in FIGURES:
            raise unmade(command.thing)  # Its place should not be asked for first.
        raise unsaid("place", "no place is said", command, "place")
    if isinstance(command.place, Corner) and command.place == Corner(every=True) and _is_area(scene):
        of_it = replace(command, place=replace(command.place, landmark=Ref("it")))
        ways: list[tuple[Make, float]] = [(of_it, 2.0), (command, 1.0)]
        command = scene.choices.choose(Hole("place", command, "place"), ways)
    return command


def _as_row(new: NewThing, place: Place) -> NewThing:
    """ "Five blocks along z 4, centred" are a row."""
    is_loose = new.shape in ("block", "one") and not new.then and new.count != 1
    if not (is_loose and isinstance(place, Joined) and centred_line(place.places)):
        return new
    sizes = new.sizes if new.count is None else (*new.sizes, Size("blocks", new.count))
    return replace(new, shape="row", sizes=sizes, count=1, plural=False)


def _groups(
    new: NewThing, place: Place, is_stacked: bool, is_joined: bool, scene: Scene
) -> tuple[NewThing, Place, list[Group]]:
    """The new thing, its place, and the blocks of each; `is_joined` with other things."""
    if new.shape == "row" and new.count == 1 and isinstance(place, Around) and length_of(new) is None:
        new = replace(new, shape="ring")  # "A fence all the way round it".
    if new.shape == "ring" and isinstance(place, Around) and not place.gap and place.corners is None:
        place = replace(place, corners=True)
    new, place = ring_of_size(new, place, scene)
    if new.like is not None and not new.colours:
        new = _in_its_colours(new, place, scene)
    new = measured(new, place, scene)
    where = spots(place, scene)
    if is_joined and where.filled:  # A thing that joins others along an edge does not take their cells.
        where = replace(where, spots=tuple(spot for spot in where.spots if scene.is_free(spot.cell)))
    if isinstance(place, Several) and len(where.spots) < len(place.places):
        raise Failure("contradiction", "two of the places are one", place)
    if isinstance(place, Under) and len(where.spots) == 1 and _is_endless(new):
        new = replace(new, sizes=(Size("until", like=Ref("ground")),))
    if where.standing and where.anchor == "start":
        new = _besides_the_first(new, where, scene)
    made = groups(new, where, is_stacked, scene, place)
    if where.standing:
        own = {spot.cell for spot in where.spots}
        made = [[block for block in group if block[0] not in own] for group in made]
    return new, place, made


def _is_area(scene: Scene) -> bool:
    """Whether something with corners was just made: "on each corner" may mean its own."""
    if len(scene.focus) != 1 or not scene.focus[0] <= set(scene.made) or scene.model is None:
        return False
    low, high = box(scene.focus[0])
    return high[1] > low[1] and high[2] > low[2]


def _anywhere(command: Make, scene: Scene) -> None:
    """Make something where there is room on the ground, as near to the middle of the zone as possible."""
    _, *middle = scene.zone.middle
    columns = sorted(
        scene.zone.floor,
        key=lambda cell: (max(abs(a - b) for a, b in zip(cell[1:], middle, strict=True)), cell),
    )
    before = dict(scene.cells)
    for place in (Middle(), *(At(x - middle[0], z - middle[1], 1) for _, x, z in columns)):
        try:
            _make(replace(command, place=place), scene)
        except Failure as failure:
            if failure.kind == "open":
                raise
            scene.cells = Blocks(before)
        else:
            return
    raise Failure("impossible", "it has room nowhere", command)


FLAT = ("ring", "square", "plus")
"""Shapes that lie on one of their kind as a layer of the same size."""


def _as_copy(new: NewThing, place: Place) -> NewThing:
    """ "A structure of the same size", a structure in a corner like the others, and "another ring on top of
    the ring" are copies.
    """
    landmark = place.landmark if isinstance(place, OnTop) and isinstance(place.landmark, Ref) else None
    is_plain = new.count == 1 and not (new.sizes or new.dims or new.like)
    if landmark is not None and is_plain and new.shape in FLAT and new.shape == landmark.noun:
        return replace(new, like=landmark)
    if new.shape != "structure" or new.like is not None:
        return new
    sizes = tuple(size for size in new.sizes if size.like != SAME)
    if len(sizes) < len(new.sizes) or isinstance(place, Corner):
        return replace(new, like=SAME, sizes=sizes)
    return new


def _besides_the_first(new: NewThing, where: Spots, scene: Scene) -> NewThing:
    """ "Three purple blocks in a row, starting from the red block": three new ones, most often."""
    number = said(new, "blocks")
    if (
        number is None
        or not new.colours
        or {scene.cells[spot.cell] for spot in where.spots} & set(new.colours)
    ):
        return new
    longer = tuple(Size("blocks", number + 1) if size.dimension == "blocks" else size for size in new.sizes)
    hole = Hole("count", new, "first")
    return scene.decide(hole, [(replace(new, sizes=longer), 6.0), (new, 1.0)])


def _one_by_one(new: NewThing, place: Several, scene: Scene) -> None:
    """Make several things, each at its place."""
    made: list[Group] = []
    for thing, where in zip((replace(new, then=()), *new.then), place.places, strict=True):
        found = groups(thing, spots(where, scene), False, scene, where)
        if len(found) > 1 and all(len(group) == 1 for group in found):
            found = [[block for group in found for block in group]]
        made += found
    scene.place(block for group in made for block in group)
    scene.mention([frozenset(cell for cell, _ in group) for group in made])


def _in_its_colours(new: NewThing, place: Place, scene: Scene) -> NewThing:
    """A line like another, in the colours of the other from its foot or start on."""
    assert new.like is not None
    colours = tuple(scene.cells.get(cell, "") for cell in sorted(model_of(new.like, new, place, scene)))
    if "" in colours:
        return new
    return replace(new, colours=colours[:1] if len(set(colours)) == 1 else colours, pattern="sequence")


def _named_before(ref: Ref, place: Place) -> Ref:
    """ "Them" in "on the towers, connecting them": the landmark."""
    landmark = getattr(place, "landmark", None)
    return landmark if ref.noun == "it" and isinstance(landmark, Ref) else ref


def _is_endless(new: NewThing) -> bool:
    """Whether no length is said; a thing built under another then reaches the ground."""
    many = (new.shape == "tower" and new.count == 1) or (new.shape == "block" and new.count is None)
    return many and not (new.sizes or new.dims or new.then)


def like_the_last(new: NewThing, scene: Scene, place: Place) -> NewThing:
    """The meaning of "one", "another" and a bare number: a new thing like the one made last; on top of
    something, a block.
    """
    model = scene.model
    if new.shape != "one" or model is None:
        return new
    if isinstance(place, OnTop) and model.shape not in ("block", "one"):
        return replace(new, shape="block", colours=new.colours or model.colours[:1])
    if not new.colours and new.count == 1 and not new.sizes and model.count == 1:
        return replace(model, count=1)
    if (model.shape in ("tower", "row") or model.like is not None) and new.colours and not new.sizes:
        return replace(model, colours=new.colours, pattern=new.pattern, count=new.count)
    return replace(
        new, shape="block", colours=new.colours or model.colours, pattern=new.pattern or model.pattern
    )


def copied(new: NewThing, place: Place, scene: Scene) -> Group:
    """The blocks of a copy of a thing at a place, in the colour that is said, or else in its own."""
    loose = new.shape in ("block", "one")
    if new.like is None or (new.count not in (1, None) and not loose):
        raise Failure("impossible", "several copies at one place", new)
    if isinstance(place, Corner) and place.landmark is None and (images := corner_copies(new, place, scene)):
        return _counted(images, new, scene)
    thing = model_of(new.like, new, place, scene)
    where = spots(place, scene)
    cells = sorted(thing)
    moved = located([tuple(cells)], replace(new, shape="structure"), _as_whole(where, place), place, scene)
    colours = new.colours if len(new.colours) == 1 else ()
    was = {**scene.before, **scene.cells}
    if not colours and not was.keys() >= set(cells):
        raise Failure("absent", "what it copies is not there any more", new.like)
    made = [(to, colours[0] if colours else was[cell]) for cell, to in zip(cells, moved, strict=True)]
    return _counted(made, new, scene)


def _counted(made: Group, new: NewThing, scene: Scene) -> Group:
    """The blocks of a copy that are not there yet. Raises `Failure` if another number of blocks is said."""
    number = new.count if new.shape in ("block", "one") else said(new, "blocks")
    if number not in (None, 1, len(made)):
        raise Failure("contradiction", f"it has {len(made)} blocks, not {number}", new)
    return [(cell, colour) for cell, colour in made if scene.cells.get(cell) != colour]


def _as_whole(where: Spots, place: Place) -> Spots:
    return where if not isinstance(place, (Corner, Instead)) else replace(where, filled=False)

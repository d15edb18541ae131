"""How people speak of cells by where they are: areas that are filled, cells and corners that get a colour."""

from __future__ import annotations

from dataclasses import replace

from cq.language.notation import rules
from cq.language.program import (
    Around,
    At,
    Corner,
    Edge,
    Fill,
    Located,
    Make,
    Middle,
    Place,
    Ref,
    Several,
    Thing,
)


def _filled(place: Place, thing: Thing) -> Make | Fill | None:
    """An area to fill: all its free cells, unless the thing has a number, a size or a pattern."""
    if thing.shape not in ("block", "one") or (thing.count or 2) < 2:
        return None
    if isinstance(place, Edge):
        return Make(replace(thing, shape="block", plural=True), replace(place, along=True))
    if thing == Thing(shape=thing.shape, plural=True, colours=thing.colours[:1]) and type(place) is not Edge:
        return Fill(Ref("gap", limits=(Located(place),)), thing)
    return Make(replace(thing, shape="block", plural=True), place)


def _so_many_cells(number: int, place: Place) -> Place:
    """ "All eight cells around it" are those at the corners too."""
    if isinstance(place, Around) and place.corners is None and number in (4, 8):
        return replace(place, corners=number == 8)
    return place


def _coloured_cells(place: Place, colour: str) -> Make | None:
    """Cells that get a colour: a block of it in each. Cells of a present thing are its parts."""
    if isinstance(place, (Middle, Corner)) and place.landmark is not None:
        return None
    single = isinstance(place, (Middle, At)) or (isinstance(place, Corner) and not place.every)
    return Make(Thing(count=1 if single else None, plural=not single, colours=(colour,)), place)


def _given(place: Place, thing: Thing) -> Make | None:
    """ "Every cell gets a blue block": each of them."""
    if len(thing.colours) == 1 and thing == Thing(count=1, colours=thing.colours):
        return _coloured_cells(place, thing.colours[0])
    return Make(thing, place)


def _corner_colours(items: tuple[tuple[str, Place], ...]) -> Make | None:
    """A block of the corner's colour in each corner."""
    things, places = [], []
    for colour, place in items:
        for corner in place.places if isinstance(place, Several) else _corners(place):
            things.append(Thing(count=1, colours=(colour,)))
            places.append(corner)
    if len(places) != len(set(places)) or not 2 <= len(places) <= 4:
        return None
    return Make(replace(things[0], then=tuple(things[1:])), Several(tuple(places)))


def _corners(place: Place) -> tuple[Place, ...]:
    if not isinstance(place, Corner) or place.direction is None:
        return (place,)
    if not place.every:
        return (place,)
    pairs = {
        "north": ("northwest", "northeast"),
        "south": ("southwest", "southeast"),
        "west": ("northwest", "southwest"),
        "east": ("northeast", "southeast"),
        "back": ("back left", "back right"),
        "front": ("front left", "front right"),
        "left": ("back left", "front left"),
        "right": ("back right", "front right"),
    }
    return tuple(Corner(pair) for pair in pairs.get(place.direction, ()))


rules("""
# Areas and cells: "fill the area from (0,0) to (2,2) with red", "cover x 1..3, z 0..2 with blue".
@wholefloor: the whole (floor)
@zoneline: row
Area = Edge, 0.1: the [whole] {direction:Compass} @zoneline
hear Area = Span(At(0, 0, 1, ("west", "north")), At(0, 0, 1, ("east", "south"))), 0.3: @wholefloor
Area: {self:AreaSpan}
hear Area = replace(direction, along=True): {direction:EdgeNoun}
AreaSpan: the (area|region) {self:Span} | the area {self:Coordinates} | everything {self:Span} | {self:Span}
hear Command = _filled, 0.1: @fill {place:Area} @gapwith {thing:New} | @fill {place:Area} {thing:Coloured}
@acell: ground square|cell
@cells: cells|squares
# "Centre cell red", "the cells north and south of it blue", "all cells around it get a yellow block".
CellPlace: {self:MiddleNoun} | {self:CornerNoun} | {self:CornerOf} | [the] (cell|square|tile) {self:Place}
    [the|all the] [@free] @cells {self:Place} | every @acell {self:Place}
hear CellPlace = _so_many_cells: (all|the) {number:Number} [@free] @cells {place:Place}
@cellis: is|are|become|should be|:|in|to be
hear Make = _coloured_cells, 0.6: {place:CellPlace} [@cellis] {colour:Colour}
    {place:CellPlace} [@cellis] {colour:Colour} (block|blocks|one)
    fill {place:CellPlace} @gapwith {colour:Colour}
# Rather parts of what stands.
hear Make = _coloured_cells, 1.4: @recolour {place:CellPlace} {colour:Colour}
@cellgets: gets|get|should get|needs
hear Make = _given, 0.4: {place:CellPlace} @cellgets {thing:Thing}
# What stays empty.
@stayempty: stays
@clear: empty|free|open
EmptyPlace = Middle(landmark=Ref("it")): (its|the) @mid [@midnoun]
EmptyPlace = Middle(landmark=Ref("it")): (its|the) inside
hear Check, 0.2: {place:EmptyPlace} @stayempty @clear | @keep {place:EmptyPlace} @clear
# Corners by colour: "back corners red, front ones blue".
CornerGroup = Corner(every=True): the {direction:CornerWay} ones
CornerColour = ((colour, place),): {place:CornerGroup} {colour:Colour}
CornerColours = (*a, *b): {a:CornerColour} {b:CornerColour}
@corneredby: :
hear Make = _corner_colours, 0.2: @make {:CornerThing} @corneredby {items:CornerColours}
hear CornerThing = Thing(): a block in {:CornerNoun}
# Colours at coordinates, one after the other: "red at (2,0) and blue at (3,0)".
PointPlace: @atpoint {self:Point} | @atpoint {self:Coordinates} | {self:Point}
hear Make = Make(Thing(count=1, colours=(colour,)), place), 0.3: {colour:Colour} {place:PointPlace}
    {place:PointPlace} : {colour:Colour}
""")

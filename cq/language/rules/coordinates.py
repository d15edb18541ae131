"""How people say coordinates and levels: points, x and z alone, ranges, lists, heights."""

from __future__ import annotations

from cq.language.notation import rules
from cq.language.program import At, Direction, Edge, Ref
from cq.world.directions import COMPASS

IT = Ref("it")


def _line(number: int, side: str) -> At | None:
    """ "The second row from the north" of the zone."""
    return _inwards(number - 1, side) if number > 0 else None


def _from_edge(number: int, edge: Edge) -> At | None:
    """ "Two cells in from the north edge"."""
    return _inwards(number, edge.direction) if edge.direction in COMPASS else None


def _inwards(number: int, side: Direction) -> At:
    return At(None, number, edges=(side,)) if side in ("north", "south") else At(number, edges=(side,))


def _crossing(one: At, other: At) -> At | None:
    """ "The second row from the north, the third column from the west"."""
    if (one.x is None) == (other.x is None):
        return None
    x, z = (one, other) if other.x is None else (other, one)
    return At(x.x, z.z, edges=(*one.edges, *other.edges))


rules("""
@paren: '('
@shut: ')'
@eq: =|:|is|at|equals|of|coordinate
@uptoend: to|until|through|up to|till|thru
@atpoint: at|on|in|to|around|over|centred on|coordinates|at coordinates|at position|at the point|at cell
    position|onto|cell|at the cell|point|in cell|in the cell|on cell|at point|at the coordinates|at coordinate
    on the cell
Point = At: @paren {x} , {z} @shut | @paren {x} {z} @shut
Point = At: @paren x [@eq] {x} z [@eq] {z} @shut
Point = At: @paren {x} , {z} , {level} @shut
Point = At: {self:Point} [,] [at|on] level [@eq] {level:Number}
CountedLine = _line: [in|on] [the] {number:Ordinal} (row|column) from [the] {side:Compass} [edge|side]
Point = _crossing:
    {one:CountedLine} [,|and|, and|of] {other:CountedLine}
Coordinate = At: x [@eq] {x}
XItem = At: {x} | x [@eq] {x}
Coordinate = Several: x [@eq] {places+:XItem} (and|or) {places+:XItem}
Coordinate = Several, 1.5: x [@eq] {places+:XItem} , {places+:XItem}
XItems = Several: {places+:XItem} (and|, and) {places+:XItem} | {places+:XItem} , {self}
Coordinate = Several: x [@eq] {places+:XItem} , {self:XItems}
Coordinate = Span: [from] x [@eq] [from] {start:XItem} @uptoend {end:XItem}
    between x [@eq] {start:XItem} and {end:XItem}
Coordinate = Span: [from|between] x [@eq] {start:XItem} . . {end:XItem}
Coordinate = At: z [@eq] {z}
ZItem = At: {z} | z [@eq] {z}
Coordinate = Several: z [@eq] {places+:ZItem} (and|or) {places+:ZItem}
Coordinate = Several, 1.5: z [@eq] {places+:ZItem} , {places+:ZItem}
ZItems = Several: {places+:ZItem} (and|, and) {places+:ZItem} | {places+:ZItem} , {self}
Coordinate = Several: z [@eq] {places+:ZItem} , {self:ZItems}
Coordinate = Span: [from] z [@eq] [from] {start:ZItem} @uptoend {end:ZItem}
    between z [@eq] {start:ZItem} and {end:ZItem}
Coordinate = Span: [from|between] z [@eq] {start:ZItem} . . {end:ZItem}
@levelword: level|height|layer|y|storey|altitude|floor level|level number
@ordinallevel: level|layer|floor|storey|story|row up|height
@onground: ground level|floor level|at floor height|ground floor|at ground height|all on the ground
    all on ground level|lowest level|level with the ground|on the ground|on the floor|at ground level
    at floor level|on ground|on the ground level|on the bottom level|on the lowest level|on floor
    at the ground|at the ground level|on the ground floor|flat on the ground|lying on the ground
    on the lowest layer|on the bottom layer|on ground level|flat on the floor|to the ground
    directly on the ground|on the white floor|over the ground|along the ground|across the ground
    over the floor|along the floor|across the floor|all on the floor|both on the ground|both on the floor
At(z=0), 0.4: (in|on|along|across|over) the (middle|centre|center|central) row
At(x=0), 0.4: (in|on|along|across|over) the (middle|centre|center|central) column
@inwards: in|away|inwards|inside|further in
hear At = _from_edge, 0.1: [exactly] {number:Number} @cellwords @inwards from {edge:EdgeNoun}
Level = At: @levelword [@eq] {level:Number} | [the] {level:Ordinal} @ordinallevel
LevelPlace = At: (at|on|in|to|all on|up on|all at) {self:Level} | {self:Level} | @intheair {self:LevelPlace}
LevelPlace = At(level=1): @onground
LevelPlace = At(level=1), 1.2: on the (map|grid|board)
LevelPlace = Span: on levels {start:LevelItem} @uptoend {end:LevelItem}
    from level {start:LevelItem} to [level] {end:LevelItem}
LevelItem = At: {level:Number}
Coordinate:
    (at|on|in|with|all with|along|of|both|all|each at|both at|all at|both with|both on) {self:Coordinate}
At, 0.4: @atpoint {x} , {z}
hear Answer = At, 0.5: {x} , {z} | {x} {z}
Coordinate = Span(start=At(level=1)): from the (ground|floor) [up] to {end:Level}
    from the (ground|floor) [up] to the {end:Level}
Place, 0.05: @atpoint {self:Coordinates}
Place: {self:Coordinates} | @atpoint {self:Point} | {self:LevelPlace}
Coordinates: {self:Coordinate} | @paren {self:Coordinates} @shut
Place, 0.2: {self:Point}
Answer, 0.1: {self:Point}
Look: {place:Coordinates} : | {place:LevelPlace} :
CoordinateTail = Joined: {places+:Coordinate} | {places+:LevelPlace}
Coordinates = Joined: {places+:Coordinate} [and] {self:CoordinateTail}
CoordinateTail = Joined: {places+:Coordinate} [and] {self} | {places+:LevelPlace} [and] {self}
PointItem: @atpoint {self:Point} | {self:Point}
PointList = Several: {places+:PointItem} [and|,|, and] {places+:PointItem}
    {places+:PointItem} [and|,|, and] {self}
Several: {self:PointList}
Span: [from] {start:Point} @uptoend {end:Point} | between {start:Point} and {end:Point}
@area: the area|the square|the rectangle|the region|the space|the field|an area|a square|a rectangle|the box
    the block|the part
@areawith: from|between|between the corners|with corners|with the corners|with its corners at|from corner
    spanned by
Span: [in|over|on|of] @area @areawith {start:Point} @uptoend {end:Point}
    [in|over|on|of] @area @areawith {start:Point} and {end:Point}
Span: with corners {start:Point} and {end:Point} | (with corners|corners) at {start:Point} and {end:Point}
@levelof: at the same level as|at the level of|on the same level as|level with|at the same height as
    at the height of|on a level with|same level as|the same level as|same height as|in the same layer as
    on the level of|in the same plane as|on the same plane as|at the same height of
LevelOf: @levelof {landmark}
LevelOf(landmark=IT), 0.1: (at the same level|on the same level|at the same height)
""")

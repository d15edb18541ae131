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
@eq: =|:|is|of
@uptoend: to
@atpoint: at|on|in|to|over|at coordinates
Point = At: @paren {x} {z} @shut
Point = At: @paren x {x} z {z} @shut
Point = At: @paren {x} , {z} , {level} @shut
Point = At: {self:Point} [at|on] level {level:Number}
CountedLine = _line: [the] {number:Ordinal} (row|column) from the {side:Compass}
Point = _crossing: {one:CountedLine} [and] {other:CountedLine}
Coordinate = At: x [@eq] {x}
XItem = At: {x} | x [@eq] {x}
Coordinate = Several: x [@eq] {places+:XItem} and {places+:XItem}
XItems = Several: {places+:XItem} and {places+:XItem} | {places+:XItem} , {self}
Coordinate = Several: x [@eq] {places+:XItem} , {self:XItems}
Coordinate = Span: [from] x [@eq] [from] {start:XItem} @uptoend {end:XItem}
Coordinate = Span: [between] x [@eq] {start:XItem} . . {end:XItem}
Coordinate = At: z [@eq] {z}
ZItem = At: {z} | z [@eq] {z}
Coordinate = Several: z [@eq] {places+:ZItem} and {places+:ZItem}
ZItems = Several: {places+:ZItem} and {places+:ZItem}
Coordinate = Several: z [@eq] {places+:ZItem} , {self:ZItems}
Coordinate = Span: z [@eq] {start:ZItem} @uptoend {end:ZItem}
Coordinate = Span: z {start:ZItem} . . {end:ZItem}
@levelword: level|height|layer|storey
@ordinallevel: level|layer|floor|storey
@onground: ground level|floor level|at ground height|on the ground|on the floor|at ground level|on ground
    on the ground level|on floor|flat on the ground|lying on the ground|on ground level|flat on the floor
    along the ground|along the floor
At(z=0), 0.4: in the middle row
At(x=0), 0.4: in the middle column
@inwards: in|away
FromEdge = _from_edge: {number:Number} @cellwords [@inwards] from {edge:EdgeNoun}
hear At, 0.1: {self:FromEdge}
hear At = _crossing: {one:FromEdge} [and] {other:FromEdge}
@bothways: on both sides|from both sides|both ways|in both directions|on each side|from each side|diagonally
@inward: in|inwards|inward|diagonally in
hear Offset = Offset(edge, (Step("inwards", number),)), 0.5: {number:Number} @cellwords [@inwards] \
from {edge:EdgeNoun}
hear Offset = Offset(corner, (Step("inwards", number),)), 0.1: [diagonally] {number:Number} [@cellwords] \
@inward from {corner:CornerNoun} [@bothways]
hear Offset = Offset(corner, (Step("inwards", number),)), 0.1: {number:Number} [@cellwords] @inward \
from both (edges|sides) {corner:Corner}
Level = At: @levelword [@eq] {level:Number} | [the] {level:Ordinal} @ordinallevel
LevelPlace = At: (at|on|in|to|all at) {self:Level} | {self:Level} | @intheair {self:LevelPlace}
LevelPlace = At(level=1): @onground
LevelPlace = At(level=1), 1.2: on the (map|grid)
Coordinate: (at|on|with|along|both) {self:Coordinate}
At, 0.4: @atpoint {x} , {z}
hear Answer = At, 0.5: {x} {z}
Place, 0.05: @atpoint {self:Coordinates}
Place: {self:Coordinates} | @atpoint {self:Point} | {self:LevelPlace}
Coordinates: {self:Coordinate} | @paren {self:Coordinates} @shut
Place, 0.2: {self:Point}
Answer, 0.1: {self:Point}
Look: {place:Coordinates} : | {place:LevelPlace} :
CoordinateTail = Joined: {places+:Coordinate} | {places+:LevelPlace}
Coordinates = Joined: {places+:Coordinate} [and] {self:CoordinateTail}
CoordinateTail = Joined: {places+:Coordinate} [and] {self} | {places+:LevelPlace} {self}
PointItem: @atpoint {self:Point} | {self:Point}
PointList = Several: {places+:PointItem} [and] {places+:PointItem} | {places+:PointItem} {self}
Several: {self:PointList}
Span: {start:Point} @uptoend {end:Point} | between {start:Point} and {end:Point}
@levelof: at the same level as|at the level of|level with|at the same height as|at the height of
    same height as
LevelOf: @levelof {landmark}
LevelOf(landmark=IT), 0.1: (at the same level|at the same height)
""")

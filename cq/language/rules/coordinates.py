"""How people say coordinates and levels: points, x and z alone, ranges, lists, heights."""

from __future__ import annotations

from cq.language.grammar import hear, rule, words
from cq.language.program import At, Edge, Joined, LevelOf, Look, Ref, Several, Span
from cq.world.grid import HALF

IT = Ref("it")


words("paren", "(")
words("shut", ")")
words("eq", "=|:|is|at|equals|of|coordinate")
words("uptoend", "to|until|through|up to|till|thru")
words(
    "atpoint",
    "at|on|in|to|around|over|centred on|coordinates|at coordinates|at position|at the point|at cell|"
    "position|onto|cell|at the cell|point|in cell|in the cell|on cell|at point|at the coordinates|"
    "at coordinate|on the cell",
)
rule("Point", "@paren {x} , {z} @shut", "@paren {x} {z} @shut", makes=At)
rule("Point", "@paren x [@eq] {x} z [@eq] {z} @shut", makes=At)
rule("Point", "@paren {x} , {z} , {level} @shut", makes=At)
rule("Point", "{self:Point} [,] [at|on] level [@eq] {level:Number}", makes=At)


def _line(number: int, side: str) -> At | None:
    """ "The second row from the north" of the zone."""
    distance = HALF + 1 - number
    axis, sign = {"north": ("z", -1), "south": ("z", 1), "west": ("x", -1)}.get(side, ("x", 1))
    return At(**{axis: sign * distance}) if 0 < number <= 2 * HALF + 1 else None


rule(
    "CountedLine",
    "[in|on] [the] {number:Ordinal} (row|column) from [the] {side:Compass} [edge|side]",
    makes=_line,
)
rule(
    "Point",
    "{one:CountedLine} [,|and|, and|of] {other:CountedLine}",
    makes=lambda one, other: (
        None
        if (one.x is None) == (other.x is None)
        else At(*((one.x, other.z) if other.x is None else (other.x, one.z)))
    ),
)
for _axis in ("x", "z"):
    rule("Coordinate", f"{_axis} [@eq] {{{_axis}}}", makes=At)
    rule(f"{_axis.upper()}Item", f"{{{_axis}}}", f"{_axis} [@eq] {{{_axis}}}", makes=At)
    _item = f"{{places+:{_axis.upper()}Item}}"
    rule("Coordinate", f"{_axis} [@eq] {_item} (and|or) {_item}", makes=Several)
    rule("Coordinate", f"{_axis} [@eq] {_item} , {_item}", makes=Several, cost=1.5)
    rule(f"{_axis.upper()}Items", f"{_item} (and|, and) {_item}", f"{_item} , {{self}}", makes=Several)
    rule("Coordinate", f"{_axis} [@eq] {_item} , {{self:{_axis.upper()}Items}}", makes=Several)
    _ends = [f"{{{end}:{_axis.upper()}Item}}" for end in ("start", "end")]
    rule(
        "Coordinate",
        f"[from] {_axis} [@eq] [from] {_ends[0]} @uptoend {_ends[1]}",
        f"between {_axis} [@eq] {_ends[0]} and {_ends[1]}",
        makes=Span,
    )
    rule("Coordinate", f"[from|between] {_axis} [@eq] {_ends[0]} . . {_ends[1]}", makes=Span)
words("levelword", "level|height|layer|y|storey|altitude|floor level|level number")
words("ordinallevel", "level|layer|floor|storey|story|row up|height")
words(
    "onground",
    "ground level|floor level|at floor height|ground floor|at ground height|all on the ground|"
    "all on ground level|lowest level|level with the ground|on the ground|on the floor|at ground level|"
    "at floor level|on ground|on the ground level|on the bottom level|on the lowest level|on floor|"
    "at the ground|at the ground level|on the ground floor|flat on the ground|lying on the ground|"
    "on the lowest layer|on the bottom layer|on ground level|flat on the floor|to the ground|"
    "directly on the ground|on the white floor|over the ground|along the ground|across the ground|"
    "over the floor|along the floor|across the floor|all on the floor|both on the ground|both on the floor",
)
rule(At, "(in|on|along|across|over) the (middle|centre|center|central) row", z=0, cost=0.4)
rule(At, "(in|on|along|across|over) the (middle|centre|center|central) column", x=0, cost=0.4)


def _from_edge(number: int, edge: Edge) -> At | None:
    """ "Two cells in from the north edge"."""
    at = {"north": {"z": -5 + number}, "south": {"z": 5 - number}, "west": {"x": -5 + number}}
    at["east"] = {"x": 5 - number}
    return At(**at[edge.direction]) if edge.direction in at else None


words("inwards", "in|away|inwards|inside|further in")
rule(
    At,
    "[exactly] {number:Number} @cellwords @inwards from {edge:EdgeNoun}",
    makes=_from_edge,
    cost=0.1,
    says=False,
)
rule("Level", "@levelword [@eq] {level:Number}", "[the] {level:Ordinal} @ordinallevel", makes=At)
rule(
    "LevelPlace",
    "(at|on|in|to|all on|up on|all at) {self:Level}",
    "{self:Level}",
    "@intheair {self:LevelPlace}",
    makes=At,
)
rule("LevelPlace", "@onground", makes=At, level=1)
rule("LevelPlace", "on the (map|grid|board)", makes=At, level=1, cost=1.2)  # All that stands is on the map.
rule(
    "LevelPlace",
    "on levels {start:LevelItem} @uptoend {end:LevelItem}",
    "from level {start:LevelItem} to [level] {end:LevelItem}",
    makes=Span,
)
rule("LevelItem", "{level:Number}", makes=At)
rule(
    "Coordinate",
    "(at|on|in|with|all with|along|of|both|all|each at|both at|all at|both with|both on) {self:Coordinate}",
)
rule(At, "@atpoint {x} , {z}", cost=0.4)
hear("Answer", "{x} , {z}", "{x} {z}", makes=At, cost=0.5)
rule(
    "Coordinate",
    "from the (ground|floor) [up] to {end:Level}",
    "from the (ground|floor) [up] to the {end:Level}",
    makes=Span,
    start=At(level=1),
)
rule("Place", "@atpoint {self:Coordinates}", cost=0.05)
rule("Place", "{self:Coordinates}", "@atpoint {self:Point}", "{self:LevelPlace}")
rule("Coordinates", "{self:Coordinate}", "@paren {self:Coordinates} @shut")
rule("Place", "{self:Point}", cost=0.2)
rule("Answer", "{self:Point}", cost=0.1)
rule(Look, "{place:Coordinates} :", "{place:LevelPlace} :")
rule("CoordinateTail", "{places+:Coordinate}", "{places+:LevelPlace}", makes=Joined)
rule("Coordinates", "{places+:Coordinate} [and] {self:CoordinateTail}", makes=Joined)
rule("CoordinateTail", "{places+:Coordinate} [and] {self}", "{places+:LevelPlace} [and] {self}", makes=Joined)
rule("PointItem", "@atpoint {self:Point}", "{self:Point}")
rule(
    "PointList",
    "{places+:PointItem} [and|,|, and] {places+:PointItem}",
    "{places+:PointItem} [and|,|, and] {self}",
    makes=Several,
)
rule(Several, "{self:PointList}")
rule(Span, "[from] {start:Point} @uptoend {end:Point}", "between {start:Point} and {end:Point}")
words(
    "area",
    "the area|the square|the rectangle|the region|the space|the field|an area|a square|a rectangle|the box|"
    "the block|the part",
)
words(
    "areawith",
    "from|between|between the corners|with corners|with the corners|with its corners at|from corner|"
    "spanned by",
)
rule(
    Span,
    "[in|over|on|of] @area @areawith {start:Point} @uptoend {end:Point}",
    "[in|over|on|of] @area @areawith {start:Point} and {end:Point}",
)
rule(
    Span,
    "with corners {start:Point} and {end:Point}",
    "(with corners|corners) at {start:Point} and {end:Point}",
)
words(
    "levelof",
    "at the same level as|at the level of|on the same level as|level with|at the same height as|"
    "at the height of|on a level with|same level as|the same level as|same height as|in the same layer as|"
    "on the level of|in the same plane as|on the same plane as|at the same height of",
)
rule(LevelOf, "@levelof {landmark}")
rule(LevelOf, "(at the same level|on the same level|at the same height)", landmark=IT, cost=0.1)

"""How people say places of the zone: its middle, corners and edges, coordinates, levels; and those of things."""

from __future__ import annotations

from cq.language.grammar import lex, rule, words
from cq.language.program import At, Corner, Edge, End, Joined, LevelOf, Look, Middle, Ref, Several, Span

IT = Ref("it")

_ZONE = ("grid zone map board area field platform world plot region canvas arena playground playfield workspace "
         "ground floor space chessboard checkerboard").split()
words("thezone", *_ZONE, "building zone", "building area", "play area", "build area", "whole map", "whole zone", "entire map")
words("ofthezone", *(f"{of} the {zone}" for zone in _ZONE for of in ("of", "in", "on")),
      *(f"of {zone}" for zone in ("map", "grid")), "of the building zone", "of the building area", "of the whole map", "of the 11 x 11 grid")
words("exact", "exact|very|dead|precise|absolute|true|direct|exact same")
words("mid", "middle|center|centre|midpoint|center point|centre point|mid point|mid|middle point")
words("midnoun", "square|block|cell|point|spot|tile|space|place|position")
words("inat", "in|at|on|to|into|by|near|inside|inside of|from|towards|within|over|in to")

# --- middle, corners and edges, as nouns and with their prepositions --------------------------------------------

rule("MiddleNoun", "[the|its] [@exact] @mid [@midnoun]", "[the] [@exact] @mid [@midnoun] @ofthezone", makes=Middle)
rule("MiddleNoun", "[the] @thezone 's [@exact] @mid", makes=Middle)
rule("MiddleOf", "[the] [@exact] @mid [@midnoun] of {landmark}", makes=Middle)
rule("MiddleOf", "(its|their) [@exact] @mid", makes=Middle, landmark=IT)
rule(Middle, "@inat {self:MiddleNoun}", "@inat {self:MiddleOf}")
rule(Middle, "(dead|right) (center|centre)", "(centred|centered|centrally)", cost=0.2)

_WAYS = {"north": "north", "south": "south", "east": "east", "west": "west", "left": "left", "right": "right",
         "front": "front near bottom lower", "back": "back rear far top upper"}
for _ew in ("east", "west", "left", "right"):
    for _ns in ("north", "south", "front", "back"):
        if (_ew in ("east", "west")) != (_ns in ("north", "south")):
            continue
        _value = _ns + _ew if _ns in ("north", "south") else f"{_ns} {_ew}"
        _pairs = [(a, b) for a in _WAYS[_ns].split() for b in _WAYS[_ew].split()]
        lex("CornerWay", _value, *(f"{a} {b}" for a, b in _pairs), *(f"{b} {a}" for a, b in _pairs),
            *(f"{a} {b} hand" for a, b in _pairs))
        lex("CornerPair", _value, *(f"{x} {mid} {y}" for a, b in _pairs for x, y in ((a, b), (b, a))
                                    for mid in ("and", "meets", "and the", "and to the")))
rule("CornerWay", "{self:Diagonal}", "{self:Compass}", "{self:Own}", "(most|far|extreme) {self:Diagonal}", "{self:Diagonal} most")
words("corner", "corner|corner edge|corner square|corner cell|corner block|corner space|corner spot|corner point|edge corner|"
      "corner tile")
words("corners", "corners|corner squares|corner cells|corner spots|corner spaces")
words("meet", "between|of|between the|where the|where|in between|formed by|formed by the|formed by the edges|where the edges")
rule("CornerNoun", "[the|its] {direction:CornerWay} @corner", makes=Corner)
rule("CornerNoun", "[the] @corner @meet {direction:CornerPair} [meet|sides|edges|walls|border]", makes=Corner)
rule("CornerNoun", "@meet {direction:CornerPair} [meet|sides|edges|walls]", makes=Corner, cost=0.5)
rule("CornerNoun", "[the] @corner to the {direction:CornerWay}", makes=Corner)
rule("CornerNoun", "(a|the|any|one|some|its) @corner", makes=Corner)
rule("CornerNoun", "(a|the|an|any|one|the last|the only) (empty|free|remaining|last|open|vacant|other) @corner", makes=Corner,
     empty=True)
words("allcorners", "all corners|each corner|every corner|all the corners|all four corners|each of the corners|the corners|"
      "all of the corners|each of the four corners|the four corners|all four of the corners|four corners|corners|"
      "every one of the corners|every one of the four corners|each of the 4 corners|all 4 corners|the 4 corners|4 corners|"
      "each of its corners|all its corners|its corners|its four corners|every single corner|all corner squares")
rule("CornerNoun", "@allcorners", makes=Corner, every=True)
rule("CornerNoun", "(each of|all|all of|all four of|every one of|each one of) the @thezone 's @corners", makes=Corner, every=True)
rule("CornerNoun", "(both|the two|the|each of the two) {direction:CornerWay} @corners", makes=Corner, every=True)
rule("CornerNoun", "(all|all the|the|each of the|the other|all other) [@fewcorners] (empty|free|remaining|open|other) @corners", makes=Corner,
     every=True, empty=True)
words("fewcorners", "two|three|2|3|four|4")
rule("CornerNoun", "{self:CornerNoun} @ofthezone", makes=Corner)
words("butthe", "except|except for|but not|but|without|apart from|other than|except the|except for the|but not the|but the|without the|"
      "apart from the|other than the|except in the|but not in the")
rule("CornerNoun", "@allcorners @butthe {but:CornerWay} [one|corner]", makes=Corner, every=True)
rule("CornerNoun", "the @corner (nearest|closest|nearest to|closest to|next to) {near:Ref}", "the (nearest|closest) @corner to {near:Ref}", makes=Corner)
rule("CornerNoun", "the @corner (farthest from|furthest from|opposite|far from|farthest away from|furthest away from) {far:Ref}",
     makes=Corner)
rule("CornerOf", "{self:CornerNoun} of {landmark}", makes=Corner)
rule(Corner, "@inat {self:CornerNoun}", "@inat {self:CornerOf}")
rule(Corner, "{self:CornerNoun}", cost=0.6)
rule("Answer", "{self:EdgeMiddle}", "{self:MiddleNoun}", "{self:MiddleOf}", "{self:EdgeNoun}", "{self:CornerOf}", cost=0.4)
rule(Corner, "(in|at|to|on) the {direction:Diagonal} [@zoneside]", "(in|at|to|on) the {direction:Diagonal} [@zoneside] @ofthezone", cost=0.2)
rule(Corner, "(in|at|on) its {direction:CornerWay} @corner", landmark=IT)

words("edge", "edge|border|boundary|rim|margin|perimeter|outer edge|edge line|side edge|edge row")
words("zoneside", "side|end|face|half|part|edge side")
words("edges", "edges|sides|borders|boundaries|walls|whole edge|entire edge|outer edge|outside|perimeter|outer edges")
rule("EdgeNoun", "[the] {direction:Side} @edge", "[the] {direction:Side} (@edge|@zoneside) @ofthezone", makes=Edge)
rule("EdgeNoun", "[the] {direction:Side} @zoneside", makes=Edge, cost=0.5)
rule("EdgeNoun", "[the] (entire|whole|full|complete|very) {direction:Side} (@edge|wall)", "[the] (entire|whole|full) {direction:Side} @zoneside", makes=Edge)
rule("EdgeNoun", "[the] {direction:Side} (most|ernmost|far) @edge [@ofthezone]", makes=Edge)
rule("EdgeNoun", "[the] {direction:Side} wall [@ofthezone]", makes=Edge, cost=0.1)
rule("EdgeNoun", "[the] far {direction:Side} [@edge] [@ofthezone]", makes=Edge)
rule("EdgeNoun", "(the|an|its) @edge @ofthezone", "(the|an) (edge|border|boundary|rim|margin)", makes=Edge)
rule("EdgeNoun", "the {direction:Side} @ofthezone", makes=Edge)
rule("EdgeMiddle", "[the] [@exact] @mid [@midnoun] of {self:EdgeNoun}", makes=Edge, middle=True)
words("along", "along|all along|running along|down|across|following|along the whole of|along the length of|lining|parallel to|"
      "all the way along|right along")
words("atedge", "at|by|on|against|near|next to|beside|to|in|touching|up against|adjacent to|close to|from")
rule(Edge, "@along {self:EdgeNoun}", along=True)
rule(Edge, "@atedge {self:EdgeNoun}", cost=0.1)
rule(Edge, "(in|at|on|to|from|against|by) {self:EdgeMiddle}", middle=True)
rule(Edge, "@along {self:EdgeNoun} (centred|centered|in the middle|in its middle)", middle=True)
rule(Edge, "(centred|centered) (on|at|along|against) {self:EdgeNoun}", middle=True)
rule(Edge, "(along|around|on|at) [all] [the|of the|four|the four|all four] @edges [@ofthezone]", "around {self:EdgeNoun}", along=True, cost=0.1)
rule(Edge, "@atedge [the] {direction:Side} (edge|border|boundary|rim) of {landmark}", "along [the] {direction:Side} (edge|side) of {landmark}")

words("bothends", "both ends|each end|either end|the ends|the two ends|both of the ends|each of the ends|both its ends|its ends|"
      "each of its ends|its two ends|both of its ends|opposite ends|the end points")
words("endnoun", "end|tip|end point|extremity|ends")
rule(End, "(at|on|to|from) [the|its] {direction:Side} [hand] @endnoun of {landmark}")
rule(End, "(at|on|to|from) [the|its|their] {direction:Side} [hand] @endnoun", landmark=IT, cost=0.1)
rule(End, "(at|on|to|onto|from) @bothends of {landmark}", both=True)
rule(End, "(at|on|to|onto|from) @bothends", both=True, landmark=IT)
rule(End, "(at|on|to|onto) (the|one|an|either|any) @endnoun of {landmark}")
rule(End, "(at|on|to|onto) (the|one|an|its|any) @endnoun", landmark=IT, cost=0.1)

# --- coordinates and levels ---------------------------------------------------------------------------------

words("paren", "(")
words("shut", ")")
words("eq", "=|:|is|at|equals|of|coordinate")
words("uptoend", "to|until|through|up to|till|and|thru")
words("atpoint", "at|on|in|to|around|over|centred on|coordinates|at coordinates|at position|at the point|at cell|position|"
      "onto|cell|at the cell|point|in cell|in the cell|on cell|at point|at the coordinates|at coordinate|on the cell")
rule("Point", "@paren {x} , {z} @shut", "@paren {x} {z} @shut", makes=At)
rule("Point", "@paren x [@eq] {x} z [@eq] {z} @shut", makes=At)
rule("Point", "@paren {x} , {z} , {level} @shut", makes=At)
for _axis in ("x", "z"):
    rule("Coordinate", f"{_axis} [@eq] {{{_axis}}}", makes=At)
    rule(f"{_axis.upper()}Item", f"{{{_axis}}}", f"{_axis} [@eq] {{{_axis}}}", makes=At)
    _item = f"{{places+:{_axis.upper()}Item}}"
    rule("Coordinate", f"{_axis} [@eq] {_item} (and|or) {_item}", makes=Several)
    rule("Coordinate", f"{_axis} [@eq] {_item} , {_item}", makes=Several, cost=1.5)
    rule(f"{_axis.upper()}Items", f"{_item} (and|, and) {_item}", f"{_item} , {{self}}", makes=Several)
    rule("Coordinate", f"{_axis} [@eq] {_item} , {{self:{_axis.upper()}Items}}", makes=Several)
    _ends = [f"{{{end}:{_axis.upper()}Item}}" for end in ("start", "end")]
    rule("Coordinate", f"[from|between] {_axis} [@eq] [from] {_ends[0]} @uptoend {_ends[1]}", makes=Span)
    rule("Coordinate", f"[from|between] {_axis} [@eq] {_ends[0]} . . {_ends[1]}", makes=Span)
words("levelword", "level|height|layer|y|storey|altitude|floor level|level number")
words("ordinallevel", "level|layer|floor|storey|story|row up|height")
words("onground", "on the ground|on the floor|at ground level|at floor level|on ground|on the ground level|on the bottom level|"
      "on the lowest level|on floor|at the ground|at the ground level|on the ground floor|flat on the ground|"
      "lying on the ground|on the lowest layer|on the bottom layer|on ground level|flat on the floor|to the ground|"
      "directly on the ground|on the white floor")
rule("Level", "@levelword [@eq] {level:Number}", "[the] {level:Ordinal} @ordinallevel", makes=At)
rule("LevelPlace", "(at|on|in|to|all on|up on|all at) {self:Level}", "{self:Level}", "@intheair {self:LevelPlace}", makes=At)
rule("LevelPlace", "@onground", makes=At, level=1)
rule("LevelPlace", "on the (map|grid|board)", makes=At, level=1, cost=1.2)  # All that stands is on the map.
rule("LevelPlace", "on levels {start:LevelItem} @uptoend {end:LevelItem}", "from level {start:LevelItem} to [level] {end:LevelItem}",
     makes=Span)
rule("LevelItem", "{level:Number}", makes=At)
rule("Coordinate", "(at|on|in|with|all with|along|of|both|all|each at|both at|all at|both with|both on) {self:Coordinate}")
rule(At, "@atpoint {x} , {z}", cost=0.4)
rule("Answer", "{x} , {z}", "{x} {z}", makes=At, cost=0.5, says=False)
rule("Coordinate", "from the (ground|floor) [up] to {end:Level}", "from the (ground|floor) [up] to the {end:Level}", makes=Span, start=At(level=1))
rule("Place", "@atpoint {self:Coordinates}", cost=0.05)
rule("Place", "{self:Coordinates}", "@atpoint {self:Point}", "{self:LevelPlace}")
rule("Coordinates", "{self:Coordinate}", "@paren {self:Coordinates} @shut")
rule("Place", "{self:Point}", cost=0.2)
rule(Look, "{place:Coordinates} :", "{place:LevelPlace} :")
rule("CoordinateTail", "{places+:Coordinate}", "{places+:LevelPlace}", makes=Joined)
rule("Coordinates", "{places+:Coordinate} [and] {self:CoordinateTail}", makes=Joined)
rule("CoordinateTail", "{places+:Coordinate} [and] {self}", "{places+:LevelPlace} [and] {self}", makes=Joined)
rule("PointItem", "@atpoint {self:Point}", "{self:Point}")
rule("PointList", "{places+:PointItem} and {places+:PointItem}", "{places+:PointItem} , {self}", makes=Several)
rule(Several, "{self:PointList}")
rule(Span, "[from|between] {start:Point} @uptoend {end:Point}")
words("area", "the area|the square|the rectangle|the region|the space|the field|an area|a square|a rectangle|the box|the block|the part")
words("areawith", "from|between|between the corners|with corners|with the corners|with its corners at|from corner|spanned by")
rule(Span, "[in|over|on|of] @area @areawith {start:Point} @uptoend {end:Point}")
rule(Span, "with corners {start:Point} and {end:Point}", "(with corners|corners) at {start:Point} and {end:Point}")
words("levelof", "at the same level as|at the level of|on the same level as|level with|at the same height as|at the height of|"
      "on a level with|same level as|the same level as|same height as|in the same layer as|on the level of|in the same plane as|on the same plane as|at the same height of")
rule(LevelOf, "@levelof {landmark}")
rule(LevelOf, "(at the same level|on the same level|at the same height)", landmark=IT, cost=0.1)

"""How people say places of the zone: its middle, corners and edges, coordinates, levels; and those of
things."""

from __future__ import annotations

from cq.language.grammar import hear, lex, rule, words
from cq.language.program import Corner, Edge, End, Middle, Ref, Several

IT = Ref("it")

_ZONE = (
    "grid zone map board area field platform world plot region canvas arena playground playfield workspace "
    "ground floor space chessboard checkerboard"
).split()
words(
    "thezone",
    *_ZONE,
    "building zone",
    "building area",
    "play area",
    "build area",
    *(f"{whole} {zone}" for whole in ("whole", "entire", "complete") for zone in _ZONE),
)
words(
    "ofthezone",
    *(f"{of} the {zone}" for zone in _ZONE for of in ("of", "in", "on")),
    *(f"of {zone}" for zone in ("map", "grid")),
    "of the building zone",
    "of the building area",
    "of the whole map",
    "of the 11 x 11 grid",
)
words("exact", "exact|very|dead|precise|absolute|true|direct|exact same")
words("mid", "middle|center|centre|midpoint|center point|centre point|mid point|mid|middle point")
words("midnoun", "square|block|cell|point|spot|tile|space|place|position")
words("inat", "in|at|on|to|into|by|near|inside|inside of|from|towards|within|over|in to")

# --- middle, corners and edges, as nouns and with their prepositions ---

rule(
    "MiddleNoun", "[the] [@exact] @mid [@midnoun]", "[the] [@exact] @mid [@midnoun] @ofthezone", makes=Middle
)
rule("MiddleNoun", "[the] @thezone 's [@exact] @mid", makes=Middle)
rule("MiddleOf", "[the] [@exact] @mid [@midnoun] of {landmark}", makes=Middle)
rule(
    "MiddleOf",
    "(its|their) [@exact] @mid",
    "[the] [@exact] @mid of (that|this) square",
    makes=Middle,
    landmark=IT,
)
rule(Middle, "@inat {self:MiddleNoun}", "@inat {self:MiddleOf}")
words(
    "ontopin",
    "on top and in|on top in|on the top in|on top of|atop|on top and at|on top right in|on top exactly in",
)
rule(Middle, "@ontopin {self:MiddleOf}")
rule(Middle, "(across|through|above|over) {self:MiddleNoun}")
rule(Middle, "(dead|right) (center|centre)", "(centred|centered|centrally)", cost=0.2)
rule(Middle, "(centred|centered) (in|on|within) the @thezone")

_WAYS = {
    "north": "north",
    "south": "south",
    "east": "east",
    "west": "west",
    "left": "left",
    "right": "right",
    "front": "front near bottom lower",
    "back": "back rear far top upper",
}
for _ew in ("east", "west", "left", "right"):
    for _ns in ("north", "south", "front", "back"):
        if (_ew in ("east", "west")) != (_ns in ("north", "south")):
            continue
        _value = _ns + _ew if _ns in ("north", "south") else f"{_ns} {_ew}"
        _pairs = [(a, b) for a in _WAYS[_ns].split() for b in _WAYS[_ew].split()]
        lex(
            "CornerSides",
            _value,
            *(f"{a} {b}" for a, b in _pairs),
            *(f"{b} {a}" for a, b in _pairs),
            *(f"{a} {b} hand" for a, b in _pairs),
        )
        lex(
            "CornerPair",
            _value,
            *(
                f"{x} {mid} {y}"
                for a, b in _pairs
                for x, y in ((a, b), (b, a))
                for mid in ("and", "meets", "and the", "and to the")
            ),
        )
rule(
    "CornerWay",
    "{self:CornerSides}",
    "{self:Diagonal}",
    "{self:Compass}",
    "{self:Own}",
    "(most|far|extreme) {self:Diagonal}",
    "{self:Diagonal} most",
)
words(
    "corner",
    "corner|corner edge|corner square|corner cell|corner block|corner space|corner spot|corner point|"
    "edge corner|corner tile",
)
words("corners", "corners|corner squares|corner cells|corner spots|corner spaces")
words(
    "meet",
    "between|of|between the|where the|where|in between|formed by|formed by the|formed by the edges|"
    "where the edges",
)
rule("CornerNoun", "[the|its] {direction:CornerWay} @corner", makes=Corner)
rule(
    "CornerNoun",
    "[the] (@corner|end|edge|point) @meet {direction:CornerPair} [meet|sides|edges|walls|border]",
    makes=Corner,
)
rule("CornerNoun", "@meet {direction:CornerPair} [meet|sides|edges|walls]", makes=Corner, cost=0.5)
rule("CornerNoun", "[the] @corner to the {direction:CornerWay}", makes=Corner)
rule("CornerNoun", "(a|the|any|one|some|its) @corner", makes=Corner)
words(
    "unbuilt",
    "empty|free|remaining|last|open|vacant|other|unoccupied|remaining empty|last empty|last remaining|"
    "empty remaining|only empty|other empty|unused|blank",
)
words(
    "notbuilt",
    "that is not already occupied|that is not occupied|that is empty|that is free|without a block|"
    "that are not occupied|that are empty|that do not have a block yet|that do not have a block|"
    "that does not have a block|that does not have a block yet|without blocks|with no block|with no blocks",
)
rule("CornerNoun", "(a|the|an|any|one) @unbuilt @corner", makes=Corner, empty=True)
rule(
    "CornerNoun",
    "(each|every|both|all) [of the|the] @unbuilt (corner|corners)",
    makes=Corner,
    every=True,
    empty=True,
)
rule("CornerNoun", "{self:CornerNoun} @notbuilt", makes=Corner, empty=True)
words(
    "allcorners",
    "all corners|each corner|every corner|all the corners|all four corners|each of the corners|the corners|"
    "all of the corners|each of the four corners|the four corners|all four of the corners|four corners|"
    "corners|every one of the corners|every one of the four corners|each of the 4 corners|all 4 corners|"
    "the 4 corners|4 corners|every single corner|all corner squares",
)
hear(
    Corner,
    "(at|on|in) @bothends of {edge:EdgeNoun}",
    "(at|on|in) both corners of {edge:EdgeNoun}",
    makes=lambda edge: Corner(edge.direction, every=True) if edge.direction else None,
)
words("itscorners", "its corners|all its corners|each of its corners|its four corners|all of its corners")
rule("CornerNoun", "@itscorners", makes=Corner, every=True, landmark=Ref("it"))
rule("CornerNoun", "@allcorners", makes=Corner, every=True)
rule(
    "CornerNoun",
    "(each of|all|all of|all four of|every one of|each one of) the @thezone 's @corners",
    makes=Corner,
    every=True,
)
rule(
    "CornerNoun",
    "(both|the two|the|each of the two) {direction:CornerWay} @corners",
    makes=Corner,
    every=True,
)
rule(
    "CornerNoun",
    "(all|all the|the|each of the|the other|all other) [@fewcorners] @unbuilt @corners",
    makes=Corner,
    every=True,
    empty=True,
)
words("fewcorners", "two|three|2|3|four|4")
rule("CornerNoun", "{self:CornerNoun} @ofthezone", makes=Corner)
words(
    "butthe",
    "except|except for|but not|but|without|apart from|other than|except the|except for the|but not the|"
    "but the|without the|apart from the|other than the|except in the|but not in the",
)
rule("CornerNoun", "@allcorners [@ofthezone] @butthe {but:CornerWay} [one|corner]", makes=Corner, every=True)
rule("CornerNoun", "{self:CornerNoun} @butthe [one] [corner] @meet {but:CornerPair}", makes=Corner)
rule(
    "CornerNoun",
    "the @corner (nearest|closest|nearest to|closest to|next to) {near:Ref}",
    "the (nearest|closest) @corner to {near:Ref}",
    makes=Corner,
)
rule(
    "CornerNoun",
    "the @corner (farthest from|furthest from|opposite|diagonally opposite|diagonally opposite to|"
    "opposite to|across from|far from|farthest away from|"
    "furthest away from) {far:Ref}",
    makes=Corner,
)
words("outmost", "furthest|farthest|most|nearest|closest|further|nearer|closer")
lex("OuterWay", "left", "to your left", "to the left", "on your left", "on the left")
lex("OuterWay", "right", "to your right", "to the right", "on your right", "on the right")
lex("OuterWay", "back", "away from you", "from you", "away")
lex("OuterWay", "front", "to you", "towards you")
hear(
    "CornerNoun",
    "the @corner [that is|which is] [@outmost] {one:OuterWay} and [@outmost] {other:OuterWay}",
    "the @corner @outmost {one:OuterWay} {other:OuterWay}",
    makes=lambda one, other: Corner(f"{other} {one}" if one in ("left", "right") else f"{one} {other}"),
)
hear("CornerNoun", "the (opposite|opposing) @corner", makes=Corner, far=IT)
rule("CornerOf", "{self:CornerNoun} of {landmark}", makes=Corner)
rule(Corner, "@inat {self:CornerNoun}", "@inat {self:CornerOf}")
rule(Corner, "{self:CornerNoun}", cost=0.6)
hear(
    Several,
    "@inat [both] [the] {one:CornerWay} and [the] {other:CornerWay} corners",
    makes=lambda one, other: Several((Corner(one), Corner(other))),
)
rule(
    "Answer",
    "{self:EdgeMiddle}",
    "{self:MiddleNoun}",
    "{self:MiddleOf}",
    "{self:EdgeNoun}",
    "{self:CornerOf}",
    cost=0.4,
)
rule(
    Corner,
    "(in|at|to|on) the {direction:Diagonal} [@zoneside]",
    "(in|at|to|on) the {direction:Diagonal} [@zoneside] @ofthezone",
    cost=0.2,
)
rule(Corner, "(in|at|on) its {direction:CornerWay} @corner", landmark=IT)
words(
    "itscorners",
    "each of its corners|all its corners|its corners|its four corners|all four of its corners|"
    "all of its corners|each of its four corners|their corners",
)
rule(Corner, "(in|at|on|at each of|in each of|onto) @itscorners", landmark=IT, every=True)

words("edge", "edge|border|boarder|boundary|rim|margin|perimeter|outer edge|edge line|side edge|edge row")
words("zoneside", "side|end|face|half|part|edge side")
words(
    "edges",
    "edges|sides|borders|boundaries|walls|whole edge|entire edge|outer edge|outside|perimeter|outer edges",
)
lex("MapWay", "north", "top", "upper")
lex("MapWay", "south", "bottom", "lower")
hear("EdgeNoun", "[the] [whole|entire] {direction:MapWay} @edge [@ofthezone]", makes=Edge)
rule(
    "EdgeNoun",
    "[the] {direction:Side} @edge",
    "[the] {direction:Side} (@edge|@zoneside) @ofthezone",
    makes=Edge,
)
rule("EdgeNoun", "[the] {direction:Side} @zoneside", makes=Edge, cost=0.5)
rule(
    "EdgeNoun",
    "[the] (entire|whole|full|complete|very) {direction:Side} (@edge|wall) [@ofthezone]",
    "[the] (entire|whole|full) {direction:Side} @zoneside",
    makes=Edge,
)
rule("EdgeNoun", "[the] {direction:Side} (most|ernmost|far) @edge [@ofthezone]", makes=Edge)
rule("EdgeNoun", "[the] {direction:Side} wall [@ofthezone]", makes=Edge, cost=0.1)
rule("EdgeNoun", "[the] far {direction:Side} [@edge] [@ofthezone]", makes=Edge)
rule(
    "EdgeNoun",
    "(the|an|its) @edge @ofthezone",
    "(the|an) [entire|whole] (edge|border|boarder|boundary|rim|margin)",
    makes=Edge,
)
rule("EdgeNoun", "the {direction:Side} @ofthezone", makes=Edge)
rule(
    "EdgeNoun",
    "the @edge [of the ground|@ofthezone] (nearest|closest|next) [to] (you|me)",
    "your @edge [of the ground|@ofthezone]",
    makes=Edge,
    direction="front",
)
rule("EdgeMiddle", "[the] {direction:Compass} end of the middle (row|line|column)", makes=Edge, middle=True)
rule("EdgeMiddle", "[the] [@exact] @mid [@midnoun] of {self:EdgeNoun}", makes=Edge, middle=True)
words(
    "along",
    "along|all along|running along|down|across|following|along the whole of|along the length of|lining|"
    "parallel to|all the way along|right along",
)
words("atedge", "at|by|on|against|near|next to|beside|to|in|touching|up against|adjacent to|close to|from")
rule(Edge, "@along {self:EdgeNoun}", along=True)
rule(Edge, "@atedge {self:EdgeNoun}", cost=0.1)
hear(
    Several,
    "@along [both] [the] {one:Side} and [the] {other:Side} @edges",
    "@along [the] {one:Side} and [the] {other:Side} @edge",
    makes=lambda one, other: Several((Edge(one, along=True), Edge(other, along=True))),
)
rule(Edge, "(in|at|on|to|from|against|by) {self:EdgeMiddle}", middle=True)
words(
    "alledges",
    *(
        f"{every} {edge}"
        for every in (
            "each of the four",
            "all four",
            "every one of the four",
            "each of the 4",
            "all 4",
            "each of the",
            "all the",
            "all of the",
            "all",
        )
        for edge in ("edges", "borders")
    ),
    *(f"{every} {edge}" for every in ("each", "every") for edge in ("edge", "border", "edge line")),
    *(
        f"{every} {side} of the {zone}"
        for every, side in (
            ("each of the four", "sides"),
            ("all four", "sides"),
            ("each", "side"),
            ("every", "side"),
        )
        for zone in _ZONE
    ),
)
hear(
    Several,
    "(in|at|on) the [@exact] @mid of @alledges [@ofthezone]",
    "(in|at|on) the middles of @alledges [@ofthezone]",
    makes=lambda: Several(tuple(Edge(way, middle=True) for way in ("north", "east", "south", "west"))),
)
rule(Edge, "@along {self:EdgeNoun} (centred|centered|in the middle|in its middle)", middle=True)
rule(Edge, "{self} [,|and] (centred|centered) [there]", middle=True, cost=0.1)
rule(Edge, "(centred|centered) (on|at|along|against) {self:EdgeNoun}", middle=True)
rule(
    Edge,
    "(along|around|on|at) [all] [the|of the|four|the four|all four] @edges [@ofthezone]",
    "(round|all round|all around|right round) the @edges [@ofthezone]",
    "@around {self:EdgeNoun}",
    "@around the @thezone",
    along=True,
    cost=0.1,
)
rule(
    Edge,
    "@atedge [the] {direction:Side} (edge|border|boundary|rim) of {landmark}",
    "along [the] {direction:Side} (edge|side) of {landmark}",
)

words(
    "bothends",
    "both ends|each end|either end|the ends|the two ends|both of the ends|each of the ends|both its ends|"
    "its ends|each of its ends|its two ends|both of its ends|opposite ends|the end points",
)
words("endnoun", "end|tip|end point|extremity|ends")
rule(End, "(touching|that touches|which touches|against) the {direction:Side} @endnoun of {landmark}")
rule(End, "(at|on|to|from) [the|its] {direction:Side} [hand] @endnoun of {landmark}")
rule(End, "(at|on|to|from) [the|its|their] {direction:Side} [hand] @endnoun", landmark=IT, cost=0.1)
rule(End, "(at|to|onto|from) @bothends of {landmark}", both=True)
rule(End, "on @bothends of {landmark}", both=True, cost=0.4)  # Or on top of them.
rule(End, "(at|on|to|onto|from) @bothends", both=True, landmark=IT)
rule(End, "(at|on|to|onto) (the|one|an|either|any) @endnoun of {landmark}")
rule(End, "(at|on|to|onto) (the|one|an|its|any) @endnoun", landmark=IT, cost=0.1)

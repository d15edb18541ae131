"""How people name places of the zone (its middle, corners and edges, coordinates, levels) and of things."""

from __future__ import annotations

from cq.language.declaring import lex
from cq.language.notation import rules
from cq.language.program import Ref

IT = Ref("it")


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

rules("""
@thezone: grid|zone|map|board|field|world|floor|whole zone|whole board|whole area|whole field|whole world
@ofthezone: of the grid|of the zone|of the map|of the board|of the area|of the field|of the platform
    on the platform|of the world|of the ground|on the ground|of the floor|on the floor|of the chessboard
    of map|of grid
@exact: exact|very|dead
@mid: middle|center|centre|center point|mid|middle point
@midnoun: square|block|cell|spot|tile
@inat: in|at|on|to|into|by|near|inside|from|towards|over
@inatof: in|at|to|into|by|from|over
# --- middle, corners and edges, as nouns and with their prepositions ---
MiddleNoun = Middle: [the] [@exact] @mid [@midnoun] | [the] [@exact] @mid [@midnoun] @ofthezone
MiddleNoun = Middle: {self:MiddleCell}
# "On the middle square" is in that cell, "on the middle" is on top of what stands there.
@cellnoun: square|space
MiddleCell = Middle: the @mid @cellnoun | [the] origin | [the] highlighted @cellnoun
    the highlighted @mid @cellnoun
MiddleOf = Middle: [the] [@exact] @mid [@midnoun] of {landmark}
MiddleOf = Middle(landmark=IT): its [@exact] @mid
Middle: @inat {self:MiddleNoun} | @inatof {self:MiddleOf} | on {self:MiddleCell}
@ontopin: on|onto|on top of|on top and in|on top in|on top right in
Middle(on=True): @ontopin {self:MiddleOf}
Middle: (across|through|above|over) {self:MiddleNoun}
Middle, 0.2: dead (center|centre) | (centred|centered)
""")
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

rules("""
CornerWay: {self:CornerSides} | {self:Diagonal} | {self:Compass} | {self:Own} | {self:Diagonal} most
@corner: corner|corner edge|corner square|corner block|corner tile
@corners: corners|corner cells
@meet: between|between the|where the|where
CornerNoun = Corner: [the|its] {direction:CornerWay} @corner
CornerNoun = Corner: the (@corner|end) @meet {direction:CornerPair}
CornerNoun = Corner, 0.5: @meet {direction:CornerPair}
CornerNoun = Corner: (a|the|any|one|some|its) @corner
@unbuilt: empty|remaining|last|open|other|unoccupied|remaining empty|last empty
@notbuilt: that is not already occupied|that is free|that do not have a block yet
CornerNoun = Corner(empty=True): (a|the|an) @unbuilt @corner
CornerNoun = Corner(every=True, empty=True): (each|every|both|all) [of the|the] @unbuilt (corner|corners)
CornerNoun = Corner(empty=True): {self:CornerNoun} @notbuilt
@allcorners: all corners|each corner|every corner|all the corners|all four corners|each of the corners
    the corners|each of the four corners|the four corners|four corners|corners|every one of the four corners
    each of the 4 corners|all 4 corners|the 4 corners|4 corners|every single corner
hear Corner = Corner(edge.direction, every=True) if edge.direction else None: at @bothends of {edge:EdgeNoun}
@itscorners: its corners|each of its corners
CornerNoun = Corner(every=True, landmark=Ref("it")): @itscorners
CornerNoun = Corner(every=True): @allcorners
CornerNoun = Corner(every=True): (both|the two|the|each of the two) {direction:CornerWay} @corners
CornerNoun = Corner(every=True, empty=True): (all|the) [@fewcorners] @unbuilt @corners
@fewcorners: two|2|3
@ofthegrid: of the grid|of the zone|of the map|of the board|of the area|of the field|of the world
    of the ground|on the ground|of the chessboard|of map|of grid
@ofthefloor: of the floor|on the floor|of the platform|on the platform
CornerNoun = Corner: {self:CornerNoun} @ofthegrid
CornerNoun = Corner, 0.8: {self:CornerNoun} @ofthefloor
@butthe: except the|but the|except for the|but not the|but not on the|but not in the
CornerNoun = Corner(every=True): @allcorners @butthe {but:CornerWay} [one|corner]
CornerNoun = Corner: {self:CornerNoun} @butthe [one] @meet {but:CornerPair}
CornerNoun = Corner: the @corner (nearest|nearest to|closest to) {near:Ref}
CornerNoun = Corner: the @corner (farthest from|furthest from|opposite|across from) {far:Ref}
hear CornerNoun = Corner(far=IT): the opposite @corner
CornerOf = Corner: {self:CornerNoun} of {landmark} | {self:CornerOf} [,] @butthe {but:CornerWay} (one|corner)
Corner: @inat {self:CornerNoun} | @inat {self:CornerOf}
Corner, 0.6: {self:CornerNoun}
hear Several = Several((Corner(one), Corner(other))): @inat the {one:CornerWay} and [the] \
{other:CornerWay} corners
    @inat the {one:CornerWay} @corner and [@inat] the {other:CornerWay} @corner
Answer, 0.4: {self:EdgeMiddle} | {self:MiddleNoun} | {self:MiddleOf} | {self:EdgeNoun} | {self:CornerOf}
Corner, 0.2: (in|to|on) the {direction:Diagonal} [@zoneside]
@itscorners: each of its corners|its corners
Corner(landmark=IT, every=True): (in|at|on) @itscorners
@edge: edge|border|boundary|side edge
@zoneside: side|end|face|part
@edges: edges|sides|walls|whole edge|outside
MapWay = "north": top
MapWay = "south": bottom
hear EdgeNoun = Edge: the {direction:MapWay} @edge [@ofthezone]
EdgeNoun = Edge: [the] {direction:Side} @edge | [the] {direction:Side} (@edge|@zoneside) @ofthezone
EdgeNoun = Edge, 0.5: [the] {direction:Side} @zoneside
EdgeNoun = Edge: [the] (entire|whole) {direction:Side} @edge [@ofthezone]
EdgeNoun = Edge, 0.1: [the] {direction:Side} wall
EdgeNoun = Edge: [the] far {direction:Side}
EdgeNoun = Edge: the @edge @ofthezone | (the|an) [entire|whole] (edge|border|boarder|boundary|rim)
EdgeNoun = Edge: the {direction:Side} @ofthezone
EdgeMiddle = Edge(middle=True): [the] [@exact] @mid of {self:EdgeNoun}
@along: along|all along|down|across|following|parallel to|all the way along
@atedge: at|by|on|against|near|next to|beside|to|in|up against|from
Edge(along=True): @along {self:EdgeNoun}
Edge, 0.1: @atedge {self:EdgeNoun}
Edge(middle=True): (in|at|on|to|against) {self:EdgeMiddle}
@alledges: each of the four (edges)|each (edge|border)|each side of the (map)
hear Several = Several(tuple((Edge(way, middle=True) for way in ("north", "east", "south", "west")))): (in|\
at) the @mid of @alledges [@ofthezone]
Edge(middle=True): @along {self:EdgeNoun} (centred|centered|in the middle)
Edge(middle=True), 0.1: {self} (centred|centered)
Edge(middle=True): centred on {self:EdgeNoun}
Edge(along=True), 0.1: (along|on|at) [all] [the|all four] @edges [@ofthezone]
    (round|all round|right round) the @edges [@ofthezone] | @around {self:EdgeNoun} | @around the @thezone
Edge: along the {direction:Side} (edge|side) of {landmark}
@bothends: both ends|each end|either end|the ends|the two ends|both of the ends|its ends|each of its ends
    its two ends
@endnoun: end|tip|end point|extremity|ends
End: (touching|against) the {direction:Side} @endnoun of {landmark}
End: (at|to|from) [the] {direction:Side} @endnoun of {landmark}
End, 0.4: on [the] {direction:Side} @endnoun of {landmark}
@runningon: that continues|extending|to extend
End, 0.1: @runningon {landmark}
End(landmark=IT), 0.1: (at|on|to|from) [the|its|their] {direction:Side} @endnoun
End(both=True): (at|to) @bothends of {landmark}
End(both=True, landmark=IT): (at|on|to|onto|from) @bothends
End: (at|on|to|onto) (the|one|an|either) @endnoun of {landmark}
End(landmark=IT), 0.1: (at|on) (the|one|an|its) @endnoun
""")

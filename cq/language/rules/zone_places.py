"""How people say places of the zone: its middle, corners and edges, coordinates, levels; and those of
things."""

from __future__ import annotations

from cq.language.grammar import lex
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
@thezone: grid|zone|map|board|area|field|platform|world|plot|region|canvas|arena|playground|playfield
    workspace|ground|floor|space|chessboard|checkerboard|building zone|building area|play area|build area
    whole grid|whole zone|whole map|whole board|whole area|whole field|whole platform|whole world|whole plot
    whole region|whole canvas|whole arena|whole playground|whole playfield|whole workspace|whole ground
    whole floor|whole space|whole chessboard|whole checkerboard|entire grid|entire zone|entire map
    entire board|entire area|entire field|entire platform|entire world|entire plot|entire region|entire canvas
    entire arena|entire playground|entire playfield|entire workspace|entire ground|entire floor|entire space
    entire chessboard|entire checkerboard|complete grid|complete zone|complete map|complete board
    complete area|complete field|complete platform|complete world|complete plot|complete region
    complete canvas|complete arena|complete playground|complete playfield|complete workspace|complete ground
    complete floor|complete space|complete chessboard|complete checkerboard
@ofthezone: of the grid|of the zone|of the map|of the board|of the area|of the field|of the platform
    on the platform|of the world|of the ground|on the ground|of the floor|on the floor|of the chessboard
    of map|of grid
@exact: exact|very|dead|precise|absolute|true|direct|exact same
@mid: middle|center|centre|midpoint|center point|centre point|mid point|mid|middle point
@midnoun: square|block|cell|point|spot|tile|space|place|position
@inat: in|at|on|to|into|by|near|inside|inside of|from|towards|within|over|in to
@inatof: in|at|to|into|by|near|inside|inside of|from|towards|within|over|in to
# --- middle, corners and edges, as nouns and with their prepositions ---
MiddleNoun = Middle: [the] [@exact] @mid [@midnoun] | [the] [@exact] @mid [@midnoun] @ofthezone
MiddleNoun = Middle: {self:MiddleCell}
# "On the middle square" is in that cell, "on the middle" is on top of what stands there.
@cellnoun: square|cell|spot|tile|space|position|point|field
MiddleCell = Middle: [the] [@exact] @mid @cellnoun [@ofthezone] | [the] origin [@cellnoun] [@ofthezone]
    [the] (highlighted|marked) (@cellnoun|@mid) [@ofthezone]
    [the] (highlighted|marked) @mid @cellnoun [@ofthezone]
MiddleOf = Middle: [the] [@exact] @mid [@midnoun] of {landmark}
MiddleOf = Middle(landmark=IT): (its|their) [@exact] @mid
Middle: @inat {self:MiddleNoun} | @inatof {self:MiddleOf} | on {self:MiddleCell}
@ontopin: on|onto|on top of|atop|on top and in|on top in|on top right in
Middle(on=True): @ontopin {self:MiddleOf}
Middle: (across|through|above|over) {self:MiddleNoun}
Middle, 0.2: (dead|right) (center|centre) | (centred|centered|centrally)
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
@corner: corner|corner edge|corner square|corner cell|corner block|corner space|corner spot|corner point
    edge corner|corner tile
@corners: corners|corner squares|corner cells|corner spots|corner spaces
@meet: between|of|between the|where the|where|in between|formed by
CornerNoun = Corner: [the|its] {direction:CornerWay} @corner
CornerNoun = Corner:
    [the] (@corner|end|edge|point) @meet {direction:CornerPair} [meet|sides|edges|walls|border]
CornerNoun = Corner, 0.5: @meet {direction:CornerPair} [meet|sides|edges|walls]
CornerNoun = Corner: (a|the|any|one|some|its) @corner
@unbuilt: empty|free|remaining|last|open|vacant|other|unoccupied|remaining empty|last empty|last remaining
    empty remaining|only empty|other empty|unused|blank
@notbuilt: that is not already occupied|that is free|that do not have a block yet|without blocks
CornerNoun = Corner(empty=True): (a|the|an|any|one) @unbuilt @corner
CornerNoun = Corner(every=True, empty=True): (each|every|both|all) [of the|the] @unbuilt (corner|corners)
CornerNoun = Corner(empty=True): {self:CornerNoun} @notbuilt
@allcorners: all corners|each corner|every corner|all the corners|all four corners|each of the corners
    the corners|each of the four corners|the four corners|four corners|corners|every one of the four corners
    each of the 4 corners|all 4 corners|the 4 corners|4 corners|every single corner
hear Corner = Corner(edge.direction, every=True) if edge.direction else None:
    (at|on|in) @bothends of {edge:EdgeNoun}
@itscorners: its corners|each of its corners
CornerNoun = Corner(every=True, landmark=Ref("it")): @itscorners
CornerNoun = Corner(every=True): @allcorners
CornerNoun = Corner(every=True): (both|the two|the|each of the two) {direction:CornerWay} @corners
CornerNoun = Corner(every=True, empty=True):
    (all|all the|the|each of the|the other|all other) [@fewcorners] @unbuilt @corners
@fewcorners: two|three|2|3|four|4
CornerNoun = Corner: {self:CornerNoun} @ofthezone
@butthe: except|except for|but not|but|without|apart from|other than|except the|but the|without the
CornerNoun = Corner(every=True): @allcorners [@ofthezone] @butthe {but:CornerWay} [one|corner]
CornerNoun = Corner: {self:CornerNoun} @butthe [one] [corner] @meet {but:CornerPair}
CornerNoun = Corner: the @corner (nearest|closest|nearest to|closest to|next to) {near:Ref}
CornerNoun = Corner:
    the @corner (farthest from|furthest from|opposite|diagonally opposite|diagonally opposite to|\
opposite to|across from|far from|farthest away from|furthest away from) {far:Ref}
hear CornerNoun = Corner(far=IT): the (opposite|opposing) @corner
CornerOf = Corner: {self:CornerNoun} of {landmark}
Corner: @inat {self:CornerNoun} | @inat {self:CornerOf}
Corner, 0.6: {self:CornerNoun}
hear Several = Several((Corner(one), Corner(other))):
    @inat [both] [the] {one:CornerWay} and [the] {other:CornerWay} corners
    @inat [both] the {one:CornerWay} @corner and [@inat] the {other:CornerWay} @corner
Answer, 0.4: {self:EdgeMiddle} | {self:MiddleNoun} | {self:MiddleOf} | {self:EdgeNoun} | {self:CornerOf}
Corner, 0.2: (in|at|to|on) the {direction:Diagonal} [@zoneside]
@itscorners: each of its corners|its corners|their corners
Corner(landmark=IT, every=True): (in|at|on|at each of|in each of|onto) @itscorners
@edge: edge|border|boarder|boundary|rim|margin|perimeter|outer edge|edge line|side edge|edge row
@zoneside: side|end|face|half|part|edge side
@edges: edges|sides|borders|boundaries|walls|whole edge|entire edge|outer edge|outside|perimeter|outer edges
MapWay = "north": top
MapWay = "south": bottom
hear EdgeNoun = Edge: [the] [whole|entire] {direction:MapWay} @edge [@ofthezone]
EdgeNoun = Edge: [the] {direction:Side} @edge | [the] {direction:Side} (@edge|@zoneside) @ofthezone
EdgeNoun = Edge, 0.5: [the] {direction:Side} @zoneside
EdgeNoun = Edge: [the] (entire|whole|full|complete|very) {direction:Side} (@edge|wall) [@ofthezone]
EdgeNoun = Edge, 0.1: [the] {direction:Side} wall [@ofthezone]
EdgeNoun = Edge: [the] far {direction:Side} [@edge] [@ofthezone]
EdgeNoun = Edge: (the|an|its) @edge @ofthezone
    (the|an) [entire|whole] (edge|border|boarder|boundary|rim|margin)
EdgeNoun = Edge: the {direction:Side} @ofthezone
EdgeMiddle = Edge(middle=True): [the] [@exact] @mid [@midnoun] of {self:EdgeNoun}
@along: along|all along|running along|down|across|following|lining|parallel to|all the way along|right along
@atedge: at|by|on|against|near|next to|beside|to|in|touching|up against|adjacent to|close to|from
Edge(along=True): @along {self:EdgeNoun}
Edge, 0.1: @atedge {self:EdgeNoun}
Edge(middle=True): (in|at|on|to|from|against|by) {self:EdgeMiddle}
@alledges: (each of the four|all four|every one of the four|each of the 4|all 4) (edges|borders)
    (each|every) (edge|border|edge line)
    (each of the four sides|all four sides|each side|every side) of the (grid|zone|map|board|area|field)
hear Several = Several(tuple((Edge(way, middle=True) for way in ("north", "east", "south", "west")))):
    (in|at|on) the [@exact] @mid of @alledges [@ofthezone]
Edge(middle=True): @along {self:EdgeNoun} (centred|centered|in the middle|in its middle)
Edge(middle=True), 0.1: {self} [,|and] (centred|centered) [there]
Edge(middle=True): (centred|centered) (on|at|along|against) {self:EdgeNoun}
Edge(along=True), 0.1: (along|around|on|at) [all] [the|of the|four|the four|all four] @edges [@ofthezone]
    (round|all round|all around|right round) the @edges [@ofthezone] | @around {self:EdgeNoun}
    @around the @thezone
Edge: @atedge [the] {direction:Side} (edge|border|boundary|rim) of {landmark}
    along [the] {direction:Side} (edge|side) of {landmark}
@bothends: both ends|each end|either end|the ends|the two ends|both of the ends|its ends|each of its ends
    its two ends|opposite ends
@endnoun: end|tip|end point|extremity|ends
End: (touching|that touches|which touches|against) the {direction:Side} @endnoun of {landmark}
End: (at|to|from) [the|its] {direction:Side} [hand] @endnoun of {landmark}
End, 0.4: on [the|its] {direction:Side} [hand] @endnoun of {landmark}
@runningon: that continues|which continues|continuing|to continue|and continuing|that extends|extending
    to extend
End, 0.1: @runningon {landmark}
End(landmark=IT), 0.1: (at|on|to|from) [the|its|their] {direction:Side} [hand] @endnoun
End(both=True): (at|to|onto|from) @bothends of {landmark}
End(both=True, landmark=IT): (at|on|to|onto|from) @bothends
End: (at|on|to|onto) (the|one|an|either|any) @endnoun of {landmark}
End(landmark=IT), 0.1: (at|on|to|onto) (the|one|an|its|any) @endnoun
""")

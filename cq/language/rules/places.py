"""How people say where: on, under, beside and around what stands, between things, and in what is empty."""

from __future__ import annotations

from dataclasses import replace

from cq.language.notation import rules
from cq.language.program import (
    Beside,
    Ref,
)

IT = Ref("it")

THEM = Ref("it", plural=True)


def _at_side(landmark: Ref, place: Beside) -> Beside | None:
    """ "At the second level of the tower, on its south side": beside that level."""
    return replace(place, landmark=landmark) if place.landmark == IT else None


rules("""
@directly: squarely|bang|bang up|smack|dead|down|flush|flush up|close|closely|tight|tightly|up|due|simply
    directly|right|immediately|just|exactly|straight|precisely|directly to|immediately to
@cellwords: cell|cells|square|squares|step|steps|tile|tiles|position|positions|places|field|fields|unit|units
    column|columns
@spaces: space|spaces|spot|spots|gap|gaps
@levels: level|levels|layer|layers|row|rows|floor|floors|cell|cells|block|blocks|storey|storeys
@free: free|empty|open|blank|clear|vacant|unfilled|white
@on: on|on top of|atop|above|upon|onto|on to|on the top of|over|at the top of|up on|to the top of|on top
    top of|on the top|over the top of|overtop|across on top of|lying across|lying on top of|lying on
    resting on|to top of|across|across the top of|a top|ontop of|on the roof of|on the head of
@under: under|below|bellow|beneath|underneath|at the bottom of|on the bottom of|to the bottom of
    on the underside of
@nextto: next to|beside|by|adjacent to|near|alongside|against|close to|at the side of|on the side of
    to the side of|up against|beside of|nearby|bordering|next|neighbouring|along side|hugging|flush against
    flush with|close against|tight against|hard against|hard up against|adjoining|leaning against
    at the foot of|at the base of|joining|besides
@inbackof: behind|in back of
@infrontof: in front of|front of|before|ahead of
@around: all the way round|right round|around|surrounding|all around|encircling|round|enclosing|all round
    to surround
@midway: halfway|midway|half way|mid way|in the middle|centred|centered|exactly halfway|exactly midway
@sidenoun: side|face|edge|part|hand side|facing side|direction|facing|sides|faces|side edge|end side|half
    hand
@placenoun: place|spot|position|location|stead|space|cell|places|spots|positions
Side: {self:Compass} | {self:Diagonal} | {self:Own}
Place: @directly {self:Place}
Beside, 0.1: {self:Beside} , (touching it|right next to it|directly against it|close against it) [,]
hear Place, 0.1: (somewhere|anywhere|someplace|some place) {self:Place}
@intheair: in the air|in mid air|floating in the air|hovering|floating
Air: @intheair
Place, 0.1:
    (pushed up|pushed|shoved|located|fitted|fit|laid|tucked|placed|situated|positioned|standing|sitting|\
lying|nestled|that is|which is|that are|resting|set|being|squeezed|hovering|floating|hanging|attached|\
to stand|to be|to go|to lie) {self:Place}
# On and under.
OnTop: @on {landmark}
@alongtop: along the whole top of|all along the top of|along the top of
OnTop: @alongtop {landmark}
@onwards: stands in line with it|continuing it|in line with it|extending it
Place, 0.1: {self:Beside} [,|and] @onwards
OnTop(landmark=Ref("part", True, "the", limits=(State("edge"),), of=Ref("it"))), 0.3:
    along (its|the) [whole|entire] (rim|edge|border|edges|perimeter|outer edge)
OnTop(landmark=IT), 0.2:
    (on top|on the very top|at its top|right on top|on top of that|at the top|on the top|above|overhead|\
at the peak|at the summit|at the very top|across the top|across on top|across on top of them|\
across them on top|across them|over them|lying across|across them on top|over the top|along the top|\
across the tops|across both tops|over both of them|across both of them)
Under: @under {landmark}
Under(landmark=IT), 0.3: (underneath|below|beneath|at the bottom|under)
@leaving: with|leaving|and leave|but leave|so that|with exactly|and|so there is|but with|keeping|and keep
    with just
@freebetween: lie between them|lie between|between|in between|between them|between it|free|between the two
    open|in the middle|free between them|free between|left between
Clearance: {self:Number} @free (@cellwords|@spaces|block|blocks|@levels) | {self:Number} (@spaces|@cellwords)
Clearance: (a gap of|a space of|gap of|space of|a distance of) {self:Number} [@cellwords|@spaces|block|blocks]
Clearance: (exactly|just|only) {self:Clearance}
OnTop: {self} @leaving {gap:Clearance} @freebetween | {self} @leaving {gap:Clearance}
Beside: {self} @leaving {gap:Clearance} @freebetween | {self} @leaving {gap:Clearance}
    {self} [,] at {gap:Clearance}
Around: {self} @leaving {gap:Clearance} @freebetween
Beside, 0.3: {gap:Clearance} @freebetween (it|them) and {landmark} | {gap:Clearance} [away] from {landmark}
# On one side.
Beside: @nextto {landmark}
Beside: (to|on|at|from|towards|off) [the] {side:Side} [@sidenoun] of {landmark}
Beside: {side:Side} (of|from) {landmark}
    (to|on|at|against|touching|along) {landmark} 's {side:Side} [@sidenoun]
Beside, 0.3: the {side:Side} [@sidenoun|end] of {landmark}
hear Beside(side="opposite"), 0.2:
    (on|at|to) the (opposite|other|opposing|far) (side|end|face) (of|from) {landmark} | opposite {landmark}
Beside(side="back"): @inbackof {landmark}
Beside(side="back"): (on|at) the (far|back|rear) side of {landmark}
Beside(side="front"): (on|at) the (near|front) side of {landmark}
@diagonally: diagonally|diagonal|diagonally right|corner to corner with
Beside(side="diagonal"): @diagonally {landmark} | diagonally (@nextto|touching) {landmark}
    (diagonal|diagonally) (to|from) {landmark}
Beside: diagonally [to the] {side:Diagonal} of {landmark}
BackSide = "back right": on the right
FrontSide = "front left": on the left | to the left
FrontSide = "front right": on the right
Beside: diagonally @inbackof {landmark} {side:BackSide} | diagonally @infrontof {landmark} {side:FrontSide}
Beside(side="front"): @infrontof {landmark}
@atside: to|on|at|towards|against|up against|close against|right against|touching|along|off
Beside(landmark=IT), 0.3: @atside (its|their|his|her) {side:Side} [@sidenoun]
Beside(landmark=IT): @atside the {side:Side} [@sidenoun] of (that|this|that one|this one|it)
Beside(landmark=IT), 0.3: (to|on|at|in) the {side:Side} [@sidenoun] | to {side:Side}
Beside(landmark=IT, side="back"), 0.3: (behind|in back)
Beside(landmark=IT, side="front"), 0.3: (in front|in the front)
Beside: @nextto {landmark} (on|to|at) (the|its|their) {side:Side} [@sidenoun]
@touchside: touching|touches|against|attached to
Beside: @touchside the {side:Side} [@sidenoun] of {landmark}
    (@touchside|that touches|and touches) {landmark} (on|at|to) (its|the) {side:Side} [@sidenoun]
@hangingoff: hanging off|hanging off of|hanging from|dangling from|dangling down from|jutting out of
    protruding from|coming off
Touching: @hangingoff {landmark}
Touching:
    (touching|so that it touches|touches|that touches|in contact with|attached to|connected to|\
connecting to|so it touches) {landmark}
# Between things, and in what is empty.
Between:
    (between|in between|in the gap between|in the space between|in the gaps between|in the hole between|\
in the spaces between|from between|inbetween|spanning the gap between|across the gap between|\
over the gap between|bridging the gap between) {landmark}
Between(middle=True): @midway between {landmark} | {self} [,] @midway
Under: (between|in between|in the gap between|in the space between) {landmark} and [the] (floor|ground)
Between(landmark=THEM): (between|in between) them
@ingap: in the gap|in the hole|in the space|in the empty space|in the empty spot|in the gap left|into the gap
    into the hole|in the open space|in the empty gap|in the notch|at the gap
@ingaps: in the gaps|in the empty spaces|in each gap|in the two gaps|in every hole
@ofin: of|in|within|inside|on|left by|left in|at
Inside(gap=True): @ingap @ofin {landmark}
Inside(gap=True, every=True): @ingaps @ofin {landmark}
Inside(gap=True, landmark=Ref("everything")), 0.2: @ingap
Inside(gap=True, every=True, landmark=Ref("everything")), 0.2: @ingaps
Inside: (inside|within|inside of) {landmark}
Inside, 0.6: (in|into|filling|to fill) {landmark}
Inside(landmark=IT), 0.2: (inside|within|in it|inside it)
# What was spoken of.
Instead: (in|at|on|into) (its|their|the same|the|the very same) [old|former] @placenoun
hear Instead, 0.2:
    (where it was|where they were|where it stood|where it is now|where they stood|in place|in their stead)
Instead: (in place of|in the place of|in the spot of|instead of|in lieu of|at the place of) {landmark}
Instead: where {landmark} (was|were|is|are|stands|stood) [now|before]
There: (there|here|in there|on there|at that place|in that place|at this place|over there|right there)
There: (in|at|on|into) (that|this|that same|this same) @placenoun
    in (that|this|that same|this same|the same) corner
hear Beside: to the (immediate|direct|very) {side} of {landmark}
@atcell: (on|in|to|at|onto|into) (the|that) [free|ground|floor|empty] (square|cell|spot|space|tile|point)
hear Place: @atcell [that is|which is|located|lying|just] {self:Place}
@midsquare: square|cell|spot|field|space|tile|ground square
PointOf, 0.2: (the|that|a) [empty|free] @midsquare {self:Place}
Place, 0.3: {self:Place} only | only {self:Place}
hear Beside = _at_side: (at|on|by) {landmark:Ref} [,] {place:Beside}
""")

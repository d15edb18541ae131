"""How people name places: on, under, beside and around things, between them, and in empty space."""

from __future__ import annotations

from dataclasses import replace

from cq.language.notation import rules
from cq.language.program import (
    Beside,
    Ref,
)

IT = Ref("it")

THEM = Ref("it", plural=True)


def _so_far(landmark: Ref, number: int) -> Beside:
    """ "Two cells away from it": the second cell, as "two cells west of it"."""
    return Beside(landmark, gap=max(0, number - 1))


def _at_side(landmark: Ref, place: Beside) -> Beside | None:
    """ "At the second level of the tower, on its south side": beside that level."""
    return replace(place, landmark=landmark) if place.landmark == IT else None


rules("""
@directly: squarely|bang|smack|dead|down|flush|close|tight|up|due|directly|right|immediately|just|exactly
    straight
@cellwords: cell|cells|square|squares|step|steps|tiles|column|columns
@spaces: space|spaces|spots
@levels: levels|row|rows|cells|block|blocks
@free: free|empty|clear
@on: on|on top of|atop|above|upon|onto|on to|on the top of|over|at the top of|to the top of|on top|top of
    on the top|over the top of|across on top of|lying on top of|lying on|resting on|to top of|across
    across the top of|a top|on the roof of|on the head of
@under: under|below|bellow|beneath|underneath|at the bottom of|on the bottom of|to the bottom of
    on the underside of
@nextto: next to|beside|by|adjacent to|near|alongside|against|close to|at the side of|on the side of
    to the side of|beside of|bordering|next|neighbouring|hugging|flush with|hard against|hard up against
    adjoining|at the foot of|at the base of|joining|besides
@inbackof: behind|in back of
@infrontof: in front of|front of|before|ahead of
@around: all the way round|around|surrounding|all around|round|all round|to surround
@midway: halfway|midway|half way|in the middle|exactly halfway
@sidenoun: side|face|edge|part|hand side|facing side|direction|sides|faces|half
@placenoun: place|spot|position|stead|space|cell|places|positions
Side: {self:Compass} | {self:Diagonal} | {self:Own}
Place: @directly {self:Place}
Beside, 0.1: {self:Beside} , (touching it|right next to it)
hear Place, 0.1: (somewhere|someplace) {self:Place}
@intheair: in the air|in mid air|floating in the air|hovering|floating
Air: @intheair
Place, 0.1: (pushed up|fitted|laid|tucked|placed|standing|sitting|lying|that is|which is|that are|resting|\
set|being|hovering|floating|hanging|attached|to stand|to be|to go) {self:Place}
# On and under.
OnTop: @on {landmark}
@alongtop: along the whole top of|all along the top of|along the top of
OnTop: @alongtop {landmark}
OnTop(landmark=Ref("part", True, "the", limits=(State("edge"),), of=Ref("it"))), 0.3: along (its|the) \
[whole] (rim|edge)
OnTop(landmark=IT), 0.2: (on top|at its top|right on top|at the top|on the top|above|at the peak|at the \
summit|across the top|over them|over the top|along the top|across the tops)
Under: @under {landmark}
Under(landmark=IT), 0.3: (underneath|below|beneath|at the bottom|under)
@leaving: with|leaving|and leave|but leave|so that|and|so there is
@freebetween: lie between|between|in between|between them|free|between the two|in the middle|free between them
    free between|left between
Gaps: {self:Number} (gap|gaps) | a gap of {self:Number}
FreeCells: {self:Number} @free (@cellwords|@spaces|@levels) | {self:Number} @spaces | {self:Gaps}
Clearance: {self:FreeCells} | {self:Number} @cellwords
Clearance: (exactly|just) {self:Clearance}
OnTop: {self} @leaving {gap:Clearance} @freebetween | {self} @leaving {gap:Clearance}
Beside: {self} @leaving {gap:Clearance} @freebetween | {self} @leaving {gap:Clearance}
    {self} at {gap:Clearance}
Around: {self} @leaving {gap:Clearance} @freebetween
Beside, 0.3: {gap:Clearance} @freebetween it and {landmark} | {gap:FreeCells} [away] from {landmark}
Beside = _so_far, 0.5: {number:Number} @cellwords [away] from {landmark:Ref}
Beside: [with] {gap:Gaps} {self}
# On one side.
Beside: @nextto {landmark}
Beside: (to|on|at|from|towards|off) [the] {side:Side} [@sidenoun] of {landmark}
Beside: {side:Side} (of|from) {landmark}
    (to|on|at|against|touching|along) {landmark} 's {side:Side} [@sidenoun]
Beside, 0.3: the {side:Side} [@sidenoun|end] of {landmark}
hear Beside(side="opposite"), 0.2: (on|at|to) the (opposite|other|far) (side|end) (of|from) {landmark}
    opposite {landmark}
Beside(side="back"): @inbackof {landmark}
Beside(side="back"): (on|at) the far side of {landmark}
Beside(side="front"): on the (near|front) side of {landmark}
@diagonally: diagonally|diagonal|corner to corner with
Beside(side="diagonal"): @diagonally {landmark} | diagonally (@nextto|touching) {landmark}
    diagonal (to|from) {landmark}
Beside: diagonally [to the] {side:Diagonal} of {landmark}
BackSide = "back right": on the right
FrontSide = "front left": on the left | to the left
FrontSide = "front right": on the right
Beside: diagonally @inbackof {landmark} {side:BackSide} | diagonally @infrontof {landmark} {side:FrontSide}
Beside(side="front"): @infrontof {landmark}
@atside: to|on|at|against|up against|touching|along|off
Beside(landmark=IT), 0.3: @atside (its|their|his) {side:Side} [@sidenoun]
Beside(landmark=IT): @atside the {side:Side} [@sidenoun] of (that|that one|it)
Beside(landmark=IT), 0.3: (to|on|at|in) the {side:Side} [@sidenoun] | to {side:Side}
Beside(landmark=IT, side="back"), 0.3: (behind|in back)
Beside(landmark=IT, side="front"), 0.3: (in front|in the front)
Beside: @nextto {landmark} (on|to|at) (the|its) {side:Side} [@sidenoun]
@touchside: touching|touches|against
Beside: @touchside the {side:Side} [@sidenoun] of {landmark}
    (@touchside|that touches|and touches) {landmark} (on|at) (its|the) {side:Side} [@sidenoun]
@hangingoff: hanging off of|dangling down from
Touching: @hangingoff {landmark}
Touching: (touching|so that it touches|touches|that touches|attached to|connected to|so it touches) {landmark}
# Between things, and in what is empty.
Between: (between|in between|in the gap between|in the space between|in the gaps between|in the hole \
between|inbetween|spanning the gap between) {landmark}
Between(middle=True): @midway between {landmark} | {self} @midway
Under: between {landmark} and the (floor|ground)
Between(landmark=THEM): (between|in between) them
@ingap: in the gap|in the hole|in the space|in the empty space|in the empty spot|into the gap|into the hole
    in the open space|in the notch|at the gap
@ingaps: in the gaps|in the empty spaces|in each gap|in the two gaps|in every hole
@ofin: of|in|inside|on|left by|left in
Inside(gap=True): @ingap @ofin {landmark}
Inside(gap=True, every=True): @ingaps @ofin {landmark}
Inside(gap=True, landmark=Ref("everything")), 0.2: @ingap
Inside(gap=True, every=True, landmark=Ref("everything")), 0.2: @ingaps
Inside: (inside|within|inside of) {landmark}
Inside, 0.6: (in|into|filling|to fill) {landmark}
Inside(landmark=IT), 0.2: (inside|in it)
# What was spoken of.
@former: old|former|previous|original
Instead: (in|on|into) (its|their|the same|the) @placenoun | (in|on|into|to) (its|their) @former @placenoun
hear Instead, 0.2: (where it was|where they were|where it stood|where it is now|in place)
Instead: (in place of|in the place of|instead of|at the place of) {landmark}
Instead: where {landmark} (was|were|is|are|stands|stood) [before]
There: (there|here|in there|on there|in that place|over there|right there)
There: (in|on) (that|that same) @placenoun | in this corner
hear Beside: to the (immediate|direct|very) {side} of {landmark}
@atcell: (on|in|to|at|onto|into) (the|that) [ground|floor|empty] (square|cell|spot|space|tile|point)
hear Place: @atcell {self:Place}
@midsquare: square|cell
PointOf, 0.2: the @midsquare {self:Place}
Place, 0.3: {self:Place} only | only {self:Place}
hear Beside = _at_side: (at|on|by) {landmark:Ref} {place:Beside}
""")

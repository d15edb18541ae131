"""How people say what will be: sizes, shapes and numbers that the result must have."""

from __future__ import annotations

from dataclasses import replace

from cq.language.notation import rules
from cq.language.program import (
    Check,
    Edge,
    Located,
    Place,
    Ref,
    State,
    Thing,
    Touching,
)


def _touching(ref: Ref, other: Ref) -> Check:
    return _reaching(ref, Touching(other))


def _reaching(ref: Ref, edge: Place) -> Check:
    return Check(replace(ref, limits=(*ref.limits, Located(edge))))


def _grounded(ref: Ref) -> Check:
    return Check(replace(ref, limits=(*ref.limits, State("grounded"))))


def _joined(ref: Ref, other: Ref) -> Check:
    if other.noun in ("edge", "ground"):
        return _grounded(ref) if other.noun == "ground" else _reaching(ref, Edge())
    return Check(replace(ref, others=(*ref.others, other)), Thing(shape="joined"))


rules("""
@intotal: in total|total|in all|altogether|all together|overall|in sum|all told|tall in total|combined
    as a total|in number
@shall: should|will|must|shall|would|should now|will now|must now|should only|should then|will then|now
@willhave: have|use|need|place|see|take|be using|be placing|end up with|be left with|have placed|consist of|be
@therewill: [in total|in all|altogether] there (@shall be|are|is)|(you|we|it|they|this|that) @shall @willhave
    (you|it|this|that) (use|uses|takes|makes|is|consists of)|(for|with|making|) (a|) (total|grand total) of|so
    resulting in|use|using|leaving|in all|in total|altogether|making|making it|totalling|totaling|the total is
Tally = Thing: {count} [blocks]
Tally = Thing(plural=True): {count} {colours+} [blocks|cubes|boxes|ones] | {count} {colours+:ColourPlural}
    {count} (new|more) {colours+} blocks
@whendone: when you are finished|when you are done|when finished|when done|at the end|in the end|now|left
    remaining|used|in use|placed|left over|by the end|afterwards|in place|remain|needed|there
@openbracket: '('|'['|-
@closebracket: ')'|']'|-
Check, 0.2: @therewill {thing:Tally} [@intotal] [@whendone] | @therewill {thing:Tally} @whendone @intotal
    {thing:Tally} @intotal | @openbracket [@therewill] {thing:Tally} [@intotal] @closebracket
    @openbracket @intotal {thing:Tally} @closebracket | @intotal {thing:Tally}
    @make (a total of|in total) {thing:Tally} | [@therewill] {thing:Tally} @wereplaced [@intotal]
    @purpose {thing:Tally} (are left|remain|stay|are there) [@intotal]
@wereplaced: should be placed|will be placed|are placed|were placed|should be used|will be used|added|placed
Check, 0.2: {thing:Tally} (remain|remains|are left|is left|should remain|should be left|will remain)
@lookit: look like|look|be|become|form|make|have|create|end up as|end up with|resemble|appear as|show|see|get
    be in|be shaped like|seem|build|produce|complete|turn it into|turn them into|make it|make it into
    make it look like
@looking: is|are|looks|looks like|seems|resembles|becomes|forms|makes|creates|has|have|is now|now forms
    now looks like|appears as
@willlook: @shall @lookit | @lookit | @looking
@looks: @result @willlook|@purpose @result @willlook|[and] (that|which) @willlook|to @lookit
    so [that] there is|[there] @shall be|forming|making|creating|completing|resulting in|leaving
    turning it into|making it|making it look like|in the shape of|in the form of|in a shape of|shaped like
    like|as|forms|makes|creates
Figure: {self:Thing} [@figureword] | [the] (shape|form|outline) [of] {self:Thing}
    {self:Thing} (standing|lying) (up|down) | (a|an) {self:ShapeNominal} @figureword
    (an|the|and) (upside down|inverted|upright|sideways|backwards|reversed) {self:ShapeNominal} [shape|letter]
    {self:Thing} (on its side|upside down) | the letter {self:ShapeNominal}
@figureword: shape|form|formation|figure|letter|sign|pattern|structure
@result: it|they|this|that|the structure|the result|the resulting shape|the final shape|the shape
    the final structure|the resulting structure|the final result|the blocks|the figure|the object
    the whole structure|the resulting figure|everything|the whole thing|you|the structures|the whole
    the end result|the final product|the new structure|the two structures
@purpose: so|so that|such that|until|in order that|and|which means that|make it so|make sure that|now
    in the end|when done|that way|this way
Check, 0.7: @looks [like] {thing:Figure} | @sothat all (that is left|that remains|left) is {thing:Figure}
    leaving (only|just) {thing:Figure} | (make|making|have) (it|them|the blocks) look like {thing:Figure}
@symmetrical: symmetrical|symmetric|symmetrically|now symmetrical|a mirror image|mirrored|symmetrical again
hear Check = Check(thing=Thing(shape="symmetrical")):
    @looks [a] @symmetrical [structure|shape|figure|pattern|object]
    to (make|keep) (it|them|the structure) @symmetrical | in a symmetrical (pattern|way)
@staysfree: stays|remains|is to stay|is left|should stay|should be|must stay|is to remain|is|is to be left
hear Check, 0.3: [which|but] {place:PointOf} [itself] @staysfree (empty|free|open|clear)
    (leave|keep|leaving|keeping) {place:PointOf} (empty|free|open|clear)
    [with|and|but] (nothing|none|no block) {place:Place} | [and] there is nothing {place:Place}
@sothatit: so that|so|such that|make sure|make sure that|in the end|at the end|now|then|finally|which means
    meaning|until|check that|this way|as a result
Check, 0.2: @sothatit {ref} (is|are|has|have|will be|should be) {size:Sized}
    (to make|making) {ref} {size:Sized}
    {ref} (is then|will be|should then be|should now be|is now|are now|will then be|will now be) {size:Sized}
Check, 0.4: @therewill {size:Sized} [@intotal] | {size:Sized} @intotal
@sameheight: equally high|equally tall|the same height|of the same height|level|level with each other
    as high as each other|as tall as each other|of equal height|the same size|equal in height
@areboth: are|have|get|is|reach|become|will be|should be|should have|are both|are all|both have|all have
    will have
hear Check = Check(ref, size=Size("high", like=ref)), 0.2: @purpose {ref:Ref} [@areboth] @sameheight
    to make {ref:Ref} @sameheight
hear Check = Check(ref, Thing(shape="joined")), 0.3: @purpose {ref:Ref} (are|is|get) (joined|connected|linked)
    (to join|to connect|to link|joining|connecting|linking) {ref:Ref}
@touch2: touch|meet|reach|hit|connect to|connect with|end at|attach to
@touching2: touching|connected to|connecting|attached to|connected with|ending at
@touches2: touches|meets|reaches|hits|connects to|connects with|ends at
@willtouch: [@shall] @touch2 | [@shall be|is|are] @touching2 | @touches2
hear Outcome = _touching: {ref:Ref} @willtouch {other:Ref}
hear Outcome = _reaching: {ref:Ref} @willtouch {edge:EdgeNoun}
hear Outcome = _grounded: {ref:Ref} @willtouch @ground
hear Outcome = Check(replace(ref, limits=(*ref.limits, limit))):
    {ref:Ref} (will be|should be|are|is|should now be) {limit:Relation}
@floats: floats|float|hovers|hover|hangs|hang|is floating|is hovering|is hanging
hear Outcome = Check(replace(ref, limits=(*ref.limits, State("floating")))): {ref:Ref} @floats [in the air]
hear Outcome = Check: {ref} (should|will|now|) (form|create|make|look like) {thing:Figure}
@sothatout: so that|so|such that|make sure|make sure that|in the end|at the end|now|meaning|as a result
hear Check, 0.3: [@sothatout] {self:Outcome} | @openbracket {self:Outcome} @closebracket
# "Complete the arch by adding a column": what the order is for.
Aim = Check: (make|create|build|form|complete|finish|get) {thing:Figure}
    (make|turn|change|convert|transform) {:Ref} into {thing:Figure}
Aim = Check(ref, Thing(shape="joined")): (connect|join|link|attach) {ref:Ref} [together]
Attention = Look: (surround|enclose|encircle|frame) {ref:Ref}
Attention = Look: (complete|extend|finish|finish off|continue|expand|grow|change) {ref:Ref}
hear Command = (look, Make(thing, place)) if look else (Make(thing, place),), 0.4:
    {look:Attention} with {thing:Thing} {place:Place}
    (finish|end|finish off) with {thing:Thing} {place:Place}
hear Command = (make, Make(thing, place)), 0.6: {make:Make} [,] with {thing:Thing} {place:Place}
hear Check = _joined, 0.3:
    (to join|to connect|to link|to attach|to marry|joining|connecting|linking) {ref:Ref} (to|with) {other:Ref}
    (to join|to connect|to link|to attach|to marry|joining|connecting|linking) {ref:Ref} (to|with) \
{other:LineEnd}
@bythis: by|, by|. by|by first|first by
hear Command = (order, aim), 0.3: {aim:Aim} @bythis {order:Make}
hear Command = (look, order), 0.4: {look:Attention} @bythis {order:Make}
hear Command = (order, aim), 0.3: {aim:Aim} @bythis {order:Remove}
hear Command = (look, order), 0.4: {look:Attention} @bythis {order:Remove}
hear Command = (order, aim), 0.3: {aim:Aim} @bythis {order:Fill}
hear Command = (look, order), 0.4: {look:Attention} @bythis {order:Fill}
hear Aim = Check(thing=Thing(shape="symmetrical")):
    (create|make|build|form) (a|an) @symmetrical (structure|shape|figure|pattern|object)
# "While maintaining the L shape, extend its longer side": so that it is one still.
@keepingit: maintaining|keeping|preserving|retaining|conserving|respecting
@whilekeeping: while @keepingit|@keepingit|without changing|without breaking|without destroying|without losing
Staying = Check:
    @whilekeeping (the|its|this|that) {thing:ShapeNominal} [@figureword]
    @whilekeeping the (shape|form|figure|outline) of (the|this|that) {thing:ShapeNominal}
    so that it (stays|remains|is still) (a|an|the) {thing:ShapeNominal} [@figureword]
    so that (the|its) {thing:ShapeNominal} [@figureword] (stays|remains|is kept|is preserved|is maintained)
hear Check, 0.2: {self:Staying}
hear Command = (order, shape), 0.2: {shape:Staying} [,] {order:Resize}
hear Command = (order, shape), 0.2: {shape:Staying} [,] {order:Make}
# What nobody can check: "to make the head", "so it looks like a house".
@imagined: arms|arm|legs|leg|feet|foot|head|heads|hands|hand|body|face|door|doorway|door shape|tail|horns|ears
    hat|wings|wing|roof|tree|eyes|nose|mouth|entrance|opening|door like opening|pattern|design|structure|shape
    figure|arrow|arch|archway|stairs|base|top|thing|object|donut|aisle|snake|animal|shoulders|floating arrow
hear Check = Check(thing=Thing(shape="imagined")), 0.9: @looks [a|an|the|two|its|their|new] @imagined
    to (complete|finish|finish off|continue) [the|it|this] [@imagined]
Check, 0.4: [in order] to (match|mirror|mimic|complete|finish|support|complement) {ref}
    (mirroring|mimicking|matching) {ref}
hear Check: in order {self:Check}
""")

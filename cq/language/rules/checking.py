"""How people describe the result: the sizes, shapes and numbers that it must have."""

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
@intotal: in total|total|in all|altogether|overall|all told
@shall: should|will|must|would
@willhave: use|place|be placing|have placed|be
@therewill: there (@shall be|are|is)|(you|it) @shall @willhave|(you|it|that) (takes|makes|is)
    (for|with|) (a|) total of|so|use|using|leaving|making|totaling
Tally = Thing: {count} [blocks]
Tally = Thing(plural=True): {count} {colours+} [blocks|boxes] | {count} {colours+:ColourPlural}
    {count} (new|more) {colours+} blocks
@whendone: when you are finished|left|remaining|placed
@openbracket: '('
@closebracket: ')'
Check, 0.2: @therewill {thing:Tally} [@intotal] [@whendone] | @therewill {thing:Tally} @whendone @intotal
    {thing:Tally} @intotal | @openbracket {thing:Tally} @closebracket | @intotal {thing:Tally}
    @make a total of {thing:Tally} | {thing:Tally} @wereplaced [@intotal]
    @purpose {thing:Tally} (are left|stay) [@intotal]
@wereplaced: should be placed|added
Check, 0.2: {thing:Tally} (remain|is left)
@lookit: look like|look|be|become|form|make|have|create|end up with|show|see|get|turn it into|make it
@looking: is|are|looks|looks like|becomes|makes|creates|has
@willlook: @shall @lookit|@lookit|@looking
@looks: @result @willlook|@purpose @result @willlook|(that|which) @willlook|to @lookit|so there is
    [there] @shall be|forming|completing|leaving|making it|in the shape of|in a shape of|like|as
Figure: {self:Thing} [@figureword] | the (shape|outline) of {self:Thing}
    (a|an) {self:ShapeNominal} @figureword | (an|and) (upside down|upright) {self:ShapeNominal}
    {self:Thing} (on its side|upside down)
@figureword: shape|form|letter|sign|pattern|structure
@result: it|they|this|the structure|the result|the resulting shape|the final shape|the shape
    the resulting structure|the resulting figure|the whole thing|you
@purpose: so|so that|until|and|now
Check, 0.7: @looks [like] {thing:Figure} | @sothat all (that is left|that remains) is {thing:Figure}
    leaving only {thing:Figure}
@symmetrical: symmetrical|now symmetrical
hear Check = Check(thing=Thing(shape="symmetrical")): @looks [a] @symmetrical [figure]
@staysfree: stays
hear Check, 0.3: {place:PointOf} @staysfree (empty|free|open) | leave {place:PointOf} empty
    [with|but] (nothing|none) {place:Place} | there is nothing {place:Place}
@sothatit: so that|so|make sure that|until
Check, 0.2: @sothatit {ref} (is|are) {size:Sized} | to make {ref} {size:Sized} | {ref} is now {size:Sized}
Check, 0.4: @therewill {size:Sized} [@intotal] | {size:Sized} @intotal
@sameheight: equally high|the same height|level
@areboth: are|have
hear Check = Check(ref, size=Size("high", like=ref)), 0.2: @purpose {ref:Ref} [@areboth] @sameheight
hear Check = Check(ref, Thing(shape="joined")), 0.3: @purpose {ref:Ref} are joined
@touch2: touch|meet|reach|hit|connect to|end at
@touching2: touching|connecting
@touches2: touches|meets|reaches|hits|connects with
@willtouch: [@shall] @touch2|@touching2|@touches2
hear Outcome = _touching: {ref:Ref} @willtouch {other:Ref}
hear Outcome = _reaching: {ref:Ref} @willtouch {edge:EdgeNoun}
hear Outcome = _grounded: {ref:Ref} @willtouch @ground
hear Outcome = Check(replace(ref, limits=(*ref.limits, limit))): {ref:Ref} (will be|should be|are|is) \
{limit:Relation}
@floats: floats|float|hovers|hangs|hang
hear Outcome = Check(replace(ref, limits=(*ref.limits, State("floating")))): {ref:Ref} @floats [in the air]
hear Outcome = Check: {ref} (should|will|) (form|create|make|look like) {thing:Figure}
@sothatout: so that|make sure that
hear Check, 0.3: [@sothatout] {self:Outcome}
# "Complete the arch by adding a column": what the order is for.
Aim = Check: (make|create) {thing:Figure} | (make|turn) {:Ref} into {thing:Figure}
Aim = Check(ref, Thing(shape="joined")): (connect|join|link) {ref:Ref}
Attention = Look: surround {ref:Ref}
Attention = Look: (complete|extend|finish|finish off|continue) {ref:Ref}
hear Command = (look, Make(thing, place)) if look else (Make(thing, place),), 0.4: {look:Attention} with \
{thing:Thing} {place:Place}
    finish with {thing:Thing} {place:Place}
hear Command = (make, Make(thing, place)), 0.6: {make:Make} with {thing:Thing} {place:Place}
hear Check = _joined, 0.3: (to connect|to attach|connecting) {ref:Ref} (to|with) {other:Ref}
    to marry {ref:Ref} to {other:LineEnd}
@bythis: by
hear Command = (order, aim), 0.3: {aim:Aim} @bythis {order:Make}
hear Command = (look, order), 0.4: {look:Attention} @bythis {order:Make}
hear Command = (order, aim), 0.3: {aim:Aim} @bythis {order:Remove}
hear Command = (order, aim), 0.3: {aim:Aim} @bythis {order:Fill}
hear Aim = Check(thing=Thing(shape="symmetrical")): create a @symmetrical structure
# "While maintaining the L shape, extend its longer side": so that it is one still.
@keepingit: maintaining|keeping|preserving
@whilekeeping: while @keepingit|@keepingit
Staying = Check: @whilekeeping the {thing:ShapeNominal} | so that it remains an {thing:ShapeNominal}
hear Check, 0.2: {self:Staying}
hear Command = (order, shape), 0.2: {shape:Staying} {order:Resize}
# What nobody can check: "to make the head", "so it looks like a house".
@imagined: arm|leg|head|door|doorway|ears|hat|roof|tree|entrance|pattern|structure|shape|arrow|stairs|base|top
    snake|floating arrow
hear Check = Check(thing=Thing(shape="imagined")), 0.9: @looks [a|an|the|new] @imagined
    to (finish|finish off) [the] [@imagined]
Check, 0.4: to (match|mirror|mimic|complete|finish) {ref} | matching {ref}
hear Check: in order {self:Check}
""")

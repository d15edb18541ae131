"""How people say what will be: sizes, shapes and numbers that the result must have."""

from __future__ import annotations

from dataclasses import replace

from cq.language.grammar import hear, rule, words
from cq.language.program import (
    Check,
    Edge,
    Located,
    Look,
    Make,
    Place,
    Ref,
    Size,
    State,
    Thing,
    Touching,
)

words(
    "intotal",
    "in total|total|in all|altogether|all together|overall|in sum|all told|tall in total|combined|"
    "as a total|in number",
)
words(
    "shall",
    "should|will|must|shall|would|should now|will now|must now|should only|should then|will then|now",
)
words(
    "willhave",
    "have|use|need|place|see|take|be using|be placing|end up with|be left with|have placed|consist of|be",
)
hear(
    "@therewill",
    "[in total|in all|altogether] there (@shall be|are|is)",
    "(you|we|it|they|this|that) @shall @willhave",
    "(you|it|this|that) (use|uses|takes|makes|is|consists of)",
    "(for|with|making|) (a|) (total|grand total) of",
)
words(
    "therewill",
    "so|resulting in|use|using|leaving|in all|in total|altogether|making|making it|totalling|totaling|"
    "the total is",
)

rule("Tally", "{count} [blocks]", makes=Thing)
rule(
    "Tally",
    "{count} {colours+} [blocks|cubes|boxes|ones]",
    "{count} {colours+:ColourPlural}",
    "{count} (new|more) {colours+} blocks",
    makes=Thing,
    plural=True,
)
words(
    "whendone",
    "when you are finished|when you are done|when finished|when done|at the end|in the end|now|left|"
    "remaining|used|in use|placed|left over|by the end|afterwards|in place|remain|needed|there",
)
words("openbracket", "(|[|-")
words("closebracket", ")|]|-")
rule(
    Check,
    "@therewill {thing:Tally} [@intotal] [@whendone]",
    "@therewill {thing:Tally} @whendone @intotal",
    "{thing:Tally} @intotal",
    "@openbracket [@therewill] {thing:Tally} [@intotal] @closebracket",
    "@openbracket @intotal {thing:Tally} @closebracket",
    "@intotal {thing:Tally}",
    "@make (a total of|in total) {thing:Tally}",
    "[@therewill] {thing:Tally} @wereplaced [@intotal]",
    "@purpose {thing:Tally} (are left|remain|stay|are there) [@intotal]",
    cost=0.2,
)
words(
    "wereplaced",
    "should be placed|will be placed|are placed|were placed|should be used|will be used|added|placed",
)
rule(
    Check,
    "{thing:Tally} (remain|remains|are left|is left|should remain|should be left|will remain)",
    cost=0.2,
)

words(
    "lookit",
    "look like|look|be|become|form|make|have|create|end up as|end up with|resemble|appear as|show|see|get|"
    "be in|be shaped like|seem|build|produce|complete|turn it into|turn them into|make it|make it into|"
    "make it look like",
)
words(
    "looking",
    "is|are|looks|looks like|seems|resembles|becomes|forms|makes|creates|has|have|is now|now forms|"
    "now looks like|appears as",
)
hear("@willlook", "@shall @lookit", "@lookit", "@looking")
hear(
    "@looks",
    "@result @willlook",
    "@purpose @result @willlook",
    "[and] (that|which) @willlook",
    "to @lookit",
    "so [that] there is",
    "[there] @shall be",
)
words(
    "looks",
    "forming|making|creating|completing|resulting in|leaving|turning it into|making it|making it look like|"
    "in the shape of|in the form of|in a shape of|shaped like|like|as|forms|makes|creates",
)
rule(
    "Figure",
    "{self:Thing} [@figureword]",
    "[the] (shape|form|outline) [of] {self:Thing}",
    "{self:Thing} (standing|lying) (up|down)",
    "(a|an) {self:ShapeNominal} @figureword",
    "(an|the|and) (upside down|inverted|upright|sideways|backwards|reversed) {self:ShapeNominal} [shape|"
    "letter]",
    "{self:Thing} (on its side|upside down)",
    "the letter {self:ShapeNominal}",
)
words("figureword", "shape|form|formation|figure|letter|sign|pattern|structure")
words(
    "result",
    "it|they|this|that|the structure|the result|the resulting shape|the final shape|the shape|"
    "the final structure|the resulting structure|the final result|the blocks|the figure|the object|"
    "the whole structure|the resulting figure|everything|the whole thing|you|the structures|the whole|"
    "the end result|the final product|the new structure|the two structures",
)
words(
    "purpose",
    "so|so that|such that|until|in order that|and|which means that|make it so|make sure that|now|in the end|"
    "when done|that way|this way",
)
rule(
    Check,
    "@looks [like] {thing:Figure}",
    "@sothat all (that is left|that remains|left) is {thing:Figure}",
    "leaving (only|just) {thing:Figure}",
    "(make|making|have) (it|them|the blocks) look like {thing:Figure}",
    cost=0.5,
)
words(
    "symmetrical",
    "symmetrical|symmetric|symmetrically|now symmetrical|a mirror image|mirrored|symmetrical again",
)
hear(
    Check,
    "@looks [a] @symmetrical [structure|shape|figure|pattern|object]",
    "to (make|keep) (it|them|the structure) @symmetrical",
    "in a symmetrical (pattern|way)",
    makes=lambda: Check(thing=Thing(shape="symmetrical")),
)
words(
    "staysfree",
    "stays|remains|is to stay|is left|should stay|should be|must stay|is to remain|is|is to be left",
)
hear(
    Check,
    "[which|but] {place:PointOf} [itself] @staysfree (empty|free|open|clear)",
    "(leave|keep|leaving|keeping) {place:PointOf} (empty|free|open|clear)",
    "[with|and|but] (nothing|none|no block) {place:Place}",
    "[and] there is nothing {place:Place}",
    cost=0.3,
)
words(
    "sothatit",
    "so that|so|such that|make sure|make sure that|in the end|at the end|now|then|finally|which means|"
    "meaning|until|check that|this way|as a result",
)
rule(
    Check,
    "@sothatit {ref} (is|are|has|have|will be|should be) {size:Sized}",
    "(to make|making) {ref} {size:Sized}",
    "{ref} (is then|will be|should then be|should now be|is now|are now|will then be|will now be) "
    "{size:Sized}",
    cost=0.2,
)
rule(Check, "@therewill {size:Sized} [@intotal]", "{size:Sized} @intotal", cost=0.4)
words(
    "sameheight",
    "equally high|equally tall|the same height|of the same height|level|level with each other|"
    "as high as each other|as tall as each other|of equal height|the same size|equal in height",
)
words(
    "areboth",
    "are|have|get|is|reach|become|will be|should be|should have|are both|are all|both have|all have|"
    "will have",
)
hear(
    Check,
    "@purpose {ref:Ref} [@areboth] @sameheight",
    "to make {ref:Ref} @sameheight",
    makes=lambda ref: Check(ref, size=Size("high", like=ref)),
    cost=0.2,
)
hear(
    Check,
    "@purpose {ref:Ref} (are|is|get) (joined|connected|linked)",
    "(to join|to connect|to link|joining|connecting|linking) {ref:Ref}",
    makes=lambda ref: Check(ref, Thing(shape="joined")),
    cost=0.3,
)


def _touching(ref: Ref, other: Ref) -> Check:
    return _reaching(ref, Touching(other))


def _reaching(ref: Ref, edge: Place) -> Check:
    return Check(replace(ref, limits=(*ref.limits, Located(edge))))


def _grounded(ref: Ref) -> Check:
    return Check(replace(ref, limits=(*ref.limits, State("grounded"))))


words("touch2", "touch|meet|reach|hit|connect to|connect with|end at|attach to")
words("touching2", "touching|connected to|connecting|attached to|connected with|ending at")
words("touches2", "touches|meets|reaches|hits|connects to|connects with|ends at")
hear("@willtouch", "[@shall] @touch2", "[@shall be|is|are] @touching2", "@touches2")
hear("Outcome", "{ref:Ref} @willtouch {other:Ref}", makes=_touching)
hear("Outcome", "{ref:Ref} @willtouch {edge:EdgeNoun}", makes=_reaching)
hear("Outcome", "{ref:Ref} @willtouch @ground", makes=_grounded)
hear(
    "Outcome",
    "{ref:Ref} (will be|should be|are|is|should now be) {limit:Relation}",
    makes=lambda ref, limit: Check(replace(ref, limits=(*ref.limits, limit))),
)
words("floats", "floats|float|hovers|hover|hangs|hang|is floating|is hovering|is hanging")
hear(
    "Outcome",
    "{ref:Ref} @floats [in the air]",
    makes=lambda ref: Check(replace(ref, limits=(*ref.limits, State("floating")))),
)
hear("Outcome", "{ref} (should|will|now|) (form|create|make|look like) {thing:Figure}", makes=Check)
words(
    "sothatout",
    "so that|so|such that|make sure|make sure that|in the end|at the end|now|meaning|as a result",
)
hear(Check, "[@sothatout] {self:Outcome}", "@openbracket {self:Outcome} @closebracket", cost=0.3)

# "Complete the arch by adding a column": what the order is for.
rule(
    "Aim",
    "(make|create|build|form|complete|finish|get) {thing:Figure}",
    "(make|turn|change|convert|transform) {:Ref} into {thing:Figure}",
    makes=Check,
)
rule(
    "Aim",
    "(connect|join|link|attach) {ref:Ref} [together]",
    makes=lambda ref: Check(ref, Thing(shape="joined")),
)
rule("Attention", "(complete|extend|finish|finish off|continue|expand|grow|change) {ref:Ref}", makes=Look)
hear(
    "Command",
    "{look:Attention} with {thing:Thing} {place:Place}",
    "(finish|end|finish off) with {thing:Thing} {place:Place}",
    makes=lambda thing, place, look=None: (look, Make(thing, place)) if look else (Make(thing, place),),
    cost=0.4,
)
hear(
    "Command",
    "{make:Make} [,] with {thing:Thing} {place:Place}",
    makes=lambda make, thing, place: (make, Make(thing, place)),
    cost=0.6,
)


def _joined(ref: Ref, other: Ref) -> Check:
    if other.noun in ("edge", "ground"):
        return _grounded(ref) if other.noun == "ground" else _reaching(ref, Edge())
    return Check(replace(ref, others=(*ref.others, other)), Thing(shape="joined"))


for _end in ("Ref", "LineEnd"):
    hear(
        Check,
        f"(to join|to connect|to link|to attach|to marry|joining|connecting|linking) {{ref:Ref}} "
        f"(to|with) {{other:{_end}}}",
        makes=_joined,
        cost=0.3,
    )
words("bythis", "by|, by|. by|by first|first by")
for _way in ("Make", "Remove", "Fill"):
    hear("Command", f"{{aim:Aim}} @bythis {{order:{_way}}}", makes=lambda aim, order: (order, aim), cost=0.3)
    hear(
        "Command",
        f"{{look:Attention}} @bythis {{order:{_way}}}",
        makes=lambda look, order: (look, order),
        cost=0.4,
    )
rule(
    "Aim",
    "(create|make|build|form) (a|an) @symmetrical (structure|shape|figure|pattern|object)",
    makes=lambda: Check(thing=Thing(shape="symmetrical")),
)

# What nobody can check: "to make the head", "so it looks like a house".
words(
    "imagined",
    "arms|arm|legs|leg|feet|foot|head|heads|hands|hand|body|face|door|doorway|door shape|tail|horns|ears|"
    "hat|wings|wing|roof|tree|eyes|nose|mouth|entrance|opening|door like opening|pattern|design|structure|"
    "shape|figure|arrow|arch|archway|stairs|base|top|thing|object|donut|aisle|snake|animal|shoulders|"
    "floating arrow",
)
hear(
    Check,
    "@looks [a|an|the|two|its|their|new] @imagined",
    "to (complete|finish|finish off|continue) [the|it|this] [@imagined]",
    makes=lambda: Check(thing=Thing(shape="imagined")),
    cost=0.9,
)
rule(
    Check,
    "[in order] to (match|mirror|mimic|complete|finish|support|complement) {ref}",
    "(mirroring|mimicking|matching) {ref}",
    cost=0.4,
)
hear(Check, "in order {self:Check}")

"""How people say what will be: sizes, shapes and numbers that the result must have."""

from __future__ import annotations

from dataclasses import replace

from cq.language.grammar import rule, words
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
    "therewill",
    "there will be|there should be|there must be|you should have|you will have|you will use|you will need|"
    "you should use|you will place|you use|it will take|it takes|it should take|that makes|"
    "you should end up with|this makes|there are|for a total of|a total of|with a total of|"
    "making a total of|totalling|that is|so|resulting in|use|using|it is|it should be|it will be|"
    "there should now be|you should now have|leaving|you will be placing|you should be left with|"
    "there should only be|you will be left with|you will be using|you should see|we should have|"
    "we will have|you will have placed|it uses|this uses|the total is|in total there are|"
    "in total there should be|in total there will be|in total|altogether there are|in all|making|"
    "total of|totaling|totalling|it should consist of|it consists of|it will consist of|they should be|"
    "you will end up with|making it|for a grand total of|that should be|this will be|this should be|"
    "there will now be",
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
    "@therewill {thing:Tally} @intotal",
    "{thing:Tally} @intotal",
    "@therewill {thing:Tally}",
    "@therewill {thing:Tally} @whendone",
    "@therewill {thing:Tally} @intotal @whendone",
    "@therewill {thing:Tally} @whendone @intotal",
    "@openbracket {thing:Tally} [@intotal] @closebracket",
    "@intotal {thing:Tally}",
    "@make (a total of|in total) {thing:Tally}",
    cost=0.2,
)
words(
    "wereplaced",
    "should be placed|will be placed|are placed|were placed|should be used|will be used|added|placed",
)
rule(
    Check,
    "[@therewill] {thing:Tally} @wereplaced [@intotal]",
    "@openbracket (@therewill|@intotal) {thing:Tally} @closebracket",
    says=False,
    cost=0.2,
)
rule(Check, "@purpose {thing:Tally} (are left|remain|stay|are there) [@intotal]", cost=0.2)
rule(
    Check,
    "{thing:Tally} (remain|remains|are left|is left|should remain|should be left|will remain)",
    "there will be {thing:Tally} (left|remaining)",
    cost=0.2,
)

words(
    "looks",
    "it should look like|it will look like|it looks like|they should look like|"
    "the structure should look like|the result should look like|the result is|this should look like|"
    "it should be|it will be|it is|it becomes|it will become|it should form|it will form|it forms|"
    "they form|they should form|forming|making|to make|to form|to create|creating|to build|to get|"
    "so it looks like|so that it looks like|so that it forms|so it forms|so it makes|so that it becomes|"
    "so that they form|so you get|so that you get|you should have|you get|you will have|this makes|"
    "this will make|this creates|this forms|which makes|which forms|that makes|that forms|it makes|"
    "it should make|it will make|in the shape of|in the form of|in a shape of|shaped like|like|as|"
    "to turn it into|turning it into|to turn them into|to appear as|to complete|completing|to look like|"
    "the shape should be|the final shape should be|the final shape is|"
    "the shape is|it should now be|it should now look like|resulting in|so that there is|so there is|"
    "so it is|so that it is|so that they are|the structure is|the structure should be|the result should be|"
    "it should resemble|it resembles|to resemble|you should see|there should be|there will be|"
    "the shape should look like|the final structure should look like|leaving|this should be|"
    "this should make|so that you have|so you have|so it will be|the final structure should be|to produce|"
    "it should end up as|to end up with|you should end up with|making it look like|making it|to make it|"
    "that looks like|which looks like|and it should look like|this will form|this will create|"
    "this should create|this should form|so that it makes|so as to form|to become|creates|forms|makes|"
    "you will end up with|that will make|that will form|to make it look like|to make it into|"
    "it should appear as",
)
rule(
    "Figure",
    "{self:Thing}",
    "{self:Thing} shape",
    "the (shape|form|outline) of {self:Thing}",
    "{self:Thing} (standing|lying) (up|down)",
    "shape of {self:Thing}",
    "(a|an) {self:ShapeNominal} (shape|structure|figure|form|formation)",
    "the shape {self:Thing}",
    "{self:Thing} (form|formation|figure|letter|sign|pattern|structure)",
    "(an|the|and) (upside down|inverted|upright|sideways|backwards|reversed) {self:ShapeNominal} [shape|"
    "letter]",
    "{self:Thing} (on its side|upside down)",
    "the letter {self:ShapeNominal}",
)
words(
    "result",
    "it|they|this|that|the structure|the result|the resulting shape|the final shape|the shape|"
    "the final structure|the resulting structure|the final result|the blocks|the figure|the object|"
    "the whole structure|the resulting figure|everything|the whole thing|you|the structures|the whole|"
    "the end result|the final product|the new structure|the two structures",
)
words(
    "willlook",
    "should look like|should look|will look|looks|look|should seem|seems|will look like|looks like|look "
    "like|should resemble|resembles|will be|should be|is|"
    "are|becomes|will become|should become|forms|will form|should form|makes|will make|should make|"
    "should have|will have|should now be|should now look like|will now look like|is now|creates|"
    "will create|should create|should end up as|will resemble|now forms|now looks like|should appear as|"
    "appears as|will now be|will then be|would look like|has|have|should show|will appear as|end up with|"
    "see|will see|should see|should end up with|will end up with|should be in|will be in|"
    "should be shaped like",
)
words(
    "purpose",
    "so|so that|such that|until|in order that|and|which means that|make it so|make sure that|now|"
    "in the end|when done|that way|this way",
)
rule(
    Check,
    "@looks {thing:Figure}",
    "@result @willlook {thing:Figure}",
    "@purpose @result @willlook {thing:Figure}",
    "@result @willlook like {thing:Figure}",
    "@sothat all (that is left|that remains|left) is {thing:Figure}",
    "leaving (only|just) {thing:Figure}",
    "(make|making|have) (it|them|the blocks) look like {thing:Figure}",
    cost=0.5,
)
words(
    "symmetrical",
    "symmetrical|symmetric|symmetrically|now symmetrical|a mirror image|mirrored|symmetrical again",
)
rule(
    Check,
    "@result @willlook @symmetrical",
    "@purpose @result @willlook @symmetrical",
    "to (make|keep) (it|them|the structure) @symmetrical",
    "in a symmetrical (pattern|way)",
    "@looks a @symmetrical (structure|shape|figure|pattern|object)",
    "@result @willlook a @symmetrical (structure|shape|figure|pattern|object)",
    makes=lambda: Check(thing=Thing(shape="symmetrical")),
    says=False,
)
words(
    "staysfree",
    "stays|remains|is to stay|is left|should stay|should be|must stay|is to remain|is|is to be left",
)
rule(
    Check,
    "[which|but] {place:PointOf} [itself] @staysfree (empty|free|open|clear)",
    "(leave|keep|leaving|keeping) {place:PointOf} (empty|free|open|clear)",
    "[with|and|but] (nothing|none|no block) {place:Place}",
    "[and] there is nothing {place:Place}",
    cost=0.3,
    says=False,
)
words(
    "sothatit",
    "so that|so|such that|make sure|make sure that|in the end|at the end|now|then|finally|which means|"
    "meaning|until|check that|this way|as a result",
)
rule(
    Check,
    "@sothatit {ref} (is|are|will be|should be) {size:Sized}",
    "@sothatit {ref} (has|have) {size:Sized}",
    "to make {ref} {size:Sized}",
    "making {ref} {size:Sized}",
    "{ref} (is then|will be|should then be|should now be|is now|are now|will then be|will now be) "
    "{size:Sized}",
    cost=0.2,
)
rule(
    Check,
    "@therewill {size:Sized} [@intotal]",
    "{size:Sized} @intotal",
    "until {ref} (is|are) {size:Sized}",
    cost=0.4,
)
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
rule(
    Check,
    "@purpose {ref:Ref} @areboth @sameheight",
    "to make {ref:Ref} @sameheight",
    "@purpose {ref:Ref} @sameheight",
    makes=lambda ref: Check(ref, size=Size("high", like=ref)),
    says=False,
    cost=0.2,
)
rule(
    Check,
    "@purpose {ref:Ref} (are|is|get) (joined|connected|linked)",
    "to (join|connect|link) {ref:Ref}",
    "(joining|connecting|linking) {ref:Ref}",
    makes=lambda ref: Check(ref, Thing(shape="joined")),
    says=False,
    cost=0.3,
)


def _touching(ref: Ref, other: Ref) -> Check:
    return _reaching(ref, Touching(other))


def _reaching(ref: Ref, edge: Place) -> Check:
    return Check(replace(ref, limits=(*ref.limits, Located(edge))))


def _grounded(ref: Ref) -> Check:
    return Check(replace(ref, limits=(*ref.limits, State("grounded"))))


words(
    "willtouch",
    "will touch|should touch|touches|touch|will meet|should meet|meets|meet|will be touching|reach|reaches|"
    "should be touching|is touching|are touching|will reach|should reach|hits|hit|will hit|will connect to|"
    "should connect to|should connect with|will connect with|connects to|connects with|connect to|"
    "will end at|ends at|ending at|will be connected to|should be connected to|are connected to|"
    "is connected to|connecting|should attach to|would touch",
)
rule("Outcome", "{ref:Ref} @willtouch {other:Ref}", makes=_touching, says=False)
rule("Outcome", "{ref:Ref} @willtouch {edge:EdgeNoun}", makes=_reaching, says=False)
rule("Outcome", "{ref:Ref} @willtouch @ground", makes=_grounded, says=False)
rule(
    "Outcome",
    "{ref:Ref} (will be|should be|are|is|should now be) {limit:Relation}",
    makes=lambda ref, limit: Check(replace(ref, limits=(*ref.limits, limit))),
    says=False,
)
words("floats", "floats|float|hovers|hover|hangs|hang|is floating|is hovering|is hanging")
rule(
    "Outcome",
    "{ref:Ref} @floats [in the air]",
    makes=lambda ref: Check(replace(ref, limits=(*ref.limits, State("floating")))),
    says=False,
)
rule(
    "Outcome", "{ref} (should|will|now|) (form|create|make|look like) {thing:Figure}", makes=Check, says=False
)
words(
    "sothatout", "so that|so|such that|make sure|make sure that|in the end|at the end|now|meaning|as a result"
)
rule(Check, "[@sothatout] {self:Outcome}", "@openbracket {self:Outcome} @closebracket", cost=0.3, says=False)

# "Complete the arch by adding a column": what the order is for.
rule(
    "Aim",
    "(make|create|build|form|complete|finish|get) {thing:Figure}",
    "(make|turn|change|convert|transform) {:Ref} into {thing:Figure}",
    "(make|turn|change|convert|transform) {:Ref} into the shape of {thing:Thing}",
    makes=Check,
)
rule(
    "Aim",
    "(connect|join|link|attach) {ref:Ref}",
    "(connect|join|link|attach) {ref:Ref} together",
    makes=lambda ref: Check(ref, Thing(shape="joined")),
)
rule("Attention", "(complete|extend|finish|finish off|continue|expand|grow|change) {ref:Ref}", makes=Look)
rule(
    "Command",
    "{look:Attention} with {thing:Thing} {place:Place}",
    "(finish|end|finish off) with {thing:Thing} {place:Place}",
    makes=lambda thing, place, look=None: (look, Make(thing, place)) if look else (Make(thing, place),),
    cost=0.4,
    says=False,
)
rule(
    "Command",
    "{make:Make} [,] with {thing:Thing} {place:Place}",
    makes=lambda make, thing, place: (make, Make(thing, place)),
    cost=0.6,
    says=False,
)


def _joined(ref: Ref, other: Ref) -> Check:
    if other.noun in ("edge", "ground"):
        return _grounded(ref) if other.noun == "ground" else _reaching(ref, Edge())
    return Check(replace(ref, others=(*ref.others, other)), Thing(shape="joined"))


for _end in ("Ref", "LineEnd"):
    rule(
        Check,
        f"(to join|to connect|to link|to attach|to marry|joining|connecting|linking) {{ref:Ref}} "
        f"(to|with) {{other:{_end}}}",
        makes=_joined,
        says=False,
        cost=0.3,
    )
words("bythis", "by|, by|. by|by first|first by")
for _way in ("Make", "Remove", "Fill"):
    rule(
        "Command",
        f"{{aim:Aim}} @bythis {{order:{_way}}}",
        makes=lambda aim, order: (order, aim),
        cost=0.3,
        says=False,
    )
    rule(
        "Command",
        f"{{look:Attention}} @bythis {{order:{_way}}}",
        makes=lambda look, order: (look, order),
        cost=0.4,
        says=False,
    )
rule(
    "Aim",
    "(create|make|build|form) (a|an) @symmetrical (structure|shape|figure|pattern|object)",
    makes=lambda: Check(thing=Thing(shape="symmetrical")),
)

# What nobody can check: "to make the head", "so it looks like a house".
words(
    "imagined",
    "arms|arm|legs|leg|feet|foot|head|heads|hands|hand|body|face|door|doorway|door shape|tail|horns|"
    "ears|hat|"
    "wings|wing|roof|tree|eyes|nose|mouth|entrance|opening|door like opening|pattern|design|structure|"
    "shape|"
    "figure|arrow|arch|archway|stairs|base|top|thing|object|donut|aisle|snake|animal|shoulders|floating "
    "arrow",
)
rule(
    Check,
    "@looks [a|an|the|two|its|their|new] @imagined",
    "to (complete|finish|finish off|continue) (the|it|this) [@imagined]",
    "to finish",
    "@result @willlook (a|an|the) @imagined",
    makes=lambda: Check(thing=Thing(shape="imagined")),
    says=False,
    cost=0.9,
)
rule(
    Check,
    "to (match|mirror|mimic|complete|finish|support|complement) {ref}",
    "(mirroring|mimicking|matching) {ref}",
    "in order to (match|mirror|complete) {ref}",
    says=False,
    cost=0.4,
)
rule(Check, "in order {self:Check}", says=False)

"""How people say what becomes larger or smaller, and what is joined."""

from __future__ import annotations

from dataclasses import replace

from cq.language.notation import rules
from cq.language.program import HasSize, If, Largest, Look, Ref, Resize, Size, State


def _layered(layer: Resize, side: str, ref: Ref | None = None, growth: Resize | None = None) -> Resize:
    """ "A second row behind the row", which then is two rows thick."""
    named = layer.ref if ref is None else ref
    return replace(layer, ref=named, side=side) if growth is None else replace(growth, side=side)


def _squared(growth: Resize, dims: tuple[int, ...]) -> Resize | None:
    """ "Make the square 5 x 5": as much on each of its sides."""
    return replace(growth, size=Size("side", dims[0]), both=True) if len(set(dims)) == 1 else None


def _added(ref: Ref, more: int, side: str | None = None, colour: str | None = None) -> Resize | None:
    """ "Add two blocks to the tower"; what is added to an end is no part that grows."""
    of_letter = ref.of is not None and ref.of.noun.startswith("letter")
    is_bar = of_letter or any(State(word) in ref.limits for word in ("bar", "leg", "stem"))
    if ref.noun in ("part", "one", "block", "gap", "structure") and not is_bar:
        return None
    return Resize(ref, more=more, dimension="blocks", side=side, colour=colour)


def _ensured(ref: Ref, size: Size) -> If:
    """ "Make sure that the tower is three high": nothing is to be done if it is."""
    return If(Look(ref=replace(ref, limits=(HasSize(size), *ref.limits))), Resize(ref, size), negative=True)


def _levelled(ref: Ref) -> Resize:
    """All as high as the highest of them."""
    highest = replace(ref, limits=(*ref.limits, Largest("high")), quantifier="the", plural=False, number=None)
    return Resize(ref, Size("high", like=highest))


def _built_up(ref: Ref, size: HasSize) -> Resize:
    """ "Grow each of them into a tower two high"."""
    return Resize(ref, replace(size.size, dimension="high"))


rules("""
@lower*: lower|shorten|reduce|cut|trim|shrink|cut down|crop|decrease|take down|bring down|cut back|trim down
    chop|chop down|lop
@grown*: extend|lengthen|continue|elongate|grow|prolong|stretch|expand|widen|heighten|raise|make|let|increase
    build up|bring|build|enlarge
Longer = "high": higher|taller|up|upwards|more up
Shorter = "high": lower|shorter|less high|less tall
Longer = "long": longer
Shorter = "long": shorter
Longer = "wide": wider|broader
Shorter = "wide": narrower
Longer = "any": bigger|larger
Shorter = "any": smaller
Longer = "deep": deeper|thicker
Shorter = "deep": shallower|thinner
@morecells: block|blocks|cube|cubes|cell|cells|level|levels|layer|layers|space|spaces|square|squares|step
    steps|storey|storeys|unit|units|more|more block|more blocks|more level|more levels|more cells
    additional blocks|extra blocks|ones|more ones|row|rows|more row|more rows|box|boxes|brick|bricks
@ends: at both ends|on both ends|at each end|on each end|at both sides|on both sides|on each side
    in both directions|both ways|at either end|on either end|to both sides|each way|on either side
    in each direction|at its two ends|at both of its ends|at each of its ends
@atend: at its|at the|on its|on the|to its|to the|towards the|toward the|at|to|in the|on|at the far|into the
    off to the|from its|from the|towards|toward|up to the|up towards the|down towards the
Way: {self:Direction} | @atend {self:Direction} | @atend {self:Direction} (end|side|direction)
    (going|heading|further) {self:Direction} | {self:Toward} | @atend {self:MapWay} @ofthezone
# What grows, and how far, which way and in what colour, in any order.
@goon: go|go on|continue|run|reach|grow|rise|become higher|stretch|extend|keep going|carry on
@abit: a bit|a little|somewhat|a little bit|some|by some|a few blocks|by a few blocks|some more
Growth = Resize: @extend {ref} | (@grown|want|would like|need) {ref} {dimension:Longer}
    (carry|continue|keep|build|bring) {ref} (on|going|up)
    (carry on|keep going|go on|continue|keep on) with {ref} | {ref} (grows|grow)
    ({ref} @must|make {ref}|let {ref}|have {ref}) @goon
Growth = Resize(dimension="high"): (raise|heighten|elevate) {ref}
Resize: @grown {ref} {more} [@morecells] {dimension:Longer} | @extend {ref} by {more} [@morecells]
@byadding: in|using|in the colour|keeping to|still in|with|adding|add|and add|by adding|by piling up
    by stacking|by putting on|by placing|by putting|by building|by attaching|with a|adding a|by adding a
    by putting a|with one|using a
@further: more|further|another|some|additional|extra
Growth = Resize, 0.1: {self} {side:Way}
Growth = Resize(both=True): {self} @ends
Growth = Resize, 0.1: {self} [,] @byadding [@further] {colour} [block|blocks]
Resize, 0.1: {self} {side:Way}
@wholeface: over the full height|over its full height|over the whole height|over its whole height
    in full height|at full height|over the entire height|from bottom to top|from top to bottom
    over all levels|on all levels
    on every level|over the full width|over its full width|over the whole width
hear Resize, 0.2: {self} [,] @wholeface
Resize(both=True): {self} @ends
Resize, 0.1: {self} [,] @byadding [@further] {colour} [block|blocks]
hear Resize, 0.1: (with|using|from) {colour} [block|blocks] [,] {self}
hear Resize, 0.7: {self:Growth} [@abit]
@byhow: by|with|for|for another|another|by another|a further|by a further|up by|by up to
hear Resize, 0.05: {self:Growth} [@byhow] {more} [more] [{colour}] [@morecells]
    {self:Growth} [,] @byadding {more} [more] [{colour}] [@morecells]
    {self:Growth} [to|up to] {size:Sized} | {self:Growth} (to|up to) {size:Bare} | {self:Growth} {size:Reach}
    {self:Growth} (until|till|so that|so) (it|they) (is|are) {size:Sized}
    {self:Growth} (to|until|up to|till|as far as) {until:Coordinate}
hear Resize(more=1): {self:Growth} [by] (another|one more|a further) @morecells
@needs: needs|need|gets|get|is gonna need|is going to need|wants|could use|has to get|should get|should have
hear Resize: {ref} @needs {more} (more|extra|additional|further) [@morecells]
    {more} more [@morecells] (on|onto|to|for) [the top of|top of] {ref}
    {more} (block|blocks|level|levels) more (on|onto|to|for) {ref}
    {ref} (@needs|@must have) {less:Number} [@morecells] (less|fewer)
    {less:Number} [@morecells] (less|fewer) (on|of|for|in) {ref}
hear BeResize = Resize: {more} [@morecells] {dimension:Longer}
    {less:Number} [@morecells] {dimension:Shorter}
hear BeResize = Resize, 0.1: {size:Sized}
hear DoneResize = Resize: @extend by {more} [@morecells] | (@lower [down]|@extend [up]) to {size:Bare}
    @lower by {less:Number} [@morecells]
@eachother: each other|one another|toward each other|towards each other|toward one another
Reach = Size(dimension="until", like=Ref("it", True)):
    [@eachother] (until|till|so that|so) they (meet|touch|join|connect|touch each other|meet in the middle)
@secondlayer: a second layer|a second row|a second line|another layer|another row|another line|one more layer
    one more row|one more line|the same layer|the same row|the same line|an extra layer|an extra row
    an extra line
@byputting: by adding|by placing|by building|by putting|by laying
@atthe: on the|at the|to the|along the|on its|at its
LayerSide = "front": directly in front|in front|right in front|directly in front of|in front of
    right in front of
LayerSide = "back": behind|directly behind|right behind|behind of|directly behind of|right behind of
LayerSide: @atthe {self:Side} side | @atthe {self:Side} side of
SecondLayer = Resize(ref=Ref("it"), more=1, dimension="deep"): @secondlayer [in] [{colour}]
hear Resize = _layered, 0.1: @make {layer:SecondLayer} {side:LayerSide} {ref:Ref}
hear Resize = _layered: {growth:Resize} @byputting {layer:SecondLayer} {side:LayerSide} [it]
@eachsideofit: on all sides|on every side|on each side|all around|all round|on all four sides
@samecentre: with the same center|with the same centre|around the same middle|with the same middle
Squared = Resize: {self:Growth} | @grown {ref}
hear Resize = _squared: {growth:Squared} [,] [to|into] {dims:Dims} [,] [@samecentre]
hear Resize(both=True): {self} @eachsideofit
hear Resize: {self} , it @must grow by {:Number} [@morecells] @eachsideofit
Reach, 0.2: {self:Length}
Reach = Size(dimension="until"), 0.3: (to|@soreach) {like:LineEnd}
Reach = Size(dimension="until"), 0.3: (to|@soreach) {like:Ref}
hear Resize(size=Size("until", like=Ref("edge"))):
    {self:Growth} (@upto|to|@untilreach|@soreach) [the] {side:Compass} @border [@ofzone]
Resize: @grown {ref} {less:Number} [@morecells] {dimension:Shorter}
    @grown {ref} {dimension:Shorter} by {less:Number} [@morecells]
    {ref} (is|are) {less:Number} [@morecells] too {dimension:Dimension} [@fixthat]
    @lower {ref} [{side:Way}] [by] {less:Number} [@morecells]
    @lower {ref} [down] from {:Number} [@morecells] to {size:Bare}
@fixthat: so remove the top one|remove the top one|so take the top one off|so take one off|so the top one goes
    fix that|fix it|please fix that|correct that|change that|please correct that|that is wrong
hear Resize: @remove [some] blocks (off|from) {ref} (until|till|so that|so) (it|they) (is|are) {size:Sized}
    @grown {ref} {size:Sized} by (removing|taking off|taking away) [some] blocks
@eachendof: both ends|each end|either end|each of the ends|both of the ends
hear Resize(both=True): @make {more} [{colour}] [@morecells] (at|to|onto) @eachendof of {ref}
hear Resize, 1: @make {more} [{colour}] [@morecells] (at|to|onto) the {side} [end|side] of {ref}
hear Resize(both=True): @make {more} more [{colour}] [@morecells] (at|to|on|onto) @eachendof of {ref}
hear Resize, 0.1: @make {more} more [{colour}] [@morecells] (at|to|on|onto) the {side} [end|side] of {ref}
hear Resize = _added, 0.3: @make {more:Number} [more] [{colour:Colour}] [@morecells] to {ref:Ref}
hear Resize = None if ref.noun in ("block", "one") else _added(ref, 1, None, colour), 0.3:
    @make (a|an|another|one more) [@further] [{colour:Colour}] (block|cube|brick) to {ref:Ref}
hear Resize(dimension="high"): @make {more} (level|levels|layer|layers|storey|storeys) (to|onto|on) {ref}
hear Make = commanding.on_top, 0.1:
    (finish|complete|top|top off|crown) {landmark:Ref} with {thing:Thing} @astop
hear Make = Make(thing, Beside(landmark, side)), 0.5:
    @extend {landmark:Ref} by {thing:Thing} (at|on|to) (its|the) {side:Direction} [end|side]
    {landmark:Ref} @must be (@extend|carried on) (by|with) {thing:Thing} (at|on|to) its {side:Direction} \
[end|side]
# "Every block gets doubled in height: stack another one upon each" says it twice.
hear Command = (Look(ref=order.ref), make): {order:Resize} : {make:Make}
# To a size.
@ensure: make sure|make sure that|see to it that|ensure that|ensure|see that|i wish|i wish that|i want that
Resize: @grown {ref} {size:Sized} | {ref} @must be {size:Sized} | {ref} @must (only|just|now) be {size:Sized}
    @grown {ref} be {size:Sized} | @grown {ref} to {size:Sized} | want {ref} to be {size:Sized}
hear If = _ensured: @ensure {ref:Ref} (is|are) {size:Sized}
hear Resize: @lower {ref} to {size:Sized} | @lower {ref} [down] to [a|the] (height|length|size) of {size:Bare}
    @grown {ref} [up] to [a|the] (height|length) of {size:Bare} | @lower {ref} [down] to {size:Bare}
hear Resize = Resize(ref, Size("high", like=like)):
    (give|lend) {ref:Ref} the (same height|height) (of|as) {like:Ref}
    @lower {ref:Ref} [down] to the (height|level) of {like:Ref}
    @grown {ref:Ref} [up] to the (height|level) of {like:Ref}
Sized: {self:ShortSize} | {self:LongSize} | only {self:ShortSize} | just {self:ShortSize}
Bare = Size: {number} | {number} @morecells
Resize(size=Size(times=2)): (double|doubled) {ref} | make {ref} (twice|two times) as (long|big|large)
    double the (length|size) of {ref}
Resize(size=Size("high", times=2)): make {ref} (twice|two times) as (high|tall) | double the height of {ref}
    double {ref} in height
Resize(size=Size("high", divided=2)): make {ref} half as (high|tall) | (halve|half) the height of {ref}
    cut {ref} in half | halve {ref}
hear Resize(size=Size("until"), side="up"):
    @grown {ref} as (high|tall) as (possible|it goes|it gets|it can be|you can)
Resize(size=Size(divided=2)): make {ref} half as long | (halve|half) the length of {ref}
@owncolour: each in its own colour|in its own colour|in their own colours|in the same colour
    in the same colours|same colour|same colours|keep their colours|keeping their colours
    in the colour of the tower|each in their own colour|same colour as the tower|with the same colour
    of the same colour|each in the colour of the tower|with blocks of the same colour|using the same colour
    each with its own colour|in their colours|in their own colour|keep its colour|keep the colours
Fill: {self} @owncolour
hear Resize: {ref} @must (reach|have|get to|come to|match) {size:LongSize}
hear Resize = _levelled: (even out|level|equalise|equalize|level out|even up) {ref:Ref}
    @grown {ref:Ref} (equally|all equally|all) (high|tall) | @grown {ref:Ref} [all] the same height
    @grown {ref:Ref} (level|even|equal|equal in height)
@owncolour: in its own colour|in their own colour|in its own color|in their own colours|in the same colour
    in the same color|of its own colour|of their own colour|w same colour|w same color|of the same colour
    in that colour|same colour|, same colour|with the same colour|in its colour|in their colours
    in its own colours|of same colour|of same color|in same colour|in same color|same color|with same colour
    with same color|in matching colour|of the same color|with the same color
hear OwnColour = "own": [each] [in each case] in (the|that|each|every|its) {:Nominal} 's [own] (colour|color)
    [still] [each] [in each case] @owncolour
Resize, 0.05: {self} by @owncolour | {self} [,|.] {:OwnColour}
hear Resize(size=Size("high", times=2)): {ref} @must be (twice|two times) as (high|tall)
    (make|build) {ref} (twice|two times) its height
hear Resize: (break|knock|take|tear|cut|bring) {ref} down to {size:Bare}
    (put|bring|set|get|take|make|change|turn) {ref} back to {size:Bare}
@theseblocks: them|blocks|the blocks|these|it|some blocks|as many blocks as needed
hear Resize = _built_up: @grown {ref:Ref} [up] (into|to) a {size:HasSize} (tower|column|pillar|stack)
    @grown {ref:Ref} [up] (into|to) a (tower|column|pillar|stack) of {size:CountSize}
hear Resize: {self} [,] [by] (taking|removing) @theseblocks (from|off) the {side:Direction} [end]
    {self} [.] what goes , goes from the {side:Direction} [end] | {self} (in all|in total)
hear Resize(size=Size("high", times=2)): {ref} (gets|is|are|should be|must be|has to be) doubled [in height]
""")

"""How people make things larger or smaller, and join them."""

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
    """ "Add two blocks to the tower"; None for parts and single blocks, which do not grow."""
    of_letter = ref.of is not None and ref.of.noun.startswith("letter")
    is_bar = of_letter or any(State(word) in ref.limits for word in ("bar", "leg", "stem"))
    if ref.noun in ("part", "one", "block", "gap", "structure") and not is_bar:
        return None
    return Resize(ref, more=more, dimension="blocks", side=side, colour=colour)


def _sided(order: Resize, side: str) -> Resize | None:
    """ "Make the row four blocks to the east"; not "make the tower one block lower", which takes one off."""
    counted = order.size is not None and order.size.dimension == "blocks"
    if order.side not in (None, side) or (counted and side in ("up", "down")):
        return None
    return replace(order, side=side)


def _ensured(ref: Ref, size: Size) -> If:
    """ "Make sure that the tower is three high": no action if it is."""
    return If(Look(ref=replace(ref, limits=(HasSize(size), *ref.limits))), Resize(ref, size), negative=True)


def _levelled(ref: Ref) -> Resize:
    """All as high as the highest of them."""
    highest = replace(ref, limits=(*ref.limits, Largest("high")), quantifier="the", plural=False, number=None)
    return Resize(ref, Size("high", like=highest))


def _built_up(ref: Ref, size: HasSize) -> Resize:
    """ "Grow each of them into a tower two high"."""
    return Resize(ref, replace(size.size, dimension="high"))


rules("""
@sinking*: lower
@cutting*: shorten|reduce|cut|trim|shrink|cut down|crop|decrease|take down|bring down|cut back|trim down
    chop|chop down|lop
@lower: @sinking|@cutting
@grown*: extend|lengthen|continue|elongate|grow|prolong|stretch|expand|widen|heighten|raise|make|let|increase
    build up|bring|build|enlarge
Longer = "high": higher | taller | up | upwards
Shorter = "high": lower | shorter
Longer = "long": longer
Shorter = "long": shorter
Longer = "wide": wider
Shorter = "wide": narrower
Longer = "any": bigger
Longer = "deep": deeper | thicker
@morecells: block|blocks|cube|cubes|cell|cells|level|levels|layer|layers|space|spaces|square|squares|step
    steps|storey|storeys|unit|units|more|more block|more blocks|more level|more levels|more cells
    additional blocks|extra blocks|ones|more ones|row|rows|more row|more rows|box|boxes|brick|bricks
@raise*: raise|heighten|elevate
@ends: at both ends|on both ends|at each end|at both sides|on both sides|on each side|in both directions
    both ways|each way|on either side
@atend: at its|at the|on its|on the|to its|to the|towards the|toward the|at|to|in the|on|into the|from its
    from the|towards|toward
Way: {self:Direction} | @atend {self:Direction} | @atend {self:Direction} (end|side|direction)
    (going|heading|further) {self:Direction} | {self:Toward} | @atend {self:MapWay} @ofthezone
# What grows, and how far, which way and in what colour, in any order.
@goon: go|go on|continue|run|reach|grow|rise|become higher|stretch|extend|keep going|carry on
@abit: a bit|a little|somewhat|some|by some|some more
Growth = Resize: @extend {ref} | (@grown|want|would like|need) {ref} {dimension:Longer}
    (carry|continue|keep|build|bring) {ref} (on|going|up)
    (carry on|keep going|go on|continue|keep on) with {ref} | {ref} (grows|grow)
    ({ref} @must|make {ref}|let {ref}|have {ref}) @goon
Growth = Resize(dimension="high"): @raise {ref}
Resize: @grown {ref} {more} [@morecells] {dimension:Longer} | @extend {ref} by {more} [@morecells]
@byadding: in|using|keeping to|still in|with|adding|add|and add|by adding|by stacking|by placing|by putting
    by building|by attaching|with a|adding a|with one|using a
@further: more|further|another|some|additional|extra
Growth = Resize, 0.1: {self} {side:Way}
Growth = Resize(both=True): {self} @ends
Growth = Resize, 0.1: {self} [,] @byadding [@further] {colour} [block|blocks]
Resize = _sided, 0.1: {order:Resize} {side:Way}
@wholeface: over the full height
Resize(both=True): {self} @ends
Resize, 0.1: {self} [,] @byadding [@further] {colour} [block|blocks]
hear Resize, 0.7: {self:Growth} [@abit]
@byhow: by|with|for|for another|another|by another|a further|up by
hear Resize, 0.05: {self:Growth} [@byhow] {more} [more] [{colour}] [@morecells]
    {self:Growth} [,] @byadding {more} [more] [{colour}] [@morecells] | {self:Growth} [to|up to] {size:Sized}
    {self:Growth} (to|up to) {size:Bare} | {self:Growth} {size:Reach}
    {self:Growth} (until|till|so that|so) (it|they) (is|are) {size:Sized}
    {self:Growth} (to|until|up to|till|as far as) {until:Coordinate}
hear Resize(more=1): {self:Growth} [by] (another|one more|a further) @morecells
hear Resize(more=1): @make (the next|one more|another) step (to|of|on) {ref}
@needs: needs|need|gets|get|wants|could use|should get|should have
hear Resize: {ref} @needs {more} (more|extra|additional|further) [@morecells]
    {more} more [@morecells] (on|onto|to|for) [the top of|top of] {ref}
    {more} (block|blocks|level|levels) more (on|onto|to|for) {ref}
    {less:Number} [@morecells] (less|fewer) (on|of|for|in) {ref}
hear BeResize = Resize: {more} [@morecells] {dimension:Longer}
    {less:Number} [@morecells] {dimension:Shorter}
hear BeResize = Resize, 0.1: {size:Sized}
hear DoneResize = Resize(dimension="high"): @raise by {more} [@morecells]
hear DoneResize = Resize: @extend by {more} [@morecells] | (@lower [down]|@extend [up]) to {size:Bare}
    @lower by {less:Number} [@morecells]
@secondlayer: a second layer|a second row|another layer|another row|another line|the same row
@byputting: by adding|by placing|by building|by putting|by laying
@atthe: on the|at the|to the|along the|on its|at its
LayerSide = "back": behind
LayerSide: @atthe {self:Side} side of
SecondLayer = Resize(ref=Ref("it"), more=1, dimension="deep"): @secondlayer [in] [{colour}]
hear Resize = _layered, 0.1: @make {layer:SecondLayer} {side:LayerSide} {ref:Ref}
hear Resize = _layered: {growth:Resize} @byputting {layer:SecondLayer} {side:LayerSide} [it]
@eachsideofit: on all sides|on every side|all around|all round
@samecentre: with the same center|with the same centre
Squared = Resize: @grown {ref}
hear Resize = _squared: {growth:Squared} [,] [to|into] {dims:Dims} [,] [@samecentre]
hear Resize(both=True): {self} @eachsideofit
Reach, 0.2: {self:Length}
Reach = Size(dimension="until"), 0.3: (to|@soreach) {like:LineEnd}
Reach = Size(dimension="until"), 0.3: (to|@soreach) {like:Ref}
hear Resize(size=Size("until", like=Ref("edge"))):
    {self:Growth} (@upto|to|@untilreach|@soreach) [the] {side:Compass} @border [@ofzone]
Resize: @grown {ref} {less:Number} [@morecells] {dimension:Shorter}
    @grown {ref} {dimension:Shorter} by {less:Number} [@morecells]
    {ref} (is|are) {less:Number} [@morecells] too {dimension:Dimension} [@fixthat]
    @cutting {ref} [{side:Way}] [by] {less:Number} [@morecells]
Resize(dimension="high"): @sinking {ref} [down] [by] {less:Number} [@morecells]
Resize: @lower {ref} [down] from {:Number} [@morecells] to {size:Bare}
@fixthat: so remove the top one|fix that|fix it|correct that|change that
@eachendof: both ends|each end|either end
hear Resize(both=True): @make {more} [{colour}] [@morecells] (at|to|onto) @eachendof of {ref}
hear Resize, 1: @make {more} [{colour}] [@morecells] (at|to|onto) the {side} [end|side] of {ref}
hear Resize(both=True): @make {more} more [{colour}] [@morecells] (at|to|on|onto) @eachendof of {ref}
hear Resize, 0.1: @make {more} more [{colour}] [@morecells] (at|to|on|onto) the {side} [end|side] of {ref}
hear Resize = _added, 0.3: @make {more:Number} [more] [{colour:Colour}] [@morecells] to {ref:Ref}
hear Resize = None if ref.noun in ("block", "one") else _added(ref, 1, None, colour), 0.3:
    @make (a|an|another|one more) [@further] [{colour:Colour}] (block|cube|brick) to {ref:Ref}
hear Resize(dimension="high"): @make {more} (level|levels|layer|layers|storey|storeys) (to|onto|on) {ref}
hear Make = Make(thing, Beside(landmark, side)), 0.5:
    @extend {landmark:Ref} by {thing:Thing} (at|on|to) (its|the) {side:Direction} [end|side]
# "Every block gets doubled in height: stack another one upon each" says it twice.
hear Command = (Look(ref=order.ref), make): {order:Resize} : {make:Make}
# To a size.
@ensure: make sure|ensure that|ensure|see that|i wish
Resize: @grown {ref} {size:Sized} | {ref} @must be {size:Sized} | {ref} @must (only|just|now) be {size:Sized}
    @grown {ref} be {size:Sized} | @grown {ref} to {size:Sized}
hear If = _ensured: @ensure {ref:Ref} (is|are) {size:Sized}
hear Resize: @lower {ref} to {size:Sized} | @lower {ref} [down] to [a|the] (height|length|size) of {size:Bare}
    @lower {ref} [down] to {size:Bare}
hear Resize = Resize(ref, Size("high", like=like)):
    (give|lend) {ref:Ref} the (same height|height) (of|as) {like:Ref}
    @lower {ref:Ref} [down] to the (height|level) of {like:Ref}
Sized: {self:ShortSize} | {self:LongSize} | just {self:ShortSize}
Bare = Size: {number} | {number} @morecells
Resize(size=Size(times=2)): (double|doubled) {ref} | make {ref} (twice|two times) as (long|big|large)
Resize(size=Size("high", times=2)): make {ref} (twice|two times) as (high|tall) | double the height of {ref}
Resize(size=Size("high", divided=2)): make {ref} half as (high|tall) | (halve|half) the height of {ref}
    cut {ref} in half | halve {ref}
Resize(size=Size(divided=2)): make {ref} half as long | (halve|half) the length of {ref}
@owncolour: each in its own colour|in its own colour|in their own colours|in the same colours|same colour
    same colours|of the same colour|in their own colour|keep its colour
Fill: {self} @owncolour
hear Resize: {ref} @must (reach|have|get to|come to|match) {size:LongSize}
hear Resize = _levelled: (even out|level|equalise|equalize|level out|even up) {ref:Ref}
    @grown {ref:Ref} [all] the same height | @grown {ref:Ref} (level|even|equal|equal in height)
@owncolour: in its own colour|in their own colour|in their own colours|of its own colour|of the same colour
    same colour|, same colour|in its colour|same color|with same colour|of the same color|with the same color
hear OwnColour = "own": [each] [in each case] in (the|that|each|every|its) {:Nominal} 's [own] (colour|color)
    [still] [each] [in each case] @owncolour
Resize, 0.05: {self} by @owncolour | {self} [,|.] {:OwnColour}
hear Resize(size=Size("high", times=2)): {ref} @must be (twice|two times) as (high|tall)
hear Resize: (break|knock|take|tear|cut|bring) {ref} down to {size:Bare}
hear Resize = _built_up: @grown {ref:Ref} [up] (into|to) a {size:HasSize} (tower|column|pillar|stack)
    @grown {ref:Ref} [up] (into|to) a (tower|column|pillar|stack) of {size:CountSize}
hear Resize: {self} (in all|in total|each|apiece)
""")

"""How people say what stays, what is left, and what an order leaves out."""

from __future__ import annotations

from dataclasses import replace

from cq.language.grammar import hear
from cq.language.notation import rules
from cq.language.program import (
    Command,
    Copy,
    Keep,
    Make,
    Move,
    Place,
    Recolour,
    Ref,
    Remove,
    Replace,
    Resize,
)
from cq.language.rules.commanding import with_landmark


def _kept(ref: Ref, colour: str) -> Keep | None:
    """ "Leave the two ends green": those, which are green."""
    return Keep(replace(ref, colours=(colour,))) if ref.colours in ((), (colour,)) else None


def _spared(ref: Ref) -> Keep | None:
    """ "Do not put a …" forbids an order, and names nothing that stands."""
    bare = ref.noun == "one" and not (ref.quantifier or ref.colours or ref.limits)
    return None if bare else Keep(ref)


def _contrasted(denied: Ref, remove: Remove) -> Remove:
    """ "Instead of the blue tower, remove the red one": the red tower."""
    ref = remove.ref
    return replace(remove, ref=replace(ref, noun=denied.noun) if ref.noun == "one" else ref)


def _leaving_out(make: Make, place: Place) -> Make | None:
    """ "On every green block, but not on the middle one": what the place leaves out."""
    landmark, out = getattr(make.place, "landmark", None), getattr(place, "landmark", None)
    if make.place is None or type(place) is not type(make.place):
        return None
    if not isinstance(landmark, Ref) or not isinstance(out, Ref) or landmark.but is not None:
        return None
    return replace(make, place=with_landmark(make.place, replace(landmark, but=out)))


def _but(order: Recolour | Replace | Resize | Copy | Move, but: Ref) -> Command | None:
    """An exception behind the whole order: "make the blocks red apart from the top one"."""
    several = order.ref.plural or order.ref.quantifier in ("each", "all", "both")
    if isinstance(order, Resize) and not several:
        return None  # A part of one thing is no exception to its size.
    if order.ref.but is not None or order.ref.others:
        return None
    return replace(order, ref=replace(order.ref, but=but))


def _made_without(make: Make, ref: Ref) -> tuple[Make, Remove] | None:
    """ "A square in the middle, but without the centre block": that is taken out of what is made."""
    if ref.noun not in ("part", "one", "block") or not ref.limits or ref.colours or make.place is None:
        return None
    return make, Remove(replace(ref, of=ref.of or Ref("it"), noun="block" if ref.noun == "one" else ref.noun))


rules("""
@stay: alone|standing|untouched|there|stand|be|stay|hanging|remain|remains|left|unchanged|as it is|as they are
    where it is|where they are|in place|in peace|be there|stay there|stay put|for now|intact|up
    hanging where they are|hanging where it is|as is|in its place|in their place|stay where it is
    stay where they are|stay as it is|stay as they are|like it is|like they are|like that|behind|left standing
    how it is|how they are|out of it|out|over|be left|put|stay up|stay up in the air|stay in the air
    up in the air|in the air|floating|the way it is|the way they are|as before|the same|stay the same
    unaltered|how it was|how they were
@touch*: touch|alter|affect|harm|modify|damage|forget|disturb|mess with|edit|tear|tear down|knock down
    knock over
Keep: @keep {ref} | @keep {ref} @stay | let {ref} @stay
hear Keep: (but|however|while|and) {self}
@stays: stays|stay|remains|remain
hear Keep = _kept: @keep {ref:Ref} {colour:Colour} | {ref:Ref} [@must] @stays {colour:Colour}
    (@only|but) {ref:Ref} @stays {colour:Colour}
hear DoneKeep = Keep: @keep
hear DoKeep = Keep: @stay | [@stays|keep] (its|the|their) (colour|height|place) [@stay]
hear Keep, 0.1: {ref} @stays [@stay]
hear Keep = _spared: @donot (@touch|@remove|@move|@recolour|@replace) {ref:Ref}
# A bare colour means all of it: "leave blue alone".
AllColour = Ref(noun="block", plural=True, quantifier="all"): {colours+:Colour}
hear Keep: @keep {ref:AllColour} [@stay] | @donot (@touch|@remove) {ref:AllColour}
hear Remove = _contrasted, 0.1: (instead of|rather than) {denied:Ref} [,] {remove:Remove}
    {remove:Remove} [,] (instead of|rather than|and not) {denied:Ref}
hear Make, 0.1: {self} [,] (instead of|rather than|and not) (a|an) {:Colour} (one|block)
hear Make(stacked=True): keep @stack {thing} {place}
Keep(only=True): @keep @only {ref} [@stay] | [@want] (only|just) (need|want|keep) {ref}
    @keep {ref} (and|but) nothing else | @keep {ref} only | @only {ref} (@must|@stays) [@stay]
    want @only {ref} [to] (left|@stays)
@only: only|just|nothing but
Keep(exception=True), 0.3: (but|and|just|only) not {ref} | not {ref}
hear Keep, 0.2: {ref} (do not|does not|must not|should not)
    {ref} (must not|should not|is not to|are not to) be (@remove|@touch|@move|@recolour)
hear Keep(only=True): @keep {ref} [and] @remove @therest | @remove @therest and @keep {ref}
    @keep {ref} [and] @therest @must @vanish
@therest: the rest|all the rest|everything else|all else|all the others|the others|all others|all other blocks
    the other blocks|the remaining blocks|all the other blocks|anything else|all the other ones
    the rest of the blocks|the rest of them
@sothat: so that|so|such that|until|till|in a way that|so as to|to|in order that|making sure that
    make sure that
@leftover: left|left standing|left over|remaining|standing|there|still there
@isleft: [is|are|@must be] @leftover|[@must|will] @stays [standing|there]|survives|survive|stands|stand
hear Check(only=True), 0.1: @sothat @only {ref} @isleft
    @sothat (there|it|you) (is|are|have) [@only] {ref} @isleft | @sothat (there|it) (is|are) only {ref}
    @sothat all that is left is {ref} | @sothat {ref} (is|are) left | (leaving|leave|to leave) @only {ref}
    (leaving|to leave) {ref} (standing|behind|left)
hear Check(only=True), 0.3: (leaving|to leave) {ref}
hear Check(only=True), 0.1: @sothat nothing @isleft [but the [bare] (ground|floor)]
hear Make = _leaving_out, 0.2:
    {make:Make} [,] (but not|except|but nothing|just not|only not|not) {place:Place}
@asitwas: what is already there|what stands already|what is there already|what is there|the originals
    the original|the original ones|the old one|the old ones|the existing blocks|everything else as it is
    what already stands|all that is there|the rest as it is|the others as they are|everything that is there
    the existing ones
hear Keep(ref=Ref("everything")): @keep @asitwas [@stay] | @asitwas @stays [@stay]
@thosebetween: the ones between|the ones in between|the ones between them|the ones in between them
    the blocks between|the blocks in between|the blocks between them|the blocks in between them
    the others between|the others in between|the others between them|the others in between them
    the two ones between|the two ones in between|the two ones between them|the two ones in between them
    the two blocks between|the two blocks in between|the two blocks between them
    the two blocks in between them|the two others between|the two others in between
    the two others between them|the two others in between them|the three ones between
    the three ones in between|the three ones between them|the three ones in between them
    the three blocks between|the three blocks in between|the three blocks between them
    the three blocks in between them|the three others between|the three others in between
    the three others between them|the three others in between them|the four ones between
    the four ones in between|the four ones between them|the four ones in between them|the four blocks between
    the four blocks in between|the four blocks between them|the four blocks in between them
    the four others between|the four others in between|the four others between them
    the four others in between them
hear Keep(ref=Ref("rest")): @keep @thosebetween [@stay] | @thosebetween @stays [@stay|{:Colour}]
hear Check, 1.2: @keep {ref} where (it|they) (is|are|stand|stands)
hear Keep(ref=Ref("rest")): [do|change] nothing else | that is all
    nothing else @must (be touched|change|be changed|go|move|be done) | nothing else (changes|moves|goes)
    do not (change|touch) anything else
    [and|but] [otherwise|everything else] (unchanged|as it is|as it was|stays the same)
""")
for _class in ("Recolour", "Replace", "Resize", "Copy", "Move"):
    hear(_class, f"{{order:{_class}}} [,] [all] @except {{but:Ref}}", makes=_but, cost=0.2)

rules("""
hear Command = _made_without, 0.4: {make:Make} [,] [but] (without|except|except for|leaving out|not) {ref:Ref}
    {make:Make} [,] [but|and] (leave|leaving|keep) {ref:Ref} (empty|free|open|out)
@everywhere: everywhere|throughout|all over|wherever it stands|wherever they stand|in the whole zone
    on the whole map|from top to bottom|from bottom to top|from end to end|all the way round
    all the way around|over its whole length|along its whole length|over its full length|all the way up
    all the way down|all the way along|corners included|including the corners|ends included|including the ends
    from one end to the other|over the whole length
@nogaps: leaving no square out|leaving no cell out|without gaps|without a gap|without any gaps|with no gaps
    from corner to corner|touching both edges|spanning the gap|spanning just the gap|bridging the gap
    just spanning the gap|one block each|from end to end
hear Make, 0.1: {self} [,] @nogaps
@asbefore: still on top|still on it|up to the same height|to the same height|up to the brim|to the brim
    in one piece|as it is now|as one piece|still at the same height|keep the height|keep the heights
    keep the size|keep the sizes|keep the shape|keep the length|keep the order|keep the width|keep the level
    keep its height|keep its heights|keep its size|keep its sizes|keep its shape|keep its length
    keep its order|keep its width|keep its level|keep their height|keep their heights|keep their size
    keep their sizes|keep their shape|keep their length|keep their order|keep their width|keep their level
    keeping the height|keeping the heights|keeping the size|keeping the sizes|keeping the shape
    keeping the length|keeping the order|keeping the width|keeping the level|keeping its height
    keeping its heights|keeping its size|keeping its sizes|keeping its shape|keeping its length
    keeping its order|keeping its width|keeping its level|keeping their height|keeping their heights
    keeping their size|keeping their sizes|keeping their shape|keeping their length|keeping their order
    keeping their width|keeping their level|same height|same heights|same size|same sizes|same shape
    same length|same order|same width|same level|the same height|the same heights|the same size|the same sizes
    the same shape|the same length|the same order|the same width|the same level|with the same height
    with the same heights|with the same size|with the same sizes|with the same shape|with the same length
    with the same order|with the same width|with the same level|of the same height|of the same heights
    of the same size|of the same sizes|of the same shape|of the same length|of the same order
    of the same width|of the same level|at the same height|at the same heights|at the same size
    at the same sizes|at the same shape|at the same length|at the same order|at the same width
    at the same level|but the same height|but the same heights|but the same size|but the same sizes
    but the same shape|but the same length|but the same order|but the same width|but the same level
hear Recolour|Move|Swap|Copy|Resize|Fill, 0.1: {self} [,|and|but] @asbefore
hear Recolour|Replace|Remove|Resize: {self} [,] @everywhere | {self} [,] one block each
@shield*: skip|ignore|protect|avoid|guard|stay away from|keep away from|steer clear of
hear Keep, 0.1: @shield {ref} | hands off {ref} | {ref} (is|are) off limits
    {ref} (survives|survive|stays out) | {ref} [is|are] (excluded|excepted|exempted|exempt)
hear Keep(exception=True), 0.3: (never|though not|although not) {ref}
Command, 0.3: while you {self:Command}
hear Keep, 0.3: {ref} (is not|are not|is no) [a|an] {:Nominal} | {ref} (does not|do not) need (one|any)
    [but|and] @donot change anything about {ref} | {ref} keeps (its|the|their) (colour|height|place) [@stay]
hear Keep, 0.8: but {ref} (should|must|may)
""")

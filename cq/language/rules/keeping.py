"""How people name the things to keep, the remaining things, and the exceptions of an order."""

from __future__ import annotations

from dataclasses import replace

from cq.language.declaring import hear
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
from cq.language.rules.references import including


def _kept(ref: Ref, colour: str) -> Keep | None:
    """ "Leave the two ends green": the ends, if they are green."""
    return Keep(replace(ref, colours=(colour,))) if ref.colours in ((), (colour,)) else None


def _spared(ref: Ref) -> Keep | None:
    """ "Do not put a …" forbids an order, and names nothing that stands."""
    bare = ref.noun == "one" and not (ref.quantifier or ref.colours or ref.limits)
    return None if bare else Keep(ref)


def _leaving_out(make: Make, place: Place) -> Make | None:
    """ "On every green block, but not on the middle one": an exception of the place."""
    landmark, out = getattr(make.place, "landmark", None), getattr(place, "landmark", None)
    if make.place is None or type(place) is not type(make.place):
        return None
    if not isinstance(landmark, Ref) or not isinstance(out, Ref) or landmark.but is not None:
        return None
    return replace(make, place=with_landmark(make.place, replace(landmark, but=out)))


def _but(order: Recolour | Replace | Resize | Copy | Move, but: Ref) -> Command | None:
    """An exception after the whole order: "make the blocks red apart from the top one"."""
    several = order.ref.plural or order.ref.quantifier in ("each", "all", "both")
    if isinstance(order, Resize) and not several:
        return None  # A part of one thing is no exception to its size.
    if order.ref.but is not None or order.ref.others:
        return None
    return replace(order, ref=replace(order.ref, but=but))


def _with(order: Recolour | Replace | Resize | Copy | Move, other: Ref) -> Command | None:
    """A reference after the whole order is included: "paint all blocks red, including the green one"."""
    ref = including(order.ref, other)
    return None if ref is None else replace(order, ref=ref)


def _made_without(make: Make, ref: Ref) -> tuple[Make, Remove] | None:
    """ "A square in the middle, but without the centre block": it is removed from the new thing."""
    if ref.noun not in ("part", "one", "block") or not ref.limits or ref.colours or make.place is None:
        return None
    of = Ref("made") if ref.of in (None, Ref("it")) else ref.of
    return make, Remove(replace(ref, of=of, noun="block" if ref.noun == "one" else ref.noun))


rules("""
@stay: alone|standing|untouched|there|stand|be|stay|hanging|remain|remains|left|unchanged|as it is|as they are
    where it is|where they are|in place|in peace|be there|stay there|stay put|for now|intact|up|as is
    stay as it is|like that|behind|left standing|how it is|out of it|out|over|be left|put|stay up|in the air
    floating|as before|the same|unaltered
@touch*: touch|alter|affect|harm|modify|damage|forget|disturb|mess with|edit|tear|tear down|knock down
    knock over
Keep: @keep {ref} | @keep {ref} @stay | let {ref} @stay
hear Keep: (but|however|while|and) {self}
@stays: stays|stay|remains|remain
hear Keep = _kept: @keep {ref:Ref} {colour:Colour} | {ref:Ref} [@must] @stays {colour:Colour}
    (@only|but) {ref:Ref} @stays {colour:Colour}
hear DoneKeep = Keep: @keep
hear DoKeep = Keep: @stay
hear Keep, 0.1: {ref} @stays [@stay]
hear Keep = _spared: @donot (@touch|@remove|@move|@recolour|@replace) {ref:Ref}
# A bare colour means all of it: "leave blue alone".
AllColour = Ref(noun="block", plural=True, quantifier="all"): {colours+:Colour}
hear Keep: @keep {ref:AllColour} [@stay] | @donot (@touch|@remove) {ref:AllColour}
Keep(only=True): @keep @only {ref} [@stay] | [@want] (only|just) (need|want|keep) {ref} | @keep {ref} only
    @only {ref} (@must|@stays) [@stay]
@only: only|just|nothing but
Keep(exception=True), 0.3: (but|and|just|only) not {ref} | not {ref}
hear Keep, 0.2: {ref} (do not|does not|must not|should not)
    {ref} (must not|should not|is not to|are not to) be (@remove|@touch|@move|@recolour)
hear Keep(only=True): @keep {ref} [and] @remove @therest | @keep {ref} [and] @therest @must @vanish
@therest: the rest|everything else|all else|the others|all others|anything else
@sothat: so that|so|such that|until|till|to
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
@asitwas: what is already there|the originals|the original
hear Keep(ref=Ref("everything")): @keep @asitwas [@stay]
hear Keep(ref=Ref("rest")): [do|change] nothing else
    [and|but] [otherwise|everything else] (unchanged|as it is|as it was|stays the same)
""")
for _class in ("Recolour", "Replace", "Resize", "Copy", "Move"):
    hear(_class, f"{{order:{_class}}} [,] [all] @except {{but:Ref}}", makes=_but, cost=0.2)
    hear(_class, f"{{order:{_class}}} [,] @including {{other:Ref}}", makes=_with, cost=0.2)

rules("""
hear Command = _made_without, 0.4: {make:Make} [,] [but] (without|except|except for|leaving out|not) {ref:Ref}
    {make:Make} [,] [but] (without|except|except for|leaving out|not) @onside {ref:Ref}
    {make:Make} [,] [but|and] leave out {ref:Ref}
    {make:Make} [,] [but|and] (leave|leaving|keep) {ref:Ref} (empty|free|open|out)
@everywhere: everywhere|throughout|all over|from top to bottom|from bottom to top|all the way round
    all the way down|corners included|ends included
@nogaps: leaving no square out|without gaps|from corner to corner|one block each
hear Make, 0.1: {self} [,] @nogaps
@asbefore: still on top|same height|same heights|same size|same sizes|same shape|same length|same order
    same width|same level
hear Recolour|Move|Swap|Copy|Resize|Fill, 0.1: {self} [,|and|but] @asbefore
hear Recolour|Replace|Remove|Resize: {self} [,] @everywhere | {self} [,] one block each
@shield*: skip|ignore|protect|avoid|guard
hear Keep, 0.1: @shield {ref} | hands off {ref} | {ref} [is|are] (excluded|excepted|exempted|exempt)
Command, 0.3: while you {self:Command}
hear Keep, 0.3: {ref} (is not|are not|is no) [a|an] {:Nominal}
""")

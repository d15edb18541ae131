"""How people say what stays, what is left, and what an order leaves out."""

from __future__ import annotations

from dataclasses import replace

from cq.language.grammar import hear, rule, verbs, words
from cq.language.program import (
    Check,
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

words(
    "stay",
    "alone|standing|untouched|there|stand|be|stay|hanging|remain|remains|left|unchanged|as it is|"
    "as they are|where it is|where they are|in place|in peace|be there|stay there|stay put|for now|intact|"
    "up|hanging where they are|hanging where it is|as is|in its place|in their place|stay where it is|"
    "stay where they are|stay as it is|stay as they are|like it is|like they are|like that|behind|"
    "left standing|how it is|how they are|out of it|out|over|be left|put|stay up|stay up in the air|"
    "stay in the air|up in the air|in the air|floating|the way it is|the way they are|as before|the same|"
    "stay the same|unaltered|how it was|how they were",
)
verbs(
    "touch",
    "touch|alter|affect|harm|modify|damage|forget|disturb|mess with|edit|tear|tear down|knock down|"
    "knock over",
)
rule(Keep, "@keep {ref}", "@keep {ref} @stay", "let {ref} @stay")
hear(Keep, "(but|however|while|and) {self}")
words("stays", "stays|stay|remains|remain")


def _kept(ref: Ref, colour: str) -> Keep | None:
    """ "Leave the two ends green": those, which are green."""
    return Keep(replace(ref, colours=(colour,))) if ref.colours in ((), (colour,)) else None


hear(
    Keep,
    "@keep {ref:Ref} {colour:Colour}",
    "{ref:Ref} [@must] @stays {colour:Colour}",
    "(@only|but) {ref:Ref} @stays {colour:Colour}",
    makes=_kept,
)
hear("DoneKeep", "@keep", makes=Keep)
hear("DoKeep", "@stay", "[@stays|keep] (its|the|their) (colour|height|place) [@stay]", makes=Keep)
hear(Keep, "{ref} @stays [@stay]", cost=0.1)


def _spared(ref: Ref) -> Keep | None:
    """ "Do not put a …" forbids an order, and names nothing that stands."""
    bare = ref.noun == "one" and not (ref.quantifier or ref.colours or ref.limits)
    return None if bare else Keep(ref)


hear(Keep, "@donot (@touch|@remove|@move|@recolour|@replace) {ref:Ref}", makes=_spared)

# A bare colour means all of it: "leave blue alone".
rule("AllColour", "{colours+:Colour}", makes=Ref, noun="block", plural=True, quantifier="all")
hear(Keep, "@keep {ref:AllColour} [@stay]", "@donot (@touch|@remove) {ref:AllColour}")


def _contrasted(denied: Ref, remove: Remove) -> Remove:
    """ "Instead of the blue tower, remove the red one": the red tower."""
    ref = remove.ref
    return replace(remove, ref=replace(ref, noun=denied.noun) if ref.noun == "one" else ref)


hear(
    Remove,
    "(instead of|rather than) {denied:Ref} [,] {remove:Remove}",
    "{remove:Remove} [,] (instead of|rather than|and not) {denied:Ref}",
    makes=_contrasted,
    cost=0.1,
)
hear(Make, "{self} [,] (instead of|rather than|and not) (a|an) {:Colour} (one|block)", cost=0.1)
hear(Make, "keep @stack {thing} {place}", stacked=True)
rule(
    Keep,
    "@keep @only {ref} [@stay]",
    "[@want] (only|just) (need|want|keep) {ref}",
    "@keep {ref} (and|but) nothing else",
    "@keep {ref} only",
    "@only {ref} (@must|@stays) [@stay]",
    "want @only {ref} [to] (left|@stays)",
    only=True,
)
words("only", "only|just|nothing but")
rule(Keep, "(but|and|just|only) not {ref}", "not {ref}", exception=True, cost=0.3)
hear(
    Keep,
    "{ref} (do not|does not|must not|should not)",
    "{ref} (must not|should not|is not to|are not to) be (@remove|@touch|@move|@recolour)",
    cost=0.2,
)
hear(
    Keep,
    "@keep {ref} [and] @remove @therest",
    "@remove @therest and @keep {ref}",
    "@keep {ref} [and] @therest @must @vanish",
    only=True,
)
words(
    "therest",
    "the rest|all the rest|everything else|all else|all the others|the others|all others|all other blocks|"
    "the other blocks|the remaining blocks|all the other blocks|anything else|all the other ones|"
    "the rest of the blocks|the rest of them",
)

words(
    "sothat",
    "so that|so|such that|until|till|in a way that|so as to|to|in order that|making sure that|make sure that",
)
words("leftover", "left|left standing|left over|remaining|standing|there|still there")
hear("@isleft", "[is|are|@must be] @leftover", "[@must|will] @stays [standing|there]")
words("isleft", "survives|survive|stands|stand")
hear(
    Check,
    "@sothat @only {ref} @isleft",
    "@sothat (there|it|you) (is|are|have) [@only] {ref} @isleft",
    "@sothat (there|it) (is|are) only {ref}",
    "@sothat all that is left is {ref}",
    "@sothat {ref} (is|are) left",
    "(leaving|leave|to leave) @only {ref}",
    "(leaving|to leave) {ref} (standing|behind|left)",
    only=True,
    cost=0.1,
)
hear(Check, "(leaving|to leave) {ref}", only=True, cost=0.3)
hear(Check, "@sothat nothing @isleft [but the [bare] (ground|floor)]", only=True, cost=0.1)


def _leaving_out(make: Make, place: Place) -> Make | None:
    """ "On every green block, but not on the middle one": what the place leaves out."""
    landmark, out = getattr(make.place, "landmark", None), getattr(place, "landmark", None)
    if make.place is None or type(place) is not type(make.place):
        return None
    if not isinstance(landmark, Ref) or not isinstance(out, Ref) or landmark.but is not None:
        return None
    return replace(make, place=with_landmark(make.place, replace(landmark, but=out)))


hear(
    Make,
    "{make:Make} [,] (but not|except|but nothing|just not|only not|not) {place:Place}",
    makes=_leaving_out,
    cost=0.2,
)


words(
    "asitwas",
    "what is already there|what stands already|what is there already|what is there|the originals|"
    "the original|the original ones|the old one|the old ones|the existing blocks|everything else as it is|"
    "what already stands|all that is there|the rest as it is|the others as they are|"
    "everything that is there|the existing ones",
)
hear(Keep, "@keep @asitwas [@stay]", "@asitwas @stays [@stay]", ref=Ref("everything"))
words(
    "thosebetween",
    *(
        f"the {n}{ones} {between}"
        for n in ("", "two ", "three ", "four ")
        for ones in ("ones", "blocks", "others")
        for between in ("between", "in between", "between them", "in between them")
    ),
)
hear(Keep, "@keep @thosebetween [@stay]", "@thosebetween @stays [@stay|{:Colour}]", ref=Ref("rest"))
hear(Check, "@keep {ref} where (it|they) (is|are|stand|stands)", cost=1.2)
hear(
    Keep,
    "[do|change] nothing else",
    "that is all",
    "nothing else @must (be touched|change|be changed|go|move|be done)",
    "nothing else (changes|moves|goes)",
    "do not (change|touch) anything else",
    "[and|but] [otherwise|everything else] (unchanged|as it is|as it was|stays the same)",
    ref=Ref("rest"),
)


def _but(order: Recolour | Replace | Resize | Copy | Move, but: Ref) -> Command | None:
    """An exception behind the whole order: "make the blocks red apart from the top one"."""
    several = order.ref.plural or order.ref.quantifier in ("each", "all", "both")
    if isinstance(order, Resize) and not several:
        return None  # A part of one thing is no exception to its size.
    if order.ref.but is not None or order.ref.others:
        return None
    return replace(order, ref=replace(order.ref, but=but))


for _class in ("Recolour", "Replace", "Resize", "Copy", "Move"):
    hear(_class, f"{{order:{_class}}} [,] [all] @except {{but:Ref}}", makes=_but, cost=0.2)


def _made_without(make: Make, ref: Ref) -> tuple[Make, Remove] | None:
    """ "A square in the middle, but without the centre block": that is taken out of what is made."""
    if ref.noun not in ("part", "one", "block") or not ref.limits or ref.colours or make.place is None:
        return None
    return make, Remove(replace(ref, of=ref.of or Ref("it"), noun="block" if ref.noun == "one" else ref.noun))


hear(
    "Command",
    "{make:Make} [,] [but] (without|except|except for|leaving out|not) {ref:Ref}",
    "{make:Make} [,] [but|and] (leave|leaving|keep) {ref:Ref} (empty|free|open|out)",
    makes=_made_without,
    cost=0.4,
)
words(
    "everywhere",
    "everywhere|throughout|all over|wherever it stands|wherever they stand|in the whole zone|"
    "on the whole map|from top to bottom|from bottom to top|from end to end|all the way round|"
    "all the way around|over its whole length|along its whole length|over its full length|all the way up|"
    "all the way down|all the way along|corners included|including the corners|ends included|"
    "including the ends|from one end to the other|over the whole length",
)
words(
    "nogaps",
    "leaving no square out|leaving no cell out|without gaps|without a gap|without any gaps|with no gaps|"
    "from corner to corner|touching both edges|spanning the gap|spanning just the gap|bridging the gap|"
    "just spanning the gap|one block each|from end to end",
)
hear(Make, "{self} [,] @nogaps", cost=0.1)
words(
    "asbefore",
    "still on top|still on it|up to the same height|to the same height|up to the brim|to the brim|"
    "in one piece|as it is now|as one piece|still at the same height",
    *(
        f"{keep} {what}"
        for keep in (
            *(f"{keep} {whose}" for keep in ("keep", "keeping") for whose in ("the", "its", "their")),
            *(f"{how} same" for how in ("", "the", "with the", "of the", "at the", "but the")),
        )
        for what in ("height", "heights", "size", "sizes", "shape", "length", "order", "width", "level")
    ),
)
for _class in ("Recolour", "Move", "Swap", "Copy", "Resize", "Fill"):
    hear(_class, "{self} [,|and|but] @asbefore", cost=0.1)
for _class in ("Recolour", "Replace", "Remove", "Resize"):
    hear(_class, "{self} [,] @everywhere", "{self} [,] one block each")
verbs("shield", "skip|ignore|protect|avoid|guard|stay away from|keep away from|steer clear of")
hear(
    Keep,
    "@shield {ref}",
    "hands off {ref}",
    "{ref} (is|are) off limits",
    "{ref} (survives|survive|stays out)",
    "{ref} [is|are] (excluded|excepted|exempted|exempt)",
    cost=0.1,
)
hear(Keep, "(never|though not|although not) {ref}", exception=True, cost=0.3)
rule("Command", "while you {self:Command}", cost=0.3)
hear(
    Keep,
    "{ref} (is not|are not|is no) [a|an] {:Nominal}",
    "{ref} (does not|do not) need (one|any)",
    "[but|and] @donot change anything about {ref}",
    "{ref} keeps (its|the|their) (colour|height|place) [@stay]",
    cost=0.3,
)
hear(Keep, "but {ref} (should|must|may)", cost=0.8)

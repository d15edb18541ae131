"""How people answer a question: with a piece of a program alone, or a word that chooses an option."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cq.language.notation import rules
from cq.language.program import (
    Located,
    Ref,
    Reply,
    Thing,
)


def _elided(ref: Ref) -> Ref | None:
    """ "South east one", "closest to the tower": ellipsis: limits of one of several, without an article."""
    told = ref.colours or any(not isinstance(limit, Located) for limit in ref.limits)
    return ref if told and ref.noun == "one" and ref.number is None else None


def _agreed(answer: Any) -> tuple[Any, ...]:
    """ "Yes, but two of them"."""
    return (Reply("yes"), *(answer if isinstance(answer, tuple) else (answer,)))


def _same(colour: str, ref: Ref) -> Thing:
    """ "The same blue as the one on the left"."""
    noun = "block" if ref.noun == "one" else ref.noun
    return Thing(colour_of=replace(ref, noun=noun, colours=ref.colours or (colour,)))


def _not_these(first: Ref, second: Ref) -> Ref:
    """ "Neither the tallest nor the smallest"."""
    return Ref("one", quantifier="the", but=replace(first, others=(*first.others, second)))


rules("""
@itis: it is|they are|make it|make them|i want|i want it|i would like|use|it goes|they go|put it|put them
    place it|place them|i mean|i meant|meant|rather|just|only|say|let it be|in|it starts|that one|that is
    the one|go with|take|i am|we are|how about|what about|maybe|perhaps|i think|probably|i guess|i do not know
    should be|must be|with|all|both|each|so|oh|ah|hm|erm|uh|oops|sorry|no|nah|nope|hmm|um|well|my mistake
    the colour is|the color is|actually|then|it runs|let us say|go for|it needs|it gets|needs|shall be
    keep going|it ends|running|going|goes|and|plus|namely|exactly|right|of course|stay with|keep it
Answer, 0.2: {self:Ref} | {self:Place} | {self:Thing}
Answer: {self:Colour} | {self:Direction} | {self:SizePhrase} | {self:Number}
Answer, 0.1: {self:Trait} | {self:Way}
hear Answer = _elided, 0.1: {ref:Nominal} | {ref:PartNominal}
Answer = Ref(noun="one", quantifier="the"): (whichever|whatever) [one] is {limits+:Predicate}
hear Answer = _elided, 0.2: {ref:Restriction}
Restriction = Ref(noun="one", quantifier="the"): {limits+:Relation}
hear Answer = Corner: [the] {direction:CornerSides} [side]
Answer = (ref, colour), 0.2:
    {ref:Ref} (to|into|in|becomes|shall become|should become|shall be|should be|gets) {colour:Colour}
@fine: should do|will do|is enough|are enough|obviously|of course|i suppose|i would say|is fine|would do|works
    please|thanks|i think|i guess|sorry|my mistake|my bad|oops|my fault|i mean|i meant|as i said
Answer, 0.1: {self:Answer} @fine
@freegap: free|empty|apart|away|between|in between|free between|empty between
@exactlyso: exactly|just|only|precisely
@leavefree: leave|leaving|keep|with
@cellsofgap: cell|cells|space|spaces|block|blocks|square|squares|gap|gaps
Answer = Gap: @leaving {number:Clearance} [@between]
    [@leavefree] [@exactlyso] {number} (free|empty) [@cellsofgap] [@freegap]
    [@leavefree] [@exactlyso] {number} @cellsofgap @freegap
Answer, 0.5: {self:Command}
Answer, 0.1: @itis {self:Answer}
@isit: is it|are they|is that|should it be|should it|do you mean|you mean|should i|shall i|do you want me to
    should it go|can it be
hear Answer, 0.1: @isit {self:Answer}
Answer = Reply(word="yes"):
    (yes|yeah|yep|yup|sure|correct|exactly|right|of course|that is right|ok|okay|fine|indeed|absolutely)
    [yes|sure|ok|yeah] [,] (go ahead|do that|do it|that is fine|sounds good|that would be great|why not)
Answer = Reply(word="no"): (no|nope|nah|wrong)
@anyof: one|side|way|direction|place|spot|colour|color|number|height|of them|of those|of both
@willdo: is fine|is ok|is okay|is good|will do|works|goes|you like|you want|you prefer|you choose|suits you
    you wish|you pick
Answer = Reply(word="any"): @asyoulike [@ofwhat] | (any|either|anything) [@anyof] [@willdo]
Answer = Reply(word="both"): both [of] [them|these|those]
Answer = Reply(word="all"): (all|all of them|each|every one|each of them|them all|all of it)
Answer = Reply(word="none"): (neither|none|not any) [of] [them|those|these|the two|both]
Answer = Reply(word="other"): [on|to|at] [the] other [one|ones]
Answer = Reply(word="opposite"): [on|to|at] [the] (other|opposite) (side|way|direction|end|edge)
@oneof: one|option|of them|choice|possibility|answer|you said|you named
Answer = Reply(word="1"): [the] former [one]
Answer = Reply(word="2"): [the] latter [one]
hear Answer = Reply(str(number)): [the] {number:Ordinal} [@oneof]
    (number|option|choice|answer) {number:Number}
Answer = Reply(word="unknown"):
    (i do not know|no idea|i have no idea|do not know|dunno|i can not tell|can not tell|not sure|\
i am not sure|who knows|hard to say|cannot say|can not say|as i said|like i said)
@dropped: never mind|nevermind|nvm|forget it|forget that|forget about it|drop it|drop that|skip it|skip that
    skip this|skip|next question|pass|leave it|leave that|leave them|scrap it|scrap that|cancel|cancel it
    cancel that|stop|do not bother|not now|nothing|do nothing|i changed my mind|i want something else
    something else
Answer = Reply(word="withdrawn"): [oh|no|ok|just] [,] @dropped [,] [@dropped]
@askingback: do you ask|that|not|is that|should i
Answer = Reply(word="why"): [but|and|hm|hmm] (why|why not|how come|what for) [@askingback] [?]
@mayyou: can you|could you|would you|please
@soon: moment|second|minute|sec
Answer = Reply(word="wait"): (wait|hold on|hang on|patience)
    (wait|hold on|hang on|just|give me) [a|one] @soon | (a|one) @soon
    [hm|hmm|ok] let me (think|see) [about it]
@choices: options|choices|possibilities|alternatives|possible answers
Answer = Reply(word="options"): what are [my|the] @choices [again] [?]
    [@mayyou] (repeat|say) [that|it|the question] [again|once more] [?]
# Two pieces, or one that is put right.
@alsosaid: but make it|but with|but in|but only|no but|, and|so|, so|that is|i.e.|meaning|namely|, namely
    , meaning
Answer, 0.2: @alsosaid {self:Answer}
hear Answer = _agreed, 0.1: (yes|yeah|yep|sure) [,] but {answer:Answer}
Answer, 0.1: (straight|right|directly|just|all the way) {self:Direction}
# How many, how far.
@morethan: more|more blocks|more cells|further|extra|additional|cells|steps|cells further|steps further
    blocks more|cells more
Answer, 0.1: {self:Number} @morethan | by {self:Number} | by {self:Number} @morethan
@vaguely: not too tall|a small one|a short one|quite small|quite big|quite tall|quite high|quite long
    nothing big|pretty tall|pretty big|pretty small|something small|something big|a few|not many|not much
    a bit
Answer = Reply(word="vague"), 0.1: @vaguely
@climbing: up|upwards|rising|climbing|going up|they climb|it climbs|they rise|it rises|ascending|leading up
Answer = Thing, 0.1: @climbing (to|towards|toward|in) [the] {heading:Direction}
hear Answer = Gap(0), 0.1:
    (touch|touching|it touches|they touch|touching it|it should touch|they should touch|no gap|\
without a gap|with no gap|no space between)
    (right|directly|immediately|just|close|tight) (up against|beside|next to|adjacent to|against|by) [it]
@enough: as many as it takes|enough|as many as needed
@enoughto: to be|to make it|to reach|so it is
Answer = Size(dimension="until"), 0.2: @enough
Answer, 0.2: @enough @enoughto {self:Answer}
Answer = Check:
    {size:Sized} (altogether|alltogether|all together|in total|in all|total|all in all|counting both|all told)
Answer = Size(dimension="until"), 0.1:
    as (long|far) as (possible|it goes|it can be|it gets|it will go|you can|there is room)
Answer: (like|about|around|roughly|approximately|some|just the|only the|all of the) {self:Number}
hear Answer = End(Ref("it"), both=True), 0.1:
    (both|in both|to both|at both|on both|either) (ways|directions|ends|sides|side|end|way)
Answer, 2: (to|in|into) {self:Colour}
hear Answer = Ref("one", quantifier="the", limits=(Nth(number, start),)):
    {number:Ordinal} [one|block] from [the] {start:Direction}
Answer, 0.1: not {:Direction} [,] [but|rather|take|use] {self:Direction}
Answer, 0.1: not {:Colour} [,] [but|rather|take|use] {self:Colour} | {self:Colour} [,] not {:Colour}
Answer, 0.1: not {:Number} [,] [but|rather|take|use] {self:Number} | {self:Number} [,] not {:Number}
Answer, 0.1: not {:Place} [,] [but|rather|take|use] {self:Place} | {self:Place} [,] not {:Place}
Answer = Offset(start=Ref("it")), 0.2: {steps+:Walk} | {steps+:Walk} [and|,] {steps+:Walk}
# The colour of something else.
@colourwords: colour|color|shade
Answer = Thing, 0.1: [the] [same] @colourwords (as|of|like) {colour_of:Ref}
    (like|the same as|same as|matching|as) {colour_of:Ref}
Answer = Thing(colour_of=Ref("same")), 0.1: [the] same [@colourwords]
Answer = _same: [the] same {colour:Colour} as {ref:Ref}
Answer = _not_these, 0.1: (neither|not) {first:Ref} (nor|or) {second:Ref}
hear SizePhrase = Size("any", like=like, more=-less):
    {less:Number} (less|fewer|lower|shorter) than {like:Ref} [has|is]
hear SizePhrase = Size("high", like=like): (till|until|so that|so) it (is|becomes) level with {like:Ref}
hear SizePhrase = Size("area", number, more=other): {number} (by|x|times) {other:Number}
""")

"""How people answer a question: a piece of a program alone, or a word that chooses among what was offered."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cq.language.grammar import rule, words
from cq.language.program import (
    Check,
    Corner,
    End,
    Gap,
    HasSize,
    Located,
    Nth,
    Offset,
    Ref,
    Reply,
    Size,
    Thing,
)

words(
    "itis",
    "it is|they are|it should be|they should be|make it|make them|i want|i want it|i would like|use|it goes|"
    "they go|put it|put them|place it|place them|i mean|i meant|meant|rather|just|only|say|let it be|in|it "
    "starts|"
    "that one|that is|the one|go with|take|i am|we are|how about|what about|maybe|perhaps|i think|probably|"
    "i guess|i do not know|i do not know ,|should be|must be|has to be|with|all|both|each|so|not sure but|"
    "the colour should be|the color should be|"
    "oh|ah|hm|erm|uh|oops|sorry|no|nah|nope|hmm|um|well|my mistake|the colour is|the color is|actually|"
    "then|it "
    "runs|"
    "let us say|let us go for|let us take|go for|go with|it needs|it gets|needs|it shall be|shall be|"
    "i want it to be|i want it to sit|i want it to go|i want it to stand|keep going|it ends|it must be|"
    "running|going|goes|it needs to be|and|plus|namely|exactly|right|of course|as i said|stay with|keep it",
)

rule("Answer", "{self:Ref}", "{self:Place}", "{self:Thing}", cost=0.2)
rule("Answer", "{self:Colour}", "{self:Direction}", "{self:SizePhrase}", "{self:Number}")
rule("Answer", "{self:Trait}", "{self:Way}", cost=0.1)


def _elided(ref: Ref) -> Ref | None:
    """ "South east one", "closest to the tower": what tells one of several, without an article."""
    told = ref.colours or any(not isinstance(one, Located) for one in ref.limits)
    return ref if told and ref.noun == "one" and ref.number is None else None


rule("Answer", "{ref:Nominal}", "{ref:PartNominal}", makes=_elided, says=False, cost=0.1)
rule("Answer", "(whichever|whatever) [one] is {limits+:Predicate}", makes=Ref, noun="one", quantifier="the")
rule("Answer", "{ref:Restriction}", makes=_elided, says=False, cost=0.2)
rule("Restriction", "{limits+:Relation}", makes=Ref, noun="one", quantifier="the")
rule("Answer", "[the] {direction:CornerSides} [side]", makes=Corner, says=False)
rule(
    "Answer",
    "{ref:Ref} (to|into|in|becomes|shall become|should become|shall be|should be|gets) {colour:Colour}",
    makes=lambda ref, colour: (ref, colour),
    cost=0.2,
)
words(
    "fine",
    "should do|will do|is enough|should be enough|are enough|will be enough|obviously|of course|"
    "i suppose|i would say|is fine|would do|will be fine|works|please|thanks|i think|i guess|sorry|"
    "my mistake|"
    "my bad|oops|my fault|i mean|i meant|as i said",
)
rule("Answer", "{self:Answer} @fine", cost=0.1)
words(
    "freegap",
    "free|empty|apart|away|between|in between|free between|empty between|free in between|in the middle",
)
words("exactlyso", "exactly|just|only|precisely")
words("leavefree", "leave|leaving|keep|with")
words("cellsofgap", "cell|cells|space|spaces|block|blocks|square|squares|gap|gaps")
rule(
    "Answer",
    "@leaving {number:Clearance} [@between]",
    "[@leavefree] [@exactlyso] {number} (free|empty) [@cellsofgap] [@freegap]",
    "[@leavefree] [@exactlyso] {number} @cellsofgap @freegap",
    makes=Gap,
)
rule("Answer", "{self:Command}", cost=0.5)
rule("Answer", "@itis {self:Answer}", cost=0.1)
words(
    "isit",
    "is it|are they|is that|should it be|should they be|shall it be|must it be|or should it be|should it|"
    "do you want it|do you want them|would you like it|would you like them|do you want|would you like|"
    "do you mean|did you mean|you mean|you want it|should i|shall i|should i use|do you want me to|"
    "should it go|should they go|will it be|does it go|can it be",
)
rule("Answer", "@isit {self:Answer}", says=False, cost=0.1)  # What a question offers.

rule(
    "Answer",
    "(yes|yeah|yep|yup|sure|correct|exactly|right|of course|that is right|ok|okay|fine|indeed|absolutely)",
    "[yes|sure|ok|yeah] [,] (go ahead|do that|do it|that is fine|sounds good|that would be great|why not)",
    makes=Reply,
    word="yes",
)
rule("Answer", "(no|nope|nah|wrong)", makes=Reply, word="no")
words(
    "anyof",
    "one|side|way|direction|place|spot|colour|color|number|height|of them|of those|of both",
)
words(
    "willdo",
    "is fine|would be fine|will be fine|is ok|is okay|is good|will do|works|goes|you like|you want|"
    "you prefer|you choose|is all right|suits you|is fine with me|is fine by me|you wish|you pick",
)
rule(
    "Answer",
    "@asyoulike [@ofwhat]",
    "(any|either|anything) [@anyof] [@willdo]",
    "(choose|pick|take) (one|any|any one|either)",
    makes=Reply,
    word="any",
)
rule(
    "Answer",
    "(both|both of them|all|all of them|each|every one|each of them|them all|all of it)",
    makes=Reply,
    word="all",
)
rule("Answer", "(neither|none|neither of them|none of them|not any)", makes=Reply, word="none")
rule(
    "Answer",
    "[on|to|at] [the] other [one|ones|side|way|direction|end]",
    "not that [one]",
    makes=Reply,
    word="other",
)
words(
    "oneof",
    "one|option|of them|choice|possibility|answer|one you said|one you named|one you mentioned|you said|"
    "you named",
)
rule("Answer", "[the] former [one]", makes=Reply, word="1")
rule("Answer", "[the] latter [one]", makes=Reply, word="2")
rule(
    "Answer",
    "[the] {number:Ordinal} [@oneof]",
    "(number|option|choice|answer) {number:Number}",
    makes=lambda number: Reply(str(number)),
    says=False,
)
rule(
    "Answer",
    "(i do not know|no idea|i have no idea|do not know|dunno|i can not tell|can not tell|not sure|"
    "i am not sure|who knows|hard to say|cannot say|can not say)",
    makes=Reply,
    word="unknown",
)
words(
    "dropped",
    "never mind|nevermind|nvm|forget it|forget that|forget about it|forget about that|drop it|drop that|"
    "skip it|skip that|skip this|skip|skip the question|skip this one|skip this question|next question|"
    "pass|leave it|leave that|leave them|let it be|scrap it|scrap that|cancel|cancel it|cancel that|stop|"
    "do not bother|do not do it|not now|nothing|do nothing|leave it as it is|i changed my mind",
)
rule("Answer", "[oh|no|ok|just] [,] @dropped [,] [@dropped]", makes=Reply, word="withdrawn")
words(
    "askingback",
    "do you ask|are you asking|do you need to know|do you want to know|that|not|is that|does it matter|"
    "do you need that|should i|do i have to say|are you asking that|are you asking me|do you ask that|"
    "is that important|would that matter",
)
rule("Answer", "[but|and|hm|hmm] (why|how come|what for) [@askingback] [?]", makes=Reply, word="why")
words("choices", "options|choices|possibilities|alternatives|possible answers")
rule(
    "Answer",
    "what are [my|the] @choices [again] [?]",
    "what (can|could|may|should) i (say|answer|choose|pick|choose from|pick from) [here] [?]",
    "(which|what) @choices (are there|do i have|have i got|have i) [?]",
    "(show|list|tell|give) me (the|my) @choices [again]",
    "what do you (mean|want to know|need|need to know) [?]",
    "between what [?]",
    makes=Reply,
    word="options",
)

# Two pieces, or one that is put right.
words(
    "alsosaid",
    "but make it|but with|but in|but it should be|but only|no but|no , but|, and|so|, so|which makes it|"
    "that is|i.e.|meaning|namely|, namely|, meaning",
)
rule("Answer", "@alsosaid {self:Answer}", cost=0.2)


def _agreed(answer: Any) -> tuple[Any, ...]:
    """ "Yes, but two of them"."""
    return (Reply("yes"), *(answer if isinstance(answer, tuple) else (answer,)))


rule("Answer", "(yes|yeah|yep|sure) [,] but {answer:Answer}", makes=_agreed, says=False, cost=0.1)
words("iwasmeaning", "i mean|i meant|rather|sorry|that is|i mean to say|that is what i mean")
for _category in ("Direction", "Colour", "Number", "Ref"):
    rule("Answer", f"{{:{_category}}} , {{self:{_category}}} @iwasmeaning", cost=0.2)
rule("Answer", "(straight|right|directly|just|all the way) {self:Direction}", cost=0.1)

# How many, how far.
words(
    "morethan",
    "more|more of them|more blocks|more cells|further|extra|additional|cells|steps|cells further|steps "
    "further|blocks more|cells more",
)
rule(
    "Answer",
    "{self:Number} @morethan",
    "by {self:Number}",
    "by {self:Number} @morethan",
    "(another|an extra|an additional) {self:Number}",
    cost=0.1,
)
words(
    "asfaras",
    "up to|down to|until|till|as far as|all the way to|to|right up to|all the way up to|all the way down "
    "to|up until|out to|over to|until it reaches|until it is at",
)
rule("Answer", "@asfaras {self:Coordinate}", cost=0.1)
words(
    "vaguely",
    "not too tall|not too big|not too high|not too long|not too large|a small one|a little one|a low one|a "
    "short one|a big one|"
    "a tall one|a long one|a large one|not very tall|not very big|not very long|not very high|quite small|"
    "quite big|quite tall|quite high|quite long|nothing big|"
    "pretty tall|pretty big|pretty small|not so tall|not so big|not so high|not so long|something small|"
    "something big|a high one|just a few|a few|not many|not much|a bit",
)
rule("Answer", "@vaguely", makes=Reply, word="vague", cost=0.1)

words(
    "longside",
    "the long side|the longer side|the long sides|the longer sides|its long side|the length|its length|"
    "lengthwise",
)
rule(
    "Answer",
    "@longside [@heading|is] {axis:Axis}",
    "@longside [@heading|is] [from] {axis:Compass} (-|/|to) {:Compass}",
    makes=Thing,
    cost=0.1,
)
words(
    "climbing",
    "up|upwards|rising|climbing|going up|they climb|it climbs|they rise|it rises|ascending|leading up|they "
    "go up",
)
rule("Answer", "@climbing (to|towards|toward|in) [the] {heading:Direction}", makes=Thing, cost=0.1)
rule(
    "Answer",
    "(touch|touching|it touches|they touch|touching it|it should touch|they should touch|no gap|without a "
    "gap|with no gap|no space between)",
    "(right|directly|immediately|just|close|tight) (up against|beside|next to|adjacent to|against|by) [it]",
    makes=lambda: Gap(0),
    cost=0.1,
)
words(
    "enough",
    "as many as it takes|enough|as many as needed|as many as necessary|as much as it takes|as many as you "
    "need|however many it takes|as many as are needed|"
    "as many as fit|as many as possible|as many as will fit|as many as there is room for",
)
words(
    "enoughto",
    "to be|to make it|to reach|to get it|for it to be|to have it|to make it be|to get to|so that it is|so "
    "it is|until it is|that it is",
)
rule("Answer", "@enough", makes=Size, dimension="until", cost=0.2)
rule("Answer", "@enough @enoughto {self:Answer}", "@enoughto {self:LevelOf}", cost=0.2)
rule(
    "Answer",
    "{size:Sized} (altogether|alltogether|all together|in total|in all|total|all in all|counting both|"
    "all told)",
    "(altogether|in total|in all|all in all) {size:Sized}",
    makes=Check,
)
for _word, _dimension in {
    "high|tall": "high",
    "long|far": "long",
    "wide": "wide",
    "big|large": "any",
}.items():
    rule(
        "Answer",
        f"as ({_word}) as (possible|it goes|it can be|it gets|it will go|you can|there is room)",
        makes=Size,
        dimension="until",
        cost=0.1,
    )
rule(
    "Answer",
    "as (small|short|low|tight) as possible",
    "the smallest (possible|there is|one possible)",
    makes=Reply,
    word="least",
    cost=0.1,
)
rule("Answer", "(like|about|around|roughly|approximately|some|just the|only the|all of the) {self:Number}")
rule(
    "Answer",
    "(both|in both|to both|at both|on both|either) (ways|directions|ends|sides|side|end|way)",
    makes=lambda: End(Ref("it"), both=True),
    cost=0.1,
)
rule("Answer", "(to|in|into) {self:Colour}", cost=2.0)  # "Next to blue" is a place.
rule(
    "Answer",
    "{number:Ordinal} [one|block] from [the] {start:Direction}",
    makes=lambda number, start: Ref("one", quantifier="the", limits=(Nth(number, start),)),
    says=False,
)
for _category in ("Direction", "Colour", "Number", "Place"):
    rule(
        "Answer",
        f"not {{:{_category}}} [,] [but|rather|take|use] {{self:{_category}}}",
        f"{{self:{_category}}} [,] not {{:{_category}}}",
        cost=0.1,
    )
rule(
    "Answer", "{steps+:Walk}", "{steps+:Walk} [and|,] {steps+:Walk}", makes=Offset, start=Ref("it"), cost=0.2
)
words("allsides", "on every side|on each side|all around|on all sides|around it|all round")
rule("FreeCells", "[@leavefree] [@exactlyso] {number} (free|empty) [@cellsofgap] [@freegap]", makes=Gap)
rule(
    "Answer",
    "{self:FreeCells} @allsides",
    "{self:FreeCells} between {:Ref} and {:Ref} [@allsides]",
    "{self:FreeCells} between {:Colour} and {:Ref} [@allsides]",
    cost=0.05,
)

# The colour of something else.
words("colourwords", "colour|color|shade")
rule(
    "Answer",
    "[the] [same] @colourwords (as|of|like) {colour_of:Ref}",
    "(like|the same as|same as|matching|as) {colour_of:Ref}",
    "the @colourwords {colour_of:Ref} has",
    "whatever @colourwords {colour_of:Ref} (has|is)",
    makes=Thing,
    cost=0.1,
)


rule("Answer", "[the] same [@colourwords]", makes=Thing, colour_of=Ref("same"), cost=0.1)


def _same(colour: str, ref: Ref) -> Thing:
    """ "The same blue as the one on the left"."""
    noun = "block" if ref.noun == "one" else ref.noun
    return Thing(colour_of=replace(ref, noun=noun, colours=ref.colours or (colour,)))


rule("Answer", "[the] same {colour:Colour} as {ref:Ref}", makes=_same)


def _not_these(first: Ref, second: Ref) -> Ref:
    """ "Neither the tallest nor the smallest"."""
    return Ref("one", quantifier="the", but=replace(first, others=(*first.others, second)))


rule("Answer", "(neither|not) {first:Ref} (nor|or) {second:Ref}", makes=_not_these, cost=0.1)
words("withblocks", "with|of|that has|having|made of|which has|that is made of|that consists of")
rule(
    "Answer",
    "the one @withblocks {number:Number} @pieces",
    makes=lambda number: Ref("one", quantifier="the", limits=(HasSize(Size("blocks", number)),)),
)

rule(
    "SizePhrase",
    "{number} (by|x|times) {other:Number}",
    makes=lambda number, other: Size("area", number, more=other),
    says=False,
)

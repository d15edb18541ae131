"""How people answer a question: a piece of a program alone, or a word that chooses among what was offered."""

from __future__ import annotations

from cq.language.grammar import rule, words
from cq.language.program import Gap, Reply, Size

words("itis", "it is|they are|it should be|they should be|make it|make them|i want|i want it|i would like|use|it goes|"
      "they go|put it|put them|place it|place them|i mean|i meant|meant|rather|just|only|say|let it be|in|it starts|"
      "that one|that is|the one|go with|take|should be|must be|has to be|with|all|both|each|so|not sure but|yes|yeah|"
      "yep|oh|ah|oops|sorry|no|nah|nope|hmm|um|well|my mistake|the colour is|the color is|actually|then|it runs|"
      "running|going|goes|it needs to be|and|plus|namely|exactly|right|of course|as i said|stay with|keep it")

rule("Answer", "{self:Ref}", "{self:Place}", "{self:Thing}", cost=0.2)
rule("Answer", "{self:Colour}", "{self:Direction}", "{self:SizePhrase}", "{self:Number}")
rule("Answer", "{self:Trait}", cost=0.1)
words("fine", "should do|will do|is enough|is fine|would do|will be fine|works|altogether|in total|please|thanks|i think|i guess|sorry|my mistake|"
      "my bad|oops|my fault|i mean|i meant|as i said")
rule("Answer", "{self:Answer} @fine", cost=0.1)
words("freegap", "free|empty|apart|away|between|in between|free between|empty between|free in between|in the middle")
words("exactlyso", "exactly|just|only|precisely")
words("leavefree", "leave|leaving|keep|with")
words("cellsofgap", "cell|cells|space|spaces|block|blocks|square|squares|gap|gaps")
rule("Answer", "@leaving {number:Clearance} [@between]", "[@leavefree] [@exactlyso] {number} (free|empty) [@cellsofgap] [@freegap]",
     "[@leavefree] [@exactlyso] {number} @cellsofgap @freegap", makes=Gap)
rule("Answer", "{self:Command}", cost=0.5)
rule("Answer", "@itis {self:Answer}", cost=0.1)

rule("Answer", "(yes|yeah|yep|yup|sure|correct|exactly|right|of course|that is right)", makes=Reply, word="yes")
rule("Answer", "(no|nope|nah|wrong)", makes=Reply, word="no")
rule("Answer", "(any|either|whichever|whatever|you choose|up to you|anything|any of them|either one|you decide|"
     "does not matter|do not care|no matter|anywhere|any is fine|either is fine)", makes=Reply, word="any")
rule("Answer", "(both|both of them|all|all of them|each|every one|each of them|them all|all of it)",
     makes=Reply, word="all")
rule("Answer", "(neither|none|neither of them|none of them|not any)", makes=Reply, word="none")
rule("Answer", "[the] other [one|ones|side|way|direction]", makes=Reply, word="other")
rule("Answer", "[the] (former|first|first one|first of them)", makes=Reply, word="first")
rule("Answer", "[the] (latter|second|second one|second of them)", makes=Reply, word="second")

rule("SizePhrase", "{number} (by|x|times) {other:Number}", makes=lambda number, other: Size("area", number, more=other),
     says=False)

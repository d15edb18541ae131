"""What people say beside an order: that the rest stays, that sizes are kept, why they want it.

It asks for nothing, so it is dropped: as a whole sentence, or at the end of one. What names a certain thing
that stays is not here; the grammar reads it, and takes care that it stays.
"""

from __future__ import annotations

import re

_REST = (
    r"(?:(?:all |any |every |each )?(?:of )?(?:the |these |those )?(?:others?|rest|remaining (?:blocks|ones|"
    r"things|structures)|other (?:blocks?|ones?|things?|structures?|cells?|squares?|colou?rs?))"
    r"(?: of (?:it|them|the \w+))?|everything else|anything else|all else|(?:anything|everything|all) "
    r"(?:higher(?: up)?|lower(?: down)?|above|below|in between|on top|further up)|whatever else is there)"
)
_NOTHING = (
    r"(?:nothing else|no other (?:blocks?|ones?|things?|cells?|squares?)|nothing more|none of the "
    r"(?:rest|others))"
)
_CAN = r"(?: (?:should|must|shall|may|can|could|will|is|are|to|has|have|ought|needs|need|be|get|gets))*"
_ACTED = (
    r"(?:touch|chang|mov|alter|remov|affect|break|broken|disturb|recolou?r|build|built|add|harm|shift|"
    r"destroy|"
    r"paint|replac|need|requir|happen|budg)(?:e?d|ing|es?|s)?"
)
_AS_IT_IS = (
    r"(?:(?:exactly |just )?(?:as|where|how|the way|what) (?:it|they) (?:is|are|was|were|stands?)(?: now)?|"
    r"alone|unchanged|untouched|intact|in (?:its |their )?place|standing|there|be|put|up|the same|fine|ok|"
    r"okay|"
    r"red|blue|green|yellow|orange|purple|free|empty|clear|open|(?:its|their)(?: own)? colou?rs?|(?:the "
    r")?colou?rs? (?:it has|they have)(?: now)?)"
)
_EMPTY = (
    r"(?:(?:the|its|all) )?(?:diagonals?|diagonal \w+|corners?|corner \w+|top|middle|centre|center|inside|"
    r"middle "
    r"\w+|centre \w+)"
)
_SIZE = r"(?:height|length|size|shape|colou?r|width|position|place|spot|order|dimension|location)s?"

_ASIDE = "|".join(
    (
        # What stays.
        rf"(?:and |but )?{_NOTHING}{_CAN}(?: {_ACTED})*(?: (?:else|please|anywhere|at all))?",
        rf"{_REST}{_CAN} (?:stays?|remains?|stands?|keeps?|left|is|are|fine|ok|okay)(?: {_AS_IT_IS})*",
        rf"{_REST}{_CAN} (?:not|never|n't) (?:to )?(?:be )?{_ACTED}",
        rf"(?:leave|keep|let|leaving|keeping) {_REST}(?: {_AS_IT_IS})*",
        rf"{_REST} you (?:leave|keep|let)(?: {_AS_IT_IS})*",
        rf"(?:do not|don't|never|without|please don't|and don't|no) {_ACTED}(?: or {_ACTED})? (?:{_REST}|"
        rf"anything|"
        r"any(?:thing)? (?:else|more|other \w+)|it|them)",
        rf"{_EMPTY}(?: (?:and|or) {_EMPTY})*{_CAN} (?:stays?|remains?|left|is|are|keeps?)(?: {_AS_IT_IS})+",
        rf"{_EMPTY} you (?:leave|keep|let) (?:free|empty|clear|open)",
        rf"(?:leave|keep|leaving|keeping) {_EMPTY}(?: (?:and|or) {_EMPTY})* (?:free|empty|clear|open)",
        r"(?:with )?no (?:overhangs?|gaps?|holes?|corners?|diagonals?|overlap|exceptions?)(?: (?:or|and) "
        r"\w+)?"
        r"(?: (?:in|between) (?:it|them|between))?",
        # What is kept of a thing that changes.
        rf"(?:(?:all|both|each|with|keep(?:ing)?|the|its|their|every|own|of) )*{_SIZE}(?:(?:,| and|, and) "
        rf"(?:the |its |"
        rf"their )?{_SIZE})*{_CAN} (?:stays?|remains?|kept|same|unchanged|(?:as|what) (?:it|they) (?:is|"
        rf"are|was|were))"
        r"(?: (?:the same|unchanged|(?:as|what|how|where) (?:it|they) (?:is|are|was|were)))?",
        rf"each (?:one |of them )?(?:keeps?|keeping|retains?) (?:its|their)(?: own)? {_SIZE}(?: and (?:its "
        rf")?{_SIZE})*",
        rf"keep(?:ing)? (?:its|their|the)(?: own)? {_SIZE}(?: and (?:its )?{_SIZE})*",
        rf"(?:it|they) (?:keeps?|retains?) (?:its|their)(?: own)? {_SIZE}(?: and (?:its )?{_SIZE})*",
        r"(?:without|not) (?:turning|rotating|changing|altering|moving|flipping|touching|recolou?ring) "
        r"(?:it|them|anything"
        r"(?: else)?|its \w+|their \w+|the order)",
        r"(?:do not|don't) (?:turn|rotate|flip) (?:it|them)",
        r"(?:but )?not (?:over|above|beyond|past) (?:it|them|the (?:brim|edge|top|rim|end))",
        r"(?:do not|don't|without) us(?:e|ing) (?:any )?(?:new|extra|more|other|additional) blocks?",
        # Wherever and whatever it is.
        r"(?:wherever|whatever|whichever|however (?:many|tall|high|long)|no matter (?:what|where|which|"
        r"how(?: many| tall| "
        r"high| long)?)|regardless of)(?: (?:of|its|their|the|colours?|it|they|that|this|these|those|"
        r"heights?|lengths?|sizes?|"
        r"positions?|places?|shapes?|ones?|blocks?|towers?|are|is|may|might|be|have|has|stands?|there|made|"
        r"in|on|of)){1,6}",
        r"(?:with(?:out| no) )?(?:any )?exceptions?(?: at all)?|bar none|one and all|every last one(?: of "
        r"them)?",
        r"(?:right now|at the moment|currently|now|so far|at present),? (?:it|they|there|we)(?:'s|'re|"
        r"'ve)?(?: \w+){1,6}",
        r"(?:and |it |they |that )*(?:does|do|should|must|may|shall) not (?:stick|poke|jut|reach|extend|"
        r"hang|go)(?: out)?"
        r"(?: (?:over|beyond|past|above|either|it|them|any|on|side|further|end|the|of|edges?))*",
        # Why it is wanted.
        r"so (?:that )?(?:we|i|you|one|everyone|people|nobody|it all|things) (?:(?:can|could|get|have|see|"
        r"may|will|know|"
        r"do|don't|are|is)\b)(?!.*\b(?:red|blue|green|yellow|orange|purple|tall|high|long|wide|place|put|"
        r"build|remove|add)\b).*",
        r"(?:it )?(?:would |will |'d |'ll )?looks? (?:much |so |a lot |far )?(?:better|nicer|neater|tidier|"
        r"cooler)"
        r"(?: (?:that|this) way| then)?",
        r"because (?!.*\b(?:red|blue|green|yellow|orange|purple)\b).*",
        # Small talk.
        r"of course|obviously|naturally|if you (?:like|want|please|will|would|could|wish|know what i mean)|"
        r"i think|i guess|"
        r"i suppose|i reckon|i believe|you know|you see|that is it|(?:is )?(?:that )?(?:ok|okay|all right|"
        r"alright|right)(?: "
        r"with you)?|would you(?: mind)?|will you|can you|could you|ha(?:ha)*|lol|(?:many )?thank(?:s| "
        r"you)(?: (?:a lot|so much|very much|in advance|mate))?|cheers(?: mate)?|ta|mate|"
        r"my (?:friend|dear)|that's what i (?:want|need)|as (?:quickly|fast|soon) as (?:you can|possible)|"
        r"nothing fancy|"
        r"nice and (?:easy|neat|tidy|simple)|to be (?:clear|precise|exact)|as i said|as usual|for a change|"
        r"like so|like (?:this|that)|you get the idea",
    )
)
_NO_TOP = (
    r"(?:nothing|none|no blocks?) (?:on (?:the |its )?top|above|below|under(?:neath)?)(?: of (?:it|them))?"
    r"(?: (?:or|and) (?:above|below|under(?:neath)?|on top))?"
)
_WHOLE = re.compile(
    rf"(?:and |but |so |also |again )?(?:{_ASIDE}|{_NO_TOP})(?: (?:please|though|then|now))?[ ,]*"
)
_TAIL = re.compile(
    rf"(?:,? (?:and|but|so|though|while|with) |, ?| - | – | — )(?:{_ASIDE})(?: please| though)?$"
)
_BESIDE_END = re.compile(r" (?:(?:wherever|whatever) (?:it|they|their|its)(?: \w+){1,4})$")


def without_asides(sentence: str) -> str:
    """A sentence in lower case without what is only said beside it; empty if nothing else is said."""
    if _WHOLE.fullmatch(sentence):
        return ""
    before = None
    while sentence != before:
        before = sentence
        sentence = _BESIDE_END.sub("", _TAIL.sub("", sentence)).rstrip(" ,")
    return sentence

"""How people ask about the world and the dialogue: no question is an order."""

from __future__ import annotations

from dataclasses import replace

from cq.language.notation import rules
from cq.language.program import Count, Describe, Limit, Located, Place, Ref

BLOCKS = Ref("block", True)


def _at(place: Place, ref: Ref = BLOCKS) -> Ref:
    """The blocks at a place."""
    return replace(ref, limits=(Located(place), *ref.limits))


def _part(ref: Ref, of: Ref) -> Count | None:
    """ "How many blocks does the tower have?" """
    return None if ref.of else Count(replace(ref, of=of))


def _coloured(colour: str, ref: Ref = BLOCKS) -> Count:
    return Count(replace(ref, colours=(*ref.colours, colour)))


def _which(limit: Limit, ref: Ref | None = None, others: Ref | None = None) -> Describe:
    """A question for the one of some things, or of the named ones, that fits a limit."""
    if others is None:
        return Describe(replace(ref or Ref("structure"), quantifier="", plural=True), limit=limit)
    noun = ref.noun if ref else "structure"
    named = [
        replace(other, noun=noun if other.noun == "one" else other.noun) for other in (others, *others.others)
    ]
    return Describe(replace(named[0], others=(*named[1:],)), limit=limit)


rules("""
@tellme: [can you|could you|please] tell (me|us)|do you know|can you say|i wonder|let me know|so|and|ok|but
    i want to know|i would like to know|remind me|quick question|wait|hold on|hang on|hm|hmm|oh|ah|um|well
    then|and then
hear Talk: @tellme [,|:] {self:Talk} | {self:Talk} [.|,|!] (?|!|@farewell [?]) | @idle [,|.|!] {self:Talk}
hear Talk, 0.02: {self:Talk} @now
@now: now|right now|at the moment|currently|here|left|in total|in all|altogether|there|so far|anywhere
    already
    somewhere|around|standing|used|at present|overall|from here|out there|over there|still|then|again
    left over
    remaining|today|at all|present|visible|all together|combined|in sight|exactly|at this point|yet
    (in|on|inside|within) (the|this|your) (world|map|grid|board|zone|scene|area)
@isare: is|are|has|have|does|do|was|were|did
@who: you|we|i
@doyou: do|can|did|have|has|could|had

@thereare: are there|is there|are|is|did you count|remain|stand|exist|there are|there is
    (do|can|have|did|had) (we|you|i) (have|see|got|count|find)
@numberof: (number|total number|amount|count|sum|total) of
hear Count: how many [different|other|single] {ref:Ref} [@thereare] | count {ref:Ref}
    [what is|count|give me] [the] @numberof {ref:Ref}
@containing: have|contain|consist of|use|need|hold|made of|made up of|built of|made from|include
hear Count = _part: how many {ref:Ref} @isare {of:Ref} [@containing]
    how many {ref:Ref} (are|is) [there] (in|part of) {of:Ref}
@acted: do|done|build|built|make|made|place|placed|put|change|changed|add|added|remove|removed|put down
    did|move
    paint|use
@lately: just|just now|last|now|right now|there|lastly|most recently|recently|this time|in the last step
    for me
    before
hear Count = Count(replace(ref, of=Ref("it", True))): how many {ref:Ref} @didhave [@lately] @acted
hear Count = Count(_at(place, ref)): how many {ref:Ref} @thereare {place:Place}
hear Count = Count(_at(place)): how many {place:Place}
hear Count = _coloured: how many [of] {ref:Ref} (are|is) {colour:Colour} | how many (are|is) {colour:Colour}

@some: any|some|still|already|still any|a|actually|at least
@yousee: @doyou @who [still|already] (see|have|find|spot|got|seen|make out|notice)
@someblock: (any|some|a) (block|blocks|thing|things)|anything [else]|something [else]
hear Exists: (is|are|was|were) there [@some] {ref:Ref} | @yousee [@some] {ref:Ref}
    (does|do) {ref:Ref} (exist|stand)
hear Exists = Exists(_at(place)): (is|are|is there|are there) @someblock [standing|lying|still] {place:Place}
    @yousee @someblock {place:Place}
hear Exists(ref=BLOCKS, negative=True): (is|are) (everything|it|all|there) [all|still] (empty|blank|bare)
    is (the|this|your|our) [whole] @zone [still|now] (empty|blank|bare) | (is|are) there nothing

@whathow: what is the|what are the|the|give me the
hear Describe(aspect="high"): how (tall|high) @isare {ref:Ref} | how (tall|high) {ref:Ref} (is|are)
    how many (blocks|levels|cells) (tall|high) @isare {ref:Ref} | [@whathow] height of {ref:Ref}
    (what|which) height @isare {ref:Ref} [have|of]
hear Describe(aspect="long"): how long @isare {ref:Ref} | how long {ref:Ref} (is|are)
    [@whathow] length of {ref:Ref}
    how many (blocks|cells) long @isare {ref:Ref} | (what|which) length @isare {ref:Ref} [have|of]
hear Describe(aspect="wide"): how (wide|broad|thick) @isare {ref:Ref}
    [@whathow] (width|thickness) of {ref:Ref}
    how many (blocks|cells) (wide|thick) @isare {ref:Ref}
hear Describe(aspect="deep"): how deep @isare {ref:Ref} | [@whathow] depth of {ref:Ref}
hear Describe(aspect="any"): how (big|large|huge) @isare {ref:Ref} | how (big|large) {ref:Ref} (is|are)
    [@whathow] (size|dimensions|measurements) of {ref:Ref} | what size @isare {ref:Ref}
@huesasked: colour|color|colours|colors
@whichcolour: (what|which) (colour|color|colours|colors|kind of colour)|of what colour
@inuse: (do|can|have|did) (you|we|i) (use|see|used|have|got|find|spot)|(are|is|were) used|stand|are there
    are in use|are visible|are|is there|exist|appear
hear Describe(aspect="colour"): @whichcolour @isare {ref:Ref} [have|made of|in|painted]
    @whichcolour {ref:Ref} (is|are|has|have) | [what is|what are|name|list] the @huesasked of {ref:Ref}
    what (is|are) {ref:Ref} (made|built) (of|from)
hear Describe(aspect="colour", ref=Ref("everything")): @whichcolour @inuse | @whichcolour @now
    how many [different] @huesasked @inuse | (list|name) [all] the @huesasked
@standsasked: stand|standing|go|sit|lie|located|placed|to be found|now standing|sitting|lying|be|end|put
@placeof: [the] (place|position|location|coordinates|whereabouts|spot) of
hear Describe(aspect="place"): where @isare {ref:Ref} [@standsasked]
    where [exactly] {ref:Ref} (is|are|stands|stand)
    where @doyou @who [just] (find|see|@acted|have|got) {ref:Ref}
    [what is|what are|give me] @placeof {ref:Ref}
    (in|at|on|to|near) which (place|side|corner|cell|spot|position|edge) @isare {ref:Ref} [@standsasked]
@whatthing: what|(which|what) (block|blocks|thing|things|one|ones)
@whatis: @whatthing (is|are|stands|stand|lies|sits|was) | what (do|can|have) @who (see|have|got|find)
    what (is|are) (there|standing|lying|sitting|placed|all|everything)
hear Describe: @whatis [right|directly] {place:Place}
hear Describe = Describe(place=OnTop(ref)):
    what @isare {ref:Ref} have (on it|on them|on top|on top of it|on its top)
@whatabout: what is|what are|what was|which is|which are|which one is|which ones are|describe|name|list
    what about
hear Describe, 0.3: @whatabout {ref:Ref} | what (does|do) {ref:Ref} look like
    what (sort|kind) of (thing|block|structure|shape) (is|are) {ref:Ref}
hear Quality: {self:Relation} | {self:Predicate} | {self:Comparison} | {self:HasLikeSize}
hear Quality: made of {self:CountSize}
hear Alternatives = replace(ref, others=(other,)): {ref:Ref} or {other:Ref}
@whichof: which one|which|what|who|which thing|which of (them|these|the two)
hear Describe = _which, 0.1: (which|what) {ref:Nominal} (is|are|stands) [the] {limit:Quality}
    (which|what) {ref:Nominal} (is|are) [the] {limit:Quality} [,|:] {others:Alternatives}
    @whichof (is|are) [the] {limit:Quality}
    @whichof (is|are) [the] {limit:Quality} [,|:] {others:Alternatives}
@view: what [all] (do|can) @who (see [in front of you|there|around you]|make out|have|look at)
    what (have|did) @who (got|built) [here]
    what (is|stands|exists|blocks are|is standing|is built|is all) (there|here)
    (tell me|describe|say) what (you see|you can see|is there|stands there|is here|there is)
    (describe|show me|what is) (the|all the|this) (@zone|blocks|situation)
    (tell me about|what is in|what is on|list) (the|all the|this) (@zone|blocks|situation)
    (what|how) does (the world|the scene|everything|it|the map|the board) look [like]
    describe everything|look around|what are you looking at|what stands|what exists|list everything
hear Describe, 0.1: @view

@isasked: is|are|was|were
hear Describe(aspect="high"): @isasked {ref:Ref} [@verygood] (tall|high)
hear Describe(aspect="long"): @isasked {ref:Ref} [@verygood] long
hear Describe(aspect="wide"): @isasked {ref:Ref} [@verygood] wide
hear Describe(aspect="any"): @isasked {ref:Ref} [@verygood] (big|large|small|huge|tiny)
hear Verify: @isasked {ref:Ref} [still|now|already|really|all] [@light] {colour:Colour}
    @isasked {ref:Ref} [still|now|already|really|all] [the] {limit:Quality}
hear Verify = Verify(ref, limit=Located(place)): (does|do) {ref:Ref} (stand|sit|lie|touch) {place:Place}
hear Verify = Verify(ref, limit=With(on)):
    (does|do|has|have) {ref:Ref} [have|got] {on:Ref} on [it|top|top of it]
hear Verify = Verify(ref, limit=HasSize(Size("any", like=like))):
    @isasked {ref:Ref} (as (tall|high|long|big|large) as|the same (size|height) as) {like:Ref}

@didhave: (did|have|had) @who
@lastact: (the last|your last|the latest|your latest|the previous|your previous|that|my last) @actasked
@actasked: thing|step|move|action|change|build|block|one|order|thing that|command|instruction
hear Recount: what @didhave [@lately] @acted [@lately] [to|with] [{:Ref}] | what (was|is) @lastact
    what (was|is) @lastact @who [have|had|did] [@lately] @acted [@lately]
    [tell me|say] what @who [have|had|did] [@lately] @acted [@lately]
    what (have you been doing|happened|changed|was that|has changed|is new|is different) [@lately]
    (which|what) (block|blocks|thing|things) @didhave [@lately] @acted [@lately]
    what (is|are|was) {:NewState}
    what @didhave [just] (ask|asked|say|said|tell|told) [you] [@lately]
@placedso: here|there|like that|like this|that way|this way|so|in that way
hear Why: why @didhave [@lately] (@acted|pick|choose|go) [{:Ref}] [@placedso|{:Place}|{:Colour}|in {:Colour}]
    why [in|on|at] {:Colour} | why @placedso | why (is|are|was|were) {:Ref} [@turnedout|{:Place}|{:Colour}]
    how come @who @acted [{:Ref}] [@placedso|{:Place}|{:Colour}]
@turnedout: here|there|like that|like this|that way|gone|so high|so small|so big|moved
@sofar: so far|in total|until now|up to now|today|altogether|in all|since the start|all this time
hear Recount(steps=None): what @didhave @acted @sofar | what all @didhave @acted
hear Recount(steps=2): what @didhave @acted before (that|this|it|then) | what (was|came) before (that|this)
""")

"""How people direct attention: where to look and to go, what is spoken of."""

from __future__ import annotations

from cq.language.grammar import hear, rule, verbs, words
from cq.language.program import Again, Look, Ref, Reply, Step, Turn

words(
    "face",
    "facing|face|facing towards|facing toward|facing to|facing to the|facing the|looking|looking to|"
    "looking to the|looking towards|looking toward|look|look to the|while facing|when facing|stand facing|"
    "standing facing|stand facing to the|stand facing the|stand facing toward|stand and face|turn to face|"
    "turn|turn to|turn to the|turn towards|with your face to the|seen from the|from the view of the|"
    "you are facing|you face|you look|still facing|now facing|now face|and face|as you face|turning|"
    "looking at the|if you face|if you look|while looking|when looking|viewed facing|with you facing|"
    "stay facing|remain facing|start facing|start by facing|begin facing|stand facing towards the|"
    "stand facing to|stand facing towards|facing towards the|facing toward the|look to|look towards|"
    "look towards the|if facing|face to the|face to|face towards|face towards the|face toward|"
    "face toward the|imagine facing|keep facing|when you face|when you look|as you look|as you are facing|"
    "when you are facing",
)
rule(
    Turn,
    "@face {direction}",
    "@face {direction} (side|direction|wall|edge)",
    "@face {direction} (side|edge|wall) of the (zone|grid|map|board)",
)
words("headed", "walk|heading|walking|moving|go|move|head|fly|travel|step|run|going|look|turn|proceed")
words(
    "towardsit",
    "towards the|towards|toward the|toward|to the|in the direction of the|straight|over to the|further",
)
rule("Course", "{direction:Lateral}", "{direction:Diagonal}", "{direction:Vertical}", makes=Step)
rule(Look, "@headed [@towardsit] {steps+:Course}", cost=0.3)
hear(Turn, "@face {:Ref} from the (south|southern side)", direction="north", cost=0.5)
hear(Turn, "@face {:Ref} from the (north|northern side)", direction="south", cost=0.5)
hear(Turn, "@face {:Ref} from the (west|western side)", direction="east", cost=0.5)
hear(Turn, "@face {:Ref} from the (east|eastern side)", direction="west", cost=0.5)

verbs(
    "see",
    "find|see|locate|notice|consider|spot|look at|look for|take|pick|choose|identify|focus on|observe|go to|"
    "walk to|walk over to|move to|go over to|approach|start at|start with|begin at|begin with|start from|"
    "begin from|turn to|stand at|stand on|stand by|come to|walk up to|go up to|take a look at|"
    "have a look at|go down to|stand next to|head to|head over to|work on|start on|jump to|return to|"
    "go back to|move over to|move towards|move up to",
)
words(
    "thereis",
    "there is|there are|you see|you can see|you will see|you will find|we have|there stands|there stand|"
    "there exists|there exist|here is|here are|notice that there is|you have|i see|there was|there were",
)
rule(
    Look,
    "@see {ref}",
    "@thereis {ref}",
    "@thereis {ref} standing",
    "to (approach|reach|get to) {ref}",
    "{ref} [is|are|'s] [far|much] too (tall|high|short|long|low|big|small)",
    cost=0.2,
)
hear(
    Look,
    "{ref:Ref} :",
    "for {ref:Ref} :",
    "as for {ref:Ref}",
    "(at|with) {ref:Ref} :",
    makes=lambda ref: Look(ref=ref) if ref.quantifier else None,
    cost=0.5,
)


def _used(ref: Ref) -> Look | None:
    """ "Use the red block"; "using one block" counts what is made."""
    return Look(ref=ref) if ref.quantifier in ("the", "each", "both", "all") else None


hear(Look, "(use|using) {ref:Ref}", makes=_used, cost=0.2)
hear(Look, "(ok|okay|so|now) {ref:Ref} .", makes=_used, cost=0.4)
hear(Look, "(split|divide|rearrange|rework|alter|adjust) {ref} [up] :", cost=0.1)
verbs(
    "walk",
    "go|walk|move|step|travel|head|jump|proceed|run|come|fly|navigate|make your way|continue|count|take",
)
words("goto", "to|over to|into|up to|towards|toward|in|until|down to|all the way to|back to")
rule(
    Look,
    "@walk {place}",
    "@walk @goto {place}",
    "start {place}",
    "begin {place}",
    "starting {place}",
    "beginning {place}",
    "@see {place}",
    "starting @goto {place}",
    cost=0.2,
)
rule(
    Look,
    "@walk {steps+:Walk}",
    "@walk {steps+:Walk} and {steps+:Walk}",
    "@walk {steps+:Walk} (and|,) then {steps+:Walk}",
)
hear(
    Look,
    "from there {steps+:Walk}",
    "from there @walk {steps+:Walk}",
    "{steps+:Walk} :",
    "then {steps+:Walk} :",
    cost=0.2,
)

words(
    "dosame",
    "do the same|the same|do this|do it|repeat this|repeat that|repeat it|repeat|do that|do so|do likewise|"
    "the same goes|same thing|the same thing|do the same thing|the same again|same|and the same|"
    "do the same thing again|repeat the same|and then do the same|then the same|now do the same|"
    "repeat the process|do the same again|repeat this step|repeat these steps|do exactly the same|likewise",
)
rule(
    Again,
    "@dosame {value:Place}",
    "@dosame for {value:Ref}",
    "@dosame with {value:Ref}",
    "@dosame to {value:Ref}",
    "@dosame [but] (in|with|using) [all] {value:Colour} [block|blocks|ones]",
    "@dosame for {value:Place}",
    "@dosame again {value:Place}",
)
rule(
    Again,
    "@dosame on (the|its) (other|opposite) (side|end)",
    "@dosame at the (other|opposite) end",
    "@dosame on the (opposite|other) side of {:Ref}",
    value=Reply("other"),
)
rule(Again, "[and] so (does|do|should|must|is|are) {value:Ref}", cost=0.2)

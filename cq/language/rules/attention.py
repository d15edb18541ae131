"""How people direct attention: where to look and to go, what is spoken of."""

from __future__ import annotations

from cq.language.notation import rules
from cq.language.program import Look, Ref


def _used(ref: Ref) -> Look | None:
    """ "Use the red block"; "using one block" counts what is made."""
    return Look(ref=ref) if ref.quantifier in ("the", "each", "both", "all") else None


rules("""
@face: facing|face|facing towards|facing toward|facing to|facing to the|facing the|looking|looking to
    looking to the|looking towards|looking toward|look|look to the|while facing|when facing|stand facing
    standing facing|stand facing to the|stand facing the|stand facing toward|stand and face|turn to face|turn
    turn to|turn to the|turn towards|with your face to the|seen from the|from the view of the|you are facing
    you face|you look|still facing|now facing|now face|and face|as you face|turning|looking at the|if you face
    if you look|while looking|when looking|viewed facing|with you facing|stay facing|remain facing
    start facing|start by facing|begin facing|stand facing towards the|stand facing to|stand facing towards
    facing towards the|facing toward the|look to|look towards|look towards the|if facing|face to the|face to
    face towards|face towards the|face toward|face toward the|imagine facing|keep facing|when you face
    when you look|as you look|as you are facing|when you are facing
Turn: @face {direction} | @face {direction} (side|direction|wall|edge)
    @face {direction} (side|edge|wall) of the (zone|grid|map|board)
@headed: walk|heading|walking|moving|go|move|head|fly|travel|step|run|going|look|turn|proceed
@towardsit: towards the|towards|toward the|toward|to the|in the direction of the|straight|over to the|further
Course = Step: {direction:Lateral} | {direction:Diagonal} | {direction:Vertical}
Look, 0.3: @headed [@towardsit] {steps+:Course}
hear Turn(direction="north"), 0.5: @face {:Ref} from the (south|southern side)
hear Turn(direction="south"), 0.5: @face {:Ref} from the (north|northern side)
hear Turn(direction="east"), 0.5: @face {:Ref} from the (west|western side)
hear Turn(direction="west"), 0.5: @face {:Ref} from the (east|eastern side)
@see*: find|see|locate|notice|consider|spot|look at|look for|take|pick|choose|identify|focus on|observe|go to
    walk to|walk over to|move to|go over to|approach|start at|start with|begin at|begin with|start from
    begin from|turn to|stand at|stand on|stand by|come to|walk up to|go up to|take a look at|have a look at
    go down to|stand next to|head to|head over to|work on|start on|jump to|return to|go back to|move over to
    move towards|move up to
@thereis: there is|there are|you see|you can see|you will see|you will find|we have|there stands|there stand
    there exists|there exist|here is|here are|notice that there is|you have|i see|there was|there were
Look, 0.2: @thereis {ref} | @thereis {ref} standing | @thereis {ref} @ofthezone
Look, 0.2: @see {ref} | to (approach|reach|get to) {ref}
    {ref} [is|are|'s] [far|much] too (tall|high|short|long|low|big|small)
hear Look = Look(ref=ref) if ref.quantifier else None, 0.5: {ref:Ref} : | for {ref:Ref} : | as for {ref:Ref}
    (at|with) {ref:Ref} :
hear Look = _used, 0.2: (use|using) {ref:Ref}
hear Look = _used, 0.4: (ok|okay|so|now) {ref:Ref} .
hear Look, 0.1: (split|divide|rearrange|rework|alter|adjust) {ref} [up] :
@walk*: go|walk|move|step|travel|head|jump|proceed|run|come|fly|navigate|make your way|continue|count|take
@goto: to|over to|into|up to|towards|toward|in|until|down to|all the way to|back to
Look, 0.2: @walk {place} | @walk @goto {place} | start {place} | begin {place} | starting {place}
    beginning {place} | @see {place} | starting @goto {place}
Look: @walk {steps+:Walk} | @walk {steps+:Walk} and {steps+:Walk}
    @walk {steps+:Walk} (and|,) then {steps+:Walk}
hear Look, 0.2: from there {steps+:Walk} | from there @walk {steps+:Walk} | {steps+:Walk} :
    then {steps+:Walk} :
@dosame: do the same|the same|do this|do it|repeat this|repeat that|repeat it|repeat|do that|do so|do likewise
    the same goes|same thing|the same thing|do the same thing|the same again|same|and the same
    do the same thing again|repeat the same|and then do the same|then the same|now do the same
    repeat the process|do the same again|repeat this step|repeat these steps|do exactly the same|likewise
Again: @dosame {value:Place} | @dosame for {value:Ref} | @dosame with {value:Ref} | @dosame to {value:Ref}
    @dosame [but] (in|with|using) [all] {value:Colour} [block|blocks|ones] | @dosame for {value:Place}
    @dosame again {value:Place}
Again(value=Reply("opposite")): @dosame on (the|its) (other|opposite) (side|end)
    @dosame at the (other|opposite) end | @dosame on the (opposite|other) side of {:Ref}
Again, 0.2: [and] so (does|do|should|must|is|are) {value:Ref}
""")

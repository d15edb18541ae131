"""How people direct attention: where to look and to go, and the topic."""

from __future__ import annotations

from cq.language.notation import rules
from cq.language.program import Look, Ref


def _used(ref: Ref) -> Look | None:
    """ "Use the red block"; "using one block" counts what is made."""
    return Look(ref=ref) if ref.quantifier in ("the", "each", "both", "all") else None


rules("""
@face: facing|face|facing towards|facing toward|facing to|facing to the|facing the|looking|looking to
    looking towards|looking toward|look|while facing|when facing|stand facing|standing facing
    stand facing to the|stand facing the|stand facing toward|turn|turn to|turn to the|turn towards
    seen from the|you are facing|you face|you look|still facing|now facing|now face|and face|turning
    while looking|when looking|viewed facing|stay facing|remain facing|start facing|begin facing
    stand facing towards|look to|look towards|if facing|face to|face towards|face toward|imagine facing
    keep facing
Turn: @face {direction}
@headed: walk|heading|walking|moving|go|move|head|fly|travel|step|run|going|look|turn|proceed
@towardsit: towards the|towards|toward the|toward|to the|straight|further
Course = Step: {direction:Lateral} | {direction:Diagonal} | {direction:Vertical}
Look, 0.3: @headed [@towardsit] {steps+:Course}
hear Turn(direction="north"), 0.5: @face {:Ref} from the (south|southern side)
@see*: find|see|locate|notice|consider|spot|look at|look for|take|pick|choose|identify|focus on|observe|go to
    walk to|move to|approach|start at|start with|begin at|begin with|start from|begin from|turn to|stand at
    stand on|stand by|come to|go down to|head to|work on|start on|jump to|return to|move towards
@thereis: there is|there are|you see|you can see|we have|there stands|there stand|there exists|there exist
    here is|here are|you have|i see|there was|there were
Look, 0.2: @thereis {ref}
Look, 0.2: @see {ref} | to (approach|reach|get to) {ref}
    {ref} [is|are|'s] [far|much] too (tall|high|short|long|low|big|small)
hear Look = Look(ref=ref) if ref.quantifier else None, 0.5: {ref:Ref} : | for {ref:Ref} :
    (at|with) {ref:Ref} :
hear Look = _used, 0.2: (use|using) {ref:Ref}
hear Look = _used, 0.4: (ok|okay|so|now) {ref:Ref} .
hear Look, 0.1: (split|divide|rearrange|rework|alter|adjust) {ref} [up] :
@walk*: go|walk|move|step|travel|head|jump|proceed|run|come|fly|navigate|continue|count|take
@goto: to|over to|into|up to|towards|toward|in|until|down to|all the way to|back to
Look, 0.2: @walk {place} | @walk @goto {place} | start {place} | begin {place} | starting {place}
    beginning {place} | @see {place}
Look: @walk {steps+:Walk}
@dosame: do the same|the same|do this|do it|repeat this|repeat that|repeat it|repeat|do that|do so|do likewise
    same thing|the same thing|do the same thing|same|repeat the same|likewise
Again: @dosame {value:Place} | @dosame for {value:Ref} | @dosame with {value:Ref} | @dosame to {value:Ref}
    @dosame [but] (in|with|using) [all] {value:Colour} [block|blocks|ones]
Again(value=Reply("opposite")): @dosame on (the|its) (other|opposite) (side|end)
    @dosame at the (other|opposite) end
Again, 0.2: [and] so (does|do|should|must|is|are) {value:Ref}
""")

"""How people undo work, redo it, or begin anew."""

from __future__ import annotations

from cq.language.notation import rules

rules("""
@undo: undo|rewind|revert|reverse|roll back|cancel|unmake
@change: step|steps|thing|things|command|commands|action|actions|change|changes|order|orders|move|moves|turn
    turns|time|times
@thedone: that|it|this|them|those|these|the last one|the last bit|that last bit|the last part|that last part
    the last thing|that last thing|that last one|that one|that step|the last step|that last step|that bit
    that part|what you did|what you just did|what was done|again|that again|it again
Undo: @undo [@thedone] | take (that|it|this|them) back
    take back (that|it|this|what you did|what you just did) | @undo (the|your|my) last @change
    (take back|cancel) (the|your|my) last @change | never mind that | go (one step|a step|1 step) back
    go back [one step|a step|1 step] | (one|a) step back
Times = 2: twice|both|both of them|them both
Times = 1: once
hear Times: [the] [last] {self:Number} [@change]
Undo: @undo {steps:Times}
hear Undo, 0.2: go back {steps:Times} | go {steps:Times} back | take back {steps:Times}
@beginning: start|beginning|very beginning|beginning world|start world|first world
@allofthat: everything|all|all of it|all of that|all that|it all|everything you did|everything you built
    everything again
Undo(whole=True): start (over|again|anew|afresh) [from scratch|from the start|from the beginning|from the top]
    @undo @allofthat | take (everything|it all|all of it|all that) back
    start from (scratch|the start|the beginning|zero) | begin (again|anew|from the beginning|from scratch)
    go back to [the] @beginning | back to [the] @beginning | (reset|restart) [everything|the world|it|it all]
hear Remove(ref=Ref("everything")), 0.4: start (over|again|anew|afresh) [from scratch]
    start from (scratch|zero)
@restore: put back|bring back|restore|get back
@thegone: it|them|that|this|those|these|that one|this one|it all|all of it|everything
Undo: (put|place|bring|get|have|want) @thegone back | @restore @thegone
    (put|bring|get) @thegone back (in|there|where it was|where they were|as it was|how it was)
hear Redo, 0.2: (put|place|bring|get) @thegone back | @restore @thegone
hear Undo = None if ref.noun == "it" else Undo(ref=ref), 0.2: (put|bring|get|take|have|add) {ref:Ref} back
    (put|bring|get|add) {ref:Ref} back (in|there|where it was|where they were|as it was|again)
    @restore {ref:Ref} | (put|place|bring) back {ref:Ref} | add back {ref:Ref}
# What was before was better.
@preferred: i liked|i preferred|i like|i prefer
@wasbetter: better|more|better before|more before|as it was|the way it was|how it was
hear Undo: @preferred (it|that|them) @wasbetter | (it|that) was (better|nicer|good|fine) before
    it was better|(change|turn|make|set) (it|that|them) back [again]|put [it] back (how|the way|as) it was
    as it was before
hear Undo, 0.1: @preferred {:Ref} @wasbetter [,|.|;|-] [so] {self:Undo}
    (it|that) was better before [,|.|;|-] {self:Undo}
    @ohoops [,] {self:Undo} | @ohoops [,] @ohoops [,] {self:Undo} | {self:Undo} [,] @undone
hear Redo, 0.1: @ohoops [,] {self:Redo} | @ohoops [,] @ohoops [,] {self:Redo} | {self:Redo} [,] @undone
@ohoops: no|hm|hmm|oh|oops|wait|sorry|ah|nope|nah|actually|well|ok|okay|oh no|no no|hmm no|hm no|um|uh
    whoa|argh|no wait|wait no|hang on|hold on|never mind|on second thought|my mistake|yikes|ugh|and|now
    then|but
@undone: please|thanks|thank you|then|after all|i changed my mind|that was wrong|it was wrong|that is wrong
@redo: redo|undo the undo|undo that undo
Redo: @redo [@thedone] | @redo {steps:Times} | @redo (the|your|my) last @change
    do (it|that) (anyway|after all)
""")

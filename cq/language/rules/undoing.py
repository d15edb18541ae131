"""How people take back what was done, do it again, or begin anew."""

from __future__ import annotations

from cq.language.notation import rules

rules("""
@undo: undo|revert|reverse|roll back|cancel|unmake
@change: step|steps|thing|things|command|commands|action|actions|change|changes|order|orders|move|moves|turn
    turns|time|times
@thedone: that|it|this|them|the last one|what you did|what you just did|what was done|again
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
Undo: (put|place|bring|get) (it|them|that|this) back | @restore (it|them|that|this)
hear Redo, 0.2: (put|place|bring|get) (it|them|that|this) back | @restore (it|them|that|this)
@redo: redo|undo the undo|undo that undo
Redo: @redo [@thedone] | @redo {steps:Times} | @redo (the|your|my) last @change
    do (it|that) (anyway|after all)
""")

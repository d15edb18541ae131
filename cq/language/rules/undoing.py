"""How people take back what was done, do it again, or begin anew."""

from __future__ import annotations

from cq.language.grammar import hear, lex, rule, words
from cq.language.program import Redo, Undo
from cq.language.rules.removing import EVERYTHING, Remove

words("undo", "undo|revert|reverse|roll back|cancel|unmake")
words(
    "change",
    "step|steps|thing|things|command|commands|action|actions|change|changes|order|orders|move|moves|turn|"
    "turns|time|times",
)
words("thedone", "that|it|this|them|the last one|what you did|what you just did|what was done|again")
rule(
    Undo,
    "@undo [@thedone]",
    "take (that|it|this|them) back",
    "take back (that|it|this|what you did|what you just did)",
    "@undo (the|your|my) last @change",
    "(take back|cancel) (the|your|my) last @change",
    "never mind that",
    "go (one step|a step|1 step) back",
    "go back [one step|a step|1 step]",
    "(one|a) step back",
)
lex("Times", 2, "twice", "both", "both of them", "them both")
lex("Times", 1, "once")
hear("Times", "[the] [last] {self:Number} [@change]")
rule(Undo, "@undo {steps:Times}")
hear(Undo, "go back {steps:Times}", "go {steps:Times} back", "take back {steps:Times}", cost=0.2)
words("beginning", "start|beginning|very beginning|beginning world|start world|first world")
words(
    "allofthat",
    "everything|all|all of it|all of that|all that|it all|everything you did|everything you built|"
    "everything again",
)
rule(
    Undo,
    "start (over|again|anew|afresh) [from scratch|from the start|from the beginning|from the top]",
    "@undo @allofthat",
    "take (everything|it all|all of it|all that) back",
    "start from (scratch|the start|the beginning|zero)",
    "begin (again|anew|from the beginning|from scratch)",
    "go back to [the] @beginning",
    "back to [the] @beginning",
    "(reset|restart) [everything|the world|it|it all]",
    whole=True,
)
hear(
    Remove,
    "start (over|again|anew|afresh) [from scratch]",
    "start from (scratch|zero)",
    ref=EVERYTHING,
    cost=0.4,
)
words("restore", "put back|bring back|restore|get back")
_RESTORED = "(put|place|bring|get) (it|them|that|this) back", "@restore (it|them|that|this)"
rule(Undo, *_RESTORED)
hear(Redo, *_RESTORED, cost=0.2)
words("redo", "redo|undo the undo|undo that undo")
rule(
    Redo,
    "@redo [@thedone]",
    "@redo {steps:Times}",
    "@redo (the|your|my) last @change",
    "do (it|that) (anyway|after all)",
)

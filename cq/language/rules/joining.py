"""How people say what is joined by a line."""

from __future__ import annotations

from dataclasses import replace

from cq.language.grammar import hear, rule, verbs, words
from cq.language.program import Connect, Ref, Thing

# Joining.
verbs("join", "connect|join|link|join up|bridge|tie|link up|hook up")
words("withit", "with|by|using|via|with a|through|by means of|by placing|by putting")
rule(
    Connect,
    "@join {ref} @withit {thing:New}",
    "@join {ref} (together) @withit {thing:New}",
    "@withit {thing:New} @join {ref}",
    "@join {ref} in {thing:New}",
)
hear(
    Connect,
    "@join {ref} at the {at:Direction} @withit {thing:New}",
    "@join {ref} @withit {thing:New} at the {at:Direction}",
)
hear(
    Connect,
    "@join the (tops|top) of {ref} @withit {thing:New}",
    "@join {ref} at their tops @withit {thing:New}",
    at="up",
)
hear(
    Connect,
    "@join the (bottoms|bottom) of {ref} @withit {thing:New}",
    "@join {ref} on the (ground|floor) @withit {thing:New}",
    at="down",
)
hear(
    Connect,
    "@make {thing} (connecting|joining|linking) {ref}",
    "@make {thing} to (connect|join|link) {ref}",
    cost=0.3,
)


def _to_end(ref: Ref, other: Ref, thing: Thing | None = None) -> Connect:
    return Connect(replace(ref, others=(*ref.others, other)), thing)


rule(
    Connect,
    "@join {ref:Ref} (to|with|and) {other:LineEnd} @withit {thing:New}",
    "@join {ref:Ref} (to|with|and) {other:LineEnd}",
    "@make {thing:Thing} connecting {ref:Ref} (to|with|and) {other:LineEnd}",
    "@make {thing:Thing} to (connect|join|link) {ref:Ref} (to|with|and) {other:LineEnd}",
    makes=_to_end,
    cost=0.1,
)
hear(
    Connect,
    "@join {ref:Ref} (to|with) {other:Ref} @withit {thing:New}",
    "@make {thing:Thing} to (connect|join|link) {ref:Ref} (to|with) {other:Ref}",
    "@make {thing:Thing} connecting {ref:Ref} (to|with) {other:Ref}",
    makes=_to_end,
    cost=0.2,
)
rule(Connect, "{self} [,] (on|at|in) level {level:Number}", "{self} [,] (on|at|in) the {level:Ordinal} level")
hear(Connect, "{self} (on|across|along|over) the (ground|floor)", at="down")
hear(Connect, "(bridge|close|span) the gap between {ref} @withit {thing:New}")

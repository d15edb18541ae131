"""How people join things by a line."""

from __future__ import annotations

from dataclasses import replace

from cq.language.notation import rules
from cq.language.program import Connect, Ref, Thing


def _to_end(ref: Ref, other: Ref, thing: Thing | None = None) -> Connect:
    return Connect(replace(ref, others=(*ref.others, other)), thing)


rules("""
# Joining.
@join*: connect|join|link|join up|bridge|tie|link up
@withit: with|by|using|via|with a|by placing
Connect: @join {ref} @withit {thing:New} | @join {ref} (together) @withit {thing:New}
    @join {ref} in {thing:New}
hear Connect: @join {ref} at the {at:Direction} @withit {thing:New}
    @join {ref} @withit {thing:New} at the {at:Direction}
hear Connect(at="up"): @join the (tops|top) of {ref} @withit {thing:New}
    @join {ref} at their tops @withit {thing:New}
hear Connect(at="down"): @join the (bottoms|bottom) of {ref} @withit {thing:New}
hear Connect, 0.3: @make {thing} connecting {ref} | @make {thing} to (connect|join) {ref}
Connect = _to_end, 0.1: @join {ref:Ref} (to|with) {other:LineEnd} @withit {thing:New}
    @join {ref:Ref} to {other:LineEnd} | @make {thing:Thing} connecting {ref:Ref} (to|with) {other:LineEnd}
    @make {thing:Thing} to connect {ref:Ref} to {other:LineEnd}
hear Connect = _to_end, 0.2: @join {ref:Ref} (to|with) {other:Ref} @withit {thing:New}
    @make {thing:Thing} to join {ref:Ref} with {other:Ref}
    @make {thing:Thing} connecting {ref:Ref} to {other:Ref}
Connect: {self} (on|at) level {level:Number}
hear Connect(at="down"): {self} (on|across|along) the (ground|floor)
hear Connect: bridge the gap between {ref} @withit {thing:New}
""")

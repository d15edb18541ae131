"""Adjectives that choose among things: extremes, sizes, order, states."""

from __future__ import annotations

from cq.language.declaring import rule
from cq.language.notation import rules

rules("""
Direction: {self:Compass} | {self:Diagonal} | {self:Own} | {self:Vertical}
Adjective: {self:Extreme} | {self:Largest} | {self:State} | {self:Order} | {self:HasSize} | {self:HasDims}
Choosing: {self:Utmost} | {self:Superlative} | {self:Order} | {self:NewState}
Extreme: {self:Utmost}
Extreme: {direction:Diagonal}
hear Extreme: {direction:Compass} | {direction:Own} | {direction:Vertical}
@most: most|further|furthest|farthest|extreme|far|very
hear Utmost = Extreme: {direction} most | @most {direction}
Utmost = Extreme(direction="up"): highest | topmost | uppermost | top most | upper most | upmost | higher
    highest up
Utmost = Extreme(direction="down"): lowest | bottommost | bottom most
Utmost = Extreme(direction="left"): leftmost
Utmost = Extreme(direction="right"): rightmost
Utmost = Extreme(direction="north"): northernmost | northmost | northern most
Utmost = Extreme(direction="south"): southernmost | southmost | southern most
Utmost = Extreme(direction="east"): easternmost | eastmost | eastern most
Utmost = Extreme(direction="west"): westernmost | westmost | western most
Utmost = Extreme(direction="front"): frontmost | nearest | closest
Utmost = Extreme(direction="back"): rearmost | furthest | farthest
Utmost = Extreme(direction="northeast"): northeasternmost
Utmost = Extreme(direction="northwest"): northwesternmost
Utmost = Extreme(direction="southeast"): southeasternmost
Utmost = Extreme(direction="southwest"): southwesternmost
Superlative = Largest(dimension="high", least=False): tallest | taller
Superlative = Largest(dimension="high", least=False): {rank:Ordinal} tallest
Superlative = Largest(dimension="high", least=True): shortest | shorter
Superlative = Largest(dimension="long", least=False): longest | longer
Superlative = Largest(dimension="blocks", least=False): biggest | larger | bigger
Superlative = Largest(dimension="blocks", least=True): smallest | smaller
Superlative = Largest(dimension="long", least=False): wider
""")
rule("Largest", "{self:Superlative}")

rules("""
Largest(dimension="high", least=False), 0.1: tall | high
Largest(dimension="high", least=True), 0.1: short | low
Largest(dimension="long", least=False), 0.1: long
Largest(dimension="blocks", least=False), 0.1: large | big
Largest(dimension="blocks", least=True), 0.1: small | little
# Order: "the second", "second highest", "the first and third".
Order: {self:Nth} | {self:Ranks}
Nth: {number:Ordinal}
Ranks: {numbers+:Ordinal} and [the] {numbers+:Ordinal} | {numbers+:Ordinal} [the] {self:Ranks}
Nth(start="up"): {number:Ordinal} highest
Nth(start="north"): {number:Ordinal} (northernmost)
Nth(start="right"): {number:Ordinal} (to last|last)
Alternate(apart=2): every other | every second | alternate
# Sizes: "three-block tower", "2 high", "3 x 3 square".
HasSize: {size:ShortSize}
HasDims: {dims+:Number} (x|by) {dims+:Number}
State(word="floating"): floating | hovering | hanging | flying | elevated | dangling | overhanging
State(word="single"): single | lone | only | sole | separate | singular | standalone | freestanding
    free standing
State(word="old"): existing | old | original | current | present | initial | pre existing
State(word="same"): same
State(word="upright"): vertical | upright | stacked
State(word="flat"): horizontal | flat
State(word="diagonal"): diagonal
State(word="empty"): empty | open | missing | blank
State(word="any"): entire | whole | solid | different
State(word="grounded"): grounded
State(word="other"): other | opposite
State(word="left over"): remaining
State(word="inner"): inner | inside
State(word="arm"): arm
State(word="edge"): side
State: {self:ChoosingState}
ChoosingState: {self:NewState}
NewState = State(word="new"): (new|newest|latest|newly placed|just placed) | (just built|just added)
    (placed|built|last placed|previous) | just put
NewState = State(word="last"): (last|most recently) placed
ChoosingState = State(word="middle"): middle | center | centre | central | middlemost | middle most
ChoosingState = State(word="end"): end
ChoosingState = State(word="outer"): outer | outermost | outside
ChoosingState = State(word="corner"): corner
ChoosingState = State(word="edge"): edge
""")

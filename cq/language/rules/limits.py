"""Adjectives that choose among what stands: extremes, sizes, order, states."""

from __future__ import annotations

from cq.language.grammar import hear, rule, words
from cq.language.program import Alternate, Extreme, HasDims, HasSize, Largest, Nth, Ranks, State

rule("Direction", "{self:Compass}", "{self:Diagonal}", "{self:Own}", "{self:Vertical}")
rule(
    "Adjective",
    "{self:Extreme}",
    "{self:Largest}",
    "{self:State}",
    "{self:Order}",
    "{self:HasSize}",
    "{self:HasDims}",
)
rule("Choosing", "{self:Utmost}", "{self:Superlative}", "{self:Order}", "{self:NewState}")

rule(Extreme, "{self:Utmost}")
hear(Extreme, "more {direction:Compass}")
rule(Extreme, "{direction:Diagonal}")
hear(Extreme, "{direction:Compass}", "{direction:Own}", "{direction:Vertical}")
words("most", "most|further|farther|furthest|farthest|extreme|far|very|outermost")
hear("Utmost", "{direction} most", "@most {direction}", "most {direction} facing", makes=Extreme)
for _word, _direction in {
    "highest|topmost|uppermost|top most|upper most|upmost|higher|highest up": "up",
    "lowest|bottommost|bottom most|lowermost|downmost": "down",
    "leftmost": "left",
    "rightmost": "right",
    "northernmost|northmost|northern most": "north",
    "southernmost|southmost|southern most": "south",
    "easternmost|eastmost|eastern most": "east",
    "westernmost|westmost|western most": "west",
    "frontmost|nearest|closest": "front",
    "backmost|rearmost|furthest|farthest": "back",
    "northeasternmost|northeastmost": "northeast",
    "northwesternmost|northwestmost": "northwest",
    "southeasternmost|southeastmost": "southeast",
    "southwesternmost|southwestmost": "southwest",
}.items():
    rule("Utmost", *_word.split("|"), makes=Extreme, direction=_direction)

for _word, (_dimension, _least) in {
    "tallest|taller": ("high", False),
    "shortest|shorter": ("high", True),
    "longest|longer": ("long", False),
    "largest|biggest|larger|bigger": ("blocks", False),
    "smallest|smaller": ("blocks", True),
    "widest|wider": ("long", False),
}.items():
    rule("Superlative", *_word.split("|"), makes=Largest, dimension=_dimension, least=_least)
    rule("Superlative", f"{{rank:Ordinal}} ({_word})", makes=Largest, dimension=_dimension, least=_least)
rule("Largest", "{self:Superlative}")
for _word, (_dimension, _least) in {
    "tall|high": ("high", False),
    "short|low": ("high", True),
    "long": ("long", False),
    "large|big": ("blocks", False),
    "small|little|tiny": ("blocks", True),
    "wide": ("long", False),
}.items():
    rule(Largest, *_word.split("|"), dimension=_dimension, least=_least, cost=0.1)

# Order: "the second", "second highest", "the first and third".
rule("Order", "{self:Nth}", "{self:Ranks}")
rule(Nth, "{number:Ordinal}", "{number:Ordinal} {start:Vertical}")
rule(Ranks, "{numbers+:Ordinal} and [the] {numbers+:Ordinal}", "{numbers+:Ordinal} [,] [the] {self:Ranks}")
rule(Ranks, "{numbers+:Ordinal} , {numbers+:Ordinal} , and {numbers+:Ordinal}")
for _word, _direction in {
    "highest|topmost|uppermost": "up",
    "lowest|bottommost": "down",
    "leftmost": "left",
    "rightmost": "right",
    "northernmost": "north",
    "southernmost": "south",
    "easternmost": "east",
    "westernmost": "west",
    "to last|last": "right",
}.items():
    rule(Nth, f"{{number:Ordinal}} ({_word})", start=_direction)
rule(
    Alternate, "every other", "every second", "each second", "each other", "alternate", "alternating", apart=2
)
rule(Alternate, "every third", "each third", apart=3)
rule(Alternate, "every fourth", apart=4)

# Sizes: "three-block tower", "2 high", "3 x 3 square".
rule(HasSize, "{size:ShortSize}")
rule(
    HasDims,
    "{dims+:Number} (x|by) {dims+:Number}",
    "{dims+:Number} (x|by) {dims+:Number} (x|by) {dims+:Number}",
)

for _word, _state in {
    "floating|hovering|hanging|flying|suspended|elevated|dangling|overhanging": "floating",
    "single|lone|only|sole|individual|isolated|solitary|separate|singular|standalone|freestanding|"
    "free standing|stand alone": "single",
    "existing|old|original|current|present|initial|already existing|previously existing|preexisting|"
    "pre existing|already placed|already built|starting|already present": "old",
    "same": "same",
    "vertical|upright|standing|vertically stacked|stacked": "upright",
    "horizontal|flat|lying": "flat",
    "diagonal": "diagonal",
    "empty|hollow|open|missing|blank": "empty",
    "entire|whole|complete|visible|solid|different": "any",
    "grounded": "grounded",
    "other|opposite": "other",
    "remaining|leftover|left over": "left over",
    "inner|innermost|interior|inside": "inner",
    "arm": "arm",
    "side": "edge",
}.items():
    rule(State, *_word.split("|"), word=_state)
rule(State, "{self:ChoosingState}")
rule("ChoosingState", "{self:NewState}")
rule(
    "NewState",
    "(new|newest|latest|newly placed|newly built|newly added|just placed|recently placed)",
    "(just built|just added|just made|newly created|newly made|previously placed)",
    "(placed|built|last built|last placed|last added|previous)",
    "(recently built|recently added|just put|just putted|previously built|previously made)",
    makes=State,
    word="new",
)
rule(
    "NewState",
    "(last|lastly|most recently) (placed|built|added|made|created|put)",
    "final placed",
    makes=State,
    word="last",
)
for _word, _state in {
    "middle|center|centre|central|middlemost|centermost|center most|middle most": "middle",
    "end": "end",
    "outer|outermost|outside": "outer",
    "corner": "corner",
    "edge": "edge",
}.items():
    rule("ChoosingState", *_word.split("|"), makes=State, word=_state)

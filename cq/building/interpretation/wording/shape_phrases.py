"""Phrases for shapes: what they are called, how they are turned, and what they open, face or rise to.

They are replaced before all others, and before a direction of the builder's look is read.
"""

from __future__ import annotations

import re

from cq.building.interpretation.wording.phrase_parts import COLOUR, FOUR_SIDES, Replacement
from cq.building.interpretation.wording.replacements import Replacements

_SIDE = rf"(?:the )?({FOUR_SIDES})(?:ern|wards?)?(?: (?:side|edge|end))?"
_NUMBER = r"(?:one|two|three|four|five|six|seven|eight|nine|\d)"
_LOOK = (
    rf"(?:{COLOUR}|flat|upright|big|small|large|little|diagonal|standing|lying|huge|tiny|simple|solid|hollow)"
)
_STANDING = (
    r"(?:arch|archway|gate|gateway|doorway|wall|plus|cross|letter|digit|number|capital|upright|standing)"
)


def _axis(match: re.Match[str]) -> str:
    """ "West-east", "along the north-south axis": the direction in which something runs."""
    start, end = match.groups()
    if {start, end} not in ({"north", "south"}, {"east", "west"}):
        return match[0]
    return f" from {start} to {end}"


_SHAPES: tuple[tuple[str, Replacement], ...] = (
    (
        r",? \b(?:arranged |placed |laid |set |put together |that are )?(?:(?:in|into|with) (?:the |a )?"
        r"(?:shape|form|outline) of|shaped (?:like|as)|arranged (?:as|in|into|like)) "
        r"(?=an? |the (?:letter|digit|number))",
        " as ",
    ),
    (
        r"\b([a-z])[- ]shaped? (?:structure|figure|form|wall|line|building|outline|thing|arrangement)\b",
        r"letter \1",
    ),
    (r"\b(plus|cross|ring|square|diamond)[- ]shaped? (?:structure|figure|form|sign|thing)\b", r"\1"),
    (r"\b([a-z])[- ]shaped?\b", r"letter \1"),
    (r"(?<=\w )(?:upper ?case |capital |block letter )+(?:letter )?([a-z])\b(?! block)", r"letter \1"),
    (rf"\b(an?|the|another) ((?:{_LOOK} )*)x\b(?! ?\d)", r"\1 \2letter x"),
    (r"\bdiagonal cross\b|\bst\.? andrew'?s cross\b|\bsaltire\b", "letter x"),
    (r"\b(?:plus|addition) (?:sign|symbol|shape)\b|\b(?:greek )?cross shape\b", "plus"),
    (
        r"\b(?:flight|set) of (?:stairs|steps)\b|\bflight of (?=\w+ (?:\w+ )?steps)|\bstair ?case\b|"
        r"\bstair ?way\b",
        "staircase",
    ),
    (rf"\bflight of ({_NUMBER}) ((?:single )?(?:(?:{COLOUR}) )?)steps\b", r"\2staircase of \1 steps"),
    (r"\b(?:upside[- ]down|inverted|reversed) ((?:\w+ )?)pyramid\b", r"\1pyramid inverted"),
    (
        rf"\b({_NUMBER})[- ](?:levels?|layers?|stor(?:ey|ies)|tiers?)((?: (?:{COLOUR}))?) pyramid\b",
        r"\1 layer\2 pyramid",
    ),
    (
        r"\b(pyramid\b.*?) (?:with|of|in) ((?:one|two|three|four|five|\d)) (?:levels|layers|tiers|"
        r"storeys|stories|steps)\b",
        r"\1 of \2 layers",
    ),
    (r"\bsquare[- ](?:shaped )?(?=frame|ring|outline|border|tower|column|pillar)", ""),
    (r"\b(frame|ring|outline|border) of an? (?=(?:\w+ (?:by|x) \w+ )?(?:square|rectangle))", "hollow "),
    (r"\bpicture frame\b|\bwindow frame\b|\bstanding frame\b", "upright frame"),
)
"""What shapes are called."""

_TURNED: tuple[tuple[str, Replacement], ...] = (
    (
        rf",? (?:so that (?:it|one) |that |which |and |as )?(?:can be |is |to be |should be )?"
        rf"(?:read|readable|legible|reads(?: correctly)?|seen|viewed|visible|looked at)(?: correctly| "
        rf"properly)? "
        rf"(?:from|by someone in) {_SIDE}(?! to)\b",
        r", seen_from_\1",
    ),
    (
        rf",? (?:as )?(?:read|seen|viewed|looked at)(?: by someone)? (?:when |while )?(?:looking|"
        rf"facing) {_SIDE}\b",
        lambda match: (
            ", seen_from_" + {"north": "south", "south": "north", "east": "west", "west": "east"}[match[1]]
        ),
    ),
    (
        rf"\b((?:{_STANDING})\b(?:(?!\b(?:when|while|you|are)\b)[^,])*),? (?:facing|that faces|which "
        rf"faces) {_SIDE}\b",
        r"\1 seen_from_\2",
    ),
    (
        rf",? (?:and |with )?(?:its |the )?(?:top|head|upper (?:side|end|edge)|top (?:side|end|edge|"
        rf"bar|stroke)) "
        rf"(?:is |being |points? |pointing |lies |lying |faces |facing )?(?:to|towards?|in|at|on|"
        rf"facing) {_SIDE}(?! (?:corner|east|west))\b",
        r", top_\1",
    ),
    (
        r",? (?:as |to be )?(?:seen|viewed|read|looking|looked at)(?: it)? (?:from above|from the top|"
        r"on a map|like a map),? "
        r"(?:with )?(?:north (?:is )?(?:at the top|up|on top|upwards?))\b",
        ", seen_above",
    ),
    (
        r",? (?:with )?(?:the )?north (?:is |being |lies )?(?:at|on|to|towards?) (?:the|its) top\b|"
        r",? (?:with )?(?:its |the )?top (?:to the |facing |is )?(?:at the )?north\b",
        ", seen_above",
    ),
    (r",? (?:as )?(?:seen|viewed|read) from (?:above|the top)\b", ", seen_above"),
    (
        rf",? (?:and |which |that |it |with )?(?:is |being )?(?:(?:its |the |an )?(?:opening|open "
        rf"(?:side|end)|gap|mouth)|open|opens) "
        rf"(?:is |faces |facing |points? |pointing )?(?:to|towards?|in|on|at|facing)? ?{_SIDE}(?! "
        rf"(?:corner|side of))\b",
        r", opens_\1",
    ),
    (
        rf"\b(?:that |which )?(?:runs?|running|lies|lying|stretch(?:es|ing)|going|goes|standing|stands|"
        rf"extend(?:s|ing)|spanning|spans|oriented)? ?"
        rf"(?:along |on |in |from )?(?:the |an? )?\b({FOUR_SIDES})[- ](?:to[- ])?({FOUR_SIDES})\b(?: "
        rf"axis| direction| line)?",
        _axis,
    ),
    (
        r",? (?:the )?corner (?:block )?(?:is )?(?:counted|included|counting|belongs) ?(?:in |for |to "
        r")?(?:both|each|in|too|as well)?(?: of them| legs| lengths| arms)?\b",
        ", corner_counted",
    ),
    (r",? (?:both |each )?(?:counting|including) the corner(?: block)?\b", ", corner_counted"),
)
"""How they are turned."""

_SIZES: tuple[tuple[str, Replacement], ...] = (
    (
        rf",? (?:with |of |whose |and )?(?:an? |its |the |each )?(?:sides?|edges?)(?: length)?(?: of| "
        rf"being| are| is| measuring)? (?:length )?({_NUMBER})"
        r"(?: blocks?)?(?: long| each)?(?! high| wide| tall| \w+ squares?\b)\b(?= |,|$)",
        r" with_sides \1",
    ),
    (
        rf",? ({_NUMBER})(?: blocks?)? (?:along|on|to|per|at) (?:a|each|every|one) (?:side|edge)\b",
        r" with_sides \1",
    ),
)
"""How large they are."""

_RISING: tuple[tuple[str, Replacement], ...] = (
    (
        rf",? (?:and |which |that |it )?(?:climb|ris|ascend|lead|step|go|gett?|grow|mount)(?:ing|s|es|"
        rf"ings)?(?: up| higher| taller)?(?: in height)? "
        rf"(?:to|towards?|in the direction of)? ?{_SIDE}(?! (?:corner|of))\b(?=.*)",
        r", climbing \1",
    ),
    (
        r",? (?:with |and |that |which )*(?:nothing|no blocks?|empty space|air) (?:is |lies )?(?:below|"
        r"under|underneath|beneath)"
        r"(?: (?:the|its|any|each|every)(?: of)?(?: the)? (?:steps?|others?|them|it))?(?=$|,)|,? one "
        r"block per step\b|,? (?:not filled|unfilled)(?: in)?(?: (?:below|underneath))?\b|,? (?:with "
        r")?(?:a )?single blocks? per step\b|,? each step (?:is )?(?:just |only )?(?:a single|one) "
        r"block\b(?! high)",
        ", single_steps",
    ),
    (
        r",? (?:and |that is |it is )?(?:solid|filled(?: in| up)?)(?: (?:below|underneath|beneath|down "
        r"to the (?:ground|floor)))?(?=$|,)",
        ", filled_steps",
    ),
)
"""How stairs rise."""

_LINES: tuple[tuple[str, Replacement], ...] = (
    (
        rf"\bfrom (?:the )?({FOUR_SIDES})(?:ern)? (?:edge|side|border|end)(?: of the (?:zone|grid|map|"
        rf"board|world))? "
        rf"(?:all the way |straight |right )?(?:across )?to (?:the )?({FOUR_SIDES})(?:ern)? (?:edge|"
        rf"side|border|end)\b",
        r"from \1 to \2, full_length",
    ),
    (
        r"\b(in the \w+[- ]?\w+ corner|from the \w+[- ]?\w+ corner),? towards? the (?:cent(?:re|er)|"
        r"middle)\b",
        r"\1",
    ),
    (r",? (?:lying|laid|lies|lay) flat\b(?! on)", ", flat"),
)
"""How lines run."""

_OF_SHAPES = re.compile(
    r"\b(?:letters?|digit|number|capital|plus|cross|arch\w*|gate\w*|doorway|walls?|stair\w*|pyramid|"
    r"cube|square|"
    r"rectangle|ring|diamond|frame|strokes?|legs?|[b-hj-z]|zero)\b"
)


def shaped(text: str) -> str:
    """The text with one wording for each shape and each way in which a shape is turned."""
    text = LINES(text)
    text = SHAPES(text)
    if _OF_SHAPES.search(text):
        text = TURNED(text)
        if "stair" in text:
            text = RISING(text)
    return text


LINES, SHAPES = Replacements(_LINES), Replacements(_SHAPES)
TURNED, RISING = Replacements(_TURNED, _SIZES), Replacements(_RISING)
"""Patterns with what replaces them, in order."""

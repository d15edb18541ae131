"""Lists of what goes around one thing: "place two blocks next to it: a red one on its north side and ..."."""

from __future__ import annotations

import re

from cq.building.interpretation.wording.phrase_parts import COLOUR

LIST = re.compile(
    r"\b(?:place|put|build|add|create)(?: another| more)*(?: (?:one|two|three|four|five|six|\d))?"
    rf"(?: more| new| other| another)*(?: ({COLOUR}))?(?: blocks?| ones?)?(?: right)? "
    r"(?:around|next to|beside) ([^:.]+?) ?: ?([^.]+)"
)
"""An announcement with the landmark, and a list behind a colon."""

_SIDE = re.compile(
    r"\b(?:on|at|to|in) (?:(?:its|the|it's) )?(north|south|east|west|left|right)(?:ern)?"
    r"(?: side| face)?(?: of it)?\b"
)
_TOP = re.compile(r"\b(?:right |directly )?(?:on|at) (?:(?:its|the) )?top(?: of it)?\b|\babove it\b")


def listed(match: re.Match[str]) -> str:
    """The list as sentences: go to the landmark, then place one thing after the other beside it."""
    colour, landmark, items = match.groups()
    if colour:
        items = re.sub(r"\b(?:one|another)\b", colour, items)
    items = _TOP.sub("on top of the anchor", _SIDE.sub(r"on the \1 side of the anchor", items))
    items = re.sub(
        rf"(?:,? and |, |^| )(?:(?:an?|one|another) )?(?=(?:{COLOUR})\b)", " and place one ", items
    )
    return f"go to {landmark}. {items.removeprefix(' and ')}"

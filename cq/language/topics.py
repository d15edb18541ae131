"""What a text speaks of, as flags: the same words for instructions and questions."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Flags = npt.NDArray[np.bool_]

TOPICS = {
    "left": r"\bleft",
    "right": r"\bright",
    "front": r"\bfront",
    "behind": r"\bbehind|\bback\b",
    "top": r"\btop|\bupper|\babove|\bover\b",
    "bottom": r"\bbottom|\bbelow|\bunder|\bbeneath|\blow",
    "side": r"\bsides?\b",
    "middle": r"\bmiddle|\bcent",
    "corner": r"\bcorner",
    "edge": r"\bedge|border|\bend",
    "between": r"\bbetween",
    "next to": r"\bnext|\bbeside|\badjacent|near",
    "each": r"\beach\b|\bboth\b|\bevery",
    "highest": r"\bhighest|\btallest|\btop ?most",
    "first": r"\bfirst|\bbegin|\bstart",
    "remove": r"\bdestroy|\bremov|\bbreak|\bbroke|\bdelet|\bdestruct",
    "add": r"\bplac|\bput|\bbuild|\bbuilt|\badd|\bstack|\bcreat|\bmake",
    "replace": r"\breplac|\bchang|\bswap",
    "move": r"\bmov",
    "facing": r"\bfac(?:e|ing)",
    "ground": r"\bground|\bfloor",
    "map": r"\bmap|\bgrid|\bboard|\bworld",
    "horizontal": r"\bhorizont",
    "vertical": r"\bvertic",
    "direction": r"\bdirection",
    "colour": r"\bcolou?r",
    "mirror": r"\bmirror|\bsymmetr",
    "touch": r"\bconnect|\btouch|\battach",
    "north": r"\bnorth",
    "south": r"\bsouth",
    "east": r"\beast|\b(?:north|south)east",
    "west": r"\bwest|\b(?:north|south)west",
    "row": r"\brow|\bline",
    "tower": r"\btower|\bcolumn|\bstack|\bpil",
    "square": r"\bsquare|\brectangle|\bcube",
    "negation": r"\bno\b|\bnone\b|n't\b|\bonly\b|\bnot\b|\bcannot\b|\bempty",
}
_PATTERNS = [re.compile(pattern) for pattern in TOPICS.values()]


def topics(texts: Sequence[str]) -> Flags:
    """For each text which of `TOPICS` it speaks of: (n, len(TOPICS))."""
    lowered = [text.casefold() for text in texts]
    flags = [[bool(p.search(text)) for p in _PATTERNS] for text in lowered]
    return np.array(flags, dtype=bool).reshape(len(texts), len(TOPICS))

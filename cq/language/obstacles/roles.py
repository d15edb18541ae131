"""The part that a noun phrase plays in its sentence."""

from __future__ import annotations

import re

from cq.language.obstacles.grammar import HOLE
from cq.language.obstacles.wording import COLOUR

_CHANGED_BY_MAKE = re.compile(
    rf"^(?: and [\w ]+?)?(?: \w+){{0,6}}? (?:{COLOUR}|taller|higher|longer|shorter|wider|bigger|smaller|"
    rf"larger|equal|the same|as (?:tall|long|high|wide))\b"
)
_RESULT = re.compile(
    r"\b(?:so that|such that|leaving|to leave|creating|to create|forming|to form|resulting in|until)\b"
)


def role_of(
    verb: str, anchor: bool, definite: bool, link: str, after: str, every: bool, part: str, noun: str
) -> str:
    """The role (see `Mention`) of a phrase after the words `link`, governed by a kind of `verb`."""
    if anchor:
        return "seen"
    if verb != "keep" and not definite and _RESULT.search(link):
        return "made"
    exchanged = bool(re.search(r"\b(?:with|by|using|use|for|into|to|in)$", link))
    if verb == "change":
        follows = not definite and re.search(
            r"\b(?:replac|swap|exchang|chang|turn|convert|substitut|transform)\w* .*\b(?:with|by|into|for|"
            r"to) ",
            link,
        )
        return "made" if exchanged or follows else "changed"
    if verb == "remove" and re.fullmatch(HOLE, noun) and not (definite or every or part):
        return "made"  # "Cut a hole".
    if verb == "remove":
        return "made" if exchanged and re.search(r"\b(?:with|use|using|by|for)$", link) else "removed"
    if verb == "move":
        return "moved"
    if verb == "extend":
        return "made" if exchanged or not (definite or part or every) else "extended"
    if verb in ("keep", "look"):
        return "kept" if verb == "keep" else "seen"
    if (
        verb == "make"
        and definite
        and re.search(r"\b(?:mak(?:e|ing)|give)$", link)
        and _CHANGED_BY_MAKE.search(after)
    ):
        return "changed"
    if verb == "make" and (re.search(r"\bgive$", link) or (definite and re.search(r"\bbuild up$", link))):
        return "changed"
    if not verb and definite:
        return "seen"
    return "made"

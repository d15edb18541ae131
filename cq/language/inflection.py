"""The forms of verbs, and the plurals of nouns."""

from __future__ import annotations

_IRREGULAR = {
    forms.split()[0]: forms.split()
    for forms in """
    put puts putting | build builds building built | make makes making made | take takes taking took taken |
    get gets getting got | set sets setting | lay lays laying laid | break breaks breaking broke broken |
    go goes going went | give gives giving gave given | let lets letting | keep keeps keeping kept |
    leave leaves leaving left | bring brings bringing brought | draw draws drawing drew drawn |
    knock knocks knocking knocked | swap swaps swapping swapped | drop drops dropping dropped |
    stick sticks sticking stuck | begin begins beginning began | hang hangs hanging hung |
    tear tears tearing tore torn | throw throws throwing threw | cut cuts cutting | shut shuts shutting |
    find finds finding found | want wants wanted | need needs needed | do does doing did done |
    rid rids ridding | grow grows growing grew grown | stand stands standing stood |
    plop plops plopping plopped | pop pops popping popped | flip flips flipping flipped |
    chop chops chopping chopped | step steps stepping stepped | top tops topping topped |
    wrap wraps wrapping wrapped | run runs running ran | shrink shrinks shrinking shrank shrunk |
    undo undoes undoing undid undone
    """.split("|")
}


def forms_of(verb: str) -> list[str]:
    """The forms of a verb, its base form first."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("e"):
        return [verb, verb + "s", verb + "d", verb[:-1] + "ing"]
    if verb.endswith("y") and verb[-2] not in "aeou":
        return [verb, verb[:-1] + "ies", verb[:-1] + "ied", verb + "ing"]
    plural = "es" if verb.endswith(("s", "x", "ch", "sh")) else "s"
    return [verb, verb + plural, verb + "ed", verb + "ing"]


def plural_of(noun: str) -> str:
    """The plural of a noun."""
    if noun.endswith("y"):
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("x", "ch", "s", "sh")) else "s")


def past_of(verb: str) -> str:
    """The past tense of a verb: "built" of "build"."""
    return next((form for form in forms_of(verb)[2:] if not form.endswith("ing")), verb)

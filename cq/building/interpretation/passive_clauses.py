"""Parses clauses whose subject is what is changed: "the tower should be made two blocks taller".

They are read as orders: "make the tower two blocks taller".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from cq.building.interpretation.parsing import Tokens, at, number_at
from cq.building.interpretation.references import references
from cq.building.interpretation.syntax import Clause

Clauses = Iterator[tuple[Clause, int]]
_MODALS = frozenset(
    "should must shall has have needs need is are may can could will to ought wants want deserves".split()
)
_PARTICIPLES = {
    **{
        verb + "ed": verb
        for verb in "turn paint extend lengthen shorten cover top connect join link fill".split()
    },
    **{
        verb + "ed": verb
        for verb in "surround lower swap cap stack convert repaint recolour colour mirror".split()
    },
    **{
        verb + "d": verb
        for verb in "remove replace move raise exchange duplicate double halve reduce".split()
    },
    "moved": "move",
    "swapped": "swap",
    "capped": "cap",
    "topped": "top",
    "copied": "copy",
    "made": "make",
    "taken": "take",
    "cut": "cut",
    "broken": "break",
    "hollowed": "hollow",
    "switched": "switch",
    "changed": "change",
    "destroyed": "destroy",
    "deleted": "delete",
    "cleared": "clear",
    "placed": "move",
    "put": "move",
    "set": "move",
    "crowned": "top",
    "enclosed": "surround",
    "encircled": "surround",
    "shifted": "shift",
    "pushed": "push",
    "widened": "widen",
    "heightened": "heighten",
    "ringed": "ring",
    "continued": "continue",
    "emptied": "empty",
    "flanked": "surround",
    "grown": "raise",
    "lifted": "lift",
}
"""The verb of each participle that an order can have."""
_INTRANSITIVE = {
    "grow": "raise", "grows": "raise", "rise": "raise", "rises": "raise", "shrink": "shorten",
    "shrinks": "shorten", "move": "move", "moves": "move", "get": "make", "gets": "make", "become": "make",
    "becomes": "make", "slide": "move", "slides": "move", "shift": "shift", "shifts": "shift",
}  # fmt: skip
"""The order of each verb whose subject changes itself."""


def passive(
    tokens: Tokens, i: int, clauses: Callable[[Tokens, int], Iterable[tuple[Clause, int]]]
) -> Clauses:
    """Clauses with their subject first; `clauses` parses the order that each of them stands for."""
    for _, j in references(tokens, i):
        k = j
        while at(tokens, k) in _MODALS:
            k += 1
        said = k > j
        if at(tokens, k) in ("be", "get", "gets", "being") and said:
            k += 1
            k += at(tokens, k) in ("all", "both", "only")
            verb, start = _PARTICIPLES.get(at(tokens, k)), k + 1
            if verb is None and _is_adjective(tokens, k):
                verb, start = "make", k
        elif said and at(tokens, k) == "same_colour_as":
            verb, start = "make", k
        else:
            verb, start = _INTRANSITIVE.get(at(tokens, k)), k + 1
        if verb is None or start <= i:
            continue
        order = (verb, *tokens[i:j], *tokens[start:])
        moved = start - (1 + j - i)
        for clause, end in clauses(order, 0):
            if end > 1 + j - i:
                yield clause, end + moved


def _is_adjective(tokens: Tokens, i: int) -> bool:
    """Whether "N blocks high", "twice as tall" or "as high as" is said."""
    return at(tokens, i) in (
        "twice",
        "as_high_as",
        "half",
        "taller",
        "higher",
        "longer",
        "same_colour_as",
    ) or (number_at(tokens, i) is not None or at(tokens, i) == "a")

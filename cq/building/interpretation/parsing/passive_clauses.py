"""Passive and intransitive wording: "the tower should be painted red" means "paint the tower red"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from cq.building.interpretation.lexicon import EDIT_VERBS, PLACE_VERBS, REMOVE_VERBS
from cq.building.interpretation.parsing.new_things import new_things
from cq.building.interpretation.parsing.parsers import Tokens, at
from cq.building.interpretation.parsing.references import references
from cq.building.interpretation.syntax import Clause

Clauses = Iterator[tuple[Clause, int]]
Parser = Callable[[Tokens, int, str], Iterable[tuple[Clause, int]]]

_IRREGULAR = {
    "taken": "take",
    "broken": "break",
    "torn": "tear",
    "built": "build",
    "rebuilt": "build",
    "made": "make",
    "put": "put",
    "set": "set",
    "cut": "cut",
    "laid": "lay",
    "hung": "hang",
    "drawn": "draw",
    "gone": "remove",
    "given": "give",
    "got": "get",
    "stuck": "stick",
    "swept": "sweep",
    "thrown": "throw",
    "brought": "bring",
    "slid": "slide",
    "redone": "recolour",
    "grown": "raise",
    "shrunk": "lower",
    "stood": "stand",
}
_DOUBLED = (
    "swap",
    "cap",
    "drop",
    "pop",
    "scrap",
    "strip",
    "chop",
    "plug",
    "nab",
    "plop",
    "bin",
    "trim",
    "dig",
)


def _participle(verb: str) -> str:
    if verb in _DOUBLED:
        return verb + verb[-1] + "ed"
    if verb.endswith("y") and verb[-2] not in "aeo":
        return verb[:-1] + "ied"
    return verb + ("d" if verb.endswith("e") else "ed")


PARTICIPLES = {
    **{_participle(verb): verb for verb in PLACE_VERBS | REMOVE_VERBS | EDIT_VERBS},
    **_IRREGULAR,
}
"""The verb of each form such as "painted"."""
_INTRANSITIVE = {
    **dict.fromkeys(("grow", "grows", "rise", "rises"), "raise"),
    **dict.fromkeys(("shrink", "shrinks"), "lower"),
    **dict.fromkeys(("move", "moves", "slide", "slides", "shift", "shifts"), "move"),
    **dict.fromkeys(("become", "becomes", "get", "gets"), "make"),
}
"""Verbs without an object, and the verb that asks for the same of an object."""
_AUXILIARIES = frozenset(
    """should must shall has have needs need is are may can could will to ought might be been being get gets
    got wants want supposed meant deserves only now all both just also please then""".split()
)


_WISHES = frozenset(
    "should must shall has have to may can could will need needs want wants ought might".split()
)
_STATES = frozenset(
    {"recolour", "replace", "resize", "extend", "lower", "match", "remove", "double", "halve"}
)
"""What "the tower should be ..." can ask for."""


def _wished(tokens: Tokens, i: int, j: int, k: int) -> bool:
    """Whether the words between a subject (from i to j) and what it should be (from k) ask for it."""
    between = tokens[j:k]
    alike = at(tokens, k) == "same_colour_as"
    asks = bool(_WISHES & {*between}) and (
        alike or bool({"be", "have", "has", "get", "need", "needs"} & {*between})
    )
    alone = i == 0 and k == j and at(tokens, i) in ("the", "this", "both", "all", "every", "each")
    asked = (
        i == 1 and "be" in between and tokens[0] in ("can", "could", "may", "should", "let", "must", "have")
    )
    return asks or alone or asked


def passive(tokens: Tokens, i: int, parse: Parser) -> Clauses:
    """Clauses with their object in front of the verb, read by `parse` in the order of an order."""
    ends = dict.fromkeys(end for parser in (references, new_things) for _, end in parser(tokens, i))
    for j in ends:
        k = j
        while at(tokens, k) in _AUXILIARIES:
            k += 1
        word = at(tokens, k)
        if word in ("go", "goes") and at(tokens, k + 1).isdigit():
            word = "moves"
        if _wished(tokens, i, j, k):
            for start in (("make", *tokens[i:j]), ("turn", *tokens[i:j], "into")):
                for clause, end in parse((*start, *tokens[k:]), 0, ""):
                    if end > len(start) and clause.verb in _STATES:
                        yield clause, end - len(start) + k
        verb = PARTICIPLES.get(word) or (_INTRANSITIVE.get(word) if k > j or word.endswith("s") else None)
        if verb is None or (k == j and i and word not in _INTRANSITIVE):
            continue
        active = (verb, *tokens[i:j], *tokens[k + 1 :])
        behind = k - (j - i)
        for clause, end in parse(active, 0, ""):
            if end > j - i:
                yield clause, end + behind

"""What only describes the result of an instruction, and asks for nothing more."""

from __future__ import annotations

import re

from cq.building.interpretation.wording.phrase_parts import NUMBER

_SHAPES = (
    r"(?:shapes?|forms?|figures?|letters?|squares?|rectangles?|cubes?|columns?|rows?|grids?|signs?|blocks?)"
)

_DESCRIPTION = re.compile(
    r"^(?:and |so )?(?:"
    # "You should have a U shape", "it will look like an F", "the last block will touch the edge"
    r"(?:now |then )?(?:you|it|they|this|that|the (?:final |resulting |result|finished |whole )?(?:\w+ )?"
    r"(?:result|structure|structures|shape|figure|outcome|line|pattern|blocks?))(?: of \w+ blocks)?"
    r" (?:should|will|would|must|'ll) (?:now |then |all |also )?"
    r"(?:have|look|resemble|end up|form|see|make|create|turn|be symmetrical|be similar|be an?|be the same|"
    r"touch|terminate|connect|be left)\b"
    r"|(?:you'll|it'll|this'll) (?:have|look|see)\b"
    r"|(?:there|this) (?:should|will|would|must)(?: now)? be .*\b(?:total|left|remaining|shape)\b"
    r"|(?:there|this) (?:should|will|would) (?:now )?be (?:exactly )?"
    + NUMBER
    + r" (?:\w+ )?(?:blocks?|boxes)$"
    r"|(?:a |for a )?total of\b"
    r"|" + NUMBER + r" (?:\w+ ){0,3}(?:in )?total$"
    r"|add a total of\b"
    r"|(?:it|this) looks? like\b"
    r"|forming\b"
    r")"
)
"""Sentences: "You should have a U shape", "it will look like an F", "three in total"."""


def describes(sentence: str) -> bool:
    """Whether a sentence only says what the result looks like."""
    return bool(_DESCRIPTION.search(sentence))


TAILS: tuple[tuple[str, str], ...] = (
    (
        r"^((?:remove|destroy|delete|break|erase|removed|destroyed|broke)\b.*?),? "
        r"so (?:that )?(?:all|only|just|there)\b"
        r"(?!.*\b(?:and|then) (?:then )?(?:place|put|build|remove|destroy|add|stack)\b).*$",
        r"\1",
    ),
    (r",? (?:this|that|these|there) (?:should|will|would|must) be .*\b(?:total|in all)$", ""),
    (rf",? (?:for a )?{NUMBER} (?:total )?(?:new )?blocks? (?:in )?total(?: .*)?$", ""),
    (r" ?\([^()]*\b(?:total|will|should|each|gaps)\b[^()]*\)", ""),
    (
        rf",? (?:for )?(?:(?:a|in) )?total(?:ing|s|ling)?(?: of| is)? {NUMBER}(?: \w+){{0,4}}$",
        "",
    ),
    (rf",? {NUMBER}(?: \w+){{0,3}} (?:in )?total$", ""),
    (rf",? (?:there|this) (?:should|will) be {NUMBER}(?: \w+){{0,4}}$", ""),
    (
        r",? (?:in order )?to (?:make|form|create|complete|leave)(?: it)? (?:a|an|the)"
        rf"(?!.*\b(?:tower|column|stack|pillar|vertical|tall|high)\b)(?: [\w']+){{0,5}} "
        rf"{_SHAPES}$",
        "",
    ),
    (
        rf",? (?:forming|creating|making)(?: it)? (?:a|an|the)(?: [\w']+){{0,5}} {_SHAPES}$",
        "",
    ),
    (
        r",? to (?:complete|finish|fill|connect|join|close|bridge|make|form|create|mimic|match) "
        r"(?:it|them|the|a|an)(?!.*\b(?:tower|column|stack|pillar|vertical|tall|high)\b)(?: [\w']+){0,6}$",
        "",
    ),
    (
        r",? (?:completing|extending|encasing|forming|filling|creating|reaching|connecting|finishing) "
        r"(?:a|an|the|it|them)(?: [\w']+){0,8}$",
        "",
    ),
    (r"^((?:remove|destroy|delete|break)\b(?!.*\ball\b).*?),? leaving .*$", r"\1"),
    (r",? (?:it|this|which) (?:should|will) (?:now )?(?:look like|form|make|create|be an?)\b.*$", ""),
    (
        r"(?<!so far)(?<!and),? so (?:that )?(?:now )?(?:it|they|you|there|the (?:shape|structure|"
        r"result)s?)\b"
        r"(?!.*\b(?:and|then) (?:then )?(?:place|put|build|remove|destroy|add|on|stack)\b).*$",
        "",
    ),
    (r"(?<!all blocks),? leaving (?:only|just|behind)\b.*$", ""),
    (rf",? until (?:only|just) {NUMBER} (?:is|are|remains?) left$", ""),
)
"""What describes the result at the end of a sentence."""

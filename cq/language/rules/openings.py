"""How people say that a wall has a door, a gap or a window."""

from __future__ import annotations

from functools import partial

from cq.language.grammar import rule, words
from cq.language.program import Direction, Size, Thing

words("gapnoun", "gap|hole|opening|entrance|passage|gateway|slit")
words("doornoun", "door|doorway")
words(
    "withan",
    *(
        f"{lead} {a}"
        for lead in (
            "with",
            "and",
            "leave",
            "leaving",
            "that has",
            "and with",
            "which has",
            "but with",
            "it has",
        )
        for a in ("a", "an", "one")
    ),
)
words(
    "inmid",
    *(f"in the {mid}{of}" for mid in ("middle", "centre", "center") for of in ("", " of it", " of the wall")),
    "in its middle|in its centre|at its middle|at the bottom in the middle|at the middle",
)
words("openas", "that is|which is|,|of|being|that measures")


def _opening(width: int = 1, height: int | None = None, side: Direction = "", door: bool = False) -> Thing:
    """An opening: how wide and how high; 0 for a gap as high as the wall, -1 for a door of no height."""
    high = height if height is not None else -1 if door else 0
    return Thing(
        sizes=(
            Size("door wide", width),
            Size("door high", high),
            *([Size(f"door {side}", 1)] if side else []),
        )
    )


def _sized(size: tuple[int, int | None] = (1, None), side: Direction = "", door: bool = False) -> Thing:
    return _opening(size[0], size[1], side, door)


rule("OpeningSize", "{a:Number} [@unit] wide", makes=lambda a: (a, None))
rule(
    "OpeningSize",
    "{a:Number} [@unit] [wide] (and|,|by|x) {b:Number} [@unit] [high|tall]",
    makes=lambda a, b: (a, b),
)
rule(
    "OpeningSize", "{b:Number} [@unit] (high|tall) [and|,] {a:Number} [@unit] wide", makes=lambda a, b: (a, b)
)
rule("OpeningSize", "{b:Number} [@unit] (high|tall)", makes=lambda b: (1, b))
for _noun, _door in (("gapnoun", False), ("doornoun", True)):
    rule(
        "Trait",
        f"@withan @{_noun} [@inmid] [@openas] {{size:OpeningSize}}",
        f"@withan @{_noun} [@openas] {{size:OpeningSize}} @inmid",
        f"@withan {{size:OpeningSize}} @{_noun} [@inmid]",
        f"@withan @{_noun} @inmid",
        f"@withan @{_noun} (in|on) the {{side:Direction}} (wall|side)",
        f"@withan @{_noun} (in|on) the {{side:Direction}} (wall|side) [,] {{size:OpeningSize}}",
        makes=partial(_sized, door=_door),
        cost=0.1,
    )

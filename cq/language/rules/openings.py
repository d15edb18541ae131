"""How people say that a wall has a door, a gap or a window."""

from __future__ import annotations

from functools import partial

from cq.language.declaring import rule
from cq.language.notation import rules
from cq.language.program import Direction, Size, Thing


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


rules("""
@gapnoun: gap|hole|opening|entrance|passage|gateway|slit
@doornoun: door|doorway
@withan: with a|with an|with one|and a|and an|and one|leave a|leave an|leave one|leaving a|leaving an
    leaving one
@inmid: in the middle|in the center
@openas: that is|which is|,|of|being|that measures
OpeningSize = (a, None): {a:Number} [@unit] wide
OpeningSize = (a, b): {a:Number} [@unit] [wide] (and|,|by|x) {b:Number} [@unit] [high|tall]
""")
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

"""The open ends of a program in a world, and how each is filled."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, is_dataclass
from typing import Any, TypeAlias

from cq.language.code_form import code
from cq.language.program import Meaning
from cq.reading.obstacles import key_of
from cq.semantics.choices import Hole, Outcome
from cq.semantics.spots import Spot
from cq.types import Grid
from cq.world.zone import Zone

Decisions: TypeAlias = "Sequence[tuple[Hole, Any, float]]"
"""Holes with their fillings and the probabilities of these, in the order in which they are filled."""

MOST_CELLS = 4
"""Cells of an option that are named one by one."""


@dataclass(frozen=True)
class OpenEnd:
    """An open end of the words.

    `kind` is the kind of its hole ("which", "colour", "count", "size", "place", "direction", "axis"), `about`
    the part of the program, as code. `options` are its fillings with their probabilities, the likeliest
    first; empty if nothing is known. `taken` is the filling in the likeliest build, `default` the convention
    that weighs them.
    """

    kind: str
    about: str
    options: tuple[tuple[str, float], ...] = ()
    taken: str = ""
    default: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The open end as a plain dict."""
        options = [{"option": text, "probability": share} for text, share in self.options]
        known = {"kind": self.kind, "about": self.about, "options": options}
        return {**known, "taken": self.taken, "default": self.default}


def open_ends(ways: Sequence[Outcome[Grid]], decisions: Decisions, zone: Zone) -> tuple[OpenEnd, ...]:
    """The holes that the decisions on the way to the likeliest build fill; without a build, those that
    prevent it. `ways` are all outcomes of the program.
    """
    if not any(way.value is not None for way in ways):
        holes = dict.fromkeys(
            way.failure.hole for way in ways if way.failure is not None and way.failure.hole
        )
        return tuple(OpenEnd(hole.kind, _about(hole), default=hole.default) for hole in holes)
    shares: dict[Hole, dict[Hashable, tuple[str, float]]] = {}
    for way in ways:
        for hole, value, share in way.taken:
            shares.setdefault(hole, {}).setdefault(key_of(value), (worded(value, zone), share))
    found = []
    for hole, value, share in decisions:
        options = shares.get(hole, {}) or {key_of(value): (worded(value, zone), share)}
        ordered = tuple(sorted(options.values(), key=lambda option: -option[1]))
        found.append(OpenEnd(hole.kind, _about(hole), ordered, worded(value, zone), hole.default))
    return tuple(dict.fromkeys(found))


def _about(hole: Hole) -> str:
    return code(hole.owner) if isinstance(hole.owner, Meaning) else ""


def worded(value: Any, zone: Zone) -> str:
    """A filling in short words: a colour, a number, cells of a zone."""
    if isinstance(value, Spot):
        return worded(value.cell, zone)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (set, frozenset)):
        cells = sorted(value)
        more = f" and {len(cells) - MOST_CELLS} more" if len(cells) > MOST_CELLS else ""
        return "; ".join(worded(cell, zone) for cell in cells[:MOST_CELLS]) + more
    if isinstance(value, tuple) and len(value) == 3 and all(isinstance(number, int) for number in value):
        x, z, level = zone.coordinates(value)
        return f"x {x}, z {z}, level {level}"
    if isinstance(value, (list, tuple)):
        shown = [worded(part, zone) for part in value[:MOST_CELLS]]
        return " + ".join(shown) + (f" and {len(value) - MOST_CELLS} more" if len(value) > MOST_CELLS else "")
    if value is None:
        return "none"
    return code(value) if is_dataclass(value) else str(value)

"""The things that a place is related to."""

from __future__ import annotations

from dataclasses import replace

from cq.language.program import Ref
from cq.meaning import denote as references
from cq.meaning.choices import Failure
from cq.meaning.geometry import Thing
from cq.meaning.scene import Scene


def possible(ref: Ref, scene: Scene) -> list[Thing]:
    """All things that a reference fits, whatever their number; none is chosen."""
    try:
        return references.denote(every(ref), scene)
    except Failure as failure:
        if failure.kind == "absent":
            return []
        raise


def every(ref: Ref) -> Ref:
    """The reference to all that it fits."""
    return replace(ref, quantifier="all", others=tuple(map(every, ref.others)))

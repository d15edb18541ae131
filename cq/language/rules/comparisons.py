"""How people compare the sizes of things, and count in an order from a start."""

from __future__ import annotations

from dataclasses import replace

from cq.language.declaring import hear, rule
from cq.language.notation import rules
from cq.language.program import Alternate, Compared, Nth, Ranks, Ref, Size

RELATION = "Relation"


def started(ref: Ref, start: str, first: int = 1) -> Ref | None:
    """The reference with the direction from which its order is counted, beginning at a rank."""
    for i, limit in enumerate(ref.limits):
        if isinstance(limit, (Nth, Ranks, Alternate)) and limit.start is None:
            new = replace(limit, start=start)
            new = replace(new, first=first) if isinstance(new, Alternate) else new
            return replace(ref, limits=(*ref.limits[:i], new, *ref.limits[i + 1 :]))
    return None


def started_on(ref: Ref, start: str) -> Ref | None:
    """ "The last block on the right" is the first from there."""
    found = started(ref, start)
    if found is None:
        return None
    limits = (
        replace(limit, number=1) if isinstance(limit, Nth) and limit.number == -1 else limit
        for limit in found.limits
    )
    return replace(found, limits=tuple(limits))


def _from_ends(ref: Ref) -> Ref | None:
    """ "The second block from each end" are two."""
    for i, limit in enumerate(ref.limits):
        if isinstance(limit, Nth) and limit.start is None:
            both = Ranks((limit.number,), both=True)
            return replace(ref, quantifier="all", limits=(*ref.limits[:i], both, *ref.limits[i + 1 :]))
    return None


rules("""
# Sizes.
@moreover: taller than|higher than|more than|over
@moreunder: shorter than|lower than|smaller than|fewer than|less than
""")
for _class, _less in {"over": False, "under": True}.items():
    rule(
        "Comparison",
        f"@more{_class} {{size:CountOfBlocks}}",
        f"@more{_class} {{size:ShortSize}}",
        makes=Compared,
        less=_less,
    )
    hear(
        "Comparison",
        f"@more{_class} {{like:Ref}}",
        makes=lambda like, less=_less: Compared(Size("any", like=like), less=less),
    )

rules("""
Relation = Largest(dimension="blocks"): with the most @blocks
Relation = Largest(dimension="blocks", least=True): with the fewest @blocks
LikeSize = Size(dimension="high"): as (tall|high) as {like:Ref}
LikeSize = Size(dimension="long"): as long as {like:Ref}
LikeSize = Size(dimension="high"): {more:Number} (taller|higher) than {like:Ref}
HasLikeSize = HasSize: {size:LikeSize}
Ref: {self} {limits+:HasLikeSize} | {self} @thatis {limits+:HasLikeSize}
Comparison = Compared(less=True, equal=True): [of] at most {size:CountOfBlocks}
Ref: {self} {limits+:Comparison} | {self} @thatis {limits+:Comparison}
# Sizes as they are.
Relation = HasSize, 0.1: {self:HasSize}
Relation = HasSize: [of] (totaling|height|length) {size:CountOfBlocks}
@fromthe: from the|from|counting from the|counted from the|starting from the|starting at the
    beginning from the|counting from|in from the
@onthe: to the|on the|in the|at the
hear Determined = started: {ref:Determined} @fromthe {start:Direction}
hear Determined = started_on: {ref:Determined} @onthe {start:Direction}
hear Ref = started: {ref:Ref} @fromthe {start:Direction} [end]
hear Ref = started_on: {ref:Ref} @onthe {start:Direction} [side|end]
hear Ref = _from_ends: {ref:Ref} from each end
hear Ref = started(ref, "down"): {ref:Ref} @fromthe @ground
""")

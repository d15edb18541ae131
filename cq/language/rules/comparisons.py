"""How people compare sizes of what stands, and count in an order from somewhere."""

from __future__ import annotations

from dataclasses import replace

from cq.language.grammar import hear, rule, words
from cq.language.program import Alternate, Compared, HasSize, Largest, Nth, Ranks, Ref, Size

RELATION = "Relation"

# Sizes.
words(
    "moreover",
    "taller than|higher than|bigger than|longer than|larger than|wider than|more than|over|of more than|"
    "with more than",
)
words(
    "moreunder",
    "shorter than|lower than|smaller than|fewer than|less than|of less than|of fewer than|with fewer than|"
    "with less than",
)
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
rule(RELATION, "with the most @blocks", makes=Largest, dimension="blocks")
rule(RELATION, "with the (fewest|least) @blocks", makes=Largest, dimension="blocks", least=True)
for _word, _dimension in {
    "(tall|high)": "high",
    "long": "long",
    "(big|large)": "blocks",
    "wide": "wide",
}.items():
    rule("LikeSize", f"as {_word} as {{like:Ref}}", makes=Size, dimension=_dimension)
rule("LikeSize", "{more:Number} [@blocks] (taller|higher) than {like:Ref}", makes=Size, dimension="high")
rule("LikeSize", "{more:Number} [@blocks] longer than {like:Ref}", makes=Size, dimension="long")
rule("HasLikeSize", "{size:LikeSize}", makes=HasSize)
rule(Ref, "{self} {limits+:HasLikeSize}", "{self} @thatis {limits+:HasLikeSize}")
words("hasmore", "has|have|with|is|are|is made of|consists of|contains|of")
rule("Comparison", "[that|which] [@hasmore] more than {size:CountOfBlocks}", makes=Compared)
rule(
    "Comparison", "[that|which] [@hasmore] (fewer|less) than {size:CountOfBlocks}", makes=Compared, less=True
)
rule("Comparison", "[of|with] at least {size:CountOfBlocks}", makes=Compared, equal=True)
rule("Comparison", "[of|with] at most {size:CountOfBlocks}", makes=Compared, less=True, equal=True)
rule(Ref, "{self} {limits+:Comparison}", "{self} @thatis {limits+:Comparison}")

# Sizes as they are.
rule(RELATION, "{self:HasSize}", makes=HasSize, cost=0.1)
rule(RELATION, "[of|in] (totaling|totalling|height|length) {size:CountOfBlocks}", makes=HasSize)


def started(ref: Ref, start: str, first: int = 1) -> Ref | None:
    """The reference with the direction from which its order is counted, beginning with the one of a rank."""
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
        replace(one, number=1) if isinstance(one, Nth) and one.number == -1 else one for one in found.limits
    )
    return replace(found, limits=tuple(limits))


def _from_ends(ref: Ref) -> Ref | None:
    """ "The second block from each end" are two."""
    for i, limit in enumerate(ref.limits):
        if isinstance(limit, Nth) and limit.start is None:
            both = Ranks((limit.number,), both=True)
            return replace(ref, quantifier="all", limits=(*ref.limits[:i], both, *ref.limits[i + 1 :]))
    return None


words(
    "fromthe",
    "from the|from|counting from the|counted from the|from the very|starting from the|starting at the|"
    "beginning from the|beginning at the|starting from|counting from|down from the|up from the|in from the",
)
words("onthe", "to the|on the|in the|at the")
for _category in ("Determined", "Ref"):
    # "The second block from the top of the tower", "the second block of the tower from the top"
    hear(_category, f"{{ref:{_category}}} @fromthe {{start:Direction}} [side|end|edge]", makes=started)
    hear(_category, f"{{ref:{_category}}} @onthe {{start:Direction}} [side|end|edge]", makes=started_on)
hear(Ref, "@fromthe {start:Direction} [side|end] , {ref:Ref}", makes=lambda start, ref: started(ref, start))
hear(Ref, "{ref:Ref} (from|at) (each|both|either) (end|ends|side)", makes=_from_ends)
hear(Ref, "{ref:Ref} @fromthe @ground", makes=lambda ref: started(ref, "down"))

"""References that are joined by "and"."""

from __future__ import annotations

from dataclasses import replace

from cq.language.program import Ref
from cq.semantics.choices import unsaid


def coordinated(ref: Ref) -> list[Ref]:
    """The references that are joined by "and", in order.

    A noun that is said once, at the end, belongs to all: "the red and the blue tower".
    """
    parts = [replace(ref, others=())]
    for other in ref.others:
        parts += coordinated(other)
    for i in range(len(parts) - 2, -1, -1):
        part, following = parts[i], parts[i + 1]
        if part.noun == "one" and not (part.colours == () and part.limits == () and part.number is None):
            elided = part.of is None and part.but is None
            if part.limits and following.limits and following.plural and following.quantifier in ("", "the"):
                # "The top and bottom blocks": each of the two is one block, or all blocks there.
                following = parts[i + 1] = replace(following, quantifier="all")
            parts[i] = replace(
                part,
                noun=following.noun,
                colours=following.colours
                if part.limits and following.limits and not part.colours
                else part.colours,
                plural=part.plural or following.plural,
                quantifier="all" if following.plural and not part.plural and part.limits else part.quantifier,
                of=following.of if elided else part.of,
            )
    for i in range(1, len(parts)):
        part, before = parts[i], parts[i - 1]
        if part.noun == "one" and part.limits and before.limits and not part.colours and before.noun != "one":
            # "The rightmost red block and the leftmost one"
            parts[i] = replace(part, noun=before.noun, colours=before.colours)
    whole = next((part.of for part in parts if part.of is not None), None)
    return [
        replace(part, of=whole) if part.noun in ("part", "one") and part.limits and part.of is None else part
        for part in parts
    ]


def left_out(but: Ref) -> list[Ref]:
    """The references that are left out: "everything but green" leaves out all green blocks.

    Raises `Failure` if only "the one" is said, without the words that tell which.
    """
    if (
        but.noun == "one"
        and but.quantifier == "the"
        and not (but.colours or but.limits or but.of or but.others)
    ):
        raise unsaid("which", "which one is left out is not said", but, "limits")
    return [
        replace(ref, plural=True)
        if ref.noun == "one" and ref.colours and not (ref.limits or ref.quantifier or ref.number)
        else ref
        for ref in coordinated(but)
    ]

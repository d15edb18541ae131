"""References that are joined by "and"."""

from __future__ import annotations

from dataclasses import replace

from cq.language.program import Ref
from cq.semantics.choices import unsaid


def coordinated(ref: Ref) -> list[Ref]:
    """The references that are joined by "and", in order.

    A noun that is said only once, behind, belongs to all: "the red and the blue tower".
    """
    parts = [replace(ref, others=())]
    for other in ref.others:
        parts += coordinated(other)
    for i in range(len(parts) - 2, -1, -1):
        one, following = parts[i], parts[i + 1]
        if one.noun == "one" and not (one.colours == () and one.limits == () and one.number is None):
            elided = one.of is None and one.but is None
            if one.limits and following.limits and following.plural and following.quantifier in ("", "the"):
                # "The top and bottom blocks": each of them is one block, or all that are there.
                following = parts[i + 1] = replace(following, quantifier="all")
            parts[i] = replace(
                one,
                noun=following.noun,
                colours=following.colours
                if one.limits and following.limits and not one.colours
                else one.colours,
                plural=one.plural or following.plural,
                quantifier="all" if following.plural and not one.plural and one.limits else one.quantifier,
                of=following.of if elided else one.of,
            )
    for i in range(1, len(parts)):
        one, before = parts[i], parts[i - 1]
        if one.noun == "one" and one.limits and before.limits and not one.colours and before.noun != "one":
            # "The rightmost red block and the leftmost one"
            parts[i] = replace(one, noun=before.noun, colours=before.colours)
    whole = next((one.of for one in parts if one.of is not None), None)
    return [
        replace(one, of=whole) if one.noun in ("part", "one") and one.limits and one.of is None else one
        for one in parts
    ]


def left_out(but: Ref) -> list[Ref]:
    """What is left out, one by one: "everything but green" leaves out all that is green.

    Raises `Failure` where only "the one" is said: what stands behind it tells which.
    """
    if (
        but.noun == "one"
        and but.quantifier == "the"
        and not (but.colours or but.limits or but.of or but.others)
    ):
        raise unsaid("which", "which one is left out is not said", but, "limits")
    return [
        replace(one, plural=True)
        if one.noun == "one" and one.colours and not (one.limits or one.quantifier or one.number)
        else one
        for one in coordinated(but)
    ]

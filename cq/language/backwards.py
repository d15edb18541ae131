"""Rules whose value a function makes, used backwards: from a value to candidates for the slots.

A candidate may be wrong: `cq.language.say` makes the value again from the candidate and compares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from cq.language.grammar import Rule, default_of
from cq.language.program import Connect, Located, Make, Ref, Size, Thing
from cq.language.rules import forming

Slots = dict[str, Any]
"""The value of each slot."""


def slots_before(rule: Rule, value: Any) -> Iterator[Slots]:
    """Candidates for the slots from which a rule makes a value."""
    undo = _BY_FUNCTION.get(getattr(rule.makes, "__name__", "")) or _BY_CATEGORY.get(rule.category)
    if undo is not None:
        yield from undo(value)


def _bare(value: Any) -> Iterator[Slots]:
    if isinstance(value, Thing):
        yield {"thing": value}
        yield {"thing": replace(value, count=None)}


def _alike(value: Any) -> Iterator[Slots]:
    if isinstance(value, Thing) and value.like == Ref("same"):
        yield {"thing": replace(value, like=None)}
        yield {"thing": replace(value, like=None, count=None)}


def _with_colour(value: Any) -> Iterator[Slots]:
    if isinstance(value, Thing) and value.colours:
        yield {"thing": replace(value, colours=(), pattern=""), "colours": value.colours}


def _at(value: Any) -> Iterator[Slots]:
    if isinstance(value, Located) and not value.negative:
        yield {"place": value.place}


def _to_end(value: Any) -> Iterator[Slots]:
    if isinstance(value, Connect) and value.ref is not None and value.ref.others:
        *others, last = value.ref.others
        yield {"ref": replace(value.ref, others=(*others,)), "other": last, "thing": value.thing}


_TRAITS = (
    ("sizes",),
    ("dims",),
    ("posture",),
    ("hollow",),
    ("like",),
    ("each",),
    ("total",),
    ("opens",),
    ("heading",),
    ("axis",),
    ("start", "axis"),
    ("colours", "pattern"),
    ("colours", "pattern", "start"),
    ("colours", "pattern", "start", "heading"),
    ("colour_of",),
)
"""Fields of a thing that one phrase after it or before it sets together."""


def _joined(value: Any) -> Iterator[Slots]:
    if not isinstance(value, Thing):
        return
    for names in _TRAITS:
        held = {name: getattr(value, name) for name in names}
        held = {name: trait for name, trait in held.items() if trait != default_of(Thing, name)}
        if not held or len(held) < len(names) - ("pattern" in names):
            continue
        if "sizes" in held:
            rest: Slots = {"sizes": value.sizes[:-1]}
            held = {"sizes": value.sizes[-1:]}
        else:
            rest = {name: default_of(Thing, name) for name in held}
        yield {"thing": replace(value, **rest), "trait": Thing(**held)}


def _made_of(value: Any) -> Iterator[Slots]:
    if not isinstance(value, Thing) or value.shape in forming.LOOSE:
        return
    for size in value.sizes:
        if size.dimension == "blocks" and size.number is not None and size == Size("blocks", size.number):
            sizes = tuple(other for other in value.sizes if other is not size)
            of = Thing(count=size.number, plural=size.number != 1)
            yield {
                "thing": replace(value, sizes=sizes, colours=(), pattern=""),
                "of": replace(of, colours=value.colours, pattern=value.pattern),
            }
            yield {"thing": replace(value, sizes=sizes), "of": of}
    if value.colours:
        of = Thing(plural=True, colours=value.colours, pattern=value.pattern)
        yield {"thing": replace(value, colours=(), pattern=""), "of": of}


def _followed(value: Any) -> Iterator[Slots]:
    if isinstance(value, Thing) and value.then:
        yield {"thing": replace(value, then=value.then[:-1]), "other": value.then[-1]}


def _of_make(undo: Callable[[Any], Iterator[Slots]]) -> Callable[[Any], Iterator[Slots]]:
    """The same for a command whose place is followed by a phrase about its thing."""

    def undone(value: Any) -> Iterator[Slots]:
        if isinstance(value, Make):
            for slots in undo(value.thing):
                thing = slots.pop("thing")
                yield {"make": replace(value, thing=thing), **slots}

    return undone


def _one_each(value: Any) -> Iterator[Slots]:
    if isinstance(value, Make) and value.thing.each and value.place is not None:
        yield {"thing": replace(value.thing, each=False, total=False), "place": value.place}


def _each(value: Any) -> Iterator[Slots]:
    if isinstance(value, Ref) and value.quantifier == "each":
        for plural in (False, True):
            yield {"ref": replace(value, quantifier="", plural=plural)}


def _limited(value: Any) -> Iterator[Slots]:
    """The reference that a function limits further, at either end of its limits."""
    if isinstance(value, Ref) and value.limits:
        for limits in (value.limits[1:], value.limits[:-1]):
            for quantifier in dict.fromkeys(("", value.quantifier)):
                yield {"ref": replace(value, quantifier=quantifier, limits=limits)}


def _of_whole(value: Any) -> Iterator[Slots]:
    if isinstance(value, Ref) and value.of is not None and not value.others:
        yield {"ref": replace(value, of=None), "of": value.of}


def _placed(value: Any) -> Iterator[Slots]:
    if isinstance(value, Make) and value.place is not None:
        yield {"make": replace(value, place=None), "place": value.place}


def _coloured_blocks(value: Any) -> Iterator[Slots]:
    """Blocks without a noun: "a red", "two red", "three"."""
    if isinstance(value, Thing):
        if len(value.colours) == 1:
            yield {"colour": value.colours[0]}
        if value.count is not None:
            yield {"count": value.count, "colours": value.colours}


def _part(value: Any) -> Iterator[Slots]:
    """A measure of a part: "a roof of three"."""
    if isinstance(value, Size):
        yield {"dimension": value.dimension, "number": value.number}


def _listed(value: Any) -> Iterator[Slots]:
    """One, two, or one and more."""
    if isinstance(value, tuple) and value:
        yield {"a": value[0], "colour": value[0], "number": len(value)}
        if len(value) == 2:
            yield {"a": value[0], "b": value[1]}
        if len(value) > 2:
            yield {"a": value[0], "rest": value[1:]}


def _dims(value: Any) -> Iterator[Slots]:
    if isinstance(value, tuple):
        yield dict(zip(("first", "second", "third"), value, strict=False))


def _compared(value: Any) -> Iterator[Slots]:
    """A number more or less than another thing has."""
    if isinstance(value, Size) and value.more:
        yield {"number": abs(value.more), "like": value.like}


_BY_FUNCTION: dict[str, Callable[[Any], Iterator[Slots]]] = {
    "_located": _at,
    "_to_end": _to_end,
    "bare": _bare,
    "alike": _alike,
    "with_colour": _with_colour,
    "joined": _joined,
    "made_of": _made_of,
    "followed": _followed,
    "tailed": _of_make(_joined),
    "used": _of_make(_made_of),
    "one_each": _one_each,
    "placed": _placed,
    "of_whole": _of_whole,
    "_pointed": _limited,
    "_each_colour": _limited,
}
_BY_CATEGORY: dict[str, Callable[[Any], Iterator[Slots]]] = {
    "Colours": _listed,
    "ColourList": _listed,
    "EndStretch": _listed,
    "Dims": _dims,
    "Stretch": _listed,
    "LongSize": _compared,
    "PlainThing": _coloured_blocks,
    "Blocks": _coloured_blocks,
    "PartSize": _part,
    "Ref": _each,
    "Determined": _each,
}

"""Puts a thing together from its traits. Each function returns None where the parts do not go
together."""

from __future__ import annotations

from dataclasses import fields, replace

from cq.language.program import Ref, Size, Thing

LINES = ("tower", "row", "diagonal", "bridge", "stem", "leg", "arm", "zigzag")

LOOSE = ("block", "one")
"""Shapes of things that are counted and can form another: "four blocks in a row"."""

MOST_SPELLED = 12
"""Most blocks that a sequence of colours may name."""


def joined(thing: Thing, trait: Thing) -> Thing | None:
    """The thing with a trait. A trait is a thing with only the mentioned fields set."""
    if trait.shape != "block":
        formed = _formed(thing, trait.shape)
        if formed is None:
            return None
        thing, trait = formed, replace(trait, shape="block")
    if trait.pattern in ("second", "starting", "centre") and len(trait.colours) == 1:
        return _recoloured(thing, trait)
    trait = _of_its_kind(thing, trait)
    if _goes_not_with(thing, trait):
        return None
    if trait.pattern == "sequence" and thing.pattern in ("checkered", "alternating") and not thing.colours:
        trait = replace(trait, pattern="")
    blocks = [size for size in trait.sizes if size.dimension == "blocks"]
    if thing.shape in LOOSE and blocks and blocks[0].number is not None:
        # "Blue blocks, three in all" are three; a block has no size.
        if thing.count not in (None, blocks[0].number) or thing.count == 1:
            return None
        thing = replace(thing, count=blocks[0].number)
        trait = replace(trait, sizes=tuple(size for size in trait.sizes if size not in blocks))
    given: dict[str, object] = {}
    for field in fields(Thing):
        value, held = getattr(trait, field.name), getattr(thing, field.name)
        if value == field.default:
            continue
        if field.name == "sizes":
            value = tuple(size for size in value if size not in held)
            if {size.dimension for size in value} & {size.dimension for size in held}:
                return None
            value = (*held, *value)
        elif held not in (field.default, value):
            return None
        given[field.name] = value
    return replace(thing, **given)  # type: ignore[arg-type]


def _of_its_kind(thing: Thing, trait: Thing) -> Thing:
    """A trait in the sense that it has for a kind of thing."""
    if trait.pattern.startswith("corners") and thing.pattern == "checkered" and not thing.colours:
        trait = replace(trait, pattern="", start="northwest")
    if thing.shape == "wall" and trait.heading is not None and trait.axis is None:
        trait = replace(trait, axis=trait.heading, heading=None)
    return trait


def _goes_not_with(thing: Thing, trait: Thing) -> bool:
    """Whether a trait does not suit a kind of thing."""
    lined = thing.shape in (*LINES, *LOOSE, "staircase", "layer")
    is_loose, is_one = thing.shape in LOOSE, thing.shape in LOOSE and thing.count == 1
    if trait.pattern == "sequence" and not trait.colours and len(thing.colours) < 2 and not thing.then:
        return True  # An order for a single colour.
    return (
        (is_one and trait.pattern == "sequence" and bool(trait.colours))  # One block has no sequence.
        or (trait.heading is not None and not lined)
        or (trait.faces is not None and lined)
        or (is_one and (trait.gap or trait.heading) is not None)  # It has no gaps, and runs nowhere.
        # "Four blocks, one on each side" have no sides.
        or (is_loose and any(size.dimension == "side" for size in trait.sizes))
        # "A block east of it, at the same height" tells where it goes.
        or (thing.shape == "block" and Size("high", like=Ref("same")) in trait.sizes)
    )


def _recoloured(thing: Thing, trait: Thing) -> Thing | None:
    """ "Every second one yellow", "starting with red"."""
    (colour,) = trait.colours
    if trait.pattern == "centre" and len(thing.colours) == 1 and thing.shape not in LOOSE:
        return replace(thing, colours=(*thing.colours, colour), pattern="centre")
    if trait.pattern == "second" and len(thing.colours) == 1 and colour not in thing.colours:
        return replace(thing, colours=(*thing.colours, colour), pattern="alternating")
    if (
        trait.pattern == "starting"
        and thing.pattern in ("alternating", "checkered")
        and colour in thing.colours
    ):
        at = thing.colours.index(colour)
        return replace(
            thing,
            colours=(*thing.colours[at:], *thing.colours[:at]),
            start=trait.start or thing.start or "first",
        )
    return None


def _formed(thing: Thing, shape: str) -> Thing | None:
    """A thing whose blocks form a shape."""
    if thing.shape == shape or (shape == "row" and thing.shape == "diagonal"):
        return thing
    if thing.shape == "row" and shape == "diagonal":
        return replace(thing, shape=shape)
    if shape == "row" and thing.shape not in LOOSE and (thing.count or 2) > 1:
        return thing  # "Three towers in a row": beside each other, as several things are.
    if thing.then and thing.shape in LOOSE and shape in LINES and (spelled := _spelled(thing)):
        sizes = (*thing.sizes, Size("blocks", len(spelled)))
        line = replace(thing, shape=shape, count=1, plural=False, then=(), sizes=sizes)
        return replace(line, colours=spelled, pattern="sequence")
    if thing.shape not in LOOSE or thing.then or thing.count == 1:
        return None
    sizes = thing.sizes if thing.count is None else (*thing.sizes, Size("blocks", thing.count))
    return replace(thing, shape=shape, count=1, plural=False, sizes=sizes)


def made_of(thing: Thing, of: Thing) -> Thing | None:
    """ "A tower of three red blocks": a shape and its blocks."""
    if thing.shape == "staircase" and of.shape == "tower" and not of.sizes:
        of = replace(of, shape="block")  # "Stairs of green columns"
    if thing.shape == "ring" and of.count == 1 and not of.colours:
        return None  # "The outline of a square" is not one of one block.
    if thing.shape in LOOSE or of.shape not in LOOSE or of.sizes or of.like or thing.then:
        return None
    if of.then:
        spelled = _spelled(of)
        if spelled is None or thing.colours:
            return None
        if thing.pattern:
            return joined(thing, Thing(colours=spelled, pattern="sequence"))
        return joined(
            thing, Thing(colours=spelled, pattern="sequence", sizes=(Size("blocks", len(spelled)),))
        )
    if of.colours and thing.colours:
        return None
    count = of.count
    if of.pattern == "sequence" and of.count is None and not thing.pattern and thing.shape in LINES:
        count = len(of.colours)
    sizes = () if count is None or (count == 1 and not of.plural and of.pattern) else (Size("blocks", count),)
    trait = replace(of, shape="block", plural=False, count=None, sizes=sizes)
    return joined(thing, trait)


def _spelled(thing: Thing) -> tuple[str, ...] | None:
    """The colours of single blocks in order: "one red and two blue ones"."""
    found: list[str] = []
    for part in (replace(thing, then=()), *thing.then):
        if part.shape not in LOOSE or part.sizes or part.like or not part.colours:
            return None
        if part.pattern == "sequence":
            found += part.colours
        elif len(part.colours) == 1:
            found += part.colours * (part.count or 1)
        else:
            return None
    return tuple(found) if 1 < len(found) <= MOST_SPELLED else None


def with_colour(thing: Thing, colours: tuple[str, ...]) -> Thing | None:
    """A noun behind a colour, or behind several ("red and blue blocks")."""
    if thing.colours or thing.colour_of:
        return None
    return replace(thing, colours=colours, pattern="sequence" if len(colours) > 1 else "")


def followed(thing: Thing, other: Thing) -> Thing | None:
    """ "One orange block and two yellow ones": things one behind the other. A bare colour is a block "
    "more."""
    if other.then or other.each or thing.each:
        return None
    chained = (*LINES, *LOOSE, "staircase")
    if thing.shape not in chained or other.shape not in chained:
        return None  # A thing with a place as a whole is not put in a line.
    if thing.shape in LINES and (thing.count or 2) > 1 and other.shape in LOOSE:
        return None
    if (other.shape == "one" and not other.colours and other.count == 1) or (
        thing.shape == "one" and not thing.colours
    ):
        return None  # "One" alone is no thing of its own here.
    if thing.shape in LINES and Size("blocks", 1) in thing.sizes:
        return None  # "A tower of one red and two blue blocks" is one tower.
    if thing.shape == "tower" and other.shape in LOOSE and not thing.then:
        other = replace(other, posture=other.posture or "upright")
    if other.shape == "one" and thing.shape != "one":
        last = thing.then[-1] if thing.then else thing
        other = replace(other, shape=last.shape, sizes=other.sizes or last.sizes)
    if thing.shape == "one" and other.shape in ("block", "tower", "row"):
        thing = replace(thing, shape=other.shape, plural=(thing.count or 2) > 1)
    return replace(thing, then=(*thing.then, other))


def bare(thing: Thing) -> Thing:
    """A noun without a number: "blue block" is one, "blue blocks" are any."""
    return thing if thing.plural or thing.count is not None else replace(thing, count=1)


def alike(thing: Thing) -> Thing | None:
    """ "An identical tower": like the thing that the sentence compares with."""
    counted = thing.shape == "structure" and all(size.dimension == "blocks" for size in thing.sizes)
    if thing.like is not None or (thing.sizes and not counted) or thing.dims or thing.shape in LOOSE:
        return None
    return bare(replace(thing, like=Ref("same")))


def three(thing: Thing, second: Thing, other: Thing) -> Thing | None:
    """ "A red block a blue block and a green block"."""
    two = followed(thing, second)
    return None if two is None else followed(two, other)


def as_shape(thing: Thing, shape: Thing) -> Thing | None:
    """ "Nine blocks as a square"."""
    if thing.shape not in LOOSE or (thing.count or 1) < 2:
        return None
    return made_of(replace(shape, count=1), thing)


def coloured_before(colour: str, thing: Thing) -> Thing | None:
    """ "Yellow, five in a row": a colour before its thing."""
    return with_colour(thing, (colour,))


def coloured_size(number: int, colour: str, dimension: str) -> Thing:
    """ "Three red blocks high"."""
    return Thing(colours=(colour,), sizes=(Size(dimension, number),))


def of_blocks(number: int, colour: str, thing: Thing) -> Thing | None:
    """ "A four orange block tower"."""
    return made_of(thing, Thing(count=number, colours=(colour,)))


def topped(thing: Thing, other: Thing) -> Thing | None:
    """ "A red block with a blue one on top"."""
    if (
        thing.shape not in (*LOOSE, "tower")
        or thing.posture == "flat"
        or other.shape not in (*LOOSE, "tower")
    ):
        return None
    return followed(replace(thing, posture="upright"), replace(other, posture="upright"))


def alternately(colours: tuple[str, ...], thing: Thing) -> Thing | None:
    """ "Alternating red and blue blocks"."""
    if thing.colours:
        return None
    return replace(thing, colours=colours, pattern="alternating")


def in_order(*colours: str) -> Thing:
    """Blocks of some colours in order."""
    return Thing(count=len(colours), plural=True, colours=colours, pattern="sequence")

"""The colours that a text may name: those of the current world.

The grammar knows the six colours. Where a world has a palette of its own (`cq.world.Palette.own`), texts
about it are read and said within `speaking_of(palette)`: the names of its colours, of one word or several,
are then words for colours, and no other words are. This holds for the context (`contextvars`), a thread or a
task.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

from cq.errors import InputError
from cq.language.grammar import GRAMMAR
from cq.language.vocabulary import FOREIGN
from cq.world.palette import COLOURS, IGLU_2022, Palette, is_of_the_six

_PALETTE: ContextVar[Palette] = ContextVar("cq_palette", default=IGLU_2022)

NEGATIVE = ("NotColour", "OtherColours")
"""Categories of all colours but one."""


@lru_cache(maxsize=64)
def checked_palette(palette: Palette) -> Palette:
    """The palette itself. Raises `InputError` if a colour of one word has the name of something else, such as
    a shape, a number or a direction: no text could tell the two apart.
    """
    for name in palette.colours:
        if "Colour" not in GRAMMAR.vocabulary.get(name, ("Colour",)):
            raise InputError(
                f"the colour {name!r} of the palette is a word with another meaning in instructions; give it "
                f'another name, such as "{name} colour"'
            )
    return palette


@contextmanager
def speaking_of(palette: Palette) -> Iterator[None]:
    """Read and say texts about a world of a palette in the block that follows. Raises `InputError` as
    `checked_palette`.
    """
    token = _PALETTE.set(checked_palette(palette))
    try:
        yield
    finally:
        _PALETTE.reset(token)


def palette() -> Palette:
    """The current palette."""
    return _PALETTE.get()


def colours() -> tuple[str, ...]:
    """The colours that a block can have."""
    return _PALETTE.get().colours


def own_colours() -> tuple[str, ...]:
    """The colours of a user's own palette; none where it is the six."""
    spoken_of = _PALETTE.get()
    return () if is_of_the_six(spoken_of) else spoken_of.colours


def is_colour(value: object) -> bool:
    """Whether a piece of a program is a colour, of those that blocks can have or of others."""
    return value in COLOURS or value in FOREIGN or value in own_colours()


def is_known(word: str) -> bool:
    """Whether a word occurs in a rule, or in the name of a colour."""
    return word in GRAMMAR.vocabulary or word in own_words()


def own_words() -> frozenset[str]:
    """The words of the user's own colours, with their plurals."""
    words = {word for name in own_colours() for word in name.split()}
    return frozenset(words | {f"{word}s" for word in words})


def named_at(words: Sequence[str], start: int) -> Iterator[tuple[str, str | tuple[str, ...], int]]:
    """The meanings of the user's own colours at a word: (category, value, index after the last word)."""
    own = own_colours()
    negative = words[start] in ("not", "non")
    first = start + negative
    for name in own:
        parts = name.split()
        end = first + len(parts)
        *before, last = parts
        said = list(words[first:end])
        if said == parts:
            if negative:
                others = tuple(colour for colour in own if colour != name)
                yield from ((category, others, end) for category in NEGATIVE)
            else:
                yield "Colour", name, end
        elif said == [*before, f"{last}s"] and not negative:
            yield "ColourPlural", name, end

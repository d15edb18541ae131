"""A noun phrase with the part that it plays."""

from __future__ import annotations

from dataclasses import dataclass

DEFINITE = frozenset("the that this those these its your my same both".split())
EVERY = frozenset("each every all both any either".split())


@dataclass(frozen=True)
class Mention:
    """One noun phrase of a sentence.

    `role` is "made", "removed", "changed", "moved", "extended", "kept" or "seen". An `anchor` is the landmark
    of a place. `before` is the beginning of the sentence, `link` its last words, `after` the rest.
    """

    text: str
    family: str
    """"unit", "tower", "row", "wall", "area", "hole", "arch", "thing", or "" if only a colour is said."""
    noun: str
    colours: tuple[int, ...]
    count: int | None
    plural: bool
    determiners: frozenset[str]
    adjectives: frozenset[str]
    part: str
    """"two of" in "two of the red blocks", else empty."""
    role: str
    anchor: bool
    sentence: int
    before: str
    link: str
    after: str
    end: int
    """Where the phrase ends in its sentence."""
    fraction: bool = False
    composed: bool = False
    """Colour and count are of the blocks that it is made of."""

    @property
    def existing(self) -> bool:
        """Whether it should stand already."""
        return self.role != "made"

    @property
    def definite(self) -> bool:
        """Whether it names known things: "the", "this", …"""
        return bool(self.determiners & DEFINITE)

    @property
    def every(self) -> bool:
        """Whether it means all that fit."""
        return bool(self.determiners & EVERY) or self.part.startswith(
            ("each", "every", "all", "both", "any", "most", "rest", "either")
        )

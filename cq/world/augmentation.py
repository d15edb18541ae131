"""Colour permutations of texts: an answer should not depend on the choice of the colours.

A permutation is a list of the six numbers 0 to 5: colour `COLOURS[i]` becomes `COLOURS[permutation[i]]`.
"""

from __future__ import annotations

import random
import re

from cq.world.palette import COLOURS

COLOUR_NAME = re.compile(rf"\b(?!red[eioru])({'|'.join(COLOURS)})", re.IGNORECASE)
"""The name of a colour, also as the first part of a word ("redblock"), but not in "reduce" or "redo"."""


def sample_colour_permutation(rng: random.Random) -> list[int]:
    """A permutation of the six colours, all equally likely."""
    return rng.sample(range(len(COLOURS)), len(COLOURS))


def permute_colours(text: str, permutation: list[int]) -> str:
    """The text with each colour's name replaced, in lower case."""
    names = {name: COLOURS[permutation[i]] for i, name in enumerate(COLOURS)}
    return COLOUR_NAME.sub(lambda match: names[match[0].casefold()], text)

"""The six colours dealt anew, in texts and worlds alike: what should not change an answer."""

from __future__ import annotations

import random
import re

import numpy as np

from cq.world import COLOURS, World

COLOUR_NAME = re.compile(rf"\b({'|'.join(COLOURS)})", re.IGNORECASE)


def colours_dealt(rng: random.Random) -> list[int]:
    """For each colour, which takes its place."""
    return rng.sample(range(len(COLOURS)), len(COLOURS))


def permute_colours(text: str, dealt: list[int]) -> str:
    """The text with each colour's name replaced, in lower case."""
    names = {name: COLOURS[dealt[i]] for i, name in enumerate(COLOURS)}
    return COLOUR_NAME.sub(lambda match: names[match[0].casefold()], text)


def permute_world(world: World, dealt: list[int]) -> World:
    """The world with each colour's blocks replaced."""
    new = np.array([0, *(colour + 1 for colour in dealt)], dtype=np.int8)
    return World.parse(new[world.grid])

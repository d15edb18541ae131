"""What the phrases of an instruction are read against: the world, the facing, and what was made before."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from cq.language.length import is_too_long
from cq.language.obstacles.mention import Mention
from cq.language.obstacles.mentions import parse_mentions
from cq.language.obstacles.obstacle import Cells
from cq.language.obstacles.structures import mask_of
from cq.language.obstacles.wording import normalised, sentences
from cq.language.spelling import corrected
from cq.world import World
from cq.world.directions import COMPASS
from cq.world.grid import Grid
from cq.world.palette import COLOUR_IDS, COLOURS

ORANGE, YELLOW = COLOUR_IDS["orange"], COLOUR_IDS["yellow"]

_FACING = re.compile(
    r"\b(?:fac(?:e|es|ing)|look(?:s|ing)?|your face|view\w*|turn(?:ed|ing)?|oriented)\b(?: (?:to|towards?|"
    r"is|the|your|at|due|wall|in|direction))* "
    rf"({'|'.join(COMPASS)})(?!\w*(?:most|ern))"
)
CHOICE = re.compile(
    r"\b(?:whichever|wherever|whatever|anywhere|any (?:one|of|colour|place|spot|block|other|red|blue|green|"
    r"yellow|orange|purple|side|corner|empty|free|position|location|square|space|random)|"
    r"(?:does not|do not|doesn't|not) (?:really )?(?:matter|care|mind)|at random|randomly|random|"
    r"your (?:own )?choice|you (?:can |may )?(?:choose|pick|decide)|(?:what|where|which|how|"
    r"who)(?:ever)? (?:\w+ )?you (?:like|want|please|prefer)|if you like|as you (?:like|please|wish|prefer)|"
    r"(?:choose|pick|decide)(?: a| the| one| any)?\b.*\b(?:yourself|you like)|pick (?:a|one|any)|"
    r"choose (?:a|one|any)|up to you|"
    r"just (?:choose|pick|take) (?:one|any|some)|do as you like|no preference|of your choosing|don't care)\b"
)
"""Words that leave a choice to the builder."""


@dataclass(frozen=True)
class Scene:
    """A text in a world. `text` is normalised; `context` tells that something was said and done before."""

    text: str
    world: World
    context: bool = False
    sentences: list[str] = field(default_factory=list)
    found: dict[int, Any] = field(default_factory=dict, repr=False)
    """What `cq.language.obstacles.referents` has found, by the id of the phrase."""

    @classmethod
    def of(cls, text: str, world: World, context: bool = False) -> Scene:
        """Read a text as it was typed; nothing of one that is too long to read."""
        clean = "" if is_too_long(text) else normalised(corrected(text))
        return cls(clean, world, context, sentences(clean))

    @cached_property
    def mentions(self) -> list[Mention]:
        """The noun phrases, in order."""
        return parse_mentions(self.sentences)

    @property
    def grid(self) -> Grid:
        """The blocks, int8 (9, 11, 11), [y, x, z]."""
        return self.world.grid

    @cached_property
    def _blocks(self) -> dict[tuple[int, ...], Cells]:
        return {}

    @cached_property
    def words(self) -> list[str]:
        """The words of the text."""
        return re.findall(r"[a-z']+|\d+", self.text)

    @property
    def is_short(self) -> bool:
        """Whether it is one simple order, whose every word counts."""
        return len(self.sentences) == 1 and len(self.words) <= 25

    @cached_property
    def leaves_choice(self) -> bool:
        """Whether it says that the builder may choose."""
        return bool(CHOICE.search(self.text))

    @cached_property
    def facing(self) -> str | None:
        """Where the builder looks: as the text says, else as is known; None if neither."""
        if said := _FACING.findall(self.text):
            return str(said[-1])
        return self.world.pose.facing if self.world.pose else None

    @cached_property
    def standing(self) -> list[int]:
        """The colours that stand, most frequent first."""
        counts = np.bincount(self.grid.ravel(), minlength=len(COLOURS) + 1)[1:]
        return [i + 1 for i in sorted(range(len(COLOURS)), key=lambda i: (-counts[i], i)) if counts[i]]

    def blocks(self, colours: tuple[int, ...]) -> Cells:
        """The cells (n, 3) of the blocks of some colours, or of all. Orange counts as yellow where no yellow
        block stands: on recorded screens the two look alike."""
        if colours not in self._blocks:
            self._blocks[colours] = np.argwhere(mask_of(self.grid, self.look_alikes(colours)))
        return self._blocks[colours]

    def look_alikes(self, colours: tuple[int, ...]) -> list[int]:
        """The colours that a phrase of these colours can mean here."""
        return [ORANGE if c == YELLOW and YELLOW not in self.standing else c for c in dict.fromkeys(colours)]

    def describe_colours(self) -> str:
        """`the blocks are red and blue`, or that nothing stands."""
        names = [COLOURS[c - 1] for c in self.standing]
        if not names:
            return "nothing stands"
        if len(self.blocks(())) == 1:
            return f"the only block is {names[0]}"
        return "the blocks are " + " and ".join(
            [", ".join(names[:-1]), names[-1]] if len(names) > 1 else names
        )

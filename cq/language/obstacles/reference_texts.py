"""What an obstacle of reference says: nothing of the kind stands, several things fit, or fewer stand."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from cq.language.obstacles.mention import Mention
from cq.language.obstacles.obstacle import Cells, Obstacle
from cq.language.obstacles.scene import Scene
from cq.world.palette import COLOURS


def absent_colour(mention: Mention, missing: Sequence[int], scene: Scene) -> Obstacle:
    """No block has the first of the missing colours (ids)."""
    name = COLOURS[missing[0] - 1]
    return Obstacle("absent", "which", mention.text, f"no {name} block stands; {scene.describe_colours()}")


def absent(mention: Mention, scene: Scene, because: str = "") -> Obstacle:
    """Nothing that the phrase names stands; `because` says it in other words."""
    stands = "stand" if mention.plural else "stands"
    text = because or f"no {without_determiner(mention)} {stands}; {scene.describe_colours()}"
    return Obstacle("absent", "which", mention.text, text)


def fewer(mention: Mention, groups: Sequence[Cells], scene: Scene) -> Obstacle:
    """The phrase names more than the groups of cells that fit it."""
    text = f"“{mention.text}” are more than stand: there {there_are(len(groups), 'that fits', 'that fit')}"
    return Obstacle("impossible", "count", mention.text, text)


def several(mention: Mention, groups: Sequence[Cells], scene: Scene) -> Obstacle:
    """The phrase fits several groups of cells."""
    noun = "block" if mention.family == "unit" else mention.noun.removesuffix("s")
    return Obstacle(
        "several",
        "which",
        mention.text,
        f"“{mention.text}” could be any of {len(groups)} {noun}s",
        np.concatenate(list(groups)),
    )


def there_are(number: int, noun: str, plural: str | None = None) -> str:
    """The end of a sentence that begins with "there"."""
    if not number:
        return f"is no {noun}" if not plural else "are none"
    return f"is only 1 {noun}" if number == 1 else f"are {number} {plural or noun + 's'}"


def without_determiner(mention: Mention) -> str:
    """The phrase without its article and the like."""
    return re.sub(
        r"^(?:(?:the|an?|another|this|that|these|those|its|your|my|all|both|any|each|every|one of|some|one|"
        r"1) )+",
        "",
        mention.text,
    )

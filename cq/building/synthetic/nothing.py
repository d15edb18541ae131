"""Tasks whose right answer is to leave the world as it is."""

from __future__ import annotations

import random

import numpy as np

from cq.building.example import BuildingExample
from cq.building.synthetic.frames import framed, joined
from cq.building.synthetic.scene import TOWER_NOUNS, SyntheticScene, colour_name
from cq.building.synthetic.structures import NOUNS, structures
from cq.building.synthetic.wording import blocks, placement, recolouring, removal, worded
from cq.building.synthetic.worlds import structured_world
from cq.world import COLOUR_IDS, COLOURS
from cq.world.grid import Grid

IDLE = (
    "do nothing",
    "[do nothing|change nothing] [for now|at all|this time|in this step]",
    "[leave|keep] [it|everything|the world|all of it] [as it is|the way it is|unchanged|like that]",
    "don't [touch|change|move|break] [anything|a thing|any of the blocks]",
    "[please |]do not [touch|change|build|remove] anything",
    "[that's|this is] [perfect|great|exactly what i wanted], leave it[| as it is]",
    "[that's|this is] all[, we are done|, nothing else to do|, no more blocks needed]",
    "no [changes|more blocks|further steps] [are needed|needed|for now]",
    "[stop here|we are done|we're finished|finished], [nothing else to build|the structure is complete]",
    "[skip this turn|take no action|just wait]",
    "[it|everything] [looks good|is fine] already, [don't change it|no need to do anything]",
)
ALIKE = {COLOUR_IDS["orange"], COLOUR_IDS["yellow"]}
"""People take one of these colours for the other."""


def nothing_to_do_task(rng: random.Random, start: Grid | None = None) -> BuildingExample:
    """A task whose target is its start: it asks for nothing, or it names something that is not there."""
    start = structured_world(rng) if start is None else start
    idle = rng.random() < 0.5
    text = worded(rng, *IDLE) if idle else _about_something_absent(SyntheticScene(rng, start, None, None))
    return BuildingExample(joined(rng, [framed(rng, text)]), start, np.array(start))


def _about_something_absent(scene: SyntheticScene) -> str:
    """Like "remove the purple block" where none stands."""
    rng, phrase = scene.rng, _absent(scene)
    if phrase is None:
        return worded(rng, *IDLE)
    form = rng.randrange(4)
    if form == 0:
        return removal(rng, phrase)
    if form == 1 and colour_name(scene.colour) not in phrase:
        return recolouring(rng, phrase, scene.colour)
    where = "on top of" if form <= 2 else scene.direction()[0]
    return placement(rng, blocks(rng, scene.count, scene.colour), f"{where} {phrase}")


def _absent(scene: SyntheticScene) -> str | None:
    """A phrase for a block or a structure that the scene lacks; None if it has all."""
    rng, present = scene.rng, {int(colour) for colour in np.unique(scene.grid)}
    present |= ALIKE if present & ALIKE else set()
    colours = [colour for colour in range(1, len(COLOURS) + 1) if colour not in present]
    kinds = {structure.kind for structure in structures(scene.grid)}
    nouns = [noun for kind in ("tower", "row", "square", "ring") for noun in NOUNS[kind] if kind not in kinds]
    if colours and (not nouns or rng.random() < 0.7):
        noun = rng.choice(("block", "block", "blocks", "one", rng.choice(TOWER_NOUNS), "row"))
        name = colour_name(rng.choice(colours))
        return f"{rng.choice(('the', 'all the'))} {name} blocks" if noun == "blocks" else f"the {name} {noun}"
    # A world with structures of no certain kind could be said to have any.
    return f"the {rng.choice(nouns)}" if nouns and kinds <= {"block"} else None

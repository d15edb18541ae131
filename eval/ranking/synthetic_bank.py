"""Banks of any size, of synthetic questions from templates."""

from __future__ import annotations

import random

from cq.world import COLOURS

SHAPES = "block tower column row line wall stack square corner bridge arch staircase pillar cross".split()
NUMBERS = "two three four five six seven eight nine ten".split()
SIDES = "north of,south of,east of,west of,next to,on top of,behind,in front of,left of,right of".split(",")
FORMS = (
    "Which {colour} {shape} do you mean, the one {side} the {other} {form}?",
    "How many {colour} blocks should the {shape} {side} the {other} {form} have?",
    "What color should the {number} blocks {side} the {colour} {shape} be?",
    "Should the {colour} {shape} stand {side} the {other} {form} or {side2} it?",
    "I see {number} {colour} {shape}s, which one is {side} the {other} {form}?",
    "There is no {colour} {shape} {side} the {other} {form}, where should the {number} blocks go?",
    "Is the {colour} {shape} {number} blocks high or {number2} blocks long {side} the {other} {form}?",
)


def synthetic_questions(size: int, seed: int = 0) -> list[str]:
    """So many different questions."""
    rng = random.Random(seed)
    words = {"colour": COLOURS, "other": COLOURS, "shape": SHAPES, "form": SHAPES}
    words |= {"number": NUMBERS, "number2": NUMBERS, "side": SIDES, "side2": SIDES}
    found: dict[str, None] = {}
    while len(found) < size:
        chosen = {name: rng.choice(choices) for name, choices in words.items()}
        found[rng.choice(FORMS).format(**chosen)] = None
    return list(found)

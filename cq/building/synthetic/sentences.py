"""Made-up sentences, and what they change."""

from __future__ import annotations

from collections.abc import Callable

from cq.building.synthetic import absolute, relative, removing
from cq.building.synthetic.scene import UP, Edits, Made, Scene, a, anywhere, from_centre, inside, moved
from cq.world import SHAPE

TRIES = 60


def sentence(scene: Scene) -> tuple[str, Edits]:
    """A sentence that can be followed, and what it changes."""
    for _ in range(TRIES):
        made = scene.rng.choice(MAKERS)(scene)
        if made and made[1] and all(inside(cell) for cell in made[1]):
            text, edits = made
            # A block is placed where there is none, unless it takes the place of another.
            if text.startswith("change") or not any(c and scene.grid[cell] for cell, c in edits.items()):
                return text, edits
    cell = anywhere(scene.rng)
    while scene.grid[cell]:
        cell = moved(cell, UP) if cell[0] < SHAPE[0] - 1 else anywhere(scene.rng)
    return f"{scene.place} {a(scene.colour)} block {from_centre(cell)}", {cell: scene.colour}


MAKERS: tuple[Callable[[Scene], Made], ...] = (
    *(relative.beside, relative.on_top, relative.tower) * 3,
    *(relative.stack_of_colours, removing.remove_one, relative.between) * 2,
    relative.underneath,
    absolute.row_on_the_ground,
    relative.diagonal,
    absolute.in_a_corner,
    absolute.in_every_corner,
    absolute.in_the_middle,
    absolute.square,
    relative.around,
    relative.at_both_ends,
    relative.by_every,
    relative.by_every,
    removing.remove_all,
    removing.remove_but,
    removing.remove_top,
    removing.recolour,
)
"""The common kinds of sentences more than once."""

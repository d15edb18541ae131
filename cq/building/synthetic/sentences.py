"""Synthetic sentences and the edits that they ask for."""

from __future__ import annotations

from collections.abc import Callable

from cq.building.directions import UP
from cq.building.synthetic import absolute, relative, removing
from cq.building.synthetic.scene import (
    Edits,
    Sentence,
    SyntheticScene,
    in_zone,
    place_from_centre,
    random_ground_cell,
    shifted,
    with_article,
)
from cq.world import SHAPE

MAX_TRIES = 60


def random_sentence(scene: SyntheticScene) -> tuple[str, Edits]:
    """A sentence that can be followed in the scene, and its edits."""
    for _ in range(MAX_TRIES):
        sentence = scene.rng.choice(TEMPLATES)(scene)
        if sentence and sentence[1] and all(in_zone(cell) for cell in sentence[1]):
            text, edits = sentence
            # Blocks are placed in empty cells only, unless the sentence replaces a block.
            if text.startswith("change") or not any(c and scene.grid[cell] for cell, c in edits.items()):
                return text, edits
    cell = random_ground_cell(scene.rng)
    while scene.grid[cell]:
        cell = shifted(cell, UP) if cell[0] < SHAPE[0] - 1 else random_ground_cell(scene.rng)
    text = f"{scene.place_verb} {with_article(scene.colour)} block {place_from_centre(cell)}"
    return text, {cell: scene.colour}


TEMPLATES: tuple[Callable[[SyntheticScene], Sentence], ...] = (
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
"""Common kinds of sentences appear more than once."""

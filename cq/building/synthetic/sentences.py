"""Synthetic sentences and the edits that they ask for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cq.building.directions import UP
from cq.building.synthetic import absolute, changes, clauses, copies, quantified, relative, removing
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
Template = Callable[[SyntheticScene], Sentence]


BASIC_TEMPLATES: tuple[Template, ...] = (
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

REPLACING: frozenset[Template] = frozenset(
    (
        removing.recolour,
        quantified.recolour_group,
        quantified.recolour_everything,
        quantified.top_of_each,
        changes.replace,
        changes.recolour_structure,
        changes.recolour_colour,
        changes.swap,
        clauses.remove_and_place,
        changes.move_by,
        changes.move_beside,
        copies.upside_down,
    )
)
"""The templates that put blocks where others stand. The rest place in empty cells only."""


def sentence_of(template: Template, scene: SyntheticScene) -> Sentence:
    """The template's sentence, if its cells are in the zone and those that it fills are free."""
    sentence = template(scene)
    if not sentence or not sentence[1] or not all(in_zone(cell) for cell in sentence[1]):
        return None
    occupied = any(colour and scene.grid[cell] for cell, colour in sentence[1].items())
    return None if occupied and template not in REPLACING else sentence


def random_sentence(
    scene: SyntheticScene, templates: Sequence[Template] = BASIC_TEMPLATES
) -> tuple[str, Edits]:
    """A sentence of one of the templates that can be followed in the scene, and its edits. A simple one takes
    its place if none of many tries gives one.
    """
    for _ in range(MAX_TRIES):
        sentence = sentence_of(scene.rng.choice(templates), scene)
        if sentence:
            return sentence
    cell = random_ground_cell(scene.rng)
    while scene.grid[cell]:
        cell = shifted(cell, UP) if cell[0] < SHAPE[0] - 1 else random_ground_cell(scene.rng)
    text = f"{scene.place_verb} {with_article(scene.colour)} block {place_from_centre(cell)}"
    return text, {cell: scene.colour}

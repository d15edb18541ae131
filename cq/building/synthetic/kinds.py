"""All kinds of synthetic sentences, so that each can be drawn, or left out, by name."""

from __future__ import annotations

from cq.building.synthetic import around, changes, clauses, copies, quantified, relations, resizing, shapes
from cq.building.synthetic.sentences import BASIC_TEMPLATES, Template

BASIC_WEIGHT = 6

SENTENCE_KINDS: dict[str, tuple[Template, ...]] = {
    "basic": BASIC_TEMPLATES,
    "clearing": (*(quantified.clear_everything,) * 2, *(quantified.keep_only,) * 3),
    "quantifiers": (
        *(quantified.beside_each, quantified.raise_each) * 10,
        *(quantified.cap_each, quantified.on_top_of_group, quantified.top_of_each) * 8,
        *(quantified.remove_group, quantified.recolour_group) * 5,
        *(quantified.recolour_everything, quantified.in_zone_places) * 2,
    ),
    "relations": (
        *(relations.connect, relations.halfway) * 12,
        *(around.on_every_side, around.ring_around, relations.on_each_end, relations.in_line_with) * 6,
        *(relations.beside_top, relations.beside_row) * 3,
        *(around.diagonal_neighbour, around.diagonal_corners, relations.with_gap) * 2,
        *(relations.longer_list, relations.number_of_spaces) * 2,
    ),
    "copies": (
        *(copies.matching_height,) * 14,
        *(copies.copy_beside, copies.tower_of_given_height, copies.row_of_given_length) * 6,
        *(copies.upside_down,) * 5,
        *(copies.copy_on_top, copies.mirror) * 2,
    ),
    "changes": (
        *(changes.swap, changes.move_onto, resizing.fill_hole, resizing.hollow_out) * 10,
        *(changes.replace, changes.move_by, resizing.extend, changes.move_beside, resizing.extend_to) * 5,
        *(changes.recolour_structure, changes.recolour_colour, resizing.shorten, resizing.add_layer) * 3,
    ),
    "shapes": (*(shapes.named_shape,) * 30, *(shapes.letter_l, shapes.zigzag, shapes.striped_row) * 4),
    "clauses": (
        *(clauses.step_by_step, clauses.structure_and_cap, clauses.two_places) * 6,
        *(clauses.remove_several, clauses.remove_and_place) * 4,
        *(clauses.around_one, clauses.same_for_two, clauses.same_colour_as) * 3,
    ),
}
"""The templates of each kind; frequent ones, and those that fit few
scenes, appear more than once."""

ALL_TEMPLATES: tuple[Template, ...] = tuple(
    template
    for kind, templates in SENTENCE_KINDS.items()
    for template in templates * (BASIC_WEIGHT if kind == "basic" else 1)
)
"""What mixed tasks draw from: about 45 % of their sentences are basic."""

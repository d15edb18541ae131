"""All kinds of synthetic sentences, so that each can be drawn, or left out, by name."""

from __future__ import annotations

from cq.building.synthetic import around, changes, copies, quantified, relations, resizing
from cq.building.synthetic.sentences import BASIC_TEMPLATES, Template

BASIC_WEIGHT = 2

SENTENCE_KINDS: dict[str, tuple[Template, ...]] = {
    "basic": BASIC_TEMPLATES,
    "clearing": (quantified.clear_everything, quantified.keep_only),
    "quantifiers": (
        *(quantified.remove_group, quantified.recolour_group) * 2,
        *(quantified.cap_each, quantified.on_top_of_group) * 5,
        *(quantified.beside_each, quantified.top_of_each, quantified.raise_each) * 3,
        quantified.recolour_everything,
        quantified.in_zone_places,
    ),
    "relations": (
        *(relations.connect, relations.halfway) * 6,
        *(around.on_every_side, around.ring_around, relations.on_each_end, relations.in_line_with) * 3,
        *(relations.beside_top, relations.beside_row) * 2,
        relations.with_gap,
        around.diagonal_neighbour,
        around.diagonal_corners,
        relations.longer_list,
        relations.number_of_spaces,
    ),
    "copies": (
        *(copies.copy_beside, copies.tower_of_given_height, copies.row_of_given_length) * 3,
        *(copies.matching_height,) * 8,
        *(copies.upside_down,) * 3,
        copies.copy_on_top,
        copies.mirror,
    ),
    "changes": (
        *(changes.swap, changes.move_onto, resizing.fill_hole, resizing.hollow_out) * 6,
        *(changes.replace, changes.move_by, resizing.extend, changes.move_beside, resizing.extend_to) * 3,
        *(changes.recolour_structure, changes.recolour_colour, resizing.shorten, resizing.add_layer) * 2,
    ),
}
"""The templates of each kind; frequent ones appear more than once."""

ALL_TEMPLATES: tuple[Template, ...] = tuple(
    template
    for kind, templates in SENTENCE_KINDS.items()
    for template in templates * (BASIC_WEIGHT if kind == "basic" else 1)
)
"""What mixed tasks draw from: about 45 % of their sentences are basic."""

"""Resolves places: `spots` for new things, `holds` and `located` for present ones."""

from cq.semantics.places import (  # noqa: F401
    between,
    combined,
    coordinates,
    holding_relations,
    holding_zone,
    line_spots,
    sides,
    vertical,
    zone,
)
from cq.semantics.places.holding import holds, located
from cq.semantics.spots import spots

__all__ = ["holds", "located", "spots"]

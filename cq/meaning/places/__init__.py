"""Where places are: `spots` for what is new, `holds` and `located` for what stands."""

from cq.meaning.places import (  # noqa: F401
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
from cq.meaning.places.holding import holds, located
from cq.meaning.spots import spots

__all__ = ["holds", "located", "spots"]

"""Where places are: `spots` for what is new, `holds` and `located` for what stands."""

from cq.meaning.places import between, combined, coordinates, lines, sides, vertical, zone  # noqa: F401
from cq.meaning.places.holding import holds, located
from cq.meaning.places.spots import spots

__all__ = ["holds", "located", "spots"]

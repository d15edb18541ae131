"""The nearness of two texts in meaning: the frozen sentence encoder, loaded on first use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cq.encoder.backbone import Backbone

Similarity = Callable[[Sequence[str], str], float]
"""The greatest cosine in [-1, 1] between any of several texts and another text."""


def cosine(texts: Sequence[str], other: str) -> float:
    """By mean token vectors of the backbone's last layer."""
    from cq.encoder.backbone import l2_normalize

    vectors = l2_normalize(backbone().encode([*texts, other]))
    return float((vectors[:-1] @ vectors[-1]).max())


@lru_cache(maxsize=1)
def backbone() -> Backbone:
    """The bundled encoder."""
    from cq.encoder.backbone import Backbone

    return Backbone.load()

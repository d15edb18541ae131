"""Which details a request lacks: those that known requests like it lacked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.types import Floats

MOST_DETAILS = 5
SHARPNESS = 12.0
"""How much faster a known request counts the more it is like the request: weight = exp(SHARPNESS ×
cosine).
"""
SAME = 0.6
"""Descriptions of this cosine or more are one detail, which is named once."""


@dataclass(frozen=True)
class DetailMemory:
    """Known requests: their vectors of unit length (m, width), the different `descriptions` of what they
    lacked, their vectors (d, width), and who lacked what, as rows (place of the description, place of the
    request, importance): (p, 3).
    """

    requests: Floats
    descriptions: tuple[str, ...]
    vectors: Floats
    lacked: npt.NDArray[np.int64]

    def missing(self, request: Floats) -> tuple[str, ...]:
        """What a request of this vector (width,) lacks, the most likely first: `MOST_DETAILS` descriptions
        that do not mean the same.
        """
        return tuple(self.descriptions[i] for i in self.places(request))

    def places(self, request: Floats) -> list[int]:
        """The places of what is missing among the descriptions."""
        weight = np.exp(SHARPNESS * (self.requests @ request - 1))
        what, who, importance = self.lacked.T
        found = np.bincount(what, weight[who] * importance, minlength=len(self.descriptions))
        near = np.argsort(-found, kind="stable")[: 20 * MOST_DETAILS]
        same, left = self.vectors[near] @ self.vectors[near].T >= SAME, found[near]
        kept: list[int] = []
        # One after the other, the description that means the same as most of what is left.
        for _ in range(min(MOST_DETAILS, len(near))):
            kept.append(int(np.argmax(same @ left)))
            left = np.where(same[kept[-1]], 0, left)
        return [int(near[i]) for i in kept]

    def tensors(self) -> dict[str, npt.NDArray[Any]]:
        """Its arrays by name, for saving."""
        return {
            "details.requests": self.requests.astype(np.float16),
            "details.vectors": self.vectors.astype(np.float16),
            "details.lacked": self.lacked,
        }

    @classmethod
    def of(
        cls, descriptions: Sequence[str], tensors: Mapping[str, npt.NDArray[Any]], width: int
    ) -> DetailMemory:
        """What `tensors()` describes. Raises `KeyError` or `ValueError` if it does not fit together."""
        requests, vectors = (
            tensors[f"details.{name}"].astype(np.float32) for name in ("requests", "vectors")
        )
        lacked = tensors["details.lacked"]
        sizes = (len(descriptions), len(requests))
        is_whole = lacked.shape[1:] == (3,) and {requests.shape[1:], vectors.shape[1:]} == {(width,)}
        if not is_whole or len(vectors) != sizes[0] or ((lacked[:, :2] < 0) | (lacked[:, :2] >= sizes)).any():
            raise ValueError("the known details do not fit together")
        return cls(requests, tuple(map(str, descriptions)), vectors, lacked)

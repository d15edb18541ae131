"""The missing details of a request: those of similar known requests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.types import Floats

MOST_DETAILS = 5
SHARPNESS = 12.0
"""How steeply the weight of a known request rises with its similarity: weight = exp(SHARPNESS × cosine)."""
SAME = 0.6
"""Descriptions with this cosine or more are one detail, which is named once."""


@dataclass(frozen=True)
class DetailMemory:
    """Known requests: their vectors of unit length (m, width), the different `descriptions` of their missing
    details, the descriptions' vectors (d, width), and which request lacks which, as rows (index of the
    description, index of the request, importance): (p, 3).
    """

    requests: Floats
    descriptions: tuple[str, ...]
    vectors: Floats
    lacked: npt.NDArray[np.int64]

    def missing(self, request: Floats) -> tuple[str, ...]:
        """The missing details of a request with this vector (width,), the most likely first: `MOST_DETAILS`
        descriptions with different meanings.
        """
        return tuple(self.descriptions[i] for i in self.places(request))

    def places(self, request: Floats) -> list[int]:
        """The indices of the missing details among the descriptions."""
        weight = np.exp(SHARPNESS * (self.requests @ request - 1))
        what, who, importance = self.lacked.T
        found = np.bincount(what, weight[who] * importance, minlength=len(self.descriptions))
        near = np.argsort(-found, kind="stable")[: 20 * MOST_DETAILS]
        same, left = self.vectors[near] @ self.vectors[near].T >= SAME, found[near]
        kept: list[int] = []
        # Each step takes the description with the same meaning as most of the rest.
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
        """The memory that `tensors()` describes. Raises `KeyError` or `ValueError` if it is inconsistent."""
        requests, vectors = (
            tensors[f"details.{name}"].astype(np.float32) for name in ("requests", "vectors")
        )
        lacked = tensors["details.lacked"]
        sizes = (len(descriptions), len(requests))
        is_whole = lacked.shape[1:] == (3,) and {requests.shape[1:], vectors.shape[1:]} == {(width,)}
        if not is_whole or len(vectors) != sizes[0] or ((lacked[:, :2] < 0) | (lacked[:, :2] >= sizes)).any():
            raise ValueError("the known details do not fit together")
        return cls(requests, tuple(map(str, descriptions)), vectors, lacked)

"""The result of training a part."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from cq.modeling.checkpoints import CheckpointStore

Part = TypeVar("Part")

OpenStore: TypeAlias = Callable[[int], AbstractContextManager[CheckpointStore]]
"""Opens the store of a training that will finish this many pieces."""


@dataclass(frozen=True)
class Trained(Generic[Part]):
    """A trained part. `info` holds the number of its rows and, under `out_of_fold`, its figures on rows that
    the networks of the other folds have not seen.
    """

    part: Part
    info: dict[str, Any]

    @property
    def figures(self) -> dict[str, float]:
        """The figures out of fold, by name."""
        found: dict[str, float] = self.info["out_of_fold"]
        return found

"""The builder: networks that plan and act, and how sure to be of what they build."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cq.building.build import Build
from cq.building.confidence import Confidence
from cq.encoder.backbone import Backbone
from cq.errors import InputError
from cq.language.instruction import GroundedInstruction
from cq.modeling.artifacts import load_artifact, save_artifact

if TYPE_CHECKING:
    from cq.building.model.network import BuildingNetwork

KIND = "builder"


class NetworkBuilder:
    """Says what a person would build from an instruction in a world."""

    def __init__(
        self, networks: Sequence[BuildingNetwork], confidence: Confidence, backbone: Backbone
    ) -> None:
        from cq.building.token_embedder import WordReader

        self.networks, self.confidence, self.backbone = list(networks), confidence, backbone
        self._reader = WordReader(backbone)

    def build(self, instructions: Sequence[GroundedInstruction]) -> list[Build]:
        """One `Build` per instruction, computed in batches."""
        from cq.building.decoding.candidates import attempts
        from cq.building.task import Task

        tasks = [Task(one.text, one.world.grid) for one in instructions]
        builds = []
        for one in attempts(self.networks, tasks, self._reader):
            one.grid.setflags(write=False)
            builds.append(Build(one.grid, one.actions, one.plan, self.confidence(one)))
        return builds

    def save_pretrained(self, folder: Path, info: dict[str, Any] | None = None) -> None:
        """Write the networks; `info` (training rows and figures) is added to the configuration."""
        from cq.building.model.cells import cell_names
        from cq.modeling.ensemble import network_tensors

        config = {
            "kind": KIND,
            "backbone": self.backbone.name,
            "features": cell_names(),
            "networks": len(self.networks),
            "confidence": list(self.confidence.weights),
        }
        tensors = {name: t.astype(np.float16) for name, t in network_tensors(self.networks).items()}
        save_artifact(folder, config | (info or {}), tensors)

    @classmethod
    def from_pretrained(cls, folder: Path, backbone: Backbone) -> NetworkBuilder:
        """Read what `save_pretrained` wrote. Raises `MissingFileError` or `InputError`."""
        from cq.building.model.cells import cell_names
        from cq.building.model.network import BuildingNetwork
        from cq.building.token_embedder import WordReader
        from cq.modeling.ensemble import restore_networks

        config, tensors = load_artifact(folder, KIND, (), backbone)
        if config["features"] != cell_names():
            raise InputError(
                f"the weights in {str(folder)!r} were trained on other features than this version computes; "
                "train again with python -m pipelines.train building"
            )
        width = WordReader(backbone).width
        try:
            networks = restore_networks(lambda: BuildingNetwork(width), tensors, config["networks"])
        except RuntimeError as error:
            raise InputError(
                f"the weights in {str(folder)!r} are damaged ({str(error).splitlines()[0]}); "
                "train or install again"
            ) from None
        return cls(networks, Confidence(tuple(config["confidence"])), backbone)

"""The builder: networks that predict plans and actions, and the confidence of the result."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cq.building.build import Build
from cq.building.confidence import Confidence
from cq.encoder.backbone import Backbone
from cq.language.instruction import GroundedInstruction
from cq.modeling.artifacts import check_features, load_artifact, reporting_damage, save_artifact

if TYPE_CHECKING:
    from cq.building.model.network import BuildingNetwork

KIND = "builder"


class NetworkBuilder:
    """Predicts what a person would build from an instruction in a world, with networks and a confidence."""

    def __init__(
        self, networks: Sequence[BuildingNetwork], confidence: Confidence, backbone: Backbone
    ) -> None:
        from cq.building.token_embedder import TokenEmbedder

        self.networks, self.confidence, self.backbone = list(networks), confidence, backbone
        self._embedder = TokenEmbedder(backbone)

    def build(self, instructions: Sequence[GroundedInstruction]) -> list[Build]:
        """One `Build` per instruction, computed in batches."""
        from cq.building.decoding.prediction import predict_builds
        from cq.building.example import BuildingExample

        examples = [BuildingExample(one.text, one.world.grid) for one in instructions]
        builds = []
        for prediction in predict_builds(self.networks, examples, self._embedder):
            prediction.grid.setflags(write=False)
            confidence = self.confidence(prediction)
            builds.append(Build(prediction.grid, prediction.actions, prediction.plan, confidence))
        return builds

    def save_pretrained(self, folder: str | os.PathLike[str], info: dict[str, Any] | None = None) -> None:
        """Write the networks; `info` (training rows and figures) is added to the configuration."""
        folder = Path(folder)
        from cq.building.model.cell_features import cell_feature_names
        from cq.modeling.ensemble import network_tensors

        config = {
            "kind": KIND,
            "backbone": self.backbone.name,
            "features": cell_feature_names(),
            "networks": len(self.networks),
            "confidence": list(self.confidence.weights),
        }
        tensors = {name: t.astype(np.float16) for name, t in network_tensors(self.networks).items()}
        save_artifact(folder, config | (info or {}), tensors)

    @classmethod
    def from_pretrained(cls, folder: str | os.PathLike[str], backbone: Backbone) -> NetworkBuilder:
        """Read what `save_pretrained` wrote. Raises `MissingFileError` or `InputError`."""
        folder = Path(folder)
        from cq.building.model.cell_features import cell_feature_names
        from cq.building.model.network import BuildingNetwork
        from cq.building.token_embedder import TokenEmbedder
        from cq.modeling.ensemble import restore_networks

        config, tensors = load_artifact(folder, KIND, (), backbone.name)
        check_features(folder, config["features"], cell_feature_names())
        width = TokenEmbedder(backbone).width
        with reporting_damage(folder):
            networks = restore_networks(lambda: BuildingNetwork(width), tensors, config["networks"])
        return cls(networks, Confidence(tuple(config["confidence"])), backbone)

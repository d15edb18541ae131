"""The builder: networks that predict plans and actions, and the confidence of the result."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cq.building.build import Build
from cq.building.confidence import Confidence
from cq.encoder.backbone import Backbone
from cq.errors import InputError
from cq.modeling.artifacts import load_part, save_part
from cq.world import World

if TYPE_CHECKING:
    from cq.building.model.network import BuildingNetwork

KIND = "builder"


class Builder:
    """Predicts what a person would build from an instruction in a world."""

    def __init__(
        self, networks: Sequence[BuildingNetwork], confidence: Confidence, backbone: Backbone
    ) -> None:
        from cq.building.token_embedder import TokenEmbedder

        self.networks, self.confidence, self.backbone = list(networks), confidence, backbone
        self._embedder = TokenEmbedder(backbone)

    def build(self, instructions: Sequence[str], worlds: Sequence[World]) -> list[Build]:
        """One `Build` per (instruction, world), computed in batches."""
        from cq.building.decoding.prediction import predict_builds
        from cq.building.example import BuildingExample

        pairs = zip(instructions, worlds, strict=True)
        examples = [BuildingExample(text, world.grid) for text, world in pairs]
        builds = []
        for prediction in predict_builds(self.networks, examples, self._embedder):
            prediction.grid.setflags(write=False)
            confidence = self.confidence(prediction)
            builds.append(Build(prediction.grid, prediction.actions, prediction.plan, confidence))
        return builds

    def save_pretrained(self, folder: Path, info: dict[str, Any]) -> None:
        """Write the networks to a folder. Its configuration also keeps `info`: training data and figures."""
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
        save_part(folder, config | info, tensors)

    @classmethod
    def from_pretrained(cls, folder: Path, backbone: Backbone) -> Builder:
        """Read what `save_pretrained` wrote. Raises `MissingFileError` or `InputError`."""
        from cq.building.model.cell_features import cell_feature_names
        from cq.building.model.network import BuildingNetwork
        from cq.building.token_embedder import TokenEmbedder
        from cq.modeling.ensemble import restored_networks

        config, tensors = load_part(folder, KIND, (), backbone)
        if config["features"] != cell_feature_names():
            raise InputError(
                f"the weights in {str(folder)!r} were trained on other features than this version computes; "
                "train again with python -m pipelines.train building"
            )
        width = TokenEmbedder(backbone).width
        try:
            networks = restored_networks(lambda: BuildingNetwork(width), tensors, config["networks"])
        except RuntimeError as error:
            raise InputError(
                f"the weights in {str(folder)!r} are damaged ({str(error).splitlines()[0]}); "
                "train or install again"
            ) from None
        return cls(networks, Confidence(tuple(config["confidence"])), backbone)

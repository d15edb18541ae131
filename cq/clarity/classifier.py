"""The clarity classifier: frozen sentence vectors and grounded findings, read by small networks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cq.clarity.calibration import Calibration
from cq.clarity.features import explicit_features, feature_names
from cq.encoder.backbone import Backbone, Vectors
from cq.errors import InputError
from cq.language.grounding import findings
from cq.modeling.artifacts import load_part, save_part
from cq.world import World

if TYPE_CHECKING:
    from cq.clarity.network import Fitted

KIND = "network"
LAYERS = (1, 2, 3, 4, 5, 6)
"""Hidden layers whose mean vectors are joined. Earlier layers keep more of the wording than the last, which
was trained to forget it."""


@dataclass(frozen=True)
class Clarity:
    """Whether an instruction is clear enough to act on in its world.

    `p_unclear` is the probability, in [0, 1], that a person would ask back; `is_clear` holds where it is
    not above `threshold`. `reasons` names what the words leave open in this world, in order of mention;
    clear instructions may have some too, which a person would see past.
    """

    is_clear: bool
    p_unclear: float
    threshold: float
    reasons: tuple[str, ...] = ()


class ClarityClassifier:
    """Says how likely a person would ask back before acting on an instruction in a world."""

    def __init__(self, fitted: Fitted, backbone: Backbone) -> None:
        self.fitted, self.backbone = fitted, backbone

    def classify(
        self, instructions: Sequence[str], worlds: Sequence[World], cost_of_asking: float | None = None
    ) -> list[Clarity]:
        """One `Clarity` per (instruction, world), computed as one batch.

        `cost_of_asking`, in (0, 1), is what a question costs where building wrong costs 1: asking then pays
        above p = cost_of_asking, which becomes the threshold (Elkan 2001). None takes the threshold of best
        macro-F1. Raises `InputError` for a cost outside (0, 1).
        """
        threshold = self.fitted.threshold if cost_of_asking is None else _checked_cost(cost_of_asking)
        p_unclear = self.fitted.probabilities(inputs(self.backbone, instructions, worlds))
        return [
            Clarity(bool(p <= threshold), float(p), threshold, _reasons(text, world))
            for p, text, world in zip(p_unclear, instructions, worlds, strict=True)
        ]

    def save_pretrained(self, folder: Path, info: dict[str, Any]) -> None:
        """Write the networks; `info` (what they were trained on, with which figures) is kept beside them."""
        config = {
            "kind": KIND,
            "backbone": self.backbone.name,
            "layers": list(LAYERS),
            "features": feature_names(),
            "networks": len(self.fitted.ensemble.networks),
            "threshold": self.fitted.threshold,
            "slope": self.fitted.calibration.slope,
            "offset": self.fitted.calibration.offset,
        }
        from cq.clarity.network import SCALING

        tensors = self.fitted.ensemble.tensors()
        halved = {k: t if k in SCALING else t.astype(np.float16) for k, t in tensors.items()}
        save_part(folder, config | info, halved)

    @classmethod
    def from_pretrained(cls, folder: Path, backbone: Backbone) -> ClarityClassifier:
        """Read what `save_pretrained` wrote. Raises `MissingFileError` or `InputError`."""
        from cq.clarity.network import SCALING, Ensemble, Fitted

        config, tensors = load_part(folder, KIND, SCALING, backbone)
        if config["features"] != feature_names() or config["layers"] != list(LAYERS):
            raise InputError(
                f"the weights in {str(folder)!r} were trained on other features than this version computes; "
                "train again with python -m pipelines.train clarity"
            )
        try:
            ensemble = Ensemble.from_tensors(tensors, config["networks"])
        except RuntimeError as error:
            raise InputError(
                f"the weights in {str(folder)!r} are damaged ({str(error).splitlines()[0]}); "
                "train or install again"
            ) from None
        calibration = Calibration(config["slope"], config["offset"])
        return cls(Fitted(ensemble, calibration, config["threshold"]), backbone)


def inputs(backbone: Backbone, instructions: Sequence[str], worlds: Sequence[World]) -> Vectors:
    """The classifier's input (n, d): sentence vectors of `LAYERS`, then the explicit features."""
    return np.hstack([backbone.encode(instructions, LAYERS), explicit_features(instructions, worlds)])


def _reasons(instruction: str, world: World) -> tuple[str, ...]:
    return tuple(dict.fromkeys(finding.text for finding in findings(instruction, world.grid)))


def _checked_cost(cost: float) -> float:
    if isinstance(cost, bool) or not isinstance(cost, (int, float)) or not 0 < cost < 1 or math.isnan(cost):
        raise InputError(
            f"cost_of_asking {cost!r} is not a number above 0 and below 1; building wrong costs 1"
        )
    return float(cost)

"""The clarity classifier: token vectors, findings and n-grams, read by small networks and a linear model."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from cq.clarity.calibration import Calibration
from cq.clarity.features import classifier_features
from cq.clarity.findings import finding_names
from cq.clarity.gauge import gauge_html
from cq.encoder.backbone import Backbone
from cq.errors import InputError, excerpt
from cq.modeling.artifacts import load_artifact, reporting_damage, save_artifact
from cq.modeling.probabilities import check_probability
from cq.reading.grounded import GroundedInstruction

if TYPE_CHECKING:
    from cq.clarity.model import ClarityModel

KIND = "clarity classifier"


@dataclass(frozen=True)
class Clarity:
    """Whether an instruction is clear enough to act on in its world. Its truth value is `is_clear`.

    `p_unclear` is the probability, in [0, 1], that a person would ask back; `is_clear` holds if it is not
    above `threshold`. `reasons` name the open slots of the words in this world, in order of mention. A
    clear instruction may have reasons too, which most people would not ask about. `domain` is "building", or
    "text" for a request about another topic, where no world counts: it was judged by a classifier of requests
    of any domain, or by one fitted on some; its `reasons` name the kinds of detail that may be missing.
    `in_domain` is False for a text in a world that is not a building instruction, and for a text that is not
    English: the training has no such texts, `p_unclear` means little, and `reasons` say why.
    """

    is_clear: bool
    p_unclear: float
    threshold: float
    reasons: tuple[str, ...] = ()
    in_domain: bool = True
    domain: Literal["building", "text"] = "building"
    grade: int | None = field(default=None, repr=False)
    """Its need of clarification, from 1 to 4, if the classifier was fitted on such grades."""

    def __post_init__(self) -> None:
        """Raises `InputError` if `p_unclear` is not a probability."""
        check_probability(self.p_unclear, "p_unclear")

    def __bool__(self) -> bool:
        return self.is_clear

    def _repr_html_(self) -> str:
        """A gauge with the threshold and the reasons, for notebooks."""
        return gauge_html(self.p_unclear, self.threshold, self.is_clear) + "".join(
            f"<div>{escape(reason)}</div>" for reason in self.reasons
        )


class ClarityClassifier:
    """Predicts the probability that a person would ask back before acting on an instruction in a world."""

    def __init__(self, model: ClarityModel, backbone: Backbone) -> None:
        self.model, self.backbone = model, backbone

    def classify(
        self, instructions: Sequence[GroundedInstruction], cost_of_asking: float | None = None
    ) -> list[Clarity]:
        """One `Clarity` per instruction, computed as one batch.

        `cost_of_asking`, in (0, 1), is the cost of a question if a wrong build costs 1: asking then pays
        above p = cost_of_asking, which becomes the threshold (Elkan 2001). None takes the threshold with the
        best
        macro-F1. Raises `InputError` for a cost outside (0, 1).
        """
        threshold = self.model.threshold if cost_of_asking is None else check_cost(cost_of_asking)
        if not instructions:
            return []
        p_unclear = self.model.probabilities(classifier_features(instructions))
        return [
            Clarity(bool(p <= threshold), float(p), threshold, instruction.reasons, instruction.is_building)
            for p, instruction in zip(p_unclear, instructions, strict=True)
        ]

    def save_pretrained(self, folder: str | os.PathLike[str], info: dict[str, Any] | None = None) -> None:
        """Write both models; `info` (training rows and figures) is added to the configuration."""
        folder = Path(folder)
        config = {
            "kind": KIND,
            "backbone": self.backbone.name,
            "features": list(finding_names()),
            "networks": len(self.model.networks.networks),
            "threshold": self.model.threshold,
            "slopes": list(self.model.calibration.slopes),
            "offset": self.model.calibration.offset,
        }
        tensors = self.model.networks.tensors()
        halved = {k: t if k.startswith("features.") else t.astype(np.float16) for k, t in tensors.items()}
        save_artifact(folder, config | (info or {}), halved | self.model.lexical.tensors())

    @classmethod
    def from_pretrained(cls, folder: str | os.PathLike[str], backbone: Backbone) -> ClarityClassifier:
        """Read what `save_pretrained` wrote. Raises `MissingFileError` or `InputError`."""
        folder = Path(folder)
        from cq.clarity.lexical import LexicalModel
        from cq.clarity.model import ClarityModel
        from cq.clarity.network import CLIP, ClarityNetwork
        from cq.modeling.ensemble import Ensemble

        config, tensors = load_artifact(folder, KIND, backbone.name, list(finding_names()))
        with reporting_damage(folder):
            width = backbone.depth * backbone.width + len(finding_names())
            if tensors["features.mean"].shape != (width,):
                raise ValueError(f"they read {tensors['features.mean'].shape} features, not {width}")
            networks = Ensemble.from_tensors(tensors, ClarityNetwork, CLIP, config.count("networks"))
            lexical = LexicalModel.from_tensors(tensors)
        calibration = Calibration(config.numbers("slopes", 2), config.number("offset"))
        return cls(ClarityModel(networks, lexical, calibration, config.number("threshold")), backbone)


def check_cost(cost: float) -> float:
    """The cost of a question. Raises `InputError` unless it is a number above 0 and below 1."""
    if isinstance(cost, bool) or not isinstance(cost, Real) or not 0 < cost < 1:
        raise InputError(
            f"cost_of_asking {excerpt(cost)} is not a number above 0 and below 1; building wrong costs 1"
        )
    return float(cost)

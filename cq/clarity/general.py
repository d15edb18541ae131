"""When to ask about a request of any domain, without a corpus of such requests: the bundled classifier.

A logistic regression on sentence vectors and on the form of the text, trained on IN3 and on our own requests
with an omitted detail (`cq.training.omissions`); one more for each kind of detail names the missing kinds.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.clarity.calibration import Calibration
from cq.clarity.classifier import Clarity, check_cost
from cq.clarity.features import ClarityFeatures
from cq.clarity.request_features import is_english, linear_input, request_features
from cq.encoder.backbone import PACKAGE
from cq.modeling.artifacts import WEIGHTS, PartConfig, load_artifact, reporting_damage, save_artifact
from cq.modeling.manifest import GENERAL
from cq.reading.grounded import GroundedInstruction
from cq.types import Floats

KIND = "general clarity classifier"
REASONS = {
    "who": "it may not say for whom, with whom or who",
    "when": "it may not say when",
    "where": "it may not say where",
    "how much": "it may not say how much or how many",
    "which": "it may not say which one",
    "in what form": "it may not say in what form",
    "two meanings": "a term may have two meanings",
    "contradiction": "it may contradict itself",
    "outside": "it may be outside what I can do",
}
"""The reason for each kind of missing detail."""
OTHER_LANGUAGE = "it does not seem to be English, and I know only English requests: I am not sure"
QUESTIONS = {
    REASONS["who"]: "Who is it for, or with whom?",
    REASONS["when"]: "When should it be?",
    REASONS["where"]: "Where should it be?",
    REASONS["how much"]: "How much or how many should it be?",
    REASONS["which"]: "Which one do you mean?",
    REASONS["in what form"]: "In what form should it be?",
    REASONS["two meanings"]: "A word of this may have two meanings: what do you mean by it?",
    REASONS["contradiction"]: "Parts of this may contradict each other: which of them counts?",
    REASONS["outside"]: "This may be outside what I can do: what would help instead?",
    OTHER_LANGUAGE: "Could you say it in English?",
}
"""The question for each reason, where there is no bank."""
MOST_REASONS = 3


@dataclass(frozen=True)
class GeneralModel:
    """Logits of `linear_input`s. `weights` (1 + k, d) and `biases` (1 + k,) are those of the unclear class,
    then of the k kinds of missing detail in `REASONS`. `trained_on` names the corpora of its training.
    """

    weights: Floats
    biases: Floats
    calibration: Calibration
    threshold: float
    trained_on: tuple[str, ...]

    def logits(self, x: ClarityFeatures) -> npt.NDArray[np.float64]:
        """The logits of the unclear class and of each kind of missing detail, for n texts: (n, 1 + k)."""
        return np.asarray(linear_input(x) @ self.weights.T + self.biases, dtype=np.float64)

    def reasons(self, logits: npt.NDArray[np.float64]) -> tuple[str, ...]:
        """The reasons of the likeliest kinds of missing detail, from one text's logits: those more likely
        than not, the first in any case.
        """
        order = np.argsort(-logits[1:], kind="stable")[:MOST_REASONS]
        kept = [i for rank, i in enumerate(order) if rank == 0 or logits[1 + i] > 0]
        return tuple(list(REASONS.values())[i] for i in kept)

    def config(self) -> dict[str, Any]:
        """Its settings, for saving."""
        return {
            "features": list(REASONS),
            "threshold": self.threshold,
            "slopes": list(self.calibration.slopes),
            "offset": self.calibration.offset,
            "trained_on": list(self.trained_on),
        }

    def tensors(self) -> dict[str, npt.NDArray[Any]]:
        """Its arrays by name, for saving."""
        return {"general.weights": self.weights.astype(np.float16), "general.biases": self.biases}

    @classmethod
    def of(cls, config: PartConfig, tensors: Mapping[str, npt.NDArray[Any]]) -> GeneralModel:
        """The model that `config()` and `tensors()` describe. Raises `KeyError`, `ValueError` or
        `InputError`.
        """
        weights, biases = (tensors[f"general.{name}"].astype(np.float32) for name in ("weights", "biases"))
        if config.given("features") != list(REASONS) or {len(weights), len(biases)} != {1 + len(REASONS)}:
            raise ValueError("it has other kinds of reasons")
        calibration = Calibration(config.numbers("slopes", 1), config.number("offset"))
        trained_on = tuple(map(str, config.given("trained_on")))
        return cls(weights, biases, calibration, config.number("threshold"), trained_on)

    def save(self, folder: str | os.PathLike[str], info: dict[str, Any] | None = None) -> None:
        """Write the model as a separate part; `info` is added to the configuration."""
        config = {"kind": KIND, "backbone": PACKAGE} | self.config() | (info or {})
        save_artifact(Path(folder), config, self.tensors())

    @classmethod
    def load(cls, folder: str | os.PathLike[str]) -> GeneralModel:
        """Read what `save` wrote. Raises `MissingFileError` or `InputError`."""
        config, tensors = load_artifact(Path(folder), KIND, PACKAGE, list(REASONS))
        with reporting_damage(Path(folder)):
            return cls.of(config, tensors)

    def classify(
        self, instructions: Sequence[GroundedInstruction], cost_of_asking: float | None = None
    ) -> list[Clarity]:
        """One `Clarity` per request, with the domain "text" and the kinds that may be missing as reasons. A
        text that is not English gets the probability 0.5, and `in_domain` is False.
        """
        threshold = self.threshold if cost_of_asking is None else check_cost(cost_of_asking)
        if not instructions:
            return []
        logits = self.logits(request_features(instructions))
        found = []
        for instruction, of_one, p in zip(instructions, logits, self.calibration(logits[:, 0]), strict=True):
            if not is_english(instruction):
                found.append(Clarity(False, 0.5, threshold, (OTHER_LANGUAGE,), False, domain="text"))
                continue
            is_clear = bool(p <= threshold)
            reasons = () if is_clear else self.reasons(of_one)
            found.append(Clarity(is_clear, float(p), threshold, reasons, domain="text"))
        return found


@cache
def bundled_general() -> GeneralModel:
    """The model in the package."""
    return GeneralModel.load(WEIGHTS / GENERAL)

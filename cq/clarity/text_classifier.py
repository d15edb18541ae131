"""When to ask about requests like those of a corpus: linear models of sentence vectors, form and n-grams.

A few hundred labelled requests are too few for networks, and the grammar of blocks does not read them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.clarity.calibration import Calibration
from cq.clarity.classifier import Clarity, check_cost
from cq.clarity.details import DetailMemory
from cq.clarity.features import ClarityFeatures
from cq.clarity.general import GeneralModel
from cq.clarity.grades import GradeModel
from cq.clarity.lexical import LexicalModel
from cq.clarity.request_features import linear_input, request_features
from cq.encoder.backbone import Backbone
from cq.errors import InputError
from cq.modeling.artifacts import load_artifact, reporting_damage, save_artifact
from cq.reading.grounded import GroundedInstruction
from cq.types import Floats

KIND = "text clarity classifier"
LINEAR_STRENGTHS, LEXICAL_STRENGTHS = (0.03, 0.3, 3.0), (0.3, 3.0, 30.0)
"""Inverse regularisations for the choice by inner folds."""
TRUST = 1 / 4
"""Inverse regularisation of the calibration."""
FEWEST_FOLDS = 2
"""Folds that must have rows of each class: one is held out."""

Labels = npt.NDArray[Any]
Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class LinearModel:
    """logit = `linear_input` · `weights` + `bias`."""

    weights: Floats
    bias: float

    def logits(self, x: ClarityFeatures) -> Numbers:
        """A logit for each text: (n,)."""
        return np.asarray(linear_input(x) @ self.weights + self.bias, dtype=np.float64)

    @classmethod
    def fit(cls, x: ClarityFeatures, unclear: Labels, strength: float) -> LinearModel:
        """Logistic regression with the inverse regularisation `strength`."""
        from sklearn.linear_model import LogisticRegression

        model = LogisticRegression(C=strength, max_iter=2000).fit(linear_input(x), unclear)
        return cls(np.asarray(model.coef_[0], dtype=np.float32), float(model.intercept_[0]))


@dataclass(frozen=True)
class TextModel:
    """Logits of three models: of vectors and form (`linear`), of n-grams (`lexical`), and of the bundled
    model of requests of any domain (`general`, None if there is none). `calibration` weighs them together.
    """

    linear: LinearModel
    lexical: LexicalModel
    general: GeneralModel | None
    calibration: Calibration
    threshold: float

    def probabilities(self, x: ClarityFeatures) -> Numbers:
        """The probability that each text is unclear: (n,)."""
        columns = [self.linear.logits(x), self.lexical.logits(x), _general(self.general, x)]
        return self.calibration(np.stack(columns, axis=1))

    @classmethod
    def fit(
        cls, x: ClarityFeatures, unclear: Labels, folds: Labels, general: GeneralModel | None = None
    ) -> TextModel:
        """From features of n texts, labels 0 or 1 (n,) and folds (n,). The strengths and the calibration come
        from logits of rows whose fold was held out. The calibration is near that of the bundled model alone:
        few rows keep its result, many change it.

        Raises `InputError` unless each class has rows in two folds or more.
        """
        check_classes(unclear, folds, FEWEST_FOLDS)
        strengths, columns = [], []
        for fit, some in ((LinearModel.fit, LINEAR_STRENGTHS), (LexicalModel.fit, LEXICAL_STRENGTHS)):
            held = [(_held_out(fit, x, unclear, folds, strength), strength) for strength in some]
            logits, strength = min(held, key=lambda pair: _losses(pair[0][:, None], unclear, folds).mean())
            strengths.append(strength)
            columns.append(logits)
        table = np.stack([*columns, _general(general, x)], axis=1)
        slope = 0.0 if general is None else general.calibration.slopes[0]
        calibration = Calibration.near(table, unclear, (0.0, 0.0, slope), TRUST)
        return cls(
            LinearModel.fit(x, unclear, strengths[0]),
            LexicalModel.fit(x, unclear, strengths[1]),
            general,
            calibration,
            float(unclear.mean()),
        )


class TextClassifier:
    """Predicts the probability that a person would ask back before acting on a request, by its words alone.
    `cq.Pipeline.fit` fits it on a corpus, for similar requests. Its reasons are details that similar requests
    lacked, if the corpus has them, else kinds of detail.
    """

    def __init__(
        self,
        model: TextModel,
        backbone: Backbone,
        details: DetailMemory | None = None,
        grades: GradeModel | None = None,
    ) -> None:
        self.model, self.backbone, self.details, self.grades = model, backbone, details, grades

    def classify(
        self, instructions: Sequence[GroundedInstruction], cost_of_asking: float | None = None
    ) -> list[Clarity]:
        """One `Clarity` per request, with the domain "text". `cost_of_asking` is as for a
        `ClarityClassifier`.
        """
        threshold = self.model.threshold if cost_of_asking is None else check_cost(cost_of_asking)
        if not instructions:
            return []
        x = request_features(instructions)
        p_unclear, reasons = self.model.probabilities(x), self._reasons(x)
        grades = [None] * len(x) if self.grades is None else self.grades(x).tolist()
        return [
            Clarity(
                bool(p <= threshold), float(p), threshold, () if p <= threshold else why, True, "text", grade
            )
            for p, why, grade in zip(p_unclear, reasons, grades, strict=True)
        ]

    def _reasons(self, x: ClarityFeatures) -> list[tuple[str, ...]]:
        """The details that each request may lack."""
        general = self.model.general
        if self.details is not None:
            return [self.details.missing(vector) for vector in x.words[:, -self.backbone.width :]]
        if general is None:
            return [()] * len(x)
        return [general.reasons(logits) for logits in general.logits(x)]

    def save_pretrained(self, folder: str | os.PathLike[str], info: dict[str, Any] | None = None) -> None:
        """Write the model; `info` is added to the configuration."""
        model = self.model
        config = {
            "kind": KIND,
            "backbone": self.backbone.name,
            "bias": model.linear.bias,
            "threshold": model.threshold,
            "slopes": list(model.calibration.slopes),
            "offset": model.calibration.offset,
            "general": None if model.general is None else model.general.config(),
            "details": None if self.details is None else list(self.details.descriptions),
        }
        tensors = {"weights": model.linear.weights} | model.lexical.tensors()
        tensors |= {} if model.general is None else model.general.tensors()
        tensors |= {} if self.details is None else self.details.tensors()
        tensors |= {} if self.grades is None else {f"grades.{k}": v for k, v in vars(self.grades).items()}
        save_artifact(Path(folder), config | (info or {}), tensors)

    @classmethod
    def from_pretrained(cls, folder: str | os.PathLike[str], backbone: Backbone) -> TextClassifier:
        """Read what `save_pretrained` wrote. Raises `MissingFileError` or `InputError`."""
        folder = Path(folder)
        config, tensors = load_artifact(folder, KIND, backbone.name)
        calibration = Calibration(config.numbers("slopes", 3), config.number("offset"))
        section = config.section("general")
        known = config.given("details")
        with reporting_damage(folder):
            linear = LinearModel(tensors["weights"], config.number("bias"))
            lexical = LexicalModel.from_tensors(tensors)
            general = None if section is None else GeneralModel.of(section, tensors)
            details = None if known is None else DetailMemory.of(known, tensors, backbone.width)
            names = [field.name for field in fields(GradeModel)] if "grades.grades" in tensors else []
            grades = GradeModel(*(tensors[f"grades.{name}"] for name in names)) if names else None
        model = TextModel(linear, lexical, general, calibration, config.number("threshold"))
        return cls(model, backbone, details, grades)


def check_classes(unclear: Labels, folds: Labels, least: int) -> None:
    """Raise `InputError` unless there are clear and unclear rows, each in `least` folds or more."""
    counts = [int((unclear == label).sum()) for label in (0, 1)]
    if not all(counts):
        raise InputError(
            f"{counts[0]} requests are clear and {counts[1]} unclear; fitting needs both: label some of the "
            'other kind, or fit tasks=("ranking",) alone'
        )
    if min(len(np.unique(folds[unclear == label])) for label in (0, 1)) < least:
        raise InputError(
            f"{counts[0]} clear and {counts[1]} unclear requests are too few: each kind must be in {least} "
            "of the folds (`cq.data.fold`); label more"
        )


def _general(model: GeneralModel | None, x: ClarityFeatures) -> Numbers:
    return np.zeros(len(x)) if model is None else model.logits(x)[:, 0]


def _held_out(
    fit: Callable[[ClarityFeatures, Labels, float], LinearModel | LexicalModel],
    x: ClarityFeatures,
    unclear: Labels,
    folds: Labels,
    strength: float,
) -> Numbers:
    """The logits of models of one strength on held-out folds."""
    logits = np.zeros(len(x))
    for k in np.unique(folds):
        held = folds == k
        logits[held] = fit(x[~held], unclear[~held], strength).logits(x[held])
    return logits


def _losses(logits: Numbers, unclear: Labels, folds: Labels) -> Numbers:
    """The log-loss of each row by its logits (n, m), calibrated on the other folds."""
    p = np.zeros(len(unclear))
    for k in np.unique(folds):
        held = folds == k
        rest = unclear[~held]
        one_class = len(np.unique(rest)) == 1
        p[held] = rest.mean() if one_class else Calibration.fit(logits[~held], rest, TRUST)(logits[held])
    return np.asarray(-np.log(np.clip(np.where(unclear == 1, p, 1 - p), 1e-9, 1)))

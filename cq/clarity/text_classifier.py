"""When to ask about requests of any domain: linear models of sentence vectors and n-grams, without a world.

A few hundred labelled requests are too few for networks, and the grammar of blocks does not read them.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.clarity.calibration import Calibration, choose_threshold
from cq.clarity.classifier import Clarity, check_cost
from cq.clarity.features import ClarityFeatures
from cq.clarity.lexical import LexicalModel
from cq.clarity.ngrams import ngram_counts
from cq.encoder.backbone import Backbone, l2_normalize
from cq.errors import InputError
from cq.meaning.grounded import GroundedInstruction
from cq.modeling.artifacts import load_artifact, reporting_damage, save_artifact
from cq.types import Floats

KIND = "text clarity classifier"
STRENGTHS = (0.3, 3.0, 30.0)
"""Inverse regularisations that inner folds choose from, for each of the two models."""
FEWEST_FOLDS = 2
"""Folds that rows of each class must be in: one is held out."""

Labels = npt.NDArray[Any]


def request_features(instructions: Sequence[GroundedInstruction]) -> ClarityFeatures:
    """Of n texts: sentence vectors of unit length (n, width) as `words`, the log of their number of words and
    whether they hold a digit (n, 2) as `findings`, and n-grams.
    """
    texts = [one.text for one in instructions]
    vectors = np.stack([one.encoding.states[:, -1].mean(0) for one in instructions])
    form = [[np.log1p(len(text.split())), any(map(str.isdigit, text))] for text in texts]
    return ClarityFeatures(l2_normalize(vectors), np.array(form, dtype=np.float32), ngram_counts(texts))


@dataclass(frozen=True)
class TextModel:
    """Two logits for each text, of its vector (`weights` (width,) and `bias`) and of its n-grams, calibrated
    together.
    """

    weights: Floats
    bias: float
    lexical: LexicalModel
    calibration: Calibration
    threshold: float

    def probabilities(self, x: ClarityFeatures) -> npt.NDArray[np.float64]:
        """The probability that each text is unclear: (n,)."""
        of_vectors = x.words @ self.weights + self.bias
        return self.calibration(np.stack([of_vectors, self.lexical.logits(x)], axis=1))

    @classmethod
    def fit(cls, x: ClarityFeatures, unclear: Labels, folds: Labels) -> TextModel:
        """From features of n texts, labels 0 or 1 (n,) and folds (n,). The strengths, the calibration and the
        threshold come from models that have not seen the row's fold.

        Raises `InputError` unless each class has rows in two folds or more.
        """
        check_classes(unclear, folds, FEWEST_FOLDS)
        held = [
            min(
                (_held_out(fit, x, unclear, folds, strength) for strength in STRENGTHS),
                key=lambda one: one[0],
            )
            for fit in (_fit_vectors, _fit_words)
        ]
        logits = np.stack([one[2] for one in held], axis=1)
        calibration = Calibration.fit(logits, unclear)
        weights, bias = _fit_vectors(x, unclear, held[0][1])
        lexical = LexicalModel.fit(x, unclear, held[1][1])
        return cls(weights, bias, lexical, calibration, choose_threshold(calibration(logits)))


class TextClassifier:
    """Says how likely a person would ask back before acting on a request, by its words alone. It is fitted by
    `cq.Pipeline.fit` on a corpus, and knows requests like those.
    """

    def __init__(self, model: TextModel, backbone: Backbone) -> None:
        self.model, self.backbone = model, backbone

    def classify(
        self, instructions: Sequence[GroundedInstruction], cost_of_asking: float | None = None
    ) -> list[Clarity]:
        """One `Clarity` per request, with the domain "text". `cost_of_asking` is as for a
        `ClarityClassifier`.
        """
        threshold = self.model.threshold if cost_of_asking is None else check_cost(cost_of_asking)
        if not instructions:
            return []
        found = self.model.probabilities(request_features(instructions))
        return [Clarity(bool(p <= threshold), float(p), threshold, domain="text") for p in found]

    def save_pretrained(self, folder: str | os.PathLike[str], info: dict[str, Any] | None = None) -> None:
        """Write the model; `info` is added to the configuration."""
        model = self.model
        config = {
            "kind": KIND,
            "backbone": self.backbone.name,
            "bias": model.bias,
            "threshold": model.threshold,
            "slopes": list(model.calibration.slopes),
            "offset": model.calibration.offset,
        }
        tensors = {"weights": model.weights} | model.lexical.tensors()
        save_artifact(Path(folder), config | (info or {}), tensors)

    @classmethod
    def from_pretrained(cls, folder: str | os.PathLike[str], backbone: Backbone) -> TextClassifier:
        """Read what `save_pretrained` wrote. Raises `MissingFileError` or `InputError`."""
        folder = Path(folder)
        config, tensors = load_artifact(folder, KIND, backbone.name)
        calibration = Calibration(config.numbers("slopes", 2), config.number("offset"))
        with reporting_damage(folder):
            if tensors["weights"].shape != (backbone.width,):
                raise ValueError(f"the weights are {tensors['weights'].shape}, not {backbone.width}")
            lexical = LexicalModel.from_tensors(tensors)
        bias, threshold = config.number("bias"), config.number("threshold")
        return cls(TextModel(tensors["weights"], bias, lexical, calibration, threshold), backbone)


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


def _fit_vectors(x: ClarityFeatures, unclear: Labels, strength: float) -> tuple[Floats, float]:
    from sklearn.linear_model import LogisticRegression

    model = LogisticRegression(C=strength, max_iter=1000).fit(x.words, unclear)
    return np.asarray(model.coef_[0], dtype=np.float32), float(model.intercept_[0])


def _fit_words(x: ClarityFeatures, unclear: Labels, strength: float) -> LexicalModel:
    return LexicalModel.fit(x, unclear, strength)


def _held_out(
    fit: Any, x: ClarityFeatures, unclear: Labels, folds: Labels, strength: float
) -> tuple[float, float, npt.NDArray[np.float64]]:
    """The log-loss, calibrated, of models of a strength on folds that they have not seen; the strength, and
    their logits.
    """
    logits = np.zeros(len(x))
    for k in np.unique(folds):
        held = folds == k
        found = fit(x[~held], unclear[~held], strength)
        part = x[held]
        is_words = isinstance(found, LexicalModel)
        logits[held] = found.logits(part) if is_words else part.words @ found[0] + found[1]
    p = np.clip(Calibration.fit(logits, unclear)(logits), 1e-9, 1 - 1e-9)
    return float(-np.mean(np.log(np.where(unclear == 1, p, 1 - p)))), strength, logits

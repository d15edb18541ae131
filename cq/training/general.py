"""Training the classifier of requests of any domain: `python -m cq.training.general FOLDER_OR_ZIP OUT`.

Its rows are IN3, whose licence allows it, and our own omissions. It may train on Qulac and Abg-CoQA too, but
with them the area under the curve on the other corpora is lower.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.clarity.calibration import Calibration, choose_threshold
from cq.clarity.features import ClarityFeatures
from cq.clarity.general import REASONS, GeneralModel
from cq.clarity.request_features import linear_input, request_features
from cq.corpora import Corpus, load
from cq.data import fold, normalise
from cq.encoder.backbone import Backbone
from cq.errors import InputError
from cq.reading.grounded import ground
from cq.training.omissions import omissions
from cq.world import World

STRENGTH, KIND_STRENGTH = 0.03, 1.0
"""Inverse regularisations: for the unclear class, chosen by held-out corpora; for the kinds of missing
details, by held-out templates.
"""

Array = npt.NDArray[Any]


class Rows:
    """Texts of several sources, with whether each is unclear, the kinds of its missing details where they are
    known (own omissions), and folds in which no template and no wording is twice.
    """

    def __init__(self, corpora: Sequence[Corpus], backbone: Backbone) -> None:
        for corpus in corpora:
            if not corpus.may_train_weights:
                raise InputError(f"the licence of {corpus.name!r} does not allow weights trained on it")
        own = list(omissions())
        requests = [request for corpus in corpora for request in corpus]
        texts = [example.text for _, example in own] + [request.text for request in requests]
        self.names = tuple(corpus.name for corpus in corpora)
        self.source = np.array(["own"] * len(own) + [c.name for c in corpora for _ in c])
        self.unclear = np.array(
            [bool(e.kinds) for _, e in own] + [request.is_unclear for request in requests]
        )
        self.kinds = np.array([[kind in example.kinds for kind in REASONS] for _, example in own])
        keys = [f"template {number}" for number, _ in own] + [normalise(request.text) for request in requests]
        self.folds = np.array([fold(key or "none") for key in keys])
        self.x = features_of(texts, backbone)

    def fit(self, kept: Array) -> GeneralModel:
        """The uncalibrated model of some rows. Each class of each source weighs the same."""
        from sklearn.linear_model import LogisticRegression

        x, weight = linear_input(self.x), self.balanced(kept)
        models = [
            LogisticRegression(C=STRENGTH, max_iter=2000).fit(x[kept], self.unclear[kept], weight[kept])
        ]
        own = kept[: len(self.kinds)] & self.unclear[: len(self.kinds)]
        for column in self.kinds[own].T:
            models.append(LogisticRegression(C=KIND_STRENGTH, max_iter=2000).fit(x[: len(own)][own], column))
        weights = np.stack([model.coef_[0] for model in models]).astype(np.float16).astype(np.float32)
        biases = np.array([model.intercept_[0] for model in models], dtype=np.float32)
        return GeneralModel(weights, biases, Calibration((1.0,), 0.0), 0.5, self.names)

    def balanced(self, kept: Array) -> Array:
        """Weights (n,) with which each class of each source weighs the same among the rows that are kept, 1
        on average; 0 for the others.
        """
        weight = np.zeros(len(self.source))
        for name in np.unique(self.source):
            for label in (False, True):
                some = kept & (self.source == name) & (self.unclear == label)
                weight[some] = 1 / max(some.sum(), 1)
        return np.asarray(weight * (kept.sum() / weight.sum()))

    def held_out(self) -> Array:
        """The logit of the unclear class of each row, by the model of the other folds."""
        logits = np.zeros(len(self.source))
        for k in np.unique(self.folds):
            held = self.folds == k
            logits[held] = self.fit(~held).logits(self.x[held])[:, 0]
        return logits


def features_of(texts: Sequence[str], backbone: Backbone) -> ClarityFeatures:
    """The features of texts, read in chunks."""
    chunks = [texts[first : first + 128] for first in range(0, len(texts), 128)]
    grounded = (ground(chunk, [World.parse(None)] * len(chunk), backbone) for chunk in chunks)
    return ClarityFeatures.concatenate([request_features(instructions) for instructions in grounded])


def train_general(rows: Rows) -> GeneralModel:
    """The model of all rows, its calibration and threshold from out-of-fold logits. Both weigh the sources
    alike, and clear and unclear requests of each, since the share of unclear requests is not known.
    """
    from sklearn.linear_model import LogisticRegression

    logits, everything = rows.held_out(), np.ones(len(rows.source), dtype=bool)
    scale = LogisticRegression(C=1e4).fit(logits[:, None], rows.unclear, rows.balanced(everything))
    calibration = Calibration((float(scale.coef_[0, 0]),), float(scale.intercept_[0]))
    model = rows.fit(everything)
    threshold = choose_threshold(calibration(logits))
    return GeneralModel(model.weights, model.biases, calibration, threshold, rows.names)


def main(folder: str, out: str) -> None:
    """Train on the corpora in a folder or zip, and write the model."""
    backbone = Backbone.load().for_inference()
    train_general(Rows([load("in3", folder, "train")], backbone)).save(out)


if __name__ == "__main__":
    main(*sys.argv[1:])

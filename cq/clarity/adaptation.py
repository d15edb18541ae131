"""Adapting a trained classifier to a few dozen rows of a user.

Elsewhere more or fewer instructions are unclear, and a classifier is over- or underconfident. Two numbers
describe both: p = σ(slope · logit + offset). They are learned with a prior at the trained classifier
(maximum a posteriori), so that few rows change little.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.clarity.calibration import Calibration, choose_threshold
from cq.clarity.features import ClarityFeatures
from cq.clarity.model import ClarityModel, member_logits
from cq.errors import InputError

SLOPE_SPREAD, OFFSET_SPREAD = 0.3, 2.0
"""Standard deviations of the prior: the slope is near 1, and the share of unclear rows is free."""

Array = npt.NDArray[Any]


def adapt(model: ClarityModel, x: ClarityFeatures, unclear: Array) -> ClarityModel:
    """The classifier with its calibration and its threshold adapted to n rows with labels 0 or 1 (n,).

    Raises `InputError` unless both labels occur.
    """
    if len(np.unique(unclear)) < 2:
        raise InputError(
            f"adapting needs clear and unclear rows; there are {int((unclear == 0).sum())} clear and "
            f"{int((unclear == 1).sum())} unclear ones"
        )
    logits = member_logits(model.networks, model.lexical, x)
    calibration = adapted_calibration(model.calibration, logits, unclear)
    return replace(model, calibration=calibration, threshold=choose_threshold(calibration(logits)))


def adapted_calibration(calibration: Calibration, logits: Array, unclear: Array) -> Calibration:
    """The calibration of logits (n, m), moved towards the labels (n,)."""
    from scipy.optimize import minimize

    before = logits @ np.array(calibration.slopes) + calibration.offset

    def loss(parameters: Array) -> float:
        slope, offset = parameters
        z = slope * before + offset
        prior = ((slope - 1) / SLOPE_SPREAD) ** 2 + (offset / OFFSET_SPREAD) ** 2
        return float(np.logaddexp(0, np.where(unclear > 0, -z, z)).sum() + prior / 2)

    slope, offset = map(float, minimize(loss, np.array([1.0, 0.0])).x)
    return Calibration(tuple(slope * old for old in calibration.slopes), slope * calibration.offset + offset)

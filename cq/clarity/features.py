"""The classifier's features: mean token vectors at every layer, and counts of what grounding finds.

A frozen sentence vector does not encode the world. Counts of findings do, and they are few enough to be
learned from some hundred unclear rows. Lower layers keep more of the wording than the last one, which was
trained to represent the meaning.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from cq.language.grounding_features import grounding_features
from cq.language.instruction import GroundedInstruction

Floats = npt.NDArray[np.float32]


def classifier_features(instructions: Sequence[GroundedInstruction]) -> Floats:
    """The classifier's input, one row per instruction: `text_features`, then `grounding_features`."""
    return np.hstack([text_features(instructions), grounding_features(instructions)])


def text_features(instructions: Sequence[GroundedInstruction]) -> Floats:
    """Mean token vectors of all layers above the embedding layer, side by side: (n, depth × width)."""
    return np.stack([one.encoding.states[:, 1:].mean(0).ravel() for one in instructions])

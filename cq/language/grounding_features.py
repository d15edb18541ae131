"""Counts of what grounding finds, as features of an instruction in its world."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from cq.language.grounding import FINDING_KINDS, MISSING
from cq.language.instruction import GroundedInstruction
from cq.world import World


def grounding_features(instructions: Sequence[GroundedInstruction]) -> npt.NDArray[np.float32]:
    """One row per instruction, not scaled: (n, len(grounding_feature_names()))."""
    rows = [list(_counts(one).values()) for one in instructions]
    return np.array(rows, dtype=np.float32).reshape(len(rows), len(grounding_feature_names()))


@lru_cache(maxsize=1)
def grounding_feature_names() -> tuple[str, ...]:
    """Names of the columns of `grounding_features`, in order."""
    return tuple(_counts(GroundedInstruction("", World.parse())))


def _counts(instruction: GroundedInstruction) -> dict[str, float]:
    kinds = Counter(finding.kind for finding in instruction.findings)
    grounded = instruction.grounded_phrases
    existing = [one for one in grounded if one.phrase.existing]
    missing = sum(kinds[kind] for kind in MISSING) / max(len(existing), 1)
    most_referents = max((len(one.referents) for one in existing), default=0)
    return {
        **{kind: float(kinds[kind]) for kind in FINDING_KINDS},
        "share of existing blocks that are missing": min(missing, 1.0),
        "all existing blocks are missing": float(missing >= 1),
        "removes what is missing": float(any(one.phrase.removed and one.missing_colours for one in existing)),
        "phrases": float(len(grounded)),
        "phrases of existing blocks": float(len(existing)),
        "referents (log)": float(np.log1p(most_referents)),
        "removes": float(any(one.phrase.removed for one in existing)),
        "singular phrases of existing blocks": float(sum(one.phrase.singular for one in existing)),
    }

"""Instruction-level accuracy: Suhr et al. 2019, "Executing Instructions in Situated Collaborative
Interactions", section 7, with blocks in a zone in place of the paper's cards on a board.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

from cq.errors import InputError, excerpt
from cq.metrics.grids import as_pairs


def changed_cell_accuracy(built: Any, target: Any, start: Any) -> float:
    """Share, in [0, 1], of instructions after which every cell that `target` changes has its target content.

    Other changed cells do not count (the paper's card state). Grids are single, of one zone, or batches.
    """
    (builts, targets, starts), _ = as_pairs(built=built, target=target, start=start)
    _not_empty(len(builts))
    right = (builts == targets) | (targets == starts)
    return float(right.all(axis=(1, 2, 3)).mean())


def whole_world_accuracy(built: Any, target: Any) -> float:
    """Share, in [0, 1], of instructions after which every cell of the world is as in the target."""
    (builts, targets), _ = as_pairs(built=built, target=target)
    _not_empty(len(builts))
    return float((builts == targets).all(axis=(1, 2, 3)).mean())


def action_sequence_accuracy(
    predicted: Sequence[Sequence[Hashable]], recorded: Sequence[Sequence[Hashable]]
) -> float:
    """Share, in [0, 1], of instructions whose predicted action sequence is exactly the recorded one.

    Raises `InputError` for no sequences, different numbers of them, or a value that is not a list of
    sequences.
    """
    for name, given in (("predicted", predicted), ("recorded", recorded)):
        if not all(map(_is_sequence, [given, *given] if _is_sequence(given) else [given])):
            raise InputError(f"{name} is {excerpt(given)}; give a list with a sequence for each instruction")
    if len(predicted) != len(recorded):
        raise InputError(f"{len(predicted)} predicted sequences for {len(recorded)} recorded; give one each")
    _not_empty(len(recorded))
    return sum(list(p) == list(r) for p, r in zip(predicted, recorded, strict=True)) / len(recorded)


def _is_sequence(value: Any) -> bool:
    if isinstance(value, np.ndarray):
        return value.ndim > 0
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))


def _not_empty(count: int) -> None:
    if not count:
        raise InputError("accuracy needs at least one instruction; got none")

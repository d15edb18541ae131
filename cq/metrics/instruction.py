"""Instruction-level accuracy: Suhr et al. 2019, "Executing Instructions in Situated Collaborative
Interactions", section 7, with blocks in a zone in place of the paper's cards on a board.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from cq.arrays import as_list
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
    ours, theirs = _sequences(predicted, "predicted"), _sequences(recorded, "recorded")
    if len(ours) != len(theirs):
        raise InputError(f"{len(ours)} predicted sequences for {len(theirs)} recorded; give one each")
    _not_empty(len(theirs))
    return sum(map(_are_equal, ours, theirs)) / len(theirs)


def _sequences(given: Any, name: str) -> list[list[Any]]:
    remedy = "give a list with a sequence for each instruction"
    return [as_list(each, f"{name}[{i}]", remedy) for i, each in enumerate(as_list(given, name, remedy))]


def _are_equal(ours: list[Any], theirs: list[Any]) -> bool:
    try:
        return ours == theirs
    except (TypeError, ValueError, ArithmeticError):
        raise InputError(
            f"the actions {excerpt(ours)} cannot be compared with {excerpt(theirs)}; give texts, numbers or "
            "tuples of these"
        ) from None


def _not_empty(count: int) -> None:
    if not count:
        raise InputError("accuracy needs at least one instruction; got none")

"""The maximal intersection of a built grid and its target, without a scan over shifts.

Public text (IGLU 2022, environment and task documentation): over 4 rotations about the vertical axis and
all horizontal shifts, the most cells whose non-air colour agrees. The public code allows only shifts that
keep the whole target, or a given full structure, inside the zone.

Each pair of blocks of equal colour and height votes for the (rotation, shift) that would bring them together.
The largest number of votes is the answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.errors import InputError
from cq.metrics.grids import Grids, as_pairs

CHUNK_VOTES = 2_000_000
"""Bounds the memory of a batch: the number of votes and of counters at a time."""

Array = npt.NDArray[Any]


def maximal_intersection(built: Any, target: Any, *, admissible_only: bool = False, full: Any = None) -> Any:
    """Most cells of `target` that `built` can match in colour, over rotations and horizontal shifts.

    Grids are integer (height, width, depth), [y, x, z], 0 air, or batches of equal length; returns an int, or
    an int64 array (n,). With `admissible_only` (the rule of the public code) a shift counts only if
    it keeps all blocks of the rotated target inside the zone, or those of `full`, the structure that the
    target is a part of. Without it (the rule of the public text) every shift counts.

    Raises `InputError` for wrong shapes, dtypes or lengths, and for `full` without `admissible_only`.
    """
    if full is not None and not admissible_only:
        raise InputError("full= only has a meaning with admissible_only=True")
    (builts, targets), single = as_pairs(built=built, target=target)
    structures = targets if full is None else as_pairs(target=target, full=full)[0][1]
    best = np.zeros(len(builts), dtype=np.int64)
    for rows in chunks(builts, targets):
        limits = _admissible(structures[rows]) if admissible_only else None
        best[rows] = matches_by_shift(builts[rows], targets[rows], limits).max(axis=1)
    return int(best[0]) if single else best


def argmax_intersection(
    built: Any, target: Any, *, admissible_only: bool = False, full: Any = None
) -> tuple[int, int, int]:
    """The (dx, dz, quarter turns) of the maximal intersection of two grids: the target, turned, then
    moved by (-dx, -dz), lies on `built`.

    The first of several, in the order of turns, dx, dz, as in the public code; (0, 0, 0) if no blocks match.
    Options and errors are those of `maximal_intersection`.
    """
    if full is not None and not admissible_only:
        raise InputError("full= only has a meaning with admissible_only=True")
    (builts, targets), single = as_pairs(built=built, target=target)
    if not single:
        raise InputError(f"argmax_intersection takes one pair of grids at a time; got {len(builts)}")
    structures = targets if full is None else as_pairs(target=target, full=full)[0][1]
    votes = matches_by_shift(builts, targets, _admissible(structures) if admissible_only else None)[0]
    if not votes.any():
        return 0, 0, 0
    reach = _reach(builts)
    turns, dx, dz = np.unravel_index(int(votes.argmax()), (4, 2 * reach + 1, 2 * reach + 1))
    return int(dx) - reach, int(dz) - reach, int(turns)


def _reach(grids: Grids) -> int:
    """The largest shift, either way, after which a zone, turned or not, still overlaps itself."""
    return int(max(grids.shape[-2:])) - 1


def rotations(x: Array, z: Array, east: int, south: int) -> Array:
    """Horizontal cells under 0 to 3 quarter turns: (4, 2, n). A turn takes (x, z) to (z, east - x), where
    `east` and `south` are the greatest x and z.
    """
    return np.array([[x, z], [z, east - x], [east - x, south - z], [south - z, x]])


def matches_by_shift(builts: Grids, targets: Grids, limits: Array | None = None) -> Array:
    """Number of matches at each (rotation, dx, dz), shifts from -r to r with r one less than the longer side
    of the zone: (n, 4 (2 r + 1)²). A turned target cell minus the shift is the built cell that it matches.
    Votes for shifts outside `limits` do not count.
    """
    n, height, *sides = builts.shape
    east, south = (side - 1 for side in sides)
    reach = _reach(builts)
    shifts = 2 * reach + 1
    ballots = 4 * shifts * shifts
    low = min(builts.min(), targets.min())
    span = max(builts.max(), targets.max()) - low + 1
    b_key, b_x, b_z = _blocks(builts, low, span)
    t_key, t_x, t_z = _blocks(targets, low, span)
    order = np.argsort(t_key, kind="stable")
    t_key, turned = t_key[order], rotations(t_x[order], t_z[order], east, south)
    # Pair every built block with every target block of its own sample, height and colour: a sorted join.
    first = np.searchsorted(t_key, b_key, "left")
    matches = np.searchsorted(t_key, b_key, "right") - first
    left = np.repeat(np.arange(len(b_key)), matches)
    right = np.arange(len(left)) + np.repeat(first - np.cumsum(matches) + matches, matches)
    shift = turned[:, :, right] - (b_x[left], b_z[left])
    turn = np.arange(4)[:, None]
    sample = b_key[left] // (span * height)
    ballot = ((sample * 4 + turn) * shifts + shift[:, 0] + reach) * shifts + shift[:, 1] + reach
    if limits is None:
        counted = ballot.ravel()
    else:
        least, most = limits[..., sample]
        counted = ballot[((least <= shift) & (shift <= most)).all(axis=1)]
    return np.bincount(counted, minlength=n * ballots).reshape(n, ballots)


def _blocks(grids: Grids, low: int, span: int) -> tuple[Array, Array, Array]:
    """Key (sample, height, colour), x and z of every block. Blocks with equal keys may match."""
    sample, y, x, z = np.nonzero(grids)
    return (sample * grids.shape[1] + y) * span + grids[sample, y, x, z] - low, x, z


def _admissible(structures: Grids) -> Array:
    """Smallest and largest (dx, dz) that keep each turned structure inside the zone: (2, 4, 2, n)."""
    footprint = np.asarray(structures.any(axis=1))
    x, z = np.asarray(footprint.any(axis=2)), np.asarray(footprint.any(axis=1))
    east, south = (side - 1 for side in structures.shape[-2:])
    first = rotations(x.argmax(axis=1), z.argmax(axis=1), east, south)
    last = rotations(east - x[:, ::-1].argmax(axis=1), south - z[:, ::-1].argmax(axis=1), east, south)
    ends = np.array([east, south])[:, None]
    limits = np.stack([np.maximum(first, last) - ends, np.minimum(first, last)])
    # A structure without blocks is inside after any shift.
    empty = ~x.any(axis=1)
    if empty.any():
        reach = _reach(structures)
        limits[..., empty] = np.array([-reach, reach])[:, None, None, None]
    return limits


def chunks(builts: Grids, targets: Grids) -> Iterator[slice]:
    """Slices of a batch whose counters and (at most) votes stay within `CHUNK_VOTES`."""
    if len(builts) == 1:
        yield slice(0, 1)
        return
    blocks = np.count_nonzero(builts, axis=(2, 3)) * np.count_nonzero(targets, axis=(2, 3))
    cost = np.cumsum(4 * blocks.sum(axis=1) + 4 * (2 * _reach(builts) + 1) ** 2)
    start = 0
    while start < len(builts):
        spent = cost[start - 1] if start else 0
        stop = max(start + 1, int(np.searchsorted(cost, spent + CHUNK_VOTES, "right")))
        yield slice(start, stop)
        start = stop

"""How well a build agrees with a statement: 1 agrees, 0 contradicts, None if the statement says nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from cq.dialogue.answers.statements import PLACED, Statement
from cq.dialogue.questions.attributes import arrangement, direction
from cq.dialogue.questions.change import Cell, Change
from cq.dialogue.reading.masks import Mask, cells_of
from cq.world import SHAPE
from cq.world.directions import axis_and_sign

NEAR, FADES = 0.3, 0.6
"""What the nearest changed cell earns for a told cell that stays as it is: `NEAR` at one step away, and
`FADES` times that for each step more. A place that is nearly right is likelier than one across the zone.
"""

LIKELY = 0.7
"""What a line along the told direction earns, if nothing shows where it begins."""

_ARRANGEMENTS = {
    "upright": {"upright"},
    "west-east": {"west-east"},
    "north-south": {"north-south"},
    "diagonal": {"diagonal"},
    "level": {"west-east", "north-south", "flat"},
    "wall": {"wall"},
    "solid": {"solid"},
    "apart": {"mixed"},
    "sheet": {"flat", "mixed", "wall"},
}


def judge(statement: Statement, change: Change) -> float | None:
    """The agreement in [0, 1] of a build, as its change, with a statement."""
    blocks = change.placed if statement.side == PLACED else change.removed
    if statement.nothing:
        return float(not blocks)
    if statement.not_colours:
        return float(not statement.not_colours & set(blocks.values()))
    if statement.order:
        return _sequence(statement.order, list(blocks.values()))
    scores = [
        score
        for score in (
            _cells(statement, blocks),
            _amounts(statement, blocks),
            _colours(statement, blocks),
            _shape(statement, change, blocks),
            _direction(statement, change),
        )
        if score is not None
    ]
    return float(np.prod(scores)) if scores else None


def cells_score(told: Sequence[Cell], blocks: Iterable[Cell]) -> float:
    """How many of the told cells are among the blocks; a near one counts a little."""
    cells = np.array(sorted(blocks)).reshape(-1, 3)
    if not len(cells) or not len(told):
        return 0.0
    steps = np.abs(np.array(told)[:, None] - cells[None]).sum(axis=-1).min(axis=1)
    return float(np.where(steps == 0, 1.0, NEAR * FADES ** (steps - 1.0)).mean())


def _cells(statement: Statement, blocks: dict[Cell, int]) -> float | None:
    if not statement.lines and (statement.cells is None or not statement.cells.any()):
        return None
    fitting = {c: k for c, k in blocks.items() if not statement.colours or k in statement.colours}
    if statement.lines:
        return max(cells_score(line, fitting) for line in statement.lines)
    assert statement.cells is not None
    if statement.every:
        return cells_score(cells_of(statement.cells), fitting)
    return nearest_score(statement.cells, fitting)


def nearest_score(mask: Mask, blocks: Iterable[Cell]) -> float:
    """1 if a block is in the mask (9, 11, 11), less the farther the nearest is."""
    cells, told = np.array(sorted(blocks)).reshape(-1, 3), np.argwhere(mask)
    if not len(cells) or not len(told):
        return 0.0
    steps = int(np.abs(told[:, None] - cells[None]).sum(axis=-1).min())
    return 1.0 if steps == 0 else NEAR * FADES ** (steps - 1)


def _amounts(statement: Statement, blocks: dict[Cell, int]) -> float | None:
    placed = Counter(blocks.values())
    if statement.amounts:
        told: Counter[int] = Counter()
        for count, colour in statement.amounts:
            told[colour] += count
        exact = statement.cells is None and not (statement.lines or statement.shape or statement.dimensions)
        return float(np.mean([_ratio(placed[colour], count, exact) for colour, count in told.items()]))
    if statement.count is not None and statement.cells is None and not statement.dimensions:
        total = sum(placed[c] for c in statement.colours) if statement.colours else len(blocks)
        return _ratio(total, statement.count, True)
    return None


def _ratio(count: int, told: int, exact: bool) -> float:
    """1 if equal; if not exact, also if there are more. Otherwise a part of the ratio."""
    if count == told or (not exact and count > told):
        return 1.0
    return 0.6 * min(count, told) / max(count, told, 1)


def _colours(statement: Statement, blocks: dict[Cell, int]) -> float | None:
    if not statement.colours:
        return None
    found = set(blocks.values())
    if statement.cells is not None or statement.lines or statement.shape or statement.dimensions:
        return float(bool(statement.colours & found)) if not statement.lines else None
    union = statement.colours | found
    share = len(statement.colours & found) / len(union)
    return 1.0 if share == 1 else 0.7 * share


def _shape(statement: Statement, change: Change, blocks: dict[Cell, int]) -> float | None:
    if statement.shape is None and not statement.dimensions:
        return None
    parts = _parts({c: k for c, k in blocks.items() if not statement.colours or k in statement.colours})
    if not parts:
        return 0.0
    scores = []
    for part in parts:
        one = _as_change(part)
        found = []
        if statement.shape is not None:
            name = arrangement(one)
            if statement.shape == "apart":
                found.append(float(len(parts) > 2))
            elif name is None:
                found.append(0.3)
            else:
                found.append(float(name in _ARRANGEMENTS[statement.shape]))
        found += [_dimension(name, value, one.extent) for name, value in statement.dimensions]
        scores.append(float(np.mean(found)))
    return max(scores)


def _dimension(name: str, value: int, extent: tuple[int, int, int]) -> float:
    up, across, along = extent
    if name == "base":
        told = sorted(divmod(value, 100))
        if up > 1 and 1 in (across, along):
            return float(sorted((up, max(across, along))) == told)
        return float(sorted((across, along)) == told)
    if name == "long":
        return max(_near(value, across), _near(value, along))
    return _near(value, {"up": up, "across": across, "along": along}[name])


def _near(told: int, found: int) -> float:
    return 1.0 if told == found else 0.4 if abs(told - found) == 1 else 0.0


def _direction(statement: Statement, change: Change) -> float | None:
    if statement.direction is None or statement.lines:
        return None
    found = direction(change)
    if found is not None or not change.is_line:
        return float(found == statement.direction)
    return LIKELY if axis_and_sign(statement.direction)[0] == change.extent.index(max(change.extent)) else 0.0


def _sequence(told: Sequence[int], found: Sequence[int]) -> float:
    if len(told) != len(found):
        return 0.5 * _jaccard(set(told), set(found))
    return float(np.mean([a == b for a, b in zip(told, found, strict=True)]))


def _jaccard(one: set[int], other: set[int]) -> float:
    return len(one & other) / max(len(one | other), 1)


def _parts(blocks: dict[Cell, int]) -> list[dict[Cell, int]]:
    """The blocks that are joined face to face, and all of them together."""
    left, parts = dict(blocks), []
    while left:
        cell, colour = left.popitem()
        part, frontier = {cell: colour}, [cell]
        while frontier:
            y, x, z = frontier.pop()
            for other in (
                (y + 1, x, z),
                (y - 1, x, z),
                (y, x + 1, z),
                (y, x - 1, z),
                (y, x, z + 1),
                (y, x, z - 1),
            ):
                if other in left:
                    part[other] = left.pop(other)
                    frontier.append(other)
        parts.append(part)
    return [*parts, blocks] if len(parts) > 1 else parts


def _as_change(part: dict[Cell, int]) -> Change:
    built = np.zeros(SHAPE, dtype=np.int8)
    for cell, colour in part.items():
        built[cell] = colour
    return Change(np.zeros(SHAPE, dtype=np.int8), built)

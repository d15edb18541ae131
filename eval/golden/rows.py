"""The texts of the golden files: recorded rows, hand-written cases, and generated sentences."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cq.building.training.recorded_builds import recorded_builds
from cq.data import load_singleturn, rows_with
from cq.types import Grid
from eval.behaviours.case import load_cases

RECORDED, BEHAVIOURS, GENERATED = "recorded", "behaviours", "generated"
PARTS = (RECORDED, BEHAVIOURS, GENERATED)

LOOKED_AT, KEPT_ASIDE = ("fold 0", "fold 1", "fold 2"), ("fold 3", "fold 4")
"""Groups of recorded rows: those whose sentences may be read, and those that are only counted."""

_DIGEST_LENGTH = 12


@dataclass(frozen=True)
class Row:
    """A text in a start grid. `group` is its fold or its part, `facing` the builder's look, and `target` the
    digest of the only right grid, None if there is none.
    """

    part: str
    id: str
    group: str
    text: str
    start: Grid
    facing: str | None = None
    target: str | None = None


def digest(grid: Grid) -> str:
    """The first twelve hexadecimal digits of the SHA-256 of a grid's int8 values."""
    return hashlib.sha256(np.ascontiguousarray(grid, np.int8).tobytes()).hexdigest()[:_DIGEST_LENGTH]


def recorded_rows(data: Path | None = None) -> list[Row]:
    """The clear rows of the single-turn set that have a target; the id is the game's number."""
    dataset = load_singleturn(data)
    games = rows_with(dataset, "target")["game_id"][:]
    return [
        Row(
            RECORDED,
            game.removeprefix("CQ-game-"),
            f"fold {row.fold}",
            row.instruction,
            row.start,
            row.facing,
            digest(row.target),
        )
        for game, row in zip(games, recorded_builds(dataset), strict=True)
        if row.clear
    ]


def behaviour_rows() -> list[Row]:
    """The instruction of every hand-written case. The build of a dialogue is no target: the instruction alone
    does not say it.
    """
    return [
        Row(
            BEHAVIOURS,
            case.id,
            BEHAVIOURS,
            case.instruction,
            case.world.grid,
            case.facing,
            None if case.target is None or case.exchanges else digest(case.target),
        )
        for case in load_cases()
    ]

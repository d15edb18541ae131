"""The single-turn set as rows to train and judge the ranker on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cq.data import stack_grids
from cq.errors import InputError
from cq.world import World

if TYPE_CHECKING:
    import datasets


@dataclass(frozen=True)
class AskedRow:
    """One unclear instruction, the id of the question asked, and the candidate ids it stands among."""

    instruction: str
    world: World
    qid: str
    pool: tuple[str, ...]
    fold: int


def asked_rows(dataset: datasets.Dataset) -> list[AskedRow]:
    """The rows of the single-turn set that have a question and a pool holding it, in order.

    Raises `InputError` where they are too few to learn from and be judged on: all of one fold.
    """
    kept = dataset.select_columns(["instruction", "start", "qid", "pool", "fold"])
    rows = kept.select([i for i, qid in enumerate(dataset["qid"]) if qid is not None])
    starts = stack_grids(rows, "start")
    asked = [
        AskedRow(row["instruction"], World.parse(grid), row["qid"], tuple(row["pool"]), row["fold"])
        for row, grid in zip(rows.remove_columns("start"), starts, strict=True)
        if row["qid"] in (row["pool"] or ())
    ]
    if len({row.fold for row in asked}) < 2:
        raise InputError(
            f"{len(asked)} rows have a question that was asked, which is what the ranker learns from; it "
            "needs them in two folds at the least (`cq.data.fold`)"
        )
    return asked

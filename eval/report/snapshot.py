"""Save the outputs of classify, rank and build on recorded rows, to compare two versions of the library.

Half of the rows are unclear and half are clear, chosen with a fixed seed. The snapshot uses the public API
only, so that any version can write one. `python -m eval report compare A.npz B.npz` compares two of them.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

import cq
from cq.data import load_question_bank, load_singleturn, stack_grids
from cq.errors import InputError
from cq.files import check_writable, replacing
from eval.options import Data

SEED = 0
BUNDLED_BANK_ROWS = 100
"""Rows that are ranked over the bundled bank too."""


def main(
    out: Annotated[Path, typer.Argument(help="The file to write, .npz.")],
    rows: Annotated[int, typer.Option(min=2, help="Recorded rows, half of them unclear.")] = 500,
    data: Data = None,
) -> None:
    if out.suffix != ".npz":
        raise InputError(f"cannot write {str(out)!r}: a snapshot is a NumPy archive; end it in .npz")
    check_writable(out)
    dataset = load_singleturn(data)
    dataset = dataset.select(sample_rows(dataset["label"][:], rows))
    worlds = [cq.World.parse(grid) for grid in stack_grids(dataset, "start")]
    arrays = outputs(dataset["instruction"][:], worlds, load_question_bank(data))
    with replacing(out) as temporary:
        np.savez_compressed(temporary, **arrays)
    typer.echo(f"wrote the outputs of {len(dataset):,} rows to {out}")


def sample_rows(labels: Sequence[int], count: int) -> list[int]:
    """Places of `count` rows, half of them unclear (label 1). Raises `InputError` if there are too few."""
    rng = random.Random(SEED)
    sample: list[int] = []
    for label, name, wanted in ((1, "unclear", count // 2), (0, "clear", count - count // 2)):
        places = [i for i, one in enumerate(labels) if one == label]
        if len(places) < wanted:
            raise InputError(f"the set has {len(places)} {name} rows, not {wanted}; give a smaller --rows")
        sample += rng.sample(places, wanted)
    return sorted(sample)


def outputs(instructions: list[str], worlds: list[cq.World], bank: dict[str, str]) -> dict[str, Any]:
    """What the library answers for n rows.

    Arrays: `p`, `clear` and `threshold` (n,); `grid` (n, 9, 11, 11), `plan` (n, 7, 9, 11, 11), `confidence`
    (n,); `score` (n, questions) over `bank`, and `own_score` over the bundled bank for the first rows, best
    first. `text` is JSON: the `reasons`, the `actions`, and the question ids in `order` and, for the bundled
    bank, in `own`.
    """
    clarities = cq.classify(instructions, worlds)
    builds = cq.build(instructions, worlds)
    ranked = cq.rank(bank, instructions, worlds)
    few = slice(BUNDLED_BANK_ROWS)
    ranked_bundled = cq.rank(None, instructions[few], worlds[few])
    text = {
        "reasons": [list(one.reasons) for one in clarities],
        "actions": [[str(action) for action in one.actions] for one in builds],
        "order": [[question.qid for question in one] for one in ranked],
        "own": [[question.qid for question in one] for one in ranked_bundled],
    }
    return {
        "text": np.array(json.dumps(text)),
        "p": np.array([one.p_unclear for one in clarities]),
        "clear": np.array([one.is_clear for one in clarities]),
        "threshold": np.array([one.threshold for one in clarities]),
        "grid": np.stack([one.grid for one in builds]),
        "plan": np.stack([one.plan for one in builds]).astype(np.float32),
        "confidence": np.array([one.confidence for one in builds]),
        "score": np.array([[question.score for question in one] for one in ranked]),
        "own_score": np.array([[question.score for question in one] for one in ranked_bundled]),
    }

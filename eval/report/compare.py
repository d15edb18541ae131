"""Whether two versions of the library give equal outputs, by the snapshots that each wrote.

Prints the largest difference of every number, and on how many rows the decisions differ: clear or not, the
reasons, the order of the questions (questions with equal scores may swap), the actions, and the built grid.
Exits with 1 if a decision differs or a difference exceeds `--tolerance`.
"""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer

from cq.cli.tables import print_table
from cq.errors import InputError, MissingFileError
from eval.options import Out
from eval.output import write_json

NUMBERS = ("p", "threshold", "plan", "confidence", "score", "own_score")
ARRAYS = ("clear", "grid", *NUMBERS)
RANKINGS = {"order": "score", "own": "own_score"}
"""Question ids → their scores, both best first."""

TEXTS = ("reasons", "actions", *RANKINGS)

Snapshot = dict[str, Any]


def main(
    first: Annotated[Path, typer.Argument(help="The reference snapshot.")],
    second: Annotated[Path, typer.Argument(help="The snapshot compared with it.")],
    tolerance: Annotated[float, typer.Option(min=0, help="The largest difference allowed.")] = 1e-6,
    out: Out = None,
) -> None:
    a, b = load(first), load(second)
    check_same_rows(a, b)
    differences = {name: largest_difference(a[name], b[name]) for name in NUMBERS}
    decisions = different_decisions(a, b, tolerance)
    print_table(
        "Largest difference", {name: {"difference": f"{value:.2g}"} for name, value in differences.items()}
    )
    print_table(
        f"Rows with another decision, of {len(a['p']):,}",
        {name: {"rows": count} for name, count in decisions.items()},
    )
    write_json(out, {"differences": differences, "decisions": decisions})
    equal = not any(decisions.values()) and all(value <= tolerance for value in differences.values())
    typer.echo("equal" if equal else f"NOT equal (tolerance {tolerance:g})")
    if not equal:
        raise typer.Exit(1)


def load(path: Path) -> Snapshot:
    """What `python -m eval report snapshot` wrote, by name. Raises `MissingFileError` or `InputError`."""
    try:
        with np.load(path, allow_pickle=False) as archive:
            snapshot: Snapshot = {name: archive[name] for name in ARRAYS}
            text = json.loads(str(archive["text"]))
            return snapshot | {name: text[name] for name in TEXTS}
    except FileNotFoundError:
        raise MissingFileError(
            f"no snapshot at {str(path)!r}; `python -m eval report snapshot` writes one"
        ) from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, zipfile.BadZipFile) as error:
        raise InputError(
            f"{str(path)!r} is not a snapshot ({error}); `python -m eval report snapshot` writes one"
        ) from None


def check_same_rows(a: Snapshot, b: Snapshot) -> None:
    """Raise `InputError` if two snapshots have different numbers of rows or questions."""
    for name in ARRAYS:
        if a[name].shape != b[name].shape:
            raise InputError(
                f"the snapshots hold {name!r} in the shapes {a[name].shape} and {b[name].shape}; write both "
                "with the same --rows and --data"
            )


def largest_difference(a: npt.NDArray[Any], b: npt.NDArray[Any]) -> float:
    """The largest absolute difference of two arrays; infinite if only one of them is a number."""
    apart = np.abs(a.astype(np.float64) - b.astype(np.float64))
    return float(np.where(np.isnan(a) & np.isnan(b), 0.0, np.nan_to_num(apart, nan=np.inf)).max(initial=0.0))


def different_decisions(a: Snapshot, b: Snapshot, tolerance: float) -> dict[str, int]:
    """Decision → the number of rows on which two snapshots differ."""
    counts = {
        "clear or not": int((a["clear"] != b["clear"]).sum()),
        "reasons": _rows_apart(a["reasons"], b["reasons"]),
        "actions": _rows_apart(a["actions"], b["actions"]),
        "grid": int((a["grid"] != b["grid"]).any(axis=(1, 2, 3)).sum()),
    }
    for order, score in RANKINGS.items():
        rows = zip(a[order], b[order], a[score], strict=True)
        counts[f"questions ({order})"] = sum(not same_order(*row, tolerance) for row in rows)
    return counts


def same_order(a: list[str], b: list[str], scores: npt.NDArray[np.float64], tolerance: float) -> bool:
    """Whether two rankings of question ids are equal, if equal scores may swap.

    `scores` holds the scores of `a`, best first.
    """
    score_of = dict(zip(a, scores.tolist(), strict=True))
    if len(a) != len(b) or set(a) != set(b):
        return False
    return all(abs(score_of[qid] - score) <= tolerance for qid, score in zip(b, scores.tolist(), strict=True))


def _rows_apart(a: list[Any], b: list[Any]) -> int:
    return sum(one != other for one, other in zip(a, b, strict=True))

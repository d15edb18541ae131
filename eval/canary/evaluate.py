"""The canary: some fixed cases of every task, in about a minute, against the counts of an earlier run.

Twenty unclear rows and twenty conversations are talked through, thirty clear rows built, thirty rankings and
thirty classifications made, all by the bundled pipeline and the public functions. The pipeline has seen most
of these rows: the counts are no figures of quality, but they fall where something breaks. Without `--out`
they are compared with `results/canary.json`; exits with 1 where a part has fallen by more than two cases.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

from cq.errors import InputError, MissingFileError
from cq.files.json_input import read_json
from eval.canary.parts import RIGHT_IF, right_cases
from eval.options import Data, Out
from eval.output import show, write_json

KEPT = Path(__file__).resolve().parents[2] / "results" / "canary.json"
COMMAND = "python -m eval canary --out results/canary.json"
MOST_FALL = 2
"""The most cases by which a part may fall."""


def main(data: Data = None, out: Out = None) -> None:
    before = {} if out is not None else kept_counts(KEPT)
    found = right_cases(data)
    right = {name: sum(cases) for name, cases in found.items()}
    show({"Canary": _table(found, before)}, None)
    write_json(out, {"command": COMMAND, "right": right})
    if sentences := fallen(before, right):
        typer.echo("\n".join(sentences), err=True)
        raise typer.Exit(1)


def kept_counts(path: Path) -> dict[str, int]:
    """Part → right cases of an earlier run. Raises `InputError` for a file that holds no such counts, and
    `MissingFileError`.
    """
    if not path.is_file():
        raise MissingFileError(f"no counts at {str(path)!r}; run: {COMMAND}")
    kept = read_json(path, "file of results")
    counts = kept.get("right") if isinstance(kept, dict) else None
    if not isinstance(counts, dict) or set(counts) != set(RIGHT_IF):
        raise InputError(f"{str(path)!r} lacks the counts of {', '.join(RIGHT_IF)}; run: {COMMAND}")
    return {name: int(count) for name, count in counts.items()}


def fallen(before: Mapping[str, int], right: Mapping[str, int]) -> list[str]:
    """A sentence for each part that has fallen by more than `MOST_FALL` cases."""
    return [
        f"{name} fell from {count} right cases to {right.get(name, 0)}"
        for name, count in before.items()
        if right.get(name, 0) < count - MOST_FALL
    ]


def _table(found: Mapping[str, list[bool]], before: Mapping[str, int]) -> dict[str, dict[str, Any]]:
    return {
        name: {
            "cases": len(cases),
            "right": sum(cases),
            **({"before": before[name]} if before else {}),
            "right if": RIGHT_IF[name],
        }
        for name, cases in found.items()
    }

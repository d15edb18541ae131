"""Output of the commands for machines: JSON on standard output, and worlds as files."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from cq.errors import InputError
from cq.files import check_writable

if TYPE_CHECKING:
    from cq.types import Grid
    from cq.world import World

_CONTROL = re.compile("[\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
ENDINGS = (".json", ".png", ".svg", ".pdf")
"""The formats of a written world."""


def print_json(value: Any) -> None:
    """Print one line of JSON. Control characters are escaped, which any reader of JSON undoes; so are those
    that a standard output other than UTF-8 may lack.
    """
    is_utf_8 = (sys.stdout.encoding or "").casefold().replace("-", "") == "utf8"
    text = json.dumps(value, ensure_ascii=not is_utf_8)
    typer.echo(_CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


def write_world(world: World, out: Path) -> None:
    """Write a world as JSON or as a picture, by the file's ending. Raises `InputError` for another ending."""
    from cq.files import write_text
    from cq.world.drawing.picture import save_picture

    check_picture_or_json(out)
    if out.suffix == ".json":
        write_text(out, json.dumps(world.to_recorded()) + "\n")
    else:
        save_picture(world.grid, out, palette=world.palette)


def check_picture_or_json(out: Path) -> None:
    """Raise `InputError` if the file's ending is neither JSON nor a picture. For use before the work."""
    if out.suffix.lower() not in ENDINGS:
        raise InputError(f"cannot tell what to write to {str(out)!r}; end it in {', '.join(ENDINGS)}")
    check_writable(out)


def world_scores(built: Grid, target: Grid, start: Grid | None) -> dict[str, float | int]:
    """The scores of a built grid by name; the changed F1 where the start is known."""
    from cq.metrics import changed_f1, grid_f1, maximal_intersection

    scores: dict[str, float | int] = {
        "maximal_intersection": maximal_intersection(built, target),
        "maximal_intersection, admissible shifts only": maximal_intersection(
            built, target, admissible_only=True
        ),
        "grid_f1": grid_f1(built, target),
        "grid_f1, admissible shifts only": grid_f1(built, target, admissible_only=True),
    }
    if start is not None:
        scores["changed_f1"] = changed_f1(built, target, start)
    return scores

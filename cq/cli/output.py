"""What the commands write for machines: JSON on standard output, and worlds as files."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from cq.errors import InputError

if TYPE_CHECKING:
    from cq import Turn
    from cq.building import Action, Build
    from cq.world import World


def print_json(value: Any) -> None:
    """Print one line of JSON."""
    typer.echo(json.dumps(value, ensure_ascii=False))


def build_json(build: Build) -> dict[str, Any]:
    """A build as a recorded state, with its actions and its confidence."""
    import cq

    return {
        **cq.World(build.grid).to_recorded(),
        "actions": [_action_json(action) for action in build.actions],
        "confidence": build.confidence,
    }


def turn_json(turn: Turn, top: int = 0) -> dict[str, Any]:
    """A turn, with the `top` first questions of the bank if it asks."""
    question = turn.question
    return {
        "action": turn.action,
        "question": None if question is None else question.text,
        "options": [] if question is None else [option.text for option in question.options],
        "reasons": list(turn.reasons),
        "clarity": asdict(turn.clarity),
        "questions": [asdict(one) for one in turn.questions[:top]] if top and turn.questions else None,
        "build": build_json(turn.build) if turn.build else None,
    }


def write_world(world: World, out: Path) -> None:
    """Write a world as JSON or as a picture, as the file's ending says.

    Raises `InputError` for a file without an ending.
    """
    from cq.files import write_text
    from cq.world.drawing.picture import save_picture

    if out.suffix == ".json":
        write_text(out, json.dumps(world.to_recorded()) + "\n")
    elif out.suffix:
        save_picture(world, out)
    else:
        raise InputError(f"cannot tell what to write to {str(out)!r}; end it in .json, .png, .svg or .pdf")


def _action_json(action: Action) -> dict[str, Any]:
    """An action in the coordinates of the world's blocks instead of grid indices."""
    from cq.world import COLOURS
    from cq.world.grid import HALF, RECORDED_GROUND

    y, x, z = action.cell
    placed = {"colour": COLOURS[action.colour - 1]} if action.kind == "place" else {}
    return {"kind": action.kind, "x": x - HALF, "y": y + RECORDED_GROUND, "z": z - HALF} | placed

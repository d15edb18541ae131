"""Builds and turns as JSON values, as commands and adapters give them."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cq import Turn
    from cq.building import Action, Build


def build_json(build: Build) -> dict[str, Any]:
    """A build as a recorded state, with its actions and its confidence."""
    import cq

    return {
        **cq.World(build.grid, palette=build.palette).to_recorded(),
        "actions": [_action_json(action) for action in build.actions],
        "confidence": build.confidence,
        "corrections": dict(build.corrections),
        "unread": list(build.unread),
    }


def turn_json(turn: Turn, top: int = 0) -> dict[str, Any]:
    """A turn, with the `top` first questions of the bank if it asks."""
    question = turn.question
    return {
        "action": turn.action,
        "question": None if question is None else question.text,
        "options": [] if question is None else [option.text for option in question.options],
        "reasons": list(turn.reasons),
        "reply": turn.reply,
        "clarity": asdict(turn.clarity),
        "questions": [asdict(one) for one in turn.questions[:top]] if top and turn.questions else None,
        "build": build_json(turn.build) if turn.build else None,
    }


def _action_json(action: Action) -> dict[str, Any]:
    """An action in the coordinates of the world's blocks instead of grid indices."""

    placed = {"colour": action.colour_name} if action.kind == "place" else {}
    return {"kind": action.kind, "x": action.x, "y": action.y, "z": action.z} | placed

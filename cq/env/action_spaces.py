"""The action spaces by layout and name."""

from __future__ import annotations

from collections.abc import Callable

from cq.env.cell_controls import Cells
from cq.env.controls import Controls, Flying, Walking, WalkingKeys
from cq.env.older_controls import ContinuousMoves, DiscreteMoves, HumanLevel
from cq.errors import InputError, excerpt

SPACES: dict[str, dict[str, Callable[..., Controls]]] = {
    "gridworld": {"walking": Walking, "flying": Flying, "cells": Cells},
    "iglu": {"human-level": HumanLevel, "discrete": DiscreteMoves, "continuous": ContinuousMoves},
}


def default_space(layout: str) -> str:
    """The first action space of a layout. Raises `InputError` for an unknown layout."""
    if not isinstance(layout, str) or layout not in SPACES:
        raise InputError(f"layout is {excerpt(layout)}; give one of {', '.join(SPACES)}")
    return next(iter(SPACES[layout]))


def make_controls(layout: str, action_space: str, *, discretize: bool, **options: bool) -> Controls:
    """The controls of an action space. Raises `InputError` for an unknown layout or space."""
    default_space(layout)
    if not isinstance(action_space, str) or action_space not in SPACES[layout]:
        raise InputError(
            f"action_space is {excerpt(action_space)}; with layout {excerpt(layout)} it is one of "
            f"{', '.join(SPACES[layout])}"
        )
    if action_space == "walking" and not discretize:
        return WalkingKeys(**options)
    return SPACES[layout][action_space](**options)

"""The action spaces by layout and name."""

from __future__ import annotations

from cq.env.cell_controls import Cells
from cq.env.controls import Controls, Flying, Walking, WalkingKeys
from cq.env.older_controls import ContinuousMoves, DiscreteMoves, HumanLevel
from cq.errors import InputError, excerpt

SPACES = {
    "gridworld": ("walking", "flying", "cells"),
    "iglu": ("human-level", "discrete", "continuous"),
}


def make_controls(
    layout: str, action_space: str, *, discretize: bool, select_and_place: bool, stop: bool
) -> Controls:
    """The controls of an action space. Raises `InputError` for an unknown layout or space."""
    if layout not in SPACES:
        raise InputError(f"layout is {excerpt(layout)}; give one of {', '.join(SPACES)}")
    if action_space not in SPACES[layout]:
        raise InputError(
            f"action_space is {excerpt(action_space)}; with layout {excerpt(layout)} it is one of "
            f"{', '.join(SPACES[layout])}"
        )
    if action_space == "cells":
        return Cells()
    if action_space == "walking":
        kind: type[Walking | WalkingKeys] = Walking if discretize else WalkingKeys
        return kind(select_and_place=select_and_place, stop=stop)
    if action_space == "flying":
        return Flying(select_and_place=select_and_place, stop=stop)
    if action_space == "human-level":
        return HumanLevel(select_and_place=select_and_place, stop=stop)
    moves = DiscreteMoves if action_space == "discrete" else ContinuousMoves
    return moves(select_and_place=select_and_place, stop=stop)

"""Removes needless actions from a plan: waits, and looks and steps that go too far."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cq.env.controls import Controls
from cq.env.physics import Physics
from cq.types import Cell

Effect = tuple[Cell, int]
"""A cell that changed, and its content after it."""

UNDOES = {1: 2, 2: 1, 3: 4, 4: 3, 12: 13, 13: 12, 14: 15, 15: 14}
"""Actions of `Discrete(18)` that go or turn the opposite way."""


def shortened(body: Physics, controls: Controls, actions: list[Any]) -> list[Any]:
    """The actions without those that are not needed, alone or together with the next one that undoes them:
    the same blocks change in the same order. The body is unchanged.
    """
    state, kept = body.copy(), list(actions)
    effects = list(_effects(body.copy(), controls, kept))
    done = at = 0
    while at < len(kept):
        for rest in _without_first(kept[at:]):
            if _has_effects(state.copy(), controls, rest, effects[done:]):
                kept[at:] = rest
                break
        else:
            done += controls.apply(state, kept[at])[0] is not None
            at += 1
    return kept


def _without_first(actions: list[Any]) -> Iterator[list[Any]]:
    """The actions without the first; then without it and the next one that undoes it."""
    yield actions[1:]
    undoes = UNDOES.get(actions[0]) if isinstance(actions[0], int) else None
    if undoes in actions[1:]:
        later = actions.index(undoes, 1)
        yield actions[1:later] + actions[later + 1 :]


def _has_effects(body: Physics, controls: Controls, actions: list[Any], effects: list[Effect]) -> bool:
    left = iter(effects)
    same = all(effect == next(left, None) for effect in _effects(body, controls, actions))
    return same and next(left, None) is None


def _effects(body: Physics, controls: Controls, actions: list[Any]) -> Iterator[Effect]:
    for action in actions:
        cell = controls.apply(body, action)[0]
        if cell is not None:
            yield cell, int(body.grid[cell])

"""Carries out one command: the module of each kind of command registers its function."""

from __future__ import annotations

from functools import singledispatch

from cq.language.program import Command
from cq.semantics.choices import Failure
from cq.semantics.scene import Scene


@singledispatch
def execute(command: Command, scene: Scene) -> None:
    """Carry out one command, changing the scene. Raises `Failure` if it cannot be done."""
    raise Failure("impossible", f"no way to do {type(command).__name__}", command)

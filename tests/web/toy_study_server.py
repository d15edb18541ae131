"""Runs `cq study` with a builder that is the language alone, which loads fast."""

from __future__ import annotations

import sys
from typing import Any

import cq
from cq.building import Build
from cq.clarity import Clarity
from cq.cli.main import app
from cq.cli.runner import run
from cq.dialogue.turn import Turn
from cq.pipeline import Pipeline
from cq.reading.instruction import sure_build
from cq.web import server

CLEAR = Clarity(True, 0.1, 0.3, ())


def ask(self: Any, instruction: str, world: Any = None, *_: Any, **__: Any) -> Turn:
    """A sure build, or a refusal."""
    del self
    world = cq.World.parse(world)
    grid = sure_build(instruction, world.grid, None)
    if grid is None:
        return Turn("refuse", CLEAR, reasons=("it is not sure",))
    return Turn("build", CLEAR, build=Build.from_grid(grid, world))


def loaded(_: Any = None) -> Pipeline:
    """A pipeline without models."""
    return object.__new__(Pipeline)


if __name__ == "__main__":
    Pipeline.ask = ask  # type: ignore[method-assign, assignment]
    Pipeline.from_pretrained = loaded  # type: ignore[method-assign, assignment]
    cq.use(loaded())
    server.warm_up = lambda: cq.Dialogue().say("Place a red block in the middle") and None
    study, port = sys.argv[1:]
    sys.argv = ["cq", "study", study, "--port", port]
    run(app)

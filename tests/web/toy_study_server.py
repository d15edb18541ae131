"""Serves a study whose builder is the language alone, which loads fast."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import cq
from cq.building import Build
from cq.clarity import Clarity
from cq.dialogue.turn import Turn
from cq.pipeline import Pipeline
from cq.reading.instruction import sure_build
from cq.web.server import listen, serve
from cq.web.study.design import Design, digests, prepared
from cq.web.study.store import Store
from cq.web.study.study_handlers import Participants

CLEAR = Clarity(True, 0.1, 0.3, ())


def ask(self: Any, instruction: str, world: Any = None, *_: Any, **__: Any) -> Turn:
    """A sure build, or a refusal."""
    del self
    world = cq.World.parse(world)
    grid = sure_build(instruction, world.grid, None)
    if grid is None:
        return Turn("refuse", CLEAR, reasons=("it is not sure",))
    return Turn("build", CLEAR, build=Build.from_grid(grid, world))


if __name__ == "__main__":
    Pipeline.ask = ask  # type: ignore[method-assign, assignment]
    cq.use(object.__new__(Pipeline))  # Without models.
    study, port = Path(sys.argv[1]), int(sys.argv[2])
    design = Design.load(study)
    ready = prepared(design, study.parent)
    store = Store(study.with_suffix(".sqlite"), digests(design, ready, study.parent))
    participants = Participants(design, ready, store, study.parent)
    cq.Dialogue().say("Place a red block in the middle")  # What is loaded first is no work of a request.
    serve(listen("127.0.0.1", port), "127.0.0.1", participants)

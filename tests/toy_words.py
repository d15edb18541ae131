"""A pipeline without networks: what words mean is carried out, and the likeliest is built."""

from __future__ import annotations

from typing import Any

import cq
from cq.building import Build
from cq.clarity import Clarity
from cq.dialogue.guess import Guess
from cq.dialogue.turn import Turn
from cq.pipeline import Pipeline
from cq.reading.grounded import GroundedInstruction

CLEAR = Clarity(True, 0.1, 0.3, ())


class WordsAlone(Pipeline):
    """Builds what the grammar makes of the words most likely, and refuses where that is nothing."""

    def __init__(self) -> None: ...

    def ask(
        self, instruction: str, world: Any = None, qbank: Any = None, dialogue: Any = (), **_: Any
    ) -> Turn:
        """A build or a refusal."""
        start = cq.World.parse(world)
        understanding = GroundedInstruction(instruction, start, dialogue).heard.understanding
        if not understanding.results:
            return Turn("refuse", CLEAR, reasons=tuple(one.text for one in understanding.failures[:1]))
        build = Build.from_grid(understanding.results[0].grid, start)
        return Turn("build", CLEAR, build=build, guess=Guess(build, (), understanding))

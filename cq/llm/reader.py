"""A language model that reads a text as a program, which the library validates and carries out."""

from __future__ import annotations

import json
from functools import cache

from cq.errors import InputError
from cq.language.program import Program as Commands
from cq.language.public_program import Program
from cq.language.reading import PER_COMMAND, Reading, read
from cq.language.tokens import tokenize
from cq.llm.chat import SECONDS, Chat, asking, object_from
from cq.reading.grounded import Budget
from cq.reading.obstacles import is_off_topic
from cq.reading.understand import MOST_COMMANDS, understood
from cq.world import World
from cq.world.grid import PackedGrid

EXAMPLES = (
    "Build a green wall 3 blocks long along the north edge",
    "Remove the tower, then put a red block on the blue one",
)
"""Texts with their programs, as examples for the model."""
KEPT = 500
"""Readings in a reader's cache, so that a talk about one text calls the model once."""


class ModelReader:
    """Reads the texts that no rule reads. Slots, obstacles, questions, options and builds are the library's.

    `model` is a function of messages that returns a text (`cq.llm.Chat`), such as `cq.llm.chat(NAME)`.
    `seconds` is the time limit of one call. A program that cannot be read or, at first, that cannot be
    carried out is returned to the model once; `failure` says why the last text was not read, "" if it was.
    """

    def __init__(self, model: Chat, seconds: float = SECONDS) -> None:
        self.model, self.seconds, self.failure = model, seconds, ""
        self._known: dict[tuple[str, PackedGrid, tuple[str, ...]], Commands] = {}

    def read(self, text: str, world: World, budget: Budget) -> Commands | None:
        """The commands of a text in a world; None if the model says that it is not an instruction, or its
        output is invalid.
        """
        key = text, PackedGrid.of(world.grid), world.palette.colours
        if key not in self._known:
            found, self.failure = self._asked(text, world, budget)
            if not found:
                return None
            self._known[key] = found
            if len(self._known) > KEPT:
                del self._known[next(iter(self._known))]
        return self._known[key]

    def _asked(self, text: str, world: World, budget: Budget) -> tuple[Commands | None, str]:
        def parse(data: dict[str, object], is_last: bool) -> Commands:
            commands = Program.from_dict(data).commands
            if len(commands) > MOST_COMMANDS:
                raise InputError(f"the program has {len(commands)} commands; give at most {MOST_COMMANDS}")
            reading = Reading(commands, PER_COMMAND * len(commands), tokenize(text))
            if commands and is_off_topic(reading):
                raise InputError("the text says one thing over and over; it is not an instruction")
            facing = None if world.pose is None else world.pose.facing
            found = understood([reading], world.grid, facing, world.recent)
            failed = [failure for failure in found.failures if failure.kind != "open"]
            if commands and not found.results and failed and not is_last:
                raise InputError(
                    f"carried out in this world it fails ({failed[0].text}); if that is what the text says, "
                    "give the same program again"
                )
            return commands

        user = f"The world: {world.describe()}\nThe text: {json.dumps(text, ensure_ascii=False)}"
        return object_from(self.model, asking(_system(), user), parse, budget, self.seconds)


@cache
def _system() -> str:
    shown = "\n".join(
        f"{text!r} is {json.dumps(Program(read(text)[0].program).to_dict())}" for text in EXAMPLES
    )
    return (
        "You translate instructions to build with blocks into programs, as one JSON object of this schema:\n"
        f"{json.dumps(Program.schema(), separators=(',', ':'))}\n\n{shown}\n\n"
        "Leave a field out if the text does not say it: never guess a colour, a number, a size or a place. "
        'The user is asked about it later. If the text is no instruction to build, give {"type": "Program", '
        '"commands": []}. Give the JSON object, and nothing else.'
    )

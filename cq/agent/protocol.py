"""The messages of the benchmark Build What I Mean (Bila, Naszádi, Mayn and Monz, arXiv 2603.19997).

A round begins with marked lines, and the instruction behind them:

    [TASK_DESCRIPTION] Grid: 9x9 cells. …
    [SPEAKER] Ada
    [START_STRUCTURE] Red,0,50,0;Red,0,150,0
    Put a blue block on top of the existing structure.

The builder replies `[BUILD];Red,0,50,0;…` with all blocks, or `[ASK];` and a question. x runs to the right
and z towards the viewer, both in steps of 100 from the middle; y is 50 on the ground, and 100 more a level.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cq.errors import InputError, excerpt
from cq.world import World, Zone
from cq.world.palette import COLOURS

ZONE = Zone(width=9, depth=9, height=5)
FACING = "north"
"""The viewer stands in the south: the far side is behind."""

BUILD, ASK = "[BUILD]", "[ASK]"
ANSWER, FEEDBACK = "Answer:", "Feedback:"
_TASK, _SPEAKER, _START = "[TASK_DESCRIPTION]", "[SPEAKER]", "[START_STRUCTURE]"
_STEP, _GROUND = 100, 50
_NOTHING = ("", "nan", "none")
_LOWEST = 63
"""The level on the ground in a `World`."""


@dataclass(frozen=True)
class Round:
    """The opening of a round: the speaker ("" if it is not told), the start structure, the instruction."""

    speaker: str
    start: World
    instruction: str


def format_round(start: str, instruction: str, speaker: str = "") -> str:
    """The message that opens a round; `start` is a structure."""
    told = f"{_SPEAKER} {speaker}\n" if speaker else ""
    return f"{_TASK} Grid: 9x9 cells.\n{told}{_START} {start}\n{instruction}"


def parse_round(message: str) -> Round | None:
    """The round that a message opens; None if it opens none. Raises `InputError` for a start structure that
    does not parse, and for a round without an instruction.
    """
    if _START not in message:
        return None
    speaker, start, said = "", "", list[str]()
    for line in message.splitlines():
        if line.startswith(_SPEAKER):
            speaker = line.removeprefix(_SPEAKER).strip()
        elif line.startswith(_START):
            start = line.removeprefix(_START).strip()
        elif not line.startswith(_TASK):
            said.append(line.strip())
    instruction = " ".join(filter(None, said))
    if not instruction:
        raise InputError(
            f"no instruction stands behind {_START} in {excerpt(message)}; give one on its own line"
        )
    return Round(speaker, parse_structure(start), instruction)


def parse_structure(text: str) -> World:
    """The world of a structure: `Colour,x,y,z` for each block, with semicolons between them.

    Raises `InputError` naming the block that is invalid, outside the grid, or repeated.
    """
    blocks: dict[tuple[int, int, int], str] = {}
    for item in text.split(";") if text.strip().lower() not in _NOTHING else ():
        if not item.strip():
            continue
        colour, *numbers = (part.strip() for part in item.split(","))
        try:
            x, y, z = map(int, numbers)
        except ValueError:
            raise InputError(f"block {excerpt(item)} is not Colour,x,y,z, such as Red,0,50,-100") from None
        if colour.lower() not in COLOURS:
            raise InputError(f"colour {excerpt(colour)} is not known; known are {', '.join(COLOURS)}")
        if x % _STEP or z % _STEP or (y - _GROUND) % _STEP:
            raise InputError(
                f"block {excerpt(item)} lies between cells: x and z are multiples of 100, y is 50, 150, …"
            )
        cell = (x // _STEP, _LOWEST + (y - _GROUND) // _STEP, z // _STEP)
        if blocks.get(cell, colour.lower()) != colour.lower():
            raise InputError(f"two blocks of different colours stand at {excerpt(item)}; give one")
        blocks[cell] = colour.lower()
    return World.parse([(*cell, colour) for cell, colour in blocks.items()], zone=ZONE, facing=FACING)


def format_structure(world: World) -> str:
    """The blocks of a world as a structure, in the order of levels, x and z."""
    half_x, half_z = ZONE.width // 2, ZONE.depth // 2
    return ";".join(
        f"{COLOURS[world.grid[y, x, z] - 1].capitalize()},{(x - half_x) * _STEP},{_GROUND + y * _STEP},"
        f"{(z - half_z) * _STEP}"
        for y, x, z in np.argwhere(world.grid).tolist()
    )

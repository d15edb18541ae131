"""What stands in the way of an instruction, with what it forbids, keeps, excepts or corrects unread."""

from __future__ import annotations

from cq.building.interpretation import interpret
from cq.language.denials import find_cues
from cq.language.instruction import GroundedInstruction
from cq.language.obstacles import REFUSED, UNREAD, Obstacle
from cq.language.rewriting import rewritten
from cq.language.spelling import corrected
from cq.meaning.instruction import understanding_of


def unread_denial(instruction: GroundedInstruction) -> Obstacle | None:
    """The obstacle that an instruction denies something (`cq.language.denials`) and the interpreter is not
    sure of it; None if it denies nothing, or is read with its answers in it.
    """
    request, world = instruction.request, instruction.world
    cues = find_cues(request.instruction)
    if not cues:
        return None
    understanding = understanding_of(instruction)
    if understanding is not None and understanding.results and understanding.reading.is_full:
        return None
    text = rewritten(request, world) or corrected(request.instruction)
    facing = None if world.pose is None else world.pose.facing
    if interpret(text, world.grid, facing, world.recent) is not None:
        return None
    words = cues[0].words
    return Obstacle(UNREAD, "action", words, f"I am not sure what “{words}” means here")


def obstacles_in_the_way(instruction: GroundedInstruction) -> tuple[Obstacle, ...]:
    """The obstacles of an instruction, and last a denial that is not read. What is refused has no other."""
    found = instruction.obstacles
    denial = None if any(one.kind in REFUSED for one in found) else unread_denial(instruction)
    return found if denial is None else (*found, denial)

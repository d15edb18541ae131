"""Reading instructions: their phrases, what these refer to in a world, and what can be asked about them."""

from cq.language.instruction import GroundedInstruction, check_instruction, ground

__all__ = ["GroundedInstruction", "check_instruction", "ground"]

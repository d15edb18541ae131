"""What the words of an instruction mean in a world: phrases, groundings, and what can be asked about them."""

from cq.language.instruction import GroundedInstruction, check_instruction, ground

__all__ = ["GroundedInstruction", "check_instruction", "ground"]

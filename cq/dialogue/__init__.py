"""Dialogues: what was said before an instruction, and a simulated architect that answers questions."""

from cq.language.transcript import parse_dialogue, to_transcript

__all__ = ["parse_dialogue", "to_transcript"]

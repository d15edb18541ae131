"""Dialogues: the turns before an instruction, questions and answers."""

from cq.language.transcript import parse_dialogue, to_transcript

__all__ = ["parse_dialogue", "to_transcript"]

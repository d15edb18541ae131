"""The rules of the language, by what they speak of. Importing this package loads all of them into `GRAMMAR`."""

from cq.language import vocabulary
from cq.language.rules import answers, commands, places, references, things

__all__ = ["answers", "commands", "places", "references", "things", "vocabulary"]

"""A language model that answers questions about a target that it knows."""

from __future__ import annotations

from typing import Any

from cq.llm.chat import SECONDS, Chat, asking, said_by
from cq.reading.grounded import Budget
from cq.world import World

LONGEST_ANSWER = 300
UNKNOWN = "I don't know"
SYSTEM = (
    "You know what a builder should build from coloured blocks, and answer its question in one short "
    "sentence, without telling more than it asks. North, east, south and west are directions in the world."
)


class ModelArchitect:
    """Answers questions about a target, as `cq.simulate.Architect` does. `start` is the world before,
    `target` the intended one; `model` is a function of messages that returns a text.
    """

    def __init__(self, start: Any, target: Any, model: Chat, seconds: float = SECONDS) -> None:
        self.start, self.target = World.parse(start), World.parse(target)
        self.model, self.seconds = model, seconds

    def answer(self, question: str) -> str:
        """The first line of the model's text, cut at 300 characters; "I don't know" if there is none."""
        shown = f"Now there are: {self.start.describe()}\nThere should be: {self.target.describe()}\n"
        messages = asking(SYSTEM, f"{shown}The builder asks: {question}")
        said, _ = said_by(self.model, messages, Budget(1), self.seconds)
        lines = [line.strip() for line in (said or "").splitlines() if line.strip()]
        return " ".join(lines[0].split())[:LONGEST_ANSWER] if lines else UNKNOWN

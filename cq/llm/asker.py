"""A language model that chooses the question: it orders the questions of a bank."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from cq.errors import InputError, excerpt
from cq.llm.chat import SECONDS, Chat, asking, object_from
from cq.ranking import QuestionBank, RankedQuestion
from cq.reading.grounded import GroundedInstruction

MOST_QUESTIONS = 200
"""Questions of a bank that the model sees; later ones keep their order."""
SYSTEM = (
    "A builder works with coloured blocks. You choose what the builder should ask before carrying out an "
    'instruction. Give one JSON object, and nothing else: {"best": [ID, ...]}, the ids of the questions that '
    "would help most, best first, at most ten."
)


class ModelAsker:
    """A ranker for a `Pipeline`. Questions that the model names come first, in its order; the others follow
    in the order of the bank, and so do all if its output is invalid. Scores fall with the rank and sum to 1:
    they are not probabilities.
    """

    def __init__(self, model: Chat, seconds: float = SECONDS) -> None:
        self.model, self.seconds = model, seconds

    def rank(
        self, bank: QuestionBank, instructions: Sequence[GroundedInstruction], *, top_k: int | None = None
    ) -> list[list[RankedQuestion]]:
        """For each instruction the first `top_k` questions of the bank, all for None, best first."""
        return [self._ranked(bank, instruction)[:top_k] for instruction in instructions]

    def _ranked(self, bank: QuestionBank, instruction: GroundedInstruction) -> list[RankedQuestion]:
        texts = dict(bank.items())
        shown = dict(list(texts.items())[:MOST_QUESTIONS])

        def parse(data: dict[str, Any], _: bool) -> list[str]:
            best = data.get("best")
            if not isinstance(best, list) or not best:
                raise InputError('"best" is a list of ids of questions')
            if unknown := [qid for qid in best if not isinstance(qid, str) or qid not in shown]:
                raise InputError(f"there is no question with the id {excerpt(unknown[0])}")
            return best

        said = [f"{who}: {what}" for who, what in (*instruction.dialogue, ("architect", instruction.said))]
        asked = json.dumps(shown, ensure_ascii=False)
        user = f"The world: {instruction.world.describe()}\n" + "\n".join(said) + f"\nQuestions: {asked}"
        best, _ = object_from(self.model, asking(SYSTEM, user), parse, instruction.budget, self.seconds)
        order = list(dict.fromkeys((*(best or ()), *texts)))
        total = sum(1 / rank for rank in range(1, len(order) + 1))
        return [
            RankedQuestion(rank, qid, texts[qid], 1 / rank / total) for rank, qid in enumerate(order, start=1)
        ]

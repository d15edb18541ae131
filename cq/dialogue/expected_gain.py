"""How much changed F1 a question is expected to add, from what the builder knows before it asks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ExpectedGain:
    """A linear model of the changed F1 that the answer to a question adds to the build.

    The value of an answer (`cq.dialogue.questions.value`) is computed from the builder's own samples. A
    builder that is sure of a wrong build samples nothing better, so its confidence tells more: the gain is
    `constant + value * (value of the answer) + doubt * (1 - confidence)`.
    """

    constant: float = 0.0
    value: float = 1.0
    doubt: float = 0.0

    def __call__(self, value: float, confidence: float) -> float:
        """The expected gain, from a value and a confidence in [0, 1]."""
        return self.constant + self.value * value + self.doubt * (1 - confidence)


EXPECTED_GAIN = ExpectedGain()
"""The model that decides where to ask. `python -m eval loop --fit-policy` fits its coefficients to played
dialogues, and tells the cost at which a given share of instructions is asked about. The present ones take the
value of the answer as it is.
"""

"""A clarifying question with the short answers that the builder can tell apart."""

from __future__ import annotations

from dataclasses import dataclass, field

from cq.language.obstacles import Obstacle


@dataclass(frozen=True)
class Option:
    """A short answer. `members` are the candidates that it fits, `probability` theirs together, in [0, 1]."""

    text: str
    members: tuple[int, ...] = ()
    probability: float = 0.0


@dataclass(frozen=True)
class ClarifyingQuestion:
    """A question about one instruction in its world.

    `type` is what it asks for, one of `cq.dialogue.questions.TYPES`. `value`, in [0, 1], is how much
    `changed_f1` its answer is expected to add. `obstacle` is what makes it necessary, if something does.
    """

    type: str
    text: str
    options: tuple[Option, ...] = ()
    value: float = 0.0
    obstacle: Obstacle | None = field(default=None, compare=False, repr=False)

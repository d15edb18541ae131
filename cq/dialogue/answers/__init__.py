"""Reading an architect's answer, and what it leaves of the builds that a builder considers."""

from cq.dialogue.answers.agreement import CONTRADICTS, agreement
from cq.dialogue.answers.hearing import heard

__all__ = ["CONTRADICTS", "agreement", "heard"]

"""A simulated architect, which answers a builder's questions from the target. It is `cq.simulate`."""

from cq.dialogue.simulated.architect import Architect, is_unknown
from cq.dialogue.simulated.wording import answer_templates

__all__ = ["Architect", "answer_templates", "is_unknown"]

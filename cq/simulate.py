"""The simulated architect, which answers a builder's questions from the target: `cq.simulate.Architect`."""

from cq.dialogue.simulated import Architect, answer_templates, is_unknown

__all__ = ["Architect", "answer_templates", "is_unknown"]

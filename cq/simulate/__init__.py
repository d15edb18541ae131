"""The simulated architect, which answers a builder's questions from the target."""

from cq.simulate.architect import Architect, is_unknown

__all__ = ["Architect", "is_unknown"]

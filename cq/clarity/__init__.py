"""When to ask: is the instruction clear, given this world?"""

from cq.clarity.model import Clarity, ClarityClassifier

__all__ = ["Clarity", "ClarityClassifier"]

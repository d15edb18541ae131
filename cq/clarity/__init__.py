"""When to ask: is the instruction clear, given this world?"""

from cq.clarity.classifier import Clarity, ClarityClassifier

__all__ = ["Clarity", "ClarityClassifier"]
